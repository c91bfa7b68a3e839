"""Whether hidden cards can be told: two of them change places, and who sees neither must see, be asked and be told the same.

Who is asked may depend on what others hold (`policy windows: able` says so), so a twin in which somebody else is asked shows nothing.
"""
from __future__ import annotations

import json
from typing import Any

from rulewright.runtime.dealing import STAY
from rulewright.runtime.determinise import _unseen
from rulewright.runtime.game import Game
from rulewright.runtime.state import slots_of
from rulewright.runtime.stream import Stream
from rulewright.runtime.trouble import Diverged, Refused
from rulewright.runtime.view import seat_events, view
from rulewright.tools.bots import RandomBot, own_stream

FURTHER = 8
"""So many decisions a game in which cards of a deck have changed places is played on."""


def told(game: Game, key: str) -> str | None:
    """What a seat can tell of what it does not see at the game's decision; None if nothing. `key` says which pairs are taken."""
    for seat in range(len(game.core.seats)):
        found = now(game, seat, f"{key}/{seat}")
        if found is not None:
            return found
    return later(game, key)


def now(game: Game, seat: int, key: str) -> str | None:
    """A pair that the seat sees neither of, in the hands of others too."""
    pair = _pair(game, _unseen(game, seat), key)
    twin = _twin(game, pair) if pair else None
    if twin is None or _asked(twin) != _asked(game):
        return None
    return _difference(_sent(game, seat, game.core.events_start), _sent(twin, seat, twin.core.events_start), f"seat {seat} can tell {_names(game, pair)}")


def later(game: Game, key: str) -> str | None:
    """A pair that nobody sees, and the decisions until one of the two moves."""
    every = [_unseen(game, seat) for seat in range(len(game.core.seats))]
    nobody = set.intersection(*({one for group in groups for one in group} for groups in every))
    pair = _pair(game, [kept for group in every[0] if len(kept := [one for one in group if one in nobody]) > 1], f"later/{key}")
    one, two = _twin(game, []), _twin(game, pair) if pair else None
    if one is None or two is None:
        return None
    bots = [{seat: RandomBot(own_stream(seat, key)) for seat in range(len(game.core.seats))} for _ in range(2)]
    lie = [one.core.entities[card]["at"] for card in pair]
    for _ in range(FURTHER):
        if any([each.core.entities[card]["at"] for card in pair] != lie for each in (one, two)) or "seat" not in one.pending():
            return None
        for seat in range(len(one.core.seats)):
            sent = [_sent(each, seat, each.core.events_start) for each in (one, two)]
            found = _difference(*sent, f"later seat {seat} can tell {_names(one, pair)}")
            if found is not None:
                return found
        seat = int(one.pending()["seat"].rpartition(":")[2])
        for each, mine in zip((one, two), bots, strict=True):
            each.apply(mine[seat](None, each.pending()))
    return None


def _pair(game: Game, groups: list[list[int]], key: str) -> list[int]:
    """Two things of one group of which each is another card; none if there are no such two."""
    source = Stream(key)
    for group in source.pick(groups, len(groups)):
        first = group[source.draw(len(group))]
        others = [one for one in group if game.core.entities[one]["def"] != game.core.entities[first]["def"]]
        if others:
            return [first, others[source.draw(len(others))]]
    return []


def _twin(game: Game, pair: list[int]) -> Game | None:
    """The game in which they have changed places since the checkpoint; None if the answers since then do not fit."""
    document = game.checkpoint_state()
    if pair:
        _exchange(game, document["entities"], *pair)
    try:
        made = Game.from_state(game.program.source, document, game.answers, inputs=game.inputs - len(game.answers), verified=True)
        made.pending()
        return made
    except (Diverged, Refused):
        return None


def _exchange(game: Game, entities: list[dict[str, Any]], one: int, other: int) -> None:
    """Each becomes the other card where it lies. What a card of that kind counts there stays there."""
    here, there = ({slot["id"] for slot in slots_of(game.core, game.core.entities[card])} for card in (one, other))
    stay = {*STAY, *(here & there)}
    cards = [{key: value for key, value in entities[card].items() if key not in stay} for card in (other, one)]
    for card, new in zip((one, other), cards, strict=True):
        entities[card] = {**{key: value for key, value in entities[card].items() if key in stay}, **new}


def _asked(game: Game) -> Any:
    pending = game.pending()
    return [pending.get(part) for part in ("site", "seat", "kind")]


def _sent(game: Game, seat: int, since: int) -> str:
    """All that a seat is sent: the view, what it is asked, what it was told."""
    return json.dumps([view(game, seat), seat_events(game, seat, since)])


def _difference(one: str, two: str, said: str) -> str | None:
    if one == two:
        return None
    at = next(at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    return f"{said}: {one[max(0, at - 150) : at + 150]} became {two[max(0, at - 150) : at + 150]}"


def _names(game: Game, pair: list[int]) -> str:
    return " from ".join(str(game.core.entities[one]["def"]) for one in pair)
