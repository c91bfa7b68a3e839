"""A board in words, as Graphviz text, and as JSON; and the finding of boards, spaces and ways by what a person typed."""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.compiler.names import did_you_mean, slug
from rulewright.compiler.ways import build, distances, shortest_way, survey

from .board_look import BEGINNINGS, look
from .board_notes import notes
from .findings import plural
from .terminal import safe
from .usage import UsageError

Board = Mapping[str, Any]
_SHOWN = 8


def find_board(boards: Sequence[Board], typed: str | None, where: str) -> Board:
    """The board of a name or id; without one the only board. Raises `UsageError` with what there is."""
    if typed is None and len(boards) == 1:
        return boards[0]
    found = [board for board in boards if typed is not None and typed in (board["id"], board["name"], board["id"].partition(":")[2])]
    found = found or [board for board in boards if typed is not None and slug(typed) in (slug(board["name"]), board["id"].partition(":")[2])]
    if len(found) == 1:
        return found[0]
    names = ", ".join(f"`{board['id']}`" for board in found or boards)
    if not boards:
        raise UsageError(f"`{where}` has no board")
    if typed is None:
        raise UsageError(f"`{where}` has several boards: say which, {names}")
    if found:
        raise UsageError(f"several boards are called `{typed}`: {names}")
    raise UsageError(f"`{where}` has no board `{typed}`: {did_you_mean(typed, [board['name'] for board in boards]) or 'it has ' + names}")


def find_way(board: Board, boards: Sequence[Board], ends: Sequence[str]) -> list[str] | None:
    """A shortest way over all routes between two spaces by name or id; None if there is none."""
    start, end = (_space(board, boards, typed) for typed in ends)
    return shortest_way(build(boards), start, end)


def _space(board: Board, boards: Sequence[Board], typed: str) -> str:
    for some in (board, *boards):
        for space in some["spaces"]:
            if typed in (space["name"], space["id"], space["id"].rpartition("/")[2]):
                return str(space["id"])
    guess = did_you_mean(typed, [space["name"] for space in board["spaces"]])
    raise UsageError(f"`{board['name']}` has no space `{typed}`" + (f": {guess}" if guess else ""))


def in_words(board: Board, boards: Sequence[Board], way: Sequence[str] = ()) -> str:
    """The figures of a board, in lines for a person."""
    world = build([board])
    figures = survey(world)
    routes: dict[str, int] = {}
    for link in board["links"]:
        routes[link["route"]] = routes.get(link["route"], 0) + 1
    grid = board["grid"]
    lines = [f"{safe(board['name'])} ({board['id']})"]
    if grid is not None:
        lines.append(f"  {grid['shape']} grid of {grid['columns']} columns and {grid['rows']} rows")
    areas = f" in {plural(len(board['areas']), 'area')}" if board["areas"] else ""
    lines.append(f"  {plural(figures.spaces, 'space')}{areas}, {plural(figures.pairs, 'linked pair')}")
    lines += [f"  {plural(count, route + ' link')}" for route, count in routes.items()]
    sizes = ", ".join(str(len(part)) for part in figures.parts[:_SHOWN]) + (", ..." if len(figures.parts) > _SHOWN else "")
    lines.append(f"  {plural(len(figures.parts), 'part')}: {sizes}" + (f"; the largest is {figures.diameter} across" if figures.diameter is not None else ""))
    if figures.busiest is not None and figures.degree:
        lines.append(f"  most neighbours: {figures.degree}, {safe(world.name(figures.busiest))}")
    if figures.cuts and grid is None:
        names = ", ".join(safe(world.name(space)) for space in figures.cuts[:_SHOWN])
        more = f" and {len(figures.cuts) - _SHOWN} more" if len(figures.cuts) > _SHOWN else ""
        lines.append(f"  without one of these a part would be cut off: {names}{more}")
    lines += [f"  note: {safe(note.line())}" for note in notes(board, boards)]
    if way:
        whole = build(boards)
        lines.append(f"  {plural(len(way) - 1, 'step')}: " + " - ".join(safe(whole.name(space)) for space in way))
    return "\n".join(lines)


def as_json(board: Board, boards: Sequence[Board], way: Sequence[str]) -> str:
    """The board's record and its figures; `from_start` counts steps over all routes from the nearest space where things begin."""
    world = build([board])
    figures = survey(world)
    starts = [space for space in world.spaces if any(world.says(space, word) for word in BEGINNINGS)]
    whole = {
        "board": board,
        "figures": {
            "spaces": figures.spaces,
            "pairs": figures.pairs,
            "parts": figures.parts,
            "degree": figures.degree,
            "busiest": figures.busiest,
            "diameter": figures.diameter,
            "cuts": figures.cuts,
            "from_start": distances(build(boards), starts),
            "way": list(way),
        },
    }
    return json.dumps(whole, indent=2) + "\n"


def as_dot(board: Board, boards: Sequence[Board]) -> str:
    """The board for Graphviz; areas are clusters."""
    how = look(board)
    names = {space["id"]: space["name"] for some in boards for space in some["spaces"]}
    lines = [f"digraph {_quoted(board['name'])} {{", "  node [shape=box style=filled fontname=Helvetica];"]
    for area in [*board["areas"], {"id": None, "name": ""}]:
        inside = [
            f"  {_quoted(space['id'])} [label={_quoted(space['name'])} fillcolor={_quoted(how.fill(space).fill)}];"
            for space in board["spaces"] if space["area"] == area["id"]
        ]
        if area["id"] is None:
            lines += inside
        elif inside:
            lines += [f"  subgraph {_quoted('cluster ' + area['id'])} {{", f"    label={_quoted(area['name'])};", *("  " + line for line in inside), "  }"]
    for link in board["links"]:
        for end in (link["from"], link["to"]):
            if not end.startswith(board["id"] + "/"):
                lines.append(f"  {_quoted(end)} [label={_quoted(names.get(end, end))} style=dashed];")
        looks = [] if link["route"] in ("path", "step") else [f"label={_quoted(link['route'])}", "style=dashed"]
        looks += ["dir=none"] if link["both"] else []
        lines.append(f"  {_quoted(link['from'])} -> {_quoted(link['to'])}" + (f" [{' '.join(looks)}]" if looks else "") + ";")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + safe(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
