"""No seat learns anything of what it does not see: views, options, events, refusals, hashes stay equal when hidden cards, or equal copies, are exchanged."""
from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Diverged, Refused
from rulewright.runtime.view import seat_events, view

from .hiding import answer, asked_alike, at, begun, copies_exchanged, redealt, unseen

SEEDS = st.integers(0, 10**6)
FEW = settings(max_examples=8, deadline=None, derandomize=True, phases=[Phase.generate])


def refusals(game: Game) -> list[str]:
    """What the pending decision says to answers that are not offered."""
    said = []
    for wrong in ("nothing", "veils:ash#1", "stock:table[0]", "hand:seat:1[9]", ["lay", "lay"], 7, None):
        try:
            game.decision.parse(wrong)  # type: ignore[union-attr]
        except Refused as fault:
            said.append(str(fault))
    return said


@FEW
@given(SEEDS, st.integers(2, 3))
def test_hidden_cards_may_be_any_others(seed: int, seats: int) -> None:
    game, compared = begun(f"deal/{seed}", seats), 0
    while "seat" in (pending := game.pending()):
        for seat in range(seats):
            try:
                twin = at(game, redealt(game, seat, (seed, pending["n"])), game.answers)
                same = twin.pending().get("site"), twin.pending().get("seat")
            except (Diverged, Refused):
                continue  # an answer of another seat named a card that it now does not hold
            if same != (pending["site"], pending["seat"]):
                continue
            compared += 1
            assert asked_alike(twin, seat) == asked_alike(game, seat)
            if pending["seat"] == f"seat:{seat}":
                assert refusals(twin) == refusals(game)
        game.apply(answer(pending, seed))
    assert compared > 15


@FEW
@given(SEEDS, st.integers(0, 12), st.integers(2, 3))
def test_which_of_equal_copies_lies_where_is_never_told(seed: int, after: int, seats: int) -> None:
    game = begun(f"copies/{seed}", seats)
    for _ in range(after):
        game.apply(answer(game.pending(), seed))
    while game.answers:
        game.apply(answer(game.pending(), seed))
    twin = at(game, copies_exchanged(game, seed), [])
    told = game.core.events_start
    for _ in range(25):
        pending = game.pending()
        for seat in range(seats):
            assert view(twin, seat) == view(game, seat)
            assert seat_events(twin, seat, told) == seat_events(game, seat, told)
        if "seat" not in pending:
            break
        assert twin.pending() == pending
        assert refusals(twin) == refusals(game)
        told = game.core.events_cut + len(game.core.events)
        game.apply(answer(pending, seed))
        twin.apply(answer(pending, seed))


@FEW
@given(SEEDS)
def test_which_hidden_card_another_seat_takes_is_not_told(seed: int) -> None:
    """What a seat sees does not depend on which of the cards that it does not see another seat buries, hides, gives away, or lays open as an equal copy."""
    game, compared = begun(f"choice/{seed}", 3), 0
    while "seat" in (pending := game.pending()):
        asked = int(pending["seat"][-1])
        for seat in set(range(3)) - {asked} if pending["kind"] == "one" else ():
            hidden = unseen(game, seat)
            outcomes: dict[str, list[str]] = {}
            for option in pending["options"]:
                taken = game.decision.choices[game.decision.parse(option["id"])]  # type: ignore[union-attr]
                if taken in hidden:
                    seen, told = after(game, option["id"], taken, seat)
                    outcomes.setdefault(seen, []).append(told)
            for same in outcomes.values():
                compared += len(same) - 1
                assert len(set(same)) == 1
        game.apply(answer(pending, seed))
    assert compared > 5


def after(game: Game, answered: str, taken: int, seat: int) -> tuple[str, str]:
    """What a seat sees the taken card to be when another has answered (nothing, if it is still hidden), and all that it knows then."""
    twin = at(game, game.checkpoint_state(), game.answers)
    told = twin.core.events_start
    twin.apply(answered)
    is_seen = taken not in unseen(twin, seat)
    return twin.core.entities[taken]["def"] if is_seen else "", json.dumps([view(twin, seat), seat_events(twin, seat, told)])


@FEW
@given(SEEDS)
def test_all_that_a_seat_gets_names_only_what_it_sees(seed: int) -> None:
    """Search everything that is sent to a seat for the names of cards: they are of cards that the seat sees, or saw when it was told."""
    game = begun(f"payload/{seed}")
    known: list[set[str]] = [set(), set()]
    told = 0
    while "seat" in (pending := game.pending()):
        for seat in range(2):
            seen = view(game, seat)
            assert game.core.stream.seed_hex not in json.dumps(seen)
            known[seat] |= {one["id"] for one in seen["things"]}
            events = seat_events(game, seat, told)
            known[seat] |= {one for event in events if event["event"] in ("put", "reveal_to") for one in cards(event["with"])}
            assert cards([seen, events]) <= known[seat]
            hidden = {game.core.entities[eid]["def"] for eid in unseen(game, seat)}
            shown = {one["id"].partition("#")[0] for one in seen["things"]} | {one.partition("#")[0] for one in known[seat]}
            assert not any(name in json.dumps([seen, events]) for name in hidden - shown)
        told = game.core.events_cut + len(game.core.events)
        game.apply(answer(pending, seed))


def cards(document: Any) -> set[str]:
    return set(re.findall(r"veils:\w+#\d+", json.dumps(document)))


@pytest.mark.parametrize("seat", [0, 1])
def test_old_events_keep_the_names_of_their_time(seat: int) -> None:
    """A card that is laid open later does not name itself in the event of its draw, nor does one that is shuffled away tell where it lies now."""
    game = begun("names")
    parts: list[Any] = []
    told = 0
    while "seat" in (pending := game.pending()):
        parts += seat_events(game, seat, told)
        told = game.core.events_cut + len(game.core.events)
        game.apply(answer(pending, "names"))
    assert [event for event in seat_events(game, seat) if event["n"] < told] == parts
    assert len(parts) > 40
