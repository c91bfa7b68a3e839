"""A small game that means something: two sides, a board of three spaces, an attack with dice, a shield, a card with a react, a test."""

from __future__ import annotations

import copy
from typing import Any

from rulewright.dsl.records import FORMAT, LIMITS, POLICIES, SEMANTICS, VERSION, complete

Json = dict[str, Any]


def var(name: str) -> Json:
    return {"op": "var", "name": name}


def ev(name: str) -> Json:
    return {"op": "event", "name": name}


def num(value: int) -> Json:
    return {"op": "int", "value": value}


def stat(of: Json, name: str) -> Json:
    return {"op": "stat", "of": of, "slot": f"p:hero/{name}"}


def field(of: Json, name: str) -> Json:
    return {"op": "field", "of": of, "slot": f"p:hero/{name}"}


def eq(left: Json, right: Json) -> Json:
    return {"op": "eq", "left": left, "right": right}


def typed(kind: str, **more: Any) -> Json:
    return {"type": kind, **({"low": None, "high": None, "unit": None} if kind == "int" else {}), **more}


HERO = typed("thing", of="p:hero")
SEAT = typed("thing", of="p:player")


def slot(id: str, role: str, type: Json, **more: Any) -> Json:
    return {"id": id, "name": id.rpartition("/")[2].rpartition(":")[2], "role": role, "type": type, "required": False, **more}


def param(name: str, type: Json, label: str | None = None, **more: Any) -> Json:
    return {"name": name, "label": label, "type": type, **more}


def call(verb: str, **args: Json) -> Json:
    return {"op": "call", "verb": verb, "args": args}


KINDS = [
    {
        "kind": "kind",
        "id": "p:player",
        "name": "player",
        "plural": "players",
        "parent": "seat",
        "slots": [
            slot("p:player/hand", "zone", typed("list", of=typed("thing", of="p:card")), seen_by=var("self")),
        ],
    },
    {
        "kind": "kind",
        "id": "p:hero",
        "name": "hero",
        "plural": "heroes",
        "slots": [
            slot("p:hero/colour", "printed", typed("word", of="p:colour"), required=True),
            slot("p:hero/armor", "stat", typed("int", low=0), required=True),
            slot("p:hero/health", "stat", typed("int", low=1), required=True),
            slot("p:hero/damage", "counter", typed("int", low=0), start=num(0), per="p:round"),
            slot("p:hero/clock", "counter", typed("dial", low=1, high=10), start=num(1)),
            slot("p:hero/marks", "counter", typed("list", of=typed("word", of="p:colour")), start={"op": "list", "items": []}),
            slot("p:hero/crit", "printed", typed("effect", of="p:attack"), start={"op": "none"}),
        ],
        "works_in": ["p:player/hand"],
    },
    {"kind": "kind", "id": "p:card", "name": "card", "plural": "cards", "starts_in": {"op": "global", "name": "p:deck"}},
    {
        "kind": "kind",
        "id": "p:region",
        "name": "region",
        "plural": "regions",
        "parent": "space",
        "slots": [slot("p:region/hidden", "printed", typed("bool"), required=True)],
    },
]

SHIELD = {
    "op": "begin",
    "clauses": [
        {"kind": "prevent", "id": "p:ice/prevent.1", "unit": "damage", "amount": num(2), "where": eq(ev("target"), var("owner"))},
    ],
    "until": [{"end": "p:attack"}, {"next": ["p:deal"], "where": eq(ev("target"), var("owner"))}],
    "bind": {"owner": {"op": "relation", "of": var("self"), "name": "owner"}},
}

