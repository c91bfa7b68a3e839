"""Nothing is silently ignored: what a phrase says and its form does not read is a finding.

One row for each word with a form of its own: the tails and labels that the form reads, whether it has costs, a block, a second block. A call of a verb has
labels and names and nothing else (see statements.py).
"""
from __future__ import annotations

from typing import NamedTuple

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows

from .env import Env


class Reads(NamedTuple):
    """What a form reads."""

    tails: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    costs: bool = False
    block: bool = False
    otherwise: bool = False


_MOMENT = Reads(("where", "once", "per", "while"), (), block=True)
FORMS: dict[str, Reads] = {
    "modify": Reads(("where", "while"), ("for", "to")),
    "cap": Reads(("where", "while"), ("for", "at")),
    "floor": Reads(("where", "while"), ("for", "at")),
    "forbid": Reads(("where", "unless", "as", "while")),
    "allow": Reads(("where", "despite", "while")),
    "oblige": Reads(("where", "so that", "if able", "while"), ("by",)),
    "limit": Reads(("where", "per", "for each", "while"), ("to",)),
    "prevent": Reads(("where", "while")),
    "mute": Reads(("where", "while")),
    "grant": Reads(("where", "while"), ("for",)),
    **dict.fromkeys(("before", "after", "instead of", "on", "at"), _MOMENT),
    "react": Reads((*_MOMENT.tails,), ("by", "before", "after", "at"), costs=True, block=True),
    "choose": Reads(("where", "as", "else"), ("from", "among", "by")),
    "choose option": Reads((), ("by",), block=True),
    "offer": Reads(("as", "else", "until"), ("by",)),
    "may": Reads((), ("by",), block=True, otherwise=True),
    "repeat": Reads(("while", "until"), (), block=True),
    "share": Reads((), ("among", "by")),
    "spread": Reads((), ("among", "by")),
    "step": Reads(("where", "while"), (), block=True),
    "continue": Reads(("named",)),
    **dict.fromkeys(("do", "end", "skip", "cancel"), Reads()),
}
MEMBER = Reads(("where",), (), costs=True, block=True)
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


def unread(env: Env, item: s.Phrase, form: Reads | None = None) -> None:
    """Report what the form of a phrase does not read."""
    word = item.word.name
    reads = form or FORMS[word]
    for tail in item.tails:
        known = tail.name in reads.labels if tail.word == "label" else tail.word in reads.tails
        if known and not (tail.word == "per" and "once" in reads.tails and not any(t.word == "once" for t in item.tails)):
            continue
        what = tail.name if tail.word == "label" else f"{tail.name}:" if tail.word == "named" else tail.word
        env.report(rows.MISPLACED, tail, what=f"`{what}`", where=f"`{word}`", hint=_HELP.get(tail.word, "take it out"))
    if item.costs and not reads.costs:
        env.report(rows.MISPLACED, item.costs[0], what="`costs`", where=f"`{word}`", hint="costs belong to reacts and to members such as `instant`")
    if item.block is not None and not reads.block:
        env.report(rows.MISPLACED, item.block, what="a block", where=f"`{word}`", hint="take the block out")
    if item.otherwise is not None and not reads.otherwise:
        env.report(rows.MISPLACED, item.otherwise, what="`else`", where=f"`{word}`", hint="use `if` inside the block")
