"""The document: all records under their keys, with packs, hashes, the trace of rules, texts and the source map."""
from __future__ import annotations

import hashlib
from typing import Any

from rulewright.dsl.records_game import FORMAT, LIMITS, POLICIES, SEMANTICS, VERSION
from rulewright.dsl.source import Source, Span

from .elaborate import Records
from .packs import Loaded
from .trials_text import place_tests
from .world import World

KEYS = (
    "enums", "kinds", "definitions", "boards", "groups", "families", "classes", "slots", "verbs", "sequences", "defines", "abilities", "rules", "effects",
    "always", "tests",
)
PERHAPS = ("policy_changes", "components", "scenarios", "bots")
"""Keys that are missing where there is nothing under them."""


def assemble(world: World, pack: Loaded, needed: list[Loaded], made: Records, sources: dict[str, Source]) -> dict[str, Any]:
    """One ruleset from the records."""
    place_tests(made["tests"], sources)
    document: dict[str, Any] = {
        "format": FORMAT, "version": VERSION, "semantics": SEMANTICS,
        "packs": [
            {"id": p.manifest.id, "title": p.manifest.title, "version": p.manifest.version, "hash": content_hash(p),
                "requires": [r.pack for r in p.manifest.requires]}
            for p in needed
        ],
        "game": _game(world, pack),
        "policies": {name: world.policy_words[name] for name in POLICIES if name in world.policy_words},
        "limits": {name: usual for name, (usual, _) in LIMITS.items()},
    }
    document |= cleaned(made)
    covers = [id_ for c in pack.manifest.covers for id_ in c.ids]
    expressed: dict[str, list[str]] = {}
    for item in world.expressed:
        record = item.record.partition("~")[0]  # the records of one definition under several options have one id
        if item.id in covers and record not in expressed.setdefault(item.id, []):
            expressed[item.id].append(record)
    document["trace"] = {"covers": covers, "expressed": {k: expressed[k] for k in sorted(expressed)}}
    document["texts"] = {r["id"]: r["text"] for key in ("verbs", "sequences") for r in document[key] if r.get("text")}
    document["source_map"] = _source_map(world, sources)
    return document


def cleaned(made: Records) -> Records:
    """The records as they stand in a document: without what only the compiler needs, spans and empty documentation."""
    made = {key: [_clean(record) for record in made[key]] for key in (*KEYS, *PERHAPS)}
    return {key: records for key, records in made.items() if records or key in KEYS}


def content_hash(pack: Loaded) -> str:
    """SHA-256 over the normalised content of a pack, so that line ends and marks make no difference."""
    from rulewright.dsl.packfiles import decode

    total = hashlib.sha256()
    for name in sorted(pack.files.files):
        if name.endswith((".rw", ".yaml")):
            text = decode(pack.files.files[name])[0].encode("utf-8")
            total.update(f"{name}\0{len(text)}\0".encode())
            total.update(text)
    return "sha256:" + total.hexdigest()


def _game(world: World, pack: Loaded) -> dict[str, Any] | None:
    game = pack.manifest.game
    if game is None or world.start is None:
        return None
    return {
        "pack": pack.manifest.id, "title": game.title, "start": world.start,
        "seats": {"kind": world.seat_kind, "min": game.min_seats or 1, "max": game.max_seats or game.min_seats or 1, "sides": world.sides},
    }


def _clean(record: Any) -> Any:
    if isinstance(record, dict):
        return {k: _clean(v) for k, v in record.items() if k != "span" and not (k == "doc" and not v)}
    return [_clean(v) for v in record] if isinstance(record, list) else record


def _source_map(world: World, sources: dict[str, Source]) -> dict[str, Any]:
    spans: dict[str, Span] = dict(world.places)
    for table in world.by_id.values():
        for decl in table.values():
            spans.setdefault(decl.id, decl.span)
    files = sorted({s.file for s in spans.values() if s.file in sources})
    number = {name: i for i, name in enumerate(files)}
    at: dict[str, list[int]] = {}
    for id_ in sorted(spans):
        span = spans[id_]
        if span.file in number:
            place = sources[span.file].position(span.start)
            at[id_] = [number[span.file], place.line, place.column]
    return {"files": files, "at": at}
