"""Decisions: what is asked, how answers are checked and named, and who answers.

`ask` gives the recorded answer, else that of a test's script or of a player in this process, else it raises `Pause`. Every answer is recorded with its site
and seat; at a re-run another site or seat means that the recording does not belong to this game (`Diverged`).
"""
from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .core import Core, Env
from .names import counted, identity, outside_text, seen_name, title
from .program import ANY, Record
from .relations import controller
from .sight import mark
from .trouble import Diverged, Finished, Misfit, Pause, Refused, Trap

PASSED = -1
"""The index that stands for taking none of the options."""
Pick = Any
"""What an answer means inside: an index (`one`, `action`), indexes (`some`, `order`), a truth (`may`), numbers (`share`), a number (`number`)."""


Labels = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Taken:
    """The answer of a player in this process that takes an option of a `one` or `action` by its place, without working out the ids of them all."""

    at: int


class Decision(Mapping[str, Any]):
    """A question to one seat, read as its record: `n`, `seat`, `kind`, `site`, `text`, `card`, `chain`, `min`, `max`, `options`, `else`.

    `choices` are what the options stand for; `refuse` is the word for taking none (None: one must be taken). Labels and costs are worked out when asked for.
    `source` is the thing whose text asks, also by way of a verb.
    `calls` gives, for an option and some ids of events, those events with their variables that it may come to; `things` are the things that options are named
    after, where those are no things themselves. Both are for players in this process (`advice`).
    """

    __slots__ = (
        "_costs", "_ids", "_labels", "_record", "calls", "card", "choices", "core", "high", "kind", "low", "refuse", "seat", "site", "source", "text", "things",
        "total", "type",
    )  # fmt: skip

    def __init__(
        self,
        core: Core,
        kind: str,
        seat: int,
        site: str,
        values: list[Any],
        type: Record = ANY,
        *,
        text: str | None = None,
        low: int = 1,
        high: int = 1,
        refuse: str | None = None,
        labels: Labels | Callable[[], Labels] | None = None,
        costs: Callable[[], list[dict[str, int] | None]] | None = None,
        card: int | None = None,
        total: int = 0,
        calls: Callable[[int, Container[str]], list[tuple[str, Env]]] | None = None,
        things: list[int | None] | None = None,
    ) -> None:
        self.core = core
        self.source = core.source
        self.kind = kind
        self.seat = seat
        self.site = site
        self.choices = values
        self.type = type
        self.text = text
        self.low = low
        self.high = high
        self.refuse = refuse
        self._labels = labels
        self._costs = costs
        self.card = card
        self.total = total
        self.calls = calls
        self.things = things
        self._ids: list[str] | None = None
        self._record: dict[str, Any] | None = None

    # -- the record

    def __getitem__(self, key: str) -> Any:
        return self.record()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.record())

    def __len__(self) -> int:
        return len(self.record())

    @property
    def labels(self) -> Labels | None:
        """Ids and titles of the options, where they are no values."""
        if callable(self._labels):
            self._labels = self._labels()
        return self._labels

    def ids(self) -> list[str]:
        """The options' ids, in order."""
        if self._ids is None:
            labels = self.labels
            if labels is not None:
                self._ids = [label for label, _ in labels]
            else:
                self._ids = counted([outside_text(self.core, value, self.type, self.seat) for value in self.choices])
        return self._ids

    def _id(self, index: int) -> str:
        if self._ids is None and self._labels is None:
            text = outside_text(self.core, self.choices[index], self.type, self.seat)
            if not text.endswith("[?]"):  # else the others tell its number
                return text
        return self.ids()[index]

    def title(self, index: int) -> str:
        """An option in a player's words."""
        labels = self.labels
        if labels is not None:
            return labels[index][1]
        text = title(self.core, self.choices[index], self.type, self.seat)
        return self.ids()[index] if text.endswith("[?]") else text

    def record(self) -> dict[str, Any]:
        """The decision at the border."""
        if self._record is None:
            core = self.core
            options = [{"id": name, "text": self.title(at)} for at, name in enumerate(self.ids())]
            for option, cost in zip(options, () if self._costs is None else self._costs(), strict=False):
                if cost:
                    option["cost"] = cost  # type: ignore[assignment]
            self._record = {
                "n": core.inputs + core.answer_at,
                "seat": identity(core, self.seat),
                "kind": self.kind,
                "site": self.site,
                "text": self.text,
                "card": None if self.card is None else seen_name(core, self.card, self.seat),
                "chain": [{"n": frame.n, "event": frame.id} for frame in core.stack],
                "options": options,
                "else": self.refuse,
                **self._bounds(),
            }
        return self._record

    def _bounds(self) -> dict[str, int]:
        if self.kind in ("some", "number"):
            return {"min": self.low, "max": self.high}
        return {"total": self.total, "min": self.low, "max": self.high} if self.kind == "share" else {}

    # -- answers

    def parse(self, answer: Any) -> Pick:
        """What an answer means. Raises Refused for one that is not offered."""
        return getattr(self, f"_parse_{self.kind}")(answer)

    def _index(self, answer: Any) -> int:
        text = str(answer) if type(answer) is int else answer
        if type(text) is not str:
            raise Refused("an option is named by its id")
        ids = self.ids()
        if text in ids:
            return ids.index(text)
        called = [at for at in range(len(ids)) if self.title(at) == text]
        if len(called) > 1 and not self._alike(called):
            raise Refused(f"`{text}` could be {', '.join(ids[at] for at in called)}")
        if not called:
            raise Refused(f"`{text}` is not offered")
        return called[0]

    def _alike(self, indexes: list[int]) -> bool:
        """Whether options are dice that nothing tells apart."""
        dice = [self.choices[at] for at in indexes]
        return all(type(die) is dict for die in dice) and len({(die["sides"], die["face"], die["rerolled"]) for die in dice}) == 1

    def _taken(self, at: int) -> int:
        """The first option that is called like the one at a place."""
        if not 0 <= at < len(self.choices):
            raise Refused("there are fewer options")
        if self._labels is None:
            return self.choices.index(self.choices[at])
        ids = self.ids()
        return ids.index(ids[at])

    def _parse_one(self, answer: Any) -> int:
        if type(answer) is Taken:
            return self._taken(answer.at)
        if self.refuse is not None and (answer == self.refuse or answer in ("none", "pass")) and answer not in self.ids():
            return PASSED
        return self._index(answer)

    _parse_action = _parse_one

    def _parse_some(self, answer: Any) -> list[int]:
        if answer in ("none", "pass"):
            answer = []
        if type(answer) is not list:
            answer = [answer]
        picked: list[int] = []
        for one in answer:
            at = self._index(one)
            if at in picked:  # a second die with the same face
                at = next((other for other in range(len(self.choices)) if other not in picked and self._alike([at, other])), at)
            picked.append(at)
        if len(set(picked)) != len(picked):
            raise Refused("an option is named twice")
        if not self.low <= len(picked) <= self.high:
            raise Refused(f"{self.low} to {self.high} must be chosen, not {len(picked)}")
        return sorted(picked)

    def _parse_may(self, answer: Any) -> bool:
        if answer not in ("yes", "no"):
            raise Refused("the answer is `yes` or `no`")
        return bool(answer == "yes")

    def _parse_order(self, answer: Any) -> list[int]:
        if type(answer) is not list:
            raise Refused("an order is a list of all options")
        picked = [self._index(one) for one in answer]
        if sorted(picked) != list(range(len(self.choices))):
            raise Refused("an order names each option once")
        return picked

    def _parse_share(self, answer: Any) -> list[int]:
        if type(answer) is list and len(answer) == len(self.choices):
            answer = dict(zip(self.ids(), answer, strict=True))
        if type(answer) is not dict or any(type(part) is not int for part in answer.values()):
            raise Refused("a share is a number for each option")
        parts = [0] * len(self.choices)
        for key, part in answer.items():
            parts[self._index(key)] += part
        if any(not self.low <= part <= self.high for part in parts) or sum(parts) != self.total:
            raise Refused(f"the parts must add up to {self.total}, each {self.low} to {self.high}")
        return parts

    def _parse_number(self, answer: Any) -> int:
        if type(answer) is not int or not self.low <= answer <= self.high:
            raise Refused(f"a number from {self.low} to {self.high} is needed")
        return answer

    def written(self, pick: Pick) -> Any:
        """An answer in the form in which it is recorded."""
        if self.kind in ("one", "action"):
            return self.refuse if pick == PASSED else self._id(pick)
        if self.kind in ("some", "order"):
            return [self.ids()[at] for at in pick]
        if self.kind == "may":
            return "yes" if pick else "no"
        if self.kind == "share":
            return {name: part for name, part in zip(self.ids(), pick, strict=True) if part}
        return pick

    def said(self, pick: Pick, seat: int) -> str:
        """A pick in the words of another seat: no more of a hidden thing than that seat may see."""
        if self.kind == "may":
            return "yes" if pick else "no"
        if self.kind == "number":
            return str(pick)
        titles = [label for _, label in self.labels] if self.labels is not None else [title(self.core, one, self.type, seat) for one in self.choices]
        if self.kind == "share":
            return ", ".join(f"{titles[at]} {part}" for at, part in enumerate(pick) if part)
        picked = [at for at in (pick if type(pick) is list else [pick]) if at != PASSED]
        return ", ".join(titles[at] for at in picked) or self.refuse or "none"

    def declined(self) -> Pick | None:
        """The pick that takes nothing; None where something must be taken."""
        if self.kind in ("one", "action"):
            return PASSED if self.refuse is not None else None
        if self.kind == "some":
            return [] if self.low == 0 else None
        return False if self.kind == "may" else None

    def default(self) -> Pick:
        """The pick of a seat that no longer plays: nothing, else the first that is possible."""
        declined = self.declined()
        if declined is not None:
            return declined
        if self.kind == "some":
            return list(range(self.low))
        if self.kind == "order":
            return list(range(len(self.choices)))
        if self.kind == "share":
            return self._first_share()
        return self.low if self.kind == "number" else 0

    def _first_share(self) -> list[int]:
        parts = [self.low] * len(self.choices)
        rest = self.total - sum(parts)
        for at in range(len(parts)):
            more = min(rest, self.high - parts[at])
            parts[at] += more
            rest -= more
        return parts


