"""What somebody meant who names a file or folder that is not there, or has a manifest under another name: a remedy."""
from __future__ import annotations

from pathlib import Path

from rulewright.compiler.names import did_you_mean
from rulewright.dsl.packfiles import MANIFEST, manifest_like

MOST = 2000
"""The names in a folder among which a like one is looked for."""


def instead(text: str) -> str:
    """`: did you mean ...?` for a path that is not there; an empty text if nothing is like it."""
    here = Path(text)
    if here.exists():
        return ""
    turned = text.replace("\\", "/")
    if turned != text:
        hint = instead(turned)
        return f": folders are parted by `/` here: write `{turned}`" if Path(turned).exists() else hint
    parts = here.parts
    for at in range(len(parts)):
        above = Path(*parts[:at]) if at else Path()
        if not (above / parts[at]).exists():
            hint = did_you_mean(parts[at], _names(above))
            return f": {hint}" if hint else ""
    return ""


def misnamed(folder: Path) -> str:
    """`: ...` about a manifest in a folder, or in one directly inside it, that is called otherwise; an empty text if there is none."""
    for place in (folder, *(folder / name for name in _names(folder) if (folder / name).is_dir())):
        for name in _names(place):
            if manifest_like(name) and (place / name).is_file():
                shown = " (endings of names may be hidden in a list of files)" if name.casefold().endswith(".txt") else ""
                return f": rename `{(place / name).as_posix()}` to `{MANIFEST}`{shown}"
    return ""


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())[:MOST]
    except OSError:
        return []