DEFINITIONS = [
    {
        "kind": "definition",
        "id": "p:ruby",
        "of": "p:hero",
        "name": "Ruby",
        "copies": 1,
        "fields": {"colour": "red", "armor": 2, "health": 5, "crit": {"effect": "p:ruby/crit"}},
        "abilities": [{"ability": "p:tough", "args": [num(1)]}],
        "starts_in": {"op": "space", "id": "p:land/gate"},
        "clauses": [
            {"kind": "forbid", "id": "p:ruby/forbid.1", "targets": ["p:hostile"], "names": ["x", "y"], "where": eq(ev("y"), var("self")), "name": "hidden one"},
            {
                "kind": "modify",
                "id": "p:ruby/modify.1",
                "slot": "p:hero/armor",
                "change": "add",
                "value": field(var("it"), "damage"),
                "subject": {"of": "p:hero", "where": eq(field(var("it"), "colour"), {"op": "word", "value": "blue"})},
            },
            {"kind": "limit", "id": "p:ruby/limit.1", "targets": ["p:attack", "p:deal"], "to": num(2), "per": "p:round.fights", "keys": [ev("target")]},
            {"kind": "allow", "id": "p:ruby/allow.1", "targets": ["p:attack"], "where": eq(ev("actor"), var("self")), "despite": "p:ruby/forbid.1"},
            {
                "kind": "oblige",
                "id": "p:ruby/oblige.1",
                "targets": ["p:attack"],
                "so_that": {"op": "has", "of": ev("target"), "ability": "p:tough"},
                "if_able": True,
            },
            {"kind": "mute", "id": "p:ruby/mute.1", "subject": {"is": {"op": "thing", "id": "p:blade"}}, "while": {"op": "running", "of": "p:round"}},
            {"kind": "grant", "id": "p:ruby/grant.1", "ability": "p:tough", "args": [num(2)], "subject": {"of": "p:hero"}},
        ],
    },
    {
        "kind": "definition",
        "id": "p:blade",
        "of": "p:hero",
        "name": "Blade",
        "copies": 1,
        "fields": {"colour": "blue", "armor": 1, "health": 4},
        "owner": "p:ruby",
    },
    {
        "kind": "definition",
        "id": "p:ice",
        "of": "p:card",
        "name": "Ice Barrier",
        "copies": 2,
        "fields": {},
        "faces": [
            {
                "kind": "face",
                "name": "front",
                "handlers": [
                    {
                        "kind": "handler",
                        "id": "p:ice/react.1",
                        "moment": "end",
                        "event": "p:attack.roll",
                        "where": {"op": "ge", "left": {"op": "apply", "function": "count", "args": [ev("strikes")]}, "right": num(1)},
                        "once": "p:round",
                        "react": {"by": None, "costs": [call("p:pay", amount=num(1))]},
                        "body": [SHIELD],
                    },
                    {
                        "kind": "handler",
                        "id": "p:ice/before.1",
                        "moment": "before",
                        "event": "p:deal",
                        "body": [
                            {
                                "op": "if",
                                "test": eq(ev("tag"), {"op": "word", "value": "red"}),
                                "then": [{"op": "cancel"}],
                                "else": [{"op": "set", "target": ev("amount"), "change": "-=", "value": num(1)}],
                            }
                        ],
                    },
                    {
                        "kind": "handler",
                        "id": "p:ice/instead.1",
                        "moment": "instead",
                        "event": "p:deal",
                        "once": "ever",
                        "body": [{"op": "continue", "args": {"amount": num(1)}}],
                    },
                ],
                "members": [
                    {
                        "kind": "member",
                        "id": "p:ice/instant.1",
                        "class": "p:instant",
                        "name": "Freeze",
                        "where": {"op": "is_kind", "of": var("who"), "kind": "p:player"},
                        "body": [call("p:pay", amount=num(2))],
                    }
                ],
            },
            {"kind": "face", "name": "back"},
        ],
    },
]

DEAL = {
    "kind": "verb",
    "id": "p:deal",
    "name": "deal",
    "params": [
        param("amount", typed("int", unit="damage")),
        param("target", HERO, "to"),
        param("source", typed("thing", of="thing", optional=True), "from", start={"op": "none"}),
    ],
    "slots": [slot("p:deal/result", "counter", typed("int"))],
    "requires": [{"test": {"op": "gt", "left": var("amount"), "right": num(0)}, "needs": ["amount"]}],
    "families": [{"family": "p:hostile", "args": [var("source"), var("target")]}],
    "body": [
        {"op": "set", "target": field(var("target"), "damage"), "change": "+=", "value": var("amount")},
        {"op": "set", "target": field(var("target"), "clock"), "change": "+=", "value": num(1)},
        {"op": "set", "target": field(var("target"), "marks"), "change": "+=", "value": {"op": "word", "value": "red"}},
        {"op": "let", "name": "result", "value": var("amount")},
    ],
}

