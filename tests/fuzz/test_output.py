"""What content is called never steers what is written: the same words, marks and files come out, whatever stands in names and texts.

One small game has a name of the stranger's in every place where content may put words. A ruleset of somebody else's may hold there what the compiler refuses,
so the words are put into the compiled document.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulewright.dsl.packfiles import MANIFEST, PackFiles
from rulewright.dsl.verify import verify

from .chain import command, compiled, printable, with_needed
from .mutation import NASTY

WORD = "Qplaceq"
GAME = """
kind room is field { }
player "Qplaceq North" { }
player "Qplaceq South" { }
fighter "Qplaceq Ada" { for: "Qplaceq North"   health: 3   starts_in: "Qplaceq Hall" }
fighter "Bo" { for: "Qplaceq South"   health: 3   starts_in: "Qplaceq Yard" }
zone deck: list of card seen by nobody
card "Qplaceq Card" x3 { starts_in: deck   text: "Qplaceq" }
board "Qplaceq Keep" {
  space_kind: room
  area "Qplaceq Wing" { room "Qplaceq Hall" }
  room "Qplaceq Yard"
  path "Qplaceq Hall" -- "Qplaceq Yard"
}
verb hit who: fighter {
  text: "Qplaceq hits {who}"
  who.damage += 1
  say "Qplaceq said of {who}"
  may "Qplaceq?" by who { put top(deck, 1) into "Qplaceq North" }
  choose option by who {
    option "Qplaceq one" { }
    option "Qplaceq two" { say "two" }
  }
}
rule "Qplaceq Rule" { whenever a fighter as f where f.damage > 2 { triumph [who_has_won] } }
define who_has_won = the_player("Qplaceq North")
define the_player(p: player) = p
sequence game {
  repeat up to 40 times while "Bo".damage < 3 { hit "Bo"; hit "Qplaceq Ada" }
}
always "Bo".damage < 9 because "Qplaceq reason"
test "Qplaceq holds" { hit "Bo"; expect "Bo".damage is 1 }
test "Qplaceq fails" { hit "Qplaceq Ada"; expect "Qplaceq Ada".damage is 7 and "Bo".damage is 0 }
policy { simultaneous: printed_order; watchers: present; step_handlers: fixed; impossible: skip; target: any_part; attachments: box; windows: able
  on_limit: stop }
"""
HEAD = f"""id: strange
title: {WORD} Title
version: "1.0.0"
language: 1
licence: CC0-1.0
requires: [core]
game:
  title: {WORD} Game
  start: game
  seats: {{kind: player, min: 2, max: 2, sides: each}}
"""
WHOLE = [word for word in NASTY if "\ud800" not in word]
STRANGE = ["".join(WHOLE[:22]), "".join(WHOLE[22:40]), "".join(WHOLE[40:]), "\ud800", "::error::##[error]", "</text><script>alert(1)</script>"]


@cache
def plain() -> dict[str, Any]:
    ruleset: dict[str, Any] = compiled(with_needed(PackFiles("strange", {MANIFEST: HEAD.encode(), "page.rw": GAME.encode()}, True))).rulesets["strange"]
    return ruleset


def called(word: str) -> dict[str, Any]:
    """The game with other words where the stranger's stand, also as the name of its file."""
    text = json.dumps(plain()).replace(WORD, json.dumps(word)[1:-1]).replace("page.rw", json.dumps(word + "page.rw")[1:-1])
    document: dict[str, Any] = json.loads(text)
    return document


class Desk:
    """A folder with the ruleset in it, and the commands that read it."""

    def __init__(self, folder: Path, word: str) -> None:
        self.folder, self.game = folder, folder / "game.json"
        self.game.write_text(json.dumps(called(word)), "utf-8")

    def said(self, name: str, *more: str) -> str:
        """What a command prints: nothing that a terminal obeys."""
        text = command(name, str(self.game), *more)[1]
        printable(text.replace(str(self.folder), ""), keep="\n")
        if "--format" not in more and "-o" not in more:
            assert not re.search(r"^\s*::|##(vso)?\[", text, re.MULTILINE), "a machine that runs CI would obey it"
        return text

    def written(self, file: str, name: str, *more: str) -> str:
        """What a command writes into a file of the given name."""
        self.said(name, *more, str(self.folder / file))
        return (self.folder / file).read_text("utf-8")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Desk]:
    made: list[Desk] = []
    monkeypatch.chdir(tmp_path)

    def make(word: str) -> Desk:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Desk(folder, word))
        return made[-1]

    return make


