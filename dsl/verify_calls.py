"""What the walk asks of calls, assignments and declarations once the types of their parts are known."""

from __future__ import annotations

from typing import Any

from .records import Path
from .registry import OPERATIONS
from .types import ANY, INT, Type
from .verify_expressions import Expressions
from .verify_scope import Json, Scope
from .verify_shape import listed, shown
from .verify_types import constant, element, fits, of_record, of_word

_TARGETS = ("var", "event", "frame", "global", "field", "relation", "die")


class Calls(Expressions):
    """The checks of single records; each takes the record's path, the record, the types of its parts, and its scope."""

    def verb_call(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """A verb or sequence is called with what it asks for."""
        name = record.get("verb", record.get("sequence"))
        each, called = record.get("each"), self.index.event(str(name))
        if called is None:
            return
        if each is not None and each not in record["args"]:
            self.unknown((*path, "each"), each, record["args"], "argument")
        if record.get("tag") is not None and "tag" not in self.own(called):
            self.faults.add((*path, "tag"), "wrong-arguments", f"`{shown(str(name))}` counts no unit and takes no tag")
        self.arguments((*path, "args"), str(name), record["args"], kinds["args"], each=each)

    def offered(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """What an offer fixes are parameters."""
        self.arguments((*path, "bind"), record["verb"], record["bind"], kinds["bind"], partly=True)

    def going_on(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """What `continue` changes are variables of the event."""
        for name in record["args"]:
            if scope.event is not None and name not in scope.event:
                self.unknown((*path, "args", name), name, scope.event, "variable of the event")

    def primitive(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """A primitive gets what its row asks for."""
        row = OPERATIONS.get(record["name"])
        if row is None:
            return
        params = {param.name: param for param in row.params}
        for name, kind in kinds["args"].items():
            if name not in params:
                self.unknown((*path, "args", name), name, params, f"parameter of `{row.name}`:")
            else:
                self.fit((*path, "args", name), kind, of_word(params[name].type, ANY), f"`{name}` of `{row.name}`")
        for name, param in params.items():
            if not param.optional and name not in record["args"]:
                self.faults.add((*path, "args"), "wrong-arguments", f"`{name}` of `{row.name}` is not given")
        if record["as"] is not None and row.result is None:
            self.faults.add((*path, "as"), "no-result", f"`{row.name}` has no result")

    def ability_given(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """An ability gets as many arguments as it has parameters."""
        ability = self.index.get("ability", record["ability"])
        if ability is not None:
            self.in_order((*path, "args"), record["ability"], ability["params"], kinds["args"])

    def assignment(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """Only what changes is set, and to what it can be."""
        target, change = record["target"], record["change"]
        op, at = target["op"], (*path, "target")
        if op not in _TARGETS:
            self.faults.add(at, "not-settable", f"`{op}` cannot be set, only {listed(_TARGETS)}")
            return
        slot = self.index.get("slot" if op == "field" else "table_slot", target["slot" if op == "field" else "name"]) if op in ("field", "global") else None
        if slot is not None and slot["role"] != "counter":
            self.faults.add(at, "not-settable", f"`{shown(slot['id'])}` is a {slot['role']}; only counters are set")
        if (op == "relation" and target["name"] not in ("owner", "controller", "face")) or (op == "die" and target["name"] != "face"):
            self.faults.add(at, "not-settable", f"the {target['name']} of a {'die' if op == 'die' else 'thing'} is not set; it follows from what happens")
        wanted, found = kinds["target"], kinds["value"]
        if change == "=":
            self.fit((*path, "value"), found, wanted, "the new value")
            self.words_of((*path, "value"), record["value"], wanted)
        elif wanted.shape == "list":
            if not fits(self.index, found, element(wanted)) and not fits(self.index, found, wanted):
                self.fit((*path, "value"), found, element(wanted), "what is added or taken")
        else:
            self.fit(at, wanted, INT, "what is counted up or down")
            self.fit((*path, "value"), found, INT, "the amount")

    def modified(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """Only stats are modified, of things that have them."""
        slot = self.index.get("slot", record["slot"])
        if slot is None:
            if record["slot"] == "controller" and record["change"] != "to":
                self.faults.add((*path, "change"), "wrong-role", "`controller` is no number; it can only be set with `to`")
            return
        if slot["role"] != "stat":
            self.faults.add((*path, "slot"), "wrong-role", f"`{shown(slot['id'])}` is a {slot['role']}; clauses change only stats")
        wanted = of_record(slot["type"])
        if record["change"] == "to":
            self.fit((*path, "value"), kinds["value"], wanted, "the new value")
            self.words_of((*path, "value"), record["value"], wanted)
        else:
            self.fit((*path, "slot"), wanted, INT, "what is added to or bounded")
            self.fit((*path, "value"), kinds["value"], INT, "the amount")
        about = record["subject"]
        if "of" in about and not self.may_have(about["of"], slot["id"]):
            self.faults.add((*path, "subject", "of"), "no-such-slot", f"no `{shown(about['of'])}` has the stat `{shown(slot['id'])}`")

    def prevented(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """A shield needs a verb with its unit."""
        if not any(self.counts(name, record["unit"]) for name in self.index.tables.get("verb", {})):
            self.faults.add((*path, "unit"), "unknown-unit", f"no verb counts `{shown(record['unit'])}`")

    def family_named(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """The names for a family's arguments are as many as the verbs of the family give."""
        targets = record["targets"] if "targets" in record else [record["event"]]
        arities = self.arities()
        families = [name for name in targets if name in self.index.tables.get("family", {})]
        if record["names"] and not families:
            self.faults.add((*path, "names"), "wrong-arguments", "names are for the arguments of a family, and this looks at none")
        for name in families:
            if record["names"] and name in arities and len(record["names"]) != arities[name]:
                self.faults.add((*path, "names"), "wrong-arguments", f"`{shown(name)}` has {arities[name]} arguments, not {len(record['names'])}")

    def arities(self) -> dict[str, int]:
        """How many arguments the verbs of each family give; the first verb decides."""
        if self.family_arity is None:
            self.family_arity = {}
            for path, row, record in self.index.visits:
                if row.name == "family_use" and self.family_arity.setdefault(record["family"], len(record["args"])) != len(record["args"]):
                    self.faults.add(
                        (*path, "args"), "wrong-arguments", f"other verbs of `{shown(record['family'])}` give {self.family_arity[record['family']]}"
                    )
        return self.family_arity

    # ------------------------------------------------------------------------------------------------------------ declarations

    def printed(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """A definition or space gives the values that its kind asks for, and no others."""
        slots = self.index.slots_of(record["of"])
        if path[0] == "boards" and "space" not in self.index.ancestors(record["of"]):
            self.faults.add((*path, "of"), "wrong-kind", f"`{shown(record['of'])}` is no kind of `space`")
        for name, value in record["fields"].items():
            slot = slots.get(name)
            if slot is None:
                self.unknown((*path, "fields", name), name, slots, f"slot of `{shown(record['of'])}`:")
            elif slot["role"] in ("zone", "option"):
                self.faults.add((*path, "fields", name), "wrong-role", f"`{shown(name)}` is a {slot['role']} and has no printed value")
            else:
                self.value((*path, "fields", name), value, slot)
        for name, slot in slots.items():
            if slot["required"] and name not in record["fields"]:
                self.faults.add((*path, "fields"), "missing-value", f"`{shown(name)}` is not given")

    def value(self, path: Path, value: Any, slot: Json) -> None:
        """A printed value fits its slot's type, range and enum."""
        wanted = of_record(slot["type"])
        found = constant(value)
        if value is None and not slot["type"].get("optional"):
            self.faults.add(path, "wrong-kind-of-value", f"`{shown(slot['name'])}` may not be null")
        elif isinstance(value, str) and wanted.shape not in ("text", "word", "any", "list"):
            self.faults.add(path, "wrong-kind-of-value", f"`{shown(slot['name'])}` must be {wanted.words()}, not a text")
        elif wanted.shape == "list" and not isinstance(value, list) and value is not None:
            self.faults.add(path, "wrong-kind-of-value", f"`{shown(slot['name'])}` must be a list")
        else:
            self.fit(path, found, wanted, f"`{shown(slot['name'])}`")
        for at, each in enumerate(value if isinstance(value, list) else [value]):
            item = wanted.item or ANY if wanted.shape == "list" else wanted
            if isinstance(each, str):
                self.member((*path, at) if isinstance(value, list) else path, each, item)
            if isinstance(each, int) and not isinstance(each, bool):
                self.ranged(path, each, item, slot["name"])

    def ranged(self, path: Path, value: int, kind: Type, name: str) -> None:
        """A number in the range of its slot."""
        if kind.shape in ("int", "dial") and ((kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high)):
            ends = [f"at least {kind.low}"] * (kind.low is not None) + [f"at most {kind.high}"] * (kind.high is not None)
            self.faults.add(path, "out-of-bounds", f"`{shown(name)}` is {value}; it must be {' and '.join(ends)}")

    def declared(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """A slot's range is one, and its start is in it."""
        kind = record["type"]
        low, high = kind.get("low"), kind.get("high")
        if low is not None and high is not None and low > high:
            self.faults.add((*path, "type"), "empty-range", f"from {low} to {high} there is no number")
        start = record["start"]
        if start is not None and isinstance(kinds.get("start"), Type):
            wanted = of_record(kind)
            if record["role"] != "zone":
                self.fit((*path, "start"), kinds["start"], wanted, f"the start of `{shown(record['name'])}`")
                self.words_of((*path, "start"), start, wanted)
            if start["op"] == "int":
                self.ranged((*path, "start"), start["value"], wanted, record["name"])
        if record["role"] == "option" and path[0] != "slots":
            self.faults.add((*path, "role"), "wrong-role", "options are slots of the table")

    def parameters(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """No two parameters or slots share a name; starts and domains fit their types."""
        seen: set[str] = set()
        for at, param in enumerate(record["params"]):
            if param["name"] in seen:
                self.faults.add((*path, "params", at), "defined-twice", f"two parameters are called `{shown(param['name'])}`")
            seen.add(param["name"])
        for at, slot in enumerate(record.get("slots", ())):
            if slot["name"] in seen:
                self.faults.add((*path, "slots", at), "defined-twice", f"`{shown(slot['name'])}` is a parameter or slot already")
            seen.add(slot["name"])
        if "result" in record and isinstance(kinds.get("value"), Type):
            self.fit((*path, "value"), kinds["value"], of_record(record["result"]), "the value of the define")

    def required(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """What a condition needs are parameters."""
        for at, name in enumerate(record["needs"]):
            if name not in scope.names:
                self.unknown((*path, "needs", at), name, scope.names, "parameter")

    def optioned(self, path: Path, record: Json, kinds: dict[str, Any], scope: Scope) -> None:
        """A test sets options, and to what they can be."""
        for name, value in record["options"].items():
            slot = self.index.get("table_slot", name)
            if slot is not None and slot["role"] != "option":
                self.faults.add((*path, "options", name), "wrong-role", f"`{shown(name)}` is a {slot['role']}, not an option")
            elif slot is not None:
                self.value((*path, "options", name), value, slot)
