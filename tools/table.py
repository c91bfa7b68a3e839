"""A game at one keyboard: tells what happens, shows the table, asks people, lets bots answer, keeps log and saves.

Everything goes through the public `Game`: what is pending, `apply`, `undo`, `concede`. What a person is shown is made from that seat's view and events; when
only bots play, everything is told.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any

from rulewright.runtime import files, taking_back
from rulewright.runtime.game import Game
from rulewright.runtime.trial import stopped
from rulewright.runtime.trouble import NeedsConsent, Refused
from rulewright.runtime.view import Look, seat_events, view

from . import handing
from .asking import CONSENT, NotUnderstood, answer, how_to_answer, option_lines, question, titled
from .bots import Player
from .brief import Brief
from .names import Names
from .narration import Narrator, as_lines
from .patience import patience
from .players import seat_names
from .playing import bot
from .terminal import columns, paint, rows, safe, wrapped
from .usage import UsageError
from .writing import write_whole

COMMANDS = {
    "view": "show the whole table",
    "map": "show the boards",
    "look": "read a card, or see a place and what is beside it (`look NAME`)",
    "more": "show the options that are left, if there are many",
    "log": "tell everything that has happened",
    "undo": "take your last answer back, if nothing has been rolled or shown since and whoever has answered since agrees",
    "save": "save the game (`save FILE`)",
    "concede": "give up",
    "quit": "leave the game",
    "help": "show this",
}
_LEAST_PAGE, _AROUND = 12, 6
"""The fewest lines of options on a page, and how many lines of a terminal are for other things."""
_LOG_LINES = 200
_RECENT_LINES = 8
"""So much of what happened before a game was saved is told when it goes on."""


@dataclass
class Listener:
    """Somebody who is told what happens: in which words, and up to which event it has been told."""

    narrator: Narrator
    told: int = -1


class Table:
    """One game with its players: `kinds` says for each seat who plays it. A context manager: leaving it closes the log."""

    def __init__(
        self,
        ruleset: dict[str, Any],
        game: Game,
        kinds: list[str],
        seed: str,
        *,
        save_path: str | None = None,
        log_path: str | None = None,
        alone: bool = False,
    ) -> None:
        self.ruleset = ruleset
        self.game = game
        self.kinds = kinds
        self.save_path = save_path
        self.names = Names(ruleset, seat_names(ruleset, game.program.options))
        self.screen = Brief(ruleset, self.names)
        self.people = [seat for seat, kind in enumerate(kinds) if kind == "human"]
        self.hands_over = len(self.people) > 1 and not alone and handing.at_a_screen() and handing.has_secrets(game)
        """Whether the screen is cleared before another person sits down; each is then told for itself what has happened."""
        self.listener = Listener(Narrator(ruleset, self.names))
        self.listeners = {seat: Listener(Narrator(ruleset, self.names)) if self.hands_over else self.listener for seat in self.people}
        self.shown: list[str] = []
        """The paragraphs about the table that stand on the screen."""
        self.left = False
        self.alone = alone
        self.asked: int | None = None
        """The seat that a person was asked for last."""
        self.rest: list[str] = []
        """Lines of options that have not been shown yet."""
        self.resumed = game.inputs > 0
        self.kept = self.warned = game.inputs
        """How many inputs the game had when it was last kept in a file, and when somebody was last told that leaving would lose it."""
        self.bots: dict[int, Player] = {seat: bot(kind, seat, seed, ruleset) for seat, kind in enumerate(kinds) if kind != "human"}
        self.log_file: IO[str] | None = self._open_log(log_path)
        self.recorder = files.Recorder(game, seed, self._log_line) if self.log_file is not None else None

    def _open_log(self, path: str | None) -> IO[str] | None:
        if path is None:
            return None
        try:
            return open(path, "w", encoding="utf-8", newline="\n", buffering=1)
        except OSError as fault:
            raise UsageError(f"`{path}` cannot be written: {(fault.strerror or 'no reason given').lower()}") from None

    def _log_line(self, line: str) -> None:
        if self.log_file is not None:
            self.log_file.write(line)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        if self.log_file is not None:
            if self.recorder is not None and kind is None:
                self.recorder.close()
            self.log_file.close()

    # ------------------------------------------------------------ the game

    def play(self) -> int:
        """Until the game is over or the person leaves; the exit code."""
        print(paint(safe(str(self.ruleset["game"]["title"])), "bold"))
        for at, kind in enumerate(self.kinds):
            print(f"  {self.names.of(f'seat:{at}')}: {'you' if len(self.people) == 1 and kind == 'human' else kind}")
        print()
        while not self.left:
            pending = self.game.pending()
            seat = _number(pending["seat"]) if "seat" in pending else None
            if self.hands_over and seat in self.people and seat != self.asked and not self._hand_over(seat):
                continue
            if seat is None:
                self.listener = min(self.listeners.values(), key=lambda one: one.told, default=self.listener)
            if not self.hands_over or seat not in self.bots:
                self.tell(seat if seat in self.people else None)
            if seat is None:
                return self._over(pending)
            if seat in self.bots:
                self._bot_answers(seat, pending)
            else:
                self._person_answers(seat, pending)
        return 0

    def _over(self, pending: Mapping[str, Any]) -> int:
        if "stopped" in pending:
            print(paint(safe(stopped(pending["stopped"]), keep_lines=True), "red"))
            print("the game cannot go on; nobody has won")
            return 1
        result = pending["result"]
        winners = self.names.of(result["winners"])
        title = titled(str(result["rule"] or ""), self.names)
        rule = f"  ({title})" if title else ""
        print()
        for line in self.screen.seat_lines(view(self.game, self.people[0] if self.people else 0)):
            print("\n".join(wrapped(line, "    ")))
        print(paint(f"{winners} {'have' if len(result['winners']) > 1 else 'has'} won" if result["winners"] else "nobody has won", "bold") + rule)
        return 0

    def tell(self, seat: int | None) -> None:
        """The events since the last telling, as the person who is asked may know them."""
        listener = self.listener
        lines = as_lines(listener.narrator.tell(self._events(seat, listener.told + 1)))
        if self.resumed and listener.told < 0 and len(lines) > _RECENT_LINES:
            lines = ["... (`log` tells all)", *lines[-_RECENT_LINES:]]
        _say(lines)
        listener.told = max(listener.told, self._last_event())

    def _last_event(self) -> int:
        return self.game.core.events_cut + len(self.game.core.events) - 1

    def _forget_from(self, event: int) -> None:
        """What happens from an event on is told anew."""
        for listener in (self.listener, *self.listeners.values()):
            listener.told = min(listener.told, event - 1)

    def _events(self, seat: int | None, since: int) -> list[dict[str, Any]]:
        """Events for a seat; while a bot is asked, for the only person; with bots alone, all."""
        if not self.people:
            return self.game.events(since)
        alone = self.people[0] if len(self.people) == 1 else None
        return seat_events(self.game, alone if alone is not None else seat, since)

    def _bot_answers(self, seat: int, pending: Mapping[str, Any]) -> None:
        with patience() as interrupt:
            self._take(pending, self.bots[seat](Look(self.game, seat), pending))
        self._stop_if(interrupt.asked)

    def _apply(self, pending: Mapping[str, Any], value: Any) -> None:
        """Take a person's answer."""
        with patience() as interrupt:
            self._take(pending, value)
        self._stop_if(interrupt.asked)

    def _stop_if(self, asked: bool) -> None:
        if asked:
            print("\ninterrupted")
            self._leave()

    def _take(self, pending: Mapping[str, Any], value: Any) -> None:
        self.game.apply(value)
        if self.recorder is not None:
            self.recorder.answered(pending, value)

    # ------------------------------------------------------------ people

    def _person_answers(self, seat: int, pending: Mapping[str, Any]) -> None:
        """Ask until an answer is taken or a command has changed the position."""
        if self.alone and pending["site"].endswith(CONSENT):
            self._apply(pending, "yes")
            return
        self._turn_to(seat)
        seen = view(self.game, seat)
        self.names.at = self.screen.whereabouts(seen)
        if pending["kind"] == "action" or not self.shown:
            self._show(seen, seat, pending["kind"] == "action")
        print()
        where = self.listener.narrator.heading(one["n"] for one in pending["chain"])
        if where:
            print(paint(f"-- {where} --", "dim"))
        print("\n".join(wrapped(question(pending, self.names), "    ")))
        self.rest = [part for line in option_lines(pending, self.names) for part in wrapped(line, "    ")]
        self._more()
        while True:
            typed = read_line("> ")
            if typed is None:
                self._leave()
                return
            if not typed.strip() and pending["kind"] != "some":
                _say([f"  type {how_to_answer(pending)}; `help` says what else you can do"])
                continue
            word, _, rest = typed.strip().partition(" ")
            if word.casefold() in COMMANDS:
                if self._command(word.casefold(), rest.strip(), seat, pending):
                    return
                continue
            try:
                self._apply(pending, answer(pending, typed, self.names))
                return
            except (NotUnderstood, Refused) as fault:
                _say([f"  {fault}"])

    def _turn_to(self, seat: int) -> None:
        """Say whose answers are wanted from now on, where several people or seats are asked at one keyboard."""
        if len(self.people) > 1 and seat != self.asked:
            self.shown = []
            self._head(self.names.of(f"seat:{seat}"))
        self.asked = seat

    def _head(self, text: str) -> None:
        print("\n" + paint(f"== {text} ".ljust(max(len(text) + 5, min(columns(), 60)), "="), "bold"))

    def _hand_over(self, seat: int) -> bool:
        """Take what the last person saw off the screen and wait until the next one sits there; no if the position has changed instead, or all have left."""
        if self.asked is not None:
            handing.clear()
        name = self.names.of(f"seat:{seat}")
        self._head(f"pass the keyboard to {name}")
        back = "" if self.asked is None else f", `undo` takes back what {self.names.of(f'seat:{self.asked}')} has answered"
        print("\n".join(wrapped(f"  {name}, press Enter when nobody else looks; `quit` leaves the game{back}", "  ")))
        while True:
            typed = read_line("> ")
            word = "quit" if typed is None else typed.strip().casefold()
            if word == "quit":
                if self._leave():
                    return False
                continue
            if word == "undo" and self.asked is not None and self._undo(self.asked):
                self.shown = []
                return False
            if not word:
                self.listener = self.listeners[seat]
                return True
            _say([f"  this is no answer yet: {name}, press Enter first"])

    def _show(self, seen: Mapping[str, Any], seat: int, whole: bool) -> None:
        """What is near to the seat, or all if that is wanted and short; of what was shown to it last only what has changed."""
        parts = self.screen.shown(seen, f"seat:{seat}", whole)
        new = [part for part in parts if part not in self.shown]
        self.shown = parts
        if new:
            print("\n" + "\n\n".join(new))

    def _more(self) -> bool:
        """The next page of the options that are left."""
        room = max(_LEAST_PAGE, rows() - _AROUND)
        if not self.rest:
            print("  there are no more options")
        if len(self.rest) <= room + 1:
            room += 1
        page, self.rest = self.rest[:room], self.rest[room:]
        for line in page:
            print(line)
        if self.rest:
            print(paint(f"  ... `more`: {len(self.rest)} more lines of options; each can be named already", "dim"))
        return False

    def _command(self, word: str, rest: str, seat: int, pending: Mapping[str, Any]) -> bool:
        """Carry out a command; whether the question must be asked anew."""
        actions: dict[str, Callable[[], bool]] = {
            "view": lambda: self._view(seat),
            "map": lambda: self._map(seat),
            "look": lambda: self._look(rest, seat),
            "more": self._more,
            "log": lambda: self._tell_all(seat),
            "undo": lambda: self._undo(seat),
            "save": lambda: self._save(rest),
            "concede": lambda: self._concede(seat),
            "quit": self._leave,
            "help": lambda: self._help(pending),
        }
        return actions[word]()

    def _view(self, seat: int) -> bool:
        print("\n" + "\n".join(self.screen.lines(view(self.game, seat))))
        return False

    def _map(self, seat: int) -> bool:
        """The boards, and nothing else."""
        print("\n".join(self.screen.maps(view(self.game, seat)) or ["  the game has no board"]))
        return False

    def _look(self, name: str, seat: int) -> bool:
        """What is printed on a thing, what is in a place and beside it, or what an action takes: nothing that a player may not know."""
        try:
            print("\n".join(self.screen.card(name)))
        except NotUnderstood as fault:
            with suppress(NotUnderstood):
                print("\n".join(self.screen.place(name, view(self.game, seat))))
                return False
            _say(self.screen.action(name) or [f"  {fault}"])
        return False

    def _tell_all(self, seat: int) -> bool:
        _say(as_lines(Narrator(self.ruleset, self.names).tell(self._events(seat, 0)))[-_LOG_LINES:])
        return False

    def _undo(self, seat: int) -> bool:
        """Take back the person's last answer, and what bots and people who agree have answered since; all of it or nothing."""
        agreed = {*self.bots, *(self.people if self.alone else ())}
        gone: list[dict[str, Any]] = []
        # One person alone has answered for all, but did not give what is agreed to for it.
        while not gone or (self.alone and gone[-1]["site"].endswith(CONSENT)):
            try:
                gone += self.game.undo(self._last_of_people(seat) if self.alone else seat, agreed)
            except NeedsConsent as asked:
                others = [_number(other) for other in asked.seats]
                if not self._agree(others):
                    return False
                agreed |= set(others)
            except Refused as fault:
                nothing = fault.reason == taking_back.NOTHING
                _say(["  there is nothing of yours to take back" if nothing else f"  that cannot be taken back: {safe(fault.reason)}"])
                break
        if self.recorder is not None:
            self.recorder.undone(gone)
        self._forget_from(self._last_event() + 1)
        if gone:
            print("  taken back")
        return bool(gone)

    def _last_of_people(self, seat: int) -> int:
        """The seat of a person that answered last; `seat` if none has."""
        given = (_number(one["seat"]) for one in reversed(taking_back.kept(self.game)))
        return next((one for one in given if one in self.people), seat)

    def _agree(self, seats: list[int]) -> bool:
        """Ask people whether what they have answered is taken back too."""
        for seat in seats:
            name = self.names.of(f"seat:{seat}")
            _say([f"  {name} has answered since: does {name} take that back too? (yes or no)"])
            if (read_line("> ") or "no").strip().casefold() not in ("yes", "y"):
                _say([f"  that cannot be taken back: {name} does not agree"])
                return False
        return True

    def _concede(self, seat: int) -> bool:
        if handing.at_a_screen() and not _sure(f"{self.names.of(f'seat:{seat}')} gives up for good?"):
            return False
        self.game.concede(seat)
        said = [event["n"] for event in self.game.events() if event["event"] == "concede"]
        self._forget_from(said[-1])  # giving up breaks off what was under way
        if self.recorder is not None:
            self.recorder.conceded(f"seat:{seat}")
        return True

    def _save(self, path: str) -> bool:
        target = os.path.expanduser(path) or self.save_path
        if not target:
            print("  where? `save FILE`")
            return False
        try:
            write_whole(target, files.save(self.game, undo=True).encode())
            self.kept = self.game.inputs
            _say([f"  saved as {safe(target)}; `--load {safe(target)}` goes on with it"])
        except UsageError as fault:
            _say([f"  {safe(str(fault))}"])
        return False

    def _leave(self) -> bool:
        """Leave the game, which is kept where it was said; at a screen a game that is kept nowhere is left at the second word only."""
        if self.save_path:
            self._save(self.save_path)
        if self.game.inputs not in (self.kept, self.warned) and handing.at_a_screen():
            self.warned = self.game.inputs
            _say(["  this game would be lost: `save FILE` keeps it, `quit` once more leaves it"])
            return False
        self.left = True
        return True

    def _help(self, pending: Mapping[str, Any]) -> bool:
        _say([f"  answer: {how_to_answer(pending)}"])
        for word, meaning in COMMANDS.items():
            print("\n".join(wrapped(f"  {word.ljust(8)} {meaning}", " " * 11)))
        return False


def _number(seat: str) -> int:
    """The number of a seat (`seat:1`)."""
    return int(seat.rpartition(":")[2])


def _say(lines: list[str]) -> None:
    """Lines at the width of the terminal; what goes on below one stands further in."""
    for line in lines:
        print("\n".join(wrapped(line, " " * (len(line) - len(line.lstrip()) + 2))))


def _sure(question: str) -> bool:
    _say([f"  {question} (yes or no)"])
    return (read_line("> ") or "no").strip().casefold() in ("yes", "y")


def read_line(prompt: str) -> str | None:
    """A line that was typed; None, and a word why, at the end of the input or at Ctrl-C. What comes from a pipe is repeated: a transcript can be read."""
    try:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        print("\ninterrupted")
        return None
    if not line:
        print("\nthe input has ended")
        return None
    if not sys.stdin.isatty():
        print(safe(line.rstrip("\n")))
    return line.rstrip("\n")
