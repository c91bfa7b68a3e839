"""What a hostile text may cost in memory."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MANIFEST = 'id: spoilt\ntitle: Spoilt\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'
RUNAWAY = Path(__file__).resolve().parent.parent / "meaning" / "runaway"
MEASURED = "import sys; from rulewright.tools.cli import main; code = main(sys.argv[1:]); "
MEASURED += "print(code, *(int(line.split()[1]) // 1024 for line in open('/proc/self/status') if line.startswith('VmHWM')))"
"""Prints the code and the most memory in MiB. Not by `getrusage`: there a program begins with what the one had that began it."""


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux says how much memory a process had")
def test_four_million_backslashes_in_one_text(tmp_path: Path) -> None:
    """Each could be the first half of an escape: a pattern that goes back would keep a place for each."""
    (tmp_path / "pack.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "page.rw").write_text('card "A" { text: "' + "\\" * 3_999_000 + '" }\n', "utf-8")
    argv = [sys.executable, "-c", MEASURED, "check", str(tmp_path), "--format", "json"]
    said = subprocess.run(argv, check=True, capture_output=True, text=True, cwd=tmp_path).stdout.splitlines()[-1].split()
    assert said[0] == "1" and int(said[1]) < 150


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux says how much memory a process had")
def test_ten_thousand_things_that_come_one_by_one(tmp_path: Path) -> None:
    """Until the limit stops the rules, each makes a dozen lists of what is there longer by one: what they were before is not kept whole."""
    argv = [sys.executable, "-c", MEASURED, "test", str(RUNAWAY)]
    said = subprocess.run(argv, check=True, capture_output=True, text=True, cwd=tmp_path).stdout.splitlines()[-1].split()
    assert said[0] == "1" and int(said[1]) < 200  # the tests of the pack that the limits stop count as failed
