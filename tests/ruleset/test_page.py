"""grammar/ruleset.md and the table of records name the same records and the same keys."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from rulewright.dsl.records import LIMITS, POLICIES, SEMANTICS, VERSION, Record, families, rows
from rulewright.dsl.records_model import COMMON
from rulewright.dsl.verify_names import ENGINE_KINDS

PAGE = files("rulewright.grammar").joinpath("ruleset.md").read_text("utf-8")
SHARED = {each.name for each in COMMON}
SAVES = ("rng", "frame", "entity", "named", "given", "pending", "input", "barrier", "snapshot", "file", "line")
ROWS = [row for row in rows().values() if row.family not in SAVES]


def pieces(text: str) -> list[str]:
    """A text cut at the commas that stand in no bracket, quote or code."""
    out, depth, quoted = [""], 0, ""
    for sign in text:
        quoted = (quoted if sign != quoted else "") if quoted else sign if sign in '`"' else ""
        depth += 0 if quoted else (sign in "{[(") - (sign in "}])")
        if sign == "," and depth == 0 and not quoted:
            out.append("")
        else:
            out[-1] += sign
    return [each.strip() for each in out if each.strip()]


def keys(code: str) -> tuple[str, ...]:
    """The keys of an object as the page writes it: `{id, name: text, "end": id}`."""
    return tuple(re.split(r":", each, maxsplit=1)[0].strip().strip('"') for each in pieces(code[1:-1]))


def objects(text: str) -> list[str]:
    """Every `{...}` of the page's code, the inner ones too."""
    found: list[str] = []
    for code in re.findall(r"`([^`]+)`", text):
        opened: list[int] = []
        for at, sign in enumerate(code):
            if sign == "{":
                opened.append(at)
            elif sign == "}" and opened:
                found.append(code[opened.pop() : at + 1])
    return found


def tables() -> dict[str, dict[str, tuple[str, ...]]]:
    """By the name of the family: the words of each table's first column with the keys of its second."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    heads = {"clause": "clause", "`node`": "node", "statement `op`": "statement"}
    family = ""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line[1:-1].split("|")] if line.startswith("|") else []
        if not cells:
            family = ""
        elif not family:
            family = heads.get(cells[0], "" if cells[0] != "`op`" else "expr" if "expr" not in found else "step")
            if family:
                found[family] = {}
        elif not cells[0].startswith("-"):
            without = re.sub(r"\((?:[^()`]|`[^`]*`)*\)", "", cells[1])
            named = tuple(re.findall(r"`(\w+)", piece)[0] for piece in pieces(without) if "`" in piece)
            for word in re.findall(r"`([^`]+)`", cells[0]):
                found[family][word] = named
    return found


TABLES = tables()
OBJECTS = {frozenset(keys(code)) for code in objects(PAGE)}


def own(row: Record, *but: str) -> set[str]:
    return {each.name for each in row.own} - {row.tag, *but} - SHARED


@pytest.mark.parametrize("family", ["expr", "statement", "node", "clause", "step"])
def test_the_tables_of_the_page_are_those_of_the_code(family: str) -> None:
    mine = {word: own(row, "id", "while") if family == "clause" else own(row) for word, row in families()[family].rows.items() if row.family == family}
    page = {word: set(named) for word, named in TABLES[family].items()}
    page = {word: named | ({"id"} & mine.get(word, set())) for word, named in page.items()}
    if family == "expr":
        page["all"].add("everywhere")
    assert page == mine


@pytest.mark.parametrize("row", [row for row in ROWS if row.word is None or row.family in ("subject", "until", "entry")], ids=lambda row: row.name)
def test_every_record_stands_on_the_page(row: Record) -> None:
    mine = {each.name for each in row.own}
    if row.name == "ruleset":
        named = set(re.findall(r"`(\w+)`", "".join(line.split(" | ")[0] for line in PAGE.splitlines()[:60] if line.startswith("| `"))))
        assert mine == named & mine
    elif row.name in ("policies", "limits", "sequence"):
        assert all(re.search(rf"[`{{ ]{name}[`,}}]", PAGE) for name in mine)
    else:
        assert any(mine - SHARED == keys_of - SHARED for keys_of in OBJECTS), sorted(mine)


def test_every_object_of_the_page_is_a_record() -> None:
    known = [{each.name for each in row.own} - SHARED for row in ROWS]
    known += [set(POLICIES), set(LIMITS), {"thing"}, {"effect"}, {"space"}, {"type", "..."}, set()]
    placeholders = {"name", "param", "key", "id", "slot name", "slot id", "record or site id"}
    for found in OBJECTS:
        assert found - SHARED in known or (len(found) == 1 and found <= placeholders), sorted(found)


@pytest.mark.parametrize("row", list(families()["type"].rows.values()), ids=lambda row: row.name)
def test_every_type_stands_on_the_page(row: Record) -> None:
    section = PAGE[PAGE.index("### Types") : PAGE.index("## 2.")].replace("\n", " ")
    found = re.search(rf"`{row.word}`( \(([^)]*)\))?", section)
    assert found is not None
    assert set(re.findall(r"`(\w+)`", found.group(2) or "")) == own(row, "optional")


def test_words_and_numbers_of_the_page_are_those_of_the_code() -> None:
    for name, words in POLICIES.items():
        assert f"`{name}` ({', '.join(f'`{word}`' for word in words)})" in PAGE.replace("\n", " "), name
    for name, (usual, most) in LIMITS.items():
        assert f"{usual} ({most})" in PAGE.replace("\n", " "), name
    for kind in ENGINE_KINDS:
        assert f"`{kind}`" in PAGE[PAGE.index("Engine kinds") : PAGE.index("A slot:")]
    for extra in SHARED:
        assert f"`{extra}`" in PAGE, extra
    assert VERSION == SEMANTICS == 1


RUNTIME = "\n".join(part.read_text("utf-8") for part in files("rulewright.runtime").iterdir() if part.name.endswith(".py"))
SAID_TO_PEOPLE = {"title", "plural", "doc", "expresses", "origin", "as_printed", "covers", "expressed"}
SAID_TO_PROGRAMS = {
    "required": "the verifier asks for the field", "impossible": "has one word",
    "scenarios": "who sets a game up looks a name up in it and passes on the options",
}


def test_every_field_is_read_by_the_runtime_or_known_not_to_be() -> None:
    names = {field.name for row in rows().values() for field in row.fields}
    assert {name for name in names if not re.search(f"['\"]{name}['\"]", RUNTIME)} == SAID_TO_PEOPLE | SAID_TO_PROGRAMS.keys()


def test_the_runtime_tells_the_words_of_each_policy_apart() -> None:
    for name, words in POLICIES.items():
        asked = [word for word in words if f'"{word}"' in RUNTIME]
        assert len(asked) >= len(words) - 1, name
