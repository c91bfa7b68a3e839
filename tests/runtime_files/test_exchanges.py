"""Two hidden cards that have changed places: a seat that sees neither is sent the same, and goes on being sent the same until it sees one of them."""
from __future__ import annotations

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rulewright.runtime.stream import Stream
from rulewright.runtime.trouble import Diverged, Refused

from .exchanging import at, begun, exchanged, pair, seen, sent
from .hiding import answer

FURTHER = 4
"""So many decisions both games go on."""
FEW = settings(max_examples=3, deadline=None, derandomize=True, phases=[Phase.generate])


@FEW
@given(st.integers(0, 10**6), st.integers(2, 3))
def test_which_of_two_hidden_cards_lies_where_is_not_told(seed: int, seats: int) -> None:
    game, source, compared = begun(f"exchange/{seed}", seats), Stream(f"exchange/{seed}"), 0
    while "seat" in (pending := game.pending()):
        for seat in range(seats):
            cards = pair(game, seat, source)
            if cards:
                compared += told_nothing(game, seat, cards, seed)
        game.apply(answer(pending, seed))
    assert compared > 20


def told_nothing(game: object, seat: int, cards: list[int], seed: int) -> int:
    """How often the seat was sent something that could be compared."""
    try:
        twins = [at(game, document, which) for which, document in enumerate((game.checkpoint_state(), exchanged(game, *cards)))]  # type: ignore[attr-defined, arg-type]
    except (Diverged, Refused):
        return 0  # an answer of another seat named a card that it now does not hold
    since = twins[0].core.events_start
    for further in range(FURTHER):
        pending = [twin.pending() for twin in twins]
        if any(seen(twin, seat, cards) for twin in twins):
            return further
        if "seat" not in pending[0]:
            assert further
            return further
        assert (pending[0]["site"], pending[0]["seat"]) == (pending[1].get("site"), pending[1].get("seat")), "who is asked tells something"
        assert sent(twins[1], seat, since) == sent(twins[0], seat, since)
        if pending[0] != pending[1]:
            return further + 1  # another seat sees them, and may choose among other cards
        for twin in twins:
            twin.apply(answer(pending[0], (seed, further)))
    return FURTHER
