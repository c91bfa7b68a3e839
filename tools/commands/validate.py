"""`rulewright validate`: whether a ruleset file, from whatever compiler, has the published form and means something."""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from rulewright.dsl.packfiles import BOM, wide

NAME = "validate"
HELP = "check a compiled ruleset: its form against the schema, its meaning as a runtime would"
EXAMPLES = """
  rulewright validate mypack.ruleset.json
  rulewright validate mypack.ruleset.json --format json
"""
MAX_BYTES = 256 * 1024 * 1024
MAX_SHOWN = 50


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="a ruleset, as `rulewright compile` writes it")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the findings")


def run(args: Namespace) -> int:
    """Prints each fault with the path to it in the document; 1 when there is one."""
    from ..findings import plural
    from ..meant import instead
    from ..terminal import safe
    from ..usage import UsageError

    path = Path(args.file)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"`{args.file}` is larger than {MAX_BYTES // 2**20} MiB")
        data = path.read_bytes()
    except OSError as fault:
        raise UsageError(f"`{args.file}` cannot be read: {(fault.strerror or 'no reason given').lower()}{instead(args.file)}") from None
    faults = document_faults(data)
    if args.format == "json":
        print(json.dumps({"problems": [{"path": at, "message": said} for at, said in faults], "read": {"file": args.file, "bytes": len(data)}}, indent=2))
    else:
        for at, said in faults[:MAX_SHOWN]:
            print(f"{safe(args.file)}: {safe(at)}: {safe(said)}")
        if len(faults) > MAX_SHOWN:
            print(f"... and {len(faults) - MAX_SHOWN} more")
        print(f"{plural(len(faults), 'fault') if faults else 'no faults'}; read {len(data)} bytes")
    return 1 if faults else 0


def document_faults(data: bytes) -> list[tuple[str, str]]:
    """The faults of a document as (path, what is wrong); the format and its version are looked at first."""
    mark = "a mark of byte order, which strict readers refuse" if data.startswith(BOM) else "UTF-16, as some shells write with `>`" if wide(data) else ""
    if mark:
        return [("/", f"the file begins as {mark}: save it as UTF-8 without a mark")]
    try:
        ruleset = json.loads(data.decode("utf-8"), object_pairs_hook=_no_doubles, parse_constant=_no_constant, parse_float=_no_float)
    except UnicodeDecodeError as fault:
        return [("/", f"byte {fault.start} is not UTF-8")]
    except RecursionError:
        return [("/", "nested too deeply to be a ruleset")]
    except ValueError as fault:
        return [("/", f"not JSON: {fault}")]
    if not isinstance(ruleset, dict) or ruleset.get("format") != "rulewright-ruleset":
        return [("/format", "not a ruleset: `format` must be `rulewright-ruleset`")]
    return schema_faults(ruleset)


def schema_faults(ruleset: dict[str, Any]) -> list[tuple[str, str]]:
    """What the published schema says of a document; if nothing, what `verify` says of its meaning."""
    from rulewright.dsl.verify import verify

    from ..validation import validate

    shape = [(finding.path, finding.message) for finding in validate(ruleset)]
    return shape or [(fault.path, fault.message) for fault in verify(ruleset)]


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key `{next(key for key in keys if keys.count(key) > 1)}` stands twice in one record")
    return record


def _no_constant(word: str) -> Any:
    raise ValueError(f"`{word}` is not JSON")


def _no_float(word: str) -> Any:
    raise ValueError(f"`{word}`: a ruleset holds whole numbers only")
