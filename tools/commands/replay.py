"""`rulewright replay`: plays a log again and says where it first differs."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.runtime.files import Replay

    from ..names import Names

NAME = "replay"
HELP = "play a log again and say where it first differs"
EXAMPLES = """
  rulewright replay game.log.jsonl                        with the pack that the log names, if it is here or comes with Rulewright
  rulewright replay game.log.jsonl --against mygame       with a pack that was changed since
"""
MAX_BYTES = 64 * 1024 * 1024


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("log", metavar="LOG", help="a log, as `rulewright play --log` writes it")
    parser.add_argument("--against", metavar="PACK|FILE", help="the pack or compiled ruleset to play it with, also if it is not the same as then")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--story", action="store_true", help="also tell what happens")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the report")


def run(args: Namespace) -> int:
    """Prints the first difference, or that there is none; 1 when there is one."""
    import json
    import sys

    from rulewright.runtime import files
    from rulewright.runtime.reading import BadFile

    from ..loading import Faulty, load_game, pack_folder, read_text
    from ..names import Names
    from ..players import seat_names
    from ..terminal import safe

    text = read_text(args.log, MAX_BYTES)
    try:
        header, _ = files.read_log(text)
        path = args.against or pack_folder(header["ruleset"]["id"])
        ruleset = load_game(path, args.packs)
        done = files.replay(ruleset, text, same_ruleset=args.against is None)
    except BadFile as fault:
        print(f"{safe(args.log)}: {safe(str(fault))}" + (_HELP if fault.place == "/ruleset/hash" else ""), file=sys.stderr)
        return 1
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return 1
    names = Names(ruleset, seat_names(ruleset, done.game.program.options))
    if args.story:
        from ..narration import Narrator, as_lines

        print("\n".join(as_lines(Narrator(ruleset, names).tell(done.game.events()))))
    if args.format == "json":
        found = None if done.divergence is None else {**vars(done.divergence), "rule": names.rule(done.divergence.site)}
        print(json.dumps({"inputs": done.inputs, "same": found is None, "divergence": found}, indent=2))
    else:
        print(_said(done, names, safe(args.log)))
    return 1 if done.divergence is not None else 0


_HELP = "\n  help: `--against PACK` plays it with another ruleset than that of the log, to find the first difference"


def _said(done: Replay, names: Names, log: str) -> str:
    from ..terminal import safe

    if done.divergence is None:
        return f"{log}: {done.inputs} inputs, and everything is as it was; {_end(done.game.pending(), names)}"
    one = done.divergence
    at = f"input {one.input}" if one.input else "before the first input"
    place = f", at {safe(one.site)} ({names.rule(one.site)})" if one.site else ""
    who = f" of {names.of(one.seat)}" if one.seat else ""
    return f"{log}:{one.line}: the first difference is {at}{who}{place}\n  the log says that {safe(one.expected)}\n  but {safe(one.found)}"


def _end(pending: Mapping[str, Any], names: Names) -> str:
    from ..terminal import safe

    if "stopped" in pending:
        return f"then the rules were stopped: {safe(pending['stopped']['text'])} in {names.rule(pending['stopped']['rule'] or '')}"
    if "result" in pending:
        return f"then the game is over: {names.of(pending['result']['winners']) if pending['result']['winners'] else 'nobody'} won"
    return f"then {names.of(pending['seat'])} is asked" if "seat" in pending else "then nothing is asked"
