"""What `verify` finds: a small game is without fault, each fault put into it is found where it is, and nothing at all makes it stumble."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.records import pointer, visit
from rulewright.dsl.verify import MAX_FAULTS, MAX_NESTING, verify
from rulewright.dsl.verify_fast import shaped, sound
from rulewright.dsl.verify_names import Index
from rulewright.dsl.verify_shape import Faults, bounds, shape
from rulewright.dsl.verify_weights import weights
from rulewright.tools.validation import validate

from .samples import document, record
from .small import SHIELD, call, ev, field, game, num, stat, var
from .test_schema import STANDING

Json = dict[str, Any]


def at(path: str, whole: Json) -> tuple[Any, Any]:
    """The container of a path and the last key; a number for a list."""
    *way, last = [int(part) if part.isdigit() else part for part in path.strip("/").split("/")]
    inner: Any = whole
    for part in way:
        inner = inner[part]
    return inner, last


def put(path: str, value: Any) -> Json:
    whole = game()
    inner, last = at(path, whole)
    if isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    return whole


BODY = "/verbs/0/body/0"
ATTACK = "/sequences/0/machine/children"
ROUND = "/sequences/1/machine/child/children/0/child/children/0/body"
RUBY = "/definitions/0"
FRONT = "/definitions/2/faces/0"
TRUE = {"op": "bool", "value": True}

# what is put where, and the fault: its code and, where it is not the place itself, its path
FAULTS: list[tuple[str, Any, str, str | None]] = [
    ("/format", "something", "not-a-ruleset", None),
    ("/version", 2, "other-version", None),
    ("/semantics", 9, "other-semantics", None),
    ("/semantics", True, "other-semantics", None),
    ("/enums/0/members", "red", "wrong-type", None),
    ("/limits/depth", 100_000, "out-of-bounds", None),
    ("/limits/steps", 0, "out-of-bounds", None),
    ("/kinds/0/id", "player", "wrong-id", None),
    ("/verbs/0/colour", "red", "unknown-key", None),
    (f"{BODY}/op", "sett", "unknown-record", None),
    (f"{BODY}/change", "*=", "wrong-word", None),
    ("/texts/x", 10**12, "out-of-bounds", None),
    ("/texts/x", 0.5, "not-json", None),
    ("/texts/x", "\ud800", "not-json", None),
    ("/policies", {}, "missing-policy", "/policies"),
    # ids and references
    ("/kinds/4", {**record(next(row for row in STANDING if row.name == "kind"), 1), "id": "p:hero"}, "defined-twice", None),
    ("/families/1", {"id": "p:deal", "includes": []}, "two-meanings", "/verbs/0"),
    ("/kinds/1/parent", "p:heroes", "unknown-id", None),
    ("/kinds/1/parent", "p:deal", "wrong-table", None),
    ("/kinds/1/parent", "p:hero", "ring", "/kinds/1"),
    ("/definitions/0/of", "p:villain", "unknown-id", None),
    (f"{RUBY}/fields/crit", {"effect": "p:none"}, "unknown-id", f"{RUBY}/fields/crit/effect"),
    (f"{RUBY}/clauses/3/despite", "p:ruby/modify.1", "wrong-table", None),
    (f"{RUBY}/clauses/2/per", "p:deal", "wrong-table", None),
    (f"{RUBY}/clauses/2/per", "p:round.nights", "unknown-id", None),
    ("/defines/0/value", {"op": "call", "define": "p:worth", "args": [var("h")]}, "ring", "/defines/0"),
    ("/packs/0/requires", ["q"], "unknown-id", "/packs/0/requires/0"),
    ("/game/seats/kind", "p:hero", "wrong-kind", None),
    ("/game/seats/min", 5, "empty-range", "/game/seats"),
    ("/source_map/at/p:deal", [7, 1, 1], "out-of-bounds", None),
    ("/trace/expressed/S-1", ["p:nothing"], "unknown-id", "/trace/expressed/S-1/0"),
    # variables
    (f"{BODY}/value", var("amonut"), "unbound", None),
    (f"{BODY}/value", ev("amount"), "no-event", None),
    (f"{ATTACK}/2/body/0", {"op": "let", "name": "y", "value": var("self")}, "unbound", f"{ATTACK}/2/body/0/value"),
    (f"{FRONT}/handlers/1/body/0/test/left", ev("tagg"), "unbound", None),
    (f"{FRONT}/handlers/0/body/0/clauses/0/where/right", var("ownr"), "unbound", None),
    (f"{FRONT}/handlers/0/body/0/bind", {}, "unbound", f"{FRONT}/handlers/0/body/0/clauses/0/where/right"),
    (f"{RUBY}/clauses/0/where/left", ev("z"), "unbound", None),
    (f"{RUBY}/clauses/2/keys/0", ev("actor"), "unbound", None),
    ("/sequences/0/params/0/start", var("target"), "unbound", None),
    ("/sequences/1/machine/child/children/0/child/children/3/child/body/0/value", var("e2"), "unbound", None),
    ("/effects/0/body/0/target/name", "powr", "unbound", "/effects/0/body/0/target"),
    ("/rules/0/when", {"op": "global", "name": "p:spent"}, "not-an-option", None),
    (
        "/always/0/test/arg/of",
        {"op": "filter", "of": {"op": "all", "kind": "p:hero"}, "var": "x", "where": {"op": "has", "of": var("it"), "ability": "p:tough"}},
        "unbound",
        "/always/0/test/arg/of/where/of",
    ),
    # types
    (f"{BODY}/value", TRUE, "wrong-kind-of-value", None),
    (f"{RUBY}/clauses/0/where", num(1), "wrong-kind-of-value", None),
    ("/always/0/test", {"op": "and", "args": [TRUE, num(1)]}, "wrong-kind-of-value", "/always/0/test/args"),
    ("/defines/0/value/left", {"op": "text", "value": "x"}, "wrong-kind-of-value", None),
    ("/defines/0/value/right/rows/1/low", 2, "overlap", "/defines/0/value/right/rows/1"),
    (f"{RUBY}/clauses/1/subject/where/right/value", "green", "not-a-member", f"{RUBY}/clauses/1/subject/where/right"),
    (f"{RUBY}/clauses/1/slot", "p:hero/damage", "wrong-role", None),
    (f"{RUBY}/clauses/1/value", stat(var("it"), "damage"), "wrong-role", None),
    (f"{RUBY}/clauses/1/subject/of", "p:card", "no-such-slot", f"{RUBY}/clauses/1/value"),
    (f"{RUBY}/fields/colour", "green", "not-a-member", None),
    (f"{RUBY}/fields/armor", -1, "out-of-bounds", None),
    (f"{RUBY}/fields/armour", 1, "unbound", None),
    (f"{RUBY}/fields", {}, "missing-value", None),
    (f"{BODY}/target", stat(var("target"), "armor"), "not-settable", None),
    (f"{BODY}/target", field(var("target"), "colour"), "not-settable", None),
    ("/always/0/test", {"op": "eq", "left": num(1), "right": {"op": "text", "value": "x"}}, "never-equal", None),
    ("/always/0/test", {"op": "gt", "left": {"op": "chain", "args": [num(1), num(2)], "signs": []}, "right": num(1)}, "wrong-signs", "/always/0/test/left"),
    ("/always/0/test", {"op": "gt", "left": {"op": "chain", "args": [num(1)], "signs": []}, "right": num(1)}, "wrong-signs", "/always/0/test/left"),
    (
        "/always/0/test",
        {"op": "gt", "left": {"op": "chain", "args": [num(1), {"op": "text", "value": "x"}], "signs": ["sub"]}, "right": num(1)},
        "wrong-kind-of-value",
        "/always/0/test/left/args/1",
    ),
    ("/slots/1/start", TRUE, "wrong-kind-of-value", None),
    # calls
    (f"{ROUND}/7/args/targt", var("side"), "unbound", None),
    (f"{ROUND}/7", call("p:deal", amount=num(1)) | {"tag": None, "each": None, "as": None}, "wrong-arguments", f"{ROUND}/7/args"),
    (f"{ROUND}/4/body/0/args/target", var("side"), "wrong-kind-of-value", None),
    (f"{ROUND}/3/options/0/body/0/args/amount", TRUE, "wrong-kind-of-value", None),
    (f"{RUBY}/abilities/0/args", [], "wrong-arguments", None),
    (f"{RUBY}/clauses/0/names", ["x", "y", "z"], "wrong-arguments", None),
    (f"{RUBY}/clauses/0/where", {"op": "apply", "function": "count", "args": []}, "wrong-arguments", f"{RUBY}/clauses/0/where/args"),
    (f"{RUBY}/clauses/0/where", {"op": "apply", "function": "counts", "args": []}, "unknown-id", f"{RUBY}/clauses/0/where/function"),
    (f"{ATTACK}/1/child/body/0/name", "rol", "unknown-id", None),
    (f"{ATTACK}/1/child/body/0/args", {"count": num(1)}, "wrong-arguments", None),
    (f"{FRONT}/handlers/2/body/0/args", {"amont": num(1)}, "unbound", f"{FRONT}/handlers/2/body/0/args/amont"),
    (f"{ATTACK}/0/body/1", {"op": "cancel"}, "misplaced", None),
    (f"{ATTACK}/0/body/1", {"op": "stop"}, "misplaced", None),
    (f"{RUBY}/clauses/7", SHIELD["clauses"][0] | {"id": "p:x", "while": None, "where": TRUE}, "misplaced", None),
    (f"{FRONT}/handlers/0/body/0/clauses/0/unit", "dammage", "unknown-unit", None),
]  # fmt: skip


def test_the_small_game_is_without_fault() -> None:
    assert verify(game()) == []
    assert validate(game()) == []


@pytest.mark.parametrize("where,value,code,path", FAULTS, ids=[f"{code} {where}" for where, _, code, _ in FAULTS])
def test_each_fault_is_found_where_it_is(where: str, value: Any, code: str, path: str | None) -> None:
    found = verify(put(where, value))
    assert [(fault.path, fault.code) for fault in found][:1] == [(path or where, code)], found
    assert len(found) <= 8, found
    assert all("\n" not in fault.message and not fault.message.endswith(".") and len(fault.message) < 300 for fault in found)


def test_a_record_may_stand_twice_when_the_second_depends_on_an_option() -> None:
    whole = game()
    twin = copy.deepcopy(whole["verbs"][1])
    whole["verbs"].append(twin | {"when": {"op": "option", "name": "p:long"}})
    assert verify(whole) == []
    whole["verbs"].append(twin)
    assert [fault.code for fault in verify(whole)] == ["defined-twice"]


def test_a_library_needs_no_policies() -> None:
    assert verify(game() | {"game": None, "policies": {}}) == []


def test_defines_that_double_the_work_are_refused_before_they_run() -> None:
    def doubling(levels: int) -> Json:
        asked = [{"op": "call", "define": f"p:d{level - 1}", "args": []} for level in range(levels + 1)]
        values = [{"op": "int", "value": 1}, *({"op": "add", "left": one, "right": one} for one in asked[1:])]
        made = [{**game()["defines"][0], "id": f"p:d{level}", "params": [], "value": value} for level, value in enumerate(values)]
        return game() | {"defines": [*game()["defines"], *made]}

    assert verify(doubling(9)) == []
    found = verify(doubling(40))
    assert {fault.code for fault in found} == {"too-heavy"} and len(found) == 28 and "asks 16383 defines" in found[0].message


def test_deep_documents_are_refused_and_deep_expressions_within_the_bound_are_walked() -> None:
    def nested(levels: int) -> Json:
        test: Json = TRUE
        for _ in range(levels):
            test = {"op": "not", "arg": test}
        return put("/always/0/test", test)

    assert verify(nested(MAX_NESTING - 10) | {"limits": game()["limits"] | {"depth": 1000}}) == []
    assert [fault.code for fault in verify(nested(MAX_NESTING - 10) | {"limits": game()["limits"] | {"depth": 100}})] == ["too-heavy"]
    assert [fault.code for fault in verify(nested(100_000))] == ["too-deep"]


def test_a_chain_of_many_defines_is_walked_and_a_long_ring_is_found() -> None:
    whole = game()
    many = 3000
    for n in range(many):
        whole["defines"].append({"id": f"p:d{n}", "params": [], "result": {"type": "any"}, "value": {"op": "call", "define": f"p:d{n + 1}", "args": []}})
    whole["defines"].append({"id": f"p:d{many}", "params": [], "result": {"type": "any"}, "value": num(1)})
    assert verify(whole) == []
    whole["defines"][-1]["value"] = {"op": "name_of_define", "define": "p:d0"}
    assert [fault.code for fault in verify(whole)] == ["ring"]


def test_faults_are_bounded() -> None:
    assert len(verify(game() | {"texts": {str(n): n for n in range(10 * MAX_FAULTS)}})) == MAX_FAULTS


def test_weights_are_two_and_the_deepest_nesting() -> None:
    whole = game()
    found = {pointer(path): weight for path, weight in weights(Index(whole)).items()}
    assert found["/verbs/1"] == 4  # set > var
    assert found["/definitions/0/clauses/0"] == 4  # eq > event
    assert found["/rules/0/checks/0"] == 5  # operation > list > var


# ------------------------------------------------------------------------------------------------------------ anything at all

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["p:hero", "p:deal", "red", "self", "kind", "p:attack", "p:worth", "expr", "all", "var", "event", "add"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.just("op"), inner, max_size=3), max_leaves=8
)
EASY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@EASY
@given(VALUES)
def test_any_value_gives_faults(value: Any) -> None:
    assert verify(value)
    faults = Faults()
    bounds(value, faults)
    assert sound(value, MAX_NESTING) == (not faults)
    verify(game() | {"verbs": value})


SMALL = json.dumps(game())
PLACES = [(path, key) for path, row, found in visit(game()) for key in found]
RECORDS = [found for _, row, found in visit(game()) if row.family in ("expr", "statement", "clause", "node", "handler", "type", "subject", "until")]


@EASY
@given(st.data())
def test_a_game_with_any_of_its_parts_exchanged_is_judged(data: st.DataObject) -> None:
    """Also: whatever the verifier lets pass has the published form."""
    whole = json.loads(SMALL)
    for _ in range(data.draw(st.integers(1, 3))):
        path, key = data.draw(st.sampled_from(PLACES))
        inner: Any = whole
        try:
            for part in path:
                inner = inner[part]
            inner[key] = copy.deepcopy(data.draw(st.sampled_from(RECORDS) | st.lists(st.sampled_from(RECORDS), max_size=2) | VALUES))
        except (KeyError, IndexError, TypeError):
            continue
    found = verify(whole)
    faults = Faults()
    bounds(whole, faults)
    assert sound(whole, MAX_NESTING) == (not faults)
    if not faults:
        shape(whole, faults)
        assert shaped(whole) == (not faults)
    if not found:
        assert validate(whole) == []


@pytest.mark.parametrize("row", STANDING, ids=lambda row: row.name)
def test_every_record_without_meaning_is_judged(row: Any) -> None:
    """Right in form, senseless in meaning: each record in turn, so that no part of the walk relies on sense."""
    verify(document(row))
    whole = game()
    for path, met, _ in visit(whole):
        if met.family == row.family and met.name != row.name and met.name != "ruleset":
            inner: Any = whole
            for part in path[:-1]:
                inner = inner[part]
            inner[path[-1]] = record(row)
            break
    verify(whole)


def test_a_tower_of_kinds_is_one_fault() -> None:
    """Ten thousand kinds, each above the next: all of them would be looked through for each."""
    whole = game()
    row = whole["kinds"][0]
    whole["kinds"] += [{**row, "id": f"p:k{at}", "parent": f"p:k{at + 1}" if at < 9_999 else None, "slots": []} for at in range(10_000)]
    (fault,) = verify(whole)
    assert fault.code == "too-deep" and "kinds above it" in fault.message