def marks(xml: str) -> set[tuple[str, tuple[str, ...]]]:
    """The elements of a document, each with the names of its attributes."""
    return {(element.tag, tuple(sorted(element.attrib))) for element in ElementTree.fromstring(xml).iter()}


def shape(dot: str) -> str:
    """A graph's text without what stands in quotes."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', dot)


def test_the_words_are_everywhere() -> None:
    assert verify(plain()) == [] and json.dumps(plain()).count(WORD) > 20


@pytest.mark.parametrize("ident", ["../up", "up/../..", "/tmp/x", "a\x1b[2J", "CON", "..", ".", "a b", "a" * 300, "a\\b"], ids=ascii)
def test_a_pack_is_called_by_a_plain_word(ident: str) -> None:
    """Logs and folders are called by it, in somebody else's ruleset too."""
    text = json.dumps(plain()).replace("strange:", json.dumps(ident)[1:-1] + ":").replace('"strange"', json.dumps(ident))
    assert any(fault.code == "wrong-id" for fault in verify(json.loads(text)))


@pytest.mark.parametrize("word", STRANGE, ids=ascii)
def test_names_cannot_steer_what_is_written(word: str, desk: Callable[[str], Desk]) -> None:
    here, there = desk(word), desk("Plain")
    if verify(called(word)):
        assert "faults" in here.said("validate")
        return
    for argv in (["validate"], ["test"], ["test", "--coverage"], ["simulate", "--games", "2", "--check"], ["play", "--seat", "all=random", "--seed", "1"]):
        here.said(*argv)
    for argv in (["test", "--format", "json"], ["simulate", "--games", "2", "--format", "json"], ["graph", "--format", "json", "-o", "-"]):
        assert json.loads(here.said(*argv)).keys() == json.loads(there.said(*argv)).keys()
    assert marks(here.said("test", "--format", "junit")) == marks(there.said("test", "--format", "junit"))
    assert marks(here.written("map.svg", "graph", "-o")) <= marks(there.written("map.svg", "graph", "-o")) | marks(there.said("graph", "-o", "-"))
    assert shape(here.said("graph", "--format", "dot", "-o", "-")) == shape(there.said("graph", "--format", "dot", "-o", "-"))
    logs = [one.written("game.log", "play", "--seat", "all=random", "--seed", "1", "--log").split("\n")[:-1] for one in (here, there)]
    assert [json.loads(line).keys() for line in logs[0]] == [json.loads(line).keys() for line in logs[1]]
    code, story = command("replay", str(here.folder / "game.log"), "--against", str(here.game), "--story")
    printable(story.replace(str(here.folder), ""), keep="\n")
    assert code == 0
    assert sorted(path.name for path in here.folder.iterdir()) == ["game.json", "game.log", "map.svg"]
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["0", "1"]


@pytest.mark.parametrize("word", [*STRANGE[:5], "\x00", "../", "/etc/passwd", "C:\\", "self", "a" * 300, " ", "\ufeff"], ids=ascii)
def test_what_is_typed_comes_back_harmless(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a path, a game, a code, a seat, an option, a seed. What lies around the folder is the test's own too."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    (here / "game.json").write_text(json.dumps(plain()), "utf-8")
    before = sorted(path.name for path in here.iterdir())
    for name in ("check", "test", "play", "graph", "simulate", "replay", "explain", "validate", "fmt"):
        if not word.startswith("-"):
            printable(command(name, word)[1], keep="\n")
    for flag in ("--seat", "--option", "--load", "--players", "--packs"):
        printable(command("play", "game.json", f"{flag}={word}")[1], keep="\n")
    for name in ("play", "simulate"):
        printable(command(name, "game.json", "--seat=all=random", f"--seed={word}", *(["--games=1"] if name == "simulate" else []))[1], keep="\n")
    assert sorted(path.name for path in here.iterdir()) == before
