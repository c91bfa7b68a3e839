"""Small rulesets in few lines: expressions and statements as functions, a ruleset from its parts, verified."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.records import FORMAT, LIMITS, POLICIES, SEMANTICS, VERSION, complete

Json = dict[str, Any]
INT: Json = {"type": "int", "low": None, "high": None, "unit": None}
BOOL: Json = {"type": "bool"}
SEAT: Json = {"type": "thing", "of": "t:player"}
HERO: Json = {"type": "thing", "of": "t:hero"}
CARD: Json = {"type": "thing", "of": "t:card"}
DICE: Json = {"type": "list", "of": {"type": "die"}}


def whole(low: int | None = None, high: int | None = None, unit: str | None = None) -> Json:
    return {"type": "int", "low": low, "high": high, "unit": unit}


def e(value: Any) -> Json:
    """A Python value as an expression; expressions stay as they are."""
    if isinstance(value, dict):
        return value
    if value is None:
        return {"op": "none"}
    if isinstance(value, bool):
        return {"op": "bool", "value": value}
    if isinstance(value, int):
        return {"op": "int", "value": value}
    if isinstance(value, list):
        return {"op": "list", "items": [e(item) for item in value]}
    return {"op": "word", "value": value}


def x(op: str, *args: Any, **fields: Any) -> Json:
    """An expression: two arguments are left and right, one is `of`; the rest by name."""
    names = {"not": ("arg",), "neg": ("arg",)}.get(op, ("left", "right") if len(args) == 2 else ("of",))
    return {"op": op, **{name: e(arg) for name, arg in zip(names, args, strict=True)}, **fields}


def var(name: str) -> Json:
    return {"op": "var", "name": name}


def ev(name: str) -> Json:
    return {"op": "event", "name": name}


def frame(of: str, name: str) -> Json:
    return {"op": "frame", "of": of, "name": name}


def thing(id: str) -> Json:
    return {"op": "thing", "id": id}


def glob(name: str) -> Json:
    return {"op": "global", "name": f"t:{name}"}


def field(of: Any, slot: str) -> Json:
    return {"op": "field", "of": e(of), "slot": slot}


def stat(of: Any, slot: str) -> Json:
    return {"op": "stat", "of": e(of), "slot": slot}


def rel(of: Any, name: str) -> Json:
    return {"op": "relation", "of": e(of), "name": name}


def every(kind: str) -> Json:
    return {"op": "all", "kind": kind, "everywhere": False}


def where(of: Json, test: Json, name: str = "it") -> Json:
    return {"op": "filter", "of": of, "var": name, "where": test}


def fn(name: str, *args: Any) -> Json:
    return {"op": "apply", "function": name, "args": [e(arg) for arg in args]}


def both(*args: Json) -> Json:
    return {"op": "and", "args": list(args)}


# ---------------------------------------------------------------- statements


def call(verb: str, *, tag: Any = None, each: str | None = None, keep: str | None = None, **args: Any) -> Json:
    given = {name: e(arg) for name, arg in args.items()}
    return {"op": "call", "verb": verb, "args": given, "tag": None if tag is None else e(tag), "each": each, "as": keep}


def put(target: Json, value: Any, change: str = "=") -> Json:
    return {"op": "set", "target": target, "change": change, "value": e(value)}


def add(target: Json, value: Any) -> Json:
    return put(target, value, "+=")


def let(name: str, value: Any) -> Json:
    return {"op": "let", "name": name, "value": e(value)}


def when(test: Json, then: list[Json], other: list[Json] | None = None) -> Json:
    return {"op": "if", "test": test, "then": then, "else": other or []}


def each(name: str, of: Json, body: list[Json], **more: Any) -> Json:
    return {"op": "each", "var": name, "of": of, "body": body, **more}


def repeat(body: list[Json], count: Any = None, **more: Any) -> Json:
    return {"op": "repeat", "count": None if count is None else e(count), "body": body, **more}


def op(name: str, *, keep: str | None = None, **args: Any) -> Json:
    return {"op": "operation", "name": name, "args": {key: e(arg) for key, arg in args.items()}, "as": keep}


def choose(site: str, who: Json, of: Json, keep: str, *, low: Any = 1, high: Any = 1, single: bool = True, other: str | None = None) -> Json:
    top = None if high is None else e(high)
    return {"op": "choose", "site": site, "who": who, "from": of, "min": e(low), "max": top, "single": single, "as": keep, "else": other, "text": None}


def offer(site: str, who: Json, entries: list[Json], *, passes: bool = True, repeated: bool = False, keep: str | None = None) -> Json:
    return {"op": "offer", "site": site, "who": who, "entries": entries, "as": keep, "pass": passes, "repeat": repeated}


def can_do(verb: str, **bind: Any) -> Json:
    return {"verb": verb, "bind": {name: e(arg) for name, arg in bind.items()}}


def may(site: str, who: Json, then: list[Json], other: list[Json] | None = None) -> Json:
    return {"op": "may", "site": site, "who": who, "text": "?", "then": then, "else": other or []}


def begin(clauses: list[Json] | None = None, handlers: list[Json] | None = None, *, until: list[Json] | None = None, **more: Any) -> Json:
    return {"op": "begin", "clauses": clauses or [], "handlers": handlers or [], "until": until or [], "once": False, "bind": {}, **more}


# ---------------------------------------------------------------- records


def param(name: str, type: Json, **more: Any) -> Json:
    return {"name": name, "label": None, "type": type, **more}


def slot(id: str, role: str, type: Json, start: Any = ..., **more: Any) -> Json:
    name = id.rpartition("/")[2].rpartition(":")[2]
    return {"id": id, "name": name, "role": role, "type": type, "start": None if start is ... else e(start), "required": False, **more}


def verb(id: str, params: list[Json], body: list[Json], **more: Any) -> Json:
    return {"kind": "verb", "id": id, "name": id.rpartition(":")[2], "params": params, "body": body, **more}


def sequence(id: str, machine: Json, params: list[Json] | None = None, **more: Any) -> Json:
    return {"kind": "sequence", "id": id, "name": id.rpartition(":")[2], "params": params or [], "machine": machine, **more}


def do(*body: Json) -> Json:
    return {"node": "do", "body": list(body)}


def seq(*children: Json) -> Json:
    return {"node": "seq", "children": list(children)}


def step(name: str, child: Json, **more: Any) -> Json:
    return {"node": "step", "name": name, "child": child, **more}


def loop(child: Json, count: Any = None, **more: Any) -> Json:
    return {"node": "loop", "count": None if count is None else e(count), "child": child, **more}


def handler(id: str, moment: str, event: str, body: list[Json], **more: Any) -> Json:
    return {"kind": "handler", "id": id, "moment": moment, "event": event, "body": body, **more}


def clause(kind: str, id: str, **fields: Any) -> Json:
    return {"kind": kind, "id": id, **fields}


def modify(id: str, slot: str, change: str, value: Any, subject: Json, **more: Any) -> Json:
    return clause("modify", id, slot=slot, change=change, value=e(value), subject=subject, **more)


def check(id: str, test: Json, body: list[Json], *, edge: bool = False, of: Json | None = None) -> Json:
    return {"kind": "check", "id": id, "edge": edge, "var": None if of is None else "c", "of": of, "where": test, "body": body}


def rule(id: str, *parts: Json) -> Json:
    return {"id": id, "name": id.rpartition(":")[2], **_parts(parts)}


def definition(id: str, of: str, *parts: Json, copies: int = 1, fields: Json | None = None, **more: Any) -> Json:
    name = id.rpartition(":")[2].capitalize()
    return {"kind": "definition", "id": id, "of": of, "name": name, "copies": copies, "fields": fields or {}, **_parts(parts), **more}


def face(name: str, *parts: Json) -> Json:
    return {"kind": "face", "name": name, **_parts(parts)}


def _parts(parts: tuple[Json, ...]) -> Json:
    kinds = {"handler": "handlers", "check": "checks", "member": "members"}
    out: Json = {"clauses": [], "handlers": [], "checks": [], "members": []}
    for part in parts:
        out[kinds.get(part["kind"], "clauses")].append(part)
    return out


DAMAGE, HEALTH, ARMOR = "t:hero/damage", "t:hero/health", "t:hero/armor"
KINDS = [
    {
        "kind": "kind", "id": "t:player", "name": "player", "plural": "players", "parent": "seat",
        "slots": [
            slot("t:player/points", "counter", whole(), 0),
            slot("t:player/hand", "zone", {"type": "list", "of": CARD}, seen_by=var("self")),
            slot("t:player/discard", "zone", {"type": "list", "of": CARD}),
        ],
    },
    {
        "kind": "kind", "id": "t:hero", "name": "hero", "plural": "heroes",
        "slots": [
            slot(HEALTH, "stat", whole(1), 5),
            slot(ARMOR, "stat", whole(0), 1),
            slot(DAMAGE, "counter", whole(0), 0),
            slot("t:hero/clock", "counter", {"type": "dial", "low": 1, "high": 10}, 1),
        ],
    },
    {"kind": "kind", "id": "t:card", "name": "card", "plural": "cards", "slots": [slot("t:card/used", "counter", BOOL, False)]},
    {"kind": "kind", "id": "t:field", "name": "field", "plural": "fields", "parent": "space", "slots": []},
]  # fmt: skip

DEAL = verb(
    "t:deal",
    [param("amount", whole(unit="damage")), param("target", HERO)],
    [add(field(var("target"), DAMAGE), var("amount"))],
)
SCORE = verb("t:score", [param("amount", INT), param("who", SEAT)], [add(field(var("who"), "t:player/points"), var("amount"))])
RED, BLUE = thing("t:red"), thing("t:blue")
TWO_SEATS = [definition("t:red", "t:player"), definition("t:blue", "t:player")]
ANN = definition("t:ann", "t:hero", owner="t:red")
SIDES_EACH = {"op": "eq", "left": {"op": "var", "name": "one"}, "right": {"op": "var", "name": "other"}}
BOB = definition("t:bob", "t:hero", owner="t:blue", fields={"armor": 2})


def ruleset(**parts: Any) -> Json:
    """A complete ruleset: the kinds above, two seats (`t:red`, `t:blue`), the verbs `t:deal` and `t:score`, and the parts."""
    lists = {key: list(value) for key, value in parts.items() if isinstance(value, list)}
    document: Json = {
        "format": FORMAT, "version": VERSION, "semantics": SEMANTICS,
        "packs": [{"id": "t", "title": "T", "version": "1", "hash": "sha256:0", "requires": []}],
        "game": {"pack": "t", "title": "T", "start": parts.get("start", "t:main"), "seats": {"kind": "t:player", "min": 1, "max": 4, "sides": SIDES_EACH}},
        "policies": {**{name: words[0] for name, words in POLICIES.items()}, **parts.get("policies", {})},
        "limits": {**{name: usual for name, (usual, _) in LIMITS.items()}, **parts.get("limits", {})},
        "kinds": KINDS + lists.pop("kinds", []),
        "definitions": TWO_SEATS + lists.pop("definitions", []),
        "verbs": [DEAL, SCORE, *lists.pop("verbs", [])],
        "sequences": lists.pop("sequences", []),
        "trace": {"covers": [], "expressed": {}},
        "texts": {},
        "source_map": {"files": [], "at": {}},
        **lists,
    }  # fmt: skip
    if not any(one["id"] == "t:main" for one in document["sequences"]):
        document["sequences"].append(sequence("t:main", do(op("draw_game"))))
    return complete(document)
