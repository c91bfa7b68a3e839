"""Bots: advice that knows too much."""
from __future__ import annotations

from ..problems import ProblemKind

_BID = """\
kind hero { owner: player   stat power: int 0.. = 1 }
player "Ann" { }
hero "Mia" { for: "Ann" }
zone deck: list of hero seen by nobody
verb contest by who: hero, with other: hero {
  let secret = count(deck where it.power > 1)
  choose a hero from heros by who as helper
  if secret > 0 { put helper into deck }
}
"""

SECRET_VARIABLE = ProblemKind(
    code="secret-variable",
    severity="error",
    title="advice that reads what its seat cannot know",
    message="advice cannot read `{name}`: what the body of `{verb}` works out is not in the view of the seat that is asked",
    help="read the parameters of `{verb}`, what the things show, or work it out from them",
    why="A bot may know no more than a person on its chair.",
    bad=_BID + """\
bot "Careful" for player {
  prefer a hero at contest by secret where it.power > 1
}
""",
    good=_BID + """\
bot "Careful" for player {
  prefer a hero at contest by it.power where it is not other
}
""",
)
