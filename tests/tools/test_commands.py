"""The commands that play, from the command line to the exit code."""
from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.tools.cli import main

DATA = Path(__file__).parent.parent / "data"
DUEL, WRONG = str(DATA / "duel"), str(DATA / "wrong")
CROWDS = str(DATA.parent / "meaning" / "players_agree")

Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def play(monkeypatch: pytest.MonkeyPatch, capsys: Captured, typed: str, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(capsys, "play", *words)


# ---------------------------------------------------------------- test


def test_tests_that_pass(capsys: Captured) -> None:
    code, out, err = run(capsys, "test", DUEL)
    assert (code, out, err) == (0, "duel: 1 test, all passed\n", "")


REASONS = {
    "expectation": 'expect "Ann".points is 5\n  found: "Ann".points is 4',
    "answer left over": "nothing asked for the answers pass",
    "dice left over": "nobody rolled the dice 6, 6",
    "answer that is not offered": "`Knight` is not offered",
    "must be refused": "`duel:score` must be impossible, but nothing forbids it",
    "must be permitted": "`duel:walk` must be possible, but a `require` of its own does not hold",
    "answer that is missing": "the test has no answer for `choose a player`, asked of seat:0: the options are `Ann`, `Bob`",
    "passes": "",
}


def test_each_failure_says_why_and_where(capsys: Captured) -> None:
    code, out, _ = run(capsys, "test", WRONG, "--format", "json")
    report = json.loads(out)
    assert code == 1
    assert {test["name"]: test["message"] for test in report["tests"]} == REASONS
    assert (report["passed"], report["failed"]) == (1, 7)
    lines = (DATA / "wrong" / "tests.rw").read_text("utf-8").splitlines()
    assert all(lines[test["line"] - 1] == f'test "{test["name"]}" {{' and test["file"].endswith("wrong/tests.rw") for test in report["tests"])
    assert next(test["log"] for test in report["tests"] if test["name"] == "expectation") == ["Ann scores 4 points"]


def test_tests_are_chosen_by_a_part_of_their_name(capsys: Captured) -> None:
    code, out, _ = run(capsys, "test", WRONG, "-k", "PASS")
    assert (code, out) == (0, "wrong: 1 test, all passed\n")


def test_no_test_found_is_a_failure(capsys: Captured) -> None:
    code, out, err = run(capsys, "test", DUEL, "-k", "nothing like it")
    assert code == 1 and "none found" in out and "no test was found with `nothing like it` in its name" in err


def test_a_file_of_a_pack_has_its_own_tests(capsys: Captured) -> None:
    code, out, _ = run(capsys, "test", str(DATA / "duel" / "rules.rw"), "--format", "json")
    assert code == 0 and [test["name"] for test in json.loads(out)["tests"]] == ["a score is counted"]


def test_junit(capsys: Captured) -> None:
    code, out, _ = run(capsys, "test", WRONG, "--format", "junit")
    suite = ElementTree.fromstring(out).find("testsuite")
    assert code == 1 and suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("8", "7")
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert set(failed) == REASONS.keys() - {"passes"}


def test_coverage_names_what_no_test_came_by(capsys: Captured) -> None:
    code, out, _ = run(capsys, "test", DUEL, "--coverage", "--format", "json")
    coverage = json.loads(out)["coverage"][0]
    missing = {part["id"] for part in coverage["never_ran"]}
    assert code == 0 and coverage["parts"] - coverage["ran"] == len(missing)
    assert "duel:walk" in missing and "duel:score" not in missing
    assert "never ran: verb of walk (duel:walk)" in run(capsys, "test", DUEL, "--coverage")[1]


def test_random_games_show_more_of_what_runs_and_what_never_ran_can_be_a_failure(capsys: Captured) -> None:
    siege = str(DATA / "siege")
    assert "fight" in run(capsys, "test", siege, "--coverage")[1]
    code, out, err = run(capsys, "test", siege, "--coverage", "--games", "12")
    assert (code, err) == (0, "") and "never ran: verb of brood (siege:brood)" in out and "fight" not in out
    assert "siege: 6 of 7 clauses, handlers and bodies ran (85%) in tests and 12 random games\n" in out
    assert run(capsys, "test", siege, "--full", "--games", "12")[0] == 1
    coverage = json.loads(run(capsys, "test", siege, "--full", "--games", "12", "--format", "json")[1])["coverage"][0]
    assert (coverage["games"], coverage["faults"], [part["id"] for part in coverage["never_ran"]]) == (12, [], ["siege:brood"])


def test_a_game_that_the_rules_stop_fails_a_coverage(capsys: Captured, tmp_path: Path) -> None:
    pack = tmp_path / "siege"
    shutil.copytree(DATA / "siege", pack)
    rules = (pack / "rules.rw").read_text("utf-8")
    (pack / "rules.rw").write_text(rules.replace("verb relieve {", "verb relieve {\n  wall = 1 / (days - days) rounded up\n "), "utf-8")
    code, out, _ = run(capsys, "test", str(pack), "--coverage", "--games", "12")
    assert code == 1 and "stopped: game coverage/" in out and "was stopped: the rules were stopped: a number was divided by zero" in out


def test_games_are_for_coverage_only(capsys: Captured) -> None:
    code, out, err = run(capsys, "test", DUEL, "--games", "3")
    assert (code, out) == (2, "") and "add `--coverage` or `--full`" in err


def test_a_clause_is_covered_when_it_decided_something(capsys: Captured) -> None:
    def missing(*words: str) -> set[str]:
        coverage = json.loads(run(capsys, "test", "tests/data/clauses", "--coverage", "--format", "json", *words)[1])["coverage"][0]
        return {part["id"].removeprefix("clauses:") for part in coverage["never_ran"] if part["what"] == "clause"}

    rule = {f"house_rules/{kind}.1" for kind in ("forbid", "allow", "limit", "oblige", "mute", "grant")}
    assert missing("-k", "quiet") == {*rule, "ann/modify.1", "swift/modify.1", "bob/forbid.1", "steady/allow.1"}
    assert missing() == {"bob/forbid.1", "steady/allow.1"}


def test_a_pack_is_covered_by_the_tests_of_the_packs_that_use_it(capsys: Captured) -> None:
    both = json.loads(run(capsys, "test", "content/core", "tests/data/clauses", "--coverage", "--format", "json")[1])["coverage"]
    missing = {part["id"] for part in both[0]["never_ran"]}
    assert [one["pack"] for one in both] == ["core", "clauses"]
    assert "core:heal" in missing and "core:exhaust" not in missing


# ---------------------------------------------------------------- simulate


def test_the_figures_are_the_same_for_any_number_of_jobs(capsys: Captured) -> None:
    figures = []
    for jobs in ("1", "2"):
        code, out, err = run(capsys, "simulate", DUEL, "--games", "12", "--seed", "x", "--jobs", jobs, "--format", "json")
        figures.append(json.loads(out))
        assert (code, err) == (0, "")
        assert figures[-1].pop("speed")["jobs"] == int(jobs)
    assert figures[0] == figures[1]
    assert sum(row["games"] for row in figures[0]["outcomes"]) == 12


def test_games_that_the_rules_stop_are_saved_and_replay(capsys: Captured, tmp_path: Path) -> None:
    folder = str(tmp_path / "failures")
    code, out, _ = run(capsys, "simulate", DUEL, "--games", "2", "--seed", "b/7", "--option", "bomb=yes", "--failures", folder)
    logs = sorted(Path(folder).iterdir())
    assert code == 1 and "game 0 was stopped: the rules were stopped: a number was divided by zero in `duel:bomb/after.1`" in out
    assert [log.name for log in logs] == ["duel-b_7-0.log.jsonl", "duel-b_7-1.log.jsonl"]
    code, out, _ = run(capsys, "replay", str(logs[0]), "--against", DUEL)
    assert code == 0 and "everything is as it was; then the rules were stopped: a number was divided by zero in Bomb" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--option", "round=3"], "did you mean `rounds`"),
        (["--seat", "carl=random"], "there is no seat `carl`"),
        (["--seat", "ann=human"], "must be NAME=random|probe"),
        (["--players", "5"], "this game is for 2 players, not 5"),
    ],
)
def test_what_cannot_be_simulated(capsys: Captured, words: list[str], said: str) -> None:
    code, out, err = run(capsys, "simulate", DUEL, *words)
    assert (code, out) == (2, "") and said in err


