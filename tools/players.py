"""Who plays and with which options, as people type it: `--seat red=random`, `--option rounds=5`."""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from rulewright.dsl.over_players import Players
from rulewright.runtime.options import against, chosen, constant

from .usage import UsageError

KINDS = ("human", "random", "probe")


def seat_names(ruleset: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> list[str]:
    """The names of the seats that are printed in the game, in their order; none for a game of nameless seats. Without options: of all that there may be."""
    return [str(record["name"]) for record in _printed_seats(ruleset, options)]


def _printed_seats(ruleset: Mapping[str, Any], options: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    wanted = ruleset["game"]["seats"]["kind"] if ruleset["game"] is not None else "seat"
    parents = {kind["id"]: kind["parent"] for kind in ruleset["kinds"]}
    seats = [record for record in ruleset["definitions"] if _is_a(record["of"], wanted, parents)]
    if options is not None and any(record.get("when") is not None for record in seats):
        values = chosen(dict(ruleset), options)
        seats = [record for record in seats if record.get("when") is None or constant(record["when"], values)]
    return list({record["id"]: record for record in seats}.values())


def _is_a(kind: str | None, wanted: str, parents: Mapping[str, str | None]) -> bool:
    for _ in range(len(parents) + 1):
        if kind == wanted:
            return True
        kind = parents.get(kind) if kind is not None else None
    return False


def seat_count(ruleset: Mapping[str, Any], asked: int | None, options: Mapping[str, Any]) -> int:
    """How many play: as asked, else the fewest that go with the options. Raises UsageError for a number that the game does not allow."""
    seats = ruleset["game"]["seats"]
    count = next(iter(seat_numbers(ruleset, options)), seats["min"]) if asked is None else _allowed(ruleset, asked)
    reason = unfit(ruleset, options, count)
    if reason is not None:
        raise UsageError(reason)
    return count


def seat_counts(ruleset: Mapping[str, Any], asked: str | None) -> list[int]:
    """How many are asked for, one number after the other (`3`, `2-4`); none if nothing is said. Raises UsageError for one that the game never allows."""
    if asked is None:
        return []
    found = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", asked)
    if found is None or int(found[1]) > int(found[2] or found[1]):
        raise UsageError(f"`{asked}` must be a number of players, or two such as 2-4")
    return [_allowed(ruleset, count) for count in range(int(found[1]), int(found[2] or found[1]) + 1)]


def seat_numbers(ruleset: Mapping[str, Any], options: Mapping[str, Any]) -> list[int]:
    """All numbers of players that go with some options."""
    return Players.of(ruleset).numbers(chosen(dict(ruleset), options))


def unfit(ruleset: Mapping[str, Any], options: Mapping[str, Any], count: int) -> str | None:
    """What the game says against so many players with some options; None if it says nothing."""
    return against(Players.of(ruleset), ruleset, chosen(dict(ruleset), options), count)


def _allowed(ruleset: Mapping[str, Any], count: int) -> int:
    seats = ruleset["game"]["seats"]
    if not seats["min"] <= count <= seats["max"]:
        few = f"{seats['min']}" if seats["min"] == seats["max"] else f"{seats['min']} to {seats['max']}"
        raise UsageError(f"this game is for {few} players, not {count}")
    return count


def assigned(
    texts: Iterable[str],
    names: list[str],
    count: int,
    default: str,
    kinds: tuple[str, ...] = KINDS,
    ruleset: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[str]:
    """For each seat what plays it, from texts like `red=random`, `2=probe` or `all=careful`: one of some kinds, or the id of a bot of the ruleset.

    `options`: those of the game. Raises UsageError.
    """
    own = bots(ruleset) if ruleset is not None else []
    out = [default] * count
    for text in texts:
        name, mark, kind = text.partition("=")
        found = [one for one in own if kind.casefold() in (one["name"].casefold(), one["id"], one["id"].partition(":")[2])] if kind not in kinds else []
        if not mark or (kind not in kinds and not found):
            raise UsageError(f"`{text}` must be NAME={'|'.join([*kinds, *(said(one) for one in own)])}")
        for seat in _seats(name, names, count):
            out[seat] = kind if kind in kinds else _fitting(found, seat, ruleset or {}, options, text)
    return out


def bots(ruleset: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The bots of a ruleset."""
    return list(ruleset.get("bots", ()))


def said(bot: Mapping[str, Any]) -> str:
    """A bot as it is called on the command line."""
    return str(bot["id"].partition(":")[2])


def _fitting(found: list[Mapping[str, Any]], seat: int, ruleset: Mapping[str, Any], options: Mapping[str, Any] | None, text: str) -> str:
    """The bot that can play a seat. Raises UsageError if none of them can."""
    parents = {kind["id"]: kind["parent"] for kind in ruleset["kinds"]}
    kinds = [str(record["of"]) for record in _printed_seats(ruleset, options)]
    kind = kinds[seat] if seat < len(kinds) else ruleset["game"]["seats"]["kind"]
    fits = [bot for bot in found if _is_a(kind, bot["for"], parents)]
    if not fits:
        able = [said(bot) for bot in bots(ruleset) if _is_a(kind, bot["for"], parents)]
        few = f"; {', '.join(able)} can" if able else ""
        raise UsageError(f"`{text}`: it plays seats of the kind `{found[0]['for'].partition(':')[2]}`, and seat {seat + 1} is none{few}")
    return str(fits[0]["id"])


def _seats(name: str, names: list[str], count: int) -> list[int]:
    if name.casefold() == "all":
        return list(range(count))
    if re.fullmatch(r"[0-9]{1,3}", name):
        if not 1 <= int(name) <= count:
            raise UsageError(f"there is no seat {name}: the seats are 1 to {count}")
        return [int(name) - 1]
    known = [one.casefold() for one in names[:count]]
    if name.casefold() not in known:
        said = ", ".join([*names[:count], *(f"{n + 1}" for n in range(count)), "all"])
        raise UsageError(f"there is no seat `{name}`: name one of {said}")
    return [known.index(name.casefold())]


def options(texts: Iterable[str], ruleset: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game from texts like `rounds=5`, by the id of their slot. Raises UsageError for what the game does not know."""
    slots = {slot["name"]: slot for slot in ruleset["slots"] if slot["role"] == "option"}
    slots.update({slot["id"]: slot for slot in slots.values()})
    out: dict[str, Any] = {}
    for text in texts:
        name, mark, value = text.partition("=")
        slot = slots.get(name)
        if not mark:
            raise UsageError(f"`{text}` must be NAME=VALUE")
        if slot is None:
            near = get_close_matches(name, list(slots), 1, 0.5)
            known = ", ".join(one for one in slots if ":" not in one)
            raise UsageError(f"the game has no option `{name}`" + (f": did you mean `{near[0]}`?" if near else f"; it has {known}" if known else ""))
        out[slot["id"]] = _value(slot, value, ruleset)
    return out


def _value(slot: Mapping[str, Any], text: str, ruleset: Mapping[str, Any]) -> Any:
    kind = slot["type"]
    if kind["type"] == "bool":
        truth = {"yes": True, "true": True, "no": False, "false": False}.get(text.casefold())
        if truth is None:
            raise UsageError(f"`{slot['name']}` is yes or no, not `{text}`")
        return truth
    if kind["type"] in ("int", "dial"):
        low, high = kind.get("low"), kind.get("high")
        if not re.fullmatch(r"-?[0-9]{1,9}", text) or (low is not None and int(text) < low) or (high is not None and int(text) > high):
            few = f" from {low if low is not None else 'any'} to {high if high is not None else 'any'}" if (low, high) != (None, None) else ""
            raise UsageError(f"`{slot['name']}` is a whole number{few}, not `{text}`")
        return int(text)
    if kind["type"] == "word":
        members: list[str] = next((enum["members"] for enum in ruleset["enums"] if enum["id"] == kind["of"]), [])
        if text not in members:
            raise UsageError(f"`{slot['name']}` is {' or '.join(members)}, not `{text}`")
    return text
