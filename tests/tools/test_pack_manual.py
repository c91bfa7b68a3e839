"""What a pack declares, explained to somebody who wants to add to it: fields of kinds with those of parents, a thing to copy, verbs and things by name."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.dsl.source import Source
from rulewright.tools.cli import main
from rulewright.tools.pack_manual import pages

Captured = pytest.CaptureFixture[str]
GAME = """
enum hue { red, blue }
kind beast is thing {
  owner: player
  stat teeth: int 1..
  hue: hue
  second: hue? = none
  counter tired: int 0.. = 0
  starts_in: forest
}
## A beast that flies.
kind bird is beast { wings: int 2.. = 2 }
beast "Bear" { for: "Ann"   teeth: 30   hue: red   text: "It growls." }
when many { beast "Fox" { for: "Ann"   teeth: 20   hue: blue } }
"""


def test_a_kind_has_its_fields_those_of_its_parents_and_the_shortest_thing() -> None:
    page = pages([Source("game/a.rw", GAME)])["beast"]
    must, may = "    for: one player\n    teeth: int 1..\n    hue: red | blue\n", "    second: red | blue | none = none\n"
    assert f"must be written:\n\n{must}\nmay be written:\n\n{may}" in page
    assert "tired" not in page.split("must be written")[1] and page.endswith('from game/a.rw:\n\n    beast "Fox" { for: "Ann"   teeth: 20   hue: blue }')
    bird = pages([Source("game/a.rw", GAME)])["bird"]
    assert bird.startswith("bird (kind of game/a.rw)\n\nA beast that flies.") and "    wings: int 2.. = 2" in bird.split("may be written:")[1]
    assert "for example" not in bird and "every thing may have: id, starts_in, has," in bird


def test_a_pack_that_extends_a_kind_adds_to_its_page_and_what_others_made_is_copied_first() -> None:
    mine = 'extend kind beast { claws: int 0.. }\nbeast "Ox" { }\n'
    page = pages([Source("mine/b.rw", mine), Source("game/a.rw", GAME)], {"mine/b.rw"})["beast"]
    assert "    claws: int 0..\n" in page and page.endswith("hue: blue }")


def test_a_broken_file_has_the_pages_that_can_be_read() -> None:
    found = pages([Source("a.rw", "kind beast is thing { teeth: int 1.. }\nkind ring is ring { }\nbeast { {\nverb bite { }\n")])
    assert "teeth: int 1.." in found["beast"] and "ring" in found


def test_the_command_explains_a_pack_by_folder_or_name(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.yaml").write_text('id: mine\ntitle: M\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n', "utf-8")
    (tmp_path / "mine" / "a.rw").write_bytes("\ufeffkind ship is piece { sails: int 1.. }\r\nship \"L'Été\" { sails: 3 }\r\n".encode())
    assert main(["explain", "ship", "--pack", "mine"]) == 0
    assert "    sails: int 1..\n" in capsys.readouterr().out
    assert main(["explain", "L'Été", "--pack", "mine", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["text"].startswith("L'Été (ship of mine/a.rw)")
    assert main(["explain", "--pack", "mine"]) == 0
    listed = capsys.readouterr().out
    assert "\nship  " in f"\n{listed}" and "\nfighter  " in listed and "unknown-name" not in listed
    assert main(["explain", "shp", "--pack", "mine"]) == 2 and "did you mean `ship`" in capsys.readouterr().err
    assert main(["explain", "zzzz"]) == 2 and "`--pack PACK` explains what a pack declares" in capsys.readouterr().err
    assert main(["explain", "ship", "--pack", "min"]) == 2 and "did you mean `mine`" in capsys.readouterr().err
    assert main(["explain", "fighter", "--pack", "core"]) == 0 and "health: int 1.." in capsys.readouterr().out
