"""Handlers that set each other off: rings of events in which nothing can say stop.

A graph of verbs and handlers: a verb leads to the handlers that hear it and to the verbs that its body calls, a handler to the verbs that its body calls. What
calls a verb matters: a handler whose condition contradicts the arguments of all its calls of the verb does not hear those. A ring that goes through a
handler is reported, unless some member is guarded: `once`, a `limit` on a verb of the ring, a condition that looks at something which the ring itself changes,
or at a parameter that the ring gives a constant (`chained: yes`).
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records import inside

from .world import World

Record = dict[str, Any]
Node = tuple[str, str]


def trigger_rings(world: World, ruleset: Record, pack: str) -> list[Problem]:
    """One finding for each unguarded ring that touches the pack's own text."""
    graph = _Graph(ruleset)
    graph.limited.update(target for _, known in world.kept for target in known.limits)
    out: list[Problem] = []
    for ring in graph.rings():
        handlers = [n for n in ring if n in graph.handlers]
        places = [world.places.get(h) or world.places.get(h.rsplit(".", 1)[0]) for h in handlers]
        if not handlers or graph.guarded(ring) or places[0] is None or not any(h.startswith(pack + ":") for h in handlers):
            continue
        names = " -> ".join(f"`{n.split(':')[-1]}`" for n in [*ring, ring[0]])
        labels = [Label(p, "this one too") for p in places[1:] if p is not None]
        out.append(rows.TRIGGER_RING.at(places[0], ring=names, labels=labels))
    return out


