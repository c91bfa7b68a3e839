"""Packs: what they require, what they change of each other, and what a game must say."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import GAME, HERO, POLICIES

_COVERS = """\
# file: pack.yaml
id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
sources: {AB: Rules of the small game}
covers: [AB-001..AB-002]
"""

UNKNOWN_PACK = ProblemKind(
    code="unknown-pack",
    severity="error",
    title="a pack that is not required",
    message="pack `{pack}` is not among the packs that this one requires",
    help="{hint}",
    why="Only what pack.yaml requires is there when the pack is loaded.",
    bad="""\
card "Shard" { text: "x" }
verb melt { discard frots:"Shard" into box }
""",
    good="""\
card "Shard" { text: "x" }
verb melt { discard "Shard" into box }
""",
)
UNKNOWN_TARGET = ProblemKind(
    code="unknown-target",
    severity="error",
    title="a change of something that does not exist",
    message="nothing called `{name}` to {word}",
    help="{hint}",
    why="An override that hits nothing leaves the base as it was, without a word.",
    bad='override "Ada" { health: 4 }\n',
    good=HERO + 'hero "Ada" { health: 4 }\n',
)
OVERRIDE_CONFLICT = ProblemKind(
    code="override-conflict",
    severity="error",
    title="two packs that override the same field",
    message="`{one}` and `{two}` both override `{name}`",
    help="let one of them require the other, so that the order is stated",
    why="Without an order, which of them wins would be luck.",
    bad="""\
# pack: base
kind spell { power: int 0.. }
spell "Shock" { power: 2 }
# pack: one, requires base
override "Shock" { power: 3 }
# pack: two, requires base
override "Shock" { power: 4 }
# pack: home, requires one, requires two
card "Sleet" { }
""",
    good="""\
# pack: base
kind spell { power: int 0.. }
spell "Shock" { power: 2 }
# pack: one, requires base
override "Shock" { power: 3 }
# pack: two, requires base, requires one
override "Shock" { power: 4 }
# pack: home, requires one, requires two
card "Sleet" { }
""",
)
NOTHING_OFFERED = ProblemKind(
    code="nothing-offered",
    severity="error",
    title="an addition to an offer that is not there",
    message="nothing is offered in `{name}`",
    help="name the step, sequence or verb in which an `offer` stands",
    why="`extend` with `offer` adds to what is offered there; it does not make an offer.",
    bad="""\
sequence day for who: player { say "{who} rests" }
verb brew by who: player { say "{who} brews" }
extend day { offer [brew] }
""",
    good="""\
sequence day for who: player { offer [rest] by who else pass }
verb rest by who: player { say "{who} rests" }
verb brew by who: player { say "{who} brews" }
extend day { offer [brew] }
""",
)
OFFERED_ALREADY = ProblemKind(
    code="offered-already",
    severity="warning",
    title="an addition to an offer that lists it already",
    message="`{name}` is offered there already",
    help="take it out",
    why="It changes nothing, so it is either not needed or not what was meant.",
    bad="""\
sequence day for who: player { offer [rest] by who else pass }
verb rest by who: player { say "{who} rests" }
extend day { offer [rest] }
""",
    good="""\
sequence day for who: player { offer [rest] by who else pass }
verb rest by who: player { say "{who} rests" }
verb brew by who: player { say "{who} brews" }
extend day { offer [brew] }
""",
)
CANNOT_CHANGE = ProblemKind(
    code="cannot-change",
    severity="error",
    title="a change that this thing does not allow",
    message="{what} `{name}` cannot be changed by `{word}`",
    help="override its fields, or remove it and define it anew",
    why="Only definitions, rules, verbs and options can be changed by another pack.",
    bad="""\
ability taunt { }
extend taunt { }
""",
    good="""\
rule "Taunt" { }
extend "Taunt" {
  whenever a fighter as f where beaten(f) { destroy f }
}
""",
)
UNCLAIMED_FILE = ProblemKind(
    code="unclaimed-file",
    severity="error",
    title="a file in a pack that nothing reads",
    message="nothing reads `{name}`",
    help="rename it to end in .rw, move it out of the pack, or put it under art/",
    why="A file with a wrong ending would silently not be part of the game.",
    bad="""\
# file: cards.txt
card "Shard" { }
""",
    good="""\
# file: cards.rw
card "Shard" { }
""",
)
MISSING_PACK = ProblemKind(
    code="missing-pack",
    severity="error",
    title="a required pack that cannot be found",
    message="pack `{pack}` is required and not found",
    help="put it beside this pack, or name its folder with --packs",
    why="A game cannot run without the packs that it builds on.",
    bad="""\
