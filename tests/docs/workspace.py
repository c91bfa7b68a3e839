"""The folder in which the commands of the pages are run: `content/` as shipped, and `mypack/` as somebody has it who has followed the first part of
docs/language.md to its end.
"""
from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from .fences import ROOT, Fence, fences

LANGUAGE = "language.md"
COMMAND = Path(sys.executable).parent / "rulewright"


def fill(folder: Path) -> None:
    """Put both packs into an empty folder."""
    shutil.copytree(ROOT / "content", folder / "content", ignore=shutil.ignore_patterns("__pycache__"))
    mypack = folder / "mypack"
    mypack.mkdir()
    for number, fence in enumerate(_tutorial()):
        name = "pack.yaml" if fence.language == "yaml" else f"part_{number}.rw"
        (mypack / name).write_text(fence.text, "utf-8")


def _tutorial() -> list[Fence]:
    """The fences of part one whose text the reader is to keep."""
    second = (ROOT / "docs" / LANGUAGE).read_text("utf-8").split("\n# Part two")[0].count("\n")
    return [fence for fence in fences() if fence.page == LANGUAGE and fence.line < second and "finds" not in fence.words]


def environment(folder: Path) -> dict[str, str]:
    """The environment of a command: the one of the tests, without colour."""
    return {**os.environ, "NO_COLOR": "1", "PATH": f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}


def commands(text: str) -> list[str]:
    """The lines of a shell example that begin with `rulewright`, joined where they go on after a backslash."""
    return [line.removeprefix("$ ") for line in re.sub(r"\\\n\s*", "", text).splitlines() if line.removeprefix("$ ").startswith("rulewright ")]
