"""Definitions made while what they ask is noted, or not made at all where they are kept from an earlier check (see `kept.py`).

A `Watch` stands in for `make_definition` in one compile of one pack. It gives records only of what cannot be kept; of the rest the facts come to lie in
`world.kept`, and `recall` makes the records of those of which the passes over the finished game want more.
"""
from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from .definitions import make_definition
from .env import IR
from .facts import Facts
from .kept import Asked, Kept, Made
from .noting import facts_of
from .pieces import digest
from .stubs import Stub
from .suspects import suspects
from .world import Decl, DefinitionDecl, Expressed, World


class Watch:
    """See the module's text. `surroundings` is the digest of all text that is no plain definition."""

    def __init__(self, world: World, kept: Kept, surroundings: str) -> None:
        self.world = world
        self.kept = kept
        self.surroundings = surroundings
        self.by_id = Asked(world.by_id["definition"])
        self.by_name = Asked(world.by_name["definition"])
        self.short = Asked(world.short)
        world.by_id["definition"], world.by_name["definition"], world.short = self.by_id, self.by_name, self.short
        self.answered: dict[Any, str] = {}
        self.used: set[str] = set()

    def definitions(self, only: Container[str] | None = None) -> list[IR]:
        """The records of all definitions that are not kept. With `only`, stubs of other pieces are passed over."""
        out: list[IR] = []
        for decl in list(self.by_id.everything()):
            if not isinstance(decl, DefinitionDecl):
                continue
            if only is None or not isinstance(decl.node, Stub) or decl.patches or (decl.node.piece is not None and decl.node.piece.digest in only):
                out += self._make(decl)
        self.world.used |= self.used
        return out

    def _make(self, decl: DefinitionDecl) -> list[IR]:
        node = decl.node
        if not isinstance(node, Stub) or node.piece is None:
            return make_definition(self.world, decl)
        name = f"{decl.id} {node.piece.digest}"
        if not decl.patches and not decl.removals:
            made = self.kept.find(self.surroundings, name)
            if made is not None and self._answers(made[0], made[1], made[2], made[3]) == made[4]:
                self._again(decl, made)
                self.kept.keep(self.surroundings, name, made, new=False)
                return []
        records, fresh = self._watched(decl, node)
        if fresh is None:
            return records
        self._again(decl, fresh)
        self.kept.keep(self.surroundings, name, fresh, new=True)
        self.kept.let_go(node.piece)
        return []

    def _again(self, decl: DefinitionDecl, made: Made) -> None:
        """Let a definition have been made."""
        assert isinstance(decl.node, Stub) and decl.node.piece is not None
        self.used.update(made[5])
        base = decl.node.piece.start
        for ident, start, end in made[6]:
            self.world.expressed.append(Expressed(ident, decl.pack, decl.span._replace(start=base + start, end=base + end), decl.id))
        self.world.kept.append((decl, Facts(*made[7])))

    def _watched(self, decl: DefinitionDecl, node: Stub) -> tuple[list[IR], Made | None]:
        """The records of a definition, and what can be kept of it."""
        world, tables = self.world, (self.by_id, self.by_name, self.short)
        for table in tables:
            table.names, table.all = set(), False
        before, used, expressed, effects = _sizes(world), world.used, len(world.expressed), len(world.effects)
        world.used = set()
        records = self._whole(decl, node)
        mine, world.used = world.used, used
        self.used |= mine
        known = facts_of(records[0], world.effects[effects:]) if _sizes(world) == before and len(records) == 1 else None
        if known is None or decl.patches or decl.removals:
            return records, None
        ids, names, short = (sorted(table.names) for table in tables)
        every = any(table.all for table in tables)
        assert node.piece is not None
        base = node.piece.start
        said = [[one.id, one.span.start - base, one.span.end - base] for one in world.expressed[expressed:]]
        del world.expressed[expressed:], world.effects[effects:]
        return records, [ids, names, short, every, self._answers(ids, names, short, every), sorted(mine), said, list(known)]

    def _whole(self, decl: DefinitionDecl, node: Stub) -> list[IR]:
        decl.node = node.whole()
        decl.doc = decl.node.doc
        records = make_definition(self.world, decl)
        decl.node = node
        return records

    def _answers(self, ids: list[str], names: list[str], short: list[str], every: bool) -> str:
        """The digest of what the tables of definitions say to some questions."""
        key = (tuple(ids), tuple(names), tuple(short), every)
        found = self.answered.get(key)
        if found is None:
            parts = [_said([one] if (one := self.by_id.quietly(name)) is not None else []) for name in ids]
            parts += [_said(self.by_name.quietly(name) or ()) for name in names]
            parts += [_said(self.short.quietly(name) or ()) for name in short]
            if every:
                parts.append("".join(_said([one]) for one in self.by_id.everything()))
            found = self.answered[key] = digest(*parts)
        return found

    # -------------------------------------------------------------------------------------------------------- what is wanted after all

    def recall(self, ruleset: dict[str, list[IR]]) -> None:
        """Put the records of the definitions into the ruleset of which the passes over it want more than the facts."""
        wanted = suspects(self.world, ruleset)
        if not wanted:
            return
        made = list(ruleset["definitions"])
        for decl, _ in self.world.kept:
            if decl.id in wanted:
                records, effects = self._again_whole(decl)
                made += records
                ruleset["effects"] += effects
        self.world.kept = [(decl, known) for decl, known in self.world.kept if decl.id not in wanted]
        order = {id_: at for at, id_ in enumerate(self.by_id)}
        ruleset["definitions"] = sorted(made, key=lambda record: order[record["id"]])


    def again(self, decl: DefinitionDecl) -> IR:
        """The one record of a definition that is kept."""
        return self._again_whole(decl)[0][0]

    def _again_whole(self, decl: DefinitionDecl) -> tuple[list[IR], list[IR]]:
        """The records of a definition that is kept, and the effects that it is the home of; nothing else of it counts twice."""
        assert isinstance(decl.node, Stub)
        world = self.world
        expressed, effects = len(world.expressed), len(world.effects)
        records, own = self._whole(decl, decl.node), world.effects[effects:]
        del world.expressed[expressed:], world.effects[effects:]
        return records, own


def _said(found: Iterable[Decl]) -> str:
    """What can be seen of definitions."""
    out = []
    for decl in found:
        if isinstance(decl, DefinitionDecl):
            seen: list[Any] = [decl.id, decl.name, decl.pack, decl.kind, decl.copies, len(decl.patches), len(decl.when), len(decl.removals)]
            node = decl.node
            if isinstance(node, Stub):
                seen += [node.given, node.told]
            out.append(repr(seen))
    return "".join(out)


_FREE = frozenset(("used", "places", "effects", "expressed", "kept", "lines", "slots", "below", "tied", "controls", "told", "leading"))
"""What is kept of a definition, and what only says again what is known."""


_COUNTED = (list, dict, set)


def _sizes(world: World) -> list[int]:
    """How much there is of all that making a definition may add to, but for what is `_FREE`."""
    found = [len(value) for name, value in vars(world).items() if name not in _FREE and isinstance(value, _COUNTED)]
    found += [len(table) for category, table in world.by_id.items() if category != "definition"]
    return [*found, sum(map(len, world.forbids.values()))]
