"""Saves and logs: a position or a whole game as text, and back.

A save is the state at the last checkpoint and the answers since; loading runs them again and must meet the same question and the same hash. A log is a header
and one line an input, with a hash every 20 inputs and at the end; replaying it stops at the first difference. Texts from strangers are read strictly: any text
gives a game or a `BadFile` with a reason and a place.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import reading, taking_back
from .canon import ruleset_hash
from .core import Player
from .game import Game
from .program import SEMANTICS, Record
from .reading import BadFile, Shape, kind_of, listing, number, only, optional, read_json, record
from .sound import check_state
from .trouble import Diverged, Halt, Refused

SAVE, LOG = "rulewright-save", "rulewright-log"
VERSION = 1
HASH_EVERY = 20
LONGEST_SEED = 200

_NAMED = record({"id": reading.text, "hash": reading.text, "packs": listing(reading.text)})
_HEAD: dict[str, Shape] = {"version": only(VERSION), "semantics": only(SEMANTICS), "ruleset": _NAMED}
_GIVEN = record({"site": reading.text, "seat": reading.text, "value": reading.anything})
_INPUT = record({"site": reading.text, "seat": reading.text, "value": reading.anything, "in_process": reading.truth})
_SAVE = record(
    {
        "format": only(SAVE),
        **_HEAD,
        "state": reading.anything,
        "answers": listing(_GIVEN),
        "pending": optional(record({"site": reading.text, "seat": reading.text})),
        "hash": reading.digest,
        "inputs": number(0),
    },
    {"undo": record({"state": reading.anything, "inputs": listing(_INPUT)})},
)


def _seed(value: object, place: str) -> None:
    reading.text(value, place)
    if len(str(value)) > LONGEST_SEED:
        raise BadFile(f"longer than {LONGEST_SEED} characters", place)


_HEADER = record({"format": only(LOG), **_HEAD, "seed": _seed, "seats": number(1, 1000), "options": record({}, others=reading.anything)})
_LINES: dict[str, Shape] = {
    "value": record({"seat": reading.text, "value": reading.anything}, {"site": reading.text}),
    "hash": record({"hash": reading.digest}),
    "undo": record({"undo": reading.text}),
    "concede": record({"concede": reading.text}),
}


def about(ruleset: Mapping[str, Any]) -> Record:
    """What a file says of the ruleset that it belongs to: id, hash, and the packs with their versions."""
    packs = [f"{pack['id']} {pack['version']}" for pack in ruleset["packs"]]
    return {"id": ruleset["game"]["pack"] if ruleset["game"] is not None else "", "hash": ruleset_hash(ruleset), "packs": packs}


# ---------------------------------------------------------------- saves


def save(game: Game, undo: bool = False) -> str:
    """The position of a game as a text; with `undo` also what taking back needs beyond the last checkpoint: an older state and the inputs since."""
    pending = game.pending()
    document: Record = {
        "format": SAVE,
        "version": VERSION,
        "semantics": SEMANTICS,
        "ruleset": about(game.program.source),
        "state": game.checkpoint_state(),
        "answers": game.answers,
        "pending": {"site": pending["site"], "seat": pending["seat"]} if "site" in pending else None,
        "hash": game.hash(),
        "inputs": game.inputs,
    }
    behind = taking_back.behind(game) if undo else None
    if behind is not None:
        document["undo"] = {"state": game.state_at(behind[0]), "inputs": behind[1]}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def load(ruleset: Record, text: str, *, players: Mapping[int, Player] | None = None, into: Game | None = None) -> Game:
    """The game of a save, for a ruleset that has been verified. Raises BadFile for any other text, also for a save of another ruleset.

    `into`: a game of the ruleset and the options, which goes to the position instead of a new one being made; it is lost if the save does not fit.
    """
    document = read_json(text)
    _kind(document, SAVE)
    _SAVE(document, "/")
    _same_ruleset(ruleset, document["ruleset"])
    check_state(ruleset, document["state"], "/state")
    if "undo" in document:
        check_state(ruleset, document["undo"]["state"], "/undo/state")
    before = document["inputs"] - len(document["answers"]) - len(document.get("undo", {}).get("inputs", ()))
    if before < 0:
        raise BadFile("there are more answers than inputs", "/inputs")
    game = _guarded(lambda: _resumed(ruleset, document, before, players, into), "/state")
    _must_meet(game, document)
    return game


def _resumed(ruleset: Record, document: Record, before: int, players: Mapping[int, Player] | None, into: Game | None) -> Game:
    undo = document.get("undo")
    state, answers = (document["state"], document["answers"]) if undo is None else (undo["state"], [])
    if into is not None:
        game = into
        game.restore(state, answers, inputs=before)
    else:
        game = Game.from_state(ruleset, state, answers, inputs=before, verified=True)
    own, game.core.players = game.core.players, {}
    if undo is not None:
        taking_back.follow(game, [*undo["inputs"], *document["answers"]])
    game.pending()
    game.core.players = own if players is None else dict(players)
    game.hash()
    return game


def _must_meet(game: Game, document: Record) -> None:
    pending = game.pending()
    wanted = document["pending"]
    found = {"site": pending["site"], "seat": pending["seat"]} if "site" in pending else None
    if found != wanted:
        said = [f"{one['seat']} is asked at `{one['site']}`" if one else other for one, other in ((wanted, "nothing is asked"), (found, over(pending)))]
        raise BadFile(f"the save does not belong to this position: it says that {said[0]}, but {said[1]}", "/pending")
    if game.hash() != document["hash"]:
        raise BadFile("the state has another hash than the save says", "/hash")


def _guarded(make: Callable[[], Game], place: str) -> Game:
    """What strangers wrote may fit its shapes and still make no sense to the rules: that is their fault and not a bug."""
    try:
        return make()
    except (Refused, Diverged) as fault:
        raise BadFile(str(fault), place) from None
    except Halt as halt:
        raise BadFile(f"the rules cannot go on from here: {halt.text}", place) from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError):
        raise BadFile("the state makes no sense to the rules", place) from None


def _kind(document: object, wanted: str) -> None:
    if not isinstance(document, dict):
        raise BadFile(f"must be a record, not {kind_of(document)}", "/")
    if document.get("format") != wanted:
        raise BadFile(f"must be `{wanted}`, not {reading.shown(document.get('format'))}", "/format")


def _same_ruleset(ruleset: Record, named: Record) -> None:
    own = about(ruleset)
    if named["hash"] != own["hash"]:
        theirs, ours = ", ".join(named["packs"]), ", ".join(own["packs"])
        more = "" if theirs == ours else f": it is of {theirs}, and this is {ours}"
        raise BadFile(f"the file belongs to another ruleset{more}", "/ruleset/hash")


# ---------------------------------------------------------------- logs


class Recorder:
    """Writes a log while a game is played: call `answered`, `undone` or `conceded` after each input, `close` at the end. `write` takes one line."""

    def __init__(self, game: Game, seed: str, write: Callable[[str], None]) -> None:
        self.game = game
        self._write = write
        self._since = 0
        header = {"format": LOG, "version": VERSION, "semantics": SEMANTICS, "ruleset": about(game.program.source)}
        self._line({**header, "seed": seed, "seats": len(game.core.seats), "options": dict(game.program.options)})

    def _line(self, value: Record) -> None:
        self._write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")

    def answered(self, decision: Mapping[str, Any], value: Any) -> None:
        """An answer to a decision was taken."""
        self._line({"seat": decision["seat"], "value": value, "site": decision["site"]})
        self._count()

    def undone(self, gone: Sequence[Mapping[str, Any]]) -> None:
        """Answers were taken back: what `Game.undo` gave."""
        for given in gone:
            self._line({"undo": given["seat"]})
        self._count(len(gone))

    def conceded(self, seat: str) -> None:
        """A seat gave up."""
        self._line({"concede": seat})
        self._count()

    def _count(self, inputs: int = 1) -> None:
        self._since += inputs
        if self._since >= HASH_EVERY:
            self.close()

    def close(self) -> None:
        """The hash of now."""
        self._since = 0
        self._line({"hash": self.game.hash()})


@dataclass(frozen=True)
class Divergence:
    """The first difference of a replay: which input (from 1; 0: before the first), at which line, who and where, what the log says and what was found."""

    input: int
    line: int
    seat: str
    site: str
    expected: str
    found: str


@dataclass
class Replay:
    """A replayed log: the game as far as it went, the number of inputs, and the first difference (None: there is none)."""

    game: Game
    inputs: int
    divergence: Divergence | None


def read_log(text: str) -> tuple[Record, list[Record]]:
    """The header and the lines of a log. Raises BadFile with the number of the line."""
    # Only a line feed ends a line: a name may hold what Unicode calls a line separator.
    lines = text.removesuffix("\n").split("\n")
    if not text:
        raise BadFile("the file is empty", "line 1")
    header = read_json(lines[0], "line 1")
    if not isinstance(header, dict) or header.get("format") != LOG:
        raise BadFile(f"the first line must be the header of a `{LOG}`", "line 1")
    _HEADER(header, "line 1: ")
    return header, [_read_line(line, f"line {at}") for at, line in enumerate(lines[1:], 2)]


def _read_line(text: str, place: str) -> Record:
    value = read_json(text, place)
    if not isinstance(value, dict):
        raise BadFile(f"must be a record, not {kind_of(value)}", place)
    shape = next((shape for key, shape in _LINES.items() if key in value), None)
    if shape is None:
        raise BadFile("must have one of " + ", ".join(f"`{key}`" for key in _LINES), place)
    shape(value, f"{place}: ")
    return value


def replay(ruleset: Record, text: str, same_ruleset: bool = True, into: Game | None = None) -> Replay:
    """Play a log again, to its end or to the first difference. Raises BadFile for a text that is no log, and, if asked, for a log of another ruleset.

    `into`: a game of the ruleset, the seats and the options, which starts over instead of a new one being made, for many logs of one kind of game. Raises
    ValueError for a game of others.
    """
    header, lines = read_log(text)
    if same_ruleset:
        _same_ruleset(ruleset, header["ruleset"])
    if into is not None and (len(into.core.seats), dict(into.program.options)) != (header["seats"], header["options"]):
        raise ValueError("the game to replay in has other seats or options than the log")
    game = _guarded(lambda: _begun(ruleset, header, into), "line 1")
    done = Replay(game, 0, None)
    for at, line in enumerate(lines, 2):
        difference = _step(game, line)
        done.inputs += "hash" not in line
        if difference is not None:
            asked = game.pending()
            seat = str(line.get("seat") or line.get("undo") or line.get("concede") or asked.get("seat", ""))
            done.divergence = Divergence(done.inputs, at, seat, str(asked.get("site", line.get("site", ""))), *difference)
            break
    return done


def _begun(ruleset: Record, header: Record, into: Game | None) -> Game:
    if into is None:
        return Game(ruleset, seats=header["seats"], options=header["options"], seed=header["seed"], verified=True)
    into.again(header["seed"])
    return into


def _step(game: Game, line: Record) -> tuple[str, str] | None:
    """Carry out one line; what the log says and what was found instead, None if they agree."""
    if "hash" in line:
        found = game.hash()
        return None if found == line["hash"] else (f"the state's hash is {line['hash'][:16]}", f"it is {found[:16]}")
    pending = game.pending()
    try:
        if "undo" in line:
            game.undo(line["undo"])
        elif "concede" in line:
            game.concede(line["concede"])
        else:
            site = line.get("site", pending.get("site"))
            if (line["seat"], site) != (pending.get("seat"), pending.get("site")) or "site" not in pending:
                said = f"{pending['seat']} is asked at `{pending['site']}`" if "site" in pending else over(pending)
                return f"{line['seat']} is asked" + (f" at `{site}`" if site else ""), said
            game.apply(line["value"])
    except Refused as fault:
        return f"the input {reading.shown(line.get('value', next(iter(line))))} is possible", fault.reason
    return None


def over(pending: Record) -> str:
    """Why nothing is asked, in words."""
    if "stopped" in pending:
        return f"the rules were stopped: {pending['stopped']['text']}"
    return "the game is over" if "result" in pending else "nothing is asked"