class _Graph:
    """Edges between verb ids and handler ids."""

    def __init__(self, ruleset: Record) -> None:
        self.verbs: dict[str, Record] = {v["id"]: v for v in [*ruleset["verbs"], *ruleset["sequences"]]}
        self.handlers: dict[str, Record] = {}
        for part in _texts(ruleset):
            for handler in part["handlers"]:
                if handler["react"] is None:
                    self.handlers[handler["id"]] = handler
        self.families: dict[str, list[str]] = {}
        for verb in self.verbs.values():
            for family in verb["families"]:
                self.families.setdefault(family["family"], []).append(verb["id"])
        self.limited = {t for part in _texts(ruleset) for c in part["clauses"] if c["kind"] == "limit" for t in c["targets"]}
        self.owners = {h["id"]: d["id"] for d in ruleset["definitions"] if d["copies"] == 1 for part in (d, *d["faces"]) for h in part["handlers"]}
        self.known: dict[Node, list[Node]] = {}
        self.heard: dict[str, list[str]] = {}
        for id_, handler in self.handlers.items():
            for event in self.families.get(handler["event"], [handler["event"].split(".")[0]]):
                if handler["moment"] in ("after", "before"):
                    self.heard.setdefault(event, []).append(id_)

    def body(self, id_: str) -> Any:
        """What a handler, verb or sequence does."""
        record = self.handlers.get(id_) or self.verbs[id_]
        return record.get("body", record.get("machine"))

    def after(self, node: Node) -> list[Node]:
        """What a handler sets off (`(id, "")`), or a verb that something calls (`(id, caller)`)."""
        if node not in self.known:
            self.known[node] = self._after(*node)
        return self.known[node]

    def _after(self, id_: str, caller: str) -> list[Node]:
        out = [(verb, id_) for verb in sorted(called(self.body(id_))) if verb in self.verbs]
        if id_ in self.verbs:
            out += [(handler, "") for handler in self.heard.get(id_, ()) if not self.deaf(handler, id_, caller)]
        return out

    def deaf(self, handler: str, verb: str, caller: str) -> bool:
        """Whether a handler's condition contradicts the arguments of every call of a verb by a caller."""
        wanted = {name: value for name, value in self.constants(self.handlers[handler]["where"], handler)}
        calls = [n for n in inside(self.body(caller)) if n.get("op") == "call" and n.get("verb") == verb]
        return bool(calls) and all(
            any(name in wanted and known is not None and known != wanted[name] for name, arg in call["args"].items() for known in (self.constant(arg, caller),))
            for call in calls
        )

    def constants(self, where: Any, handler: str) -> Iterator[tuple[str, Record]]:
        """The parameters of the event that a condition wants to be one known value."""
        for node in where["args"] if where is not None and where["op"] == "and" else [where]:
            if node is not None and node["op"] == "eq":
                for one, other in ((node["left"], node["right"]), (node["right"], node["left"])):
                    known = self.constant(other, handler)
                    if one["op"] == "event" and known is not None:
                        yield one["name"], known

    def constant(self, node: Record, home: str) -> Record | None:
        """A value that is known: a word, a number, a thing; `self` is the thing whose text it is."""
        if node == {"op": "var", "name": "self"} and home in self.owners:
            return {"op": "thing", "id": self.owners[home]}
        return node if node["op"] in ("thing", "word", "int", "bool", "space", "none") else None

    def rings(self) -> Iterator[list[str]]:
        """A shortest ring through each handler, each set of members once."""
        seen: set[frozenset[str]] = set()
        for start in sorted(self.handlers):
            ring = self._back_to(start)
            if ring is not None and frozenset(ring) not in seen:
                seen.add(frozenset(ring))
                yield ring

    def _back_to(self, start: str) -> list[str] | None:
        first: Node = (start, "")
        came: dict[Node, Node] = {}
        queue = [first]
        for at in queue:
            for following in self.after(at):
                if following == first:
                    path = [at]
                    while path[-1] != first:
                        path.append(came[path[-1]])
                    return [id_ for id_, _ in path[::-1]]
                if following not in came:
                    came[following] = at
                    queue.append(following)
        return None

    def guarded(self, ring: list[str]) -> bool:
        """Whether something in the ring can say stop."""
        families = (family["family"] for n in ring if n in self.verbs for family in self.verbs[n]["families"])
        if any(n in self.limited for n in (*ring, *families)):
            return True
        bodies = [self.handlers[n]["body"] if n in self.handlers else self.verbs[n].get("body", self.verbs[n].get("machine")) for n in ring]
        written = {w for body in bodies for w in _written(body)}
        constants = {name for body in bodies for call in inside(body) if call.get("op") == "call" and call.get("verb") in ring
                     for name, arg in call["args"].items() if arg.get("op") in ("bool", "word", "int", "none")}
        conditions = [self.handlers[n]["where"] for n in ring if n in self.handlers] + [_tests(body) for body in bodies]
        if any(self.handlers[n]["once"] is not None for n in ring if n in self.handlers):
            return True
        for node in inside(conditions):
            reads = node.get("op") in ("field", "global", "relation", "contents", "held", "all", "stat")
            if reads and (node.get("slot") or node.get("name") or node["op"]) in written:
                return True
            if node.get("op") == "event" and node["name"] in constants:
                return True
            if node.get("op") in ("call", "frame", "die"):
                return True
        return any(r for n in ring if n in self.verbs for r in self.verbs[n]["requires"])


def _texts(ruleset: Record) -> Iterator[Record]:
    for key in ("definitions", "rules", "abilities"):
        for record in ruleset[key]:
            yield record
            yield from record.get("faces", ())



def called(body: Any) -> set[str]:
    """The verbs and sequences that a body calls."""
    found: set[str] = set()
    for node in inside(body):
        op = node.get("op")
        if op == "call" and "verb" in node:
            found.add(node["verb"])
        elif op is None and node.get("node") == "call":
            found.add(node["sequence"])
    return found


def _written(body: Any) -> Iterator[str]:
    for node in inside(body):
        if node.get("op") == "set":
            target = node["target"]
            yield target.get("slot") or target.get("name") or ""
        elif node.get("op") == "operation" and node.get("name") in ("put", "create"):
            yield from ("place", "contents", "held", "all", "host")
        elif node.get("op") in ("choose", "may", "menu", "offer"):
            yield "asked"


def _tests(body: Any) -> list[Any]:
    """Conditions inside bodies count as guards too: an `if` round the call, a choice that may be declined."""
    return [n.get("test") for n in inside(body) if n.get("op") == "if"]
