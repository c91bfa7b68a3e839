"""A game that uses all of the engine: turns with offers, an attack with dice and reactions, hidden hands, lasting effects, checks, choices of every kind."""

from __future__ import annotations

from functools import cache

from .build import (
    ARMOR,
    BOOL,
    CARD,
    DAMAGE,
    DICE,
    HEALTH,
    HERO,
    INT,
    SEAT,
    Json,
    add,
    begin,
    both,
    call,
    can_do,
    check,
    choose,
    clause,
    definition,
    do,
    each,
    ev,
    every,
    field,
    fn,
    frame,
    glob,
    handler,
    let,
    loop,
    may,
    modify,
    offer,
    op,
    param,
    put,
    rel,
    rule,
    ruleset,
    seq,
    sequence,
    slot,
    stat,
    step,
    thing,
    var,
    verb,
    when,
    where,
    x,
)

HEROES = every("t:hero")
USED, POINTS, HAND = "t:card/used", "t:player/points", "t:player/hand"
DECK = glob("deck")
MINE = where(HEROES, x("eq", rel(var("it"), "controller"), var("p")))


def enemy(a: Json, b: Json) -> Json:
    return x("ne", rel(a, "controller"), rel(b, "controller"))


def exhaust() -> Json:
    return verb(
        "t:exhaust",
        [param("what", CARD)],
        [put(field(var("what"), USED), True)],
        requires=[{"test": x("not", field(var("what"), USED)), "needs": ["what"]}],
    )


VERBS = [
    exhaust(),
    verb("t:ready", [param("what", CARD)], [put(field(var("what"), USED), False)]),
    verb("t:draw", [param("who", SEAT)], [op("put", things=fn("top", DECK, 1), place=field(var("who"), HAND))]),
    verb("t:lay", [param("what", CARD)], [op("put", things=var("what"), place={"op": "table"})]),
    verb("t:fall", [param("target", HERO)], [put(field(var("target"), DAMAGE), 0), add(glob("falls"), 1)]),
    verb(
        "t:rest",
        [param("who", HERO)],
        [put(field(var("who"), DAMAGE), fn("max", 0, x("sub", field(var("who"), DAMAGE), 1)))],
        requires=[{"test": x("gt", field(var("who"), DAMAGE), 0), "needs": ["who"]}],
        families=[{"family": "t:action", "args": [var("who")]}],
    ),
    verb(
        "t:reroll",
        [param("d", {"type": "die"})],
        [op("reroll_die", die=var("d"))],
        requires=[{"test": x("not", {"op": "die", "of": var("d"), "name": "rerolled"}), "needs": ["d"]}],
    ),
]

ATTACK = sequence(
    "t:attack",
    seq(
        step("roll", do(op("roll", count=var("power"), sides=10, keep="strikes"))),
        do(let("hits", fn("count", where(var("strikes"), x("ge", {"op": "die", "of": var("it"), "name": "face"}, 4))))),
        step("harm", do(call("t:deal", amount=var("hits"), target=var("target"))), where=x("gt", var("hits"), 0)),
    ),
    [
        param("actor", HERO),
        param("target", HERO),
        param("power", INT, start={"op": "int", "value": 2}, domain={"op": "list", "items": [{"op": "int", "value": 2}, {"op": "int", "value": 3}]}),
    ],
    slots=[slot("t:attack/strikes", "counter", DICE), slot("t:attack/hits", "counter", INT, 0)],
    requires=[{"test": enemy(var("actor"), var("target")), "needs": ["actor", "target"]}],
    families=[{"family": "t:action", "args": [var("actor")]}],
)

TURN = sequence(
    "t:turn",
    seq(
        step("open", do(call("t:draw", who=var("p")))),
        step(
            "act",
            do(
                choose("t:turn@1", var("p"), MINE, "h"),
                offer(
                    "t:turn@2",
                    var("p"),
                    [can_do("t:attack", actor=var("h")), can_do("t:rest", who=var("h")), {"class": "t:instant"}],
                    repeated=True,
                    keep="did",
                ),
            ),
        ),
        step(
            "lay",
            do(
                choose("t:turn@3", var("p"), {"op": "contents", "of": field(var("p"), HAND)}, "cards", low=0, high=2, single=False),
                call("t:lay", what=var("cards"), each="what"),
            ),
            where=x("not", x("empty", field(var("p"), HAND))),
        ),
        step("close", do(may("t:turn@4", var("p"), [call("t:score", amount=1, who=var("p"))]))),
    ),
    [param("p", SEAT)],
)

MAIN = sequence(
    "t:main",
    seq(
        do(op("shuffle", zone=DECK)),
        loop(
            {
                "node": "each",
                "var": "q",
                "of": every("t:player"),
                "where": None,
                "order": None,
                "child": {"node": "call", "sequence": "t:turn", "args": {"p": var("q")}, "as": None},
            },
            30,
        ),
        do(op("draw_game")),
    ),
)

