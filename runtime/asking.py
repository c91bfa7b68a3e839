"""The statements that ask: choose, may, menu, share, offer; and `random`, which draws where `choose` asks.

A choice with one outcome is made without asking; so is one of which nothing may be taken. What is asked is answered by `choose.ask`.
"""
from __future__ import annotations

from typing import Any

from . import aims, anyway, calls, offers
from .choose import PASSED, Decision
from .core import FAIL, STOP, Core, Do, Env, Fn
from .deciders import YES_NO, Decider
from .expressions import Scope, expression, optional
from .names import presented
from .program import Record
from .shape import INT, element
from .statements import block, failed, setter, statement
from .trouble import Trap


def text_of(core: Core, node: Record) -> str | None:
    """The question of a statement, by its key in `texts` or as it stands."""
    text: str | None = node.get("text")
    return core.program.ruleset["texts"].get(text, text) if text is not None else None


def _items(core: Core, value: Any) -> list[Any]:
    if type(value) is int:
        return list(core.entities[value].get("holds", ()))
    return list(value)


@statement("choose")
def _choose(core: Core, node: Record, scope: Scope) -> Do:
    who, of = Decider(core, node["who"], scope), expression(core, node["from"], scope)
    low, high = expression(core, node["min"], scope), optional(core, node["max"], scope)
    kind, single, other, home = element(scope.type(core, node["from"])), node["single"], node["else"], scope.home
    keep = setter(core, node["as"], scope)
    inner = scope if node["as"] is None else scope.having(**{node["as"]: kind if single else {"type": "list", "of": kind}})
    body = block(core, node.get("body") or [], inner)
    site, text = node["site"], text_of(core, node)
    aimed = aims.chosen(core, site, inner)
    always = anyway.asks(core, kind)

    def choose(env: Env) -> int | None:
        items = aims.options(core, of(env), aimed, env)
        least = low(env)
        most = len(items) if high is None else min(high(env), len(items))
        if len(items) < least:
            if always and other == "skip":
                _answer(env, [], 0, 0)
            if keep is not None:
                keep(env, None if single else [])
            if other == "skip":
                return None
            if other == "fail":
                return failed(core, scope)
            if aimed is not None and len(_items(core, of(env))) >= least:
                core.record("refused", {"effect": home, "reason": "target"}, home)
                return FAIL
            raise Trap("dead_end", home, least=least, count=len(items))
        settled = most <= 0 or least == most == len(items)
        picked = items[: max(0, most)] if settled and not (always and _may_take(env)) else _answer(env, items, least, most)
        if keep is not None:
            keep(env, (picked[0] if picked else None) if single else picked)
        return body(env)

    def _may_take(env: Env) -> bool:
        return high is None or high(env) > 0

    def _answer(env: Env, items: list[Any], least: int, most: int) -> list[Any]:
        card, seat = env.get("self"), who(env)
        items = presented(core, items, kind, seat)
        if single:
            refuse = "none" if least == 0 else None
            pick = who.ask(Decision(core, "one", seat, site, items, kind, text=text, refuse=refuse, card=card))
            return [] if pick == PASSED else [items[pick]]
        decision = Decision(core, "some", seat, site, items, kind, text=text, low=least, high=most, card=card)
        return [items[at] for at in who.ask(decision)]

    return choose


@statement("random")
def _random(core: Core, node: Record, scope: Scope) -> Do:
    of, count, low = expression(core, node["of"], scope), expression(core, node["count"], scope), optional(core, node.get("min"), scope)
    single, other, home, keep = node["single"], node.get("else"), scope.home, setter(core, node["as"], scope)

    def random(env: Env) -> int | None:
        items = of(env)
        rest = list(core.entities[items].get("holds", ())) if type(items) is int else list(items)
        wanted = count(env)
        least = wanted if low is None else low(env)
        drawn: list[Any] = []
        short = least > len(rest)
        if short and other is None:
            raise Trap("random", home, count=least, size=len(rest))
        if not short:
            drawn = core.stream.pick(rest, min(max(0, wanted), len(rest)))
        core.count(len(drawn))
        if core.veiled:  # no word is drawn for one of one: whether undo is possible would tell how many there were
            core.reveals += 1
        if keep is not None:
            keep(env, (drawn[0] if drawn else None) if single else drawn)
        return failed(core, scope) if short and other == "fail" else None

    return random