ATTACK = {
    "kind": "sequence",
    "id": "p:attack",
    "name": "attack",
    "params": [
        param("actor", HERO, "by"),
        param(
            "target",
            HERO,
            "on",
            domain={"op": "filter", "of": {"op": "all", "kind": "p:hero"}, "var": "it", "where": {"op": "ne", "left": var("it"), "right": var("actor")}},
        ),
    ],
    "families": [{"family": "p:hostile", "args": [var("actor"), var("target")]}],
    "slots": [slot("p:attack/power", "counter", typed("int"))],
    "machine": {
        "node": "seq",
        "children": [
            {"node": "do", "body": [{"op": "let", "name": "power", "value": stat(var("actor"), "armor")}]},
            {
                "node": "step",
                "name": "roll",
                "child": {"node": "do", "body": [{"op": "operation", "name": "roll", "args": {"count": var("power"), "sides": num(10)}, "as": "strikes"}]},
            },
            {
                "node": "do",
                "body": [
                    {"op": "do", "effect": field(var("actor"), "crit")},
                    call("p:deal", amount={"op": "apply", "function": "count", "args": [var("strikes")]}, target=var("target"))
                    | {"tag": {"op": "word", "value": "blue"}, "as": "done"},
                    {"op": "if", "test": {"op": "gt", "left": var("done"), "right": num(3)}, "then": [{"op": "skip"}]},
                ],
            },
        ],
    },
}

ROUND = {
    "kind": "sequence",
    "id": "p:round",
    "name": "round",
    "params": [param("side", SEAT, "by")],
    "machine": {
        "node": "loop",
        "count": num(10),
        "child": {
            "node": "seq",
            "children": [
                {
                    "node": "step",
                    "name": "fights",
                    "while": {"op": "not", "arg": {"op": "empty", "of": {"op": "all", "kind": "p:hero"}}},
                    "child": {
                        "node": "seq",
                        "children": [
                            {
                                "node": "do",
                                "body": [
                                    {
                                        "op": "choose",
                                        "site": "p:round@1",
                                        "who": var("side"),
                                        "from": {"op": "all", "kind": "p:hero"},
                                        "min": num(1),
                                        "max": num(1),
                                        "single": True,
                                        "as": "h",
                                        "else": "skip",
                                    },
                                    {
                                        "op": "offer",
                                        "site": "p:round@2",
                                        "who": var("side"),
                                        "entries": [{"verb": "p:attack", "bind": {"actor": var("h")}}, {"class": "p:instant"}],
                                        "as": "did",
                                        "pass": True,
                                        "repeat": False,
                                    },
                                    {"op": "may", "site": "p:round@3", "who": var("side"), "text": "Go on?", "then": [{"op": "end", "scope": "p:round"}]},
                                    {
                                        "op": "menu",
                                        "site": "p:round@4",
                                        "who": var("side"),
                                        "options": [{"text": "pay", "body": [call("p:pay", amount=num(1))]}],
                                    },
                                    {
                                        "op": "share",
                                        "site": "p:round@5",
                                        "who": var("side"),
                                        "amount": num(4),
                                        "among": {"op": "all", "kind": "p:hero"},
                                        "even": True,
                                        "var": "each",
                                        "count": "part",
                                        "body": [call("p:deal", amount=var("part"), target=var("each"))],
                                    },
                                    {"op": "random", "of": {"op": "all", "kind": "p:hero"}, "count": num(1), "single": True, "as": "lucky"},
                                    {
                                        "op": "together",
                                        "body": [
                                            {
                                                "op": "each",
                                                "var": "x",
                                                "of": {"op": "all", "kind": "p:hero"},
                                                "order": stat(var("x"), "armor"),
                                                "body": [
                                                    {"op": "repeat", "count": num(2), "body": [{"op": "stop"}]},
                                                    call("p:deal", amount=num(1), target=var("x")),
                                                ],
                                            }
                                        ],
                                    },
                                    call("p:deal", amount=num(1), target={"op": "all", "kind": "p:hero"}) | {"each": "target"},
                                ],
                            },
                            {
                                "node": "branch",
                                "test": {"op": "option", "name": "p:long"},
                                "then": {"node": "call", "sequence": "p:attack", "args": {"actor": var("lucky"), "target": var("lucky")}},
                            },
                            {"node": "let", "name": "n", "value": {"op": "frame", "of": "p:round", "name": "number"}},
                            {
                                "node": "each",
                                "var": "e",
                                "of": {"op": "all", "kind": "p:hero"},
                                "child": {"node": "do", "body": [{"op": "let", "name": "m", "value": var("n")}]},
                            },
                        ],
                    },
                }
            ],
        },
    },
}

PAY = {
    "kind": "verb",
    "id": "p:pay",
    "name": "pay",
    "params": [param("amount", typed("int", unit="tick"))],
    "body": [{"op": "set", "target": {"op": "global", "name": "p:spent"}, "change": "+=", "value": var("amount")}],
}

WORTH = {
    "id": "p:worth",
    "params": [param("h", HERO)],
    "result": typed("int"),
    "value": {
        "op": "add",
        "left": stat(var("h"), "armor"),
        "right": {"op": "lookup", "of": stat(var("h"), "health"), "rows": [{"low": 1, "high": 3, "value": num(1)}, {"low": 4, "value": num(2)}]},
    },
}


