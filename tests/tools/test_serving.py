"""A game over lines of JSON: each request gets one reply, a program can play a whole game by them, and nothing that it sends can hurt."""
from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime.game import Game
from rulewright.runtime.view import view, view_hash
from rulewright.tools.cli import main
from rulewright.tools.loading import load_game
from rulewright.tools.players import seat_names
from rulewright.tools.serving import KINDS, MAX_LINE, Server, lines_of, serve

DUEL = str(Path(__file__).parent.parent / "data" / "duel")
WALKERS = str(Path(__file__).parent.parent / "meaning" / "walkers")
RULESET = load_game(DUEL)


def server(seed: str = "4", kinds: tuple[str, ...] = ("human", "human")) -> Server:
    return Server(RULESET, Game(RULESET, seats=2, seed=seed, verified=True), list(kinds), seed)


def ask(at: Server, **request: Any) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(json.dumps(at.answer(json.dumps(request).encode())))
    return said


def first(pending: dict[str, Any]) -> Any:
    """Some legal answer: to end what can be ended."""
    if pending.get("else") is not None:
        return pending["else"]
    ids = [option["id"] for option in pending["options"]]
    return {"may": "no", "some": ids[: pending.get("min", 0)], "order": ids, "number": pending.get("min")}.get(pending["kind"], ids[0] if ids else None)


def test_it_says_who_plays_and_what_is_asked_before_anything_else() -> None:
    said: list[bytes] = []
    serve(server(kinds=("human", "random")), [b'{"do": "pending"}\n', b"  \n"], said.append)
    greeting, reply = (json.loads(line) for line in said)
    assert greeting["protocol"] == 1 and greeting["pending"] == reply["pending"]
    assert greeting["seats"] == [{"id": "seat:0", "name": "Ann", "who": "human"}, {"id": "seat:1", "name": "Bob", "who": "random"}]
    assert seat_names(RULESET)[:2] == ["Ann", "Bob"]
    assert reply["words"] == {"question": "Ann: what will you do?", "options": ["play", "walk"]}


def test_a_game_is_played_saved_and_gone_on_with() -> None:
    at = server(kinds=("human", "random"))
    pending = ask(at, do="pending")["pending"]
    save = None
    for turn in range(400):
        if "options" not in pending:
            break
        assert pending["seat"] == "seat:0"
        if turn == 3:
            save = ask(at, do="save")["save"]
            before = ask(at, do="view", seat="seat:0")
        pending = ask(at, do="answer", n=pending["n"], seat="seat:0", answer=first(pending))["pending"]
    assert "result" in pending and save is not None
    assert ask(at, do="answer", answer="pass") == {"error": "nothing is asked"}
    again = ask(at, do="load", save=save)
    assert again["pending"]["seat"] == "seat:0" and ask(at, do="view", seat="seat:0") == before
    assert ask(at, do="concede", seat="seat:0")["pending"]["result"]["winners"] == ["seat:1"]


def test_an_answer_is_taken_back_and_who_has_answered_since_is_asked() -> None:
    at = server()
    asked = ask(at, do="pending")
    ask(at, do="news", seat="seat:0")
    ask(at, do="answer", answer="walk")
    assert ask(at, do="undo", seat="seat:0") == {"gone": [{"seat": "seat:0", "answer": "walk"}], **asked}
    walkers = load_game(WALKERS)
    at = Server(walkers, Game(walkers, seats=2, seed="4", verified=True), ["human", "human"], "4")
    before = ask(at, do="pending")
    ask(at, do="news", seat="seat:0")
    ask(at, do="answer", answer="stand")
    ask(at, do="answer", answer="stand")
    refused = ask(at, do="undo", seat="seat:0")
    assert refused["consent"] == ["seat:1"] and "must agree" in refused["error"] and at.game.pending()["seat"] == "seat:0"
    gone = [{"seat": "seat:1", "answer": "stand"}, {"seat": "seat:0", "answer": "stand"}]
    assert ask(at, do="undo", seat="seat:0", consent=refused["consent"]) == {"gone": gone, **before}
    assert ask(at, do="news", seat="seat:0") == {"news": [], "lines": []}


def test_what_bots_have_answered_goes_with_it() -> None:
    walkers = load_game(WALKERS)
    at = Server(walkers, Game(walkers, seats=2, seed="4", verified=True), ["human", "random"], "4")
    before = ask(at, do="pending")
    assert ask(at, do="answer", answer="stand")["pending"]["seat"] == "seat:0"
    taken = ask(at, do="undo", seat="seat:0")
    assert [one["seat"] for one in taken.pop("gone")] == ["seat:1", "seat:0"] and taken == before


def test_each_seat_gets_its_own_view_and_each_event_once() -> None:
    at = server()
    for seat in (0, 1):
        shown = ask(at, do="view", seat=f"seat:{seat}")
        assert shown == {"view": view(at.game, seat), "hash": view_hash(at.game, seat)}
    news = ask(at, do="news", seat="seat:0")
    assert {line["text"] for line in news["lines"] if not line["heading"]} >= {"deck is shuffled"} and news["news"][0]["n"] == 0
    assert ask(at, do="news", seat="seat:0") == {"news": [], "lines": []}
    assert ask(at, do="news", seat=None)["news"] != []


