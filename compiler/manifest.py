"""Takes the bytes of a pack.yaml and gives a `Manifest`, or findings with their places; no bytes at all make it raise.

Three steps: text to a tree with places (`manifest_tree`), the tree against the published schema (`manifest_shape`), and here the sound tree to a record,
with the few things that a schema cannot say.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.dsl.catalogue import manifest as rows
from rulewright.dsl.catalogue.packs import SIDES_NOT_SAID
from rulewright.dsl.packfiles import decode, wide
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .manifest_shape import check_shape
from .manifest_tree import Leaf, Mapping, Sequence, Tree, read_tree

MAX_BYTES = 256 * 1024
MAX_COVERED = 20_000

_COVER = re.compile(r"([A-Z]+-[A-Z]?)([0-9]+)")


@dataclass(frozen=True, slots=True)
class Reference:
    """Another pack, and the least version that will do (None: any)."""

    pack: str
    version: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Cover:
    """One entry of `covers` and the rule ids that it stands for."""

    ids: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GameEntry:
    """How a pack is played: its start sequence and its seats, each None where the manifest says only `game: yes`."""

    span: Span
    title: str
    start: str | None = None
    start_span: Span | None = None
    min_seats: int | None = None
    max_seats: int | None = None
    seats_span: Span | None = None
    sides: str = "each"
    sides_span: Span | None = None
    seat_kind: str | None = None
    seat_kind_span: Span | None = None
    seat_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """A sound pack.yaml. `keys` holds the place of each value that is written; `span` is the place of `id`."""

    span: Span
    id: str
    title: str
    version: str
    language: int
    licence: str
    description: str = ""
    authors: tuple[str, ...] = ()
    requires: tuple[Reference, ...] = ()
    conflicts: tuple[Reference, ...] = ()
    sources: dict[str, str] = field(default_factory=dict)
    covers: tuple[Cover, ...] = ()
    game: GameEntry | None = None
    keys: dict[str, Span] = field(default_factory=dict)


def read_manifest(path: str, data: bytes) -> tuple[Manifest | None, list[Problem]]:
    """The manifest in `data`, known to findings as `path`; None when a finding is an error. Offsets count in `decode(data)`."""
    if len(data) > MAX_BYTES:
        return None, [rows.MANIFEST_UNSUPPORTED.at(Span(path, 0, 0), help="move prose to a README", what=f"more than {MAX_BYTES // 1024} KiB")]
    text, bad = decode(data)
    if bad is not None:
        reason = "it is written in UTF-16" if wide(data) else "it is not UTF-8"
        return None, [rows.MANIFEST_SYNTAX.at(Span(path, bad, bad + 1), help="save the file as UTF-8", reason=reason)]
    tree, problems = read_tree(path, text)
    if tree is None:
        if not problems:
            problems.append(rows.MANIFEST_MISSING_KEY.at(Span(path, 0, 0), help="add `id`, `title`, `version`, `language` and `licence`",
                                                         name="the manifest", keys="everything"))
        return None, problems
    problems = sorted([*problems, *check_shape(tree)], key=Problem.sort_key)
    if problems or not isinstance(tree, Mapping):
        return None, problems
    manifest = _record(tree)
    problems += _contradictions(manifest)
    return (None if problems else manifest), problems


def satisfies(version: str, wanted: str | None) -> bool:
    """Whether a version will do where `wanted` is the least: the same first number (and the second, while the first is 0), and not earlier.

    A version before a release (`1.2.0-beta`) is earlier than the release.
    """
    if wanted is None:
        return True
    core, _, mark = version.partition("-")
    have = tuple(int(part) for part in core.split("."))
    parts = [int(part) for part in wanted.split(".")]
    need = tuple(parts + [0] * (3 - len(parts)))
    fixed = 1 if need[0] or len(parts) == 1 else 2
    return have[:fixed] == need[:fixed] and (have > need or (have == need and not mark))


# ---------------------------------------------------------------- the sound tree to a record


def _text(tree: Tree) -> str:
    assert isinstance(tree, Leaf)
    return tree.value


def _record(tree: Mapping) -> Manifest:
    values = {key: value for key, (_, value) in tree.pairs.items()}

    def items(key: str) -> list[Tree]:
        found = values.get(key)
        return found.items if isinstance(found, Sequence) else []

    sources = values.get("sources")
    return Manifest(
        span=values["id"].span,
        id=_text(values["id"]),
        title=_text(values["title"]),
        version=_text(values["version"]),
        language=int(_text(values["language"])),
        licence=_text(values["licence"]),
        description=_text(values["description"]) if "description" in values else "",
        authors=tuple(_text(item) for item in items("authors")),
        requires=tuple(_reference(item) for item in items("requires")),
        conflicts=tuple(_reference(item) for item in items("conflicts")),
        sources={key: _text(value) for key, (_, value) in sources.pairs.items()} if isinstance(sources, Mapping) else {},
        covers=tuple(Cover(_ids(_text(item)), item.span) for item in items("covers")),
        game=_game(values.get("game"), _text(values["title"])),
        keys={key: value.span for key, value in values.items()},
    )


def _reference(tree: Tree) -> Reference:
    if isinstance(tree, Mapping):
        version = tree.pairs.get("version")
        return Reference(_text(tree.pairs["pack"][1]), _text(version[1]) if version else None, tree.span)
    return Reference(_text(tree), None, tree.span)


def _ids(text: str) -> tuple[str, ...]:
    """The ids of `AB-001` or `AB-001..AB-040`; empty when the range does not run forward within one prefix and width."""
    first, _, last = text.partition("..")
    if not last:
        return (first,)
    low, high = _COVER.fullmatch(first), _COVER.fullmatch(last)
    assert low and high
    width = len(low[2])
    if low[1] != high[1] or width != len(high[2]) or not 0 <= int(high[2]) - int(low[2]) < MAX_COVERED:
        return ()
    return tuple(f"{low[1]}{number:0{width}}" for number in range(int(low[2]), int(high[2]) + 1))


def _game(tree: Tree | None, title: str) -> GameEntry | None:
    if isinstance(tree, Leaf):
        return GameEntry(tree.span, title) if tree.value.lower() in ("yes", "true", "on") else None
    if not isinstance(tree, Mapping):
        return None
    start, seats = tree.pairs["start"][1], tree.pairs["seats"][1]
    assert isinstance(seats, Mapping)
    names = seats.pairs.get("names")
    kind, sides = seats.pairs.get("kind"), seats.pairs.get("sides")
    return GameEntry(
        span=tree.span,
        title=_text(tree.pairs["title"][1]) if "title" in tree.pairs else title,
        start=_text(start),
        start_span=start.span,
        min_seats=int(_text(seats.pairs["min"][1])),
        max_seats=int(_text(seats.pairs["max"][1])),
        seats_span=seats.span,
        sides=_text(sides[1]) if sides else "each",
        sides_span=sides[1].span if sides else None,
        seat_kind=_text(kind[1]) if kind else None,
        seat_kind_span=kind[1].span if kind else None,
        seat_names=tuple(_text(item) for item in names[1].items) if names and isinstance(names[1], Sequence) else (),
    )


# ---------------------------------------------------------------- what a schema cannot say


def _contradictions(manifest: Manifest) -> Iterator[Problem]:
    required: dict[str, Span] = {}
    for reference in manifest.requires:
        yield from _twice(reference, required, "requires")
        if reference.pack == manifest.id:
            yield rows.MANIFEST_CONTRADICTION.at(reference.span, help="remove it", what=f"the pack `{manifest.id}` requires itself")
    avoided: dict[str, Span] = {}
    for reference in manifest.conflicts:
        yield from _twice(reference, avoided, "conflicts")
        if reference.pack == manifest.id:
            yield rows.MANIFEST_CONTRADICTION.at(reference.span, help="remove it", what=f"the pack `{manifest.id}` conflicts with itself")
        if reference.pack in required:
            labels = [Label(required[reference.pack], "required here")]
            yield rows.MANIFEST_CONTRADICTION.at(reference.span, labels=labels, what=f"`{reference.pack}` is required and conflicts")
    yield from _cover_faults(manifest)
    game = manifest.game
    if game and game.min_seats is not None and game.max_seats is not None:
        if game.min_seats > game.max_seats:
            yield rows.MANIFEST_CONTRADICTION.at(game.span, what=f"at least {game.min_seats} seats and at most {game.max_seats}")
        elif game.max_seats > 1 and game.sides_span is None:
            yield SIDES_NOT_SAID.at(game.seats_span or game.span)
        elif game.seat_names and len(game.seat_names) != game.max_seats:
            what = f"{len(game.seat_names)} names for {game.max_seats} seats"
            yield rows.MANIFEST_CONTRADICTION.at(game.span, help="give one name for each seat, or none", what=what)


def _twice(reference: Reference, seen: dict[str, Span], key: str) -> Iterator[Problem]:
    if reference.pack in seen:
        labels = [Label(seen[reference.pack], "first here")]
        yield rows.MANIFEST_CONTRADICTION.at(reference.span, labels=labels, help="keep one of the two", what=f"`{reference.pack}` stands twice in `{key}`")
    seen.setdefault(reference.pack, reference.span)


def _cover_faults(manifest: Manifest) -> Iterator[Problem]:
    seen: dict[str, Span] = {}
    for cover in manifest.covers:
        if not cover.ids:
            remedy = f"write the first and the last of one series, with as many digits, and at most {MAX_COVERED} ids"
            yield rows.MANIFEST_CONTRADICTION.at(cover.span, help=remedy, what="this range of rule ids does not run from a first to a last")
        double = next((rule for rule in cover.ids if rule in seen), None)
        if double:
            labels = [Label(seen[double], "first here")]
            yield rows.MANIFEST_CONTRADICTION.at(cover.span, labels=labels, help="let each rule stand once", what=f"`{double}` is covered twice")
        seen.update((rule, cover.span) for rule in cover.ids)
