"""A ruleset looked up by id: what never changes during a game, prepared once.

Everything here is read from the ruleset's records; nothing knows the state. Kinds know their ancestors, slots are found by id, families know their verbs, and
one walk over all records finds what the engine must know beforehand: which stats are modified at all, and where lasting effects are made.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.over_players import Players

from .options import chosen, present
from .trouble import Refused

Record = dict[str, Any]

FORMAT = "rulewright-ruleset"
VERSION = 1
SEMANTICS = 1

ENGINE_KINDS = ("thing", "place", "seat", "zone", "space", "board", "area", "rule", "effect", "table", "box")
PLACES = ("seat", "zone", "space", "table", "box")
PARTS = ("clauses", "handlers", "members", "checks")
SOURCE, SUBJECT = ".source", ".subject"
"""The variables of `modify` and `prevent` as events of a family: whose text it is, and whom it is for. No author can write such names."""
LIMITS = {"steps": 200_000, "depth": 500, "answers": 2_000, "events": 20_000, "checks": 100, "entities": 10_000, "inputs": 100_000}
"""What a ruleset's `limits` are, unless it says otherwise."""
ANY: Record = {"type": "any"}
_SEEN_BY_ALL = {"op": "bool", "value": True}


@dataclass(frozen=True, slots=True)
class Text:
    """One clause, handler, member or check of a thing, with the arguments of the ability that it comes from."""

    record: Record
    ability: Record | None = None
    args: tuple[Record, ...] = ()


