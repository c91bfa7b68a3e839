"""The second part of `verify`: every id is defined once, every reference finds a record of the right table, and nothing needs itself.

Needs a document of the right shape. `Index` is also what the later parts look things up in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .limits import MAX_ANCESTORS
from .records import Path, Shape, Visit, visit
from .registry import FUNCTIONS, OPERATIONS
from .verify_shape import Faults, near, shown

HIGHEST = MAX_ANCESTORS + 4
"""Kinds above a kind, those of the engine included: the compiler allows no more, and what asks for all of them is asked for each kind."""

ENGINE_KINDS: dict[str, str | None] = {
    "thing": None,
    "place": "thing",
    "seat": "thing",
    "zone": "place",
    "space": "place",
    "board": "thing",
    "area": "thing",
    "rule": "thing",
    "effect": "thing",
}
"""The kinds that are always there, with their parents."""

ENGINE_EVENTS = ("prevent",)
"""What the engine does by itself and a `forbid` may bar: a shield lowers an amount."""

EVENTS = ("verb", "sequence", "step", "family", "class")
"""Tables that share one space of ids, because clauses name them in one list."""


class Index:
    """All records of a document in the order of `visit`, and those with an id by table and id.

    `tables[t][id]` lists the records of an id in order. Tables of names without records (functions, engine kinds) have empty lists.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.visits: list[Visit] = list(visit(document))
        self.tables: dict[str, dict[str, list[Visit]]] = {"kind": {kind: [] for kind in ENGINE_KINDS}}
        self.tables["function"] = {name: [] for name in FUNCTIONS}
        self.tables["operation"] = {name: [] for name in OPERATIONS}
        self.tables["engine_event"] = {name: [] for name in ENGINE_EVENTS}
        self.depends: set[Path] = set()
        self.defined: list[tuple[str, str, Visit]] = []
        self._lines: dict[str, list[str]] = {}
        for met in self.visits:
            self._add(met)

    def _add(self, met: Visit) -> None:
        path, row, record = met
        if "when" in record or (self.depends and any(path[:size] in self.depends for size in range(max(0, len(path) - 3), len(path)))):
            self.depends.add(path)
        for field in row.ids:
            table = field.shape.words[0]
            name = record[field.name]
            self._define(table, f"{self.sequence_of(path)}.{name}" if table == "step" else name, met)
        if row.name == "slot" and path[0] == "slots":
            self.tables.setdefault("table_slot", {}).setdefault(record["id"], []).append(met)
        elif row.name == "clause.forbid":
            self.tables.setdefault("forbid", {}).setdefault(record["id"], []).append(met)

    def _define(self, table: str, name: str, met: Visit) -> None:
        self.tables.setdefault(table, {}).setdefault(name, []).append(met)
        self.defined.append((table, name, met))

    def sequence_of(self, path: Path) -> str:
        """The id of the sequence in which a path lies."""
        return str(self.document["sequences"][path[1]]["id"]) if path[0] == "sequences" and isinstance(path[1], int) else ""

    def get(self, table: str, name: str) -> dict[str, Any] | None:
        """The first record of an id, None where there is none."""
        found = self.tables.get(table, {}).get(name)
        return found[0].record if found else None

    def event(self, name: str) -> dict[str, Any] | None:
        """The verb or sequence of an id; for a step its sequence."""
        found = self.get("verb", name) or self.get("sequence", name)
        if found is None and name in self.tables.get("step", {}):
            found = self.get("sequence", name.rpartition(".")[0])
        return found

    def parent(self, kind: str) -> str | None:
        """The parent of a kind; None for `thing`."""
        if kind in ENGINE_KINDS:
            return ENGINE_KINDS[kind]
        record = self.get("kind", kind)
        return None if record is None else record["parent"] or "thing"

    def ancestors(self, kind: str) -> list[str]:
        """A kind and those that it is a special case of. Rings and towers are reported by themselves; here they end."""
        out = self._lines.get(kind)
        if out is None:
            out = self._lines[kind] = []
            at: str | None = kind
            while at is not None and at not in out and len(out) <= HIGHEST:
                out.append(at)
                at = self.parent(at)
        return out

    def slots_of(self, kind: str) -> dict[str, dict[str, Any]]:
        """The slots of a kind by name, its own before those of its ancestors."""
        out: dict[str, dict[str, Any]] = {}
        for each in self.ancestors(kind):
            record = self.get("kind", each)
            for slot in record["slots"] if record is not None else ():
                out.setdefault(slot["name"], slot)
        return out


def names(index: Index, faults: Faults) -> None:
    """Faults of ids and references."""
    _unique(index, faults)
    for met in index.visits:
        for field in met.row.refers:
            if met.record.get(field.name) is not None:
                _references(index, (*met.path, field.name), field.shape, met.record[field.name], faults)
        if met.row.constants:
            _values(index, met, faults)
    _tables(index, faults)
    _rings(index, faults)


def _unique(index: Index, faults: Faults) -> None:
    """One record for an id, or several of which all but the first depend on `when`."""
    seen: dict[tuple[str, str], str] = {}
    for table, name, met in index.defined:
        space = "event" if table in EVENTS else table
        if table == "kind" and name in ENGINE_KINDS:
            faults.add(met.path, "engine-kind", f"`{name}` is a kind of the engine and is never listed")
        before = seen.setdefault((space, name), table)
        first = index.tables[before][name][0]
        if first.path == met.path:
            continue
        if before != table:
            faults.add(met.path, "two-meanings", f"`{shown(name)}` is the id of a {before} and of a {table}")
        elif met.path not in index.depends:
            faults.add(met.path, "defined-twice", f"the {table} `{shown(name)}` is defined twice, and the second has no `when`")


