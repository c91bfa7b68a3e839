"""Examples of pages, compiled over the shipped packs and those that a page declares, and their tests played."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rulewright.compiler import compile_packs
from rulewright.compiler.manifest import read_manifest
from rulewright.dsl.examples import Example, manifest, read_example
from rulewright.dsl.packfiles import MANIFEST, PackFiles
from rulewright.dsl.problems import Problem
from rulewright.runtime.trial import run_test
from rulewright.tools.reading import read_pack

from .fences import ROOT, Fence, fences


@dataclass(frozen=True)
class Asked:
    """What a fence says of itself: the pack that it declares (if any), the one that it stands over, the findings that must come."""

    declares: str
    over: str
    finds: tuple[str, ...]


def asked(fence: Fence) -> Asked:
    """Read the words of a fence. Raises `ValueError` for one that says nothing known."""
    words = list(fence.words)
    declares, over = "", "core"
    if words[:1] == ["pack"]:
        declares, words = words[1], words[2:]
    if words[:1] == ["over"]:
        over, words = words[1], words[2:]
    if words and (words[0] != "finds" or len(words) < 2):
        raise ValueError(f"{fence.id}: a fence says `{' '.join(fence.words)}`")
    return Asked(declares, over, tuple(words[1:]))


@cache
def shipped(name: str) -> PackFiles:
    """A pack that comes with Rulewright."""
    pack, problems = read_pack(ROOT / "content" / name, name, given=False)
    assert problems == []
    return pack


def packs_of(fence: Fence) -> list[PackFiles]:
    """The packs of an example (those to be compiled are `given`) and all that they stand over."""
    said = asked(fence)
    below = _below(fence.page, said.over)
    required = list(dict.fromkeys(pack.root for pack in below))
    out = [_pack(example, said, required) for example in read_example(fence.text)]
    for name in required:
        out += [pack for pack in below if pack.root == name][:1]
    return out


def _pack(example: Example, said: Asked, required: list[str]) -> PackFiles:
    id = said.declares or example.id
    files = dict(example.files)
    if example.id == "small":
        files[MANIFEST] = manifest(id, required, [])
    return PackFiles(id, files)


@cache
def _below(page: str, name: str) -> tuple[PackFiles, ...]:
    """A pack and what it requires."""
    for fence in fences():
        if fence.page == page and fence.language == "rw" and asked(fence).declares == name:
            under = _below(page, asked(fence).over)
            own = PackFiles(name, {**packs_of(fence)[0].files}, given=False)
            return (own, *under)
    pack = shipped(name)
    found, _ = read_manifest(MANIFEST, pack.files[MANIFEST])
    assert found is not None
    return (pack, *(one for needed in found.requires for one in _below(page, needed.pack)))


def outcome(fence: Fence) -> tuple[list[Problem], list[str]]:
    """The findings of an example, and what its tests said that failed."""
    made = compile_packs(packs_of(fence))
    failed = []
    for ruleset in made.rulesets.values():
        for test in ruleset["tests"]:
            found = run_test(ruleset, test)
            if not found.passed:
                failed.append(f"{found.name}: {found.message}")
    return made.problems, failed
