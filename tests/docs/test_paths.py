"""What the pages name exists: paths in backticks, links to pages and to headings; and the folder's README lists every page."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from .fences import DOCS, PAGES, ROOT, anchors, prose

# Names of files that an example makes, or that every pack has.
MADE = {"pack.yaml", "mypack/", "mypack/cards.rw", "cards.rw"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_exist(page: Path) -> None:
    words = re.findall(r"`([\w./-]+)`", prose(page))
    paths = [word for word in words if re.fullmatch(r"[\w.-]+(/[\w.-]+)*/|[\w.-]+(/[\w.-]+)*\.(py|md|rw|json|lark|yaml|toml|svg)", word)]
    assert [word for word in paths if word not in MADE and not (ROOT / word).exists() and not (DOCS / word).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    missing = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        name, _, anchor = target.partition("#")
        file = page if not name else (DOCS / name).resolve()
        if not name.startswith("http") and (not file.exists() or (anchor and anchor not in anchors(file))):
            missing.append(target)
    assert missing == []


def test_the_readme_lists_every_page() -> None:
    text = (DOCS / "README.md").read_text("utf-8")
    assert [page.name for page in PAGES if page.name != "README.md" and f"`{page.name}`" not in text] == []
