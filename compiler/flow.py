"""Data flow over a finished ruleset."""
from __future__ import annotations

from typing import Any

from rulewright.dsl.problems import Problem

from .packs import Loaded
from .world import World


def check_flow(world: World, pack: Loaded, ruleset: dict[str, Any]) -> list[Problem]:
    """What the records say about each other."""
    return []
