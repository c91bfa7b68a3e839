"""The hardest rules as packs: each folder compiles without a finding, its ruleset verifies, and what is hard about it has become the right records."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.pipeline import compile_packs
from rulewright.dsl.verify import verify
from rulewright.tools.reading import read

HERE = Path(__file__).resolve().parent
FOLDERS = sorted(path.parent.name for path in HERE.glob("*/pack.yaml"))

Record = dict[str, Any]


@cache
def ruleset(folder: str) -> Record:
    """The ruleset of a folder; fails with its findings."""
    reading = read([str(HERE / folder)])
    compiled = compile_packs(reading.packs)
    assert [(p.code, p.message, p.span) for p in (*reading.problems, *compiled.problems)] == []
    found = compiled.ruleset
    assert found is not None
    return found


def record(folder: str, table: str, name: str) -> Record:
    """One record of the fragment's own pack."""
    return next(r for r in ruleset(folder)[table] if r["id"] == f"{folder}:{name}")


def inside(tree: Any, **wanted: Any) -> list[Record]:
    """All records in a tree that have these values, outermost first."""
    return [found for found in _all(tree) if all(key in found and found[key] == value for key, value in wanted.items())]


def _all(tree: Any) -> Iterator[Record]:
    if isinstance(tree, dict):
        yield tree
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _all(value)


def var(name: str) -> Record:
    return {"op": "var", "name": name}


def event(name: str) -> Record:
    return {"op": "event", "name": name}


def nodes(machine: Record) -> list[str]:
    """The kinds of the children of a machine's first node."""
    return [child["node"] for child in machine["children"]]


def test_there_are_twelve() -> None:
    assert len(FOLDERS) == 12


@pytest.mark.parametrize("folder", FOLDERS)
def test_verifies(folder: str) -> None:
    assert verify(ruleset(folder)) == []


def test_f01_clocks() -> None:
    tick = record("f01_clocks", "sequences", "play_tick")["machine"]
    assert nodes(tick) == ["loop", "do"]
    loop = tick["children"][0]
    assert loop["count"] is None and inside(loop["while"], define="f01_clocks:due")
    assert nodes(loop["child"]) == ["do", "call", "do"] and loop["child"]["children"][1]["sequence"] == "f01_clocks:take_turn"
    (choice,) = inside(loop, op="choose")
    assert choice["single"] and choice["who"] == {"op": "call", "define": "f01_clocks:next_side", "args": [var("now")]}
    (offer,) = inside(record("f01_clocks", "sequences", "take_turn"), op="offer")
    assert [e.get("verb") or e["class"] for e in offer["entries"]] == [f"f01_clocks:{n}" for n in ("move", "attack", "heal", "action", "instant")]
    assert offer["who"] == var("c") and offer["entries"][1]["bind"] == {"actor": var("c")}
    (scored,) = inside(tick, op="in")
    assert scored["left"] == {"op": "apply", "function": "face", "args": [var("now")]}
    (limit,) = record("f01_clocks", "rules", "limit.1")["clauses"]
    assert (limit["targets"], limit["per"]) == (["f01_clocks:main_action"], "f01_clocks:take_turn")


