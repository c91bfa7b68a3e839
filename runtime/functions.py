"""The pure functions of the registry (`dsl/registry.py` FUNCTIONS), carried out.

Most take their arguments and give a value; a few must know the type of an argument (dials) or call a define (`total`, `reach`). Those of boards delegate to
`graph.Graph`, whose spaces are entity numbers.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .core import Core, Env, Fn
from .graph import Graph, TooManyPaths
from .lines import squared
from .program import Record
from .relations import space_of
from .said import says
from .trouble import Trap
from .ways import Ways

Plain = Callable[..., Any]


def _items(core: Core, value: Any) -> list[Any]:
    """The elements of a list, or the things in a place."""
    if type(value) is int:
        return list(core.entities[value].get("holds", ()))
    items: list[Any] = value
    return items


def graph(core: Core) -> Graph:
    """The boards of the game as a graph, with the ways that are there now; made when first needed."""
    if not core.program.ways:
        if core.graph is None:
            core.graph = Graph(core.program.ruleset["boards"], core.spaces)
        return core.graph
    if core.ways is None:
        core.ways = Ways(core)
    return core.ways.now()


def _space(core: Core, value: Any) -> int:
    """The space of a thing. Raises LookupError if it stands on no board."""
    space = space_of(core, value)
    if space is None:
        raise LookupError("something that is on no board")
    return space


def _distance(core: Core, a: Any, b: Any) -> int:
    return graph(core).distance(_space(core, a), _space(core, b))


def _straight(core: Core, a: Any, b: Any) -> int:
    known, ends = graph(core).cells(), (_space(core, a), _space(core, b))
    if not known.keys() >= set(ends):
        raise LookupError("a space that is on no grid")
    return squared(known[ends[0]], known[ends[1]])


def _within(core: Core, of: Any, n: int) -> list[int]:
    return graph(core).within(_space(core, of), n)


def _shortest_paths(core: Core, a: Any, b: Any) -> list[list[int]]:
    return [list(path) for path in graph(core).shortest_paths(_space(core, a), _space(core, b))]


def _spaces_of(core: Core, of: Any) -> list[int]:
    if type(of) is list:
        return of
    return list(graph(core).spaces_of(core.entities[of]["def"]))


def _on_grid(shape: str) -> Plain:
    def at(core: Core, column: int, row: int) -> int:
        space = graph(core).at(column, row, shape)
        if space is None:
            raise LookupError(f"the grid has no space at column {column}, row {row}")
        return space

    return at


def _top(core: Core, items: Any, n: int) -> list[Any]:
    return _items(core, items)[::-1][: max(0, n)]


def _distinct(core: Core, items: Any) -> list[Any]:
    out: list[Any] = []
    for item in _items(core, items):
        if item not in out:
            out.append(item)
    return out


PLAIN: dict[str, Plain] = {
    "count": lambda core, items: len(_items(core, items)),
    "some": lambda core, items: bool(_items(core, items)),
    "first": lambda core, items: next(iter(_items(core, items)), None),
    "last": lambda core, items: (_items(core, items) or [None])[-1],
    "top": _top,
    "distinct": _distinct,
    "min": lambda core, *numbers: min(numbers),
    "max": lambda core, *numbers: max(numbers),
    "abs": lambda core, a: abs(a),
    "arrival": lambda core, of: core.entities[of].get("since", 0) if of in core.works else 0,
    "distance": _distance,
    "straight_squared": _straight,
    "adjacent_spaces": lambda core, a, b: graph(core).adjacent(_space(core, a), _space(core, b)),
    "neighbours": lambda core, of: list(graph(core).neighbours(_space(core, of))),
    "linked": lambda core, of, route: list(graph(core).linked(_space(core, of), route)),
    "within": _within,
    "shortest_paths": _shortest_paths,
    "says": says,
    "inner": lambda core, of: list(of[1:-1]),
    "spaces_of": _spaces_of,
    "hex": _on_grid("hex"),
    "square": _on_grid("square"),
}

_DEFINE_ARGS = {"total": 1, "highest": 1, "lowest": 1, "reach": 2}
NAMES = frozenset((*PLAIN, "face", "lap", *_DEFINE_ARGS))
"""All functions that this module carries out."""


def applied(core: Core, name: str, args: list[Fn], first: Record, home: str) -> Fn:
    """The closure of a function over its arguments; `first` is the type of the first argument, `home` the rule that is named in troubles."""
    if name in ("face", "lap"):
        return _dial(core, name, args[0], first, home)
    if name in _DEFINE_ARGS:
        run: Plain = {"total": _total, "highest": _extreme(max), "lowest": _extreme(min), "reach": _reach}[name]
        return _guarded(name, lambda env: run(core, [arg(env) for arg in args]), home)
    function = PLAIN[name]
    if name in ("count", "some"):
        return counted(core, name, args[0], home)
    if len(args) == 1:
        of = args[0]
        return _guarded(name, lambda env: function(core, of(env)), home)
    return _guarded(name, lambda env: function(core, *[arg(env) for arg in args]), home)


def counted(core: Core, name: str, of: Fn, home: str) -> Fn:
    """`count` and `some`, without the detour that rarer functions take."""
    entities, some = core.entities, name == "some"

    def count(env: Env) -> Any:
        items = of(env)
        if items is None:
            raise Trap("none", home, what=name)
        size = len(entities[items].get("holds", ())) if type(items) is int else len(items)
        return size > 0 if some else size

    return count


def _guarded(name: str, run: Fn, home: str) -> Fn:
    def function(env: Env) -> Any:
        try:
            return run(env)
        except TooManyPaths as fault:
            raise Trap("paths", home, what=str(fault)) from None
        except LookupError as fault:
            raise Trap("grid", home, what=str(fault)) from None
        except (TypeError, AttributeError) as fault:
            raise Trap("none", home, what=name) from fault
        except ValueError as fault:
            raise Trap("grid", home, what=str(fault)) from None

    return function


def _dial(core: Core, name: str, of: Fn, kind: Record, home: str) -> Fn:
    """Reading a dial: its value counts on, the face wraps within the dial's range, the lap says how often it has."""
    dial = kind if kind.get("low") is not None and kind.get("high") is not None else core.program.dial
    if dial is None:
        raise Trap("no_dial", home)
    low, size = dial["low"], dial["high"] - dial["low"] + 1

    def face(env: Env) -> Any:
        value = of(env)
        if value is None:
            raise Trap("none", home, what=name)
        return low + (value - low) % size

    def lap(env: Env) -> Any:
        value = of(env)
        if value is None:
            raise Trap("none", home, what=name)
        return (value - low) // size

    return face if name == "face" else lap


