"""Made-up cards, the same ones twice: as a pack of this language and as JSON with a schema of the same strictness."""
from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

Card = dict[str, Any]

FIRST = ("Grim", "Bold", "Silent", "Iron", "Ashen", "Gilded", "Hollow", "Feral")
SECOND = ("Sentinel", "Warden", "Golem", "Drake", "Oracle", "Raider", "Shade", "Paladin")
TAGS = ("undead", "beast", "engine", "spirit", "human", "flying", "swift", "cursed")
SORTS = ("unit", "relic", "charm")
STATS = ("attack", "armor", "speed")
MOMENTS = ("played", "turn_start", "turn_end", "retired")
TESTS = (">=", "<=", ">", "<")
PERIODS = ("turn", "day")

PACK = """id: cards
title: Made-up cards
version: "1.0.0"
language: 1
licence: CC0-1.0
requires: [core]
"""

RULES = """# What the cards are made of.

enum tag { undead, beast, engine, spirit, human, flying, swift, cursed }
enum sort { unit, relic, charm }

player "North" { }
player "South" { }

kind creature is fighter {
  sort: sort
  gold: int 0..9
  mana: int 0..5
  tags: list of tag
  stat attack: int 0..99
  stat armor: int 0..99
  stat speed: int 0..99 = 0
  starts_in: box
}

policy {
  simultaneous: printed_order
  watchers: present
  step_handlers: fixed
  impossible: skip
  target: any_part
  attachments: box
  windows: able
  on_limit: stop
}

verb play what: creature, by who: player { put what into the table }
verb retire what: creature, by who: player { put what into box }
verb hit amount: int of damage, to target: creature, from source: thing is interaction(source, target) { target.damage += amount }
verb mend amount: int of health, target: creature { target.damage -= min(amount, target.damage) }
verb earn amount: int of point, for who: player { who.points += amount }
sequence turn for who: player { offer [play, retire] by who else pass }
sequence day { for each p in players { turn for p } }
"""


def cards(count: int, seed: int = 7) -> list[Card]:
    """That many cards, the same for the same seed."""
    draw = random.Random(seed)
    return [_card(draw, number) for number in range(count)]


def _card(draw: random.Random, number: int) -> Card:
    return {
        "id": f"c{number:05}",
        "name": f"{draw.choice(FIRST)} {draw.choice(SECOND)} {number}",
        "sort": draw.choice(SORTS),
        "gold": draw.randint(0, 9),
        "mana": draw.randint(0, 5),
        "health": draw.randint(1, 9),
        "stats": {name: draw.randint(0, 9) for name in STATS[: draw.randint(2, 3)]},
        "tags": draw.sample(TAGS, draw.randint(1, 3)),
        "effects": [_effect(draw) for _ in range(draw.randint(2, 3))],
    }


def _effect(draw: random.Random) -> Card:
    effect: Card = {"on": draw.choice(MOMENTS)}
    if draw.random() < 0.5:
        effect["when"] = {"stat": draw.choice(STATS), "test": draw.choice(TESTS), "than": draw.randint(1, 9)}
    effect["do"] = [_action(draw) for _ in range(draw.randint(1, 2))]
    return effect


def _action(draw: random.Random) -> Card:
    sort = draw.random()
    if sort < 0.4:
        amount: Any = draw.randint(1, 6) if draw.random() < 0.5 else {"stat": draw.choice(STATS), "plus": draw.randint(1, 4)}
        return {"do": "hit", "amount": amount, "targets": _targets(draw)}
    if sort < 0.6:
        return {"do": "mend", "amount": draw.randint(1, 4), "targets": _targets(draw)}
    if sort < 0.75:
        return {"do": "earn", "amount": draw.randint(1, 3)}
    return {"do": "modify", "stat": draw.choice(STATS), "by": draw.choice((-2, -1, 1, 2)), "targets": _targets(draw), "until": draw.choice(PERIODS)}


def _targets(draw: random.Random) -> Card:
    targets: Card = {"whose": draw.choice(("ally", "enemy"))}
    if draw.random() < 0.5:
        targets["tag"] = draw.choice(TAGS)
    return targets


# ---------------------------------------------------------------- as a pack

HOOKS = {
    "played": "on play", "turn_start": "at start of turn", "turn_end": "at end of turn", "retired": "on retire",
}
HEARS = {"turn_start": "who is self.controller", "turn_end": "who is self.controller"}


