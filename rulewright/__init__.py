"""Rulewright: tabletop rules as data.

The front door. Everything is fetched when it is first asked for, so that `import rulewright.runtime` stays as light as the runtime is.

    ruleset = rulewright.compile_pack("content/mygame")     # the compiled ruleset, or CompileFailed with every finding
    game = rulewright.Game(...)                             # see runtime/README.md
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .runtime import Game as Game
    from .tools.front import CompileFailed as CompileFailed
    from .tools.front import compile_pack as compile_pack

__version__ = "0.1.0"

__all__ = ["CompileFailed", "Game", "__version__", "compile_pack"]

_WHERE = {"Game": "runtime", "compile_pack": "tools.front", "CompileFailed": "tools.front"}


def __getattr__(name: str) -> Any:
    """Fetches a public name from the room that owns it."""
    if name not in _WHERE:
        raise AttributeError(f"module `rulewright` has no `{name}`")
    from importlib import import_module

    return getattr(import_module(f"rulewright.{_WHERE[name]}"), name)
