"""The first part of `verify`: whether a document is JSON of bounded size and every record has the shape of the table. No recursion.

`bounds` looks at any value at all; `shape` needs a document that has passed it.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple

from .records import Path, Shape, families, pointer
from .records_model import FREE_IDS, LARGEST, is_id

MAX_NESTING = 500
"""Objects and lists inside each other; a document below it can be read and written by any JSON library."""
MAX_FAULTS = 200
"""After so many faults the verifier stops looking."""


class Fault(NamedTuple):
    """One fault: a JSON pointer into the document (`/verbs/3/body/0`), a stable code, a message in plain words."""

    path: str
    code: str
    message: str


class Faults(list[Fault]):
    """The faults found so far; `full` once there are enough."""

    @property
    def full(self) -> bool:
        """Whether there is no use in looking further."""
        return len(self) >= MAX_FAULTS

    def add(self, path: Path, code: str, message: str) -> None:
        """One more fault, unless there are enough."""
        if not self.full:
            self.append(Fault(pointer(path), code, message))


def bounds(document: object, faults: Faults) -> None:
    """Faults where a value is no JSON of a ruleset: other types, numbers that are not whole or too large, half characters, too deep nesting."""
    stack: list[tuple[Path, object]] = [((), document)]
    while stack and not faults.full:
        path, value = stack.pop()
        if isinstance(value, dict):
            inside: list[tuple[Path, object]] = []
            for key, inner in value.items():
                if not isinstance(key, str):
                    faults.add(path, "not-json", f"a key is {said(key)}, not a text")
                elif not key.isascii() and max(key) > "\uffff":
                    faults.add(path, "not-json", "a key has a character above U+FFFF, which not every language sorts alike")
                elif _broken(key):
                    faults.add(path, "not-json", "a key holds half a character")
                else:
                    inside.append(((*path, key), inner))
        elif isinstance(value, list):
            inside = [((*path, index), inner) for index, inner in enumerate(value)]
        else:
            _atom(path, value, faults)
            continue
        if inside and len(path) >= MAX_NESTING:
            faults.add(path[:8], "too-deep", f"nested more than {MAX_NESTING} deep")
            return
        stack.extend(reversed(inside))


def _atom(path: Path, value: object, faults: Faults) -> None:
    if isinstance(value, str):
        if _broken(value):
            faults.add(path, "not-json", "a text holds half a character")
    elif value is None or isinstance(value, bool):
        pass
    elif isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            faults.add(path, "out-of-bounds", f"no number of a ruleset is further from zero than {LARGEST}")
    else:
        faults.add(path, "not-json", f"{said(value)} stands where a ruleset has only texts, whole numbers, truths, null, lists and objects")


def _broken(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= each <= "\udfff" for each in text)


def said(value: object) -> str:
    """A value in a message: its kind, and what it says if that is short."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, int):
        return "a number" if abs(value) > LARGEST else f"the number {value}"
    if isinstance(value, str):
        return f"the text `{value}`" if len(value) <= 40 and value.isprintable() else "a text"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "a fraction" if isinstance(value, float) else "something else"


def shape(document: dict[str, Any], faults: Faults, family: str = "ruleset") -> None:
    """Faults where a record is not what its row says."""
    stack: list[tuple[Path, Shape, Any]] = [((), Shape("record", (family,)), document)]
    while stack and not faults.full:
        path, wanted, value = stack.pop()
        stack.extend(reversed(_inside(path, wanted, value, faults)))


_Inside = list[tuple[Path, Shape, Any]]


def _inside(path: Path, wanted: Shape, value: Any, faults: Faults) -> _Inside:
    """What is to be looked at next inside a value; its own faults are noted."""
    if (value is None and wanted.nullable) or (isinstance(value, str) and value in wanted.also):
        return []
    match wanted.form:
        case "record":
            return _record(path, wanted.words[0], value, faults)
        case "list" if isinstance(value, list) and wanted.of is not None:
            if wanted.low is not None and len(value) != wanted.low:
                faults.add(path, "wrong-length", f"has {len(value)} elements, not {wanted.low}")
            return [((*path, index), wanted.of, item) for index, item in enumerate(value)]
        case "map" if isinstance(value, dict) and wanted.of is not None:
            return [((*path, key), wanted.of, item) for key, item in value.items()]
        case "list" | "map":
            faults.add(path, "wrong-type", f"must be {expected(wanted)}, not {said(value)}")
        case "value":
            _constant(path, value, faults)
        case "answer":
            _answer(path, value, faults)
        case "state":
            pass
        case _:
            _scalar(path, wanted, value, faults)
    return []


