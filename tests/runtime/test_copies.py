"""Copies that are said to be exchangeable: both orders are run, and end in one state but for which copy is which."""
from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.canon import digest
from rulewright.runtime.copies import exchangeable
from rulewright.runtime.game import Game
from rulewright.runtime.rules import heard
from rulewright.tools.front import compile_pack

from .build import Json, call

STAGE = Path(__file__).resolve().parent.parent / "meaning"
MANIFEST = """id: pairs
title: Pairs
version: "1.0.0"
language: 1
licence: CC0-1.0
requires: [core, stage]
game: {title: Pairs, start: game, seats: {kind: player, min: 2, max: 2, sides: each}}
"""
RULES = """
policy {
  simultaneous: printed_order
  watchers: present
  step_handlers: fixed
  impossible: skip
  target: any_part
  attachments: box
  windows: able
  on_limit: stop
}
option which: int 0..1000 = 0
kind pair is card {
  plural: pairs
  owner: player
  starts_in: line
  counter gold: int = 0
  stat shine: int = 0
}
kind chip is token { plural: chips   counter from: pair? = none }
chip "Chip" x9 { starts_in: box }
counter luck: int = 1
counter trail: list of pair = []
counter chief: pair? = none
zone pile: list of pair seen by all
zone line: list of pair seen by all
verb arrive turned: bool {
  let one = first(line)
  let other = last(line)
  if one is not none and other is not none {
    if turned { put other into the table }
    put one into the table
    if not turned { put other into the table }
  }
}
modify shine +luck for pairs where it.gold > 1
verb favour who: pair { who.gold += luck }
verb all_gain { for each p in pairs { p.gold += luck } }
verb noticed who: pair { who.gold += 1 }
after noticed where any { luck += 1 }
define oldest = first(pairs)
define richest = highest(pairs, gold_of, 0)
define gold_of(p: pair) = p.gold
"""
BLIND = [
    "self.gold += 1", "self.gold = luck", "luck += 1", "luck = luck * 2 + self.gold", "self.gold += count(pairs where it.gold > 0)", "favour self",
    "if self.gold > 1 { luck += 2 }", "luck += richest", "luck += self.shine", "put self into pile", "trail += self", "chief = self",
    'for each u in units { u.mark += self.gold }', 'may "more?" by "North" { luck += 3 }', "roll 1 d6 as thrown\n luck = luck + total(thrown, face)",
    'create "Chip" into the table as made\n for each c in made { c.from = self }', "for each p in pile { p.gold += luck }",
    "after poke where any once until end of turn { self.gold += luck }", "let met = arrival(self)\n if arrival(self) is met { luck += self.gold }",
]  # fmt: skip
SEEING = [
    "all_gain", "noticed self", "let o = oldest\n if o is not none { o.gold += luck }",
    "for each p in pairs { p.gold = luck }\n luck += 1",
    "let p = last(pairs)\n if p is not none { p.gold += luck }",
    "let met = arrival(self)\n if met > 5 { luck += 1 }",
    "luck = self.number",
]  # fmt: skip
SOME = 60


@pytest.fixture(scope="module")
def bodies() -> list[str]:
    chance = random.Random("pairs")
    mixed = ["\n ".join(chance.sample([*BLIND, *SEEING] if at % 3 == 0 else BLIND, chance.randint(1, 3))) for at in range(SOME)]
    return [*BLIND, *SEEING, *mixed]


@pytest.fixture(scope="module")
def pairs(bodies: list[str], tmp_path_factory: pytest.TempPathFactory) -> Json:
    at = tmp_path_factory.mktemp("pairs")
    (at / "pack.yaml").write_text(MANIFEST, "utf-8")
    cards = [
        f'when which is {number} {{ pair "Twin {number}" x2 {{ for: "North"\n at start of turn where any {{\n {body}\n }} }} }}\n'
        for number, body in enumerate(bodies)
    ]
    (at / "rules.rw").write_text(RULES + "".join(cards), "utf-8")
    return compile_pack(str(at), [str(STAGE)])


def begun(pairs: Json, which: int, turned: bool = False) -> Game:
    """A game in which the first or the second copy comes into play first."""
    game = Game(pairs, options={"which": which}, seed=f"pairs/{which}", start=False, verified=True)
    game.perform([call("pairs:arrive", turned=turned)])
    return game


def twins(game: Game) -> tuple[int, int]:
    one, other = next(eids for name, eids in game.core.copies.items() if name.startswith("pairs:twin"))
    return one, other


def said(game: Game) -> bool:
    return exchangeable(game.core, "start", list(heard(game.core, "start", "stage:turn")))


def after(pairs: Json, which: int, turned: bool) -> Game:
    """A turn, in which the copy that came first comes first, and a poke."""
    game = begun(pairs, which, turned)
    turn = call("stage:turn", who={"op": "thing", "id": "stage:north"})
    game.perform([turn, call("stage:poke", target={"op": "thing", "id": "stage:ann"})], ["yes", "no"])
    return game


def state(game: Game, exchanged: bool) -> str:
    """The digest of all things, numbers of arrival left out: as they are, or with the two copies in each other's place."""
    one, other = twins(game)
    names = {one: other, other: one} if exchanged else {}
    core = game.core

    def renamed(value: Any) -> Any:
        return [renamed(item) for item in value] if type(value) is list else names.get(value, value) if type(value) is int else value

    out = []
    for entity in core.entities:
        naming = ("holds", "source", "host", *core.naming.get(entity["id"], ()))
        made = {key: renamed(value) if key in naming else value for key, value in entity.items() if key not in ("id", "copy", "since", "vars")}
        if entity["kind"] != "zone" and "holds" in made:
            made["holds"] = sorted(made["holds"])
        if "vars" in entity:
            made["vars"] = {name: renamed([value]) if name in entity.get("things", ()) else 0 for name, value in entity["vars"].items()}
        out.append((names.get(entity["id"], entity["id"]), made))
    return digest([[number, made] for number, made in sorted(out, key=lambda item: item[0])])


def test_what_is_said_to_be_exchangeable_ends_the_same_but_for_which_is_which(pairs: Json, bodies: list[str]) -> None:
    same = apart = 0
    for which, body in enumerate(bodies):
        forth, back = after(pairs, which, False), after(pairs, which, True)
        if said(begun(pairs, which)):
            same += 1
            assert state(forth, True) == state(back, False), body
        else:
            apart += state(forth, True) != state(back, False)
    assert same >= 40 and apart >= 5


def test_each_blind_text_is_known_and_each_seeing_one_is_asked_about(pairs: Json, bodies: list[str]) -> None:
    found = {body: said(begun(pairs, which)) for which, body in enumerate(bodies[: len(BLIND) + len(SEEING)])}
    assert found == {**dict.fromkeys(BLIND, True), **dict.fromkeys(SEEING, False)}
