"""Scenarios by name, and the options that a game is set up with: those of a scenario, and what a person sets besides."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.runtime.options import chosen as agreed
from rulewright.runtime.trouble import Refused

from .asking import NotUnderstood, named
from .players import options
from .terminal import safe
from .usage import UsageError

Scenario = Mapping[str, Any]


def scenarios(ruleset: Mapping[str, Any]) -> list[Scenario]:
    """The scenarios of a ruleset, in their order."""
    return list(ruleset.get("scenarios", ()))


def by_name(typed: str, ruleset: Mapping[str, Any]) -> Scenario:
    """The scenario that is meant by a name or a part of one. Raises UsageError."""
    known = {safe(str(one["name"])): one for one in scenarios(ruleset)}
    if not known:
        raise UsageError("the game has no scenarios")
    try:
        return known[named(typed, list(known))]
    except NotUnderstood as fault:
        raise UsageError(f"{fault} among the scenarios: {', '.join(known)}") from None


def set_up(scenario: Scenario | None, texts: Iterable[str], ruleset: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game by the id of their slot: those of the scenario, then what `NAME=VALUE` texts say.

    Raises UsageError, also for options that do not go together.
    """
    chosen = {**(scenario["options"] if scenario is not None else {}), **options(texts, ruleset)}
    try:
        agreed(dict(ruleset), chosen)
    except Refused as fault:
        raise UsageError(fault.reason) from None
    return chosen


def told(scenario: Scenario) -> str:
    """The name of a scenario, and what it is about."""
    text = scenario.get("text") or ""
    return safe(str(scenario["name"])) + (f": {safe(str(text))}" if text else "")
