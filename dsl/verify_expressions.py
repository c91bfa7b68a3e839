"""The expressions of the walk: the type of each, what its operands must be, and whether the variables that it reads are bound."""

from __future__ import annotations

from typing import Any

from .records import Path, find
from .registry import FUNCTIONS
from .types import ANY, DIE, FUNCTION, INT, NONE, TEXT, Type, list_of, thing, word
from .verify_scope import OPEN, Checker, Json, Scope, Step, article
from .verify_shape import shown
from .verify_types import BOOL, DIE_VALUES, LIST, RELATIONS, applied, common, comparable, element, of_record

_COMPARE = ("lt", "le", "gt", "ge")
_NUMBERS = ("sub", "mul", "mod", "div")

# What an operand must be, by operator and field.
_OPERANDS: dict[str, dict[str, Type]] = {
    **{op: {"left": INT, "right": INT} for op in (*_COMPARE, *_NUMBERS)},
    **{op: {"of": thing()} for op in ("field", "stat", "printed", "held", "is_kind", "has", "contents")},
    "die": {"of": DIE},
    "filter": {"of": LIST, "where": BOOL},
    "sum": {"of": LIST, "value": INT},
    **{op: {"of": LIST, "value": INT, "else": INT} for op in ("highest", "lowest")},
    "if": {"test": BOOL},
    "not": {"arg": BOOL},
    "and": {"args": BOOL},
    "or": {"args": BOOL},
    "between": {"of": INT, "low": INT, "high": INT},
    "empty": {"of": LIST},
    "neg": {"arg": INT},
    "lookup": {"of": INT},
}
_RESULTS: dict[str, Type] = {
    **dict.fromkeys(("and", "or", "not", "eq", "ne", *_COMPARE, "in", "not_in", "between", "is_kind", "has", "empty", "can", "running", "bool"), BOOL),
    **dict.fromkeys((*_NUMBERS, "neg", "int", "sum", "highest", "lowest"), INT),
    "text": TEXT,
    "word": word(None),
    "none": NONE,
    "space": thing("space"),
    "table": thing("place"),
    "box": thing("place"),
    "contents": list_of(thing()),
    "name_of_define": FUNCTION,
}
_OPTIONS_ONLY = frozenset(
    (
        "option",
        "int",
        "bool",
        "text",
        "word",
        "none",
        "list",
        "if",
        "and",
        "or",
        "not",
        "eq",
        "ne",
        *_COMPARE,
        "in",
        "not_in",
        "between",
        "add",
        "chain",
        *_NUMBERS,
        "neg",
    )
)


