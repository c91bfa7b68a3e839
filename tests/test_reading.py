"""Packs on a disk: what is read, under which names, and what a disk can do wrong."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.tools import reading
from rulewright.tools.cli import main
from rulewright.tools.reading import NothingToRead, read, read_pack

Disk = Path


def pack(folder: Path, ident: str, *requires: str, **files: str) -> Path:
    """A pack on the disk; `cards_rw="..."` is the file cards.rw."""
    folder.mkdir(parents=True, exist_ok=True)
    needs = f"requires: [{', '.join(requires)}]\n" if requires else ""
    (folder / "pack.yaml").write_text(f'id: {ident}\ntitle: {ident}\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\n{needs}')
    for name, text in files.items():
        (folder / name.replace("_rw", ".rw")).write_text(text)
    return folder


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(problems: list[reading.Problem]) -> list[tuple[str, str]]:
    return [(p.code, p.span.file) for p in problems]


def test_a_pack_is_its_files_as_bytes_without_the_hidden_ones(disk: Disk) -> None:
    pack(disk / "frost", "frost", cards_rw="é")
    (disk / "frost" / ".git").mkdir()
    (disk / "frost" / ".git" / "x.rw").write_text("")
    (disk / "frost" / ".hidden.rw").write_text("")
    (disk / "frost" / "more").mkdir()
    (disk / "frost" / "more" / "Stray.txt").write_text("x")
    files, problems = read_pack("frost")
    assert (files.root, list(files.files), problems) == ("frost", ["cards.rw", "more/Stray.txt", "pack.yaml"], [])
    assert files.files["cards.rw"] == "é".encode() and files.display("cards.rw") == "frost/cards.rw"


def test_a_path_may_be_a_pack_a_folder_of_packs_or_a_file(disk: Disk) -> None:
    pack(disk / "all" / "one", "one", a_rw="")
    pack(disk / "all" / "deeper" / "two", "two")
    assert [p.root for p in read(["all"]).packs] == ["all/deeper/two", "all/one"]
    assert [p.root for p in read(["all/one", "all"]).packs] == ["all/one", "all/deeper/two"]
    single = read(["all/one/a.rw"])
    assert ([p.root for p in single.packs], single.only) == (["all/one"], {"all/one/a.rw"})
    assert read(["all/one/a.rw", "all/one"]).only == set()


def test_a_pack_read_from_inside_is_shown_by_the_names_that_were_typed(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(disk / "one", "one", a_rw="")
    monkeypatch.chdir(disk / "one")
    assert read(["."]).packs[0].display("a.rw") == "a.rw"
    assert read(["a.rw"]).only == {"a.rw"}


def test_required_packs_are_found_beside_then_in_packs_then_bundled(disk: Disk) -> None:
    pack(disk / "a" / "game", "game", "near", "far")
    pack(disk / "a" / "folder_of_another_name", "near", "deep")
    pack(disk / "lib" / "far", "far")
    pack(disk / "lib" / "near", "near")
    pack(disk / "lib" / "deep", "deep")
    found = read(["a/game"], ["lib"])
    assert [(p.root, p.given) for p in found.packs] == [
        ("a/game", True), ("a/folder_of_another_name", False), ("lib/far", False), ("lib/deep", False),
    ]  # fmt: skip
    assert [p.root for p in read(["a/game"]).packs] == ["a/game", "a/folder_of_another_name"]


def test_the_nearest_copy_of_a_pack_is_read_and_what_was_passed_over_is_said(disk: Disk, capsys: pytest.CaptureFixture[str]) -> None:
    pack(disk / "mine" / "game", "game", "core", a_rw="")
    pack(disk / "mine" / "my_core", "core")
    pack(disk / "lib" / "core", "core")
    found = read(["mine/game"], ["lib"])
    assert found.folders == {"game": "mine/game", "core": "mine/my_core"}
    assert found.passed == {"core": ["lib/core", "bundled/core"]}
    main(["check", "mine/game", "--packs", "lib"])
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "no findings; read packs core in mine/my_core, game in mine/game; 1 file; 0 definitions",
        "passed over for a nearer pack of the same id: lib/core, bundled/core",
    ]
    main(["compile", "mine/game", "-o", "r.json"])
    assert capsys.readouterr().out.splitlines()[1:] == [
        "read packs core in mine/my_core, game in mine/game; 1 file; 0 definitions",
        "passed over for a nearer pack of the same id: bundled/core",
    ]


def test_two_copies_of_a_pack_in_one_place_are_an_error_that_names_both(disk: Disk, capsys: pytest.CaptureFixture[str]) -> None:
    pack(disk / "game", "game", "near")
    for folder in ("lib/near", "lib/near_old"):
        pack(disk / folder, "near")
    assert main(["check", "game", "--packs", "lib"]) == 1
    out = capsys.readouterr().out
    assert "error[duplicate-pack]: two packs are called `near`, the one in lib/near_old and the one in lib/near" in out
    assert main(["check", "game", "lib/near_old", "--packs", "lib"]) == 0, "the one that is named is the one that is meant"
    assert "near in lib/near_old, game in game" in (out := capsys.readouterr().out) and "of the same id: lib/near\n" in out
    (disk / "near").symlink_to(disk / "lib" / "near")
    (disk / "again").symlink_to(disk / "lib" / "near")
    assert [p.root for p in read(["game"]).packs] == ["game", "again"], "one folder under two names is one pack"


@pytest.mark.parametrize("path", ["nowhere", "empty", "loose/x.rw"])
def test_a_path_that_holds_no_pack_is_a_mistake_in_the_command(disk: Disk, path: str) -> None:
    (disk / "empty").mkdir()
    (disk / "loose").mkdir()
    (disk / "loose" / "x.rw").write_text("")
    with pytest.raises(NothingToRead):
        read([path])


def test_a_rules_file_in_no_pack_is_a_finding(disk: Disk) -> None:
    pack(disk / "all" / "one", "one")
    (disk / "all" / "stray.rw").write_text("")
    assert codes(read(["all"]).problems) == [("file-outside-pack", "all/stray.rw")]


def test_links_may_stay_inside_only(disk: Disk) -> None:
    folder = pack(disk / "p", "p", a_rw="a")
    (disk / "secret").write_text("secret")
    (folder / "b.rw").symlink_to("a.rw")
    (folder / "c.rw").symlink_to(disk / "secret")
    (folder / "d.rw").symlink_to("d.rw")
    (folder / "ring").symlink_to(".")
    files, problems = read_pack(folder, "p")
    assert files.files["b.rw"] == b"a" and b"secret" not in files.files.values()
    assert codes(problems) == [("link-outside", "p/c.rw"), ("link-outside", "p/d.rw"), ("link-outside", "p/ring")]


def test_what_is_no_file_is_a_finding_and_is_not_waited_for(disk: Disk) -> None:
    folder = pack(disk / "p", "p")
    os.mkfifo(folder / "pipe.rw")
    assert codes(read_pack(folder, "p")[1]) == [("unreadable-file", "p/pipe.rw")]


def test_an_unreadable_file_is_a_finding(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack(disk / "p", "p", a_rw="a")

    def refuse(*_: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(reading, "open", refuse, raising=False)
    files, problems = read_pack(folder, "p")
    assert dict(files.files) == {} and problems[0].message == "`a.rw` cannot be read: permission denied"


@pytest.mark.parametrize("name", ["a\\b.rw", "a:b.rw", "a\u202eb.rw", "a\nb.rw", "a\x1b[2Jb.rw", "CON.rw", "aux", "lpt1.rw.txt", "art .rw ", "a.rw."])
def test_names_that_do_not_travel(disk: Disk, name: str) -> None:
    folder = pack(disk / "p", "p")
    (folder / name).write_text("")
    assert [p.code for p in read_pack(folder, "p")[1]] == ["file-name"]


def test_names_that_differ_only_in_case_or_accents(disk: Disk) -> None:
    folder = pack(disk / "p", "p")
    for name in ("Cards.rw", "cards.rw", "caf\u00e9.rw", "cafe\u0301.rw"):
        (folder / name).write_text("")
    files, problems = read_pack(folder, "p")
    assert [p.code for p in problems] == ["file-name", "file-name"]
    assert "Cards.rw" in files.files and "cards.rw" not in files.files


def test_what_was_meant_by_a_path_that_is_not_there(disk: Disk) -> None:
    pack(disk / "My Game" / "frost", "frost", cards_rw="")
    for text, said in (
        ("My Game\\frost", "write `My Game/frost`"), (".\\My Game\\frost\\cards.rw", "write `./My Game/frost/cards.rw`"),
        ("my game/frost", "did you mean `My Game`? it differs only in letter case"), ("My Game\\FROST", "did you mean `frost`? it differs only in letter case"),
        ("My Game/forst", "did you mean `frost`?"), ("elsewhere", "there is no `elsewhere`"),
    ):
        with pytest.raises(reading.NothingToRead) as caught:
            reading.read([text])
        assert said in str(caught.value) and str(caught.value).count("`") % 2 == 0


@pytest.mark.parametrize("name", ["pack.yaml.txt", "Pack.YAML", "pack.yml"])
def test_a_manifest_under_another_name_is_named(disk: Disk, name: str) -> None:
    folder = pack(disk / "games" / "frost", "frost")
    (folder / "pack.yaml").rename(folder / name)
    with pytest.raises(reading.NothingToRead, match=f"rename `games/frost/{name}` to `pack.yaml`"):
        reading.read(["games"])


def test_what_a_system_leaves_in_a_folder_is_passed_over(disk: Disk) -> None:
    folder = pack(disk / "p", "p")
    for name in ("Thumbs.db", "desktop.ini", ".DS_Store"):
        (folder / name).write_bytes(b"\x00")
    assert list(read_pack(folder, "p")[0].files) == ["pack.yaml"]


def test_limits(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack(disk / "p", "p", a_rw="x" * 3000, b_rw="y")
    monkeypatch.setattr(reading, "MAX_FILE", 2000)
    files, problems = read_pack(folder, "p")
    assert codes(problems) == [("pack-too-large", "p/a.rw")] and "b.rw" in files.files
    monkeypatch.setattr(reading, "MAX_FILES", 1)
    assert codes(read_pack(folder, "p")[1]) == [("pack-too-large", "p/a.rw"), ("pack-too-large", "p")]


def test_a_misspelt_requirement_is_told_the_pack_that_lies_where_it_was_looked_for(disk: Disk, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside it, in a folder given with `--packs`, or among those that come with Rulewright, though nobody has asked for that pack."""
    pack(disk / "winter", "winter")
    pack(disk / "far" / "summer", "summer")
    pack(disk / "home", "home", "coer", "wniter", "sumer", "zzz")
    assert main(["check", "home", "--packs", "far"]) == 1
    out = capsys.readouterr().out
    for typed, meant in (("coer", "core"), ("wniter", "winter"), ("sumer", "summer")):
        assert f"pack `{typed}` is required and not found\n" in out and f"  help: did you mean `{meant}`?\n" in out
    assert out.count("  in: requires, item ") == 4 and out.count("  help: put it beside this pack, or name its folder with --packs\n") == 1
