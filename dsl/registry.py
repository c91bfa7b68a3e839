"""The table of primitives: pure functions that expressions may apply, and operations that statements may carry out.

A row is the only place where a primitive is described: name, typed and labelled parameters, result, what it reads and writes, whether it draws randomness or
reveals hidden things, its text template and its documentation. The checker, the schema, the documentation and the runtime derive from the rows; a test fails
when the runtime carries out a primitive that has no row, or the reverse.

Types are written as words: `int`, `bool`, `text`, `word`, `thing`, `place`, `space`, `seat`, `zone`, `die`, `path`, `function`, `effect`, `verbs` (names of
verbs), `any`, `list of T`, `T?`, and `same` (the type of the first argument, or of its elements for a `list of same`).
"""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter: its name, its type word, the label that comes before it in a phrase (None: the argument itself), whether it may be left out."""

    name: str
    type: str
    label: str | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of expressions. `many`: the last parameter may be repeated."""

    name: str
    params: tuple[Param, ...]
    result: str
    doc: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """A primitive statement. `reads` and `writes` name parts of the state: `place`, `order`, `face`, `die`, `result`, `exists`, `log`."""

    name: str
    params: tuple[Param, ...]
    doc: str
    text: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    draws: bool = False
    reveals: bool = False
    result: str | None = None


def _f(name: str, result: str, doc: str, *params: Param, many: bool = False) -> Function:
    return Function(name, params, result, doc, many)


_P = Param

FUNCTIONS: dict[str, Function] = {
    row.name: row
    for row in (
        _f("count", "int", "how many elements a list or a place has", _P("items", "list of any")),
        _f("some", "bool", "whether a list or a place has an element", _P("items", "list of any")),
        _f("first", "same?", "the first element, `none` of an empty list", _P("items", "list of same")),
        _f("last", "same?", "the last element (of a zone: the top), `none` of an empty list", _P("items", "list of same")),
        _f("top", "list of same", "the top n elements, topmost first; fewer if there are fewer", _P("items", "list of same"), _P("n", "int")),
        _f("distinct", "list of same", "the list without repetitions, first places kept", _P("items", "list of same")),
        _f("min", "int", "the smallest of its arguments", _P("a", "int"), _P("b", "int"), many=True),
        _f("max", "int", "the largest of its arguments", _P("a", "int"), _P("b", "int"), many=True),
        _f("abs", "int", "the number without its sign", _P("a", "int")),
        _f("total", "int", "the sum of a function's values over a list: `total(heroes, gold_of)`", _P("items", "list of any"), _P("value", "function")),
        _f("highest", "int", "the greatest of a function's values over a list, or the last argument if it is empty: `highest(heroes, gold_of, 0)`",
            _P("items", "list of any"), _P("value", "function"), _P("otherwise", "int")),
        _f("lowest", "int", "the least of a function's values over a list, or the last argument if it is empty",
            _P("items", "list of any"), _P("value", "function"), _P("otherwise", "int")),
        _f(
            "arrival",
            "int",
            "when a thing came into play, as a number that grows: what has left and come back has another one; 0 of what is not in play",
            _P("of", "thing"),
        ),
        _f("face", "int", "the number that a dial shows", _P("of", "dial")),
        _f("lap", "int", "how many times a dial has passed its end", _P("of", "dial")),
        _f(
            "distance",
            "int",
            "steps on the shortest way between two spaces (or the spaces of two things), counting the last and not the first; 1000000 if there is no way",
            _P("a", "place"),
            _P("b", "place"),
        ),
        _f(
            "straight_squared",
            "int",
            "the square of the straight line between two spaces of one grid, whose neighbours are 1 apart: it compares lengths exactly, and 9 is a line of 3",
            _P("a", "place"),
            _P("b", "place"),
        ),
        _f("adjacent_spaces", "bool", "whether one step leads from one space to the other", _P("a", "place"), _P("b", "place")),
        _f("neighbours", "list of space", "the spaces one step away, in id order", _P("of", "place")),
        _f("linked", "list of space", "the spaces that a route of one kind leads to", _P("of", "place"), _P("route", "word")),
        _f("within", "list of space", "the spaces at most n steps away, the start included", _P("of", "place"), _P("n", "int")),
        _f("shortest_paths", "list of path", "all shortest ways between two spaces", _P("a", "place"), _P("b", "place")),
        _f("inner", "list of space", "the spaces of a path without its two ends", _P("of", "path")),
        _f("spaces_of", "list of space", "the spaces of a path, or of a board or an area, in order", _P("of", "any")),
        _f(
            "reach",
            "list of space",
            "the spaces that can be entered from a space for at most n points: the function gives the cost of entering a space for the mover, or `none` if it"
            " may not be entered; the start is not listed",
            _P("start", "place"),
            _P("points", "int"),
            _P("cost", "function"),
            _P("mover", "thing"),
        ),
        _f(
            "says",
            "int",
            "how much of a verb the text of an effect says: the first whole number that is written in each call of the verb, in the effect or in a verb that it"
            " calls, the greatest of them; a call in which none is written counts as the last argument; 0 if there is no call: `says(card.does_to, mend, 1)`;"
            " several verbs stand in a list",
            _P("of", "effect"),
            _P("verb", "verbs"),
            _P("otherwise", "int"),
        ),
        _f("hex", "space", "the space of the game's only hex grid at a column and a row, both from 0", _P("column", "int"), _P("row", "int")),
        _f("square", "space", "the space of the game's only square grid at a column and a row, both from 0", _P("column", "int"), _P("row", "int")),
    )
}

