"""Decisions put to people: the question in words, the options by number, and what was typed turned into an answer."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .names import Names, words
from .terminal import in_columns, paint, safe

CONSENT = "/consent"
"""How the site of a question ends that asks a member of a group to agree."""
_IN_ONE_COLUMN = 6
"""So many options stand below each other; more stand in columns where there is room."""
_ASKING = ("what", "where", "which", "who", "whom", "whose")
"""Labels of parameters that ask already."""


class NotUnderstood(Exception):
    """What was typed is no answer to the question; the text says what would be."""


def question(decision: Mapping[str, Any], names: Names) -> str:
    """The question in a line: who is asked, what, and by which card or rule."""
    who = names.of(decision["seat"])
    card = names.of(decision["card"]) if decision.get("card") else titled(decision["site"], names)
    group = names.group(decision["site"].removesuffix(CONSENT))
    role = "" if not group else f" of the {group}" if decision["site"].endswith(CONSENT) else f" for the {group}"
    return f"{paint(who, 'bold')}{role}: {_what(decision, names)}" + (paint(f"  ({card})", "dim") if card else "")


def titled(site: str, names: Names) -> str:
    """The name of the card or rule at a site; nothing for a verb or sequence, whose name says no more than what is told anyway."""
    top = site.partition("@")[0].partition("/")[0]
    return "" if names.rule(site) == names.of(words(top)) else names.rule(site)


def _what(decision: Mapping[str, Any], names: Names) -> str:
    text = names.text(decision["text"]) if decision.get("text") else ""
    low, high = decision.get("min"), decision.get("max")
    if text:
        action, dot, parameter = decision["site"].rpartition("/")[2].rpartition(".")
        asks = "" if text in _ASKING else " which"
        if dot and parameter.isidentifier() and text.isidentifier():
            if [option["id"] for option in decision["options"]] == ["yes", "no"]:
                return f"{names.of(action)}: {words(text)}?"
            return f"{names.of(action)} {text}{asks}?"
        many = "" if decision["kind"] != "some" or (low, high) == (1, 1) else f"{'' if text.endswith('?') else ','} {_how_many(decision)}"
        return text + many
    match decision["kind"]:
        case "action":
            return "what will you do?"
        case "may":
            return "do you want to?"
        case "order":
            return "in which order?"
        case "share":
            return f"share {decision['total']} among them"
        case "number":
            return f"a number from {low} to {high}"
        case "some":
            return f"choose {_how_many(decision)}"
        case _:
            return "choose one"


def _how_many(decision: Mapping[str, Any]) -> str:
    """How many of some options may be taken."""
    low, high = decision["min"], decision["max"]
    if low == high:
        return str(low)
    return f"{low} to {high}" if low else "any number" if high >= len(decision["options"]) > 1 else f"up to {high}"


def option_lines(decision: Mapping[str, Any], names: Names) -> list[str]:
    """The options, numbered from 1, with what they cost."""
    options = shown_options(decision)
    said = zip(option_names(options, names), options, strict=True)
    lines = [f"  {paint(str(at), 'cyan')} {name}{_cost(option, names)}" for at, (name, option) in enumerate(said, 1)]
    if len(lines) > _IN_ONE_COLUMN:
        lines = in_columns(lines)
    return [*lines, f"  {paint('0', 'cyan')} {safe(str(decision['else']))}"] if decision.get("else") is not None else lines


def shown_options(decision: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The options of a decision; those of a question with yes or no are `yes` and `no`."""
    options: Sequence[Mapping[str, Any]] = decision["options"]
    return [{"id": "yes"}, {"id": "no"}] if decision["kind"] == "may" else options


def option_names(options: Sequence[Mapping[str, Any]], names: Names) -> list[str]:
    """What options are called: with where they are if they are in several places, copies with their numbers where nothing else tells one from another."""
    places = {names.at[option["id"]] for option in options if option["id"] in names.at}
    called = [_called(option, names, len(places) > 1) for option in options]
    copies = [str(option["id"]).rpartition("#")[2] if "#" in str(option["id"]) else "" for option in options]
    return [f"{name} ({copy})" if copy and called.count(name) > 1 else name for name, copy in zip(called, copies, strict=True)]


def _called(option: Mapping[str, Any], names: Names, placed: bool) -> str:
    text = str(option.get("text") or "")
    name = safe(words(text) if text.isidentifier() else text) if text else names.plain(option["id"])
    return f"{name} at {names.at[option['id']]}" if placed and option["id"] in names.at else name


def _cost(option: Mapping[str, Any], names: Names) -> str:
    cost = option.get("cost")
    if not cost:
        return ""
    return paint(f"  costs {', '.join(f'{amount} {names.of(unit)}' for unit, amount in cost.items())}", "dim")


