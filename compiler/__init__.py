"""Text to ruleset: packs, parse, names, types, graph checks, data flow, lowering, verification. Pure: no I/O."""
from __future__ import annotations

from .pipeline import Compiled, compile_packs

__all__ = ["Compiled", "compile_packs"]
