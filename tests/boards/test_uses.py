"""What records say of spaces becomes facts for the checks of maps."""
from __future__ import annotations

from typing import Any

from rulewright.compiler.board_links import BoardFacts
from rulewright.compiler.board_uses import note_uses
from rulewright.dsl.source import Span

SPACES = [{"id": f"t:m/{name}", "fields": {"hidden": hidden}} for name, hidden in (("a", False), ("b", True), ("c", True))]
PLACE = Span("cards.rw", 3, 9)


def facts(**tables: list[dict[str, Any]]) -> BoardFacts:
    found = BoardFacts()
    note_uses(found, [{"spaces": SPACES}], {"boards": [{"id": "t:m", "spaces": SPACES}], **tables}, lambda _: PLACE)
    return found


def test_nothing_is_known_of_an_empty_game() -> None:
    assert (facts().revealed, facts().placed) == (frozenset(), {})


def test_a_rule_that_reads_hidden_may_open_all() -> None:
    where = {"op": "not", "arg": {"op": "field", "of": {"op": "event", "name": "to"}, "slot": "t:region/hidden"}}
    assert facts(rules=[{"id": "t:r", "clauses": [{"kind": "forbid", "where": where}]}]).revealed == {"t:m/b", "t:m/c"}


def test_a_rule_that_names_a_hidden_space_may_open_it() -> None:
    body = [{"op": "call", "args": {"to": {"op": "space", "id": "t:m/c"}}}, {"op": "call", "args": {"to": {"op": "space", "id": "t:m/a"}}}]
    assert facts(verbs=[{"id": "t:v", "body": body}]).revealed == {"t:m/c"}
    assert facts(tests=[{"id": "t:v", "steps": body}]).revealed == frozenset()


def test_what_starts_somewhere_is_placed_there_and_opens_nothing() -> None:
    found = facts(definitions=[{"id": "t:chest", "starts_in": {"op": "space", "id": "t:m/b"}}, {"id": "t:hat", "starts_in": None}])
    assert (found.placed, found.revealed) == ({"t:m/b": [PLACE]}, frozenset())
