"""The runtime carries out exactly what the contract lists."""

from __future__ import annotations

from rulewright.dsl.records import families
from rulewright.dsl.registry import FUNCTIONS, OPERATIONS
from rulewright.runtime.functions import NAMES
from rulewright.runtime.inline_nodes import INLINE
from rulewright.runtime.nodes import NODES
from rulewright.runtime.operations import RUN
from rulewright.runtime.scope import EXPRESSIONS
from rulewright.runtime.statements import names


def rows(family: str) -> set[str]:
    return set(families()[family].rows)


def test_every_record_of_the_contract_is_carried_out_and_no_other() -> None:
    assert set(EXPRESSIONS) == rows("expr")
    assert set(names()) == rows("statement")
    assert set(NODES) == set(INLINE) == rows("node")


def test_every_primitive_of_the_registry_is_carried_out_and_no_other() -> None:
    assert set(NAMES) == set(FUNCTIONS)
    assert set(RUN) == set(OPERATIONS)
