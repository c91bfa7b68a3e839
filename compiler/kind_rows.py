"""What stands in a kind: its slots, where its things start and work, and whose they are."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label

from .statements import what_is
from .world import KindDecl, SlotDecl, World

KIND_FIELDS = ("starts_in", "works_in", "plural")
TIES = ("owner", "host")


def kind_field(world: World, pack: str, decl: KindDecl, name: str, row: s.Item) -> None:
    """`starts_in` and `works_in`, however the grammar reads them."""
    exprs: list[s.Expr] = []
    if isinstance(row, s.Slot):
        _no_tails(world, row)
        node: s.Expr = s.Name(row.type.span, row.type.word)
        exprs = [s.QName(row.type.span, row.type.pack, row.type.word)] if row.type.pack else [node]
    elif isinstance(row, s.Field):
        exprs = [x for v in row.values for x in (v.items if isinstance(v, s.ListOf) else [v])]
    block = next(part.span for _, part in decl.parts if part.span.file == row.span.file and part.span.start <= row.span.start < part.span.end)
    first = decl.said.setdefault((block, name), row)
    if first is not row:
        world.problems.append(rows.DOUBLED_FIELD.at(row.span, name=name, labels=[Label(first.span, "first given here")]))
    elif name == "starts_in" and exprs:
        decl.starts_in = (pack, exprs[0])
    elif name == "works_in":
        decl.works_in += [(pack, x) for x in exprs]


def kind_slot(world: World, pack: str, kind: KindDecl, row: s.Slot) -> None:
    """A slot of a kind."""
    if row.role == "option":
        world.problems.append(rows.MISPLACED.at(row.span, what=what_is(row), where=f"the kind `{kind.name}`",
            hint="an option is of the whole game: declare it at top level"))
        return
    other = kind.slots.get(row.name)
    if other is not None:
        world.problems.append(rows.DUPLICATE.at(row.name_span, name=row.name, labels=[Label(other.span, "first declared here")]))
        return
    decl = SlotDecl(f"{kind.id}.{row.name}", row.name, pack, row.name_span, doc=row.doc, role=row.role or "printed", owner=kind.id, node=row)
    kind.slots[row.name] = decl
    world.by_id["slot"][decl.id] = decl


def kind_tie(world: World, pack: str, kind: KindDecl, row: s.Slot, *, extends: bool) -> None:
    """`owner: T`, `host: T`: what a kind says of every thing of it."""
    _no_tails(world, row)
    if extends:
        world.problems.append(rows.MISPLACED.at(row.span, what=f"`{row.name}`", where="an `extend kind`",
            hint="only the kind itself says whose its things are"))
    elif row.start is not None:
        world.problems.append(rows.MISPLACED.at(row.start.span, what="a start", where=f"`{row.name}`", hint="each thing says whose it is with `for:`"))
    elif row.name in kind.ties:
        first = kind.ties[row.name]
        world.problems.append(rows.DUPLICATE.at(row.name_span, name=row.name, labels=[Label(first.span, "first declared here")]))
    else:
        kind.ties[row.name] = SlotDecl(f"{kind.id}.{row.name}", row.name, pack, row.name_span, doc=row.doc, role="tie", owner=kind.id, node=row)


def _no_tails(world: World, row: s.Slot) -> None:
    """What a row that is no slot cannot say of itself."""
    said = {"`per`": None if row.per is None else row.per.span, "`seen by`": None if row.seen_by is None else row.seen_by.span}
    for what, span in {**said, "`without rings`": row.ringless}.items():
        if span is not None:
            world.problems.append(rows.MISPLACED.at(span, what=what, where=f"`{row.name}`", hint="take it out"))
