"""The passes, in order, on one page.

    read manifests, parse          packs to syntax; faults of different items are all reported
    order                          a pack after those that it requires
    collect                        declarations by name; changes of one pack to another
    resolve types                  kinds, slots, parameters
    boards                         spaces, links
    elaborate                      names, types and records in one walk (see expressions.py for why)
    check graphs, check flow       the map as a graph; what is never read, never true, never ends
    assemble, verify               one document, checked for meaning as a stranger's would be

`check_packs` does the same for the findings alone: it makes no document, and spares itself the definitions that are kept from an earlier check.

A pass returns a value and findings. Each pack that was asked for is compiled with exactly the packs that it requires, so that packs of one folder that are
never played together do not meet.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue.names import UNKNOWN_FIELD
from rulewright.dsl.catalogue.syntax import TOO_MANY_FINDINGS
from rulewright.dsl.limits import MAX_FINDINGS, MAX_PLACES
from rulewright.dsl.packfiles import MANIFEST, PackFiles
from rulewright.dsl.packfiles import decode as decode_text
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Source, Span

from .manifest import Manifest, read_manifest
from .packs import Loaded, closure, order_packs, right_name, unclaimed

_MISREAD = ("mixed-scripts", "invisible-character")
"""Findings of letters that an author cannot tell from others."""

if TYPE_CHECKING:
    from .kept import Kept
    from .maps import Maps
    from .world import World


@dataclass(slots=True)
class Compiled:
    """What a compile gives: a ruleset for each pack that was asked for (if nothing in it is an error), all findings in order, sources, what was read.

    `chance`: of a check, the games whose set-up leaves something to chance: id, `few` or `many` ways (see `chance.py`), and the packs that make the game.
    """

    rulesets: dict[str, dict[str, Any]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    read: dict[str, Any] = field(default_factory=dict)
    chance: list[tuple[str, str, list[PackFiles]]] = field(default_factory=list)

    @property
    def ruleset(self) -> dict[str, Any] | None:
        """The ruleset, where one pack was asked for."""
        return next(iter(self.rulesets.values())) if len(self.rulesets) == 1 else None


def compile_packs(packs: Sequence[PackFiles]) -> Compiled:
    """Compile packs and what they require; all of them must be given."""
    out = Compiled()
    return compile_loaded([one for one in (load(pack, out) for pack in packs) if one is not None], out)


def check_packs(packs: Sequence[PackFiles], kept: Kept) -> Compiled:
    """The findings of `compile_packs` and no rulesets. What `kept` knows is not done again, and it learns what is found out."""
    out = Compiled()
    return compile_loaded([one for one in (load(pack, out, kept) for pack in packs) if one is not None], out, kept)


def compile_loaded(loaded: Sequence[Loaded], out: Compiled, kept: Kept | None = None) -> Compiled:
    """Compile packs whose syntax has been read; `out` holds their sources and the findings so far. Their trees stay as they are and may be used again."""
    ordered, problems = order_packs(loaded)
    out.problems += problems
    failed = any(p.severity == "error" for p in out.problems)
    definitions = 0
    given = [pack for pack in ordered if pack.files.given]
    for pack in given:
        if kept is not None:
            kept.last = pack is given[-1]
        needed = closure(pack, ordered)
        if needed is None:
            continue
        if kept is not None:
            check_one(pack, needed, ordered, out, failed, kept)
        else:
            made = one_ruleset(pack, needed, ordered, out, failed)
            if made is not None:
                out.rulesets[pack.manifest.id] = made
        definitions += count_definitions(pack)
    if any(p.severity == "error" for p in out.problems):
        out.rulesets = {}
    out.problems = listed(_once(sorted(_one_cause(dict.fromkeys(out.problems)), key=Problem.sort_key)))
    out.read = {"packs": [p.manifest.id for p in ordered], "files": sum(len(p.parsed) for p in ordered), "definitions": definitions}
    return out


def _one_cause(problems: Iterable[Problem]) -> list[Problem]:
    """The findings without those of a name that nobody knows because a letter in it is not what it looks like."""
    found = list(problems)
    odd = [one.span for one in found if one.code in _MISREAD]
    return [one for one in found if not (one.code.startswith("unknown-") and any(_holds(one.span, span) for span in odd))]


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """The findings in their order; a field that is wrong in the same way in several places is one finding that names the others."""
    first: dict[object, Problem] = {}
    places: dict[object, list[Span]] = {}
    for at, one in enumerate(problems):
        key: object = (one.message, one.help) if one.code == UNKNOWN_FIELD.code else at
        if key in first:
            places.setdefault(key, []).append(one.span)
        else:
            first[key] = one
    return [_with_places(one, places[key]) if key in places else one for key, one in first.items()]


def _with_places(problem: Problem, places: list[Span]) -> Problem:
    more = len(places) - MAX_PLACES
    labels = [Label(span, "here too") for span in places[:MAX_PLACES]]
    if more > 0:
        labels[-1] = Label(labels[-1].span, f"here too, and in {more} more place{'s' if more > 1 else ''}")
    return replace(problem, labels=(*problem.labels, *labels))


def _holds(span: Span, inner: Span) -> bool:
    return span.file == inner.file and span.start <= inner.start and inner.end <= span.end


def listed(problems: list[Problem]) -> list[Problem]:
    """As many findings as somebody may read, errors before all else, in their order; the last one says how many there are besides."""
    if len(problems) <= MAX_FINDINGS:
        return problems
    kept = sorted(sorted(problems, key=lambda one: one.severity != "error")[:MAX_FINDINGS], key=Problem.sort_key)
    return [*kept, TOO_MANY_FINDINGS.at(kept[-1].span, limit=MAX_FINDINGS, more=len(problems) - MAX_FINDINGS)]


def load(pack: PackFiles, out: Compiled, kept: Kept | None = None) -> Loaded | None:
    """One pack's manifest and syntax."""
    from .decode import decode
    from .parse import parse

    manifest: Manifest | None = None
    data = pack.files.get(MANIFEST)
    if data is None:
        from rulewright.dsl.catalogue.manifest import MANIFEST_MISSING

        out.problems.append(MANIFEST_MISSING.at(Span(pack.display(MANIFEST), 0, 0), pack=pack.root or "this pack"))
    else:
        shown = pack.display(MANIFEST)
        out.sources[shown] = Source(shown, decode_text(data)[0])
        manifest, problems = read_manifest(shown, data)
        out.problems += problems
    files: list[s.File] = []
    surroundings: list[str] = []
    for name in sorted(pack.files):
        shown = pack.display(name)
        if name.endswith(".rw"):
            source, problems = decode(shown, pack.files[name])
            out.problems += problems
            if source is None:
                continue
            out.sources[shown] = source
            if kept is None:
                file, problems = parse(source)
            else:
                file, problems, rest = kept.read(source, not problems)
                surroundings.append(rest)
            out.problems += problems
            files.append(file)
        elif unclaimed(name):
            from rulewright.dsl.catalogue.meaning import UNCLAIMED_FILE

            out.problems.append(UNCLAIMED_FILE.at(Span(shown, 0, 0), name=name, help=right_name(name)))
    return Loaded(pack, manifest, files, surroundings=surroundings) if manifest is not None else None


