"""The command `rulewright`: finds the command's module, reads its arguments, runs it, and turns what happens into an exit code.

A command is a module of `tools/commands/` that is named as the command is and offers

    NAME: str                                     as it is typed
    HELP: str                                     one line
    EXAMPLES: str                                 lines that can be copied; the last part of its `--help`
    arguments(parser: ArgumentParser) -> None     declares its arguments
    run(args: Namespace) -> int                   does the work and gives the exit code

Exit codes: 0 clean, 1 findings, 2 the command was not understood, 70 a bug in Rulewright, 130 interrupted, 141 the reader of the pipe went away.
"""
from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import NoReturn

from rulewright import __version__

from . import commands
from .terminal import harden, safe
from .usage import UsageError

CLEAN, FINDINGS, USAGE, BUG, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 70, 130, 141


class _Parser(argparse.ArgumentParser):
    """One whose complaints repeat what was typed without what a terminal would obey."""

    def error(self, message: str) -> NoReturn:
        super().error(safe(message))


def command_names() -> list[str]:
    """All commands, in the order of the alphabet."""
    return sorted(info.name for info in iter_modules(commands.__path__))


def command(name: str) -> ModuleType:
    """The module of a command."""
    return import_module(f"{commands.__name__}.{name}")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and gives its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    harden(sys.stdout)
    harden(sys.stderr)
    try:
        for word in arguments:
            _may_be_a_path(word)
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except UsageError as fault:
        print(f"rulewright: {safe(str(fault))}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # What is left in the buffer must not be written when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return BROKEN_PIPE
    except OSError as fault:
        # What a disk or a system refuses is nobody's bug; the commands say it themselves where they know more.
        print(f"rulewright: {safe(str(fault.filename or 'the system'))}: {safe((fault.strerror or str(fault)).lower())}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else CLEAN if end.code is None else USAGE
    except Exception as fault:
        return _report_bug(fault, arguments)


def _may_be_a_path(word: str) -> None:
    """Words are typed, but a program that calls this one may pass anything."""
    try:
        if "\0" in word:
            raise UsageError(f"`{word}` holds a character that nothing here can be called by")
        os.fsencode(word)
    except UnicodeEncodeError:
        raise UsageError(f"`{word}` holds half of a character") from None


def _run(arguments: list[str]) -> int:
    names = command_names()
    typed = next((word for word in arguments if not word.startswith("-")), None)
    chosen = [typed] if typed in names else names
    if typed is not None and typed not in names:
        near = get_close_matches(typed, names, 1, 0.5)
        remedy = f"did you mean `{near[0]}`?" if near else "the commands are " + ", ".join(names)
        raise UsageError(f"`{typed}` is not a command: {remedy}")
    parser = _parser(chosen)
    if not arguments:
        parser.print_help()
        return USAGE
    args = parser.parse_args(arguments)
    code: int = args.run(args)
    return code


def _parser(names: Sequence[str | None]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="rulewright",
        description="Tabletop rules as data: check, compile, test and play them.",
        epilog="`rulewright COMMAND --help` shows a command's options and examples. Exit codes: 0 clean, 1 findings, 2 usage.",
    )
    parser.add_argument("--version", action="version", version=f"rulewright {__version__}")
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in names:
        module = command(str(name))
        part = inner.add_parser(
            module.NAME,
            help=module.HELP,
            description=module.HELP,
            epilog="examples:\n" + module.EXAMPLES.strip("\n"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.arguments(part)
        part.set_defaults(run=module.run)
    return parser


def _report_bug(fault: Exception, arguments: list[str]) -> int:
    """An exception that reaches this place is a fault of Rulewright and not of anybody's content."""
    if os.environ.get("RULEWRIGHT_DEBUG") == "1":
        import traceback

        traceback.print_exception(fault, file=sys.stderr)
    said = safe(" ".join(arguments))
    kind = type(fault).__name__
    print(f"rulewright: this is a bug in Rulewright {__version__}, not in your content: {kind} in `rulewright {said}`", file=sys.stderr)
    print("  help: report it with the files that show it; RULEWRIGHT_DEBUG=1 prints where it happened", file=sys.stderr)
    return BUG