def defined(core: Core, define: str) -> Callable[..., Any]:
    """A define as a function of its arguments."""
    from .expressions import value_of

    record = core.program.defines[define]
    names = [param["name"] for param in record["params"]]
    value = value_of(core, record)
    return lambda *args: value(dict(zip(names, args, strict=False)))


def _total(core: Core, args: list[Any]) -> int:
    items = _items(core, args[0])
    core.count(len(items))
    value = defined(core, args[1])
    return sum([value(item) for item in items])


def _extreme(pick: Callable[[list[int]], int]) -> Callable[[Core, list[Any]], int]:
    """`highest`, `lowest`: of a define's values over a list; the last argument if it is empty."""

    def extreme(core: Core, args: list[Any]) -> int:
        items = _items(core, args[0])
        core.count(len(items))
        value = defined(core, args[1])
        otherwise: int = args[2]
        return pick([value(item) for item in items]) if items else otherwise

    return extreme


def _reach(core: Core, args: list[Any]) -> list[int]:
    from .expressions import value_of

    start, points, define, mover = args
    record = core.program.defines[define]
    value, names = value_of(core, record), [param["name"] for param in record["params"]]
    env = dict(zip(names, (start, mover), strict=False))  # an expression keeps nothing of it
    entered = names[0]

    def cost(space: int) -> int | None:
        core.count(1)
        env[entered] = space
        price: int | None = value(env)
        return price

    return list(graph(core).reach(_space(core, start), points, cost))
