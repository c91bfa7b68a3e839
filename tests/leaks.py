"""Whether hidden cards can be told: two of them change places, and who sees neither must see, be asked and be told the same.

With `policy windows: always` that is so without exception. With `able` who is asked may depend on what others hold, so a twin in which somebody else is asked
shows nothing.
"""
from __future__ import annotations

import json
from typing import Any

from rulewright.runtime.dealing import STAY
from rulewright.runtime.determinise import _unseen
from rulewright.runtime.game import Game
from rulewright.runtime.state import slots_of
from rulewright.runtime.stream import Stream
from rulewright.runtime.trouble import Diverged, Misfit, Refused
from rulewright.runtime.view import seat_events, view
from rulewright.tools.bots import RandomBot, own_stream

Record = dict[str, Any]
FURTHER = 8
"""So many decisions a game in which cards of a deck have changed places is played on."""


class Watch:
    """Looks for leaks in games of one ruleset, options and number of seats. The twins are played in two games that go from position to position, so that
    nothing is compiled again."""

    def __init__(self, game: Game) -> None:
        source, options = game.program.source, dict(game.program.options)
        self._spare = [Game(source, seats=len(game.core.seats), options=options, seed="twin", start=False, verified=True) for _ in range(2)]
        self.compared = 0
        """How often something was sent to a seat in both games."""

    def told(self, game: Game, key: str) -> str | None:
        """What a seat can tell of what it does not see at the game's decision; None if nothing. `key` says which pairs are taken."""
        try:
            return self._told(game, key)
        except Diverged as fault:
            return f"somebody is asked otherwise: {fault}"

    def _told(self, game: Game, key: str) -> str | None:
        document, unseen = game.checkpoint_state(), [_unseen(game, seat) for seat in range(len(game.core.seats))]
        for seat, groups in enumerate(unseen):
            found = self._now(game, document, seat, _pair(game, groups, f"{key}/{seat}"))
            if found is not None:
                return found
        return self._later(game, document, unseen, key)

    def _now(self, game: Game, document: Record, seat: int, pair: list[int]) -> str | None:
        """A pair that the seat sees neither of, in the hands of others too."""
        twin = self._twin(1, game, document, pair) if pair and not _seen_since(game, seat, pair) else None
        if twin is None or (_asked(twin) != _asked(game) and not _always(game)):
            return None
        return self._compared(game, twin, seat, seat, f"seat {seat} can tell {_names(game, pair)}")

    def _later(self, game: Game, document: Record, unseen: list[list[list[int]]], key: str) -> str | None:
        """A pair that nobody sees, and the decisions until one of the two moves. Views are compared of one seat after the other, all else of each."""
        nobody = set.intersection(*({one for group in groups for one in group} for groups in unseen))
        pair = _pair(game, [kept for group in unseen[0] if len(kept := [one for one in group if one in nobody]) > 1], f"later/{key}")
        two = self._twin(1, game, document, pair) if pair else None
        one = None if two is None else self._twin(0, game, document, [])
        if one is None or two is None:
            return None
        seats = range(len(game.core.seats))
        bots = [{seat: RandomBot(own_stream(seat, key)) for seat in seats} for _ in range(2)]
        lie = [one.core.entities[card]["at"] for card in pair]
        for further in range(FURTHER):
            if any([each.core.entities[card]["at"] for card in pair] != lie for each in (one, two)) or "seat" not in one.pending():
                return None
            for seat in seats:
                found = self._compared(one, two, seat, further % len(seats), f"later seat {seat} can tell {_names(one, pair)}")
                if found is not None:
                    return found
            seat = int(one.pending()["seat"].rpartition(":")[2])
            for each, mine in zip((one, two), bots, strict=True):
                each.apply(mine[seat](None, each.pending()))
        return None

    def _twin(self, which: int, game: Game, document: Record, pair: list[int]) -> Game | None:
        """The game in which a pair has changed places since the checkpoint; None if an answer since then names what is not there now.

        Raises Diverged if somebody is asked something else where that must not be.
        """
        made = self._spare[which]
        if pair:
            document = {**document, "entities": list(document["entities"])}
            _exchange(game, document["entities"], *pair)
        try:
            made.restore(document, game.answers, inputs=game.inputs - len(game.answers))
            made.pending()
            return made
        except (Misfit, Refused):
            return None
        except Diverged:
            if _always(game):
                raise
            return None

    def _compared(self, one: Game, two: Game, seat: int, whole: int, said: str) -> str | None:
        self.compared += 1
        return _difference(*(_sent(each, seat, whole) for each in (one, two)), said)


def _pair(game: Game, groups: list[list[int]], key: str) -> list[int]:
    """Two things of one group of which each is another card; none if there are no such two."""
    source = Stream(key)
    for group in source.pick(groups, len(groups)):
        first = group[source.draw(len(group))]
        others = [one for one in group if game.core.entities[one]["def"] != game.core.entities[first]["def"]]
        if others:
            return [first, others[source.draw(len(others))]]
    return []


def _exchange(game: Game, entities: list[Record], one: int, other: int) -> None:
    """Each becomes the other card where it lies. What a card of that kind counts there stays there."""
    here, there = ({slot["id"] for slot in slots_of(game.core, game.core.entities[card])} for card in (one, other))
    stay = {*STAY, *(here & there)}
    cards = [{key: value for key, value in entities[card].items() if key not in stay} for card in (other, one)]
    for card, new in zip((one, other), cards, strict=True):
        entities[card] = {**{key: value for key, value in entities[card].items() if key in stay}, **new}


def _seen_since(game: Game, seat: int, pair: list[int]) -> bool:
    """Whether the seat was told of one of two cards by name since the checkpoint: it held it for a while, and gave it back."""
    core = game.core
    for event in core.events[max(0, core.events_start - core.events_cut) :]:
        for value in event[3].values():
            for one in pair:
                if (value == one or (type(value) is list and one in value)) and not (event[6] or {}).get(one, ("",) * (seat + 1))[seat].endswith("]"):
                    return True
    return False


def _always(game: Game) -> bool:
    """Whether being asked must not tell anything."""
    return bool(game.program.policies.get("windows") == "always")


def _asked(game: Game) -> Any:
    """Who is asked what, and when: with `able` a seat may be asked at one window because it was not at the one before."""
    pending = game.pending()
    return [pending.get(part) for part in ("site", "seat", "kind", "chain")]


def _sent(game: Game, seat: int, whole: int) -> str:
    """What a seat is sent: the view (only of one seat the whole), what it is asked, what it was told since the checkpoint."""
    pending = game.pending()
    asked = view(game, seat) if seat == whole else pending if pending.get("seat") == f"seat:{seat}" else [pending.get("seat"), pending.get("kind")]
    return json.dumps([asked, seat_events(game, seat, game.core.events_start)])


def _difference(one: str, two: str, said: str) -> str | None:
    if one == two:
        return None
    at = next(at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    return f"{said}: {one[max(0, at - 150) : at + 150]} became {two[max(0, at - 150) : at + 150]}"


def _names(game: Game, pair: list[int]) -> str:
    return " from ".join(str(game.core.entities[one]["def"]) for one in pair)
