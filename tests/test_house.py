"""The rules of the house, as tests over the files of the checkout."""
from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("dsl", "compiler", "runtime", "tools")
FOLDERS = (*ROOMS, "grammar", "content", "tests")

# room -> the rooms that it may import
MAY_IMPORT = {"dsl": {"dsl"}, "compiler": {"compiler", "dsl", "grammar"}, "runtime": {"runtime", "dsl"}, "tools": {*ROOMS, "grammar", "content"}}

# files over 500 lines, each with the reason why it is not a table or two files
LONG: dict[str, str] = {}
MAX_LINES = 500

FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_ATTRIBUTES = {"eval", "exec", "__import__", "system", "popen", "__globals__", "__subclasses__", "__builtins__"}
# Nothing is called back to life, no other program is run, no archive is opened.
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve", "ctypes", "dill", "runpy", "code", "subprocess", "zipfile", "tarfile", "socket", "urllib", "http"}
FORBIDDEN_YAML = {"load", "load_all", "unsafe_load", "full_load", "UnsafeLoader", "FullLoader", "Loader", "CLoader"}


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it, by its whole name."""
    package = ["rulewright", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", python_files(*ROOMS), ids=short)
def test_imports_run_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    for module in imported(path):
        parts = module.split(".")
        if parts[0] == "rulewright" and len(parts) > 1 and parts[1] in FOLDERS:
            assert parts[1] in MAY_IMPORT[room], f"{room} imports {module}"


def test_the_runtime_is_light() -> None:
    """A program that ships the runtime ships none of the compiler's libraries."""
    heavy = ["lark", "networkx", "jsonschema", "jsonschema_rs", "yaml", "rulewright.compiler", "rulewright.tools"]
    code = f"import rulewright.runtime, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, cwd=ROOT.parent)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("path", python_files(*ROOMS, "rulewright"), ids=short)
def test_nothing_can_run_what_content_says(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in FORBIDDEN_ATTRIBUTES, f"line {node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "yaml":
            assert node.attr not in FORBIDDEN_YAML, f"line {node.lineno}"
    assert not FORBIDDEN_MODULES & {module.split(".")[0] for module in imported(path)}


def test_every_package_is_installed() -> None:
    """A folder of modules that pyproject.toml does not list works in the checkout and is missing from the wheel."""
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-dir"].values())
    assert {short(path.parent) for path in python_files(*ROOMS, "grammar", "content", "rulewright")} == listed


def test_long_files_have_a_reason() -> None:
    lengths = {short(path): len(path.read_text("utf-8").splitlines()) for path in python_files(*ROOMS, "rulewright", "tests")}
    long = {name for name, length in lengths.items() if length > MAX_LINES}
    assert long - LONG.keys() == set(), "split them, or say in LONG why not"
    assert LONG.keys() - long == set(), "no longer long: take them out of LONG"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_has_a_readme_of_a_page(folder: str) -> None:
    assert 3 <= len((ROOT / folder / "README.md").read_text("utf-8").splitlines()) <= 80


@pytest.mark.parametrize("path", [ROOT / "README.md", *(ROOT / folder / "README.md" for folder in FOLDERS)], ids=short)
def test_paths_in_readmes_exist(path: Path) -> None:
    """A word in backticks that looks like a path of the checkout is one: from the root, or from the README's folder."""
    words = re.findall(r"`([\w./-]+)`", path.read_text("utf-8"))
    paths = [word for word in words if word.endswith("/") or re.fullmatch(r"[\w./-]+\.(py|md|rw|json|lark|yaml|toml)", word)]
    assert [word for word in paths if word != "pack.yaml" and not (ROOT / word).exists() and not (path.parent / word).exists()] == []


# ---------------------------------------------------------------- no Python file knows a game

# The shared vocabulary: every game builds on it, so its words are no game's.
SHARED = {"core"}
# The example pack is called by a word of the language itself (`origin: homebrew`).
OWN_WORDS = {"homebrew"}
DEFINITION = re.compile(r'^\s*(?:[a-z_]+) "([^"]+)"(?: x\d+)?(?: [a-z].*)?\{', re.MULTILINE)
NOT_NAMES = re.compile(r"^\s*(?:test|option|rule|label) ")


def game_words() -> set[str]:
    """The ids of the packs of games, and the quoted names of what they define."""
    words: set[str] = set()
    for manifest in (ROOT / "content").glob("*/pack.yaml"):
        ident = re.search(r"^id:\s*(\w+)", manifest.read_text("utf-8"), re.MULTILINE)
        if ident is None or ident[1] in SHARED:
            continue
        words.add(ident[1])
        for file in manifest.parent.rglob("*.rw"):
            for line in file.read_text("utf-8").splitlines():
                found = DEFINITION.match(line)
                if found and not NOT_NAMES.match(line) and len(found[1]) > 3:
                    words.add(found[1])
    return words - OWN_WORDS


def test_no_python_file_names_a_game() -> None:
    words = game_words()
    if not words:
        games = {file.parent.name for file in (ROOT / "content").glob("*/*.rw")} - SHARED
        assert not games, "there is content, and no word was found in it"
        return
    # A name of one word may be a word of plain English; only as it is printed it is the game's.
    pattern = re.compile(r"\b(" + "|".join(sorted(re.escape(word) if " " not in word else f"(?i:{re.escape(word)})" for word in words)) + r")\b")
    named = [f"{short(path)}: {found[0]}" for path in python_files(*ROOMS, "rulewright") if (found := pattern.search(path.read_text("utf-8")))]
    assert named == []


def test_the_only_ring_of_modules_in_the_compiler_is_the_one_that_its_readme_names() -> None:
    graph = networkx.DiGraph()
    for path in python_files("compiler"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                graph.add_edges_from((path.stem, name) for name in ([node.module] if node.module else [alias.name for alias in node.names]))
    rings = [ring for ring in networkx.strongly_connected_components(graph) if len(ring) > 1]
    said = re.search(r"one ring of modules, and only one: (.*?) need each other", (ROOT / "compiler/README.md").read_text("utf-8"), re.S)
    assert said is not None
    assert rings == [set(re.findall(r"`(\w+)`", said[1]))]
