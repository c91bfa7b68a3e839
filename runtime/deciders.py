"""Who decides: a seat, a thing, a group with its decider and the consent of its members."""
from __future__ import annotations

from .choose import Decision, Pick, ask, seat_for
from .core import Core, Env
from .expressions import Scope, expression, members_of
from .program import Record

YES_NO = [("yes", "yes"), ("no", "no")]


class Decider:
    """Who decides, from the expression after `by`: called with an environment it gives the seat. What a group decides may need its members' consent."""

    def __init__(self, core: Core, node: Record, scope: Scope) -> None:
        self.core = core
        self.home = scope.home
        self.group: str | None = node["group"] if node["op"] == "members" else None
        self.who = expression(core, node, scope)

    def __call__(self, env: Env) -> int:
        """The seat that decides. Traps if there is none."""
        return seat_for(self.core, self.who(env) if self.group is None else self.group, self.home)

    def ask(self, decision: Decision) -> Pick:
        """The answer; asked again until the group consents."""
        pick = ask(self.core, decision)
        while self.group is not None and not self._consents(self.group, decision, pick):
            pick = ask(self.core, decision)
        return pick

    def _consents(self, group: str, decision: Decision, pick: Pick) -> bool:
        """Whether enough of the other members say yes, as the group's record wants."""
        core, wanted = self.core, self.core.program.groups[group]["consent"]
        if wanted == "none":
            return True
        seats = dict.fromkeys(seat_for(core, member, self.home) for member in members_of(core, group))
        others = [seat for seat in seats if seat != decision.seat and core.entities[seat]["status"] != "conceded"]
        yes = 1
        for seat in others:
            text = f"{decision.text or 'consent'}: {decision.said(pick, seat)}"
            yes += ask(core, Decision(core, "may", seat, f"{decision.site}/consent", [True, False], text=text, labels=YES_NO))
        return yes == len(others) + 1 if wanted == "all" else yes * 2 > len(others) + 1