MAP_FUNCTIONS = frozenset({"distance", "adjacent_spaces", "neighbours", "linked", "within", "shortest_paths", "reach"})
"""Functions that look at the ways of the boards; where lines and names of cells lie does not depend on those."""

OPERATIONS: dict[str, Operation] = {
    row.name: row
    for row in (
        Operation(
            "put",
            (_P("things", "list of thing"), _P("place", "place", "into"), _P("under", "bool", "under", True)),
            "put things into a place: on top of a zone, on a space, or attached to a thing (`put x into p`, `put x under p` for the bottom of a zone,"
            " `put x onto y` to attach); the thing keeps its counters only where its kind says so",
            "{things} to {place}",
            reads=("place", "exists"),
            writes=("place", "order"),
        ),
        Operation("shuffle", (_P("zone", "zone"),), "put the things of a zone in a random order", "{zone} is shuffled", writes=("order",), draws=True),
        Operation(
            "roll",
            (_P("count", "int"), _P("sides", "int")),
            "roll dice: `roll (n) d10 as strikes`; the result is a list of dice, each with a face",
            "{count} dice",
            writes=("die",),
            draws=True,
            result="list of die",
        ),
        Operation("reroll_die", (_P("die", "die"),), "roll one die again; it is marked `rerolled`", "{die} again", writes=("die",), draws=True),
        Operation(
            "create",
            (_P("thing", "thing"), _P("place", "place", "into"), _P("count", "int", "count", True)),
            "make a token: a copy of a thing's definition and face, without its counters (`create token from x into p as t`)",
            "{thing} is made",
            writes=("exists", "place", "order"),
            result="list of thing",
        ),
        Operation("turn_over", (_P("thing", "thing"),), "show the next face of a two-faced thing", "{thing} is turned over", reads=("face",), writes=("face",)),
        Operation("turn_to", (_P("thing", "thing"), _P("face", "text", "to")), "show the named face of a thing", "{thing} shows {face}", writes=("face",)),
        Operation(
            "reveal_to", (_P("things", "list of thing"), _P("seats", "list of seat", "to", True)), "show hidden things to seats, or to everybody", "{things}",
            reveals=True,
        ),
        Operation("win", (_P("seats", "list of seat"),), "the game ends and these seats have won", "{seats} win", writes=("result",)),
        Operation("lose", (_P("seats", "list of seat"),), "these seats have lost; when no other seat plays on the game ends", "{seats} lose",
            writes=("result",)),
        Operation("draw_game", (), "the game ends without a winner", "nobody wins", writes=("result",)),
        Operation("say", (_P("text", "text"),), "a line in the log; names in braces are replaced by variables", "{text}", writes=("log",)),
    )
}