class Program:
    """See the module's text. Raises Refused for a document that is no ruleset of this format, version and semantics."""

    def __init__(self, ruleset: Record, options: Mapping[str, Any] | None = None) -> None:
        for key, wanted in (("format", FORMAT), ("version", VERSION), ("semantics", SEMANTICS)):
            if ruleset.get(key) != wanted:
                raise Refused(f"the ruleset's {key} is `{ruleset.get(key)}`, but this runtime needs `{wanted}`")
        self.source = ruleset
        self.options = chosen(ruleset, options)
        self.ruleset = rules = present(ruleset, self.options) if self.options else ruleset
        self.players = Players.of(rules)
        self.policies: dict[str, str] = dict(rules.get("policies") or {})
        for change in rules.get("policy_changes") or ():
            self.policies.update(change["policies"])
        self.limits: dict[str, int] = {**LIMITS, **(rules.get("limits") or {})}
        self.kinds = _by_id(rules["kinds"])
        self.definitions = _by_id(rules["definitions"])
        self.verbs = _by_id(rules["verbs"])
        self.sequences = _by_id(rules["sequences"])
        self.defines = _by_id(rules["defines"])
        self.abilities = _by_id(rules["abilities"])
        self.rules = _by_id(rules["rules"])
        self.effects = _by_id(rules["effects"])
        self.groups = _by_id(rules["groups"])
        self.enums = {enum["id"]: list(enum["members"]) for enum in rules["enums"]}
        self.classes = {one["id"] for one in rules["classes"]}
        self.spaces = {space["id"]: space for board in rules["boards"] for space in board["spaces"]}
        self.named: dict[str, Record] = {**self.definitions, **self.spaces, **self.rules}
        self.names = {id: str(one["name"]) for id, one in {**self.rules, **self.spaces, **self.definitions}.items()}
        """The printed names of things by definition."""
        self.named.update((one["id"], one) for board in rules["boards"] for one in (board, *board["areas"]))
        self.ancestors = self._ancestors()
        self.slots: dict[str, Record] = {slot["id"]: slot for kind in rules["kinds"] for slot in kind["slots"]}
        self.slots.update((slot["id"], slot) for definition in rules["definitions"] for slot in definition["slots"])
        self.slots.update((slot["id"], slot) for slot in rules["slots"])
        self.veils = self._veils()
        self.ways: list[Record] = [link["while"] for board in rules["boards"] for link in board["links"] if "while" in link]
        self.most_copies: int = max((definition["copies"] for definition in rules["definitions"]), default=1)
        self.supplies = self._supplies()
        self.table_slots: list[Record] = [slot for slot in rules["slots"] if slot["role"] != "option"]
        self._works_in: dict[str, frozenset[str]] = {}
        self._faces = {one["id"]: [face["name"] for face in one["faces"]] for one in rules["definitions"] if one["faces"]}
        uses = (use for one in rules["definitions"] for holder in (one, *one["faces"]) for use in holder["abilities"])
        self.fixed_abilities = all(arg["op"] in ("int", "bool", "text", "word", "none") for use in uses for arg in use["args"])
        """Whether what the abilities of definitions are given is always the same."""
        self.kept_slots: dict[tuple[str, str | None], list[tuple[str, Mapping[str, Any]]]] = {}
        """What a state keeps of things by kind and definition; `sound` fills it."""
        self._kind_slots: dict[str, list[Record]] = {}
        self._texts: dict[tuple[str, str | None], list[Text]] = {}
        self.families = self._families()
        self.events: dict[str, Record] = {**self.verbs, **self.sequences}
        self.resets = self._resets()
        self.modifies: dict[str, list[Record]] = {}
        self.begins: dict[str, Record] = {}
        self.switches: list[Record] = []
        self.hooked: set[str] = set()
        self.reacts: dict[str, set[str]] = {}
        self.shields = self.grants = False
        self.shapes: dict[str, dict[str, Record]] = {}
        self._walk()
        self.named.update(self.begins)
        self.dial = self._only_dial()

    def _ancestors(self) -> dict[str, tuple[str, ...]]:
        out: dict[str, tuple[str, ...]] = {kind: (kind, "thing") for kind in ENGINE_KINDS}
        out.update((kind, (kind, "place", "thing")) for kind in PLACES)
        out["thing"] = ("thing",)
        for start in self.kinds:
            line: list[str] = []
            kind: str | None = start
            while kind is not None and kind in self.kinds and kind not in line:
                line.append(kind)
                kind = self.kinds[kind]["parent"]
            out[start] = (*line, *out.get(kind or "thing", ("thing",)))
        return out

    def _supplies(self) -> dict[str, list[tuple[int, list[str]]]]:
        """By definition: how many there are of each component that it is of, and the definitions that are of it."""
        counts: dict[str, int] = {}
        for line in self.ruleset.get("components", ()):
            counts[line["of"]] = counts.get(line["of"], 0) + line["count"]
        out: dict[str, list[tuple[int, list[str]]]] = {}
        for of, count in counts.items():
            found = [one["id"] for one in self.ruleset["definitions"] if one["id"] == of or of in self.ancestors[one["of"]]]
            for one in found:
                out.setdefault(one, []).append((count, found))
        return out

    def _veils(self) -> dict[str, Record]:
        """The slots of zones that not everybody may look into, those of verbs and sequences too."""
        local = (slot for table in ("verbs", "sequences") for event in self.ruleset[table] for slot in event["slots"])
        return {slot["id"]: slot for slot in (*self.slots.values(), *self.ruleset["slots"], *local) if slot.get("seen_by") not in (None, _SEEN_BY_ALL)}

    def _families(self) -> dict[str, list[tuple[str, list[Record]]]]:
        out: dict[str, list[tuple[str, list[Record]]]] = {family["id"]: [] for family in self.ruleset["families"]}
        for event in (*self.ruleset["verbs"], *self.ruleset["sequences"]):
            for use in event["families"]:
                out.setdefault(use["family"], []).append((event["id"], use["args"]))
        for family in self.ruleset["families"]:
            for word in family["includes"]:
                out[family["id"]].append((f".{word}", [{"op": "var", "name": SOURCE}, {"op": "var", "name": SUBJECT}]))
        return out

    def _resets(self) -> dict[str, list[tuple[str | None, Record]]]:
        """The counters that go back to their start, by the sequence or step whose beginning does it: kind (None: the table) and slot."""
        out: dict[str, list[tuple[str | None, Record]]] = {}
        for slot in self.table_slots:
            if slot["per"] is not None:
                out.setdefault(slot["per"], []).append((None, slot))
        for kind in self.ruleset["kinds"]:
            for slot in kind["slots"]:
                if slot["per"] is not None:
                    out.setdefault(slot["per"], []).append((kind["id"], slot))
        for definition in self.ruleset["definitions"]:
            for slot in definition["slots"]:
                if slot["per"] is not None:
                    out.setdefault(slot["per"], []).append((definition["of"], slot))
        return out

    def _walk(self) -> None:
        for record in walk([self.ruleset[key] for key in ("definitions", "abilities", "rules", "verbs", "sequences", "effects", "tests")]):
            targets = [record["event"]] if record.get("kind") == "handler" else record.get("targets", ()) if "kind" in record else ()
            self.hooked.update(event for target in targets for event, _ in self.heard_as(target))
            if record.get("react") is not None:
                self.reacts.setdefault(record["moment"], set()).update(event for event, _ in self.heard_as(record["event"]))
            if record.get("kind") == "modify":
                self.modifies.setdefault(record["slot"], []).append(record)
            elif record.get("kind") == "prevent":
                self.shields = True
            elif record.get("kind") in ("mute", "grant"):
                self.switches.append(record)
                self.grants = self.grants or record["kind"] == "grant"
            elif record.get("op") == "begin":
                self.begins[effect_id(record)] = record
                self._lasting(record)
                for until in record["until"]:
                    self.hooked.update(event for target in until.get("next", ()) for event, _ in self.heard_as(target))

    def _lasting(self, begin: Record) -> None:
        """What a lasting effect's `while` reads is read by all that its clauses change."""
        for clause in begin["clauses"] if begin["while"] is not None else ():
            if clause["kind"] == "modify":
                self.modifies.setdefault(clause["slot"], []).append(begin["while"])
            elif clause["kind"] in ("mute", "grant"):
                self.switches.append(begin["while"])

    def _only_dial(self) -> Record | None:
        dials = {(slot["type"]["low"], slot["type"]["high"]): slot["type"] for slot in self.slots.values() if slot["type"]["type"] == "dial"}
        return next(iter(dials.values())) if len(dials) == 1 else None

    def is_a(self, kind: str, wanted: str) -> bool:
        """Whether a kind is another one or comes from it."""
        return wanted in self.ancestors.get(kind, ())

    def kind_slots(self, kind: str) -> list[Record]:
        """The slots of a kind, those of its parents first."""
        known = self._kind_slots.get(kind)
        if known is None:
            known = self._kind_slots[kind] = [
                slot for ancestor in reversed(self.ancestors[kind]) if ancestor in self.kinds for slot in self.kinds[ancestor]["slots"]
            ]
        return known

    def slots_of(self, kind: str, definition: str | None) -> list[Record]:
        """The slots of a thing: those of its kind, then those that its definition alone has."""
        record = self.definitions.get(definition or "")
        own: list[Record] = record["slots"] if record is not None else []
        return [*self.kind_slots(kind), *own] if own else self.kind_slots(kind)

    def starts_in(self, kind: str) -> Record | None:
        """The place where things of a kind begin, from the nearest ancestor that says so."""
        for ancestor in self.ancestors[kind]:
            if ancestor in self.kinds and self.kinds[ancestor]["starts_in"] is not None:
                place: Record = self.kinds[ancestor]["starts_in"]
                return place
        return None

    def works_in(self, kind: str) -> frozenset[str]:
        """The zone slots in which things of a kind work as if they were in play."""
        known = self._works_in.get(kind)
        if known is None:
            slots = (slot for ancestor in self.ancestors[kind] if ancestor in self.kinds for slot in self.kinds[ancestor]["works_in"])
            known = self._works_in[kind] = frozenset(slots)
        return known

    def faces(self, definition: str) -> list[str]:
        """The names of a definition's faces, the one that shows first at the start."""
        return self._faces.get(definition, [])

    def texts(self, source: str, face: str | None) -> list[Text]:
        """The clauses, handlers, members and checks of a definition (with a face showing) or a rule, those of its abilities in place."""
        known = self._texts.get((source, face))
        if known is None:
            known = self._texts[source, face] = list(self._collect(source, face))
        return known

    def _collect(self, source: str, face: str | None) -> Iterator[Text]:
        record = self.definitions.get(source) or self.rules.get(source)
        if record is None:
            return
        shown = [one for one in record.get("faces", ()) if one["name"] == face]
        for holder in (record, *shown):
            for use in holder.get("abilities", ()):
                for part in self.ability_texts(use["ability"]):
                    yield Text(part, use, tuple(use["args"]))
            for key in PARTS:
                for part in holder.get(key, ()):
                    yield Text(part)

    def ability_texts(self, ability: str) -> list[Record]:
        """The clauses, handlers, members and checks of an ability."""
        record = self.abilities[ability]
        return [part for key in PARTS for part in record.get(key, ())]

    def abilities_of(self, source: str, face: str | None) -> set[str]:
        """The abilities that a definition has with a face showing."""
        record = self.definitions.get(source)
        if record is None:
            return set()
        shown = [one for one in record["faces"] if one["name"] == face]
        return {use["ability"] for holder in (record, *shown) for use in holder["abilities"]}

    def heard_as(self, target: str) -> list[tuple[str, list[Record] | None]]:
        """The events that a clause or handler on a target hears: itself, or every verb of a family (with the expressions of the family's arguments)."""
        if target in self.families:
            return list(self.families[target])
        return [(target, None)]