@pytest.mark.parametrize(("line", "said"), [
    ("nonsense", "one line of JSON in UTF-8"),
    ("[]", 'an object such as {"do": "pending"}'),
    ('{"do": "dance"}', "what it can do: pending, view, news"),
    ('{"do": "view"}', "`view` must say `seat`"),
    ('{"do": "view", "seat": "seat:0", "sea": 1}', "`view` knows no `sea`"),
    ('{"do": "view", "seat": "seat:2"}', "there is no seat `seat:2`: they are `seat:0` to `seat:1`"),
    ('{"do": "view", "seat": 0.5}', "one line of JSON"),
    ('{"do": "answer", "answer": "dance"}', "`dance` is not offered"),
    ('{"do": "answer", "answer": {"a": [1]}}', "named by its id"),
    ('{"do": "answer", "answer": "pass", "seat": "seat:1"}', "`seat:0` is asked, not `seat:1`"),
    ('{"do": "answer", "answer": "pass", "n": 99}', "stale"),
    ('{"do": "load", "save": "{}"}', "format"),
    ('{"do": "undo", "seat": "seat:0"}', "nothing of this seat to take back"),
    ('{"do": "undo", "seat": "seat:0", "consent": "seat:1"}', "`consent` must be a list of seats"),
    ('{"do": "load", "save": {}}', "`save` must be the text that a `save` gave"),
    ('{"do": "concede", "seat": null}', "there is no seat `None`"),
])  # fmt: skip
def test_what_cannot_be_met_is_said_and_changes_nothing(line: str, said: str) -> None:
    at = server()
    before = at.game.hash()
    reply = at.answer(line.encode())
    assert list(reply) == ["error"] and said in reply["error"]
    assert at.game.hash() == before and ask(at, do="pending", id=[1]).pop("id") == [1]


@pytest.mark.parametrize("line", ['{"do": "dance", "id": 7}', '{"do": "view", "id": 7}', '{"id": 7}', '{"do": "view", "seat": "seat:9", "id": 7}'])
def test_a_request_that_cannot_be_met_has_its_id_in_the_reply(line: str) -> None:
    reply = server().answer(line.encode())
    assert list(reply) == ["id", "error"] and reply["id"] == 7


def test_a_line_that_is_too_long_is_one_request_whatever_stands_in_it() -> None:
    stream = BytesIO(b" " * (MAX_LINE + 1) + b'{"do":"save"}\n{"do":"pending"}\n\n{"do":"pend')
    said: list[bytes] = []
    serve(server(), lines_of(stream.readline), said.append)
    long, whole, cut = (json.loads(line) for line in said[1:])
    assert "at most 64 MiB" in long["error"] and "pending" in whole and "one line of JSON" in cut["error"]


VALUES = st.sampled_from([None, True, 0, -1, 10**40, "", "seat:0", "seat:²", "pass", "walk", [], ["seat:1"], [[]], {}, {"walk": 1}, '{"format": "x"}'])
FIELDS = st.sampled_from(sorted({key for kind in KINDS.values() for key in (*kind.must, *kind.may, "id")}))


@settings(max_examples=40)
@given(st.lists(st.one_of(
    st.sampled_from([b"", b"{", b"\xff", b"\xed\xa0\x80", b'{"do": 1}', b'{"do": "save", "do": "save"}', b"[" * 5000, b"1e9", b'"\\ud800"']),
    st.builds(lambda do, more: json.dumps({**more, "do": do}).encode(), st.sampled_from(sorted(KINDS)), st.dictionaries(FIELDS, VALUES, max_size=3)),
), max_size=6))  # fmt: skip
def test_any_lines_get_a_line_each(lines: list[bytes]) -> None:
    at = server()
    for line in lines:
        reply = at.answer(line)
        assert json.loads(json.dumps(reply)) and ("error" in reply) == (set(reply) - {"id"} == {"error"})


def test_the_command_speaks_over_pipes() -> None:
    requests = b'{"do": "answer", "answer": "pass", "id": "\xc3\xa9"}\n\xff\n{"do": "pending"}'
    done = subprocess.run([sys.executable, "-m", "rulewright", "serve", DUEL, "--seed", "4"], input=requests, capture_output=True, check=True)
    greeting, passed, fault, pending = (json.loads(line) for line in done.stdout.splitlines())
    assert (greeting["title"], passed["id"], passed["pending"]) == ("Duel", "é", pending["pending"]) and "UTF-8" in fault["error"] and done.stderr == b""


def test_what_cannot_be_served(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", DUEL, "--seat", "3=random"]) == 2 and "there is no seat 3" in capsys.readouterr().err
    assert main(["serve", DUEL, "--load", "s", "--seed", "1"]) == 2 and "has its seed" in capsys.readouterr().err
    (tmp_path / "s").write_text("{}", "utf-8")
    assert main(["serve", DUEL, "--load", str(tmp_path / "s")]) == 1 and "cannot begin" in capsys.readouterr().err
