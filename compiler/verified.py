"""The last pass: our own output is verified as a stranger's would be. A fault here is a bug of the compiler, never of the author."""
from __future__ import annotations

from typing import Any


class CompilerBug(Exception):
    """The compiler made a ruleset that does not verify."""


def verify_own(ruleset: dict[str, Any]) -> None:
    """Raises CompilerBug with the first faults."""
    from rulewright.dsl.verify import verify

    faults = verify(ruleset)
    if faults:
        raise CompilerBug("; ".join(f"{f.path}: {f.message}" for f in faults[:40]))
