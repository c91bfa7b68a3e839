"""The graph checks: what is wrong with boards as maps.

Takes finished board records and the facts that reading them gave, gives findings that name spaces, links and their lines. One cause is one finding: spaces
that are cut off together are reported together. Boards that no link joins are checked apart. Where things begin is taken from the facts and from the fields
`start` and `spawn`; a world without a beginning is judged from its largest part whose spaces all lead to each other. `impassable: yes` silences what is said
of a space without links, `terminal: yes` what is said of a space without a way out. A board without any link is a mat, not a map, and is not judged.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulewright.dsl.catalogue import maps
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .board_claims import check_claims
from .board_links import BoardFacts
from .ways import HIDDEN, IMPASSABLE, STARTS, TERMINAL, Way, World, build, digraph, reach_with_keys, worlds

SHOWN = 6
"""Names and labels in one finding."""


def check_graphs(records: Sequence[Mapping[str, Any]], facts: BoardFacts) -> list[Problem]:
    """All findings about boards as graphs, world by world."""
    problems: list[Problem] = []
    for world in worlds(records):
        check = _Check(world, facts)
        if not facts.broken & world.boards.keys():
            check.run()
        problems += check.problems
    if not facts.broken:
        problems += check_claims(build(records), facts)
    return sorted(problems, key=Problem.sort_key)


class _Check:
    """One world. `starts` are where its things begin, `reached` what can be reached from there."""

    def __init__(self, world: World, facts: BoardFacts) -> None:
        self.world = world
        self.facts = facts
        self.problems: list[Problem] = []
        self.order = {space: number for number, space in enumerate(world.spaces)}

    def run(self) -> None:
        if not any(self.world.out.values()):
            return
        import networkx

        marked = [space for space in self.world.spaces if any(self.world.says(space, word) for word in STARTS)]
        self.starts = [space for space in self.world.spaces if space in self.facts.starts or space in marked]
        lone = self.stuck_starts(marked)
        self.sources = [space for space in self.starts if space not in lone] or self.heart(list(networkx.strongly_connected_components(digraph(self.world))))
        self.reached = reach_with_keys(self.world, self.sources, self.facts.needs)
        self.unreached()
        self.traps()
        self.gates()
        self.hidden()
        self.marks()
        self.placed()

    # ------------------------------------------------------------ words

    def span(self, space: str) -> Span:
        return self.facts.spaces[space]

    def way_span(self, way: Way) -> Span:
        return self.facts.links[way.board][way.index]

    def names(self, spaces: Iterable[str]) -> str:
        found = [f"`{self.world.name(space)}`" for space in spaces]
        if len(found) > SHOWN:
            return ", ".join(found[:SHOWN - 1]) + f" and {len(found) - SHOWN + 1} more"
        return " and ".join(found) if len(found) < 3 else ", ".join(found[:-1]) + f" and {found[-1]}"

    def words(self, way: Way) -> str:
        return f"{way.route} {self.world.name(way.start)} {'--' if way.both else '->'} {self.world.name(way.end)}"

    def way_labels(self, ways: Sequence[Way]) -> Iterator[Label]:
        seen: set[tuple[str, int]] = set()
        for way in ways:
            if (way.board, way.index) not in seen and len(seen) < SHOWN:
                seen.add((way.board, way.index))
                yield Label(self.way_span(way), self.words(way))

    def board(self, space: str) -> str:
        return str(self.world.boards[self.world.board_of[space]]["name"])

    # ------------------------------------------------------------ what is reached

    def heart(self, components: list[set[str]]) -> list[str]:
        """The largest set of spaces that all lead to each other, the first in the text among equals."""
        best = max(components, key=lambda part: (len(part), -min(map(self.order.__getitem__, part))))
        return sorted(best, key=self.order.__getitem__)

    def unreached(self) -> None:
        """Spaces that nothing leads to, in groups that hang together."""
        left = [space for space in self.world.spaces if space not in self.reached]
        alone = [space for space in left if not self.world.out[space] and not self.world.into[space]]
        self.without_links([space for space in alone if not self.world.says(space, IMPASSABLE) and not self.world.says(space, HIDDEN)])
        for group in self.groups([space for space in left if space not in set(alone)]):
            shown = [space for space in group if not self.world.says(space, IMPASSABLE) and not self.world.says(space, HIDDEN)]
            if not shown:
                continue
            inside = set(group)
            doors = [way for space in group for way in self.world.into[space] if way.start in self.reached and way.end in inside]
            doors = [way for way in doors if not self.world.says(way.start, TERMINAL) or way.start in self.sources]
            shut = [way for way in doors if self.facts.needs.get((way.board, way.index))]
            if shut:
                self.locked(shut[0], shown)
                continue
            out = [way for space in group for way in self.world.out[space] if way.end in self.reached]
            row = maps.SPACE_NO_WAY_IN if out else maps.SPACE_UNREACHABLE
            labels = [*self.way_labels(out), *self.placed_labels(shown)]
            where = f"`{self.world.name(self.starts[0])}`" if self.starts else f"the rest of `{self.board(shown[0])}`"
            verb = "have" if len(shown) > 1 else "has"
            ways_out = ", ".join(f"`{self.words(way)}`" for way in out[:SHOWN])
            pair = f"{out[0].route} {self.world.name(out[0].start)} -- {self.world.name(out[0].end)}" if out else ""
            self.problems.append(row.at(self.span(shown[0]), names=self.names(shown), verb=verb, start=where, out=ways_out, both=pair, labels=labels))

    def without_links(self, alone: Sequence[str]) -> None:
        if len(alone) > SHOWN:
            labels = [Label(self.span(space), f"`{self.world.name(space)}` has no link") for space in alone[1:SHOWN]]
            self.problems.append(maps.SPACE_ALONE.at(self.span(alone[0]), names=self.names(alone), verb="have", labels=labels))
            return
        for space in alone:
            self.problems.append(maps.SPACE_ALONE.at(self.span(space), names=self.names([space]), verb="has", labels=self.placed_labels([space])))

    def groups(self, spaces: Sequence[str]) -> list[list[str]]:
        """Spaces in parts that their own links join, in printed order."""
        left = dict.fromkeys(spaces)
        found: list[list[str]] = []
        while left:
            queue = [next(iter(left))]
            del left[queue[0]]
            for at in queue:
                for way in [*self.world.out[at], *self.world.into[at]]:
                    near = way.end if way.start == at else way.start
                    if near in left:
                        del left[near]
                        queue.append(near)
            found.append(sorted(queue, key=self.order.__getitem__))
        return found

    def stuck_starts(self, marked: Sequence[str]) -> list[str]:
        """Reports starts that nothing leaves, and gives them; reports starts on parts of a board that nothing joins."""
        lone = [space for space in marked if not self.world.out[space]]
        for space in lone:
            self.problems.append(maps.START_STUCK.at(self.span(space), name=self.world.name(space)))
        parts = self.groups(list(self.world.spaces))
        of = {space: number for number, part in enumerate(parts) for space in part}
        first: dict[str, str] = {}
        for space in self.starts:
            if space in lone or len(parts[of[space]]) == 1:
                continue
            board = self.world.board_of[space]
            other = first.setdefault(board, space)
            if of[other] != of[space]:
                label = Label(self.span(other), f"`{self.world.name(other)}`")
                self.problems.append(maps.STARTS_APART.at(self.span(space), name=self.world.name(space), other=self.world.name(other), labels=[label]))
        return lone

    def traps(self) -> None:
        """Spaces that can be entered and never left: the last parts of the graph that hold no beginning."""
        import networkx

        graph = digraph(self.world)
        inner = graph.subgraph(self.reached)
        sources = {*self.sources, *self.starts}
        for part in networkx.strongly_connected_components(inner):
            if part & sources or any(self.world.says(space, TERMINAL) or self.world.says(space, HIDDEN) for space in part):
                continue
            if any(way.end not in part for space in part for way in self.world.out[space]):
                continue
            group = sorted(part, key=self.order.__getitem__)
            ways = [way for space in group for way in self.world.into[space] if way.start not in part]
            self.problems.append(maps.SPACE_NO_WAY_OUT.at(self.span(group[0]), names=self.names(group), labels=self.way_labels(ways)))

    # ------------------------------------------------------------ gates

    def locked(self, way: Way, spaces: Sequence[str]) -> None:
        keys = [key for key in self.facts.needs[(way.board, way.index)] if key not in self.reached]
        labels = [Label(self.span(key), "what it needs lies here") for key in keys[:SHOWN]]
        self.problems.append(maps.GATE_LOCKED.at(self.way_span(way), names=self.names(spaces), link=self.words(way), keys=self.names(keys), labels=labels))

    def gates(self) -> None:
        """Gates that open only when one is already behind them, by another way."""
        done: set[tuple[str, int]] = set()
        for way in self.world.ways():
            keys = self.facts.needs.get((way.board, way.index))
            if not keys or way.end not in self.reached or way.both or (way.board, way.index) in done:
                continue
            done.add((way.board, way.index))
            before = reach_with_keys(self.world, self.sources, self.facts.needs, without=way.end)
            behind = [key for key in keys if key in self.reached and key not in before]
            if behind:
                labels = [Label(self.span(behind[0]), "the key lies here")]
                key, end = self.world.name(behind[0]), self.world.name(way.end)
                self.problems.append(maps.GATE_USELESS.at(self.way_span(way), link=self.words(way), key=key, end=end, labels=labels))

    # ------------------------------------------------------------ hidden spaces, marks, placing

    def hidden(self) -> None:
        if self.facts.revealed is None:
            return
        lost = [space for space in self.world.spaces if self.world.says(space, HIDDEN) and space not in self.facts.revealed]
        if lost:
            labels = [Label(self.span(space), f"`{self.world.name(space)}`") for space in lost[1:SHOWN]]
            verb = "are" if len(lost) > 1 else "is"
            self.problems.append(maps.HIDDEN_NO_REVEALER.at(self.span(lost[0]), names=self.names(lost), verb=verb, labels=labels))

    def marks(self) -> None:
        """Fields that are called as a route is: such a mark promises a link of that route, here or by another space with the same mark."""
        routes = {(self.world.board_of[end], way.route) for way in self.world.ways() for end in (way.start, way.end)}
        said: set[tuple[str, int]] = set()
        for board, route in sorted(routes):
            for space in self.world.spaces:
                if self.world.board_of[space] != board or not self.world.says(space, route):
                    continue
                ways = [way for way in (*self.world.out[space], *self.world.into[space]) if way.route == route]
                words = _words(self.world.spaces[space]["fields"][route])
                if not ways:
                    self.problems.append(maps.ROUTE_ONE_END.at(self.span(space), name=self.world.name(space), route=route, mark=", ".join(words) or "yes"))
                for way in ways:
                    strangers = sorted(set(way.only or ()) - set(words)) if words else []
                    if strangers and (way.board, way.index) not in said:
                        said.add((way.board, way.index))
                        self.problems.append(
                            maps.ROUTE_MARK.at(
                                self.way_span(way), link=self.words(way), group=strangers[0], name=self.world.name(space), route=route, mark=", ".join(words),
                                labels=[Label(self.span(space), f"{route}: {', '.join(words)}")],
                            )
                        )

    def placed(self) -> None:
        """Things that content puts where nobody may ever be."""
        for space, places in self.facts.placed.items():
            if space in self.world.spaces and self.world.says(space, IMPASSABLE) and places:
                label = Label(self.span(space), f"`{self.world.name(space)}` is impassable")
                self.problems.append(maps.PLACED_IMPASSABLE.at(places[0], name=self.world.name(space), labels=[label]))

    def placed_labels(self, spaces: Sequence[str]) -> list[Label]:
        places = [(space, place) for space in spaces for place in self.facts.placed.get(space, [])[:1]]
        return [Label(place, f"something is put into `{self.world.name(space)}` here") for space, place in places[:SHOWN]]


def _words(value: Any) -> list[str]:
    """The words of a mark: `horde`, or a list of them; nothing for `yes`."""
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, str)]
