"""Records as English sentences: `whenever a character c has damage at least its health: destroy c`.

The sentences come from the templates of the table. In a template `{x}` is the field x; `{x:how}` says it in one of the ways of `_WAYS`; `[...]` is left out
when a field in it is empty; `[x? ...]` stands only if x holds, `[x! ...]` only if not. With a ruleset at hand ids are said by their names, kinds by their
plurals, and calls with their labels. Sentences are for people: they may lose detail, and what nests too deeply is cut to `...`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from .records import Field, Record, families, find, visit
from .registry import OPERATIONS

DEEPEST = 24
"""What is nested more deeply is said as `...`."""

_MOMENTS = {"before": "before", "after": "after", "instead": "instead of", "start": "at the start of", "end": "at the end of"}
_HAS = {"eq": "", "ne": "other than ", "lt": "less than ", "le": "at most ", "gt": "more than ", "ge": "at least "}
_SIGNS = {"add": "plus", "sub": "minus", "mul": "times", "mod": "modulo", **dict.fromkeys(("up", "down", "nearest"), "divided by")}
_ROUNDED = ("up", "down", "nearest")
_READS = ("field", "stat", "printed", "relation")


class Part(NamedTuple):
    """A piece of a template: a text, a field (with the way to say it), or an optional stretch of pieces (with the field that decides)."""

    text: str = ""
    field: str = ""
    how: str = ""
    inner: tuple[Part, ...] = ()
    decides: str = ""


_TOKEN = re.compile(r"\{(\w+)(?::(\w+))?\}|\[(?:(\w+)([?!]))?|\]|[^\[\]{}]+")


@cache
def parts(template: str) -> tuple[Part, ...]:
    """A template as pieces. Templates are ours, so a wrong one is a bug and raises."""
    stack: list[tuple[str, list[Part]]] = [("", [])]
    for match in _TOKEN.finditer(template):
        token = match.group()
        if token.startswith("{"):
            stack[-1][1].append(Part(field=match.group(1), how=match.group(2) or ""))
        elif token.startswith("["):
            stack.append(((match.group(3) or "") + (match.group(4) or ""), []))
        elif token == "]":
            decides, inner = stack.pop()
            stack[-1][1].append(Part(inner=tuple(inner), decides=decides or "*"))
        else:
            stack[-1][1].append(Part(text=token))
    if len(stack) != 1:
        raise ValueError(f"a bracket is not closed: {template}")
    return tuple(stack[0][1])


class Plain:
    """Says records. `ruleset` (or None) is where names, plurals and labels are looked up; it is read once."""

    def __init__(self, ruleset: Mapping[str, Any] | None = None) -> None:
        self.names: dict[str, str] = {}
        self.plurals: dict[str, str] = {}
        self.verbs: dict[str, Mapping[str, Any]] = {}
        for _, row, record in visit(ruleset) if ruleset is not None else ():
            if row.name in ("verb", "sequence"):
                self.verbs[record["id"]] = record
            elif row.name == "kind":
                self.plurals[record["id"]] = record["plural"]
            if "id" in row.by_name and "name" in row.by_name and record["name"] and row.family != "node":
                self.names[record["id"]] = record["name"].replace("_", " ")
        self.depth = 0
        self.subject: str | None = None

    def say(self, record: Mapping[str, Any], family: str = "statement") -> str:
        """The sentence of a record that stands where one of `family` may; `...` for what is none."""
        row = find(family, record)
        if row is None or self.depth >= DEEPEST:
            return "..."
        self.depth += 1
        try:
            return self._row(row, record)
        finally:
            self.depth -= 1

    def _row(self, row: Record, record: Mapping[str, Any]) -> str:
        special = _SPECIAL.get(row.name)
        if special is not None:
            found = special(self, record)
            if found is not None:
                return found
        template = row.plain
        if isinstance(template, tuple):
            template = template[1][record[template[0]]]
        if not template:
            return self.word(str(record.get("name") or record.get("id") or row.family.replace("_", " ")))
        return re.sub(r" +(?=[ ,;:]|$)", "", self._parts(parts(template), row, record)).strip() or "nothing"

    def _parts(self, pieces: tuple[Part, ...], row: Record, record: Mapping[str, Any]) -> str:
        out: list[str] = []
        for piece in pieces:
            if piece.text:
                out.append(piece.text)
            elif piece.field:
                out.append(self._field(row, record, piece.field, piece.how))
            elif self._stands(piece, record):
                out.append(self._parts(piece.inner, row, record))
        return "".join(out)

    def _stands(self, piece: Part, record: Mapping[str, Any]) -> bool:
        if piece.decides == "*":
            return all(record.get(inner.field) not in (None, "", [], {}, False) for inner in piece.inner if inner.field)
        return bool(record.get(piece.decides[:-1])) == (piece.decides[-1] == "?")

    def _field(self, row: Record, record: Mapping[str, Any], name: str, how: str) -> str:
        value = record.get(name)
        if how:
            return _WAYS[how](self, value, record)
        field = row.by_name[name]
        said = self.value(value, field)
        inner = find("expr", value) if field.shape.family == "expr" and isinstance(value, dict) else None
        loose = inner is not None and inner.level <= row.level < 3
        return f"({said})" if row.family == "expr" and loose and row.word != "if" else said

    def value(self, value: Any, field: Field) -> str:
        """The value of a field as its shape says it."""
        shape = field.shape
        if value is None:
            return "nobody" if field.name in ("who", "by") else "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, dict) and shape.form == "map":
            family = shape.family
            return ", ".join(f"{self.word(key)}: {self.value(item, field) if family is None else self.say(item, family)}" for key, item in value.items())
        if isinstance(value, list):
            return self.listed(value, shape.family)
        if isinstance(value, dict):
            return self.say(value, shape.family) if shape.family is not None else ", ".join(f"{key}: {item}" for key, item in value.items())
        if isinstance(value, str) and (shape.form in ("ref", "id") or (shape.form == "list" and shape.of is not None and shape.of.form == "ref")):
            return self.word(value)
        return str(value)

    def listed(self, items: list[Any], family: str | None) -> str:
        """A list: statements, nodes and handlers with `;`, anything else with commas."""
        said = [self.say(item, family) if isinstance(item, dict) and family is not None else self.word(str(item)) for item in items]
        return ("; " if family in ("statement", "node", "clause", "handler", "step") else ", ").join(said) if said else "nothing"

    def word(self, name: str) -> str:
        """The name of what an id names; for other ids their last part, with blanks."""
        return self.names.get(name) or re.split(r"[:/]", name)[-1].replace("_", " ").replace(".", " ")

    def many(self, kind: str) -> str:
        """The plural of a kind."""
        return self.plurals.get(kind) or self.word(kind) + "s"

    # ------------------------------------------------------------------------------------------------------------ ways to say a field

    def whose(self, value: Any, record: Mapping[str, Any]) -> str:
        """`c's`, `its`"""
        if value == {"op": "var", "name": self.subject or "it"}:
            return "its"
        if value == {"op": "var", "name": "self"}:
            return "its" if self.subject is None else "this one's"
        said = self.say(value, "expr")
        return said + ("'" if said.endswith("s") else "'s")

    def a(self, value: Any, record: Mapping[str, Any]) -> str:
        """`a character`: one of a kind, or of the list of an expression."""
        if isinstance(value, str):
            return article(self.word(value))
        if isinstance(value, dict) and value.get("op") == "all":
            return article(self.word(value["kind"]))
        if isinstance(value, dict) and value.get("op") == "filter":
            found = self.about(value["var"], value["where"])
            return f"{self.a(value['of'], record)} " + (f"that {found}" if found is not None else f"where {self.say(value['where'], 'expr')}")
        return "" if value is None else f"one of {self.say(value, 'expr')} as"

    def that(self, value: Any, record: Mapping[str, Any]) -> str:
        """`that has health at least 3`, `where ...`"""
        found = self.about(str(record.get("var") or "it"), value)
        return f"that {_of_many(found)}" if found is not None else f"where {self.say(value, 'expr')}"

    def has(self, value: Any, record: Mapping[str, Any]) -> str:
        """The test of a check: what its variable has, or what holds."""
        if record.get("var") is None:
            return self.say(value, "expr")
        found = self.about(record["var"], value)
        return found if found is not None else f"where {self.say(value, 'expr')}"

    def about(self, subject: str, test: Any) -> str | None:
        """A test as something that its subject is or has: `has damage at least its health`. None where it is not so simple."""
        me = {"op": "var", "name": subject}
        op = test.get("op") if isinstance(test, dict) else None
        before, self.subject = self.subject, subject
        try:
            if op == "and":
                found = [self.about(subject, each) for each in test["args"]]
                return " and ".join(each for each in found if each is not None) if all(found) else None
            if op in _HAS and test["left"].get("op") in _READS and test["left"]["of"] == me:
                return f"has {self.word(test['left'].get('slot') or test['left']['name'])} {_HAS[op]}{self.say(test['right'], 'expr')}"
            if op in _HAS and test["left"] == me:
                return {"eq": "is ", "ne": "is not "}.get(op, "is " + _HAS[op]) + self.say(test["right"], "expr")
            if op == "field" and test["of"] == me:
                return f"is {self.word(test['slot'])}"
            if op in ("is_kind", "has") and test["of"] == me:
                return f"is {article(self.word(test['kind']))}" if op == "is_kind" else f"has {self.word(test['ability'])}"
            if op == "not":
                return self._without(subject, test["arg"])
            return None
        finally:
            self.subject = before

    def _without(self, subject: str, test: Any) -> str | None:
        found = self.about(subject, test)
        if found is None:
            return None
        return "is not " + found[3:] if found.startswith("is ") else "does not have " + found[4:]

    # ------------------------------------------------------------------------------------------------------------ records with a way of their own

    def variable(self, record: Mapping[str, Any]) -> str | None:
        """`it`, `this`, or the variable's name."""
        name = record["name"]
        return "this" if name == "self" else self.word(name)

    def call(self, record: Mapping[str, Any]) -> str | None:
        """A call as its author would write it: `deal 3 damage to c`."""
        id_, args = record.get("verb") or record["sequence"], record["args"]
        verb = self.verbs.get(id_)
        if verb is None:
            if len(args) != 1:
                return None
            return f"{self.word(id_)} {self.say(next(iter(args.values())), 'expr')}" + self._ends(record)
        said = [self.word(id_)]
        plain = 0
        for param in verb["params"]:
            value = args.get(param["name"])
            if value is None or value == {"op": "none"}:
                continue
            all_of = "all " if record.get("each") == param["name"] and value.get("op") != "all" else ""
            words = all_of + self.say(value, "expr")
            if param["type"].get("unit"):
                tag = record.get("tag")
                words = " ".join([words, *([self.say(tag, "expr")] if tag else []), param["type"]["unit"]])
            label = param["label"] or ("of" if plain else "")
            plain += param["label"] is None
            said.append(f"{label} {words}".strip())
        return " ".join(said) + self._ends(record)

    def applied(self, record: Mapping[str, Any]) -> str | None:
        """A define or function: its name, `of x` for one argument, `(x, y)` for several."""
        name = self.word(record.get("define") or record["function"])
        said = [self.say(each, "expr") for each in record["args"]]
        if len(said) == 1:
            return f"{name.removesuffix(' of')} of {said[0]}"
        return f"{name}({', '.join(said)})" if said else name

    def primitive(self, record: Mapping[str, Any]) -> str | None:
        """A primitive as its author would write it: `put c into the box`, `roll 3 d10`."""
        row, args = OPERATIONS.get(record["name"]), record["args"]
        if row is None:
            return None
        if row.name == "roll" and {"count", "sides"} <= args.keys():
            return f"roll {self.say(args['count'], 'expr')} d{self.say(args['sides'], 'expr')}" + self._ends(record)
        said = [self.word(row.name)]
        for param in row.params:
            if param.name in args:
                said.append(" ".join([*([param.label] if param.label else []), self._only(args[param.name])]))
        return " ".join(said) + self._ends(record)

    def _only(self, value: Mapping[str, Any]) -> str:
        """An expression; a list of one thing is said as the thing."""
        single = value.get("op") == "list" and len(value["items"]) == 1
        return self.say(value["items"][0] if single else value, "expr")

    def _ends(self, record: Mapping[str, Any]) -> str:
        return f", called {record['as']}" if record.get("as") else ""

    def chained(self, value: Any, record: Mapping[str, Any]) -> str:
        """The operations of a chain in a row, in brackets where the next one would bind tighter."""
        if not value:
            return "nothing"
        said = self.tight_number(value[0])
        loose = False
        for sign, each in zip(record["signs"], value[1:], strict=False):
            tight = sign not in ("add", "sub")
            said = f"({said})" if tight and loose else said
            loose = not tight
            said += f" {_SIGNS[sign]} {self.tight_number(each)}" + (f" rounded {sign}" if sign in _ROUNDED else "")
        return said

    def tight_number(self, value: Any) -> str:
        """A part of a chain of numbers, in brackets where it is an operation itself."""
        row = find("expr", value)
        said = self.say(value, "expr")
        return f"({said})" if row is not None and row.level < 3 else said

    def tight(self, value: Any) -> str:
        """A part of `and` or `or`, in brackets where it is one of the two itself."""
        row = find("expr", value)
        said = self.say(value, "expr")
        return f"({said})" if row is not None and row.level == 0 else said