_KEPT: list[Program] = []


def program_of(ruleset: Record, options: Mapping[str, Any] | None) -> Program:
    """The program of a ruleset with options; the last few are kept, because a save is loaded again and again. The ruleset must not be changed meanwhile.

    Raises as `Program`.
    """
    wanted = chosen(ruleset, options)
    for known in _KEPT:
        if known.source is ruleset and known.options == wanted:
            return known
    made = Program(ruleset, options)
    _KEPT.insert(0, made)
    del _KEPT[4:]
    return made


def walk(value: Any) -> Iterator[Record]:
    """All records inside a value, outer ones first. Not recursive: nesting has no limit."""
    todo = [value]
    while todo:
        item = todo.pop()
        if type(item) is dict:
            yield item
            todo.extend(reversed([one for one in item.values() if type(one) is dict or type(one) is list]))
        elif type(item) is list:
            todo.extend(reversed([one for one in item if type(one) is dict or type(one) is list]))


def effect_id(begin: Record) -> str:
    """The identity of a lasting effect's text: the id of its first clause or handler."""
    parts = (*begin["clauses"], *begin["handlers"])
    return str(parts[0]["id"]) if parts else "effect"


def nesting(value: Any) -> int:
    """How deep blocks and expressions nest in a record: each record inside a record counts one."""
    deepest = 0
    todo = [(value, 0)]
    while todo:
        item, depth = todo.pop()
        if type(item) is dict:
            depth += 1
            deepest = max(deepest, depth)
            todo.extend((one, depth) for one in item.values() if type(one) is dict or type(one) is list)
        elif type(item) is list:
            todo.extend((one, depth) for one in item if type(one) is dict or type(one) is list)
    return deepest


def _by_id(records: list[Record]) -> dict[str, Record]:
    return {record["id"]: record for record in records}