def test_f02_attack() -> None:
    attack = record("f02_attack", "sequences", "attack")
    assert [f["family"] for f in attack["families"]] == ["f02_attack:main_action", "f02_attack:interaction"]
    assert attack["families"][1]["args"] == [var("actor"), var("target")]
    assert [r["needs"] for r in attack["requires"]] == [["actor", "target"], ["actor", "line", "target"], ["actor", "target"]]
    assert inside(attack["requires"], op="between") and inside(attack["machine"], op="do")[0]["effect"]["slot"] == "f02_attack:attack_line.crit"
    (taunted,) = record("f02_attack", "definitions", "gorebelly")["clauses"]
    assert taunted["so_that"] == {"op": "has", "of": event("target"), "ability": "f02_attack:taunt"} and taunted["if_able"]
    (crit,) = ruleset("f02_attack")["effects"]
    assert crit["scope"] == "f02_attack:attack" and crit["body"][0]["target"] == {"op": "frame", "of": "f02_attack:attack", "name": "hits"}
    # a choice inside an argument comes before the call, by whoever is asked to react
    (hill,) = record("f02_attack", "rules", "hill")["handlers"]
    assert hill["event"] == "f02_attack:attack.roll" and [s["op"] for s in hill["body"]] == ["choose", "call"]
    assert hill["body"][0]["who"] == hill["react"]["by"] and hill["body"][0]["from"] == event("strikes")
    # a shield keeps the owner that it was made for, and ends with the attack
    (barrier,) = inside(record("f02_attack", "definitions", "ice_barrier"), op="begin")
    assert barrier["until"] == [{"end": "f02_attack:attack", "where": None}] and list(barrier["bind"]) == ["owner"]
    assert barrier["clauses"][0]["unit"] == "damage"
    # of two durations the first to come ends it
    charge = inside(record("f02_attack", "definitions", "charge"), op="begin")[1]
    assert charge["once"] and charge["until"] == [{"end": "f02_attack:take_turn", "where": None}]
    assert record("f02_attack", "definitions", "drake_talon_cleaver")["owner"] == "f02_attack:gorebelly"


def test_f03_partition() -> None:
    front, back = record("f03_partition", "definitions", "gothik_the_harvester")["faces"]
    forbid, mute = front["clauses"]
    assert (forbid["targets"], forbid["names"]) == (["f03_partition:interaction"], ["x", "y"])
    assert inside(forbid["where"], define="f03_partition:share_realm")[0]["args"] == [event("x"), event("y")]
    assert mute["subject"]["of"] == "f03_partition:attachment"
    (entering,) = front["handlers"]
    assert (entering["moment"], entering["event"]) == ("after", "f03_partition:enter") and entering["where"]["right"] == var("self")
    assert front["checks"][0]["edge"]
    (power,) = back["members"]
    assert [s["op"] for s in power["body"]] == ["choose", "call"] and power["body"][1]["tag"] == {"op": "word", "value": "shadow"}
    four = record("f03_partition", "rules", "four_horsemen")
    assert [h["moment"] for h in four["handlers"]] == ["instead", "start"] and inside(four, op="text", value="front")
    assert inside(four["checks"], op="call", verb="f03_partition:destroy")[0]["each"] == "target"
    # a test of the kind, then of `none`, makes the printed realm known
    assert record("f03_partition", "defines", "realms")["result"] == {"type": "list", "of": {"type": "word", "of": "f03_partition:realm"}}


def test_f04_faces() -> None:
    front, back = record("f04_faces", "definitions", "maexxna")["faces"]
    assert [f["abilities"][0]["args"] for f in (front, back)] == [[{"op": "int", "value": 8}], [{"op": "int", "value": 12}]]
    (web,) = inside(front, op="begin")
    assert set(web["bind"]) == {"r", "controller"}
    assert web["until"][0]["start"] == "f04_faces:turn" and web["until"][0]["where"]["right"] == var("controller")
    assert web["clauses"][0]["subject"]["where"]["right"] == var("r")
    (power,) = front["members"]
    assert power["costs"][0]["verb"] == "f04_faces:pay" and power["costs"][0]["args"]["amount"] == {"op": "int", "value": 9}
    (assault,) = record("f04_faces", "abilities", "assault")["clauses"]
    assert assault["slot"] == "f04_faces:character.attack" and assault["value"] == var("x") and assault["while"] is not None
    frozen, harvest = (record("f04_faces", "definitions", name)["clauses"] for name in ("frozen_solid", "harvest_soul"))
    assert [(c["kind"], c["subject"]["is"]["name"]) for c in frozen] == [("modify", "host"), ("mute", "host")]
    assert harvest[0]["slot"] == "controller"