def _of_many(said: str) -> str:
    """What one thing is or has, said of several."""
    for one, several in (("has ", "have "), ("is ", "are "), ("does not ", "do not ")):
        said = re.sub(rf"(^|(?<= and )){one}", several, said)
    return said


def article(words: str) -> str:
    """`a hero`, `an ally`"""
    return ("an " if words[:1].lower() in tuple("aeiou") else "a ") + words


def plain(record: Mapping[str, Any], family: str = "statement", ruleset: Mapping[str, Any] | None = None) -> str:
    """The sentence of one record. For many records of one ruleset make a `Plain` and use its `say`."""
    if family not in families():
        raise ValueError(f"there is no family of records called {family}")
    return Plain(ruleset).say(record, family)


_Way = Callable[[Plain, Any, Mapping[str, Any]], str]
_WAYS: dict[str, _Way] = {
    "whose": Plain.whose,
    "a": Plain.a,
    "that": Plain.that,
    "has": Plain.has,
    "many": lambda self, value, record: self.many(value),
    "any": lambda self, value, record: f"any {self.word(value)}",
    "moment": lambda self, value, record: _MOMENTS[value],
    "all": lambda self, value, record: "all" if value is None else self.say(value, "expr"),
    "and": lambda self, value, record: " and ".join(self.tight(item) for item in value),
    "or": lambda self, value, record: " or ".join(self.tight(item) for item in value),
    "chain": Plain.chained,
    "list": lambda self, value, record: "[" + ", ".join(self.say(item, "expr" if "op" in item else "lookup_row") for item in value) + "]",
}

_SPECIAL: dict[str, Callable[[Plain, Mapping[str, Any]], str | None]] = {
    "expr.var": Plain.variable,
    "statement.call": Plain.call,
    "node.call": Plain.call,
    "statement.operation": Plain.primitive,
    "expr.call": Plain.applied,
    "expr.apply": Plain.applied,
}
