"""What several examples begin with."""
from __future__ import annotations

HERO = """\
kind hero {
  health: int 1..
  counter damage: int 0.. = 0
}
"""
"""A kind of things that can be hurt."""
GAME = """\
# file: pack.yaml
id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
game:
  title: Small
  start: play
  seats: {sides: each, min: 2, max: 2}
"""
"""The manifest of a game for two, which starts with the sequence `play`."""
POLICIES = """\
# file: page.rw
policy {
  simultaneous: printed_order
  watchers: present
  step_handlers: fixed
  impossible: skip
  target: any_part
  attachments: box
  windows: able
  on_limit: stop
}
"""
"""The page of such a game begins so: a game leaves no policy open."""
