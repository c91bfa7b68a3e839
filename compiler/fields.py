"""Fields that any record may carry: where it is printed, what it expresses, why it is homebrew.

`expresses: "MG-011", "MG-012"`   rules of the source;  `source: "..."`   where a figure is printed;  `origin: printed|homebrew`;  `reason: "..."`   why a
homebrew figure is as it is;  `as_printed: ...`   what the print says where content differs;  `text: "..."`   flavour, or a verb's line in the log.
"""
from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows

from .env import IR, Env
from .names import did_you_mean
from .world import Expressed

DOC_FIELDS = ("expresses", "source", "origin", "reason", "as_printed", "text")
NOTES = tuple(name for name in DOC_FIELDS if name != "text")
"""What every declaration may carry; only definitions and verbs have a `text` as well."""
ORIGINS = ("printed", "homebrew")
_HOLE = re.compile(r"\{([^{}]*)\}")


def doc_fields(env: Env, fields: list[s.Field], known: tuple[str, ...]) -> IR:
    """The record's own fields from its `name: value` lines; anything else is unknown, anything twice is doubled."""
    out: IR = {}
    seen: dict[str, s.Field] = {}
    for node in fields:
        if node.name in seen:
            env.report(rows.DOUBLED_FIELD, node.name_span, name=node.name)
            continue
        seen[node.name] = node
        if node.name not in known:
            env.report(rows.UNKNOWN_FIELD, node.name_span, name=node.name, kind="this",
                hint=did_you_mean(node.name, known) or "it may have " + ", ".join(f"`{k}`" for k in known))
            continue
        out[node.name] = doc_value(env, node)
    reasoned(env, seen)
    return out


def reasoned(env: Env, said: Mapping[str, s.Node]) -> None:
    """A reason says why something is not as it is printed: where nothing says that it is not, a word is missing; where it is ours, the reason must be there."""
    if "reason" in said and not {"origin", "as_printed"} & said.keys():
        env.report(rows.REASON_ALONE, said["reason"])
    if "origin" in said and "reason" not in said and _is_homebrew(said["origin"]):
        env.report(rows.REASON_MISSING, said["origin"])


def notes_reasoned(env: Env, items: Iterable[s.Node]) -> None:
    """As `reasoned`, for a block whose notes have been added one by one."""
    reasoned(env, {item.name: item for item in items if isinstance(item, s.Field)})


def _is_homebrew(node: s.Node) -> bool:
    values = node.values if isinstance(node, s.Field) else [node.value] if isinstance(node, s.Tail) else []
    return any(isinstance(value, s.Name) and value.name == ORIGINS[1] for value in values)


def holes(node: s.Expr) -> list[str]:
    """The names in the braces of a text."""
    return _HOLE.findall(node.value) if isinstance(node, s.Text) else []


def check_holes(env: Env, verb: str, node: s.Expr, known: Collection[str]) -> None:
    """The names in the braces of a verb's text are parameters or slots of the verb."""
    for name in holes(node):
        if name not in known:
            env.report(rows.UNKNOWN_HOLE, node, verb=verb, name=name, hint=did_you_mean(name, known) or "it has " + ", ".join(f"`{k}`" for k in known))


def add_note(env: Env, node: s.Field, record: IR) -> None:
    """Put one documentation field into a record; a second of its name is reported."""
    if node.name in record:
        env.report(rows.DOUBLED_FIELD, node.name_span, name=node.name)
    else:
        record[node.name] = doc_value(env, node)


def doc_value(env: Env, node: s.Field) -> object:
    """The value of one documentation field."""
    if node.name == "expresses":
        ids = []
        for item in node.values:
            if isinstance(item, s.Text):
                ids.append(item.value)
                env.world.expressed.append(Expressed(item.value, env.pack, item.span, env.sites.record))
            else:
                env.report(rows.NOT_A_TEXT, item, name="expresses")
        return ids
    if len(node.values) != 1:
        env.report(rows.ONE_VALUE, node, name=node.name)
    first = node.values[0]
    if node.name == "origin":
        text = first.name if isinstance(first, s.Name) else first.value if isinstance(first, s.Text) else ""
        if text not in ORIGINS:
            env.report(rows.UNKNOWN_NAME, first, name=text, hint=did_you_mean(text, ORIGINS) or "`origin` is `printed` or `homebrew`")
        return text
    if node.name == "as_printed":
        return first.value if isinstance(first, (s.Number, s.Text)) else first.name if isinstance(first, s.Name) else None
    if not isinstance(first, s.Text):
        env.report(rows.NOT_A_TEXT, first, name=node.name)
        return ""
    return first.value
