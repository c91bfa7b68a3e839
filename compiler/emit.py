"""A ruleset as the bytes of its file: the same content gives the same bytes on every platform.

Keys stand in the order of the table of records; UTF-8, `\\n`, no blanks; one line for each record of the document's lists, so that two versions of a game
can be compared line by line. `content_hash` names the content: it knows nothing of layout and of the source map, which may be stripped.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from rulewright.dsl.records import complete
from rulewright.dsl.verify_fast import sound
from rulewright.dsl.verify_shape import MAX_NESTING, Faults, bounds

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, check_circular=False).encode


def emit(ruleset: Mapping[str, Any]) -> bytes:
    """The file of a ruleset. Keys that may be empty and are missing are written out. Raises ValueError for what is no JSON of a ruleset: that is a bug."""
    whole = complete(ruleset)
    if not sound(whole, MAX_NESTING):
        faults = Faults()
        bounds(whole, faults)
        raise ValueError(f"{faults[0].path}: {faults[0].message}")
    lines = [f"{_write(key)}:{_entry(value)}" for key, value in whole.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _entry(value: object) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(_write(item) for item in value) + "\n]"
    return _write(value)


def content_hash(ruleset: Mapping[str, Any]) -> str:
    """`sha256:` and 64 hex digits over the sorted keys of everything but the source map; the runtime and its ports compute the same."""
    content = {key: value for key, value in complete(ruleset).items() if key != "source_map"}
    return "sha256:" + sha256(_canonical(content).encode()).hexdigest()
