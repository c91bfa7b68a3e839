"""Compares a tree with `grammar/pack.schema.json` and says what does not fit, in an author's words.

The schema is the only list of keys, patterns and limits: this module walks the part of JSON Schema that the file uses, and a word of JSON Schema that it
does not know is a bug which the tests find. The `title` of each place in the schema finishes the sentence `expected ...`.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from rulewright.dsl.catalogue import manifest as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .manifest_tree import Leaf, Mapping, Sequence, Tree

Schema: TypeAlias = dict[str, Any]

PUBLISHED = Path(__file__).resolve().parent.parent / "grammar" / "pack.schema.json"

_READ_AS = {"number": "a number", "fraction": "a number", "truth": "yes or no", "nothing": "nothing at all", "date": "a date"}


@cache
def pack_schema() -> Schema:
    """The published schema of pack.yaml."""
    schema: Schema = json.loads(PUBLISHED.read_text("utf-8"))
    return schema


def check_shape(tree: Tree) -> list[Problem]:
    """All places where the tree is not what the schema says; empty exactly when a JSON Schema validator would accept it."""
    return list(_check(tree, pack_schema(), "the manifest"))


def _open(schema: Schema) -> Schema:
    """The schema with its reference put in; what stands beside the reference (the description) wins."""
    if "$ref" not in schema:
        return schema
    target: Schema = pack_schema()["$defs"][schema["$ref"].rpartition("/")[2]]
    return {**target, **schema}


def _check(tree: Tree, schema: Schema, name: str) -> Iterator[Problem]:
    schema = _open(schema)
    branches = [_open(branch) for branch in schema.get("oneOf", [])]
    if branches:
        fitting = [branch for branch in branches if _type_fits(tree, branch)]
        if len(fitting) != 1:
            yield _wrong(tree, name, schema["title"])
            return
        schema = {**fitting[0], "title": fitting[0].get("title", schema["title"])}
    if not _type_fits(tree, schema):
        if schema["type"] == "string" and isinstance(tree, Leaf):
            yield _unquoted(tree, schema, name)
        else:
            yield _wrong(tree, name, schema["title"])
        return
    match tree:
        case Mapping():
            yield from _check_mapping(tree, schema, name)
        case Sequence():
            yield from _check_list(tree, schema, name)
        case Leaf():
            if not _value_fits(tree, schema):
                yield _wrong(tree, name, schema["title"])


def _type_fits(tree: Tree, schema: Schema) -> bool:
    match schema["type"], tree:
        case ("object", Mapping()) | ("array", Sequence()):
            return True
        case "string", Leaf(tag=tag):
            return tag == "text"
        case "integer", Leaf(tag=tag):
            return tag == "number"
        case "boolean", Leaf(tag=tag):
            return tag == "truth"
        case _:
            return False


def _value_fits(leaf: Leaf, schema: Schema) -> bool:
    if schema["type"] == "integer":
        number = int(leaf.value)
        return number in schema.get("enum", [number]) and schema.get("minimum", number) <= number <= schema.get("maximum", number)
    if schema["type"] == "string":
        long_enough = schema.get("minLength", 0) <= len(leaf.value) <= schema.get("maxLength", len(leaf.value))
        # `$` would let a last line end pass
        return long_enough and re.search(schema.get("pattern", "").removesuffix("$") + r"\Z" if "pattern" in schema else "", leaf.value) is not None
    return True


def _check_mapping(tree: Mapping, schema: Schema, name: str) -> Iterator[Problem]:
    known: dict[str, Schema] = schema.get("properties", {})
    other = schema.get("additionalProperties", True)
    if len(tree.pairs) > schema.get("maxProperties", len(tree.pairs)):
        yield _wrong(tree, name, f"at most {schema['maxProperties']} entries")
    meant: set[str] = set()
    for key, (leaf, value) in tree.pairs.items():
        if key in known:
            yield from _check(value, known[key], key)
        elif other is False:
            meant.update(_near(leaf, [one for one in known if one not in tree.pairs]))
            yield _unknown(leaf, list(known), name)
        else:
            if "propertyNames" in schema:
                # A key is always text in JSON, whatever YAML takes it for.
                yield from _check(Leaf(leaf.span, leaf.value, "text"), schema["propertyNames"], f"a key of `{name}`")
            yield from _check(value, other, key)
    missing = [key for key in schema.get("required", []) if key not in tree.pairs and key not in meant]
    if missing:
        wanted = "; ".join(f"`{key}`: {_open(known[key])['title']}" for key in missing)
        keys = ", ".join(f"`{key}`" for key in missing)
        yield rows.MANIFEST_MISSING_KEY.at(Span(tree.span.file, tree.span.start, tree.span.start), help=f"add {wanted}", name=name, keys=keys)


def _check_list(tree: Sequence, schema: Schema, name: str) -> Iterator[Problem]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(tree.items))
    if not least <= len(tree.items) <= most:
        yield _wrong(tree, name, f"{schema['title']} with {least} to {most} entries")
    seen: dict[str, Span] = {}
    for item in tree.items:
        yield from _check(item, schema["items"], name)
        if schema.get("uniqueItems") and isinstance(item, Leaf) and item.tag == "text":
            if item.value in seen:
                yield rows.MANIFEST_CONTRADICTION.at(
                    item.span, labels=[Label(seen[item.value], "first here")], help="keep one of the two", what=f"`{item.value}` stands twice in `{name}`"
                )
            seen.setdefault(item.value, item.span)


def _near(key: Leaf, known: list[str]) -> list[str]:
    """The key that may be meant, or none."""
    return get_close_matches(key.value.lower(), known, 1, 0.6)


def _unknown(key: Leaf, known: list[str], name: str) -> Problem:
    near = _near(key, known)
    remedy = f"did you mean `{near[0]}`?" if near else "the keys are " + ", ".join(f"`{word}`" for word in sorted(known))
    return rows.MANIFEST_UNKNOWN_KEY.at(key.span, help=remedy, key=_short(key.value), name=name)


def _unquoted(leaf: Leaf, schema: Schema, name: str) -> Problem:
    if leaf.value in ("", "~", "null", "Null", "NULL"):
        return _wrong(leaf, name, schema["title"])
    remedy = f'put it in quotes: "{leaf.value}"'
    if not _value_fits(leaf, schema):
        remedy += f"; and `{name}` must be {schema['title']}"
    return rows.MANIFEST_QUOTE.at(leaf.span, help=remedy, value=leaf.value, read_as=_READ_AS[leaf.tag])


def _wrong(tree: Tree, name: str, expected: str) -> Problem:
    match tree:
        case Mapping():
            found = "a mapping"
        case Sequence():
            found = "a list"
        case Leaf(tag="nothing"):
            found = "nothing"
        case Leaf():
            found = f"`{_short(tree.value)}`"
    subject = name if " " in name else f"`{name}`"
    return rows.MANIFEST_VALUE.at(tree.span, help=f"expected {expected}", name=subject, found=found)


def _short(value: str) -> str:
    line = value.replace("\n", " ")
    return line if len(line) <= 60 else line[:57] + "..."
