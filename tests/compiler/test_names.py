"""Which known word a misspelt one is taken for: what `difflib` finds, without comparing each with each."""
from __future__ import annotations

from difflib import get_close_matches
from itertools import islice
from random import Random

import pytest

from rulewright.compiler.names import CLOSE, bare, likely, nearest

TEXT = """
health armor damage honor resist movement attack_line attacker attack attacks card cards discard hand hands land lands steady ready readies Hand HEALTH
Ärger arger Arger größe grosse été ete a ab abc it item items unknown1 unknown2 unknown12 unknown21 draw drawn drown brown
"""
WORDS = sorted(set(TEXT.split()))


def spoilt(random: Random, word: str) -> str:
    letters = list(word)
    for _ in range(random.randint(0, 3)):
        at = random.randrange(len(letters) + 1)
        letters[at : at + random.randint(0, 1)] = random.choice(["", "x", "e", "E", "é", "12"])
    return "".join(letters) or "x"


@pytest.mark.parametrize("seed", range(300))
def test_the_words_most_alike_are_those_of_difflib_in_its_order(seed: int) -> None:
    random = Random(seed)
    name, known = spoilt(random, random.choice(WORDS)), random.sample(WORDS, random.choice([3, 15, len(WORDS)]))
    same = sorted(word for word in known if word != name and bare(word) == bare(name))
    others = [word for word in known if word != name and word not in same]
    found = get_close_matches(name, others, n=8, cutoff=CLOSE)
    assert list(islice(likely(name, known), len(same) + len(found))) == same + found
    assert nearest(name, known) == next(iter([*same, *found, *get_close_matches(name.lower(), [w for w in others if w.islower()], 1, CLOSE)]), None)


def test_a_word_of_other_case_is_found_by_its_letters() -> None:
    assert nearest("HELTH", ["health", "Honor"]) == "health" and nearest("", ["health"]) is None
