"""pack.yaml: the cases, the agreement of the reader with the published schema, and any bytes at all."""
from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulewright.compiler.manifest import read_manifest, satisfies
from rulewright.compiler.manifest_shape import check_shape, pack_schema
from rulewright.compiler.manifest_tree import plain, read_tree
from rulewright.dsl.catalogue import manifest as rows
from rulewright.dsl.packfiles import decode
from rulewright.dsl.problems import ProblemKind
from rulewright.dsl.source import Source

CASES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
EXPECTED = re.compile(r"#! (\S+)(?: (.*?))?(?=  #!|$)")


def found_on_lines(data: bytes) -> list[tuple[int, str, str]]:
    """(line, code, the text that is underlined), in the order of the text."""
    source = Source("pack.yaml", decode(data)[0])
    _, problems = read_manifest("pack.yaml", data)
    return sorted((source.position(p.span.start).line, p.code, source.text[p.span.start:p.span.end]) for p in problems)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    """Each finding stands on the line whose comment expects it, and underlines the text that the comment gives, when it gives one."""
    data = path.read_bytes()
    expected = sorted(
        (number, code, text) for number, line in enumerate(data.decode().splitlines(), 1) for code, text in EXPECTED.findall(line)
    )
    found = found_on_lines(data)
    assert [(line, code) for line, code, _ in found] == [(line, code) for line, code, _ in expected]
    for (_, _, said), (_, _, wanted) in zip(found, expected, strict=True):
        assert not wanted or said == wanted
    assert (read_manifest("pack.yaml", data)[0] is None) == bool(expected)


def test_the_sound_case_is_read_whole() -> None:
    manifest, _ = read_manifest("pack.yaml", (Path(__file__).parent / "cases" / "sound.yaml").read_bytes())
    assert manifest is not None
    assert (manifest.id, manifest.version, manifest.language) == ("frost", "1.10.0-beta.2", 1)
    assert [(r.pack, r.version) for r in manifest.requires] == [("core", None), ("base", "1.2")]
    assert len(manifest.covers[0].ids) == 40 and manifest.covers[0].ids[-1] == "AB-040" and manifest.covers[1].ids == ("AB-E01",)
    assert manifest.sources == {"rules": "The rulebook", "cards": "Cards, second printing"}
    game = manifest.game
    assert game is not None and (game.start, game.min_seats, game.max_seats, game.sides) == ("core:play", 1, 2, "core:allied")
    assert (game.seat_kind, game.seat_names) == ("hero", ("North", "South"))


def test_line_ends_and_mark_make_no_difference() -> None:
    data = (Path(__file__).parent / "cases" / "wrong_values.yaml").read_bytes()
    windows = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    assert found_on_lines(windows) == found_on_lines(data)


@pytest.mark.parametrize(
    "row", [row for row in vars(rows).values() if isinstance(row, ProblemKind) and row.code != "manifest-missing"], ids=lambda row: row.code
)
def test_examples_of_the_catalogue(row: ProblemKind) -> None:
    """Bad raises exactly its code, Good is silent."""
    assert {p.code for p in read_manifest("pack.yaml", row.bad.encode())[1]} == {row.code}
    assert read_manifest("pack.yaml", row.good.encode())[1] == []


# Nine lists, each of nine times the one before: under 400 bytes, 387 million when walked.
BOMB = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}' if n else 'lol'] * 9)}]" for n in range(9)).encode()
HOSTILE = [
    BOMB, b"&a [*a, *a]", b"a: &a {b: *a}", b"<<: *a\n", b"<<: [{a: 1}, {a: 2}]\n", b"!!python/object/apply:os.system [ls]", b"!!python/name:os.system",
    b"---\n" * 5_000,
    b"".join(b"k%d: 1\n" % n for n in range(5_000)), b"id: " + b"9" * 100_000, b"id: \xff\xfe", b"id: |\n" + b" x\n" * 5_000, b"? " * 2_000,
    b"a:\n" + b"- - - " * 800,
    b"", b"\xff\xfe", b"\x00", b"[", b"[" * 5000, b"{" * 5000, b'"\\UFFFFFFFF"', b'a: "\\uD800"', b"%YAML 9999999999999999999.1\n---\na", b"? [a]\n: 1",
    b"-", b"'", b"a: *a", b"\t", b"&a [*a]", b"a:" + b"\n b:" * 900, b"- " * 3000, b"x" * 400_000, b"\xef\xbb\xbf", b"!!binary x: 1", b"@", b"`", b"%",
    b"id: 0x1F\nversion: 1_000\nlanguage: 01\n", b"id: 12345678901234567890123\n", b"language: 1e9999\n", b"- a\n" * 30_000,
]  # fmt: skip