def _references(index: Index, path: Path, shape: Shape, value: Any, faults: Faults) -> None:
    if isinstance(value, str) and value in shape.also:
        return
    if shape.form == "ref":
        _resolve(index, path, shape.words, value, faults)
    elif shape.form == "list" and shape.of is not None and shape.of.form == "ref":
        for at, item in enumerate(value):
            _resolve(index, (*path, at), shape.of.words, item, faults)
    elif shape.form == "map" and shape.key is not None and shape.key.form == "ref":
        for key in value:
            _resolve(index, (*path, key), shape.key.words, key, faults)


def _resolve(index: Index, path: Path, tables: tuple[str, ...], name: str, faults: Faults) -> None:
    if any(name in index.tables.get(table, ()) for table in tables):
        return
    wanted = " or ".join(tables).replace("_", " ")
    other = next((table for table, known in index.tables.items() if name in known), None)
    if other is not None:
        faults.add(path, "wrong-table", f"`{shown(name)}` is a {other}, not a {wanted}")
        return
    known = [each for table in tables for each in index.tables.get(table, ())]
    faults.add(path, "unknown-id", f"there is no {wanted} `{shown(name)}`{near(name, known) if len(known) < 1000 and len(faults) < 20 else ''}")


_NAMED = {"thing": ("definition",), "effect": ("effect",), "space": ("space",)}


def _values(index: Index, met: Visit, faults: Faults) -> None:
    """Constants that name things, in fields and options."""
    for field in met.row.constants:
        for key, value in met.record[field.name].items():
            for at, each in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(each, dict):
                    (word, name), *_ = each.items()
                    here = (*met.path, field.name, key, at) if isinstance(value, list) else (*met.path, field.name, key)
                    _resolve(index, (*here, word), _NAMED[word], name, faults)


def _tables(index: Index, faults: Faults) -> None:
    """What hangs together by more than an id: load order, enums, lookups, the source map, seats."""
    known: set[str] = set()
    for at, pack in enumerate(index.document["packs"]):
        for need in pack["requires"]:
            if need not in known and need in index.tables.get("pack", {}):
                faults.add(("packs", at, "requires"), "load-order", f"`{shown(need)}` must stand before `{shown(pack['id'])}`, which builds on it")
        known.add(pack["id"])
    for at, enum in enumerate(index.document["enums"]):
        for word in _repeated(enum["members"]):
            faults.add(("enums", at, "members"), "defined-twice", f"`{shown(word)}` stands twice in `{shown(enum['id'])}`")
    game = index.document["game"]
    if game is not None and game["seats"]["min"] > game["seats"]["max"]:
        faults.add(("game", "seats"), "empty-range", "the fewest seats are more than the most")
    if game is not None and "seat" not in index.ancestors(game["seats"]["kind"]):
        faults.add(("game", "seats", "kind"), "wrong-kind", f"`{shown(game['seats']['kind'])}` is no kind of `seat`")
    _source_map(index, faults)
    _trace(index, faults)


def _repeated(words: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for word in words:
        if word in seen:
            yield word
        seen.add(word)


def _source_map(index: Index, faults: Faults) -> None:
    found: dict[str, Any] | None = index.document.get("source_map")
    if found is None:
        return
    for name, (file, line, column) in found["at"].items():
        if file >= len(found["files"]) or line < 1 or column < 1:
            faults.add(("source_map", "at", name), "out-of-bounds", "must be the index of a file, a line from 1 and a column from 1")


def _trace(index: Index, faults: Faults) -> None:
    ids = {name for _, name, _ in index.defined}
    for rule, records in index.document["trace"]["expressed"].items():
        for at, name in enumerate(records):
            if name not in ids:
                faults.add(("trace", "expressed", rule, at), "unknown-id", f"there is no record `{shown(name)}`")


def _rings(index: Index, faults: Faults) -> None:
    """Kinds that are special cases of themselves, defines that need themselves."""
    kinds = {name: [parent] if (parent := index.parent(name)) is not None else [] for name in index.tables["kind"]}
    _ring(index, "kind", kinds, "is a special case of itself", faults)
    high = [name for name in kinds if len(index.ancestors(name)) > HIGHEST]
    if high and not faults:
        faults.add(index.tables["kind"][high[0]][0].path, "too-deep", f"the kind `{shown(high[0])}` has more than {HIGHEST} kinds above it")
    defines: dict[str, list[str]] = {name: [] for name in index.tables.get("define", {})}
    home = {met.path: name for name, all_of in index.tables.get("define", {}).items() for met in all_of}
    for path, row, record in index.visits:
        if row.name in ("expr.call", "expr.name_of_define") and path[:2] in home:
            defines[home[path[:2]]].append(record["define"])
    _ring(index, "define", defines, "needs its own value", faults)


def _ring(index: Index, table: str, edges: dict[str, list[str]], what: str, faults: Faults) -> None:
    """One fault for each ring of a graph; a walk without recursion."""
    done: set[str] = set()
    for start in edges:
        way: dict[str, None] = {}
        stack: list[tuple[str, bool]] = [(start, False)]
        while stack:
            at, leaving = stack.pop()
            if leaving:
                way.popitem()
                done.add(at)
            elif at in way:
                inside = list(way)
                ring = " -> ".join(shown(each) for each in [*inside[inside.index(at) :][:8], at])
                found = index.tables[table][at]
                faults.add(found[0].path if found else (), "ring", f"the {table} `{shown(at)}` {what}: {ring}")
            elif at not in done and at in edges:
                way[at] = None
                stack.append((at, True))
                stack.extend((each, False) for each in edges[at])