# pack: small, requires frost
card "Sleet" { }
""",
    good="""\
# pack: small, requires frost
card "Sleet" { }
# pack: frost
card "Shard" { }
""",
)
PACK_VERSION = ProblemKind(
    code="pack-version",
    severity="error",
    title="a required pack of another version",
    message="pack `{pack}` is version {found}, not {wanted}",
    help="use a version that fits, or change `requires`",
    why="The pack was written for another version.",
    bad="""\
# pack: frost
card "Shard" { }
# pack: small
# file: pack.yaml
id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core, {pack: frost, version: "2.0"}]
""",
    good="""\
# pack: frost
card "Shard" { }
# pack: small
# file: pack.yaml
id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core, {pack: frost, version: "1.0"}]
""",
)
PACK_RING = ProblemKind(
    code="pack-ring",
    severity="error",
    title="packs that require each other",
    message="these packs require each other: {ring}",
    help="take one `requires` out of the ring",
    why="A pack must be complete before one that builds on it.",
    bad="""\
# pack: frost, requires storm
card "Shard" { }
# pack: storm, requires frost
card "Shock" { }
""",
    good="""\
# pack: frost
card "Shard" { }
# pack: storm, requires frost
card "Shock" { }
""",
)
DUPLICATE_PACK = ProblemKind(
    code="duplicate-pack",
    severity="error",
    title="two packs with one id",
    message="two packs are called `{pack}`, the one in {here} and the one in {there}",
    help="rename one, or leave one out",
    why="Which of the two is meant would be luck.",
    bad="""\
# pack: frost
card "Shard" { }
# pack: ice
# file: pack.yaml
id: frost
title: Frost again
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
""",
    good="""\
# pack: frost
card "Shard" { }
# pack: ice
# file: pack.yaml
id: ice
title: Ice
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
""",
)
CONFLICTING_PACKS = ProblemKind(
    code="conflicting-packs",
    severity="error",
    title="two packs that exclude each other",
    message="pack `{one}` conflicts with `{two}`",
    help="leave one of them out",
    why="The author of one says that they do not work together.",
    bad="""\
# pack: frost, conflicts storm
card "Shard" { }
# pack: storm
card "Shock" { }
# pack: home, requires frost, requires storm
card "Sleet" { }
""",
    good="""\
# pack: frost, conflicts storm
card "Shard" { }
# pack: storm
card "Shock" { }
# pack: home, requires frost
card "Sleet" { }
""",
)
START_NOT_SEQUENCE = ProblemKind(
    code="start-not-sequence",
    severity="error",
    title="a game that starts with something that is no sequence",
    message="the game starts with `{name}`, which is no sequence",
    help="name a sequence without parameters",
    why="A game runs from the beginning to the end of its start sequence.",
    bad=GAME + POLICIES + "verb play { }\n",
    good=GAME + POLICIES + "sequence play { }\n",
)
NOT_A_SEAT = ProblemKind(
    code="not-a-seat",
    severity="error",
    title="a game whose seats are of a kind that nobody sits on",
    message="`{name}` is no kind of seat",
    help="declare it `is seat`, or name the kind that is",
    why="Only seats decide.",
    bad=GAME.replace("max: 2}", "max: 2, kind: card}") + POLICIES + "sequence play { }\n",
    good=GAME.replace("max: 2}", "max: 2, kind: player}") + POLICIES + "sequence play { }\n",
)
SIDES_NOT_SAID = ProblemKind(
    code="sides-not-said",
    severity="error",
    title="a game of several that does not say who wins together",
    message="it is not said who wins together",
    help="add `sides: each`, `sides: together`, or `sides:` and the name of a define of two seats that says whether they win together",
    why="The game ends when only one side is left. Without this the last of a team would win alone, and a game against the rules be won by whoever stays.",
    bad=GAME.replace("sides: each, ", "") + POLICIES + "sequence play { }\n",
    good=GAME + POLICIES + "sequence play { }\n",
)
NO_SIDES = ProblemKind(
    code="no-sides",
    severity="error",
    title="sides that nothing tells",
    message="`{name}` is no define",
    help="write `each`, `together`, or the name of a define of two seats: `define allied(one: player, other: player) = one.team is other.team`",
    why="A misspelt word would leave it open who wins with whom.",
    bad=GAME.replace("sides: each", "sides: eahc") + POLICIES + "sequence play { }\n",
    good=GAME.replace("sides: each", "sides: allied") + POLICIES + """\
