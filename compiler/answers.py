"""Answers in tests: each names something that could be offered. A misspelt one would make `refuse { answer "..." }` hold for ever.

Whatever has a name in the compiled game counts, and every text that a menu or an option shows; ids, copies and spaces by their place are let through.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Problem
from rulewright.dsl.records import inside
from rulewright.dsl.source import Source
from rulewright.dsl.walk import walk

from .facts import Facts
from .names import did_you_mean
from .packs import Loaded
from .stubs import Stub

SHOWN = frozenset(("name", "text", "value", "members", "id"))
_COPY = re.compile(r"#\d+\Z")
_SPELT_OTHERWISE = frozenset("(:/[")


def check_answers(pack: Loaded, ruleset: dict[str, Any], sources: Mapping[str, Source], kept: Iterable[Facts] = ()) -> Iterator[Problem]:
    """The texts of a pack's answers that nothing in the game is called; `kept` is known of things that have no record."""
    files = [file for file in pack.parsed if "answer" in sources[file.path].text]
    nodes = (node for file in files for item in file.items if not isinstance(item, Stub) for node in walk(item))
    said = [text for node in nodes if isinstance(node, s.Phrase) and node.word.name == "answer" for text in _texts(node)]
    known = _names(ruleset, kept) if said else set()
    for text in said:
        value = _COPY.sub("", text.value)
        if value not in known and not value.isdigit() and not _SPELT_OTHERWISE & set(value):
            yield rows.UNKNOWN_ANSWER.at(text.span, name=text.value, hint=did_you_mean(value, known) or "an answer is a name as the game shows it")


def _texts(answer: s.Phrase) -> list[s.Text]:
    return [node for node in walk(answer) if isinstance(node, s.Text)]


def _names(ruleset: dict[str, Any], kept: Iterable[Facts]) -> set[str]:
    """Every name, word and text of the rules, also as it is shown: `take turn` for `take_turn`."""
    found = {"yes", "no", "none", "pass", "skip"}.union(*(one.shown for one in kept))
    for record in inside({key: value for key, value in ruleset.items() if key not in ("tests", "scenarios", "source_map", "texts", "trace", "packs")}):
        shown_by(record, found)
    return found | {name.replace("_", " ") for name in found}


def shown_by(node: dict[str, Any], into: set[str]) -> None:
    """Adds the names, words and texts that a node itself has."""
    for key in SHOWN & node.keys():
        shown_as(key, node[key], into)


def shown_as(key: str, value: Any, into: set[str]) -> None:
    """Adds what the value of one of the `SHOWN` keys of a node shows."""
    if isinstance(value, str):
        into.add(value if key != "id" else value.rpartition(":")[2].rpartition("/")[2])
    elif key == "members":
        into.update(one for one in value or () if isinstance(one, str))
