"""What the walk of `verify` carries: the scope that a text sees, and what every part of the walk asks of the document."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .records import Path
from .types import ANY, Type, thing, word
from .verify_names import Index
from .verify_shape import Faults, listed, near, shown
from .verify_types import fits, of_record

Step: TypeAlias = Generator[Any, Any, Any]
"""A part of the walk: it yields the parts inside it and is sent what they give."""
Json: TypeAlias = dict[str, Any]


OPEN: Mapping[str, Type] = {"tag": ANY}
"""The variables of an event of which nothing is known: it may have any."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What text sees: variables, the variables of the event it looks at (None: it looks at none), and what it stands in."""

    names: Mapping[str, Type] = field(default_factory=dict)
    event: Mapping[str, Type] | None = None
    moment: str = ""
    looping: bool = False
    lasting: bool = False

    def having(self, names: Mapping[str, Type]) -> Scope:
        """With more variables."""
        return Scope({**self.names, **names}, self.event, self.moment, self.looping, self.lasting) if names else self


class Checker:
    """The document, the faults so far, and the questions that more than one part of the walk asks."""

    def __init__(self, index: Index, faults: Faults) -> None:
        self.index = index
        self.faults = faults
        self.views: dict[str, dict[str, Type]] = {}
        self.bound: dict[str, set[str]] = {}
        self.kind_of_slot: dict[str, str] = {}
        self.family_arity: dict[str, int] | None = None
        for path, row, record in index.visits:
            if path[0:1] in (("verbs",), ("sequences",)) and len(path) > 2:
                home = self.bound.setdefault(index.document[str(path[0])][path[1]]["id"], set())
                home.update(record[each.name] for each in row.fields if each.shape.form == "bind" and record[each.name] is not None)

    def view(self, event: str) -> dict[str, Type]:
        """The variables of a verb, sequence or step as others see them: parameters, slots, what its body names, and the tag of its unit."""
        known = self.views.get(event)
        if known is not None:
            return known
        out: dict[str, Type] = {}
        parts = event.split("/")
        for size in range(1, len(parts) + 1):
            # A verb written inside a sequence sees what the sequence has.
            record = self.index.event("/".join(parts[:size]))
            if record is not None:
                out.update((name, ANY) for name in self.bound.get(record["id"], ()))
                out.update(self.own(record))
        self.views[event] = out
        return out

    def own(self, record: Json) -> dict[str, Type]:
        """Parameters, slots and tag of a verb or sequence."""
        out = {slot["name"]: thing("zone") if slot["role"] == "zone" else of_record(slot["type"]) for slot in record["slots"]}
        if any(param["type"]["type"] == "int" and param["type"]["unit"] for param in record["params"]):
            out.setdefault("tag", word(None))
        out.update((param["name"], of_record(param["type"])) for param in record["params"])
        return out

    def heard(self, targets: Iterable[str], names: Iterable[str]) -> dict[str, Type]:
        """The variables that all targets of a clause or handler have."""
        views: list[dict[str, Type]] = []
        for target in targets:
            if target in self.index.tables["engine_event"]:
                views.append(self.heard(self.counting(), ()))
            elif target in self.index.tables.get("class", {}):
                views.append({"who": thing(), "card": thing()})
            elif target in self.index.tables.get("family", {}):
                views.append({**dict.fromkeys(names, thing()), "tag": word(None)})
            else:
                views.append(self.view(target))
        return {name: kind for name, kind in views[0].items() if all(name in view for view in views)} if views else {}

    def counting(self) -> list[str]:
        """The verbs that have an amount with a unit: those that a shield can meet."""
        verbs = self.index.tables.get("verb", {}).items()
        return [name for name, met in verbs if any(param["type"]["type"] == "int" and param["type"]["unit"] for param in met[0].record["params"])]

    def counts(self, verb: str, unit: str) -> bool:
        """Whether a verb has a parameter of a unit."""
        record = self.index.get("verb", verb)
        return record is not None and any(param["type"]["type"] == "int" and param["type"]["unit"] == unit for param in record["params"])

    def fit(self, path: Path, found: Type, wanted: Type, what: str) -> None:
        """A fault if a type can never be what is wanted."""
        if found is not wanted and not fits(self.index, found, wanted):
            self.faults.add(path, "wrong-kind-of-value", f"{what} must be {article(wanted)}, and this is {article(found)}")

    def unknown(self, path: Path, name: str, known: Iterable[str], what: str) -> None:
        """A fault for a name that is not bound."""
        words = sorted(known)
        few = f"; there are {listed(words)}" if 0 < len(words) <= 6 and all(len(each) < 40 for each in words) else ""
        self.faults.add(path, "unbound", f"there is no {what} `{shown(name)}` here{near(name, words) or few}")


def article(kind: Type) -> str:
    """A type in words, with `a` or `an`."""
    words = kind.words()
    return ("an " if words[:1] in "aeiou" else "a ") + words
