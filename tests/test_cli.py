"""The command as a person, a pipe and a CI meet it."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.problems import Label, catalogue
from rulewright.dsl.source import Source, Span
from rulewright.tools import cli
from rulewright.tools.commands.validate import document_faults
from rulewright.tools.findings import as_text
from rulewright.tools.terminal import safe, width

HEAD = 'id: frost\ntitle: Frost\nversion: "1.0.0"\nlanguage: 1\n'


@pytest.fixture
def frost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a pack `frost` whose manifest misspells one key."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "frost").mkdir()
    (tmp_path / "frost" / "pack.yaml").write_text(HEAD + "licence: MIT\nauthers: [Ann]\n")
    return tmp_path


def test_every_command_is_what_the_dispatcher_expects() -> None:
    for name in cli.command_names():
        module = cli.command(name)
        assert name == module.NAME and module.HELP and f"rulewright {name}" in module.EXAMPLES


@pytest.mark.parametrize("name", cli.command_names())
def test_help_shows_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    assert "examples:\n  rulewright " in capsys.readouterr().out


@pytest.mark.parametrize("line", ["", "chek x", "check", "check nowhere", "check . --format xml", "explain no-such-code", "validate nowhere"])
def test_what_cannot_be_understood_exits_with_2(line: str, capsys: pytest.CaptureFixture[str], frost: Path) -> None:
    (frost / "frost" / "pack.yaml").unlink()
    assert cli.main(line.split()) == 2
    said = capsys.readouterr()
    assert "Traceback" not in said.err and (said.err or said.out)


def test_a_path_with_blanks_and_signs_is_said_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "Battle of X #1, 100 % 'caf\u00e9' (2)" / "my pack"
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEAD.replace("frost", "mine") + "licence: MIT\nrequires: [core]\n")
    (folder / "cards.rw").write_text('card "Shard" { glow: 3 }\n')
    shown = f"{folder.relative_to(tmp_path).as_posix()}/cards.rw"
    assert cli.main(["check", str(folder.relative_to(tmp_path))]) == 1
    assert capsys.readouterr().out.startswith(f"{shown}:1:16: error[unknown-field]: ")
    assert cli.main(["check", folder.parent.name, "--format", "json"]) == 1
    [problem] = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["file"], problem["line"], problem["column"]) == (shown, 1, 16)


def test_a_ruleset_saved_by_a_shell_or_an_editor_is_told_how_to_be_saved() -> None:
    assert document_faults("{}".encode("utf-8-sig"))[0][1].startswith("the file begins as a mark of byte order")
    assert document_faults("{}".encode("utf-16"))[0][1].startswith("the file begins as UTF-16")


def test_a_near_word_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", "manifest-qoute"]) == 2
    assert "did you mean `manifest-quote`" in capsys.readouterr().err


def test_explain_prints_the_page_of_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    for code, row in catalogue().items():
        assert cli.main(["explain", code]) == 0
        page = capsys.readouterr().out
        assert f"[{code}]" in page and row.why in page


def test_check_underlines_the_place_and_exits_with_1(frost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "frost"]) == 1
    out = capsys.readouterr().out
    assert "frost/pack.yaml:6:1: error[manifest-unknown-key]: `authers` is not a key of the manifest\n" in out
    assert "    6 | authers: [Ann]\n      | ^^^^^^^\n  help: did you mean `authors`?\n" in out
    assert "1 error" in out


def test_check_as_json(frost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "frost", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    [problem] = report["problems"]
    assert {key: problem[key] for key in ("code", "severity", "file", "line", "column", "end_line", "end_column", "help", "labels")} == {
        "code": "manifest-unknown-key", "severity": "error", "file": "frost/pack.yaml", "line": 6, "column": 1, "end_line": 6, "end_column": 8,
        "help": "did you mean `authors`?", "labels": [],
    }  # fmt: skip
    assert report["read"]


def test_check_for_a_pull_request(frost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What an author wrote is escaped, so that it cannot be a command to the machine that runs the CI."""
    (frost / "frost" / "a,b.rw").write_text('define x = 1 % 2\n')
    assert cli.main(["check", "frost", "--format", "github"]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("::error file=frost/a%2Cb.rw,line=1,col=") and "%25" in first and "%0Ain: define x%0A" in first
    assert last == "::error file=frost/pack.yaml,line=6,col=1,endLine=6,title=manifest-unknown-key::`authers` is not a key of the manifest" \
        "%0Ahelp: did you mean `authors`?"


def test_check_as_sarif(frost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "frost", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    [run] = log["runs"]
    [result] = run["results"]
    assert log["version"] == "2.1.0" and run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "manifest-unknown-key"
    assert result["level"] == "error" and result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "frost/pack.yaml"},
        "region": {"startLine": 6, "startColumn": 1, "endLine": 6, "endColumn": 8},
    }
    (frost / "frost" / "pack.yaml").write_text(HEAD + "licence: MIT\n")
    assert cli.main(["check", "frost", "--format", "sarif"]) == 0 and json.loads(capsys.readouterr().out)["runs"][0]["results"] == []
    assert cli.main(["check", "frost", "--quiet"]) == 0 and cli.main(["check", "frost", "--format", "github"]) == 0 and capsys.readouterr().out == ""
    assert cli.main(["check", "frost", "--format", "sarif", "--homebrew"]) == 2


def test_compile_leaves_an_old_file_alone_when_there_are_errors(frost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (frost / "old.json").write_text("old")
    assert cli.main(["compile", "frost", "-o", "old.json"]) == 1
    assert (frost / "old.json").read_text() == "old"
    assert "nothing was written" in capsys.readouterr().err


def test_a_bug_is_one_line_and_exit_code_70(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(cli.command("explain"), "run", broken)
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    assert cli.main(["explain"]) == 70
    err = capsys.readouterr().err
    assert "this is a bug in Rulewright" in err and "Traceback" not in err
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    assert cli.main(["explain"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.command("explain"), "run", interrupted)
    assert cli.main(["explain"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_pipe_whose_reader_leaves_is_quiet() -> None:
    process = subprocess.Popen([sys.executable, "-m", "rulewright", "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), error) == (141, b"")


def test_content_cannot_steer_the_terminal() -> None:
    source = Source("x.rw", "a \x1b[31m \u202e\tb 漢字 c\n")
    row = catalogue()["manifest-unknown-key"]
    text = as_text(row.at(Span("x.rw", 13, 14), labels=[Label(Span("x.rw", 0, 1), "\x07 here")], key="\x1b]0;x\x07", name="it"), {"x.rw": source})
    assert not any((ord(c) < 32 and c != "\n") or c in "\u202e\x7f" for c in text)
    line, under = text.splitlines()[1:3]
    assert "\\x1b[31m" in line and "\\u202e" in line
    assert width(line[: line.index("字")]) == under.index("^")  # column 14 is 字
    assert safe("plain é") == "plain é"


def test_colour_is_for_terminals_only(frost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["check", "frost"])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not JSON"), (b"\xff", "not UTF-8"), (b"[]", "not a ruleset"), (b'{"format": "x"}', "not a ruleset"), (b"[" * 100_000, "nested too deeply"),
        (b'{"a": 1, "a": 2}', "stands twice"), (b'{"a": NaN}', "not JSON"), (b'{"a": 1.5}', "whole numbers"), (b'{"a": ' + b"9" * 5000 + b"}", "not JSON"),
    ],
    ids=range(9),
)  # fmt: skip
def test_validate_refuses_what_is_no_ruleset(data: bytes, said: str) -> None:
    [(_, message)] = document_faults(data)
    assert said in message
