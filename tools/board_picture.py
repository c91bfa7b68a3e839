"""A board as an SVG picture: cells of a grid, or regions with their links; names, marks, a legend.

`draw` takes a board record and gives a whole SVG document. Spaces of other boards, where links lead there, are drawn as dashed boxes.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import svg
from .board_layout import Point, Size, layout, passes
from .board_legend import legend, number_sign
from .board_look import BEGINNINGS, PLAIN, Look, look, title
from .board_notes import key_of, notes, said
from .findings import plural
from .palette import INK, PAPER, TINTS, ink, paint, patterns

SIDE = 46.0
"""The side of a hex; a square is `2 * SIDE` wide."""
MARGIN = 28.0
NAME_ROOM = 92.0
"""How wide a region's name may be."""
WAY = "#c2185b"
_AREA_TINTS = ("green", "orange", "sky", "purple", "yellow", "red", "blue", "rose", "grey")


def draw(board: Mapping[str, Any], others: Iterable[Mapping[str, Any]] = (), ground: str | None = None, way: Sequence[str] = ()) -> str:
    """The picture of a board. `others` are the boards to which its links may lead, `ground` the field that colours spaces (None: chosen), `way` spaces in
    the order in which a line is to be drawn through them."""
    return _Picture(board, list(others), look(board, ground), way).document()