def test_what_does_not_go_together_is_said_and_the_rest_is_played(capsys: Captured) -> None:
    words = ["simulate", CROWDS, "--games", "1", "--scenario", "all", "--players", "2-4"]
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert [line.partition(":")[0].partition(", ")[2] for line in out.splitlines() if line.startswith("How many")] == [
        "Crowd, 3 players", "Crowd, 4 players", "Hush, 2 players", "Hush, 3 players", "Murmur, 3 players",
    ]  # fmt: skip
    assert [line[:29] for line in out.splitlines() if line.startswith("not played")] == [
        "not played: Crowd, 2 players:", "not played: Hush, 4 players: ", "not played: Murmur, 2 players", "not played: Murmur, 4 players",
    ]  # fmt: skip
    document = json.loads(run(capsys, *words, "--format", "json")[1])
    assert len(document["runs"]) == 5 and document["not_played"][0] == {
        "scenario": "Crowd", "players": 2,
        "because": "these options do not go with 2 players: `crowd` is yes, `players` are 2 (a crowd is three at least); 3 or 4 may play",
    }  # fmt: skip


def test_where_nothing_goes_together_it_is_a_fault(capsys: Captured) -> None:
    code, out, err = run(capsys, "simulate", CROWDS, "--games", "1", "--option", "crowd=yes", "--players", "2")
    assert (code, out) == (2, "") and err.startswith("rulewright: these options do not go with 2 players") and "3 or 4 may play" in err