def how_to_answer(decision: Mapping[str, Any]) -> str:
    """What to type, for the help."""
    return {
        "some": "numbers or names of the options with commas between them, or nothing for none",
        "order": "the numbers of all options in the order you want",
        "share": "for each option in turn its part, with blanks between them",
        "number": "a number",
    }.get(decision["kind"], "the number or the name of an option")


def answer(decision: Mapping[str, Any], typed: str, names: Names) -> Any:
    """The answer that a line stands for. Raises NotUnderstood."""
    match decision["kind"]:
        case "some":
            return _several(decision, typed, names)
        case "order":
            return _order(decision, typed, names)
        case "share":
            return _share(decision, typed)
        case "number":
            return _number(typed)
        case _:
            word = typed.strip()
            if decision.get("else") is not None and word.casefold() in ("0", "none", "pass", str(decision["else"]).casefold()):
                return decision["else"]
            return _option(decision, word, names)["id"]


def _option(decision: Mapping[str, Any], typed: str, names: Names) -> Mapping[str, Any]:
    options = shown_options(decision)
    if re.fullmatch(r"[0-9]{1,6}", typed):
        if 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        raise NotUnderstood(f"there are only the options 1 to {len(options)}; `undo` takes back the last answer")
    said = option_names(options, names)
    called = [(name.casefold(), option) for name, option in zip(said, options, strict=True)]
    word = typed.casefold()
    for fits in _FITS:
        found = [option for name, option in called if word and fits(name, word)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotUnderstood(f"`{safe(typed)}` could be {' or '.join(said[options.index(option)] for option in found[:4])}")
    near = get_close_matches(word, [name for name, _ in called], 1, 0.6)
    remedy = f": did you mean `{near[0]}`?" if near else f"; type a number from 1 to {len(options)}, or `help`"
    raise NotUnderstood(f"`{safe(typed)}` is not an option{remedy}")


_FITS: tuple[Callable[[str, str], bool], ...] = (str.__eq__, str.startswith, str.__contains__)


def closeness(typed: str, names: Sequence[str]) -> int:
    """How well what was typed fits the best of some names: 0 all of it, 1 its beginning, 2 a part, 3 none."""
    word = typed.strip().casefold()
    return next((rank for rank, fits in enumerate(_FITS) if word and any(fits(name.casefold(), word) for name in names)), len(_FITS))


def named(typed: str, names: Sequence[str]) -> str:
    """The one of some names that is meant by what was typed: all of it, its beginning, a part. Raises NotUnderstood."""
    word = typed.strip().casefold()
    if not word:
        raise NotUnderstood("which? write its name, or the beginning of it")
    for fits in _FITS:
        found = [name for name in names if fits(name.casefold(), word)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotUnderstood(f"`{safe(typed)}` could be {' or '.join(found[:4])}")
    near = get_close_matches(word, [name.casefold() for name in names], 1, 0.6)
    raise NotUnderstood(f"there is no `{safe(typed)}`" + (f": did you mean `{near[0]}`?" if near else ""))


def _several(decision: Mapping[str, Any], typed: str, names: Names) -> list[str]:
    numbers = re.fullmatch(r"[0-9 ,]*", typed)
    words = typed.replace(",", " ").split() if numbers else [part.strip() for part in typed.split(",")]
    if words in ([], ["none"], [""], ["0"]):
        words = []
    taken = {_option(decision, word, names)["id"] for word in words}
    low, high = decision["min"], decision["max"]
    if not low <= len(taken) <= high:
        raise NotUnderstood(f"choose {_how_many(decision)}, not {len(taken)}: write their numbers with commas between them")
    return [option["id"] for option in decision["options"] if option["id"] in taken]


def _order(decision: Mapping[str, Any], typed: str, names: Names) -> list[str]:
    order = [_option(decision, word, names)["id"] for word in typed.replace(",", " ").split()]
    if len(order) != len(decision["options"]) or len(set(order)) != len(order):
        raise NotUnderstood(f"each of the {len(decision['options'])} options once, in the order you want")
    return order


def _share(decision: Mapping[str, Any], typed: str) -> dict[str, int]:
    parts = [_number(word) for word in typed.replace(",", " ").split()]
    options = decision["options"]
    if len(parts) != len(options) or sum(parts) != decision["total"]:
        raise NotUnderstood(f"{len(options)} numbers whose sum is {decision['total']}")
    return {option["id"]: part for option, part in zip(options, parts, strict=True)}


def _number(typed: str) -> int:
    if not re.fullmatch(r"\s*-?[0-9]{1,9}\s*", typed):
        raise NotUnderstood(f"`{safe(typed)}` is not a number")
    return int(typed)
