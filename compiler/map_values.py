"""What an expression over spaces gives before play: the end of a link may be a `define` such as "all spaces of that board with a flight point".

Takes an expression record and the drafts of all boards; gives ids of spaces, or None when the value is only known in play. Known are constants, spaces and
their printed fields, their boards, areas and kinds, filters, lists, tests and defines over these.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .board_draft import BoardDraft, SpaceDraft
from .world import DefineDecl, SlotDecl, World

IR = dict[str, Any]
Vars = Mapping[str, Any]


class OnlyInPlay(Exception):
    """The value is not known before play; never leaves this module."""


def spaces_before_play(world: World, drafts: Iterable[BoardDraft], ir: IR) -> list[str] | None:
    """The ids of the spaces that an expression means, in its order."""
    try:
        found = _Values(world, drafts).value(ir, {})
    except OnlyInPlay:
        return None
    items = found if isinstance(found, list) else [found]
    return [item.id for item in items] if all(isinstance(item, SpaceDraft) for item in items) else None


class _Values:
    """One reading. A space is its draft, a board or an area its id, a word or text a string."""

    def __init__(self, world: World, drafts: Iterable[BoardDraft]) -> None:
        self.world = world
        self.spaces = {space.id: (space, draft) for draft in drafts for space in draft.spaces}

    def value(self, ir: IR, vars_: Vars) -> Any:
        known = _OPS.get(str(ir.get("op")))
        if known is None:
            raise OnlyInPlay
        return known(self, ir, vars_)

    def constant(self, ir: IR, vars_: Vars) -> Any:
        return ir["value"]

    def none(self, ir: IR, vars_: Vars) -> Any:
        return None

    def space(self, ir: IR, vars_: Vars) -> Any:
        if ir["id"] not in self.spaces:
            raise OnlyInPlay
        return self.spaces[ir["id"]][0]

    def var(self, ir: IR, vars_: Vars) -> Any:
        if ir["name"] not in vars_:
            raise OnlyInPlay
        return vars_[ir["name"]]

    def every(self, ir: IR, vars_: Vars) -> Any:
        if not self.world.descends(ir["kind"], "space"):
            raise OnlyInPlay
        return [space for space, _ in self.spaces.values() if space.kind is not None and self.world.descends(space.kind, ir["kind"])]

    def list_(self, ir: IR, vars_: Vars) -> Any:
        return [self.value(item, vars_) for item in ir["items"]]

    def several(self, ir: IR, vars_: Vars) -> list[Any]:
        """The elements of a list; what is no list was reported by the check of types."""
        found = self.value(ir, vars_)
        if not isinstance(found, list):
            raise OnlyInPlay
        return found

    def filter(self, ir: IR, vars_: Vars) -> Any:
        return [item for item in self.several(ir["of"], vars_) if self.value(ir["where"], {**vars_, ir["var"]: item})]

    def field(self, ir: IR, vars_: Vars) -> Any:
        space = self.value(ir["of"], vars_)
        slot = self.world.by_id["slot"].get(ir["slot"])
        if not isinstance(space, SpaceDraft) or not isinstance(slot, SlotDecl) or slot.role not in ("printed", "stat"):
            raise OnlyInPlay
        if slot.name in space.values:
            return self.printed(space.values[slot.name])
        if slot.type.optional and (slot.node is None or slot.node.start is None):
            return None
        from .bodies import slot_record

        start = slot_record(self.world, slot)["start"]
        return self.value(start, {}) if start is not None else None

    def printed(self, held: Any) -> Any:
        if isinstance(held, list):
            return [self.printed(item) for item in held]
        if isinstance(held, dict):
            return self.space({"id": held.get("space")}, {})
        return held

    def relation(self, ir: IR, vars_: Vars) -> Any:
        space = self.value(ir["of"], vars_)
        if not isinstance(space, SpaceDraft) or ir["name"] not in ("board", "area", "name"):
            raise OnlyInPlay
        return {"board": self.spaces[space.id][1].id, "area": space.area, "name": space.name}[ir["name"]]

    def is_kind(self, ir: IR, vars_: Vars) -> Any:
        space = self.value(ir["of"], vars_)
        return isinstance(space, SpaceDraft) and space.kind is not None and self.world.descends(space.kind, ir["kind"])

    def equal(self, ir: IR, vars_: Vars) -> Any:
        return (self.value(ir["left"], vars_) == self.value(ir["right"], vars_)) is (ir["op"] == "eq")

    def inside(self, ir: IR, vars_: Vars) -> Any:
        return (self.value(ir["left"], vars_) in self.several(ir["right"], vars_)) is (ir["op"] == "in")

    def all_(self, ir: IR, vars_: Vars) -> Any:
        return all(self.value(arg, vars_) for arg in ir["args"])

    def any_(self, ir: IR, vars_: Vars) -> Any:
        return any(self.value(arg, vars_) for arg in ir["args"])

    def not_(self, ir: IR, vars_: Vars) -> Any:
        return not self.value(ir["arg"], vars_)

    def if_(self, ir: IR, vars_: Vars) -> Any:
        return self.value(ir["then"] if self.value(ir["test"], vars_) else ir["else"], vars_)

    def call(self, ir: IR, vars_: Vars) -> Any:
        decl = self.world.by_id["define"].get(ir["define"])
        if not isinstance(decl, DefineDecl) or decl.value is None:
            raise OnlyInPlay
        return self.value(decl.value, {p.name: self.value(arg, vars_) for p, arg in zip(decl.params, ir["args"], strict=True)})


_OPS: dict[str, Callable[[_Values, IR, Vars], Any]] = {
    **dict.fromkeys(("int", "bool", "text", "word"), _Values.constant), **dict.fromkeys(("field", "stat", "printed"), _Values.field),
    **dict.fromkeys(("eq", "ne"), _Values.equal), **dict.fromkeys(("in", "not_in"), _Values.inside),
    "none": _Values.none, "space": _Values.space, "var": _Values.var, "all": _Values.every, "list": _Values.list_, "filter": _Values.filter,
    "relation": _Values.relation, "is_kind": _Values.is_kind, "and": _Values.all_, "or": _Values.any_, "not": _Values.not_, "if": _Values.if_,
    "call": _Values.call,
}