SHIELD = definition(
    "t:shield",
    "t:card",
    handler(
        "t:shield/react.1",
        "before",
        "t:attack.roll",
        [
            begin(
                [clause("prevent", "t:shield/prevent.1", unit="damage", amount={"op": "int", "value": 1}, where=x("eq", ev("target"), var("whom")))],
                until=[{"end": "t:attack", "where": None}],
                bind={"whom": ev("target")},
            )
        ],
        where=x("eq", rel(ev("target"), "controller"), rel(var("self"), "controller")),
        react={"by": rel(var("self"), "controller"), "costs": [call("t:exhaust", what=var("self"))]},
    ),
    owner="t:blue",
)
HILL = rule(
    "t:hill",
    handler(
        "t:hill/react.1",
        "end",
        "t:attack.roll",
        [
            choose(
                "t:hill@1",
                rel(ev("actor"), "controller"),
                where(ev("strikes"), x("not", {"op": "die", "of": var("it"), "name": "rerolled"})),
                "d",
                other="skip",
            ),
            call("t:reroll", d=var("d")),
        ],
        react={"by": rel(ev("actor"), "controller"), "costs": []},
    ),
    clause("limit", "t:hill/limit.1", targets=["t:action"], names=["w"], to={"op": "int", "value": 2}, per="t:turn", keys=[], where=None),
)
CHARGE = definition(
    "t:charge",
    "t:card",
    {
        "kind": "member",
        "id": "t:charge/instant.1",
        "class": "t:instant",
        "name": "Charge",
        "where": x("gt", fn("count", HEROES), 1),
        "costs": [call("t:exhaust", what=var("self"))],
        "body": [
            begin(
                [modify("t:charge/1", ARMOR, "add", 1, {"of": "t:hero", "where": x("eq", rel(var("it"), "controller"), var("side"))})],
                until=[{"end": "t:turn", "where": None}],
                bind={"side": rel(var("self"), "controller")},
            ),
            add(glob("charges"), 1),
        ],
    },
    owner="t:red",
)
SCROLL = definition("t:scroll", "t:card", modify("t:scroll/1", HEALTH, "add", 1, {"of": "t:hero", "where": None}), copies=4, starts_in=DECK)
OWL = definition(
    "t:owl",
    "t:card",
    handler("t:owl/after.1", "after", "t:deal", [call("t:score", amount=1, who=rel(ev("target"), "owner"))], where=x("gt", ev("amount"), 1)),
    copies=2,
    starts_in=DECK,
)

RULES = [
    HILL,
    rule(
        "t:death",
        check(
            "t:death/check.1",
            x("ge", field(var("c"), DAMAGE), stat(var("c"), HEALTH)),
            [call("t:score", amount=2, who=rel(rel(var("c"), "owner"), "next")), call("t:fall", target=var("c"))],
            of=HEROES,
        ),
        check("t:death/check.2", x("ge", field(var("c"), POINTS), 9), [op("win", seats=[var("c")])], of=every("t:player")),
    ),
    rule(
        "t:morning",
        handler("t:morning/start.1", "start", "t:turn", [each("c", where(every("t:card"), field(var("it"), USED)), [call("t:ready", what=var("c"))])]),
        handler(
            "t:morning/end.1",
            "end",
            "t:turn",
            [when(both(x("gt", glob("harm"), 3), x("gt", frame("t:turn", "number"), 2)), [call("t:score", amount=1, who=ev("p"))])],
        ),
        handler("t:morning/after.1", "after", "t:deal", [add(glob("harm"), ev("amount"))]),
        handler("t:morning/after.2", "after", "t:deal", [when(x("gt", ev("amount"), 2), [put(glob("harm"), 0)])]),
    ),
]


@cache
def _duel() -> Json:
    return ruleset(
        verbs=VERBS,
        sequences=[ATTACK, TURN, MAIN],
        rules=RULES,
        families=[{"id": "t:action"}],
        classes=[{"id": "t:instant"}],
        slots=[
            slot("t:deck", "zone", {"type": "list", "of": CARD}, seen_by={"op": "bool", "value": False}),
            slot("t:harm", "counter", INT, 0, per="t:turn"),
            slot("t:falls", "counter", INT, 0),
            slot("t:charges", "counter", INT, 0),
            slot("t:quick", "option", BOOL, False),
        ],
        definitions=[
            definition("t:ann", "t:hero", owner="t:red"),
            definition("t:bob", "t:hero", owner="t:blue", fields={"armor": 2}),
            definition("t:cat", "t:hero", owner="t:red"),
            SHIELD,
            CHARGE,
            SCROLL,
            OWL,
        ],
    )


def duel() -> Json:
    """The ruleset; it is not to be changed."""
    return _duel()


__all__ = ["BOOL", "duel", "thing"]
