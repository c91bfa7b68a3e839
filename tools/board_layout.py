"""Where the regions of a map are drawn.

Regions are boxes (their names), links are straight lines. Each connected part is laid out by its distances (stress majorisation, begun from a planar
embedding when there is one and from pivot scaling otherwise, whichever crosses fewer lines), then boxes are pushed apart, and last each box is tried at places
round its own, to keep lines from crossing and from running under other boxes. Only arithmetic in a fixed order: the same board gives the same picture.
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import cast

Point = tuple[float, float]
Size = tuple[float, float]
Pair = tuple[str, str]

UNIT = 106.0
"""The wished length of a link, in the picture's units."""
GAP = 16.0
"""Free room between boxes."""
_STRESS_BUDGET = 6_000_000
_TRIAL_BUDGET = 2_500_000


def layout(sizes: Mapping[str, Size], links: Mapping[Pair, float]) -> dict[str, Point]:
    """The centre of each box. `links` gives the wished length of each pair, 1 for an ordinary link."""
    neighbours: dict[str, dict[str, float]] = {node: {} for node in sizes}
    for (a, b), length in links.items():
        if a != b:
            neighbours[a][b] = min(length, neighbours[a].get(b, length))
            neighbours[b][a] = neighbours[a][b]
    parts = [_Part(part, sizes, neighbours).place() for part in _parts(neighbours)]
    return _packed(parts, sizes)


def _parts(neighbours: Mapping[str, Mapping[str, float]]) -> Iterator[list[str]]:
    """Connected parts, largest first."""
    left = dict.fromkeys(neighbours)
    found: list[list[str]] = []
    while left:
        queue = [next(iter(left))]
        del left[queue[0]]
        for at in queue:
            for near in neighbours[at]:
                if near in left:
                    del left[near]
                    queue.append(near)
        found.append(queue)
    yield from sorted(found, key=len, reverse=True)