def game() -> Json:
    """The whole document, a fresh copy, complete."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "semantics": SEMANTICS,
        "packs": [{"id": "p", "title": "Small", "version": "1.0.0", "hash": "sha256:0"}],
        "game": {"pack": "p", "title": "Small", "start": "p:round", "seats": {"kind": "p:player", "min": 1, "max": 2, "sides": {"op": "bool", "value": True}}},
        "policies": {name: words[0] for name, words in POLICIES.items()},
        "limits": {name: usual for name, (usual, _) in LIMITS.items()},
        "enums": [{"id": "p:colour", "members": ["red", "blue"]}],
        "kinds": KINDS,
        "definitions": DEFINITIONS,
        "boards": [
            {
                "kind": "board",
                "id": "p:land",
                "name": "Land",
                "areas": [{"id": "p:land/north", "name": "North"}],
                "spaces": [
                    {"id": "p:land/gate", "of": "p:region", "name": "Gate", "area": "p:land/north", "fields": {"hidden": False}},
                    {"id": "p:land/tower", "of": "p:region", "name": "Tower", "fields": {"hidden": True}},
                ],
                "links": [{"from": "p:land/gate", "to": "p:land/tower", "route": "path", "both": True}],
            }
        ],
        "groups": [
            {
                "id": "p:all",
                "members": {"op": "all", "kind": "p:player"},
                "decider": {"op": "apply", "function": "first", "args": [{"op": "all", "kind": "p:player"}]},
                "consent": "none",
            }
        ],
        "families": [{"id": "p:hostile"}],
        "classes": [{"id": "p:instant"}],
        "slots": [
            slot("p:deck", "zone", typed("list", of=typed("thing", of="p:card")), seen_by={"op": "bool", "value": False}),
            slot("p:spent", "counter", typed("int"), start=num(0)),
            slot("p:long", "option", typed("bool"), start={"op": "bool", "value": False}),
        ],
        "verbs": [DEAL, PAY],
        "sequences": [ATTACK, ROUND],
        "defines": [WORTH],
        "abilities": [
            {
                "id": "p:tough",
                "params": [param("n", typed("int"))],
                "clauses": [
                    {"kind": "modify", "id": "p:tough/modify.1", "slot": "p:hero/health", "change": "add", "value": var("n"), "subject": {"is": var("self")}}
                ],
            }
        ],
        "rules": [
            {
                "id": "p:defeat",
                "name": "Defeat",
                "when": {"op": "option", "name": "p:long"},
                "checks": [
                    {
                        "kind": "check",
                        "id": "p:defeat/level.1",
                        "var": "c",
                        "of": {"op": "all", "kind": "p:hero"},
                        "where": {"op": "ge", "left": field(var("c"), "damage"), "right": stat(var("c"), "health")},
                        "body": [{"op": "operation", "name": "put", "args": {"things": {"op": "list", "items": [var("c")]}, "place": {"op": "box"}}}],
                    }
                ],
            }
        ],
        "effects": [
            {
                "id": "p:ruby/crit",
                "scope": "p:attack",
                "body": [{"op": "set", "target": {"op": "frame", "of": "p:attack", "name": "power"}, "change": "+=", "value": num(1)}],
            }
        ],
        "always": [{"id": "p:always.1", "test": {"op": "not", "arg": {"op": "empty", "of": {"op": "all", "kind": "p:hero"}}}, "because": "somebody is there"}],
        "tests": [
            {
                "kind": "test",
                "id": "p:test.1",
                "name": "a strike",
                "options": {"p:long": True},
                "steps": [
                    {"op": "given", "thing": {"op": "thing", "id": "p:ruby"}, "place": {"op": "space", "id": "p:land/gate"}},
                    {"op": "dice", "faces": [1, 2]},
                    {"op": "let", "name": "r", "value": {"op": "thing", "id": "p:ruby"}},
                    {"op": "refuse", "call": call("p:attack", actor=var("r"), target=var("r"))},
                    call("p:deal", amount=num(2), target=var("r")),
                    {
                        "op": "expect",
                        "test": eq({"op": "call", "define": "p:worth", "args": [var("r")]}, num(3)),
                        "parts": [{"text": "worth", "value": num(3)}],
                    },
                ],
            }
        ],
        "trace": {"covers": ["S-1"], "expressed": {"S-1": ["p:deal"]}},
        "texts": {},
        "source_map": {"files": ["p.rw"], "at": {"p:deal": [0, 1, 1]}},
    }
    return copy.deepcopy(complete(document))
