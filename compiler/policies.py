"""Policies, `policy { windows: able }`: what a rulebook leaves open and each game settles, once in every game that its options make.

A block under `when` settles its policies in the games in which the condition holds. In the document every policy has one word, and a list of changes says under
which options it has another.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records_game import POLICIES

from .absent import combinations, holds, option_words
from .env import IR
from .leftovers import unread
from .names import did_you_mean
from .packs import Loaded
from .whens import when_record
from .world import PolicySet, World


def make_policies(world: World, pack: Loaded) -> list[IR]:
    """The changes under options; the words themselves, and what was set where, stay in the world. A policy or a word that does not exist is a finding."""
    for note in world.policies:
        assert isinstance(note.node, s.Phrase)
        unread(world, note.node)
        block = note.node.block
        when = when_record(world, note)
        for item in block.items if block is not None else []:
            if not isinstance(item, s.Field) or item.name not in POLICIES:
                name = item.name if isinstance(item, s.Field) else "this"
                world.problems.append(rows.UNKNOWN_POLICY.at(item.span, name=name,
                    hint=did_you_mean(name, POLICIES) or "the policies are " + ", ".join(f"`{p}`" for p in POLICIES)))
                continue
            _set(world, pack, item, when)
    out: list[IR] = []
    for name in POLICIES:
        found = world.policy_sets.get(name, [])
        # Of those that are all under conditions one holds in each game, so that the last one is what is left when no other does.
        usual = next((one for one in found if one.when is None), found[-1] if found else None)
        if usual is not None:
            world.policy_words[name] = usual.word
            out += [{"policies": {name: one.word}, "when": one.when} for one in found if one is not usual and one.when is not None]
    if pack.manifest.game is not None:
        for name, choices in POLICIES.items():
            if name not in world.policy_sets:
                world.problems.append(rows.POLICY_NOT_SET.at(pack.manifest.game.span, name=name, under="", choices=_listed(choices)))
    return out


def _set(world: World, pack: Loaded, item: s.Field, when: IR | None) -> None:
    word = item.values[0].name if item.values and isinstance(item.values[0], s.Name) else ""
    if word not in POLICIES[item.name]:
        choices = POLICIES[item.name]
        world.problems.append(rows.UNKNOWN_POLICY.at(item.values[0].span, name=word, hint=did_you_mean(word, choices) or "one of " + _listed(choices)))
    if len(item.values) != 1:
        world.problems.append(rows.ONE_VALUE.at(item.span, name=item.name))
    found = world.policy_sets.setdefault(item.name, [])
    first = next((one for one in found if one.when == when), None)
    if first is not None:
        world.problems.append(rows.DOUBLED_FIELD.at(item.name_span, name=item.name, labels=[Label(first.span, "first set here")]))
    found.append(PolicySet(word, item.span, when))
    if word == "leader":
        _led(world, pack, item)


def _led(world: World, pack: Loaded, item: s.Field) -> None:
    """The group that the policy `simultaneous: leader` asks."""
    leaders = world.find("group", "leader", pack.manifest.id)
    world.used.update(leader.id for leader in leaders)
    if not leaders:
        world.problems.append(rows.NO_LEADER.at(item.span))


def check_policies(world: World, pack: Loaded, ruleset: dict[str, Any]) -> Iterator[Problem]:
    """A finding for each policy that is set twice in the games with some options, and for each that a game leaves open with some."""
    for name, found in world.policy_sets.items():
        whens = [one.when for one in found]
        if whens == [None]:
            continue
        games = [(values, [one for one in found if one.when is None or holds(one.when, values)]) for values in combinations(world, ruleset, {name: whens})]
        twice = next(((values, there) for values, there in games if len(there) > 1), None)
        if twice is not None:
            values, there = twice
            labels = [Label(there[0].span, "first set here")]
            yield rows.POLICY_SET_TWICE.at(there[1].span, name=name, options=option_words(world, values, whens), labels=labels)
        open_ = next((values for values, there in games if not there), None)
        if open_ is not None and pack.manifest.game is not None:
            under = f" when {option_words(world, open_, whens)}"
            yield rows.POLICY_NOT_SET.at(pack.manifest.game.span, name=name, under=under, choices=_listed(POLICIES[name]))


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)
