"""A game for a program in any language: requests and replies, each one line of JSON.

Everything goes through the public `Game`. Whoever asks is trusted as a server is: it may ask for any seat's view, and is to show each person only that of the
own seat. A request that cannot be met gets an `error` and changes nothing.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile, read_json
from rulewright.runtime.trouble import NeedsConsent, Refused
from rulewright.runtime.view import Feed, Look, view, view_hash

from .asking import option_names, question
from .bots import Player
from .names import Names
from .narration import Narrator
from .players import seat_names
from .playing import bot

PROTOCOL = 1
MAX_LINE = 64 * 1024 * 1024
"""Bytes of a request."""

Reply = dict[str, Any]


class NotARequest(Exception):
    """A line that asks for nothing; the text says what a request is like."""


@dataclass(frozen=True)
class Kind:
    """A kind of request: what it must say, what it may say, and what it does."""

    must: tuple[str, ...]
    may: tuple[str, ...]
    does: Callable[[Server, Mapping[str, Any]], Reply]


class Server:
    """One game at a time. `kinds` says for each seat who plays it: `human` (the program answers) or a bot."""

    def __init__(self, ruleset: dict[str, Any], game: Game, kinds: list[str], seed: str) -> None:
        self.ruleset = ruleset
        self.kinds = kinds
        self.bots: dict[int, Player] = {seat: bot(kind, seat, seed, ruleset) for seat, kind in enumerate(kinds) if kind != "human"}
        self._sit(game)

    def _sit(self, game: Game) -> None:
        self.game = game
        self.names = Names(self.ruleset, seat_names(self.ruleset, game.program.options))
        self.feeds: dict[int | None, tuple[Feed, Narrator]] = {}
        self._let_bots_answer()

    def _let_bots_answer(self) -> None:
        """Bots answer until the program is asked, or nobody is."""
        while (seat := _index(self.game.pending().get("seat"))) in self.bots:
            self.game.apply(self.bots[seat](Look(self.game, seat), self.game.pending()))

    # ------------------------------------------------------------ lines

    def greeting(self) -> Reply:
        """What is said before the first request."""
        seats = [{"id": f"seat:{at}", "name": self.names.of(f"seat:{at}"), "who": kind} for at, kind in enumerate(self.kinds)]
        return {"protocol": PROTOCOL, "title": self.ruleset["game"]["title"], "seats": seats} | self.pending({})

    def answer(self, line: bytes) -> Reply:
        """The reply to a request."""
        ident: dict[str, Any] = {}
        try:
            request = _request(line)
            ident = {"id": request["id"]} if "id" in request else {}
            return ident | _kind(request).does(self, request)
        except NeedsConsent as fault:
            return ident | {"error": fault.reason, "consent": list(fault.seats)}
        except Refused as fault:
            return ident | {"error": fault.reason}
        except (NotARequest, BadFile) as fault:
            return ident | {"error": str(fault)}

    # ------------------------------------------------------------ requests

    def pending(self, request: Mapping[str, Any]) -> Reply:
        """What is asked, also in words for people, or how the game ended."""
        asked = self.game.pending()
        if "options" not in asked:
            return {"pending": asked}
        return {"pending": asked, "words": {"question": question(asked, self.names), "options": option_names(asked["options"], self.names)}}

    def show(self, request: Mapping[str, Any]) -> Reply:
        """What a seat sees, and the hash of that."""
        seat = self._seat(request["seat"])
        return {"view": view(self.game, seat), "hash": view_hash(self.game, seat)}

    def news(self, request: Mapping[str, Any]) -> Reply:
        """What has happened since a seat (null: somebody who sees what all see) asked last, as events and in words."""
        seat = None if request["seat"] is None else self._seat(request["seat"])
        feed, narrator = self.feeds.setdefault(seat, (Feed(self.game, seat), Narrator(self.ruleset, self.names)))
        events = feed.news()
        told = narrator.tell(event for event in events if "rewind" not in event)
        return {"news": events, "lines": [{"depth": one.depth, "text": one.text, "rule": one.rule or None, "heading": one.heads} for one in told]}

    def take(self, request: Mapping[str, Any]) -> Reply:
        """An answer of the seat that is asked; then those of bots."""
        asked = self.game.pending()
        if "seat" in request and request["seat"] != asked.get("seat"):
            raise Refused(f"`{asked['seat']}` is asked, not `{request['seat']}`" if "seat" in asked else "nobody is asked")
        self.game.apply(request["answer"], request.get("n"))
        self._let_bots_answer()
        return self.pending(request)

    def undo(self, request: Mapping[str, Any]) -> Reply:
        """A seat takes back its last answer, with what bots and those who consent have answered since."""
        consent = request.get("consent", [])
        if type(consent) is not list:
            raise NotARequest("`consent` must be a list of seats")
        gone = self.game.undo(self._seat(request["seat"]), {*self.bots, *map(self._seat, consent)})
        self._let_bots_answer()
        return {"gone": [{"seat": one["seat"], "answer": one["value"]} for one in gone]} | self.pending(request)

    def concede(self, request: Mapping[str, Any]) -> Reply:
        """A seat gives up."""
        self.game.concede(self._seat(request["seat"]))
        self._let_bots_answer()
        return self.pending(request)

    def save(self, request: Mapping[str, Any]) -> Reply:
        """The game as a text."""
        return {"save": files.save(self.game, undo=True)}

    def load(self, request: Mapping[str, Any]) -> Reply:
        """The game of a text instead of this one, with as many seats; the next news begin at its beginning."""
        if type(request["save"]) is not str:
            raise NotARequest("`save` must be the text that a `save` gave")
        game = files.load(self.ruleset, request["save"])
        if len(game.core.seats) != len(self.kinds):
            raise Refused(f"the save is of a game of {len(game.core.seats)} seats, and this one has {len(self.kinds)}")
        self._sit(game)
        return self.pending(request)

    def all_rules(self, request: Mapping[str, Any]) -> Reply:
        """The ruleset."""
        return {"ruleset": self.ruleset}

    def _seat(self, name: object) -> int:
        at = _index(name)
        if at not in range(len(self.kinds)):
            raise Refused(f"there is no seat `{name}`: they are `seat:0` to `seat:{len(self.kinds) - 1}`")
        return at


KINDS: dict[str, Kind] = {
    "pending": Kind((), (), Server.pending),
    "view": Kind(("seat",), (), Server.show),
    "news": Kind(("seat",), (), Server.news),
    "answer": Kind(("answer",), ("n", "seat"), Server.take),
    "undo": Kind(("seat",), ("consent",), Server.undo),
    "concede": Kind(("seat",), (), Server.concede),
    "save": Kind((), (), Server.save),
    "load": Kind(("save",), (), Server.load),
    "ruleset": Kind((), (), Server.all_rules),
}


def serve(server: Server, requests: Iterable[bytes], write: Callable[[bytes], object]) -> None:
    """Greets, and replies to each line until they end."""
    write(_line(server.greeting()))
    for line in requests:
        if line.strip() or len(line) > MAX_LINE:
            write(_line(server.answer(line)))


def lines_of(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The lines of a stream, of which `read` gives one, or so many bytes of it; of a line that is longer than any request only the beginning."""
    while line := read(MAX_LINE + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = read(MAX_LINE + 1)


def _line(reply: Reply) -> bytes:
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def _index(seat: object) -> int:
    """The number of a seat (`seat:1`); -1 for anything else."""
    label, mark, number = str(seat).partition(":")
    return int(number) if (label, mark) == ("seat", ":") and number.isascii() and number.isdecimal() and len(number) <= 3 else -1


def _request(line: bytes) -> Mapping[str, Any]:
    """What a line asks for, whatever it is."""
    if len(line) > MAX_LINE:
        raise NotARequest(f"a request is one line of at most {MAX_LINE // 2**20} MiB")
    try:
        read = read_json(line.decode("utf-8"))
    except (UnicodeDecodeError, BadFile) as fault:
        raise NotARequest(f"a request is one line of JSON in UTF-8: {fault}") from None
    return dict(read) if type(read) is dict else {}


def _kind(request: Mapping[str, Any]) -> Kind:
    """The kind of a request, which has the right keys."""
    kind = KINDS.get(request["do"]) if type(request.get("do")) is str else None
    if kind is None:
        raise NotARequest(f'a request is an object such as {{"do": "pending"}}; what it can do: {", ".join(KINDS)}')
    lost = [key for key in kind.must if key not in request]
    more = [key for key in request if key not in ("do", "id", *kind.must, *kind.may)]
    if lost or more:
        raise NotARequest(f"`{request['do']}` " + (f"must say `{lost[0]}`" if lost else f"knows no `{more[0]}`"))
    return kind