def test_f05_chain() -> None:
    window = record("f05_chain", "sequences", "chain_window")["machine"]
    loop = window["children"][1]
    assert loop["count"] == {"op": "int", "value": 1000} and loop["child"]["node"] == "branch"
    (offer,) = inside(loop, op="offer")
    assert offer["pass"] and not offer["repeat"] and [e["class"] for e in offer["entries"]] == ["core:instant", "core:power"]
    fight = record("f05_chain", "sequences", "fight")
    assert [n["name"] for n in inside(fight, node="step")] == ["attack_window", "protect_point", "defend_window", "blows"]
    (blows,) = inside(fight, op="together")
    assert [s["verb"] for s in blows["body"]] == ["f05_chain:deal"] * 2, "of two verbs `deal` the one whose types fit"
    assert inside(fight["requires"], define="f05_chain:ready") and inside(fight["requires"], op="has")
    (protector,) = record("f05_chain", "abilities", "protector")["handlers"]
    assert [s["target"] for s in protector["body"]] == [event("defender"), event("protected")]
    assert protector["react"]["costs"][0]["verb"] == "core:exhaust"


def test_f06_dungeon() -> None:
    machine = record("f06_dungeon", "sequences", "pass_stage")["machine"]
    assert [n["name"] for n in inside(machine, node="step")] == ["draw_cards", "battle", "rewards", "clean_up"]
    draw = machine["children"][1]["child"]["body"]
    assert [s["op"] for s in draw[:5]] == ["operation", "let", "each", "call", "call"], "drawn one by one, then revealed, then each sorted out"
    assert draw[2]["of"]["function"] == "top" and inside(draw[2], op="stop") and draw[4]["each"] == "what"
    assert [inside(draw, op="call", verb=f"f06_dungeon:reveal{n}")[0]["as"] for n in ("", ".2")] == ["drawn", "another"], "overloads by type"
    (extra,) = inside(draw, op="choose")
    assert extra["min"] == {"op": "int", "value": 0} and extra["max"]["op"] == "sub" and extra["who"] == var("party") and extra["else"] == "skip"
    gold, xp = inside(machine, op="share")
    assert [s["body"][0]["verb"] for s in (gold, xp)] == ["f06_dungeon:gain", "f06_dungeon:gain.2"], "the verb whose receiver is labelled, not `lose`"
    assert gold["even"] and gold["amount"]["op"] == "sum"
    carrion = record("f06_dungeon", "definitions", "carrion_swarm")
    assert carrion["copies"] == 2 and carrion["clauses"][0]["subject"]["is"]["test"]["right"] == {"op": "int", "value": 1}, "`the boss` must be the only one"
    assert carrion["handlers"][0]["event"] == "f06_dungeon:challenge.reroll"


def test_f07_dice_pool() -> None:
    limits = [s for s in ruleset("f07_dice_pool")["slots"] if s["name"] == "dice_limit"]
    assert [(s["start"]["value"], s.get("when")) for s in limits] == [(7, None), (10, {"op": "option", "name": "f07_dice_pool:outland_components"})]
    challenge = record("f07_dice_pool", "sequences", "challenge")
    rounds = challenge["machine"]
    assert rounds["name"] == "combat_round" and rounds["while"]["op"] == "and"
    steps = ["dice_pool", "reroll", "place_tokens", "ranged_strike", "damage", "resolution"]
    assert [n["name"] for n in inside(rounds["child"], node="step")] == steps
    slay = record("f07_dice_pool", "verbs", "challenge/slay")
    assert inside(slay, op="frame", name="damage_box") and {c["verb"] for c in inside(rounds, op="call") if "slay" in str(c.get("verb"))} == {slay["id"]}
    hits = record("f07_dice_pool", "defines", "challenge/hits")["value"]
    assert hits["args"][0]["of"]["of"] == {"op": "frame", "of": "f07_dice_pool:challenge", "name": "pool"}
    added = [c["verb"].split(":")[1] for c in inside(rounds, op="call") if c.get("verb", "").startswith("f07_dice_pool:add")]
    assert added == ["add", "add.2", "add.2", "add.3", "add.2"], "overloads by unit"
    (limit,) = record("f07_dice_pool", "rules", "limit.1")["clauses"]
    assert (limit["per"], limit["keys"]) == ("f07_dice_pool:challenge.combat_round", [event("die")])
    (spread,) = inside(rounds, op="share")
    assert not spread["even"] and spread["body"][0]["verb"] == "f07_dice_pool:wound"