@statement("may")
def _may(core: Core, node: Record, scope: Scope) -> Do:
    who, text, site = Decider(core, node["who"], scope), text_of(core, node), node["site"]
    then, other = block(core, node["then"], scope), block(core, node["else"], scope)

    def may(env: Env) -> int | None:
        decision = Decision(core, "may", who(env), site, [True, False], text=text, labels=YES_NO, card=env.get("self"))
        return then(env) if who.ask(decision) else other(env)

    return may


@statement("menu")
def _menu(core: Core, node: Record, scope: Scope) -> Do:
    who, site = Decider(core, node["who"], scope), node["site"]
    options: list[tuple[str, Fn | None, Do]] = [
        (text_of(core, one) or "", optional(core, one["where"], scope), block(core, one["body"], scope)) for one in node["options"]
    ]

    def menu(env: Env) -> int | None:
        open_ = [(text, body) for text, where, body in options if where is None or where(env)]
        if not open_:
            return None
        at = 0
        if len(open_) > 1:
            labels = [(text, text) for text, _ in open_]
            at = who.ask(Decision(core, "one", who(env), site, open_, labels=labels, card=env.get("self")))
        return open_[at][1](env)

    return menu


@statement("share")
def _share(core: Core, node: Record, scope: Scope) -> Do:
    who, amount, among = Decider(core, node["who"], scope), expression(core, node["amount"], scope), expression(core, node["among"], scope)
    kind = element(scope.type(core, node["among"]))
    body = block(core, node["body"], scope.having(**{node["var"]: kind, node["count"]: INT}))
    var, count = setter(core, node["var"], scope), setter(core, node["count"], scope)
    even, site, home = node["even"], node["site"], scope.home
    assert var is not None and count is not None

    def parts_of(env: Env, items: list[Any], total: int) -> tuple[list[Any], list[int]]:
        if len(items) == 1:
            return items, [total]
        parts = [total // len(items)] * len(items)
        rest = total % len(items)
        if even and not rest:
            return items, parts
        seat = who(env)
        items = presented(core, items, kind, seat)
        if not even:
            return items, list(who.ask(Decision(core, "share", seat, site, items, kind, low=0, high=total, total=total, card=env.get("self"))))
        for at in who.ask(Decision(core, "some", seat, site, items, kind, low=rest, high=rest, card=env.get("self"))):
            parts[at] += 1
        return items, parts

    def share(env: Env) -> int | None:
        items, total = _items(core, among(env)), amount(env)
        if total <= 0:
            return None
        if not items:
            raise Trap("share", home, amount=total)
        for item, part in zip(*parts_of(env, items, total), strict=True):
            if part:
                var(env, item)
                count(env, part)
                signal = body(env)
                if signal is not None:
                    if signal == STOP:
                        break
                    return signal
        return None

    return share


@statement("offer")
def _offer(core: Core, node: Record, scope: Scope) -> Do:
    who_of, who = expression(core, node["who"], scope), Decider(core, node["who"], scope)
    entries = [offers.entry(core, one, scope) for one in node["entries"]]
    passes, repeat, site, home = node["pass"], node["repeat"], node["site"], scope.home
    keep = setter(core, node["as"], scope)

    def offer(env: Env) -> int | None:
        while True:
            core.count(1)
            taken = offers.offered(core, site, home, entries, env, who_of(env), who, passes)
            if core.begun:
                return None  # what comes after is done when it is over
            if keep is not None:
                keep(env, "pass" if taken is None else taken)
            if core.inside == 0:
                calls.stable(core)
            if taken is None or not repeat or core.ending:
                return None

    return offer
