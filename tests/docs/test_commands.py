"""The shell examples of a page run one after the other in one folder, with the exit codes that the page says; then its Python examples, as one program, and
those in JavaScript as another."""
from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .fences import PAGES, Fence, fences
from .workspace import COMMAND, commands, environment, fill

RUN = ("sh", "python", "js")
WITH_EXAMPLES = sorted({fence.page for fence in fences() if fence.language in RUN})


def expected(fence: Fence) -> int:
    """The exit code that a shell fence promises."""
    assert fence.words in ((), ("exit", *fence.words[1:])), fence.id
    return int(fence.words[1]) if fence.words else 0


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_examples_run(page: str, tmp_path: Path) -> None:
    fill(tmp_path)
    for fence in (fence for fence in fences() if fence.page == page and fence.language == "sh"):
        lines = commands(fence.text)
        assert lines, f"{fence.id}: nothing in it is run"
        for line in lines:
            done = run([str(COMMAND), *shlex.split(line)[1:]], tmp_path)
            assert done.returncode == expected(fence), f"{fence.id}: {line}: {done.stdout[-600:]}{done.stderr[-600:]}"
    for language, command in (("python", sys.executable), ("js", shutil.which("node"))):
        program = tmp_path / f"page.{'mjs' if language == 'js' else 'py'}"
        program.write_text("\n".join(fence.text for fence in fences() if fence.page == page and fence.language == language), "utf-8")
        if command is not None and program.stat().st_size:
            done = run([command, str(program)], tmp_path)
            assert done.returncode == 0, done.stderr


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody in that folder would."""
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, env=environment(folder), timeout=120)


def test_the_tutorial_as_one_pack_is_clean(tmp_path: Path) -> None:
    """Whoever follows the first part to its end has a pack without a finding, whose tests pass."""
    fill(tmp_path)
    for command in ("check", "test"):
        done = run([str(COMMAND), command, "mypack"], tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_page_is_looked_at() -> None:
    assert {page.name for page in PAGES} >= set(WITH_EXAMPLES)