def test_f08_placement() -> None:
    overrun = record("f08_placement", "verbs", "overrun")
    (chained,) = inside(overrun, op="call", verb="f08_placement:place")
    assert chained["args"]["chained"] == {"op": "bool", "value": True}
    assert record("f08_placement", "verbs", "place")["params"][2]["start"] == {"op": "bool", "value": False}
    keyed = [c for r in ruleset("f08_placement")["rules"] for c in r["clauses"] if c["kind"] == "limit"]
    assert [(c["targets"], c["per"].split(":")[1], c["keys"]) for c in keyed] == [
        (["f08_placement:overrun"], "placement", [event("spot")]), (["f08_placement:taint"], "turn", [event("spot")]),
    ]
    (shieldless,) = [c for r in ruleset("f08_placement")["rules"] for c in r["clauses"] if c["kind"] == "forbid"]
    assert shieldless["targets"] == ["prevent"] and shieldless["where"]["left"] == event("tag")
    # a verb may share the name of a primitive: labels decide
    put = record("f08_placement", "verbs", "put")
    assert put["body"][0]["op"] == "operation"
    assert [h["moment"] for h in record("f08_placement", "definitions", "brimstone")["handlers"]] == ["instead", "after", "before"]
    burning = record("f08_placement", "rules", "burning_ground")
    assert burning["clauses"][0]["subject"]["of"] == "f08_placement:location"
    assert inside(burning["handlers"], op="call", verb="f08_placement:deal")[0]["tag"]["value"] == "fire"


def test_f09_global_effects() -> None:
    drawn = next(s for s in ruleset("f09_global_effects")["slots"] if s["name"] == "effects_drawn")
    assert drawn["per"] == "f09_global_effects:turn"
    since = record("f09_global_effects", "kinds", "global_effect")["slots"][0]
    assert since["start"] == {"op": "frame", "of": "f09_global_effects:turn", "name": "number"}
    limit = record("f09_global_effects", "kinds", "hero")["slots"][0]
    assert limit["role"] == "stat" and [(r["low"], r["high"]) for r in limit["start"]["rows"]] == [(1, 4), (5, 5), (6, 6)]
    closed = record("f09_global_effects", "definitions", "inns_closed")["clauses"]
    assert [(c["targets"], c["where"] is None) for c in closed] == [(["f09_global_effects:heal"], False), (["f09_global_effects:rumors"], True)]
    famine, _ = ruleset("f09_global_effects")["effects"]
    assert famine["body"][0]["until"] == [{"end": "f09_global_effects:turn", "where": None}]
    winter = record("f09_global_effects", "definitions", "long_winter")["clauses"]
    assert famine["body"][0]["clauses"][0]["slot"] == winter[0]["slot"] == limit["id"]