def ask(core: Core, decision: Decision) -> Pick:
    """The answer to a decision. Raises Pause if it must come from outside, Finished if the game is over."""
    at = core.answer_at
    if at < len(core.answers):
        pick = _recorded(core, decision, at)
    else:
        if core.meta["result"] is not None:
            raise Finished
        if at >= core.max_answers:
            raise core.met("answers", core.max_answers)
        if core.inputs + at >= core.max_inputs:
            raise core.met("inputs", core.max_inputs)
        pick, here = _answered(core, decision)
        core.answers.append({"site": decision.site, "seat": identity(core, decision.seat), "value": decision.written(pick)})
        core.picks.append(pick)
        core.in_process.append(here)
    if at == len(core.answer_marks):
        core.answer_marks.append(mark(core))
    core.answer_at = at + 1
    core.record("answer", {"seat": decision.seat, "site": decision.site, "value": core.answers[at]["value"]}, decision.site, (decision.seat,))
    return pick


def _recorded(core: Core, decision: Decision, at: int) -> Pick:
    answer = core.answers[at]
    seat = identity(core, decision.seat)
    if answer["site"] != decision.site or answer["seat"] != seat:
        raise Diverged(f"answer {at + 1} was given by {answer['seat']} at `{answer['site']}`, but {seat} is asked at `{decision.site}`")
    if at < len(core.picks):
        return core.picks[at]
    try:
        pick = decision.parse(answer["value"])
    except Refused as fault:
        raise Misfit(f"answer {at + 1} at `{decision.site}`: {fault.reason}") from None
    core.picks.append(pick)
    core.in_process.append(False)
    return pick


