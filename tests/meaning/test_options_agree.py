"""Options that do not go together are refused before a game begins, in the words of the game."""
from __future__ import annotations

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused

from .test_meaning import ruleset


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"storm": True}, "these options do not go together: `weather` is sun, `storm` is yes (only rain storms)"),
        ({"weather": "snow", "waves": 3}, "these options do not go together: `weather` is snow, `waves` is 3 (the sea is calm under snow)"),
    ],
)
def test_they_are_refused_in_the_words_of_the_game(options: dict[str, object], words: str) -> None:
    rules = ruleset("options_agree")
    assert rules is not None
    with pytest.raises(Refused) as refused:
        Game(rules, seed="x", options=options)
    assert refused.value.reason == words
    Game(rules, seed="x", options={"storm": True, "weather": "rain", "waves": 9}).pending()
