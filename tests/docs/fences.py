"""The pages of `docs/` as the tests read them: fenced examples, headings, words in backticks, links.

What a fence says after its language is what must come of it:

    rw                        compiles over the core pack without a finding, and the tests in it pass
    rw over PACK              the same over PACK: a shipped pack, or one that an earlier fence of the page declares
    rw pack NAME [over PACK]  the same, and later fences of the page may stand over it
    rw [over PACK] finds CODE ...   compiling gives exactly these findings
    yaml manifest             a sound pack.yaml
    sh [exit N]               each line that begins with `rulewright` ends with exit code N, which is 0 if nothing is said
    python                    all of a page are one program, which runs without a fault after its commands
    js                        likewise, where there is node
    json, text, mermaid, ...  is shown, not run (JSON must be JSON)
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
LANGUAGES = {"rw", "yaml", "sh", "python", "js", "json", "text", "mermaid", "ini"}


@dataclass(frozen=True)
class Fence:
    """A fenced block: the page, the line of its first fence, its language, the words after it, its text."""

    page: str
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    @property
    def id(self) -> str:
        """How a failing test names it."""
        return f"{self.page}:{self.line}"


@cache
def fences() -> tuple[Fence, ...]:
    """Every fence of every page, in order."""
    return tuple(fence for page in PAGES for fence in _of_page(page))


def _of_page(page: Path) -> list[Fence]:
    out: list[Fence] = []
    opened: tuple[int, str] | None = None
    lines: list[str] = []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if not line.startswith("```"):
            lines.append(line)
        elif opened is None:
            opened, lines = (number, line[3:]), []
        else:
            language, *words = opened[1].split() or [""]
            out.append(Fence(page.name, opened[0], language, tuple(words), "\n".join(lines) + "\n"))
            opened = None
    assert opened is None, f"{page.name}: the fence of line {opened and opened[0]} is never closed"
    return out


def of(language: str) -> list[Fence]:
    """The fences of a language."""
    return [fence for fence in fences() if fence.language == language]


def prose(page: Path) -> str:
    """A page without its fences."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names that links of the form `#name` can have: those of the headings, as code forges make them."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
