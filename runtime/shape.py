"""The static type of an expression, as far as names of options and events need it: a number is never mistaken for a thing, nor the other way round."""
from __future__ import annotations

from rulewright.dsl.registry import FUNCTIONS, OPERATIONS

from .program import ANY, Program, Record, walk

BOOL: Record = {"type": "bool"}
INT: Record = {"type": "int", "low": None, "high": None, "unit": None}
TEXT: Record = {"type": "text"}
WORD: Record = {"type": "word", "of": None}
DIE: Record = {"type": "die"}

BOOLS = frozenset(("and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "in", "not_in", "between", "is_kind", "has", "empty", "can", "running", "bool"))
"""Expressions whose value is true or false, and nothing else."""
_INTS = frozenset(("int", "sum", "highest", "lowest", "sub", "mul", "mod", "div", "neg"))
_RELATIONS = {"name": TEXT, "face": WORD, "number": INT, "definition": WORD, "exists": BOOL, "playing": BOOL}
_PLACES = frozenset(("place", "space", "seat", "zone", "thing"))


def thing(kind: str = "thing") -> Record:
    """The type of an instance of a kind."""
    return {"type": "thing", "of": kind}


def list_of(of: Record) -> Record:
    """The type of a list."""
    return {"type": "list", "of": of}


def element(kind: Record) -> Record:
    """The type of a list's elements."""
    if kind["type"] == "list":
        of: Record = kind["of"]
        return of
    if kind["type"] == "group":
        return thing(kind["of"])
    if kind["type"] == "path":
        return thing("space")
    if kind["type"] == "thing":  # a place stands for its contents
        return thing()
    return ANY


def is_thing(kind: Record) -> bool:
    """Whether a value of the type is an entity's number."""
    return bool(kind["type"] == "thing")


def named(word: str) -> Record:
    """A type of the registry's words: `list of T`, `T?`, `int`, `place`, ..."""
    word = word.rstrip("?")
    if word.startswith("list of "):
        return list_of(named(word[8:]))
    if word in _PLACES:
        return thing("thing" if word in ("place", "thing") else word)
    return {"int": INT, "bool": BOOL, "text": TEXT, "word": WORD, "die": DIE, "path": {"type": "path"}}.get(word, ANY)


def type_of(node: Record, names: dict[str, Record], events: dict[str, Record], program: Program) -> Record:
    """The type of an expression. `names` are the variables of the body, `events` those of the event that a clause or handler looks at."""

    def of(key: str) -> Record:
        return type_of(node[key], names, events, program)

    op = node["op"]
    if op in BOOLS:
        return BOOL
    if op in _INTS:
        return INT
    match op:
        case "text":
            return TEXT
        case "word":
            return WORD
        case "var":
            return names.get(node["name"], ANY)
        case "event":
            return events.get(node["name"], ANY)
        case "frame":
            return INT if node["name"] == "number" else variables(program.events.get(node["of"]), program).get(node["name"], ANY)
        case "thing":
            return thing(program.definitions[node["id"]]["of"])
        case "space":
            return thing("space")
        case "table" | "box":
            return thing()
        case "global" | "option":
            return _slot(program, node["name"])
        case "field" | "stat" | "printed":
            return _slot(program, node["slot"])
        case "relation":
            return _RELATIONS.get(node["name"], thing())
        case "die":
            return BOOL if node["name"] == "rerolled" else INT
        case "contents":
            return list_of(thing())
        case "held" | "all":
            return list_of(thing(node["kind"]))
        case "members":
            return list_of(thing())
        case "filter":
            return list_of(element(of("of")))
        case "list":
            kinds = [type_of(item, names, events, program) for item in node["items"]]
            return list_of(next((kind for kind in kinds if kind["type"] not in ("any", "none")), ANY))
        case "if":
            return _either(of("then"), of("else"))
        case "add":
            return _either(of("left"), INT)
        case "chain":
            return _either(type_of(node["args"][0], names, events, program), INT) if set(node["signs"]) == {"add"} else INT
        case "lookup":
            return type_of(node["rows"][0]["value"], names, events, program) if node["rows"] else ANY
        case "call":
            result: Record = program.defines[node["define"]]["result"]
            return result
        case "apply":
            return _applied(node, names, events, program)
        case _:
            return ANY


def _either(a: Record, b: Record) -> Record:
    return b if a["type"] in ("any", "none") else a


def _slot(program: Program, slot: str) -> Record:
    record = program.slots.get(slot)
    if record is None:
        return thing() if slot == "controller" else ANY
    return thing("zone") if record["role"] == "zone" else record["type"]


def _applied(node: Record, names: dict[str, Record], events: dict[str, Record], program: Program) -> Record:
    row = FUNCTIONS[node["function"]]
    if row.result.rstrip("?").endswith("same"):
        of = element(type_of(node["args"][0], names, events, program))
        return list_of(of) if row.result.startswith("list of") else of
    return named(row.result)


def variables(event: Record | None, program: Program) -> dict[str, Record]:
    """The variables of a verb or sequence by name, and of a class's use."""
    if event is None:
        return {"who": thing(), "thing": thing()}
    known = program.shapes.get(event["id"])
    if known is not None:
        return known
    out: dict[str, Record] = {param["name"]: param["type"] for param in event["params"]}
    for slot in event["slots"]:
        out[slot["name"]] = thing("zone") if slot["role"] == "zone" else slot["type"]
    out["tag"] = WORD
    program.shapes[event["id"]] = out
    for record in walk(event.get("machine", event.get("body"))):
        if "node" in record or "op" in record:
            _declared(record, out, program)
    return out


def _declared(record: Record, out: dict[str, Record], program: Program) -> None:
    kind = record.get("node") or record.get("op")
    if kind == "let":
        out.setdefault(record["name"], type_of(record["value"], out, {}, program))
    elif kind == "each":
        out.setdefault(record["var"], element(type_of(record["of"], out, {}, program)))
    elif kind in ("operation", "random", "call", "choose", "offer") and record.get("as") is not None:
        out.setdefault(record["as"], result_of(record, out, {}, program))


def result_of(record: Record, names: dict[str, Record], events: dict[str, Record], program: Program) -> Record:
    """The type of what a statement or node leaves in its `as`."""
    match record.get("op"):
        case "operation":
            return named(OPERATIONS[record["name"]].result or "any")
        case "random":
            of = element(type_of(record["of"], names, events, program))
            return of if record["single"] else list_of(of)
        case "choose":
            of = element(type_of(record["from"], names, events, program))
            return of if record["single"] else list_of(of)
        case "offer":
            return WORD
        case _:
            called = program.events.get(record.get("verb") or record.get("sequence") or "")
            for slot in called["slots"] if called is not None else ():
                if slot["name"] == "result":
                    kind: Record = slot["type"]
                    return kind
            return ANY