def test_a_manifest_in_utf_16_is_called_so() -> None:
    assert [one.message for one in read_manifest("pack.yaml", "id: frost\n".encode("utf-16"))[1]] == ["the manifest cannot be read: it is written in UTF-16"]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_bytes_are_findings(data: bytes) -> None:
    manifest, problems = read_manifest("pack.yaml", data)
    assert manifest is None and problems


@given(st.binary(max_size=200) | st.text(alphabet="ab:-[]{}&*!%#'\"\\ \n\t|>?@`,~<é", max_size=60).map(str.encode))
def test_any_bytes_give_a_manifest_or_findings(data: bytes) -> None:
    manifest, problems = read_manifest("pack.yaml", data)
    assert (manifest is None) == bool(problems)
    length = len(decode(data)[0])
    assert all(0 <= p.span.start <= p.span.end <= length + 1 for p in problems)


# ---------------------------------------------------------------- the schema

SOUND: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "cases" / "sound.yaml").read_text())
TEXTS = ["", "x", "frost", "Frost", "1.2", "1.2.3", "AB-001", "AB-001..AB-002", "x\n", "1.0.0\n", "é" * 61, "x" * 301]
ODD = st.sampled_from([None, True, 0, 1, 2, 65, *TEXTS, [], {}])
KEYS = st.sampled_from(["pack", "version", "min", "a b", "start"])
odd_values = st.recursive(ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, Any]:
    """The sound manifest with up to three places changed, removed or added."""
    document: dict[str, Any] = json.loads(json.dumps(SOUND))
    for _ in range(draw(st.integers(0, 3))):
        holder: Any = document
        for _ in range(draw(st.integers(0, 2))):
            below = [v for v in (holder.values() if isinstance(holder, dict) else holder) if isinstance(v, (dict, list)) and v]
            if not below:
                break
            holder = draw(st.sampled_from(below))
        if isinstance(holder, dict):
            key = draw(st.sampled_from([*holder, "extra", "game", "seats"]))
            if draw(st.booleans()):
                holder[key] = draw(odd_values)
            else:
                holder.pop(key, None)
        else:
            holder.append(draw(odd_values))
    return document


@given(damaged())
def test_reader_and_schema_agree(document: dict[str, Any]) -> None:
    """The reader's walk, the reference validator and the fast one accept the same documents."""
    tree, problems = read_tree("pack.yaml", yaml.safe_dump(document, allow_unicode=True, sort_keys=False))
    assert tree is not None and problems == []
    assert plain(tree) == document
    accepted = not check_shape(tree)
    if not re.search(r"\\n['\"]", repr({**document, "description": ""})):  # Python's `$` lets a last line end pass, which neither ECMA 262 nor we do
        assert accepted == jsonschema.Draft202012Validator(pack_schema()).is_valid(document)
    assert accepted == jsonschema_rs.validator_for(pack_schema()).is_valid(document)


def test_the_schema_is_sound_and_describes_every_property() -> None:
    schema = json.loads(files("rulewright.grammar").joinpath("pack.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)

    def walk(node: Any, path: str) -> list[str]:
        if isinstance(node, list):
            return [gap for item in node for gap in walk(item, path)]
        if not isinstance(node, dict):
            return []
        gaps = [f"{path}/{key}" for group in ("properties", "$defs") for key, inner in node.get(group, {}).items() if not inner.get("description")]
        return gaps + [gap for key, inner in node.items() for gap in walk(inner, f"{path}/{key}")]

    assert walk(schema, "") == []


@pytest.mark.parametrize(
    ("version", "wanted", "will_do"),
    [
        ("1.2.0", None, True), ("1.2.0", "1", True), ("1.2.0", "1.2", True), ("1.10.0", "1.9", True), ("1.2.0", "1.3", False), ("2.0.0", "1.2", False),
        ("0.2.0", "0.1", False), ("0.1.5", "0.1", True), ("0.3.0", "0", True), ("1.2.0-beta", "1.2", False), ("1.2.1-beta", "1.2", True),
        ("1.2.3", "1.2.4", False),
    ],
)  # fmt: skip
def test_versions(version: str, wanted: str | None, will_do: bool) -> None:
    assert satisfies(version, wanted) is will_do