sequence play { }
extend kind player { team: int 1..2 = 1 }
define allied(one: player, other: player) = one.team is other.team
""",
)
POLICY_NOT_SET = ProblemKind(
    code="policy-not-set",
    severity="error",
    title="a policy that a game leaves open",
    message="the policy `{name}` is not set{under}",
    help="add `{name}: ...` to `policy {{ }}`: one of {choices}",
    why="Two games may want opposite things; there is no silent default.",
    bad=GAME + """\
# file: page.rw
policy {
  simultaneous: printed_order
  watchers: present
  step_handlers: fixed
  impossible: skip
  attachments: box
  windows: able
  on_limit: stop
}
sequence play { }
""",
    good=GAME + POLICIES + "sequence play { }\n",
)
POLICY_SET_TWICE = ProblemKind(
    code="policy-set-twice",
    severity="error",
    title="a policy with two words in one game",
    message="the policy `{name}` is set twice when {options}",
    help="let one of the two stand under `when`, and the other under `when not`",
    why="A block of policies under `when` settles them in the games that have it; in no game may another block settle the same one.",
    bad=GAME + POLICIES + """\
option secret: bool = no
when secret { policy { windows: always } }
sequence play { }
""",
    good=GAME + POLICIES.replace("  windows: able\n", "") + """\
option secret: bool = no
when secret { policy { windows: always } }
when not secret { policy { windows: able } }
sequence play { }
""",
)
UNKNOWN_POLICY = ProblemKind(
    code="unknown-policy",
    severity="error",
    title="a policy or a policy's word that does not exist",
    message="unknown policy `{name}`",
    help="{hint}",
    why="A misspelt policy would leave the real one unset.",
    bad="policy { simultanous: printed_order }\n",
    good="policy { simultaneous: printed_order }\n",
)
NO_LEADER = ProblemKind(
    code="no-leader",
    severity="error",
    title="a leader who decides and whom nothing names",
    message="no group is called `leader`, which decides the order of what happens at once",
    help="declare `group leader {{ members: ...; decider: ...; consent: none }}`, or choose another policy",
    why="Somebody must be asked for the order of what happens at once.",
    bad="""\
policy { simultaneous: leader }
""",
    good="""\
group leader { members: seats   decider: first(seats)   consent: none }
policy { simultaneous: leader }
""",
)
TOO_MANY_WHENS = ProblemKind(
    code="too-many-whens",
    severity="error",
    title="one definition that too many options change",
    message="more than {most} different `when`s change `{name}`",
    help="put changes that go together into one `when`, or let the text of the definition ask for the option itself",
    why="Each combination of the options is a definition of its own in the ruleset, and checked as one.",
    bad="""\
kind ship { crew: int }
ship "Argo" { crew: 1 }
option wind: int 0..9 = 0
"""
    + "".join(f'when wind is {n} {{ extend "Argo" {{ counter sail_{n}: int = 0 }} }}\n' for n in range(9)),
    good="""\
kind ship { crew: int }
ship "Argo" { crew: 1 }
option wind: int 0..9 = 0
when wind > 5 { override "Argo" { crew: 2 } }
when wind is 0 { override "Argo" { crew: 3 } }
""",
)
RULE_NOT_COVERED = ProblemKind(
    code="rule-not-covered",
    severity="error",
    title="a rule of the source that nothing expresses",
    message="{count} rules of the source are expressed by nothing: {ids}",
    help="name them in an `expresses:` of the definition, verb or rule that does it, or take them out of `covers`",
    why="A rulebook that is said to be covered must be.",
    bad=_COVERS + """\
# file: page.rw
rule "Truce" { expresses: "AB-001" }
""",
    good=_COVERS + """\
# file: page.rw
rule "Truce" { expresses: "AB-001", "AB-002" }
""",
)
RULE_UNKNOWN = ProblemKind(
    code="rule-unknown",
    severity="error",
    title="a rule id that the pack does not cover",
    message="`{id}` is not among the rules that this pack covers",
    help="{hint}",
    why="A misspelt rule id leaves the real rule uncovered.",
    bad=_COVERS + """\
# file: page.rw
rule "Truce" { expresses: "AB-001", "AB-002", "AB-003" }
""",
    good=_COVERS + """\
# file: page.rw
rule "Truce" { expresses: "AB-001", "AB-002" }
""",
)