class _Picture:
    def __init__(self, board: Mapping[str, Any], others: Sequence[Mapping[str, Any]], how: Look, way: Sequence[str]) -> None:
        self.board = board
        self.notes = notes(board, others)
        self.numbers = {one: number for number, note in enumerate(self.notes, 1) for one in note.keys}
        self.how = how
        self.way = way
        self.spaces = {space["id"]: space for space in board["spaces"]}
        self.areas = {area["id"]: area["name"] for area in board["areas"]}
        self.foreign = {space["id"]: (space["name"], other["name"]) for other in others for space in other["spaces"] if space["id"] not in self.spaces}
        self.at: dict[str, Point] = {}
        self.size: dict[str, Size] = {}
        self.under: list[str] = []
        self.lines: list[str] = []
        self.over: list[str] = []
        self.used = {PLAIN}
        self.arrows: set[str] = set()

    def document(self) -> str:
        """The whole SVG text."""
        cells = [space for space in self.spaces.values() if space["at"] is not None]
        boxed = [space for space in self.spaces.values() if space["at"] is None]
        if cells:
            self.cells(cells)
        self.boxes(boxed, bool(cells))
        links = [link for link in self.board["links"] if not (cells and link["route"] == "step")]
        self.links(links)
        if not cells:
            self.hulls()
        self.walk()
        left, top, right, bottom = self.bounds()
        words = self.board["name"]
        entries, high = legend(self.how, self.spaces.values(), links, max(right - left, 420.0), self.wraps(), self.notes)
        wide = max(right - left, 420.0, svg.measure(words, 20)) + 2 * MARGIN
        height = bottom - top + high + 2 * MARGIN + 56
        shift = f"translate({svg.number(MARGIN + (wide - 2 * MARGIN - right + left) / 2 - left)},{svg.number(MARGIN + 44 - top)})"
        counts = f"{plural(len(self.spaces), 'space')}, {plural(len(self.board['links']), 'link')}"
        parts = [
            svg.element("title", {}, svg.escaped(words)),
            svg.element("desc", {}, svg.escaped(f"A map of {words}: {counts}.")),
            f"<defs>{patterns([*self.used, *self.how.tint.values()])}{''.join(_arrow(colour) for colour in sorted(self.arrows))}</defs>",
            svg.shape("rect", width="100%", height="100%", fill=PAPER),
            svg.text(MARGIN, MARGIN + 12, words, 20, anchor="start", weight="bold"),
            svg.text(MARGIN, MARGIN + 30, counts, 11, anchor="start", fill="#555555"),
            svg.element("g", {"transform": shift}, *self.under, *self.lines, *self.over),
            svg.element("g", {"transform": f"translate({svg.number(MARGIN)},{svg.number(height - high - MARGIN / 2)})"}, entries),
        ]
        size: dict[str, str | float] = {"xmlns": "http://www.w3.org/2000/svg", "width": wide, "height": height}
        return svg.element("svg", size | {"viewBox": f"0 0 {svg.number(wide)} {svg.number(height)}", "role": "img", "font-family": svg.FONT}, *parts) + "\n"

    def bounds(self) -> tuple[float, float, float, float]:
        left = min((x - self.size[key][0] / 2 for key, (x, _) in self.at.items()), default=0.0)
        top = min((y - self.size[key][1] / 2 for key, (_, y) in self.at.items()), default=0.0)
        right = max((x + self.size[key][0] / 2 for key, (x, _) in self.at.items()), default=0.0)
        bottom = max((y + self.size[key][1] / 2 for key, (_, y) in self.at.items()), default=0.0)
        pad = 34.0 if self.areas and self.board["grid"] is None else 6.0
        return left - pad, top - pad, right + pad, bottom + pad

    def wraps(self) -> bool:
        """Whether a step joins the first and the last column."""
        grid = self.board["grid"]
        if grid is None or grid["columns"] < 3:
            return False
        column = {key: space["at"][0] for key, space in self.spaces.items() if space["at"] is not None}
        ends = {0, grid["columns"] - 1}
        return any({column.get(link["from"]), column.get(link["to"])} == ends for link in self.board["links"] if link["route"] == "step")

    # ------------------------------------------------------------ grids

    def cells(self, cells: Iterable[Mapping[str, Any]]) -> None:
        hexes = self.board["grid"]["shape"] == "hex"
        wide = SIDE * math.sqrt(3) if hexes else 2 * SIDE
        for space in cells:
            column, row = space["at"]
            x = wide * (column + (0.5 if row % 2 else 0.0)) if hexes else wide * column
            y = SIDE * 1.5 * row if hexes else wide * row
            self.at[space["id"]], self.size[space["id"]] = (x, y), (wide, 2 * SIDE)
            self.cell(space, x, y, hexes, wide)

    def cell(self, space: Mapping[str, Any], x: float, y: float, hexes: bool, wide: float) -> None:
        """One cell: its ground below all lines, its words above them."""
        tint = self.how.fill(space)
        self.used.add(tint)
        marks = self.how.marks[space["id"]]
        corners = _hexagon(x, y, SIDE) if hexes else _square(x, y, SIDE)
        known = svg.element("title", {}, svg.escaped(title(space, self.areas, said(space, self.board))))
        ground = [known, svg.polygon(corners, fill=paint(tint), stroke="#6b6b6b", stroke_width=1)]
        if any(mark.field in BEGINNINGS for mark in marks):
            inner = _hexagon(x, y, SIDE - 4) if hexes else _square(x, y, SIDE - 4)
            ground.append(svg.polygon(inner, fill="none", stroke=INK, stroke_width=2.5))
        self.under.append(svg.element("g", {}, *ground))
        parts = [known]
        own = not str(space["name"]).startswith(("hex(", "square("))
        parts.append(svg.text(x, y + SIDE * 0.74, f"{space['at'][0]},{space['at'][1]}", 8.5, fill=ink(tint.fill), halo=tint.fill))
        room = wide - 14
        if own:
            parts += self.name(space["name"], x, y + (7 if marks else 0), room * 0.92, 11, tint.fill, 4, weight="bold")
        elif tint is not PLAIN and self.how.ground is not None:
            parts += self.name(str(space["fields"].get(self.how.ground, "")).replace("_", " "), x, y + (5 if marks else 0), room, 9.5, tint.fill)
        if marks:
            parts.append(self.pill(space["id"], x, y - SIDE * 0.5, room * (0.85 if hexes else 1)))
        parts.append(self.noted(space, x + wide * 0.32, y + SIDE * 0.42))
        self.over.append(svg.element("g", {}, *parts))

    def noted(self, record: Mapping[str, Any], x: float, y: float) -> str:
        """The number of the note that a space or link has, at a place."""
        number = self.numbers.get(key_of(record))
        return number_sign(number, x, y) if number is not None else ""

    def name(self, words: str, x: float, y: float, room: float, size: float, halo: str, most: int = 3, weight: str = "", style: str = "") -> list[str]:
        """A name round the height y."""
        lines, size = svg.wrapped(words, room, size, most)
        first = y - (len(lines) - 1) * size * 0.58 + size * 0.35
        return [svg.text(x, first + index * size * 1.16, line, size, fill=ink(halo), weight=weight, halo=halo, style=style) for index, line in enumerate(lines)]

    def pill(self, space: str, x: float, y: float, room: float) -> str:
        """The marks of a space in one dark label."""
        (line,), size = svg.wrapped(self.how.pill(space), room - 8, 8.5, most=1)
        wide = svg.measure(line, size) + 8
        back = svg.shape("rect", x=x - wide / 2, y=y - 7, width=wide, height=13, rx=6.5, fill=INK)
        return back + svg.text(x, y + 2.6, line, size, fill=PAPER)

    # ------------------------------------------------------------ regions

    def boxes(self, spaces: Sequence[Mapping[str, Any]], below: bool) -> None:
        """Boxes for named regions, and for the spaces of other boards to which links lead."""
        for space in spaces:
            self.size[space["id"]] = _box(space["name"], bool(self.how.marks[space["id"]]))
        if below:
            self.row_below(spaces)
        else:
            wished = self.lengths()
            self.at |= layout({key: size for key, size in self.size.items()}, wished)
        for space in spaces:
            self.over.append(self.box(space))
        for ghost, (name, board) in sorted(self.ghosts().items()):
            if ghost in self.at:
                self.over.append(self.ghost(ghost, name, board))

    def row_below(self, spaces: Sequence[Mapping[str, Any]]) -> None:
        """Spaces beside a grid stand in a row under it."""
        x, y = -SIDE, max(point[1] for point in self.at.values()) + 2.4 * SIDE
        ghosts = self.ghosts()
        for key, name in [*((space["id"], space["name"]) for space in spaces), *((key, words[0]) for key, words in ghosts.items())]:
            self.size[key] = self.size.get(key) or _box(name, False)
            self.at[key] = (x + self.size[key][0] / 2, y)
            x += self.size[key][0] + 24

    def ghosts(self) -> dict[str, tuple[str, str]]:
        """Ends of links on other boards: by id, or by board for a space that leads to many of them."""
        found: dict[str, tuple[str, str]] = {}
        reached: dict[tuple[str, str], list[str]] = {}
        for link in self.board["links"]:
            for near, far in ((link["from"], link["to"]), (link["to"], link["from"])):
                if near in self.spaces and far in self.foreign:
                    reached.setdefault((near, self.foreign[far][1]), []).append(far)
        for (_, board), ends in reached.items():
            if len(ends) > 3:
                found[f"board {board}"] = (f"{len(ends)} spaces of {board}", board)
            else:
                found |= {end: self.foreign[end] for end in ends}
        return found

    def end(self, space: str) -> str | None:
        """What stands for a space in this picture."""
        if space in self.at:
            return space
        words = self.foreign.get(space)
        whole = f"board {words[1]}" if words is not None else ""
        return whole if whole in self.at else None

    def lengths(self) -> dict[tuple[str, str], float]:
        """The wished length of each pair: shorter inside an area, longer between areas and for routes that are not walked."""
        ghosts = self.ghosts()
        for ghost, (name, _) in ghosts.items():
            self.size[ghost] = _box(name, True)
        found: dict[tuple[str, str], float] = {}
        for link in self.board["links"]:
            a, b = self.stand_in(link["from"], ghosts), self.stand_in(link["to"], ghosts)
            if a is None or b is None or a == b:
                continue
            areas = [self.spaces[key]["area"] if key in self.spaces else None for key in (a, b)]
            length = 1.0 if areas[0] == areas[1] else 1.35
            length *= 1.0 if link["route"] in ("step", "path") else 1.7
            reach = (self.size[a][0] + self.size[b][0]) / 2 / 110
            pair = (a, b) if a < b else (b, a)
            found[pair] = min(found.get(pair, 9.0), length * max(1.0, reach))
        return found

    def stand_in(self, space: str, ghosts: Mapping[str, tuple[str, str]]) -> str | None:
        if space in self.spaces or space in ghosts:
            return space
        words = self.foreign.get(space)
        return f"board {words[1]}" if words is not None and f"board {words[1]}" in ghosts else None

    def box(self, space: Mapping[str, Any]) -> str:
        (x, y), (wide, high) = self.at[space["id"]], self.size[space["id"]]
        tint = self.how.fill(space)
        self.used.add(tint)
        marks = self.how.marks[space["id"]]
        hidden = any(mark.field == "hidden" for mark in marks)
        thick = any(mark.field in BEGINNINGS for mark in marks)
        rect = svg.shape("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=9, fill=paint(tint), stroke=INK, stroke_width=3 if thick else 1.2,
                         stroke_dasharray="5 3" if hidden else "none")
        parts = [svg.element("title", {}, svg.escaped(title(space, self.areas, said(space, self.board)))), rect]
        parts += self.name(space["name"], x, y + (5 if marks else 0), NAME_ROOM, 11, tint.fill)
        if marks:
            parts.append(self.pill(space["id"], x, y - high / 2 + 1, max(wide + 6, 96)))
        parts.append(self.noted(space, x + wide / 2 - 3, y + high / 2 - 1))
        return svg.element("g", {}, *parts)

    def ghost(self, key: str, name: str, board: str) -> str:
        (x, y), (wide, high) = self.at[key], self.size[key]
        rect = svg.shape("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=9, fill=PAPER, stroke="#6b6b6b", stroke_dasharray="3 3")
        parts = [rect, *self.name(name, x, y - (0 if key.startswith("board ") else 6), NAME_ROOM, 11, PAPER, style="italic")]
        if not key.startswith("board "):
            parts.append(svg.text(x, y + high / 2 - 6, svg.wrapped(f"on {board}", wide - 8, 9, most=1)[0][0], 9, fill="#555555"))
        return svg.element("g", {}, *parts)

    def hulls(self) -> None:
        """A tinted ground behind the regions of each area, with its name on the upper edge."""
        taken: list[tuple[float, float, float, float]] = []
        grounds: list[str] = []
        labels: list[str] = []
        for index, (area, words) in enumerate(self.areas.items()):
            tint = next(tint for tint in TINTS if tint.name == _AREA_TINTS[index % len(_AREA_TINTS)])
            corners = [corner for key, space in self.spaces.items() if space["area"] == area for corner in _corners(self.at[key], self.size[key], 12)]
            if not corners:
                continue
            hull = _hull(corners)
            solid = svg.polygon(hull, fill=tint.fill, stroke=tint.fill, stroke_width=14, stroke_linejoin="round")
            grounds.append(svg.element("g", {"opacity": 0.4}, solid))
            labels.append(self.area_label(words, hull, tint.dark, taken))
        self.under = [*grounds, *self.under]
        self.over += labels

    def area_label(self, words: str, hull: Sequence[Point], colour: str, taken: list[tuple[float, float, float, float]]) -> str:
        """The area's name at the place on its edge that keeps furthest from everything else."""
        wide = svg.measure(words, 12) * 1.08
        half = {key: (size[0] / 2, size[1] / 2) for key, size in self.size.items()}
        boxes = [(x - half[key][0], y - half[key][1] - 8, x + half[key][0], y + half[key][1]) for key, (x, y) in self.at.items()]
        left, right = min(x for x, _ in hull), max(x for x, _ in hull)
        top, bottom = min(y for _, y in hull), max(y for _, y in hull)
        places = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + off) for a, b in zip(hull, [*hull[1:], hull[0]], strict=True) for off in (-6, 14)]
        places += [((left + right) / 2, y) for y in (top - 4, bottom + 12)] + [(x, y + off) for x, y in hull for off in (-6, 14)]
        places += [(left + (right - left) * i / 8, top + (bottom - top) * j / 12) for i in range(1, 8) for j in range(1, 12)]

        drawn = {(self.end(link["from"]), self.end(link["to"])) for link in self.board["links"]}
        courses = [(self.at[a], self.at[b]) for a, b in sorted((a, b) for a, b in drawn if a is not None and b is not None)]

        def cost(place: Point) -> float:
            mine = (place[0] - wide / 2, place[1] - 11, place[0] + wide / 2, place[1] + 3)
            over = sum(4 * _overlap(mine, box) for box in taken) + sum(_overlap(mine, box) for box in boxes)
            over += sum(60 for a, b in courses if passes(a, b, (place[0], place[1] - 4), wide, 14))
            return over + 0.05 * (place[1] - top) + 0.02 * abs(place[0] - (left + right) / 2)

        x, y = min(places, key=cost)
        taken.append((x - wide / 2, y - 11, x + wide / 2, y + 3))
        return svg.text(x, y, words, 12, fill=colour, weight="bold", halo=PAPER)

    # ------------------------------------------------------------ links

    def links(self, links: Iterable[Mapping[str, Any]]) -> None:
        """Lines between spaces; several between one pair lie beside each other, and those of many spaces of another board are one line."""
        between: dict[tuple[str, str], list[tuple[str, str, Mapping[str, Any]]]] = {}
        seen: set[tuple[str, str, str, bool, str]] = set()
        for link in links:
            a, b = self.end(link["from"]), self.end(link["to"])
            key = (a or "", b or "", link["route"], link["both"], ",".join(link["for"] or ()))
            if a is None or b is None or a == b or key in seen:
                continue
            seen.add(key)
            between.setdefault((a, b) if a < b else (b, a), []).append((a, b, link))
        for group in between.values():
            for index, (a, b, link) in enumerate(group):
                bend = (index - (len(group) - 1) / 2) * 15 * (1 if a < b else -1)
                self.lines.append(self.link(a, b, link, bend))

    def link(self, a: str, b: str, link: Mapping[str, Any], bend: float) -> str:
        colour, dashes = self.how.routes[link["route"]]
        start, end = self.at[a], self.at[b]
        length = math.dist(start, end) or 1.0
        across = (-(end[1] - start[1]) / length, (end[0] - start[0]) / length)
        middle = ((start[0] + end[0]) / 2 + across[0] * bend * 2, (start[1] + end[1]) / 2 + across[1] * bend * 2)
        start, end = self.edge(a, middle, 0 if link["both"] else 2), self.edge(b, middle, 0 if link["both"] else 7)
        course = f"M{_xy(start)} Q{_xy(middle)} {_xy(end)}" if bend else f"M{_xy(start)} L{_xy(end)}"
        words = f"{link['route']} {self.called(link['from'])} {'--' if link['both'] else '->'} {self.called(link['to'])}"
        style: dict[str, str | float] = {"d": course, "fill": "none", "stroke": colour, "stroke-width": 2}
        if dashes:
            style["stroke-dasharray"] = dashes
        if not link["both"]:
            self.arrows.add(colour)
            style["marker-end"] = f"url(#arrow-{colour[1:]})"
        words += f" for {', '.join(link['for'])}" if link["for"] else ""
        note = said(link, self.board)
        parts = [svg.element("path", style, svg.element("title", {}, svg.escaped(f"{words}\n{note}" if note else words)))]
        x, y = (start[0] + end[0] + 2 * middle[0]) / 4, (start[1] + end[1] + 2 * middle[1]) / 4
        self.over.append(self.noted(link, x, y - (14 if link["for"] else 0)))
        if link["for"]:
            words = ", ".join(link["for"])
            room = svg.measure(words, 9) + 4
            parts.append(svg.shape("rect", x=x - room / 2, y=y - 6.5, width=room, height=13, rx=3, fill=PAPER, fill_opacity=0.92))
            parts.append(svg.text(x, y + 3.2, words, 9, fill=colour))
        return "".join(parts)

    def called(self, space: str) -> str:
        return str(self.spaces[space]["name"]) if space in self.spaces else self.foreign.get(space, (space, ""))[0]

    def edge(self, key: str, towards: Point, room: float) -> Point:
        """Where a line from a box's middle leaves the box; cells are left near their middle."""
        (x, y), (wide, high) = self.at[key], self.size[key]
        dx, dy = towards[0] - x, towards[1] - y
        length = math.hypot(dx, dy) or 1.0
        if key in self.spaces and self.spaces[key]["at"] is not None:
            return (x + dx / length * SIDE * 0.55, y + dy / length * SIDE * 0.55)
        part = min(wide / 2 / abs(dx) if dx else math.inf, high / 2 / abs(dy) if dy else math.inf, 1.0)
        return (x + dx * part + dx / length * room, y + dy * part + dy / length * room)

    def walk(self) -> None:
        """The line through the spaces of `way`."""
        points = [self.at[space] for space in self.way if space in self.at]
        if len(points) > 1:
            course = " ".join(f"{'M' if index == 0 else 'L'}{_xy(point)}" for index, point in enumerate(points))
            style: dict[str, str | float] = {"stroke": WAY, "stroke-width": 7, "stroke-opacity": 0.55, "stroke-linecap": "round", "stroke-linejoin": "round"}
            self.lines.append(svg.element("path", {"d": course, "fill": "none"} | style))


