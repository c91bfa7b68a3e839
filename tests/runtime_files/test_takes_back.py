"""Whoever takes back and answers the same again comes to the same game, in games of several kinds, whoever took back and however often."""
from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.runtime.trouble import NeedsConsent, Refused

from .test_walks import answer, begun

STEPS = st.lists(st.sampled_from(("on", "on", "on", "back", "rival")), min_size=4, max_size=24)


@pytest.mark.parametrize("name", ["duel", "veils", "noughts", "eights"])
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000).map(str), steps=STEPS, seat=st.integers(0, 1))
def test_the_same_answers_after_an_undo_give_the_same_game(name: str, seed: str, steps: list[str], seat: int) -> None:
    game = begun(name, seed)
    hashes = {0: game.hash()}
    given_by: list[str] = []
    for step in steps:
        pending = game.pending()
        if "seat" not in pending:
            break
        if step == "on":
            game.apply(answer(pending, seed))
            given_by.append(pending["seat"])
        else:
            try:
                gone = game.undo(seat, [0, 1] if step == "back" else [])
            except Refused as why:
                if isinstance(why, NeedsConsent):
                    assert step == "rival" and why.seats == [f"seat:{1 - seat}"]
            else:
                assert [one["seat"] for one in gone] == given_by[-len(gone) :][::-1] and gone[-1]["seat"] == f"seat:{seat}"
                assert step == "back" or {one["seat"] for one in gone} == {f"seat:{seat}"}
                assert f"seat:{seat}" not in given_by[len(given_by) - len(gone) + 1 :], "no more than the last answer"
                del given_by[-len(gone) :]
        assert game.inputs == len(given_by)
        assert hashes.setdefault(game.inputs, game.hash()) == game.hash()
