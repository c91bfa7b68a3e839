"""`rulewright fmt`: the canonical layout of content files."""
from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

NAME = "fmt"
HELP = "lay content files out in the canonical way"
EXAMPLES = """
  rulewright fmt mypack              rewrite every .rw file of a folder that is not laid out yet
  rulewright fmt mypack --check      change nothing; say which files would change, exit 1 if any would
  rulewright fmt cards.rw --diff     change nothing; show what would change
  rulewright fmt - < cards.rw        from standard input to standard output
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or `-`")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--check", action="store_true", help="change nothing, only say which files are not laid out")
    form.add_argument("--diff", action="store_true", help="change nothing, show the differences")


def run(args: Namespace) -> int:
    """Formats each file; 1 when one would change (`--check`, `--diff`) or could not be read as content, which leaves it alone."""
    from ..findings import plural

    changed = faulty = seen = 0
    for path in _files(args.paths):
        seen += 1
        done = _one(path, args)
        changed += done == "changed"
        faulty += done == "faulty"
    if args.paths == ["-"]:
        return 1 if faulty else 0
    would = "would change" if args.check or args.diff else "changed"
    print(f"{plural(seen, 'file')} read, {changed} {would}" + (f", {faulty} with findings left alone" if faulty else ""), file=sys.stderr)
    return 1 if faulty or ((args.check or args.diff) and changed) else 0


def _files(paths: list[str]) -> Iterator[Path | None]:
    """The files that the paths name, folders walked in order; None is standard input."""
    from ..meant import instead
    from ..usage import UsageError

    for name in paths:
        path = Path(name)
        if name == "-":
            yield None
        elif path.is_dir():
            found = sorted(file for file in path.rglob("*.rw") if not any(part.startswith(".") for part in file.relative_to(path).parts))
            if not found:
                raise UsageError(f"`{name}` holds no .rw file")
            yield from found
        elif path.is_file():
            yield path
        else:
            raise UsageError(f"`{name}` is no file or folder{instead(name)}")


def _one(path: Path | None, args: Namespace) -> str:
    """What became of one file: `same`, `changed` or `faulty`."""
    from rulewright.compiler.decode import decode

    from ..findings import as_text
    from ..fmt import format_source
    from ..terminal import safe
    from ..usage import UsageError
    from ..writing import write_whole

    shown = "standard input" if path is None else path.as_posix()
    try:
        data = sys.stdin.buffer.read() if path is None else path.read_bytes()
    except OSError as fault:
        raise UsageError(f"`{shown}` cannot be read: {(fault.strerror or 'no reason given').lower()}") from None
    source, problems = decode(shown, data)
    text, more = format_source(source) if source is not None else ("", [])
    errors = [problem for problem in [*problems, *more] if problem.severity == "error"]
    if errors or source is None:
        for problem in errors:
            print(as_text(problem, {shown: source} if source is not None else {}), file=sys.stderr)
        return "faulty"
    if path is None:
        sys.stdout.write(text)
        return "same"
    wanted = text.encode("utf-8")
    if wanted == data:
        return "same"
    if args.diff:
        for line in unified_diff(source.text.splitlines(), text.splitlines(), shown, shown, lineterm=""):
            print(safe(line))
    elif args.check:
        print(f"{safe(shown)} is not laid out")
    else:
        write_whole(str(path), wanted)
        print(safe(shown))
    return "changed"