def test_f10_general_battle() -> None:
    battle = record("f10_general_battle", "sequences", "general_battle")
    committed = next(s for s in battle["slots"] if s["name"] == "committed")
    assert committed["role"] == "zone" and committed["seen_by"] == {"op": "bool", "value": True}
    (each,) = [e for e in inside(battle, op="each") if e["var"] == "h" and inside(e, op="choose")]
    assert each["order"] is None and each["of"]["op"] == "add", "those of the list in its order, then the others"
    commit, order = inside(battle, op="choose")
    assert commit["who"] == var("h") and commit["max"] is None and not commit["single"]
    assert order["who"] == {"op": "call", "define": "f10_general_battle:commander", "args": []} and order["from"] == var("waiting")
    (roll,) = inside(battle, op="operation", name="roll")
    assert roll["args"]["sides"] == {"op": "int", "value": 6} and roll["as"] == "dice"
    assert inside(battle, op="set", change="-=")[0]["value"] == var("h")
    assert inside(battle, op="call", verb="f10_general_battle:penalise")[0]["args"]["team"] == var("team")


def test_f11_rebuilding() -> None:
    (after,) = record("f11_rebuilding", "rules", "after.1")["handlers"]
    rebuilt = inside(after, op="call", verb="f11_rebuilding:rebuild")
    assert [item["op"] for item in rebuilt[0]["args"]["parts"]["items"]] == ["contents", "contents", "call"]
    assert rebuilt[1]["args"]["parts"]["items"][2]["args"][1] == {"op": "word", "value": "heroes"}, "the word of the enum, where one is wanted"
    (rage,) = record("f11_rebuilding", "definitions", "construct")["slots"]
    assert (rage["role"], rage["per"]) == ("counter", "f11_rebuilding:encounter")
    assert record("f11_rebuilding", "groups", "raiders")["consent"] == "none"
    champion = record("f11_rebuilding", "rules", "king_s_champion")["handlers"]
    assert [h["event"].split(":")[1] for h in champion] == ["attack", "wound", "complete_quest", "destroy"]
    exchange = record("f11_rebuilding", "verbs", "exchange_quests")
    (home,) = [c for c in inside(exchange, op="call", verb="f11_rebuilding:reveal")]
    assert home["as"] == "shown", "a counter of the body gets the result"
    (reset,) = inside(record("f11_rebuilding", "sequences", "encounter"), op="call", verb="f11_rebuilding:send_home")
    assert reset["each"] == "what" and inside(reset, op="is_kind")


def test_f12_flights() -> None:
    links = record("f12_flights", "boards", "outland")["links"]
    assert [(k["route"], k["both"], k["for"]) for k in links] == [("path", True, None), ("portal", False, None), ("flight", True, ["alliance"])]
    assert links[1]["to"] == "f12_flights:lordaeron/undercity", "the spaces of a define are known before play"
    gryphon = record("f12_flights", "definitions", "gryphon")
    allow = gryphon["clauses"][0]
    (forbid,) = [c for r in ruleset("f12_flights")["rules"] for c in r["clauses"] if c["kind"] == "forbid"]
    assert (forbid["name"], allow["despite"]) == ("black_border", forbid["id"])
    (capped,) = inside(gryphon, op="begin")
    assert capped["clauses"][0]["change"] == "cap" and capped["until"] == [{"end": "f12_flights:travel", "where": None}]
    sorceress = record("f12_flights", "definitions", "sorceress")
    assert [s["id"] for s in sorceress["slots"]] == ["f12_flights:sorceress/fresh"]
    aimed = sorceress["handlers"][1]
    assert aimed["where"]["args"][1:] == [
        {"op": "field", "of": var("self"), "slot": "f12_flights:sorceress/fresh"}, {"op": "field", "of": event("target"), "slot": "f12_flights:creature.shape"},
    ]
    (menu,) = inside(record("f12_flights", "definitions", "hastened_preparation"), op="menu")
    assert [o["text"] for o in menu["options"]] == ["The leader readies all", "Each readies two"]
    (test,) = ruleset("f12_flights")["tests"]
    assert [s["op"] for s in test["steps"]] == ["given", "given", "dice", "call", "expect"]
    assert [p["text"] for p in test["steps"][4]["parts"]] == ['"Ruby Gemsparkle".damage', '"Gorebelly".clock']
    assert ruleset("f12_flights")["always"][0]["because"] == "everything is somewhere"
