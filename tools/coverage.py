"""Which parts of a ruleset's rules ran: every clause, handler, check, member and body has an id, and a run says which ids it came by."""
from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

_HOLDERS = ("definitions", "abilities", "rules")
_BODIES = ("verbs", "sequences", "effects")
_PARTS = ("clauses", "handlers", "checks", "members")
_SINGULAR = {"clauses": "clause", "handlers": "handler", "checks": "check", "members": "option", "verbs": "verb", "sequences": "sequence", "effects": "effect"}


@dataclass(frozen=True)
class Part:
    """One thing that can run: its id, what it is (`clause`, `handler`, ...), and its place in the source if that is known.

    `also`: the ids of further records of the same text, as of a handler of a verb of which there are several with one name.
    """

    id: str
    what: str
    file: str | None
    line: int | None
    also: tuple[str, ...] = ()

    def is_in(self, ran: Container[str]) -> bool:
        """Whether it ran, by any of its records."""
        return any(ident in ran for ident in (self.id, *self.also))


def parts(ruleset: Mapping[str, Any], packs: Iterable[str]) -> list[Part]:
    """All parts that can run in the named packs, in the order of the ruleset."""
    wanted = tuple(f"{pack}:" for pack in packs)
    at = (ruleset.get("source_map") or {}).get("at", {})
    found: dict[Any, Part] = {}
    for what, record in _records(ruleset):
        ident = str(record["id"])
        if ident.startswith(wanted):
            text = (what, *at[ident]) if ident in at else ident
            known = found.get(text)
            if known is None:
                found[text] = Part(ident, what, *place(ruleset, ident))
            elif ident not in (known.id, *known.also):
                found[text] = replace(known, also=(*known.also, ident))
    return list(found.values())


def _records(ruleset: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for table in _BODIES:
        for record in ruleset[table]:
            yield _SINGULAR[table], record
    for table in _HOLDERS:
        for record in ruleset[table]:
            for holder in (record, *record.get("faces", ())):
                for part in _PARTS:
                    for inner in holder.get(part, ()):
                        yield _SINGULAR[part], inner


def place(ruleset: Mapping[str, Any], ident: str) -> tuple[str | None, int | None]:
    """The file and line of a record, or of the nearest record that holds it; nothing if the source map was stripped."""
    source_map = ruleset.get("source_map")
    part = ident
    while source_map and part:
        if part in source_map["at"]:
            at = source_map["at"][part]
            return source_map["files"][at[0]], at[1]
        part = part.rpartition("/")[0]
    return None, None
