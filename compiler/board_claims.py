"""The `always` lines of boards: claims about the map that the compiler tests at once.

A claim may say `reachable("A", [path, flight])` (every space that is neither hidden nor impassable can be reached from A by those routes),
`reachable("A", "B", [path])`, `distance("A", "B")` compared with a number (as the rules count it, or by the routes of a list), and these joined by
`and`, `or`, `not`.
"""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import maps
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .board_links import BoardFacts, Claim
from .chains import operands
from .names import did_you_mean
from .ways import HIDDEN, IMPASSABLE, World, distances, steps

MAX_DEPTH = 100


def check_claims(world: World, facts: BoardFacts) -> list[Problem]:
    """A finding for each claim that does not hold or that cannot be tested."""
    problems: list[Problem] = []
    for claim in facts.claims:
        try:
            tester = _Tester(world, facts, claim)
            holds = tester.test(claim.node.condition, 0)
        except _Unclear as unclear:
            problems.append(unclear.problem)
            continue
        if not holds:
            reason = f": {claim.node.because.value}" if claim.node.because is not None else ""
            labels = [Label(facts.spaces[space], f"`{world.name(space)}`") for space in tester.missed[:6]]
            problems.append(maps.BOARD_CLAIM_FALSE.at(claim.node.condition.span, reason=reason, found="; ".join(tester.found) or "it is false", labels=labels))
    return problems


class _Unclear(Exception):
    """A claim that cannot be tested; it never leaves this module."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Tester:
    """One claim. `found` says what the map is like where the claim did not hold, `missed` which spaces were not reached."""

    def __init__(self, world: World, facts: BoardFacts, claim: Claim) -> None:
        self.world = world
        self.facts = facts
        self.claim = claim
        self.found: list[str] = []
        self.missed: list[str] = []

    def test(self, expr: s.Expr, depth: int) -> bool:
        if depth > MAX_DEPTH:
            raise _Unclear(maps.BOARD_CLAIM_FORM.at(expr.span))
        if isinstance(expr, s.Paren):
            return self.test(expr.value, depth + 1)
        if isinstance(expr, s.Unary) and expr.op == "not":
            return not self.test(expr.value, depth + 1)
        if isinstance(expr, s.Binary) and expr.op in ("and", "or"):
            found = [self.test(one, depth + 1) for one in operands(expr)]
            return all(found) if expr.op == "and" else any(found)
        if isinstance(expr, s.Call) and expr.name.name == "reachable":
            return self.reachable(expr)
        if isinstance(expr, s.Is):
            return self.compare(expr, "is not" if expr.negated else "is", expr.left, expr.right)
        if isinstance(expr, s.Binary) and expr.op in ("<", "<=", ">", ">="):
            return self.compare(expr, expr.op, expr.left, expr.right)
        raise _Unclear(maps.BOARD_CLAIM_FORM.at(expr.span))

    def reachable(self, call: s.Call) -> bool:
        spaces, routes = self.arguments(call)
        found = distances(self.world, [spaces[0]], routes)
        if len(spaces) == 2:
            if spaces[1] not in found:
                self.found.append(f"no such way leads from `{self.world.name(spaces[0])}` to `{self.world.name(spaces[1])}`")
            return spaces[1] in found
        board = self.world.boards[self.claim.board]
        wanted = [space["id"] for space in board["spaces"] if not self.world.says(space["id"], HIDDEN) and not self.world.says(space["id"], IMPASSABLE)]
        missed = [space for space in wanted if space not in found]
        if missed:
            names = ", ".join(f"`{self.world.name(space)}`" for space in missed[:6]) + (f" and {len(missed) - 6} more" if len(missed) > 6 else "")
            self.found.append(f"{names} cannot be reached from `{self.world.name(spaces[0])}`")
            self.missed += missed
        return not missed

    def compare(self, expr: s.Expr, op: str, left: s.Expr, right: s.Expr) -> bool:
        if not isinstance(left, s.Call) or left.name.name != "distance" or not isinstance(right, s.Number):
            raise _Unclear(maps.BOARD_CLAIM_FORM.at(expr.span))
        spaces, routes = self.arguments(left)
        if len(spaces) != 2:
            raise _Unclear(maps.BOARD_CLAIM_FORM.at(left.span))
        far_away = steps(self.world, spaces[0], spaces[1]) if routes is None else distances(self.world, [spaces[0]], routes).get(spaces[1])
        pair = f"from `{self.world.name(spaces[0])}` to `{self.world.name(spaces[1])}`"
        self.found.append(f"there is no way {pair}" if far_away is None else f"it is {far_away} {pair}")
        far = 1_000_000 if far_away is None else far_away
        wanted = right.value
        return {"is": far == wanted, "is not": far != wanted, "<": far < wanted, "<=": far <= wanted, ">": far > wanted, ">=": far >= wanted}[op]

    def arguments(self, call: s.Call) -> tuple[list[str], frozenset[str] | None]:
        """One or two spaces, then perhaps a list of routes."""
        routes: frozenset[str] | None = None
        spaces: list[str] = []
        for index, value in enumerate(call.arguments):
            if isinstance(value, s.ListOf) and index == len(call.arguments) - 1:
                routes = frozenset(self.route(item) for item in value.items)
            else:
                spaces.append(self.space(value))
        if not 1 <= len(spaces) <= 2:
            raise _Unclear(maps.BOARD_CLAIM_FORM.at(call.span))
        return spaces, routes

    def route(self, value: s.Expr) -> str:
        known = {way.route for way in self.world.ways()}
        if isinstance(value, s.Name) and value.name in known:
            return value.name
        word = value.name if isinstance(value, s.Name) else ""
        raise _Unclear(maps.BOARD_CLAIM_NAME.at(value.span, name=word or "this", what="a route of a link", help=did_you_mean(word, known) or None))

    def space(self, value: s.Expr) -> str:
        local = self.facts.names[self.claim.board]
        if isinstance(value, s.Text):
            if value.value in local:
                return local[value.value]
            elsewhere = [names[value.value] for names in self.facts.names.values() if value.value in names]
            if len(elsewhere) == 1:
                return elsewhere[0]
            raise self.no_space(value.span, value.value)
        if isinstance(value, s.Name):
            ident = f"{self.claim.board}/{value.name}"
            if ident in self.world.spaces:
                return ident
            raise self.no_space(value.span, value.name)
        if isinstance(value, s.Call):
            numbers = [part.value for part in value.arguments if isinstance(part, s.Number)]
            for space in self.world.boards[self.claim.board]["spaces"]:
                if space["at"] is not None and space["at"] == numbers:
                    return str(space["id"])
            raise self.no_space(value.span, f"{value.name.name}(...)")
        raise _Unclear(maps.BOARD_CLAIM_FORM.at(value.span))

    def no_space(self, span: Span, name: str) -> _Unclear:
        known = self.facts.names[self.claim.board]
        return _Unclear(maps.BOARD_CLAIM_NAME.at(span, name=name, what="a space of this board", help=did_you_mean(name, known) or None))
