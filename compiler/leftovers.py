"""Nothing is silently ignored: what a phrase says and its form does not read is a finding, and so is what it says twice.

One row for each word with a form of its own: the tails and labels that the form reads, whether it has an argument, costs, a block, a second block. A call of
a verb has labels and names and nothing else.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.source import Span

from .world import World

_HELP = {
    "until": "only what is made inside a body lasts until something; text on a thing works as long as the thing is there",
    "until next": "only what is made inside a body lasts until something; text on a thing works as long as the thing is there",
    "once": "only a handler can be used up; a clause lasts `until` or `while`",
    "twice": "count with a `limit` or a counter",
    "where": "put the filter in brackets",
    "unless": "join it to the condition with `and not`",
    "as": "only a `forbid` has a name, for `despite`",
    "per": "`per` stands after `once` or in a `limit`",
}
_CALL_HELP = {
    "where": "put the filter in brackets: `destroy all (heroes where it.dead)`",
    "until": "only clauses and handlers last; verbs happen at once",
    "while": "use `repeat while ... { }`",
    "once": "use a `limit` or a counter",
    "else": "use `if`",
}


class Reads(NamedTuple):
    """What a form reads. `many`: the tails of which there may be several; `labels` None: whoever matches the labels reports the wrong and doubled ones.

    Where a `where` restricts an event, `named` is read only to say that a restriction is a condition.
    """

    tails: tuple[str, ...] = ()
    labels: tuple[str, ...] | None = ()
    argument: bool = True
    copies: bool = False
    costs: bool = False
    block: bool = False
    otherwise: bool = False
    many: tuple[str, ...] = ()
    help: Mapping[str, str] = _HELP


_MOMENT = Reads(("where", "once", "per", "while", "named"), block=True)
_BLOCK = Reads(block=True)
FORMS: dict[str, Reads] = {
    "modify": Reads(("where", "while"), ("for", "to")),
    "cap": Reads(("where", "while"), ("for", "at")),
    "floor": Reads(("where", "while"), ("for", "at")),
    "forbid": Reads(("where", "unless", "as", "while", "named")),
    "allow": Reads(("where", "despite", "while", "named")),
    "oblige": Reads(("where", "so that", "if able", "while", "named"), ("by",)),
    "limit": Reads(("where", "per", "for each", "while", "named"), ("to",), many=("for each",)),
    "prevent": Reads(("where", "while", "named")),
    "mute": Reads(("where", "while")),
    "grant": Reads(("where", "while"), ("for",)),
    **dict.fromkeys(("before", "after", "instead of", "on", "at"), _MOMENT),
    "react": _MOMENT._replace(labels=("by", "before", "after", "at"), argument=False, costs=True),
    "choose": Reads(("where", "as", "else"), ("from", "among", "by")),
    "choose option": Reads((), ("by",), block=True),
    "offer": Reads(("as", "else", "until"), ("by",)),
    "may": Reads((), ("by",), block=True, otherwise=True),
    "repeat": Reads(("while", "until"), block=True),
    "share": Reads((), ("among", "by")),
    "spread": Reads((), ("among", "by")),
    "step": Reads(("where", "while"), block=True),
    "continue": Reads(("named",), argument=False),
    **dict.fromkeys(("do", "end"), Reads()),
    **dict.fromkeys(("skip", "cancel", "start"), Reads(argument=False)),
    **dict.fromkeys(("rule", "group", "family", "test", "scenario", "face"), _BLOCK),
    "bot": Reads((), ("for",), block=True),
    "prefer": Reads(("where",), ("at", "by")),
    **dict.fromkeys(("policy", "box"), Reads(argument=False, block=True)),
    "given": Reads((), ("at", "on", "into")),
    **dict.fromkeys(("dice", "answer"), Reads()),
    **dict.fromkeys(("refuse", "permit"), Reads(("named",), None, block=True)),
    **dict.fromkeys(("extend", "remove"), _BLOCK),
    "override": _BLOCK._replace(costs=True),
}
MEMBER = Reads(("where",), costs=True, block=True)
EFFECT = Reads(argument=False, block=True)
ADVANCE = Reads((), ("by",))
DEFINITION = Reads(("named",), copies=True, block=True, many=("named",), help={})
CALL = Reads(("named", "as"), None, many=("named",), help=_CALL_HELP)


def unread(world: World, item: s.Phrase, form: Reads | None = None, where: str | None = None) -> None:
    """Report what the form of a phrase does not read, and what it is told twice; `where` says the form in an author's words."""
    reads = form or FORMS[item.word.name]
    where = where or f"`{item.word.name}`"
    seen: set[tuple[str, str | None]] = set()
    for tail in item.tails:
        key = (tail.word, tail.name if tail.word in ("label", "named") else None)
        if not _reads(reads, item, tail):
            _misplaced(world, tail.span, said(tail), where, reads.help.get(tail.word, "take it out"))
        elif key in seen and tail.word not in reads.many and not (tail.word == "label" and reads.labels is None):
            world.problems.append(rows.DOUBLED_TAIL.at(tail.span, name=said(tail).strip("`")))
        seen.add(key)
    if item.argument is not None and not reads.argument:
        _misplaced(world, item.argument.span, "an argument", where, "take it out")
    if item.count is not None and not reads.copies:
        _misplaced(world, item.word.span, f"`x{item.count}`", where, "only a definition has copies; to do something again use `repeat`")
    if item.costs and not reads.costs:
        _misplaced(world, item.costs[0].span, "`costs`", where, "costs belong to verbs, sequences and reacts, and to members such as `instant`")
    if item.block is not None and not reads.block:
        _misplaced(world, item.block.span, "a block", where, "a call ends with its labels" if reads.labels is None else "take the block out")
    if item.otherwise is not None and not reads.otherwise:
        _misplaced(world, item.otherwise.span, "`else`", where, "use `if` inside the block")


def unread_quantity(world: World, node: s.Quantity, where: str, *, tag: str = "take it out", of: str | None = "take it out") -> None:
    """Report the word before the unit, and what follows `of` unless that is read (`of` is None), of an amount of which only number and unit are read."""
    if node.tag is not None:
        _misplaced(world, node.tag.span, f"`{node.tag.name}`", where, tag)
    if node.of is not None and of is not None:
        _misplaced(world, node.of.span, "`of`", where, of)


def said(tail: s.Tail) -> str:
    """A tail in an author's words."""
    return f"`{tail.name}`" if tail.word == "label" else f"`{tail.name}:`" if tail.word == "named" else f"`{tail.word}`"


def _reads(reads: Reads, item: s.Phrase, tail: s.Tail) -> bool:
    if tail.word == "label":
        return reads.labels is None or tail.name in reads.labels
    if tail.word == "per" and "once" in reads.tails and not any(t.word == "once" for t in item.tails):
        return False
    return tail.word in reads.tails


def _misplaced(world: World, span: Span, what: str, where: str, hint: str) -> None:
    world.problems.append(rows.MISPLACED.at(span, what=what, where=where, hint=hint))
