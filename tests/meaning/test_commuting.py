"""Where nobody is asked for an order, both orders lead to the same: whole games, with the things that hear arriving one way round and the other."""
from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright.runtime.game import Game

from .test_meaning import ruleset

MOMENTS = ("order:after:commuting:hunt", "order:after:commuting:rest")


def turned(rules: dict[str, Any]) -> dict[str, Any]:
    """The same game in which the last omen comes into play first."""
    omens = [one for one in rules["definitions"] if one["of"] == "commuting:omen"]
    return {**rules, "definitions": [one for one in rules["definitions"] if one["of"] != "commuting:omen"] + omens[::-1]}


def played(rules: dict[str, Any], seed: str) -> tuple[list[Any], set[str], list[str]]:
    """Every counter after each answer, the sites of what was asked, and the rules behind the events in their order."""
    game, chance = Game(rules, seed=seed, verified=True), random.Random(seed)
    seen: list[Any] = []
    sites: set[str] = set()
    while "site" in game.pending():
        asked = game.pending()
        sites.add(asked["site"])
        options = sorted(str(option["id"]) for option in asked["options"])
        if asked["site"].startswith("order:"):
            game.apply(sorted(options))  # whoever is asked answers the same
        else:
            game.apply(chance.choice(options))
        seen.append(sorted((str(one.get("def")), sorted((key, value) for key, value in one.items() if ":" in key)) for one in game.core.entities))
    return seen, sites, [event["rule"].partition("/")[0] for event in game.events() if event["event"] in ("commuting:praise", "commuting:pay")]


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f", "g", "h"])
def test_both_orders_of_arrival_give_the_same_game(seed: str) -> None:
    rules = ruleset("commuting")
    assert rules is not None
    one, sites, ran = played(rules, seed)
    other, again, ran_too = played(turned(rules), seed)
    assert one == other and sites == again
    assert ran != ran_too and sorted(ran) == sorted(ran_too)
    assert not sites & set(MOMENTS) and "order:after:commuting:wager" in sites
