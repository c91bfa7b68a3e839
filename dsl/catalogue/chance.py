"""What the chance of a set-up can bring about. The tests set these games up."""
from __future__ import annotations

from ..problems import ProblemKind

PLACES = """# file: pack.yaml
id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
game: {title: Small, start: play, seats: {kind: player, min: 2, max: 4, sides: together}}
# file: page.rw
player "North" { }
player "East" { }
player "South" { }
player "West" { }
policy {
  simultaneous: printed_order; watchers: present; step_handlers: fixed; impossible: skip
  target: any_part; attachments: box; windows: able; on_limit: stop
}
kind crypt is card { dark: bool = no }
crypt "Old Crypt" { dark: yes }
crypt "Deep Crypt" { dark: yes }
crypt "Chapel" x4 { }
always some(crypts where it.dark) because "the black key has a place"
sequence play {
  LEAVE_OUT
  for each p in players { rest_of p }
}
sequence rest_of who: player { offer [sleep] by who else pass }
verb sleep by who: player { say "{who} sleeps" }
"""
DRAWN = "if count(players) is 2 { choose random 2 crypts from crypts as lost; put lost into box }"
FEW = PLACES.replace("always some(crypts where it.dark)", "always count(crypts) < 9")

SET_UP_BREAKS = ProblemKind(
    code="set-up-breaks",
    severity="warning",
    title="chance at set-up can break what is always so",
    message="chance at set-up breaks this{because}: {shares}",
    help="draw so that it cannot come about, or say what is so only later",
    why="What breaks in one set-up of fifteen is found by players, not by tests.",
    bad=PLACES.replace("LEAVE_OUT", DRAWN),
    good=PLACES.replace("LEAVE_OUT", DRAWN.replace("choose random 2 crypts from crypts", "choose random 2 crypts from crypts where not it.dark")),
)

SET_UP_STOPS = ProblemKind(
    code="set-up-stops",
    severity="warning",
    title="chance at set-up can stop the rules",
    message="the rules stop at set-up, {text}: {shares}",
    help="see to it that there is enough to draw from, for every number of players",
    why="A game that cannot be set up for some number of players, or by some draws, should not be found out at a table.",
    bad=FEW.replace("LEAVE_OUT", "choose random (2 * count(players)) crypts from crypts as lost; put lost into box"),
    good=FEW.replace("LEAVE_OUT", "choose random (count(players)) crypts from crypts as lost; put lost into box"),
)
