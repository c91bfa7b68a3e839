"""The cache on the disk: whatever lies there, a check says the same; and what should not lie there is not used."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from rulewright.tools import checking, cli
from rulewright.tools.cache import FOLDER, MAX_FILES, Cache, default_folder

PACK = """id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
"""
RULES = """kind creature is fighter { stat attack: int 0..9 }

creature "Grim Golem" { attack: 3   health: 5 }

creature "Bold Drake" {
  attack: 2   health: 4
  modify attack +1 for creatures where it is not self
}
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack, with the cache beside it; the current folder is around both."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "pack.yaml").write_text(PACK)
    (tmp_path / "small" / "rules.rw").write_text(RULES)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What a check says, and its exit code."""
    code = cli.main(["check", "small", *more])
    shown = capsys.readouterr()
    assert shown.err == ""
    return f"{code}: {shown.out}"


def left(small: Path) -> Path:
    """The one file of the cache."""
    (found,) = (small / "cache").glob("*.json")
    return found


def cache(small: Path) -> Cache:
    return Cache(small / "cache", [str(small / "small")])


def test_a_check_leaves_what_the_next_one_finds(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys)
    record = cache(small).load()
    assert record is not None and sum(map(len, record["made"].values())) == 2
    before = left(small).stat().st_mtime_ns
    assert said(capsys) == first and left(small).stat().st_mtime_ns == before
    (small / "small" / "rules.rw").write_text(RULES.replace("attack: 3", "attack: 30"))
    wrong = said(capsys)
    assert "out-of-range" in wrong and wrong == said(capsys) == said(capsys, "--no-cache")


def test_without_a_cache_nothing_is_left(small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said(capsys, "--no-cache")
    monkeypatch.setenv(FOLDER, "")
    assert default_folder() is None
    said(capsys)
    assert not (small / "cache").exists()


def test_a_file_that_is_cut_short_or_spoilt_is_passed_over(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys)
    data = left(small).read_bytes()
    spoilt = [data[:size] for size in (0, 1, 64, 65, 66, len(data) // 2, len(data) - 1)]
    spoilt += [data.replace(b"false", b"true ", 1), data + b" ", b"\0" * len(data), data[65:], b"[" * 100_000]
    for one in spoilt:
        left(small).write_bytes(one)
        assert cache(small).load() is None
        assert said(capsys) == first and left(small).read_bytes() == data, "it is made anew"


def test_what_another_version_has_left_is_passed_over(small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = said(capsys)
    monkeypatch.setattr(rulewright, "__version__", "0.0.0")
    assert cache(small).load() is None
    assert said(capsys) == first and cache(small).load() is not None


def test_a_file_that_somebody_has_put_there_is_passed_over(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stranger's cache says that a wrong definition is right. Its seal is of another secret."""
    said(capsys)
    stranger = Cache(small / "strange", [str(small / "small")])
    stranger.load()
    (small / "small" / "rules.rw").write_text(RULES.replace("attack: 3", "attack: 30"))
    wrong = said(capsys, "--no-cache")
    said(capsys)
    record = cache(small).load()
    (surroundings,) = record["made"]
    record["made"][surroundings].update({name.replace("drake", "golem"): made for name, made in list(record["made"][surroundings].items())})
    assert stranger.store(record)
    left(small).write_bytes(stranger.file.read_bytes())
    assert cache(small).load() is None and said(capsys) == wrong


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system does not know owners")
def test_a_folder_or_secret_that_others_can_write_is_not_used(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys)
    for path, mode in ((small / "cache", 0o777), (small / "cache" / "secret", 0o666)):
        kept = path.stat().st_mode
        path.chmod(mode)
        assert cache(small).load() is None and not cache(small).store({}) and said(capsys) == first
        path.chmod(kept)
    (small / "cache" / "secret").rename(small / "secret")
    (small / "cache" / "secret").symlink_to(small / "secret")
    assert cache(small).load() is None and said(capsys) == first


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_in_the_place_of_a_file_holds_nobody_up(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = said(capsys)
    place = left(small)
    place.unlink()
    os.mkfifo(place)
    assert said(capsys) == first
    (small / "cache" / "secret").unlink()
    os.mkfifo(small / "cache" / "secret")
    assert said(capsys) == first


@pytest.mark.parametrize("place", ["file", "file/inside"])
def test_a_folder_that_cannot_be_made_is_done_without(place: str, small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first = said(capsys, "--no-cache")
    (small / "file").write_text("")
    monkeypatch.setenv(FOLDER, str(small / place))
    assert said(capsys) == first and (small / "file").read_text() == ""


def test_two_checks_at_once_leave_a_whole_file(small: Path) -> None:
    command = [sys.executable, "-m", "rulewright", "check", "small"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said_by = [process.communicate() for process in running]
    assert {out for out, _ in said_by} == {said_by[0][0]} and [error for _, error in said_by] == [""] * 3
    assert cache(small).load() is not None
    assert sorted(path.name for path in (small / "cache").iterdir()) == sorted([left(small).name, "secret"])


def test_old_files_go(small: Path) -> None:
    for number in range(MAX_FILES + 3):
        one = Cache(small / "cache", [str(number)])
        one.load()
        assert one.store({})
        os.utime(one.file, (number, number))
    assert len(list((small / "cache").glob("*.json"))) <= MAX_FILES + 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_several_processes_say_what_one_says(form: str, small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "WORTH_A_PROCESS", 1)
    (small / "small" / "more.rw").write_text(RULES.partition("\n\n")[2].replace("Grim", "Grey").replace("Bold", "Bald").replace("attack: 2", "attack: 20"))
    one = said(capsys, "--no-cache", "--format", form)
    assert "out-of-range" in one and said(capsys, "--no-cache", "--format", form, "--jobs", "2") == one
    assert said(capsys, "--format", form, "--jobs", "2") == one == said(capsys, "--format", form)