# ---------------------------------------------------------------- shapes


def _box(name: str, marked: bool) -> Size:
    """The size of a region's box."""
    lines, size = svg.wrapped(name, NAME_ROOM, 11)
    wide = max(svg.measure(line, size) for line in lines) + 16
    return (max(54.0, wide), len(lines) * size * 1.16 + (22 if marked else 14))


def _hexagon(x: float, y: float, side: float) -> list[Point]:
    return [(x + side * math.sin(math.tau * turn / 6), y - side * math.cos(math.tau * turn / 6)) for turn in range(6)]


def _square(x: float, y: float, half: float) -> list[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _corners(at: Point, size: Size, pad: float) -> list[Point]:
    wide, high = size[0] / 2 + pad, size[1] / 2 + pad
    return [(at[0] - wide, at[1] - high), (at[0] + wide, at[1] - high), (at[0] + wide, at[1] + high), (at[0] - wide, at[1] + high)]


def _hull(points: Iterable[Point]) -> list[Point]:
    """The convex hull, clockwise on a screen."""
    ordered = sorted(set(points))
    lower: list[Point] = []
    upper: list[Point] = []
    for chain, course in ((lower, ordered), (upper, ordered[::-1])):
        for point in course:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
    return lower[:-1] + upper[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _xy(point: Point) -> str:
    return f"{svg.number(point[0])},{svg.number(point[1])}"


def _arrow(colour: str) -> str:
    head = svg.element("path", {"d": "M0,0 L8,4 L0,8 z", "fill": colour})
    size: dict[str, str | float] = {"viewBox": "0 0 8 8", "refX": 2, "refY": 4, "markerWidth": 4.5, "markerHeight": 4.5, "orient": "auto"}
    return svg.element("marker", {"id": f"arrow-{colour[1:]}"} | size, head)