def _record(path: Path, name: str, value: Any, faults: Faults) -> _Inside:
    family = families()[name]
    if not isinstance(value, dict):
        faults.add(path, "wrong-type", f"must be a record ({family.doc}), not {said(value)}")
        return []
    row = family.row(value)
    if row is None:
        _no_row(path, name, value, faults)
        return []
    missing = [each for each in row.required if each not in value]
    for each in missing:
        faults.add(path, "missing", f"`{each}` is missing in `{row.name}`: {row.by_name[each].doc}")
    inside: _Inside = []
    for key, inner in value.items():
        field = row.by_name.get(key)
        if field is not None:
            inside.append(((*path, key), field.shape, inner))
        elif row.others is not None:
            inside.append(((*path, key), row.others, inner))
        else:
            faults.add((*path, key), "unknown-key", f"`{row.name}` has no `{shown(key)}`{near(key, row.by_name)}")
    return inside


def _no_row(path: Path, name: str, value: dict[str, Any], faults: Faults) -> None:
    family = families()[name]
    tag = family.tag
    if tag == "?":
        faults.add(path, "missing", f"must have one of {listed(family.rows)} ({family.doc})")
    elif tag is not None and tag not in value:
        faults.add(path, "missing", f"`{tag}` is missing: it says which {name} this is")
    elif tag is not None:
        word = value[tag]
        hint = near(word, family.rows) if isinstance(word, str) else ""
        faults.add((*path, tag), "unknown-record", f"no {name} is called {said(word)}{hint}")


def expected(wanted: Shape) -> str:
    """What a shape wants, in words."""
    match wanted.form:
        case "int":
            ends = (wanted.low, wanted.high)
            if ends == (None, None):
                return "a whole number"
            return "a whole number" + (f" from {wanted.low}" if wanted.low is not None else "") + (f" to {wanted.high}" if wanted.high is not None else "")
        case "bool":
            return "true or false"
        case "word":
            return listed(wanted.words, " or ")
        case "const":
            return f"`{wanted.words[0]}`"
        case "list":
            return "a list"
        case "map":
            return "an object"
        case "id":
            return "a lower-case word" if wanted.words[0] == "pack" else "an id `pack:name`"
        case "ref":
            return "the id of a " + " or ".join(wanted.words).replace("_", " ")
        case "name" | "bind":
            return "a name"
        case _:
            return "a text"


def _scalar(path: Path, wanted: Shape, value: Any, faults: Faults) -> None:
    code = ""
    match wanted.form:
        case "int":
            if not isinstance(value, int) or isinstance(value, bool):
                code = "wrong-type"
            elif (wanted.low is not None and value < wanted.low) or (wanted.high is not None and value > wanted.high):
                code = "out-of-bounds"
        case "bool":
            code = "" if isinstance(value, bool) else "wrong-type"
        case "word" | "const":
            code = "" if isinstance(value, str) and value in wanted.words else "wrong-word"
        case "text":
            code = "" if isinstance(value, str) else "wrong-type"
        case _:
            code = "" if isinstance(value, str) and value else "wrong-type"
            if not code and wanted.form == "id" and wanted.words[0] not in FREE_IDS and not is_id(value, wanted.words[0]):
                code = "wrong-id"
    if code:
        hint = near(value, wanted.words) if wanted.form == "word" and isinstance(value, str) else ""
        faults.add(path, code, f"must be {expected(wanted)}{' or null' if wanted.nullable else ''}, not {said(value)}{hint}")


def _constant(path: Path, value: Any, faults: Faults) -> None:
    for at, each in [((*path, index), item) for index, item in enumerate(value)] if isinstance(value, list) else [(path, value)]:
        if isinstance(each, list) or (isinstance(each, dict) and not _names_one(each)):
            faults.add(at, "wrong-type", f"must be a constant, or an object with one of `thing`, `effect`, `space`, not {said(each)}")


def _names_one(value: dict[str, Any]) -> bool:
    return len(value) == 1 and all(key in ("thing", "effect", "space") and isinstance(inner, str) and inner for key, inner in value.items())


def _answer(path: Path, value: Any, faults: Faults) -> None:
    for at, each in [((*path, index), item) for index, item in enumerate(value)] if isinstance(value, list) else [(path, value)]:
        if not isinstance(each, (str, int)) or isinstance(each, bool):
            faults.add(at, "wrong-type", f"an answer is a text, a number or a list of those, not {said(each)}")


def shown(text: str) -> str:
    """A word of a stranger in a message: cut to a readable length."""
    return text if len(text) <= 40 and text.isprintable() else text[:37].encode("ascii", "replace").decode() + "..."


def near(text: str, known: Any) -> str:
    """`; did you mean ...` when a known word is close."""
    close = get_close_matches(text[:60], list(known), 1, 0.65) if len(text) <= 60 else []
    return f"; did you mean `{close[0]}`?" if close else ""


def listed(words: Any, last: str = ", ") -> str:
    """`a`, `b`, `c`"""
    quoted = [f"`{word}`" for word in words]
    return ", ".join(quoted[:-1]) + last + quoted[-1] if len(quoted) > 1 else "".join(quoted)


__all__ = ["MAX_FAULTS", "MAX_NESTING", "Fault", "Faults", "bounds", "expected", "is_id", "listed", "near", "said", "shape", "shown"]
