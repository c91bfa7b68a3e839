"""The table, the schemas made from it, and the two validators and the verifier that must agree on what has the right form."""

from __future__ import annotations

import copy
import json
import random

import jsonschema
import jsonschema_rs
import pytest

from rulewright.dsl.records import complete, ordered, pointer, rows, visit
from rulewright.dsl.verify_fast import shaped, sound
from rulewright.dsl.verify_shape import MAX_NESTING, Faults, bounds, shape
from rulewright.runtime.game import Game
from rulewright.tools import schemas
from rulewright.tools.validation import reference_paths, schema, validate

from .samples import broken, document, record
from .small import game

STANDING = [
    row
    for row in rows().values()
    if row.name == "ruleset" or row.family not in ("rng", "frame", "entity", "named", "given", "pending", "input", "barrier", "snapshot", "file", "line")
]
REST = {row.name for row in rows().values()} - {row.name for row in STANDING}


def shape_faults(value: object) -> Faults:
    faults = Faults()
    bounds(value, faults)
    if not faults and isinstance(value, dict):
        shape(value, faults)
    return faults


def test_the_published_schemas_are_what_the_table_says() -> None:
    assert schemas.stale() == []


@pytest.mark.parametrize("made", [schemas.ruleset_schema(), schemas.save_schema()], ids=["ruleset", "save"])
def test_schemas_are_schemas_and_describe_every_key(made: dict[str, object]) -> None:
    jsonschema.Draft202012Validator.check_schema(made)
    jsonschema_rs.meta.validate(made)
    for name, part in made["$defs"].items():  # type: ignore[attr-defined]
        assert part["description"], name
        for key, value in part.get("properties", {}).items():
            assert value.get("description"), f"{name}.{key}"
    assert '"oneOf"' not in json.dumps(made)


@pytest.mark.parametrize("row", STANDING, ids=lambda row: row.name)
def test_the_smallest_of_each_record_is_accepted_by_all(row: object) -> None:
    whole = document(row)  # type: ignore[arg-type]
    assert validate(whole) == []
    assert reference_paths(whole) == set()
    assert shape_faults(whole) == []
    assert sound(whole, MAX_NESTING) and shaped(whole)
    assert row.name in {met.row.name for met in visit(whole)}  # type: ignore[attr-defined]


def _agrees(what: str, whole: object) -> None:
    """Both validators and the verifier refuse a document, and say so at the same places."""
    fast = {pointer(tuple(fault.instance_path)) for fault in jsonschema_rs.validator_for(schema()).iter_errors(whole)}
    slow = reference_paths(whole)
    findings = validate(whole)
    assert findings, f"accepted: {what}"
    assert fast == slow, what
    assert all(len(said.message) < 400 for said in findings), what
    # A key that is not expected is faulted at the record by the schema and at the key by the verifier.
    found = {fault.path.rsplit("/", 1)[0] if fault.code in ("unknown-key", "unknown-record") else fault.path for fault in shape_faults(whole)}
    assert found, f"the verifier accepts: {what}"


BROKEN = [(what, whole) for row in STANDING for what, whole in broken(row)]


def test_every_broken_record_is_refused_by_the_verifier_and_the_fast_validator() -> None:
    validator = jsonschema_rs.validator_for(schema())
    missed = [what for what, whole in BROKEN if validator.is_valid(whole) or not shape_faults(whole) or (sound(whole, MAX_NESTING) and shaped(whole))]
    assert missed == []
    assert len(BROKEN) > 3000


@pytest.mark.parametrize("part", range(8))
def test_both_validators_fault_the_same_places(part: int) -> None:
    for what, whole in random.Random(part).sample(BROKEN, 15):
        _agrees(what, whole)


def test_findings_name_the_record_and_the_remedy() -> None:
    row = rows()["expr.between"]
    whole = document(row, {"op": "between", "of": {"op": "int", "value": 1}, "lowest": {"op": "int", "value": 1}, "high": {"op": "var", "nam": "x"}})
    assert [tuple(each) for each in validate(whole)] == [
        ("/always/0/test", "`low` is missing: the lowest"),
        ("/always/0/test", "`lowest` is not expected here; did you mean `low`?"),
        ("/always/0/test/high", "`name` is missing: `self`, `who`, `it`, `viewer`, a parameter, a slot, a let, a loop variable"),
        ("/always/0/test/high", "`nam` is not expected here; did you mean `name`?"),
    ]
    whole = document(row, {"op": "beetween"})
    assert [tuple(each) for each in validate(whole)] == [("/always/0/test/op", "nothing here is called the text `beetween`; did you mean `between`?")]


@pytest.mark.parametrize("row", STANDING, ids=lambda row: row.name)
def test_complete_writes_what_may_be_empty_and_keeps_the_order(row: object) -> None:
    full = record(row)  # type: ignore[arg-type]
    names = list(full)
    shuffled = {key: full[key] for key in reversed(names)}
    family = row.family  # type: ignore[attr-defined]
    assert list(ordered(shuffled, family)) == names
    assert ordered(shuffled, family) == full
    before = copy.deepcopy(shuffled)
    assert list(complete(shuffled, family)) == names
    assert shuffled == before


def test_complete_fills_records_inside_records() -> None:
    got = complete({"op": "all", "kind": "a:b"}, "expr")
    assert got == {"op": "all", "kind": "a:b"}
    got = complete(
        {"op": "if", "test": {"op": "lookup", "of": {"op": "int", "value": 1}, "rows": [{"value": {"op": "none"}}]}, "then": [{"op": "stop"}]}, "statement"
    )
    assert got == {
        "op": "if",
        "test": {"op": "lookup", "of": {"op": "int", "value": 1}, "rows": [{"low": None, "high": None, "value": {"op": "none"}}], "else": None},
        "then": [{"op": "stop"}],
        "else": [],
    }


def test_the_save_schema_takes_the_lines_of_a_log_apart() -> None:
    validator = jsonschema_rs.validator_for(schemas.save_schema())
    slow = jsonschema.Draft202012Validator(schemas.save_schema())
    for row in rows().values():
        if row.family in ("file", "line"):
            good = record(row)
            if row.family == "file" and "state" in good:
                good["state"] = record(rows()["snapshot"], 0)
            for value in (good, {**good, "unheard_of": 1}):
                wanted = value is good
                assert validator.is_valid(value) is slow.is_valid(value) is wanted, (row.name, [str(each) for each in validator.iter_errors(value)])


def test_the_state_of_a_game_has_the_published_form() -> None:
    live = Game(game(), seed="form", start=False).checkpoint_state()
    assert [fault.message for fault in jsonschema_rs.validator_for(schemas.save_schema()).iter_errors(live)] == []