def test_a_library_is_no_game(capsys: Captured) -> None:
    code, _, err = run(capsys, "simulate", WRONG)
    assert code == 2 and "is a library of rules and not a game" in err


# ---------------------------------------------------------------- play


def test_bots_play_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, err = play(monkeypatch, capsys, "", DUEL, "--seat", "all=random", "--seed", "4")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[:3] == ["Duel", "  Ann: random", "  Bob: random"]
    assert "turn by Ann" in lines and any(line.startswith("  rolls d6: ") for line in lines)
    assert lines[-1] in ("Ann has won  (Victory)", "Bob has won  (Victory)")
    assert "\x1b" not in out


def test_a_scenario_is_played_by_its_name(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    siege = str(DATA / "siege")
    code, out, _ = play(monkeypatch, capsys, "", siege, "--seat", "all=random", "--seed", "4", "--scenario", "long")
    assert code == 0 and out.splitlines()[0] == "scenario Long Siege: Many weak days."
    code, other, _ = play(monkeypatch, capsys, "", siege, "--seat", "all=random", "--seed", "4", "--option", "long=yes", "--option", "strength=4")
    assert out.splitlines()[1:] == other.splitlines()
    code, _, err = play(monkeypatch, capsys, "", siege, "--scenario", "short")
    assert code == 2 and "among the scenarios: Raid, Long Siege" in err
    assert play(monkeypatch, capsys, "", DUEL, "--scenario", "short")[2] == "rulewright: the game has no scenarios\n"


def test_as_many_play_as_go_with_the_options(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    bots = ["--seat", "all=random"]
    code, out, _ = play(monkeypatch, capsys, "", CROWDS, *bots, "--scenario", "Crowd")
    assert code == 0 and [line for line in out.splitlines() if line.endswith(": random")] == ["  North: random", "  South: random", "  East: random"]
    code, out, err = play(monkeypatch, capsys, "", CROWDS, *bots, "--scenario", "Crowd", "--players", "2")
    assert (code, out) == (2, "") and "(a crowd is three at least); 3 or 4 may play" in err


def test_a_person_sees_the_table_and_answers_by_number_or_name(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, _ = play(monkeypatch, capsys, "walk\n1\n0\nhelp\nnonsense\nlog\nquit\n", DUEL, "--seed", "4")
    assert code == 0
    assert "  Ann: you" in out and "Ann: what will you do?" in out
    assert "  0  .Kn   m     .     .\n  1  .     .     m     .Ro" in out
    assert "Knight walks to" in out
    assert "`nonsense` is not an option" in out and "undo     take your last answer back" in out
    hand = next(line for line in out.splitlines() if line.startswith("  hand of Ann: "))
    assert "hidden" not in hand and "  hand of Bob: 3 hidden" in out and "  deck: 8 hidden" in out


def test_a_person_reads_cards_and_is_told_where_in_the_game_this_is(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    _, out, _ = play(monkeypatch, capsys, "look hodoon\nlook nobody\nlook\nquit\n", "content/miniatures", "--seat", "all=human", "--seed", "11")
    assert "choose a side as beginner" in out
    assert "Vindicator Hodoon: character of Alliance" in out and "armor 4, resist 2, health 8" in out and "friends beside Hodoon" in out
    assert "there is no `nobody`" in out and "which? write its name" in out
    _, out, _ = play(monkeypatch, capsys, "1\n1\nquit\n", "content/miniatures", "--seat", "all=human", "--seed", "11")
    assert "-- tick 1, Vindicator Hodoon acts --" in out and "A Alliance Camp 0,3" in out
    figures = next(re.findall(r"\S+(?: left)?", line) for line in out.splitlines() if line.strip().startswith("at  "))[1:]
    hodoon = next(line for line in out.splitlines() if re.match(r"  Vindicator Hodoon +Alliance Camp +8", line)).split()[4:]
    wanted = {"health": "8", "health left": "8", "clock": "1", "armor": "4", "resist": "2", "movement": "2"}
    assert dict(zip(figures, hodoon, strict=True)) == wanted


@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_table_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Captured, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, out, _ = play(monkeypatch, capsys, "1\n1\n1\nquit\n", "content/miniatures", "--seat", "all=human", "--seed", "11")
    assert [line for line in out.splitlines() if len(line) > int(columns)] == []


def test_the_end_of_the_input_leaves_the_game(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, _ = play(monkeypatch, capsys, "", DUEL, "--seed", "4")
    assert code == 0 and "the input has ended" in out


def test_undo_and_its_barrier(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, _ = play(monkeypatch, capsys, "undo\nwalk\nundo\npass\nundo\nquit\n", DUEL, "--seed", "4")
    assert code == 0
    assert [line.strip() for line in out.splitlines() if "taken back" in line or "take back" in line] == [
        "there is nothing of yours to take back",
        "taken back",
        "that cannot be taken back: dice or hidden things have been seen since",
    ]


def test_what_another_person_has_answered_is_taken_back_only_if_that_person_agrees(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    walkers, log = "tests/meaning/walkers", str(tmp_path / "log")
    typed = "step on\nundo\nstep on\nstand\nundo\nno\nundo\n\nundo\nyes\nstand\nquit\n"
    code, out, _ = play(monkeypatch, capsys, typed, walkers, "--seat", "all=human", "--seed", "4", "--log", log)
    assert code == 0
    assert [line.strip() for line in out.splitlines() if re.search("take|taken|agree", line)] == [
        "there is nothing of yours to take back",
        "North has answered since: does North take that back too? (yes or no)",
        "that cannot be taken back: North does not agree",
        "North has answered since: does North take that back too? (yes or no)",
        "that cannot be taken back: North does not agree",
        "North has answered since: does North take that back too? (yes or no)",
        "taken back",
    ]
    assert run(capsys, "replay", log, "--against", walkers)[0] == 0


def test_who_plays_alone_takes_back_its_last_answer_for_whomever_it_was(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, _ = play(
        monkeypatch, capsys, "step on\nundo\nstep on\nstand\nundo\nundo\nundo\nquit\n", "tests/meaning/walkers", "--seat", "all=human", "--alone", "--seed", "4"
    )
    assert code == 0
    assert [line.strip() for line in out.splitlines() if re.search("take|taken|agree", line)] == ["taken back"] * 3 + ["there is nothing of yours to take back"]


def test_what_a_bot_has_answered_goes_with_it(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, _ = play(monkeypatch, capsys, "step on\nundo\nundo\nquit\n", "tests/meaning/walkers", "--seed", "4")
    assert code == 0
    assert [line.strip() for line in out.splitlines() if re.search("take|taken|agree", line)] == ["taken back", "there is nothing of yours to take back"]


def test_conceding_ends_the_game(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    code, out, _ = play(monkeypatch, capsys, "concede\n", DUEL, "--seed", "4")
    assert code == 0 and "Ann gives up" in out and "Bob has won" in out


def test_a_saved_game_goes_on_and_a_log_replays(monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path) -> None:
    save, log = str(tmp_path / "game.save.json"), str(tmp_path / "game.log.jsonl")
    code, out, _ = play(monkeypatch, capsys, "walk\n1\n0\nundo\nquit\n", DUEL, "--seed", "4", "--save", save, "--log", log)
    assert code == 0 and "saved as" in out
    code, out, _ = play(monkeypatch, capsys, "view\n", DUEL, "--load", save)
    assert code == 0 and "Ann: " in out
    code, out, _ = run(capsys, "replay", log, "--against", DUEL, "--format", "json")
    assert code == 0 and json.loads(out)["same"] is True
    code, out, _ = run(capsys, "replay", log, "--against", DUEL, "--story")
    assert code == 0 and "Knight walks to" in out


def test_a_changed_log_names_input_site_and_rule(monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path) -> None:
    log = tmp_path / "game.log.jsonl"
    play(monkeypatch, capsys, "", DUEL, "--seat", "all=random", "--seed", "4", "--log", str(log))
    lines = log.read_text("utf-8").splitlines(keepends=True)
    log.write_text("".join([lines[0], json.dumps({**json.loads(lines[1]), "value": "dance"}) + "\n", *lines[2:]]), "utf-8")
    code, out, _ = run(capsys, "replay", str(log), "--against", DUEL)
    assert code == 1
    assert f"{log}:2: the first difference is input 1 of Ann, at duel:turn@1 (turn)\n" in out
    assert 'the log says that the input `"dance"` is possible\n  but `dance` is not offered' in out


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [("x.save.json", "{}", "must be `rulewright-save`"), ("x.save.json", "nonsense", "not JSON"), ("x.save.json", "[" * 9999, "nested too deeply")],
)
def test_what_is_no_save(monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    code, _, err = play(monkeypatch, capsys, "", DUEL, "--load", str(tmp_path / name))
    assert code == 1 and said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--load", "nowhere.json"], "`nowhere.json` cannot be read"),
        (["--load", "x", "--seed", "1"], "a saved game has its seed"),
        (["--log", "/nowhere/x"], "`/nowhere/x` cannot be written: no such file or directory"),
        (["--save", "/nowhere/x"], "`/nowhere/x` cannot be written: no such file or directory"),
        (["--save", "/"], "`/` cannot be written: is a directory"),
        (["--seat", "ann=dog"], "must be NAME=human|random|probe"),
    ],
)
def test_what_cannot_be_played(monkeypatch: pytest.MonkeyPatch, capsys: Captured, words: list[str], said: str) -> None:
    code, _, err = play(monkeypatch, capsys, "", DUEL, *words)
    assert code == 2 and said in err


def test_a_compiled_file_plays_as_its_pack_does(monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path) -> None:
    compiled = str(tmp_path / "duel.json")
    assert run(capsys, "compile", DUEL, "-o", compiled)[0] == 0
    assert play(monkeypatch, capsys, "", compiled, "--seat", "all=random", "--seed", "4")[1] == play(
        monkeypatch, capsys, "", DUEL, "--seat", "all=random", "--seed", "4"
    )[1]
    Path(compiled).write_text(Path(compiled).read_text("utf-8").replace('"op":"relation"', '"op":"guess"', 1), "utf-8")
    code, out, err = play(monkeypatch, capsys, "", compiled)
    assert (code, out) == (1, "") and compiled in err