def count_definitions(pack: Loaded) -> int:
    """How many items the files of a pack hold."""
    return sum(len(file.items) for file in pack.parsed)


def defined_names(pack: Loaded) -> Iterator[str]:
    """The quoted names at the top level of a pack's files, to say where a name that is not found could come from."""
    for file in pack.parsed:
        for item in file.items:
            if isinstance(item, s.Phrase) and isinstance(item.argument, s.Text):
                yield item.argument.value


def one_ruleset(pack: Loaded, needed: list[Loaded], all_packs: list[Loaded], out: Compiled, failed: bool) -> dict[str, Any] | None:
    """Compile one pack with the packs that it requires, in load order."""
    from .answers import check_answers
    from .assemble import assemble
    from .elaborate import elaborate
    from .flow import check_flow
    from .leaving import check_leaving
    from .verified import verify_own

    world, boards = declared(needed, all_packs)
    made = elaborate(world, pack, boards)
    world.problems += check_leaving(world)
    mine = world.problems
    out.problems += mine
    if failed or any(p.severity == "error" for p in [*mine, *out.problems]):
        return None
    ruleset = assemble(world, pack, needed, made, out.sources)
    out.problems += check_flow(world, pack, ruleset)
    out.problems += check_answers(pack, ruleset, out.sources)
    if not any(p.severity == "error" for p in out.problems):
        verify_own(ruleset)
    return ruleset


def check_one(pack: Loaded, needed: list[Loaded], all_packs: list[Loaded], out: Compiled, failed: bool, kept: Kept) -> None:
    """The findings of one pack with the packs that it requires, in load order."""
    from .answers import check_answers
    from .assemble import cleaned
    from .chance import left_to_chance
    from .elaborate import elaborate
    from .flow import check_flow
    from .leaving import check_leaving
    from .watch import Watch

    world, boards = declared(needed, all_packs)
    watch = Watch(world, kept, surroundings(needed))
    made = elaborate(world, pack, boards, watch)
    out.problems += [*world.problems, *check_leaving(world)]
    if failed or any(p.severity == "error" for p in out.problems):
        return
    watch.recall(made)
    game = cleaned(made)
    out.problems += check_flow(world, pack, game)
    out.problems += check_answers(pack, game, out.sources, [known for _, known in world.kept])
    ways = left_to_chance(world, game) if pack.manifest.game is not None else ""
    if ways:
        out.chance.append((pack.manifest.id, ways, [one.files for one in needed]))


def surroundings(needed: Sequence[Loaded]) -> str:
    """The digest of all that the definitions of some packs lie among, but for each other."""
    from .pieces import digest

    return digest(*(part for one in needed for part in (*sorted(one.sees), decode_text(one.files.files.get(MANIFEST, b""))[0], *one.surroundings)))


def declared(needed: list[Loaded], all_packs: list[Loaded]) -> tuple[World, Maps]:
    """All declarations of packs in load order, with their types, and the boards."""
    from .collect import Collector
    from .declarations import resolve_types
    from .maps import read_boards
    from .world import World

    world = World()
    for one in needed:
        world.sees[one.manifest.id] = one.sees
    world.elsewhere = {name: one.manifest.id for one in all_packs if one not in needed for name in defined_names(one)}
    collector = Collector(world)
    for one in needed:
        collector.pack(one.manifest.id, one.parsed)
    collector.finish()
    resolve_types(world)
    world.settle()
    return world, read_boards(world)
