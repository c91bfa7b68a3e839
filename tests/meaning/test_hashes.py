"""Under ten seeds of Python's hashes, each a process of its own: the same results where several things are equally near, old or hit."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from .test_meaning import ruleset

ROOT = Path(__file__).parents[2]
TOPICS = ("credits_printed", "layers", "rings", "scattered")
PLAYS = """
import json, sys
sys.path[:0] = ["typings"]
from rulewright.runtime.game import Game
from rulewright.runtime.trial import run_test
for rules in json.load(sys.stdin):
    print(len(rules["tests"]), [found.message for found in (run_test(rules, one) for one in rules["tests"]) if not found.passed])
game = Game(rules, seed="8", verified=True)
game.pending()
print(game.hash())
"""


def test_ten_seeds_of_hashes_give_one_result() -> None:
    given, said = json.dumps([ruleset(topic) for topic in TOPICS]), set()
    for seed in range(10):
        env = {**os.environ, "PYTHONHASHSEED": str(seed)}
        said.add(subprocess.run([sys.executable, "-c", PLAYS], input=given, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1
    *tests, digest = said.pop().splitlines()
    assert len(tests) == len(TOPICS) and all(line.endswith(" []") and line != "0 []" for line in tests) and len(digest) == 64
