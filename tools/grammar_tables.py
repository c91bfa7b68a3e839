"""Writes `grammar/tables.json` from `grammar/rulewright.lark`: run it after a change of the grammar."""
from __future__ import annotations

import json

from rulewright.compiler.tables import SHIPPED, build_tables, to_record


def as_text() -> str:
    """The file's text: one line for each part, so that a change can be read."""
    record = to_record(build_tables())
    parts = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=True, separators=(',', ':'))}" for key, value in record.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Write the file."""
    SHIPPED.write_text(as_text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