class _Part:
    """One connected part; boxes by number."""

    def __init__(self, nodes: Sequence[str], sizes: Mapping[str, Size], neighbours: Mapping[str, Mapping[str, float]]) -> None:
        self.nodes = nodes
        number = {node: index for index, node in enumerate(nodes)}
        self.size = [sizes[node] for node in nodes]
        self.near = [{number[other]: length for other, length in neighbours[node].items()} for node in nodes]
        self.edges = [(a, b) for a, near in enumerate(self.near) for b in near if a < b]

    def place(self) -> dict[str, Point]:
        """The centres, somewhere round the origin."""
        count = len(self.nodes)
        if count == 1:
            return {self.nodes[0]: (0.0, 0.0)}
        far = [self.distances(start) for start in range(count)] if count <= 1_200 else None
        starts = [self.pivots()]
        planar = self.planar() if count <= 400 else None
        if planar is not None:
            starts.append(planar)
        best: list[Point] | None = None
        fewest = math.inf
        for start in starts:
            points = self.majorised(start, far) if far is not None else start
            crossings = self.crossings(points) if count <= 400 else 0
            if crossings < fewest:
                best, fewest = points, crossings
        points = self.apart([(x * 1.12, y) for x, y in self.upright(best or starts[0])])
        points = self.apart(self.tried(points))
        return dict(zip(self.nodes, points, strict=True))

    def distances(self, start: int) -> list[float]:
        """Wished distances from one box to all, along links."""
        found = [math.inf] * len(self.nodes)
        found[start] = 0.0
        queue = [(0.0, start)]
        while queue:
            far, at = heappop(queue)
            if far > found[at]:
                continue
            for near, length in self.near[at].items():
                if far + length < found[near]:
                    found[near] = far + length
                    heappush(queue, (found[near], near))
        return found

    def pivots(self) -> list[Point]:
        """A first placing by the distances to some boxes that lie far from each other."""
        count = len(self.nodes)
        rows = [self.distances(0)]
        nearest = list(rows[0])
        while len(rows) < min(24, count):
            pivot = max(range(count), key=lambda index: (nearest[index], -index))
            row = self.distances(pivot)
            rows.append(row)
            nearest = [min(a, b) for a, b in zip(nearest, row, strict=True)]
        squares = [[far * far for far in row] for row in rows]
        means = [sum(row) / count for row in squares]
        across = [sum(column) / len(rows) for column in zip(*squares, strict=True)]
        whole = sum(means) / len(rows)
        centred = [[-(row[i] - means[k] - across[i] + whole) / 2 for i in range(count)] for k, row in enumerate(squares)]
        axes = _axes(centred)
        placed = [[sum(part * row[i] for part, row in zip(axis, centred, strict=True)) for i in range(count)] for axis in axes]
        # Boxes with the same distances would lie on one point, from which nothing could push them apart.
        return [(placed[0][i] + 0.01 * math.sin(i), placed[1][i] + 0.01 * math.cos(i)) for i in range(count)]

    def planar(self) -> list[Point] | None:
        """A placing without crossings, if there is one."""
        import networkx

        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_nodes_from(range(len(self.nodes)))
        graph.add_edges_from(self.edges)
        flat, embedding = networkx.check_planarity(graph)
        if not flat or len(self.nodes) < 4:
            return None
        places = networkx.combinatorial_embedding_to_pos(cast("networkx.PlanarEmbedding[int]", embedding))
        return [(float(places[index][0]) + 0.01 * math.sin(index), float(places[index][1])) for index in range(len(self.nodes))]

    def majorised(self, points: list[Point], far: Sequence[Sequence[float]]) -> list[Point]:
        """Moves every box to the weighted middle of where the others wish it, again and again."""
        count = len(points)
        rounds = max(5, min(160, _STRESS_BUDGET // (count * count)))
        spread = max(1e-9, math.dist((min(x for x, _ in points), min(y for _, y in points)), (max(x for x, _ in points), max(y for _, y in points))))
        scale = UNIT * max(max(row) for row in far) / spread
        now = [(x * scale, y * scale) for x, y in points]
        for _ in range(rounds):
            for i in range(count):
                x, y = now[i]
                sum_x = sum_y = total = 0.0
                for j, (other_x, other_y) in enumerate(now):
                    if i == j:
                        continue
                    wished = far[i][j] * UNIT
                    weight = 1.0 / (wished * wished)
                    dx, dy = x - other_x, y - other_y
                    length = math.sqrt(dx * dx + dy * dy) or 1.0
                    pull = wished / length
                    sum_x += weight * (other_x + dx * pull)
                    sum_y += weight * (other_y + dy * pull)
                    total += weight
                now[i] = (sum_x / total, sum_y / total)
        return now

    def upright(self, points: list[Point]) -> list[Point]:
        """Turned so that the longer side lies across: boxes are wider than high, and so are screens."""
        count = len(points)
        mx, my = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
        xx = sum((x - mx) ** 2 for x, _ in points)
        yy = sum((y - my) ** 2 for _, y in points)
        xy = sum((x - mx) * (y - my) for x, y in points)
        angle = -0.5 * math.atan2(2 * xy, xx - yy)
        cos, sin = math.cos(angle), math.sin(angle)
        return [((x - mx) * cos - (y - my) * sin, (x - mx) * sin + (y - my) * cos) for x, y in points]

    # ------------------------------------------------------------ boxes

    def apart(self, points: list[Point]) -> list[Point]:
        """Pushes boxes that touch apart, along the shorter way; boxes of many rows settle after some rounds."""
        now = [list(point) for point in points]
        for _ in range(200):
            moved = False
            order = sorted(range(len(now)), key=lambda index: now[index][0])
            widest = max(size[0] for size in self.size) + GAP
            for place, i in enumerate(order):
                for j in order[place + 1:]:
                    if now[j][0] - now[i][0] >= widest:
                        break
                    dx, dy = now[j][0] - now[i][0], now[j][1] - now[i][1]
                    over_x = (self.size[i][0] + self.size[j][0]) / 2 + GAP - abs(dx)
                    over_y = (self.size[i][1] + self.size[j][1]) / 2 + GAP - abs(dy)
                    if over_x <= 0.01 or over_y <= 0.01:
                        continue
                    moved = True
                    axis, push = (0, over_x / 2) if over_x < over_y else (1, over_y / 2)
                    sign = 1 if (dx, dy)[axis] >= 0 else -1
                    now[i][axis] -= sign * push
                    now[j][axis] += sign * push
            if not moved:
                break
        return [(x, y) for x, y in now]

    def tried(self, points: list[Point]) -> list[Point]:
        """Each box at the best of some places round it, until nothing gets better or the budget is spent."""
        count = len(points)
        one = 40 * (len(self.edges) + count) * (1 + 2 * len(self.edges) // max(1, count))
        rounds = min(12, _TRIAL_BUDGET * 8 // max(1, one * count))
        now = list(points)
        for turn in range(rounds):
            better = False
            reach = UNIT * (1.0, 0.5, 1.3, 0.7, 0.4, 0.9, 0.3, 0.6, 0.2, 0.4, 0.15, 0.3)[turn % 12]
            for i in range(count):
                best, least = now[i], self.cost(i, now)
                if least < 0.5:
                    continue
                old = now[i]
                for step in range(8):
                    angle = math.tau * (step + turn % 2 / 2) / 8
                    now[i] = (old[0] + math.cos(angle) * reach, old[1] + math.sin(angle) * reach)
                    cost = self.cost(i, now)
                    if cost < least - 0.01:
                        best, least, better = now[i], cost, True
                now[i] = best
            if not better and turn >= 7:
                break
        return now

    def cost(self, i: int, points: Sequence[Point]) -> float:
        """How bad a box's place is: boxes that touch, lines under boxes, lines that cross, links too short or too long."""
        x, y = points[i]
        wide, high = self.size[i]
        total = 0.0
        for j, (other_x, other_y) in enumerate(points):
            if j == i:
                continue
            over_x = (wide + self.size[j][0]) / 2 + GAP - abs(x - other_x)
            over_y = (high + self.size[j][1]) / 2 + GAP - abs(y - other_y)
            if over_x > 0 and over_y > 0:
                total += 6 + min(over_x, over_y) / 4
        for a, b in self.edges:
            if a != i and b != i and passes(points[a], points[b], (x, y), wide + 8, high + 8):
                total += 7
        for j, wished in self.near[i].items():
            length = math.dist(points[i], points[j])
            total += abs(length - wished * UNIT) / UNIT
            for k, place in enumerate(points):
                if k not in (i, j) and passes(points[i], points[j], place, self.size[k][0] + 8, self.size[k][1] + 8):
                    total += 7
            total += sum(4 for a, b in self.edges if i not in (a, b) and j not in (a, b) and _cross(points[i], points[j], points[a], points[b]))
        return total

    def crossings(self, points: Sequence[Point]) -> int:
        """How many pairs of lines cross."""
        return sum(
            _cross(points[a], points[b], points[c], points[d])
            for index, (a, b) in enumerate(self.edges)
            for c, d in self.edges[index + 1:]
            if len({a, b, c, d}) == 4
        )


def _axes(rows: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """The two strongest directions among rows, by repeated multiplication."""
    size = len(rows)
    product = [[sum(a * b for a, b in zip(rows[i], rows[j], strict=True)) for j in range(size)] for i in range(size)]
    found: list[list[float]] = []
    for turn in range(2):
        vector = [math.sin(index * (turn + 1) + 1.0) for index in range(size)]
        for _ in range(60):
            vector = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in product]
            for known in found:
                along = sum(a * b for a, b in zip(vector, known, strict=True))
                vector = [a - along * b for a, b in zip(vector, known, strict=True)]
            norm = math.sqrt(sum(a * a for a in vector)) or 1.0
            vector = [a / norm for a in vector]
        found.append(vector)
    return found[0], found[1]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross."""
    one = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    two = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])
    if (one > 0) == (two > 0):
        return False
    three = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0])
    four = (d[0] - c[0]) * (b[1] - c[1]) - (d[1] - c[1]) * (b[0] - c[0])
    return (three > 0) != (four > 0)


def passes(a: Point, b: Point, box: Point, wide: float, high: float) -> bool:
    """Whether a segment passes a box."""
    left, right, top, bottom = box[0] - wide / 2, box[0] + wide / 2, box[1] - high / 2, box[1] + high / 2
    if max(a[0], b[0]) < left or min(a[0], b[0]) > right or max(a[1], b[1]) < top or min(a[1], b[1]) > bottom:
        return False
    low, up = 0.0, 1.0
    for start, end, near, far in ((a[0], b[0], left, right), (a[1], b[1], top, bottom)):
        along = end - start
        if abs(along) < 1e-9:
            continue
        first, last = sorted(((near - start) / along, (far - start) / along))
        low, up = max(low, first), min(up, last)
    return low <= up


def _packed(parts: Sequence[Mapping[str, Point]], sizes: Mapping[str, Size]) -> dict[str, Point]:
    """Parts beside each other, in rows about as wide as the widest."""
    boxes = []
    for part in parts:
        left = min(x - sizes[node][0] / 2 for node, (x, _) in part.items())
        top = min(y - sizes[node][1] / 2 for node, (_, y) in part.items())
        right = max(x + sizes[node][0] / 2 for node, (x, _) in part.items())
        bottom = max(y + sizes[node][1] / 2 for node, (_, y) in part.items())
        boxes.append((part, left, top, right - left, bottom - top))
    limit = max([900.0, *(box[3] for box in boxes)])
    found: dict[str, Point] = {}
    x = y = row = 0.0
    for part, left, top, wide, high in boxes:
        if x > 0 and x + wide > limit:
            x, y, row = 0.0, y + row + 3 * GAP, 0.0
        found |= {node: (px - left + x, py - top + y) for node, (px, py) in part.items()}
        x, row = x + wide + 3 * GAP, max(row, high)
    return found
