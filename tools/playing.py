"""Whole games of bots: one game, many games in several processes, and the log of one that failed."""
from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any, TextIO

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trial import stopped
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import Look

from .advised import AdvisedBot
from .bots import Player, RandomBot, own_stream
from .names import Names
from .players import bots, seat_names
from .probe import ProbeBot
from .simulation import Played
from .usage import UsageError
from .watching import Watching
from .writing import write_whole


@dataclass(frozen=True)
class Match:
    """What all games of a simulation share: the (verified) ruleset, the seed, the bots by seat, the options, whether invariants are tested at each step and
    whether each game is played again from its answers.
    """

    ruleset: dict[str, Any]
    seed: str
    bots: list[str]
    options: dict[str, Any]
    watch: bool = False
    label: str = ""
    """What tells the match from others of the same seed; a part of the names of files."""
    replay: bool = False

    def seed_of(self, number: int) -> str:
        """The seed of a game."""
        return f"{self.seed}/{number}"


def bot(kind: str, seat: int, seed: str, ruleset: Mapping[str, Any] | None = None) -> Player:
    """The bot of a seat in the game of a seed: `random`, `probe`, or the id of one of the ruleset's."""
    stream = own_stream(seat, seed)
    record = next((one for one in bots(ruleset) if one["id"] == kind), None) if ruleset is not None else None
    if record is not None:
        return AdvisedBot(record, stream)
    return ProbeBot(stream) if kind == "probe" else RandomBot(stream)


def play_game(match: Match, number: int) -> Played:
    """One game to its end. A bug is the fault of that one game and does not end the others."""
    return Games(match).play(number)


class Games:
    """The games of a match one after the other. What is compiled for one serves the next."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: Game | None = None
        self.watching = Watching(match.ruleset, Names(match.ruleset, seat_names(match.ruleset, match.options)))
        self.known: frozenset[str] = frozenset()

    def play(self, number: int) -> Played:
        """One game to its end. A bug is the fault of that one game and does not end the others."""
        try:
            seed = self.match.seed_of(number)
            answers: list[Any] = []
            played = self._play(number, self._begun(seed, answers))
            if not self.match.replay or played.fault is not None:
                return played
            return replace(played, fault=self._difference(seed, answers, played.hash))
        except Exception as bug:  # what a run of thousands of games is for is to find these
            self.game = None
            return Played(number, (), "bug", 0, f"a bug in Rulewright: {type(bug).__name__}: {bug}")

    def _begun(self, seed: str, answers: list[Any]) -> Game:
        match = self.match
        players = {seat: bot(kind, seat, seed, match.ruleset) for seat, kind in enumerate(match.bots)}
        if match.replay:
            players = {seat: _heard(player, answers) for seat, player in players.items()}
        game = self._again(seed, players)
        game.watch = match.watch
        self.watching.begin(game.core)
        game.heard = self.watching.heard
        return game

    def _again(self, seed: str, players: dict[int, Player]) -> Game:
        match = self.match
        if self.game is None:
            self.game = Game(match.ruleset, seats=len(match.bots), options=match.options, seed=seed, players=players, history=False, verified=True)
        else:
            self.game.core.players = dict(players)
            self.game.again(seed)
        return self.game

    def _difference(self, seed: str, answers: list[Any], last: str) -> str | None:
        """What a game with this last state comes to when it is played again from its answers, if that is another state."""
        given = iter(answers)
        game = self._again(seed, dict.fromkeys(range(len(self.match.bots)), lambda look, pending: next(given)))
        game.watch, game.heard = False, None
        try:
            game.run()
        except Refused:
            return "played again from its answers, the game asks for others"
        return None if game.hash() == last else "played again from its answers, the game ends in another state"

    def _play(self, number: int, game: Game) -> Played:
        ended, seen, names = game.run(), self.watching, self.watching.names
        new = frozenset(game.ran - self.known)
        self.known |= new
        fault = stopped(ended["stopped"]) if "stopped" in ended else None
        result = ended.get("result") or {"winners": [], "rule": "", "why": "stopped"}
        winners = tuple(sorted(names.of(seat) for seat in result["winners"]))
        cause = result["why"] if fault is not None else seen.cause or names.rule(result["rule"] or "") or str(result["why"])
        runs = dict(game.core.meta["runs"])
        return Played(number, winners, cause, game.inputs, fault, game.hash(), runs, dict(seen.held), dict(seen.used), new)


def _heard(player: Player, answers: list[Any]) -> Player:
    """A player whose answers are noted."""

    def answer(look: Any, pending: Mapping[str, Any]) -> Any:
        answers.append(given := player(look, pending))
        return given

    return answer


def simulate(match: Match, games: int, jobs: int, progress: TextIO) -> list[Played]:
    """All games, in the order of their numbers, in up to `jobs` processes; how far it is on a terminal."""
    shown = progress.isatty()
    played: list[Played] = []
    for one in _played(match, games, min(jobs, games)):
        played.append(one)
        if shown and (len(played) % max(1, games // 100) == 0 or len(played) == games):
            progress.write(f"\r{len(played)} of {games} games")
            progress.flush()
    if shown:
        progress.write("\r" + " " * 40 + "\r")
    return sorted(played, key=lambda one: one.number)


def _played(match: Match, games: int, jobs: int) -> Iterator[Played]:
    if jobs <= 1:
        yield from map(Games(match).play, range(games))
        return
    with _context().Pool(jobs, initializer=_begin_worker, initargs=(match,)) as pool:
        yield from pool.imap_unordered(_play_numbered, range(games), chunksize=max(1, games // (jobs * 16)))


def _context() -> BaseContext:
    """A process that begins as a copy of this one begins at once; where that is not safe, it begins anew and reads everything again."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn")


_games: Games | None = None


def leave_interrupts() -> None:
    """In a worker: Ctrl-C reaches every process of a terminal, and the one that has the workers ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _begin_worker(match: Match) -> None:
    global _games
    leave_interrupts()
    _games = Games(match)


def _play_numbered(number: int) -> Played:
    assert _games is not None
    return _games.play(number)


def _record(live: Game, bots: dict[int, Player], recorder: files.Recorder) -> None:
    pending = live.pending()
    while "seat" in pending:
        seat = int(pending["seat"].rpartition(":")[2])
        answer = bots[seat](Look(live, seat), pending)
        try:
            live.apply(answer)
        finally:  # the answer that ends in a bug is the one that must be in the log
            recorder.answered(pending, answer)
        pending = live.pending()
    recorder.close()


def save_failure(match: Match, game: Played, folder: str) -> str:
    """Play a game that failed once more and write its log; the path of the file."""
    seed = match.seed_of(game.number)
    playing = {seat: bot(kind, seat, seed, match.ruleset) for seat, kind in enumerate(match.bots)}
    live = Game(match.ruleset, seats=len(match.bots), options=match.options, seed=seed, verified=True, watch=match.watch)
    lines: list[str] = []
    recorder = files.Recorder(live, seed, lines.append)
    with suppress(Exception):  # the game may end in the bug for which it is saved
        _record(live, playing, recorder)
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in match.seed)[:60]
    label = f"-{match.label}" if match.label else ""
    path = Path(folder) / f"{match.ruleset['game']['pack']}{label}-{name}-{game.number}.log.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UsageError(f"`{folder}` cannot be made: {(fault.strerror or 'no reason given').lower()}") from None
    write_whole(str(path), "".join(lines).encode())
    return str(path)