def as_rules(card: Card) -> str:
    """A card as an author would write it."""
    lines = [
        f'creature "{card["name"]}" {{',
        f'  id: {card["id"]}',
        f'  sort: {card["sort"]}   gold: {card["gold"]}   mana: {card["mana"]}',
        "  " + "   ".join(f"{name}: {value}" for name, value in {**card["stats"], "health": card["health"]}.items()),
        f'  tags: [{", ".join(card["tags"])}]',
    ]
    for effect in card["effects"]:
        when = effect.get("when")
        wanted = [HEARS[effect["on"]]] if effect["on"] in HEARS else []
        wanted += [f'self.{when["stat"]} {when["test"]} {when["than"]}'] if when else []
        lines.append(f'  {HOOKS[effect["on"]]}' + (f' where {" and ".join(wanted)}' if wanted else "") + " {")
        lines += [f"    {_spoken(action)}" for action in effect["do"]]
        lines.append("  }")
    return "\n".join([*lines, "}", ""])


def _spoken(action: Card) -> str:
    sort = action["do"]
    if sort == "earn":
        return f'for each p in players where p is self.controller {{ earn {action["amount"]} points for p }}'
    targets = action["targets"]
    one = "it" if sort == "modify" else "c"
    among = f'{targets["whose"]}({one}, self)' + (f' and {targets["tag"]} in {one}.tags' if "tag" in targets else "")
    if sort == "modify":
        return f'modify {action["stat"]} {action["by"]:+} for creatures where {among} until end of {action["until"]}'
    amount = action["amount"]
    said = str(amount) if isinstance(amount, int) else f'(self.{amount["stat"]} + {amount["plus"]})'
    unit = f"{said} damage to c from self" if sort == "hit" else f"{said} health of c"
    return f"for each c in creatures where {among} {{ {sort} {unit} }}"


def write_pack(folder: Path, made: list[Card], files: int = 100) -> None:
    """The cards as a pack in a folder, in up to `files` files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(PACK, "utf-8")
    (folder / "rules.rw").write_text(RULES, "utf-8")
    each = -(-len(made) // files)
    for at in range(0, len(made), each):
        text = "\n".join(map(as_rules, made[at : at + each]))
        (folder / f"cards_{at // each:03}.rw").write_text(text, "utf-8")


# ---------------------------------------------------------------- as JSON


def _record(fields: Card, optional: tuple[str, ...] = ()) -> Card:
    return {"type": "object", "properties": fields, "required": [key for key in fields if key not in optional], "additionalProperties": False}


def _range(low: int, high: int) -> Card:
    return {"type": "integer", "minimum": low, "maximum": high}


def schema() -> Card:
    """The JSON Schema of the cards."""
    def ref(name: str) -> Card:
        return {"$ref": f"#/$defs/{name}"}

    stat = {"enum": list(STATS)}
    amount = {"oneOf": [{"type": "integer"}, _record({"stat": stat, "plus": {"type": "integer"}})]}
    dealt = _record({"do": {"enum": ["hit", "mend"]}, "amount": amount, "targets": ref("targets")})
    earned = _record({"do": {"const": "earn"}, "amount": {"type": "integer"}})
    changed = _record({"do": {"const": "modify"}, "stat": stat, "by": {"type": "integer"}, "targets": ref("targets"), "until": {"enum": list(PERIODS)}})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "array",
        "items": ref("card"),
        "$defs": {
            "card": _record({
                "id": {"type": "string", "pattern": "^c[0-9]{5}$"},
                "name": {"type": "string", "minLength": 1, "maxLength": 60},
                "sort": {"enum": list(SORTS)},
                "gold": _range(0, 9), "mana": _range(0, 5), "health": _range(1, 99),
                "stats": _record({name: _range(0, 99) for name in STATS}, ("speed",)),
                "tags": {"type": "array", "items": {"enum": list(TAGS)}, "uniqueItems": True},
                "effects": {"type": "array", "minItems": 1, "items": ref("effect")},
            }),
            "effect": _record({
                "on": {"enum": list(MOMENTS)},
                "when": _record({"stat": stat, "test": {"enum": list(TESTS)}, "than": {"type": "integer"}}),
                "do": {"type": "array", "minItems": 1, "items": {"oneOf": [dealt, earned, changed]}},
            }, ("when",)),
            "targets": _record({"whose": {"enum": ["ally", "enemy"]}, "tag": {"enum": list(TAGS)}}, ("tag",)),
        },
    }


def write_json(folder: Path, made: list[Card]) -> None:
    """The cards, their schema and an empty list as JSON files in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cards.json").write_text(json.dumps(made, indent=1), "utf-8")
    (folder / "schema.json").write_text(json.dumps(schema()), "utf-8")
    (folder / "empty.json").write_text("[]\n", "utf-8")
