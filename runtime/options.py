"""Options of a game, and the ruleset that is left when they are known.

Options are values of the ruleset's option slots; they never change. A record whose `when` is false does not exist for the game. Of several records with one
id the last one that exists is used, at the place of the first.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulewright.dsl import over_options
from rulewright.dsl.over_players import Players, in_words, why

from .trouble import Refused

if TYPE_CHECKING:
    from .program import Program

Record = dict[str, Any]


def chosen(ruleset: Record, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The value of each option by slot id: given (by slot id or name), else its start.

    Raises Refused for an unknown option, a value out of its range, and options that do not go together.
    """
    rest = dict(given or {})
    out: dict[str, Any] = {}
    said: set[str] = set()
    for slot in ruleset["slots"]:
        if slot["role"] != "option":
            continue
        if slot["id"] in out and (slot["id"] in said or _absent(slot, out)):
            continue  # another start of an option that was chosen, or for other games
        value = constant(slot["start"], out) if slot["start"] is not None else None
        for key in (slot["id"], slot["name"]):
            if key in rest:
                value = rest.pop(key)
                said.add(slot["id"])
        _check(slot, value, ruleset)
        out[slot["id"]] = value
    if rest:
        raise Refused(f"the game has no option `{next(iter(rest))}`")
    _agree(ruleset, out)
    return out


def _check(slot: Record, value: Any, ruleset: Record) -> None:
    kind = slot["type"]
    if value is None and kind.get("optional"):
        return
    name = slot["name"]
    if kind["type"] in ("int", "dial"):
        if type(value) is not int:
            raise Refused(f"the option `{name}` must be a whole number")
        low, high = kind["low"], kind["high"]
        if (low is not None and value < low) or (high is not None and value > high):
            raise Refused(f"the option `{name}` must be {low} to {high}, not {value}")
    elif kind["type"] == "bool":
        if type(value) is not bool:
            raise Refused(f"the option `{name}` must be true or false")
    elif kind["type"] == "word":
        members = next((enum["members"] for enum in ruleset["enums"] if enum["id"] == kind["of"]), None)
        if members is not None and value not in members:
            raise Refused(f"the option `{name}` must be one of {', '.join(members)}")
    elif type(value) is not str:
        raise Refused(f"the option `{name}` must be a text")


def constant(node: Record, options: Mapping[str, Any]) -> Any:
    """The value of an expression over options and constants. Raises Refused for any other."""
    try:
        return over_options.constant(node, options)
    except ValueError as fault:
        raise Refused(f"an option cannot depend on `{fault}`") from None


def _agree(ruleset: Record, options: dict[str, Any]) -> None:
    """Raise Refused, in the words of the rule, for options of which the game says that they do not go together."""
    for record, asked in over_options.broken(ruleset["always"], options):
        values = ", ".join(f"`{slot['name']}` is {over_options.said(options[slot['id']])}" for slot in ruleset["slots"] if slot["id"] in asked)
        raise Refused(f"these options do not go together: {values} ({record['because'] or 'the game says so'})")


def goes_with(program: Program, many: int) -> None:
    """Raise Refused, in the words of the rule, if the game says that so many do not play with these options."""
    reason = against(program.players, program.ruleset, program.options, many)
    if reason is not None:
        raise Refused(reason)


def against(players: Players, ruleset: Mapping[str, Any], options: Mapping[str, Any], many: int) -> str | None:
    """What the game says against so many players with these options, and how many may play; None if it says nothing."""
    most = players.most(options)
    if many > most:
        return f"with these options there are seats for {most}, not {many}"
    unfit = next(players.unfit(options, many), None)
    if unfit is None:
        return None
    numbers = players.numbers(options)
    fits = f"{in_words(numbers)} may play" if numbers else "no number of players may play"
    what = "these options do not go" if unfit.options else "the game does not go"
    return f"{what} with {many} players: {why(unfit, ruleset, options)} ({unfit.record['because'] or 'the game says so'}); {fits}"


def present(ruleset: Record, options: Mapping[str, Any]) -> Record:
    """The ruleset without the records whose `when` is false. Parts that lose nothing are shared with the original."""
    kept: Record = {}
    for key, value in ruleset.items():
        kept[key] = value if key in ("texts", "source_map", "trace") else _pruned(value, options)
    return kept


def _pruned(value: Any, options: Mapping[str, Any]) -> Any:
    if type(value) is dict:
        made: Record | None = None
        for key, item in value.items():
            if type(item) is dict or type(item) is list:
                left = _pruned(item, options)
                if left is not item:
                    made = dict(value) if made is None else made
                    made[key] = left
        return value if made is None else made
    if type(value) is list:
        out = [_pruned(item, options) for item in value if not _absent(item, options)]
        out = _last_of_each(out)
        return value if len(out) == len(value) and all(a is b for a, b in zip(out, value, strict=True)) else out
    return value


def _absent(item: Any, options: Mapping[str, Any]) -> bool:
    return type(item) is dict and item.get("when") is not None and not constant(item["when"], options)


def _last_of_each(items: list[Any]) -> list[Any]:
    if not any(type(item) is dict and item.get("when") is not None for item in items):
        return items
    out: list[Any] = []
    place: dict[str, int] = {}
    for item in items:
        key = item.get("id") if type(item) is dict else None
        if key is not None and key in place:
            out[place[key]] = item
        else:
            if key is not None:
                place[key] = len(out)
            out.append(item)
    return out
