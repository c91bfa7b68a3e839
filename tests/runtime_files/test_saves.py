"""Saves: a game that is saved and loaded goes on as if nothing had happened; whatever else is loaded is refused with a reason."""
from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile
from rulewright.tools.bots import RandomBot, own_stream
from rulewright.tools.front import compile_pack

Played = Callable[..., Game]


def test_saving_and_loading_at_every_decision_changes_nothing(duel: dict[str, Any]) -> None:
    game = Game(duel, seed="save", verified=True)
    plain = Game(duel, seed="save", verified=True)
    bots = [RandomBot(own_stream(seat, "save")) for seat in range(2)]
    while "seat" in (pending := game.pending()):
        answer = bots[int(pending["seat"][-1])](None, pending)
        game = files.load(duel, files.save(game))
        assert game.pending() == pending
        game.apply(answer)
        plain.apply(answer)
        assert (game.hash(), game.inputs) == (plain.hash(), plain.inputs)
    assert "result" in game.pending()
    assert files.load(duel, files.save(game)).pending() == plain.pending()


def test_a_save_is_of_the_published_form(duel: dict[str, Any], played: Played) -> None:
    schema = json.loads(resources("rulewright.grammar").joinpath("save.schema.json").read_text("utf-8"))
    for inputs in (0, 1, 7, 1000):
        document = json.loads(files.save(played(duel, "schema", inputs)))
        assert [fault.message for fault in jsonschema_rs.validator_for(schema).iter_errors(document)] == []


def spoiled(duel: dict[str, Any], played: Played, change: Callable[[dict[str, Any]], None]) -> BadFile:
    document = json.loads(files.save(played(duel, "spoil", 8)))
    change(document)
    with pytest.raises(BadFile) as fault:
        files.load(duel, json.dumps(document))
    return fault.value


def setting(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        *parents, last = path.split("/")
        at: Any = document
        for part in parents:
            at = at[int(part) if isinstance(at, list) else part]
        at[int(last) if isinstance(at, list) else last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("format", "rulewright-ruleset", "/format: must be `rulewright-save`"),
        ("version", 2, "/version: must be `1`, not `2`"),
        ("semantics", 99, "/semantics: must be"),
        ("ruleset/hash", "sha256:0", "/ruleset/hash: the file belongs to another ruleset"),
        ("hash", "0" * 64, "/hash: the state has another hash than the save says"),
        ("hash", "short", "/hash: must be 64 hex digits"),
        ("pending/seat", "seat:9", "/pending: the save does not belong to this position"),
        ("pending", None, "/pending: the save does not belong to this position: it says that nothing is asked"),
        ("answers", [{"site": "nowhere", "seat": "seat:0", "value": "x"}], "answer 1 was given by seat:0 at `nowhere`"),
        ("state/rng/alg", "mt19937", "/state/rng/alg: must be `sha256-ctr`"),
        ("state/rng/pos", -1, "/state/rng/pos: must be from 0"),
        ("state/options", {"duel:rounds": 0}, "/state/options: the option `rounds` must be 1 to 99"),
        ("state/entities/0/kind", "box", "/state/entities/0/kind: must be `table`"),
        ("state/entities/5/id", 4, "/state/entities/5/id: must be 5"),
        ("state/entities/2/at", 3, "/state/entities/2/at: says 3, which does not hold it"),
        ("state/entities/2/duel:player.points", "many", "/state/entities/2/duel:player.points: must be a whole number"),
        ("state/entities/2/duel:player.points", -1, "/state/entities/2/duel:player.points: must be from 0"),
        ("state/entities/2/duel:player.hand", 0, "/state/entities/2/duel:player.hand: must be a zone"),
        ("state/entities/2/def", "duel:nobody", "/state/entities/2/def: `\"duel:nobody\"` is no definition"),
        ("state/next_id", 3, "/state/next_id: must be"),
        ("state/machines", [{"p": "0", "i": 99}], "/state: the machines are at no place"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(duel: dict[str, Any], played: Played, path: str, value: Any, said: str) -> None:
    assert said in str(spoiled(duel, played, setting(path, value)))


def test_there_cannot_be_more_answers_than_inputs(duel: dict[str, Any]) -> None:
    game = Game(duel, seed="few", verified=True)
    game.apply("walk")
    document = json.loads(files.save(game))
    assert len(document["answers"]) == document["inputs"] == 1
    with pytest.raises(BadFile, match="more answers than inputs"):
        files.load(duel, json.dumps({**document, "inputs": 0}))


def test_things_that_are_in_two_places_are_refused(duel: dict[str, Any], played: Played) -> None:
    def doubled(document: dict[str, Any]) -> None:
        holder = next(entity for entity in document["state"]["entities"] if len(entity.get("holds", [])) > 1)
        holder["holds"][0] = holder["holds"][1]

    assert "names a thing twice" in str(spoiled(duel, played, doubled))


def test_a_save_of_other_content_says_which(duel: dict[str, Any], played: Played) -> None:
    other = copy.deepcopy(duel)
    other["packs"][0]["version"] = "2.0.0"
    with pytest.raises(BadFile, match=r"it is of duel 1\.0\.0, and this is duel 2\.0\.0"):
        files.load(other, files.save(played(duel, "x", 3)))


PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
JSON = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3))


@given(value=JSON)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_is_refused_with_a_reason(duel: dict[str, Any], value: Any) -> None:
    for text in (json.dumps(value), json.dumps({"format": "rulewright-save", "state": value})):
        with pytest.raises(BadFile):
            files.load(duel, text)
        with pytest.raises(BadFile):
            files.read_log(text)


def paths(value: Any, path: str = "") -> Iterator[str]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield f"{path}{key}"
        yield from paths(item, f"{path}{key}/")


@pytest.mark.parametrize("value", [None, -1, "x", [], {}, True, 10**9])
def test_a_save_with_one_part_exchanged_is_loaded_or_refused_and_never_a_bug(duel: dict[str, Any], played: Played, value: Any) -> None:
    text = files.save(played(duel, "part", 9))
    every = list(paths(json.loads(text)))
    for path in every[:: max(1, len(every) // 40)]:
        document = json.loads(text)
        setting(path, value)(document)
        try:
            files.load(duel, json.dumps(document))
        except BadFile as fault:
            assert fault.reason and fault.place


def test_a_thing_that_another_names_in_print_may_have_been_copied_before_a_save(tmp_path: Path) -> None:
    """The printed one is meant, before and after."""
    (tmp_path / "pack.yaml").write_text('id: mint\ntitle: Mint\nversion: "1.0.0"\nlanguage: 1\nlicence: CC0-1.0\nrequires: [core]\n', "utf-8")
    (tmp_path / "rules.rw").write_text('kind coin is token { plural: coins }\nkind chest is piece { plural: chests   holds: coin }\ncoin "Penny"\n'
        'chest "Box" { holds: "Penny" }\nverb mint { create "Penny" into the table }\n', "utf-8")
    ruleset = compile_pack(str(tmp_path))
    game = Game(ruleset, seats=1, seed="mint", start=False)
    game.perform([{"op": "call", "verb": "mint:mint", "args": {}, "tag": None, "each": None, "as": None}])
    held = {"op": "field", "of": {"op": "thing", "id": "mint:box"}, "slot": "mint:chest.holds"}
    loaded = files.load(ruleset, files.save(game))
    assert len(loaded.core.copies["mint:penny"]) == 2
    assert loaded.evaluate(held) == game.evaluate(held) == loaded.core.copies["mint:penny"][0]