def _answered(core: Core, decision: Decision) -> tuple[Pick, bool]:
    """The answer and whether it came from within the process."""
    if core.entities[decision.seat].get("status") == "conceded":
        return decision.default(), True
    if core.script is not None:
        if core.script:
            pick = decision.parse(core.script[0])
            core.script.pop(0)
            return pick, True
        declined = decision.declined() if core.declines else None
        if declined is None:
            raise Pause(decision)
        return declined, True
    player = core.players.get(core.seats.index(decision.seat))
    if player is None or (core.budget is not None and core.budget <= 0):
        raise Pause(decision)
    pick = decision.parse(player(core.look(decision.seat), decision))
    if core.budget is not None:
        core.budget -= 1
    return pick, True


def seat_for(core: Core, who: Any, home: str) -> int:
    """The seat that decides for a seat, a thing, a group or a list of things. Traps if there is none."""
    if type(who) is str and who in core.program.groups:
        return _leading(core, who, home)
    if type(who) is list:
        who = who[0] if who else None
    if type(who) is int:
        if who in core.seats:
            return who
        seat = controller(core, who)
        if seat in core.seats:
            found: int = seat
            return found
    raise Trap("no_seat", home)


def _leading(core: Core, group: str, home: str) -> int:
    """The seat that decides for a group: its decider's, or once that has given up, that of the first member that has not."""
    from .expressions import decider_of, members_of

    seat = seat_for(core, decider_of(core, group), home)
    if core.entities[seat]["status"] != "conceded":
        return seat
    members = (seat_for(core, member, home) for member in members_of(core, group))
    return next((one for one in members if core.entities[one]["status"] != "conceded"), seat)
