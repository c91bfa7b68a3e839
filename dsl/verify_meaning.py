"""The third part of `verify`: variables are bound where they are used, types can agree, calls give what is asked for, statements stand where they may.

One walk in the order in which a reader would run the text. The row of each record says which of its fields see which variables, so only the types of what is
bound and the operators of expressions are said here. Each step is a generator that yields the steps inside it, and `_run` keeps the stack: a document as deep
as it may be needs no deeper Python stack than a flat one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import GeneratorType
from typing import Any

from .records import Field, Path, Record, find, rows
from .registry import OPERATIONS
from .types import ANY, INT, Type, list_of, thing, word
from .verify_calls import Calls
from .verify_names import Index
from .verify_scope import OPEN, Json, Scope, Step
from .verify_shape import Faults
from .verify_types import BOOL, element, of_record, of_word

EMPTY = Scope()


def meaning(index: Index, faults: Faults) -> None:
    """Faults of meaning, in a document whose shape and names are right."""
    _run(Meaning(index, faults).whole())


def _run(first: Step) -> None:
    stack = [first]
    answer: Any = None
    while stack:
        try:
            step = stack[-1].send(answer)
            if type(step) is GeneratorType:
                stack.append(step)
                answer = None
            else:  # known at once
                answer = step
        except StopIteration as end:
            stack.pop()
            answer = end.value


class Meaning(Calls):
    """The walk. Its parts for expressions and for calls stand in modules of their own."""

    # ------------------------------------------------------------------------------------------------------------ records

    def whole(self) -> Step:
        """The document."""
        document = self.index.document
        for each in rows()["ruleset"].fields:
            if each.shape.form == "list" and each.shape.family is not None:
                for at, record in enumerate(document.get(each.name, ())):
                    row = find(each.shape.family, record)
                    if row is not None and not self.faults.full:
                        yield self.record((each.name, at), row, record, EMPTY)

    def record(self, path: Path, row: Record, record: Json, scope: Scope) -> Step:
        """Any record but an expression; its value is what it binds for those that follow it."""
        if row.name in _OPENING or row.family in ("clause", "advice"):
            scope = self.entered(row, record, scope)
        if row.name in _PLACED:
            self.placed(path, row, record, scope)
        kinds: dict[str, Any] = {}
        over = row.late
        for each in row.inside:
            if each.name not in over and record.get(each.name) is not None:
                kinds[each.name] = yield self.part(path, each, record, self.around(each, record, scope, {}), row)
        binds = self.binds(row, record, kinds)
        for each in row.inside if over else ():
            if each.name in over and record.get(each.name) is not None:
                kinds[each.name] = yield self.part(path, each, record, self.around(each, record, scope, self.shown_to(row, record, each, binds)), row)
        self.after(path, row, record, kinds, scope)
        return self.left(row, record, kinds, binds)

    def entered(self, row: Record, record: Json, scope: Scope) -> Scope:
        """The scope inside a record that opens one of its own."""
        match row.name:
            case "verb" | "sequence":
                return Scope(self.own(record))
            case "define" | "ability":
                return Scope({param["name"]: of_record(param["type"]) for param in record["params"]})
            case "effect":
                return Scope({}, event=self.view(record["scope"]))
            case "definition" | "kind":
                return Scope({"self": thing(record["of"] if row.name == "definition" else record["id"])})
            case "handler":
                return replace(scope, moment=record["moment"], looping=False, event=self.heard([record["event"]], record["names"]))
            case "clause.prevent":
                verbs = [name for name in self.index.tables.get("verb", {}) if self.counts(name, record["unit"])]
                return replace(scope, event=self.heard(verbs, ()) if verbs else OPEN)
            case "until.next":
                return replace(scope, event=self.heard(record["next"], ()))
            case "until.end" | "until.start":
                return replace(scope, event=self.heard([record[str(row.word)]], ()))
            case "statement.each" | "statement.repeat" | "node.each" | "node.loop":
                return replace(scope, looping=True)
            case "statement.begin":
                return scope
            case _ if row.family in ("clause", "advice") and "targets" in record:
                return replace(scope, event=self.heard(record["targets"], record["names"]))
            case _:
                return scope

    def around(self, each: Field, record: Json, scope: Scope, extra: Mapping[str, Type]) -> Scope:
        """What one field of a record sees."""
        if not each.fresh and not each.sees:
            return scope.having(extra)
        if each.fresh:
            scope = Scope(lasting=each.name in ("clauses", "handlers", "until"))
        seen = {name: thing() for name in each.sees if name not in scope.names or each.fresh}
        if "it" in each.sees:
            seen["it"] = self.subject(record)
        return scope.having({**seen, **extra})

    def subject(self, record: Json) -> Type:
        """What `it` is: an element of a clause's subject, or a card in a zone."""
        about = record.get("subject", record)
        return thing(about["of"]) if isinstance(about, dict) and isinstance(about.get("of"), str) else ANY

    def part(self, path: Path, each: Field, record: Json, scope: Scope, row: Record) -> Any:
        """The value of one field; gives its type, or what it leaves bound, or the step that finds that."""
        value, shape, family = record[each.name], each.shape, each.shape.family
        if isinstance(value, str) or family is None or family == "type":
            return None
        here = (*path, each.name)
        if shape.form == "record":
            return self.inner(here, family, value, scope)
        return self.named(here, family, value, scope) if shape.form == "map" else self.series(here, family, value, scope, row)

    def named(self, path: Path, family: str, items: Json, scope: Scope) -> Step:
        """Records by name; none sees another."""
        kinds: dict[str, Any] = {}
        for key, item in items.items():
            kinds[key] = yield self.inner((*path, key), family, item, scope)
        return kinds

    def series(self, path: Path, family: str, items: list[Any], scope: Scope, row: Record) -> Step:
        """A list: statements, steps and nodes see what those before them bound; parameters see the earlier ones; of the rest none sees another."""
        runs = family in ("statement", "step", "node")
        if family == "param":
            scope = replace(scope, names={name: kind for name, kind in scope.names.items() if all(name != item["name"] for item in items)})
        bound: dict[str, Type] = {}
        kinds: list[Any] = []
        for at, item in enumerate(items):
            left = yield self.inner((*path, at), family, item, scope.having(bound) if runs or family == "param" else scope)
            kinds.append(left)
            if runs and left:
                bound.update(left)
            elif family == "param":
                bound[item["name"]] = of_record(item["type"])
        return bound if runs else kinds

    def inner(self, path: Path, family: str, item: Json, scope: Scope) -> Any:
        """One record inside another: what it gives, or the step that finds that."""
        if family == "expr":
            return self.operand(path, item, scope)
        if family == "type" or self.faults.full:
            return None
        row = find(family, item)
        return self.record(path, row, item, scope) if row is not None else None

    # ------------------------------------------------------------------------------------------------------------ what is bound

    def binds(self, row: Record, record: Json, kinds: dict[str, Any]) -> dict[str, Type]:
        """The variables that a record binds, with their types, by the name of the field that binds them."""
        out: dict[str, Type] = {}
        for each in row.binders:
            if record[each.name] is not None:
                out[each.name] = self.bound_type(row, each, record, kinds) or ANY
        return out

    def bound_type(self, row: Record, each: Field, record: Json, kinds: dict[str, Any]) -> Type | None:
        """The type of one bound variable."""
        match row.name:
            case "statement.let" | "node.let":
                found: Type = kinds["value"]
                return Type("int") if found.shape == "int" else ANY if found.shape == "none" else found
            case "statement.choose" | "statement.random":
                item = element(kinds["from"] if row.word == "choose" else kinds["of"])
                return item if record["single"] else list_of(item)
            case "statement.share":
                return INT if each.name == "count" else element(kinds["among"])
            case "statement.operation":
                result = OPERATIONS[record["name"]].result
                return of_word(result, ANY) if result else ANY
            case "statement.offer":
                return word(None)
            case "statement.call" | "node.call":
                called = self.index.event(record["verb" if row.word == "call" and "verb" in record else "sequence"])
                return next((of_record(slot["type"]) for slot in called["slots"] if slot["name"] == "result"), ANY) if called is not None else ANY
            case _:
                return element(kinds["of"]) if isinstance(kinds.get("of"), Type) else ANY

    def shown_to(self, row: Record, record: Json, reader: Field, binds: dict[str, Type]) -> dict[str, Type]:
        """The variables of a record that one of its fields sees, by their names."""
        out: dict[str, Type] = {}
        for each in row.fields:
            if reader.name not in each.over:
                continue
            if each.shape.form == "map":
                out.update(dict.fromkeys(record[each.name], ANY))
            elif each.name in binds:
                out[record[each.name]] = binds[each.name]
        return out

    def left(self, row: Record, record: Json, kinds: dict[str, Any], binds: dict[str, Type]) -> dict[str, Type]:
        """What those that follow a record see of it. The nodes of a machine share the variables of their sequence."""
        out = {record[each.name]: binds[each.name] for each in row.binders if "after" in each.over and each.name in binds}
        if row.family == "node":
            for name in ("children", "body", "child", "then", "else"):
                if isinstance(kinds.get(name), dict):
                    out.update(kinds[name])
        return out

    # ------------------------------------------------------------------------------------------------------------ places and types

    def placed(self, path: Path, row: Record, record: Json, scope: Scope) -> None:
        """Records that may stand only in some places."""
        match row.name:
            case "statement.stop" if not scope.looping:
                self.faults.add(path, "misplaced", "`stop` stands in no `each` or `repeat`")
            case "statement.cancel" if scope.moment != "before":
                self.faults.add(path, "misplaced", "`cancel` stands only in a `before` handler")
            case "statement.continue" if scope.moment != "instead":
                self.faults.add(path, "misplaced", "`continue` stands only in an `instead` handler")
            case "clause.prevent" if not scope.lasting:
                self.faults.add(path, "misplaced", "`prevent` is only an effect: it stands in the clauses of a `begin`")
            case "check" if (record["var"] is None) != (record["of"] is None):
                self.faults.add(path, "misplaced", "`var` and `of` of a check stand together or not at all")

    def after(self, path: Path, row: Record, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """What is known of a record once its parts are."""
        for name, kind in kinds.items():
            wanted = _WANTED.get((row.name, name)) or _WANTED.get(("", name))
            if wanted is not None and isinstance(kind, Type):
                self.fit((*path, name), kind, wanted, f"`{name}` of `{row.name}`")
        special = _SPECIAL.get(row.name)
        if special is not None:
            special(self, path, record, kinds, scope)


# The records that `entered` and `placed` have something to say of; the others are not asked.
_OPENING = frozenset(
    (
        "verb", "sequence", "define", "ability", "effect", "definition", "kind", "handler",
        "until.next", "until.end", "until.start", "statement.each", "statement.repeat", "node.each", "node.loop",
    )
)
_PLACED = frozenset(("statement.stop", "statement.cancel", "statement.continue", "clause.prevent", "check"))

# What a field wants wherever it stands, and in one record.
_WANTED: dict[tuple[str, str], Type] = {
    ("", "where"): BOOL,
    ("", "while"): BOOL,
    ("", "until"): BOOL,
    ("", "test"): BOOL,
    ("", "when"): BOOL,
    ("", "so_that"): BOOL,
    ("", "despite_unless"): BOOL,
    ("", "sides"): BOOL,
    ("", "amount"): INT,
    ("", "to"): INT,
    ("", "min"): INT,
    ("", "max"): INT,
    ("", "among"): list_of(ANY),
    ("", "host"): thing(),
    ("", "place"): thing("place"),
    ("", "starts_in"): thing("place"),
    ("", "effect"): Type("effect"),
    ("", "thing"): thing(),
    ("statement.each", "of"): list_of(ANY),
    ("node.each", "of"): list_of(ANY),
    ("check", "of"): list_of(ANY),
    ("statement.choose", "from"): list_of(ANY),
    ("statement.random", "of"): list_of(ANY),
    ("statement.random", "count"): INT,
    ("statement.repeat", "count"): INT,
    ("node.loop", "count"): INT,
    ("subject.is", "is"): list_of(thing()),
    ("group", "members"): list_of(thing()),
    ("bot", "value"): INT,
    **{(f"advice.{about}", "by"): INT for about in ("call", "thing", "word", "die", "number", "answer", "text")},
}

_SPECIAL: dict[str, Callable[[Meaning, Path, Json, dict[str, Any], Scope], None]] = {
    "statement.call": Meaning.verb_call,
    "node.call": Meaning.verb_call,
    "statement.set": Meaning.assignment,
    "statement.operation": Meaning.primitive,
    "statement.continue": Meaning.going_on,
    "entry.verb": Meaning.offered,
    "ability_use": Meaning.ability_given,
    "clause.grant": Meaning.ability_given,
    "clause.modify": Meaning.modified,
    "clause.forbid": Meaning.family_named,
    "clause.allow": Meaning.family_named,
    "clause.oblige": Meaning.family_named,
    "clause.limit": Meaning.family_named,
    "clause.prevent": Meaning.prevented,
    "handler": Meaning.family_named,
    **{f"advice.{about}": Meaning.family_named for about in ("call", "thing", "word", "die", "number", "answer", "text")},
    "definition": Meaning.printed,
    "space": Meaning.printed,
    "slot": Meaning.declared,
    "verb": Meaning.parameters,
    "sequence": Meaning.parameters,
    "define": Meaning.parameters,
    "ability": Meaning.parameters,
    "require": Meaning.required,
    "test": Meaning.optioned,
    "scenario": Meaning.optioned,
}
