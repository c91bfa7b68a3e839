"""Packs in load order: each after those that it requires; rings, missing packs, versions and conflicts are findings."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.packfiles import MANIFEST, PackFiles, manifest_like
from rulewright.dsl.problems import Label, Problem

from .manifest import Manifest, satisfies
from .names import did_you_mean

CLAIMED_FOLDERS = ("art/",)
CLAIMED_NAMES = ("README", "LICENSE", "LICENCE", "CHANGELOG", "NOTICE")


@dataclass(eq=False)
class Loaded:
    """A pack that could be read: its files, its manifest, its syntax, the packs whose names it may use (itself included).

    `surroundings`: for each file the digest of what is no plain definition in it, where a check asks for that (see `kept.py`).
    """

    files: PackFiles
    manifest: Manifest
    parsed: list[s.File]
    sees: frozenset[str] = frozenset()
    surroundings: list[str] = field(default_factory=list)


def unclaimed(name: str) -> bool:
    """Whether nothing reads a file of a pack: only content, the manifest, a read-me, a licence and art belong there."""
    base = name.rsplit("/", 1)[-1]
    if name == "pack.yaml" or name.startswith(CLAIMED_FOLDERS):
        return False
    return not any(base == known or base.startswith(known + ".") for known in CLAIMED_NAMES)


def right_name(name: str) -> str | None:
    """The remedy for a file that nothing reads and whose name shows what it ought to be; None if it does not."""
    base = name.rsplit("/", 1)[-1]
    stem = base[:-4] if base.casefold().endswith(".txt") else base
    if manifest_like(base):
        return f"rename it to `{MANIFEST}`"
    return f"rename it to `{stem[:-3]}.rw`" if stem.casefold().endswith(".rw") and len(stem) > 3 else None


def order_packs(packs: Sequence[Loaded]) -> tuple[list[Loaded], list[Problem]]:
    """The packs in load order and what is wrong between them; of two packs with one id only the first is kept."""
    problems: list[Problem] = []
    by_id: dict[str, Loaded] = {}
    for pack in packs:
        other = by_id.get(pack.manifest.id)
        if other is not None:
            where = {"here": pack.files.root or ".", "there": other.files.root or "."}
            problems.append(rows.DUPLICATE_PACK.at(pack.manifest.span, pack=pack.manifest.id, **where, labels=[Label(other.manifest.span, "the other one")]))
        else:
            by_id[pack.manifest.id] = pack
    for pack in by_id.values():
        for needed in pack.manifest.requires:
            found = by_id.get(needed.pack)
            if found is None:
                problems.append(rows.MISSING_PACK.at(needed.span, pack=needed.pack, help=did_you_mean(needed.pack, {*by_id, *pack.files.at_hand}) or None))
            elif needed.version is not None and not satisfies(found.manifest.version, needed.version):
                problems.append(rows.PACK_VERSION.at(needed.span, pack=needed.pack, found=found.manifest.version, wanted=needed.version))
        problems += _conflicts(pack, by_id)
    ordered = _sorted(by_id, problems)
    for pack in ordered:
        pack.sees = frozenset((pack.manifest.id, *_all_required(pack, by_id)))
    return ordered, problems


def _conflicts(pack: Loaded, by_id: dict[str, Loaded]) -> list[Problem]:
    """Packs that exclude each other and that this one, and none that it requires, brings together."""
    problems: list[Problem] = []
    together = _all_required(pack, by_id) | {pack.manifest.id}
    for name in sorted(together):
        for other in by_id[name].manifest.conflicts:
            meet_before = any({name, other.pack} <= _all_required(by_id[p], by_id) | {p} for p in together - {pack.manifest.id})
            if other.pack in together and not meet_before:
                labels = [Label(pack.manifest.span, f"`{pack.manifest.id}` requires both")] if name != pack.manifest.id else []
                problems.append(rows.CONFLICTING_PACKS.at(other.span, one=name, two=other.pack, labels=labels))
    return problems


def _all_required(pack: Loaded, by_id: dict[str, Loaded]) -> set[str]:
    seen: set[str] = set()
    stack = [r.pack for r in pack.manifest.requires]
    while stack:
        at = stack.pop()
        if at not in seen and at in by_id:
            seen.add(at)
            stack += [r.pack for r in by_id[at].manifest.requires]
    return seen


def _sorted(by_id: dict[str, Loaded], problems: list[Problem]) -> list[Loaded]:
    """Depth first by id; each ring is one finding with its members in order."""
    out: list[Loaded] = []
    state: dict[str, int] = {}
    reported: set[frozenset[str]] = set()
    for start in sorted(by_id):
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            at, index = stack.pop()
            if state.get(at) == 2:
                continue
            state[at] = 1
            needs = [r.pack for r in by_id[at].manifest.requires if r.pack in by_id]
            if index == len(needs):
                state[at] = 2
                out.append(by_id[at])
                continue
            stack.append((at, index + 1))
            following = needs[index]
            if state.get(following) == 1:
                path = [name for name, _ in stack]
                ring = path[path.index(following):]
                if frozenset(ring) not in reported:
                    reported.add(frozenset(ring))
                    first = min(ring)
                    turned = ring[ring.index(first):] + ring[: ring.index(first)]
                    names = " -> ".join(f"`{n}`" for n in [*turned, first])
                    at_line = next(r.span for r in by_id[first].manifest.requires if r.pack == [*turned, first][1])
                    problems.append(rows.PACK_RING.at(at_line, ring=names))
            elif following not in state:
                stack.append((following, 0))
    return out


def closure(pack: Loaded, ordered: Sequence[Loaded]) -> list[Loaded] | None:
    """A pack and all that it requires, in load order; None if something is missing (reported)."""
    known = {p.manifest.id for p in ordered}
    for one in ordered:
        if one.manifest.id in pack.sees and any(r.pack not in known for r in one.manifest.requires):
            return None
    return [p for p in ordered if p.manifest.id in pack.sees]
