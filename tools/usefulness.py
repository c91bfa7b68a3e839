"""Where a choice makes use of what is chosen, as far as the rules show: those who choose which card to throw away use none.

A choice makes use of a thing if the rules look at what is printed on it (a printed value, a stat, an ability): in picking the options or afterwards, in the
body that asked, in the verbs that it hands the thing to, and in the defines that these ask. To move a thing, to ask where or whose it is, or to count it, is no
use of it; but who chooses freely (any number, one of the actions) and puts it where the rules look at what lies there, has used it too. The one idea: follow
the names under which a body knows the thing.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.dsl.records import inside

Record = Mapping[str, Any]
_PRINTED = ("printed", "stat")
_READS = ("field", "stat", "printed")
_ELEMENTS = {"filter": "where", "sum": "value", "highest": "value", "lowest": "value"}
"""Expressions that name an element, and where they speak of it."""
_OTHER_THINGS = (*_READS, "relation", "contents", "held", "die")
"""Expressions that lead from a thing to something else."""
_BODIES = ("verbs", "sequences", "effects", "defines")
_HOLDERS = ("definitions", "abilities", "rules")
_TEXTS = ("clauses", "handlers", "checks", "members")


class Uses:
    """The choices of a ruleset that make use of what is chosen."""

    def __init__(self, ruleset: Record) -> None:
        self._printed = {slot["id"] for slot in _slots(ruleset) if slot["role"] in _PRINTED}
        self._defines = {record["id"]: record for record in ruleset["defines"]}
        self._events = {record["id"]: record for table in ("verbs", "sequences") for record in ruleset[table]}
        self._known: dict[tuple[str, str, bool], bool] = {}
        self._looked_into: set[str] = set()
        """The zones of which the rules look at what is printed on what lies there."""
        self.sites: set[str] = set()
        """The sites of the choices that use what they name."""
        self.offered: dict[tuple[str, str], list[str]] = {}
        """By a verb and where it is offered: its parameters that it uses."""
        self.offers: set[str] = set()
        """The sites of offers, whose answer may be an action of the thing that bears it."""
        homes = list(_homes(ruleset))
        zones = {slot["id"] for slot in _slots(ruleset) if slot["role"] == "zone"}
        self._looked_into = {zone for home in homes for zone in zones & {_place(node) for node in inside(home)} if self._looks(home, {zone}, False)}
        for home in homes:
            for node in inside(home):
                self._find(node, home)

    def _find(self, node: Record, home: Record) -> None:
        if node.get("op") == "choose":
            free = node["min"] == {"op": "int", "value": 0}
            if self._picks(node["from"]) or (node["as"] is not None and self._looks(home, {node["as"]}, free)):
                self.sites.add(node["site"])
        elif node.get("op") == "offer":
            self.offers.add(node["site"])
            verbs = [entry for entry in node["entries"] if "verb" in entry]
            free = node["pass"] or len(node["entries"]) > 1
            for entry in verbs:
                params = [param["name"] for param in self._events[entry["verb"]]["params"] if param["name"] not in entry["bind"]]
                self.offered[entry["verb"], node["site"].partition("@")[0]] = [name for name in params if self._used_by(entry["verb"], name, free)]

    def _used_by(self, callee: str, param: str, free: bool) -> bool:
        """Whether a verb, sequence or define looks at what is printed on what it is given. While that is being found out the answer is no."""
        key = (callee, param, free)
        if key not in self._known:
            self._known[key] = False
            self._known[key] = self._looks(self._defines.get(callee) or self._events[callee], {param}, free)
        return self._known[key]

    def _picks(self, options: Record) -> bool:
        """Whether the options of a choice are picked by what is printed on them."""
        for node in inside(options):
            if node.get("op") == "filter" and self._looks(node["where"], {node["var"]}, False):
                return True
            if node.get("op") == "call" and "define" in node and self._picks_in(node["define"]):
                return True
        return False

    def _picks_in(self, define: str) -> bool:
        key = (define, "", False)
        if key not in self._known:
            self._known[key] = False
            self._known[key] = self._picks(self._defines[define]["value"])
        return self._known[key]

    def _looks(self, home: Record, names: set[str], free: bool) -> bool:
        """Whether something printed is asked of what a body knows by some names."""
        nodes = list(inside(home))
        known = _names(nodes, names)
        return any(self._asks(node, known, free) for node in nodes)

    def _asks(self, node: Record, names: set[str], free: bool) -> bool:
        op = node.get("op")
        if op in _READS:
            return node["slot"] in self._printed and _means(node["of"], names)
        if op == "has":
            return _means(node["of"], names)
        if op in ("call", "can"):
            return any(_means(value, names) and self._used_by(*target, free) for target, value in self._given(node))
        if op == "operation" and free and node["name"] == "put":
            return _means(node["args"]["things"], names) and _place(node["args"]["place"]) in self._looked_into
        if op == "apply" and any(_means(one, names) for one in node["args"]):
            worth = [self._defines[one["define"]] for one in node["args"] if one.get("op") == "name_of_define"]
            return any(self._used_by(define["id"], define["params"][0]["name"], free) for define in worth if define["params"])
        return False

    def _given(self, node: Record) -> Iterator[tuple[tuple[str, str], Record]]:
        """What a call gives to which parameter of what."""
        if "define" in node:
            params = self._defines[node["define"]]["params"]
            yield from (((node["define"], param["name"]), value) for param, value in zip(params, node["args"], strict=True))
        elif "verb" in node:
            yield from (((node["verb"], name), value) for name, value in node["args"].items())


def _slots(ruleset: Record) -> Iterator[Record]:
    yield from ruleset["slots"]
    for record in (*ruleset["kinds"], *ruleset["definitions"]):
        yield from record["slots"]


def _homes(ruleset: Record) -> Iterator[Record]:
    """Everything in which a choice may stand and names mean one thing."""
    for table in _BODIES:
        yield from ruleset[table]
    for table in _HOLDERS:
        for record in ruleset[table]:
            yield from (text for holder in (record, *record.get("faces", ())) for part in _TEXTS for text in holder[part])


def _place(node: Record) -> str:
    """The zone, by its slot, that an expression gives; no name where it gives something else."""
    return str({"global": node.get("name"), "field": node.get("slot")}.get(str(node.get("op"))) or "")


def _names(nodes: list[dict[str, Any]], names: set[str]) -> set[str]:
    """Some names of a thing, and those by which a body comes to know it too: what is set to it, loops over it, is chosen from it."""
    known, size = set(names), 0
    while len(known) > size:
        size = len(known)
        for node in nodes:
            known |= {name for name, value in _bound(node) if _means(value, known)}
    return known


def _bound(node: Record) -> Iterator[tuple[str, Record]]:
    match node.get("op", node.get("node")):
        case "let":
            yield node["name"], node["value"]
        case "set" if node["target"]["op"] == "var":
            yield node["target"]["name"], node["value"]
        case "each" | "filter" | "sum" | "highest" | "lowest":
            yield node["var"], node["of"]
        case "choose" if node["as"] is not None:
            yield node["as"], node["from"]
        case "random" if node["as"] is not None:
            yield node["as"], node["of"]


def _means(expr: Record, names: set[str]) -> bool:
    """Whether an expression gives the thing that the names mean, or a list with it: not what it has, and not where it is."""
    if expr.get("op") == "var":
        return expr["name"] in names
    if _place(expr) in names:
        return True
    if expr.get("op") in _OTHER_THINGS:
        return expr.get("op") == "contents" and _place(expr["of"]) in names
    below = [inner for part in expr.values() for inner in (part if isinstance(part, list) else [part])]
    return any(isinstance(one, dict) and _means(one, names) for one in below)