class Expressions(Checker):
    """The part of the walk that goes through expressions."""

    def operand(self, path: Path, record: Json, scope: Scope) -> Any:
        """The type of an expression in which no other stands, else the step that finds it."""
        row = find("expr", record)
        if row is None or row.inside or self.faults.full or "when" in path:
            return self.expression(path, record, scope)
        return self.typed(path, str(row.word), record, {}, scope)

    def expression(self, path: Path, record: Json, scope: Scope) -> Step:
        """The type of an expression."""
        row = find("expr", record)
        assert row is not None, "the shape has been checked"
        if self.faults.full:
            return ANY
        op = str(row.word)
        if "when" in path and op not in _OPTIONS_ONLY and _in_when(path):
            self.faults.add(path, "not-an-option", f"`when` speaks only of options and constants, and `{op}` is neither")
        kinds: dict[str, Any] = {}
        for each in row.inside:
            value, shape = record.get(each.name), each.shape
            if value is None:
                continue
            inner = scope
            if op in ("filter", "sum", "highest", "lowest") and each.name in ("where", "value"):
                inner = scope.having({record["var"]: element(kinds["of"])})
            here = (*path, each.name)
            if shape.form == "record":
                kinds[each.name] = yield self.operand(here, value, inner)
            elif shape.form == "map":
                kinds[each.name] = {}
                for key, item in value.items():
                    kinds[each.name][key] = yield self.operand((*here, key), item, inner)
            else:
                kinds[each.name] = []
                for at, item in enumerate(value):
                    if shape.family == "lookup_row":
                        self.row(value, at, here)
                    place = (*here, at, "value") if shape.family == "lookup_row" else (*here, at)
                    kinds[each.name].append((yield self.operand(place, item["value"] if shape.family == "lookup_row" else item, inner)))
        self.operands(path, op, kinds)
        return self.typed(path, op, record, kinds, scope)

    def operands(self, path: Path, op: str, kinds: dict[str, Any]) -> None:
        """Faults of operands that can never be what the operator needs."""
        for name, wanted in _OPERANDS.get(op, {}).items():
            for found in kinds[name] if isinstance(kinds.get(name), list) else [kinds.get(name, ANY)]:
                self.fit((*path, name), found, wanted, f"`{name}` of `{op}`")

    def typed(self, path: Path, op: str, record: Json, kinds: dict[str, Any], scope: Scope) -> Type:
        """The type of an expression, its parts known; the faults that only one operator can have."""
        if op in ("eq", "ne", "in", "not_in"):
            self.compared(path, op, record, kinds)
        elif op == "can":
            self.arguments((*path, "args"), record["verb"], record["args"], kinds["args"], partly=True)
        if op in _RESULTS:
            return _RESULTS[op]
        match op:
            case "var":
                return self.variable(path, record["name"], scope)
            case "event":
                return self.heard_variable(path, record["name"], scope)
            case "frame":
                return self.frame(path, record)
            case "thing":
                definition = self.index.get("definition", record["id"])
                return thing(definition["of"]) if definition is not None else thing()
            case "global" | "option":
                return self.table_slot(path, op, record["name"])
            case "field" | "stat" | "printed":
                return self.slot(path, op, record["slot"], kinds["of"])
            case "relation":
                return self.relation(path, record["name"], kinds["of"])
            case "die":
                return DIE_VALUES[record["name"]]
            case "held" | "all":
                return list_of(thing(record["kind"]))
            case "members":
                return list_of(thing())
            case "filter":
                found: Type = kinds["of"]
                return list_of(_narrowed(record, element(found)))
            case "list" | "if" | "lookup":
                return self.one_of(op, kinds)
            case "add":
                return self.added(path, kinds)
            case "chain":
                return self.chain(path, record, kinds["args"])
            case "call":
                return self.define_call(path, record, kinds["args"])
            case "apply":
                return self.function_call(path, record, kinds["args"])
            case _:
                return ANY

    # ------------------------------------------------------------------------------------------------------------ variables and slots

    def variable(self, path: Path, name: str, scope: Scope) -> Type:
        """A variable of the running body."""
        found = scope.names.get(name)
        if found is None:
            self.unknown(path, name, scope.names, "variable")
        return found or ANY

    def heard_variable(self, path: Path, name: str, scope: Scope) -> Type:
        """A variable of the call that a clause or handler looks at."""
        if scope.event is None:
            self.faults.add(path, "no-event", f"`{shown(name)}` is asked of an event, and this text looks at none")
            return ANY
        found = scope.event.get(name)
        if found is None and scope.event is not OPEN:
            self.unknown(path, name, scope.event, "variable of the event")
        return found or ANY

    def frame(self, path: Path, record: Json) -> Type:
        """A variable of a running verb or sequence."""
        view = self.view(record["of"])
        if record["name"] == "number":
            return INT
        if record["name"] not in view:
            self.unknown(path, record["name"], view, f"variable of `{shown(record['of'])}`:")
        return view.get(record["name"], ANY)

    def table_slot(self, path: Path, op: str, name: str) -> Type:
        """A counter, zone or option of the table."""
        slot = self.index.get("table_slot", name)
        if slot is None:
            return ANY
        if (slot["role"] == "option") != (op == "option"):
            self.faults.add(path, "wrong-role", f"`{shown(name)}` is a {slot['role']}, which `{op}` does not read")
        return thing("zone") if slot["role"] == "zone" else of_record(slot["type"])

    def slot(self, path: Path, op: str, name: str, owner: Type) -> Type:
        """A slot of a thing."""
        found = self.index.get("slot", name)
        if found is None:
            return ANY
        if (found["role"] == "stat") != (op != "field"):
            self.faults.add(path, "wrong-role", f"`{shown(name)}` is a {found['role']}, which `{op}` does not read")
        if owner.shape == "thing" and owner.of is not None and not self.may_have(owner.of, name):
            self.faults.add(path, "no-such-slot", f"no `{shown(owner.of)}` has the slot `{shown(name)}`")
        return thing("zone") if found["role"] == "zone" else of_record(found["type"])

    def may_have(self, kind: str, slot: str) -> bool:
        """Whether a thing of a kind, or of a special case of it, has a slot."""
        homes = self.homes()
        home = homes.get(slot)
        return home is None or kind == "place" or home in self.index.ancestors(kind) or kind in self.index.ancestors(home)

    def homes(self) -> dict[str, str]:
        """The kind of each slot that belongs to a kind."""
        if not self.kind_of_slot:
            for kind, found in self.index.tables["kind"].items():
                for met in found:
                    self.kind_of_slot.update((slot["id"], kind) for slot in met.record["slots"])
            self.kind_of_slot.setdefault("", "")
        return self.kind_of_slot

    def relation(self, path: Path, name: str, owner: Type) -> Type:
        """What every thing has."""
        self.fit((*path, "of"), owner, thing(), f"`of` of the relation `{name}`")
        return RELATIONS[name]

    # ------------------------------------------------------------------------------------------------------------ operators

    def compared(self, path: Path, op: str, record: Json, kinds: dict[str, Any]) -> None:
        """Two values that can never be equal; a word that its enum does not have."""
        left, right = kinds["left"], kinds["right"]
        if op in ("in", "not_in"):
            self.fit((*path, "right"), right, LIST, f"`right` of `{op}`")
            right = element(right)
        if not comparable(self.index, left, right) and not {left.shape, right.shape} & {"list"}:
            self.faults.add(path, "never-equal", f"{article(left)} and {article(right)} are never equal")
        for side, other in (("left", right), ("right", left)):
            for at, item in _words(record[side]):
                self.member((*path, side, *at), item, other)

    def member(self, path: Path, value: str, kind: Type) -> None:
        """A word must be a member of the enum that it is compared with."""
        if kind.shape != "word" or kind.of is None:
            return
        enum = self.index.get("enum", kind.of)
        if enum is not None and value not in enum["members"]:
            self.faults.add(path, "not-a-member", f"`{shown(value)}` is no member of `{shown(kind.of)}`")

    def one_of(self, op: str, kinds: dict[str, Any]) -> Type:
        """The type of a list, of a choice between two values, of a table."""
        parts = (
            kinds["items"]
            if op == "list"
            else [kinds["then"], kinds["else"]]
            if op == "if"
            else [*kinds["rows"], *([kinds["else"]] if "else" in kinds else [])]
        )
        found = parts[0] if parts else ANY
        for each in parts[1:]:
            found = common(self.index, found, each)
        if op == "list":
            return list_of(found)
        return Type("int") if found.shape == "int" else found

    def added(self, path: Path, kinds: dict[str, Any]) -> Type:
        """Numbers are added, lists are joined."""
        left, right = kinds["left"], kinds["right"]
        lists = {left.shape, right.shape} & {"list", "path"}
        for side, kind in (("left", left), ("right", right)):
            self.fit((*path, side), kind, LIST if lists else INT, f"`{side}` of `add`")
        return self.sum_of(left, right)

    def sum_of(self, left: Type, right: Type) -> Type:
        """The type of a sum."""
        lists = [kind for kind in (left, right) if kind.shape in ("list", "path")]
        return lists[0] if lists else Type(left.shape) if left.shape in ("int", "dial") else ANY

    def chain(self, path: Path, record: Json, kinds: list[Type]) -> Type:
        """Operations one after the other: each is checked as it would be alone."""
        if len(record["signs"]) != len(kinds) - 1 or not record["signs"]:
            self.faults.add(path, "wrong-signs", f"a chain of {len(kinds)} values has one sign between each two, not {len(record['signs'])}")
            return ANY
        found = kinds[0]
        for at, (sign, kind) in enumerate(zip(record["signs"], kinds[1:], strict=True), 1):
            wanted = LIST if sign == "add" and {found.shape, kind.shape} & {"list", "path"} else INT
            self.fit((*path, "args", at - 1), found, wanted, f"what stands before `{sign}`")
            self.fit((*path, "args", at), kind, wanted, f"the value after `{sign}`")
            found = self.sum_of(found, kind) if sign == "add" else Type("int")
        return found

    def row(self, rows: list[Json], at: int, path: Path) -> None:
        """One row of a lookup: from low to high, not beginning before the last one ended."""
        low, high = rows[at]["low"], rows[at]["high"]
        if low is not None and high is not None and low > high:
            self.faults.add((*path, at), "empty-range", f"from {low} to {high} there is no number")
        before = rows[at - 1]["high"] if at else None
        if at and (before is None or low is None or low <= before):
            self.faults.add((*path, at), "overlap", "the rows of a lookup follow each other and do not overlap")

    def define_call(self, path: Path, record: Json, kinds: list[Type]) -> Type:
        """The value of a define."""
        define = self.index.get("define", record["define"])
        if define is None:
            return ANY
        self.in_order((*path, "args"), record["define"], define["params"], kinds)
        return of_record(define["result"])

    def function_call(self, path: Path, record: Json, kinds: list[Type]) -> Type:
        """The value of a built-in function."""
        row = FUNCTIONS.get(record["function"])
        if row is None:
            return ANY
        least = sum(not param.optional for param in row.params)
        if len(kinds) < least or (len(kinds) > len(row.params) and not row.many):
            self.faults.add((*path, "args"), "wrong-arguments", f"`{row.name}` takes {least} arguments, not {len(kinds)}")
            return ANY
        wanted, result = applied(row, kinds)
        for at, (found, each) in enumerate(zip(kinds, wanted, strict=True)):
            self.fit((*path, "args", at), found, each, f"an argument of `{row.name}`")
        return result

    def in_order(self, path: Path, name: str, params: list[Json], kinds: list[Any]) -> None:
        """Arguments by position: as many as there are parameters, each of its type."""
        least = sum(param["start"] is None for param in params)
        if not least <= len(kinds) <= len(params):
            self.faults.add(path, "wrong-arguments", f"`{shown(name)}` takes {len(params)} arguments, not {len(kinds)}")
            return
        for at, (param, found) in enumerate(zip(params, kinds, strict=False)):
            if isinstance(found, Type):
                self.fit((*path, at), found, of_record(param["type"]), f"`{shown(param['name'])}` of `{shown(name)}`")

    def arguments(self, path: Path, verb: str, given: Json, kinds: dict[str, Type], *, partly: bool = False, each: str | None = None) -> None:
        """Arguments by name: of parameters that there are, none missing that must be given, each of its type."""
        record = self.index.event(verb)
        if record is None:
            return
        params = {param["name"]: param for param in record["params"]}
        for name, kind in kinds.items():
            if name not in params:
                self.unknown((*path, name), name, params, f"parameter of `{shown(verb)}`:")
            elif name == each:
                self.fit((*path, name), kind, list_of(of_record(params[name]["type"])), f"`{shown(name)}`, once for each element,")
            else:
                self.fit((*path, name), kind, of_record(params[name]["type"]), f"`{shown(name)}` of `{shown(verb)}`")
                self.words_of((*path, name), given[name], of_record(params[name]["type"]))
        for name, param in params.items():
            if not partly and name not in given and param["start"] is None and not param["type"].get("optional"):
                self.faults.add(path, "wrong-arguments", f"`{shown(name)}` of `{shown(verb)}` is not given")

    def words_of(self, path: Path, record: Json, kind: Type) -> None:
        """The constant words of an expression that must be of an enum."""
        for at, item in _words(record):
            self.member((*path, *at), item, kind.item or ANY if kind.shape == "list" else kind)


def _in_when(path: Path) -> bool:
    """Whether a path goes through the `when` of a record and not through a name that an author gave."""
    return any(part == "when" and (at == 0 or path[at - 1] not in ("args", "bind", "fields")) for at, part in enumerate(path))


def _words(record: Json) -> list[tuple[Path, str]]:
    """The constant words of an expression: itself, or the items of a list."""
    if record["op"] == "word":
        return [((), record["value"])]
    if record["op"] == "list":
        return [(("items", at), item["value"]) for at, item in enumerate(record["items"]) if item["op"] == "word"]
    return []


def _narrowed(record: Json, item: Type) -> Type:
    """The elements of a filter are of the kind that it asks for."""
    test = record["where"]
    if test["op"] == "is_kind" and test["of"] == {"op": "var", "name": record["var"]}:
        return thing(test["kind"])
    return item
