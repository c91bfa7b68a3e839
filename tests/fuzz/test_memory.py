"""What a hostile text may cost in memory."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MANIFEST = 'id: spoilt\ntitle: Spoilt\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'
MEASURED = "import resource, sys; from rulewright.tools.cli import main; code = main(sys.argv[1:]); "
MEASURED += "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"


def test_four_million_backslashes_in_one_text(tmp_path: Path) -> None:
    """Each could be the first half of an escape: a pattern that goes back would keep a place for each."""
    (tmp_path / "pack.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "page.rw").write_text('card "A" { text: "' + "\\" * 3_999_000 + '" }\n', "utf-8")
    argv = [sys.executable, "-c", MEASURED, "check", str(tmp_path), "--format", "json"]
    said = subprocess.run(argv, check=True, capture_output=True, text=True, cwd=tmp_path).stdout.splitlines()[-1].split()
    assert said[0] == "1" and int(said[1]) < 300
