"""Lists of components that disagree with the rules."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import HERO

TORCH = HERO + 'hero "Ada" { health: 3 }\nkind torch is token { }\n'

UNKNOWN_COMPONENT = ProblemKind(
    code="unknown-component",
    severity="error",
    title="a line of a component list that names nothing",
    message="the box cannot hold `{name}`: nothing is called so",
    help="{hint}",
    why="A line that names nothing would be compared with nothing.",
    bad=TORCH + 'torch "Brand" x8 { }\nbox { torc: 8 }\n',
    good=TORCH + 'torch "Brand" x8 { }\nbox { torch: 8 }\n',
)
BOX_TOO_SMALL = ProblemKind(
    code="box-too-small",
    severity="error",
    title="the rules need more of a component than the box holds",
    message="the box holds {held} of `{name}`, but the rules need {needed}{under}",
    help="correct the number that is wrong; where sources disagree make it an option, with a `box` for each under `when`",
    why="At a table there are no more than what lies in the box.",
    bad=TORCH + 'torch "Brand" x10 { }\nbox { torch: 8 }\n',
    good=TORCH + 'torch "Brand" x10 { }\nbox { torch: 10 }\n',
)
BOX_TOO_LARGE = ProblemKind(
    code="box-too-large",
    severity="warning",
    title="the box holds more of a component than the rules use",
    message="the box holds {held} of `{name}`, but the rules use {needed}",
    help="correct the number that is wrong, or define the others too",
    why="What lies in a box and is used by no rule was counted wrong or forgotten.",
    bad=TORCH + 'torch "Brand" x6 { }\nbox { torch: 8 }\n',
    good=TORCH + 'torch "Brand" x8 { }\nbox { torch: 8 }\n',
)
BOX_ALL_TAKEN = ProblemKind(
    code="box-all-taken",
    severity="warning",
    title="`create` of a component that is used up from the start",
    message="all {held} of `{name}` that the box holds are defined, and `create` makes more",
    help="define one of them to be copied, or move those that there are with `put`",
    why="`create` makes no more than the box holds; here it could only make what has gone back to the box.",
    bad=TORCH + 'torch "Brand" x8 { }\nbox { torch: 8 }\nverb burn h: hero { create "Brand" into h }\nafter burn where any { burn "Ada" }\n',
    good=TORCH + 'torch "Brand" { starts_in: box }\nbox { torch: 8 }\nverb burn h: hero { create "Brand" into h }\nafter burn where any { burn "Ada" }\n',
)
POOL = """# file: pack.yaml
id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
game: {title: Small, start: play, seats: {kind: player, min: 1, max: 1, sides: together}}
# file: page.rw
player "North" { }
policy {
  simultaneous: printed_order; watchers: present; step_handlers: fixed; impossible: skip
  target: any_part; attachments: box; windows: able; on_limit: stop
}
kind marker is token { plural: markers }
kind tile is token { starts_in: pool }
zone pool: list of tile seen by nobody
marker "Marker" x5 { }
tile "Tile" x4 { }
sequence play { offer [open_up] by "North" else pass until pass }
verb open_up what: marker {
  put what into box
  TAKE
}
"""
SUPPLY_RUNS_OUT = ProblemKind(
    code="supply-runs-out",
    severity="warning",
    title="more things take from a supply than it holds",
    message="{things} {kind}{each}, `{pool}` of {held}: it can run out",
    help="say what happens then: `if {pool} is empty {{ ... }}`, or `require some({pool})` in a verb that takes, which the log tells of",
    why="A table that reaches for a piece which is not there asks the rules what happens, and they should say it.",
    bad=POOL.replace("TAKE", "put top(pool, 1) into the table"),
    good=POOL.replace("TAKE", 'if pool is empty { say "no tile is left" } else { put top(pool, 1) into the table }'),
)
