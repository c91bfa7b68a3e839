"""What a seat can follow, what it was shown, and what it loses from its eyes: each rule of `runtime/sight.py` in a game of the veils."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime import files, sight
from rulewright.runtime.determinise import determinise
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import Feed, View, seat_events, view, view_hash

from ..runtime.players import take_back
from .hiding import begun, veils

FIRST = 1 + 4
"""The first new number: one more than the most copies."""


@pytest.fixture
def game() -> Game:
    """North is to move; it holds three cards, as South does."""
    return begun("sight")


def zone(game: Game, slot: str, seat: int | None = None) -> list[int]:
    owner = 0 if seat is None else game.core.seats[seat]
    return next(list(one.get("holds", [])) for one in game.core.entities if one["kind"] == "zone" and one["slot"].endswith(slot) and one["owner"] == owner)


def name(game: Game, eid: int, seat: int | None) -> str:
    said = View(game.core, None if seat is None else game.core.seats[seat]).name(eid)
    assert said is not None
    return said


def number(game: Game, eid: int, seat: int | None) -> int:
    return sight.number(game.core, eid, None if seat is None else game.core.seats[seat])


def take(game: Game, *answers: str) -> None:
    for answer in answers:
        game.apply(answer)


def shown_in(game: Game, zone_id: str, seat: int) -> list[str | None]:
    found: list[str | None] = next(one["things"] for one in view(game, seat)["zones"] if one["id"] == zone_id)
    return found


def test_at_first_a_copy_is_known_by_its_own_number_and_after_a_shuffle_by_its_position() -> None:
    fresh = Game(veils(), seed="fresh", start=False)
    ash = fresh.core.copies["veils:ash"]
    assert [number(fresh, one, 0) for one in ash] == [1, 2, 3, 4]
    fresh.perform([{"op": "operation", "name": "shuffle", "args": {"zone": {"op": "global", "name": "veils:stock"}}, "as": None}])
    held = zone(fresh, ":stock")
    kept = [at for at, one in enumerate(held) if fresh.core.entities[one]["def"] not in ("veils:yew", "veils:spark")]
    for viewer in (0, 1, None):
        assert [number(fresh, held[at], viewer) for at in kept] == [FIRST + at for at in kept]


def test_a_card_that_is_drawn_keeps_its_number_and_one_that_leaves_a_hand_gets_another(game: Game) -> None:
    top = zone(game, ":stock")[-1]
    before = number(game, top, 0), number(game, top, 1)
    take(game, "take")
    assert (number(game, top, 0), number(game, top, 1)) == before
    mine = zone(game, ".hand", 0)[0]
    own, other = number(game, mine, 0), number(game, mine, 1)
    take(game, "pass", "lay", name(game, mine, 0))
    assert number(game, mine, 0) == own, "its owner saw it go"
    assert number(game, mine, 1) != other and number(game, mine, None) == number(game, mine, 1)
    assert name(game, mine, 1) in shown_in(game, "pile:table", 1)


def test_unseen_cards_are_named_by_position_where_a_seat_can_follow_them_and_else_not(game: Game) -> None:
    assert name(game, zone(game, ":stock")[4], 1) == "stock:table[4]"
    assert name(game, zone(game, ".hand", 0)[1], 1) == "hand:seat:0[?]"
    assert name(game, zone(game, ".hand", 0)[1], 0).startswith("veils:")


def test_what_is_looked_at_is_seen_until_it_moves(game: Game) -> None:
    low, top = zone(game, ":stock")[-2:]
    take(game, "peek")
    told = [event for event in seat_events(game, 0) if event["event"] == "reveal_to"]
    assert told[0]["with"]["things"] == sorted([name(game, low, 0), name(game, top, 0)], key=told[0]["with"]["things"].index)
    assert [event["with"]["things"] for event in seat_events(game, 1) if event["event"] == "reveal_to"] == [None]
    asked = [option["id"] for option in game.pending()["options"]]
    assert set(asked) == {name(game, low, 0), name(game, top, 0)} and not any(one.endswith("]") for one in asked)
    take(game, name(game, top, 0))
    assert shown_in(game, "stock:table", 0)[-1] == name(game, low, 0), "the other one still lies on top"
    assert shown_in(game, "stock:table", 0)[0] is None, "what was put below has moved"
    assert shown_in(game, "stock:table", 1) == [None] * len(zone(game, ":stock"))
    take(game, "take")
    assert [one for one in shown_in(game, "hand:seat:1", 0) if one] == [], "and so has what South has drawn"


def test_who_was_shown_a_hand_forgets_it_when_an_unseen_card_leaves_it(game: Game) -> None:
    take(game, "spy")
    hand = shown_in(game, "hand:seat:1", 0)
    assert None not in hand and hand == sorted(str(one) for one in hand), "the order of a hand is its owner's"
    buried = zone(game, ".hand", 1)[0]
    take(game, "bury", name(game, buried, 1))
    assert shown_in(game, "hand:seat:1", 0) == [None, None]


def test_options_in_anothers_hand_are_counted_in_an_order_of_their_own() -> None:
    orders = set()
    for seed in range(12):
        game = begun(f"order/{seed}")
        take(game, "pry")
        assert [option["id"] for option in game.pending()["options"]] == [f"hand:seat:1[{at}]" for at in range(3)]
        assert [option["text"] for option in game.pending()["options"]] == [f"hand:seat:1[{at}]" for at in range(3)]
        hand = zone(game, ".hand", 1)
        assert game.decision is not None
        orders.add(tuple(hand.index(one) for one in game.decision.choices))
        again = files.load(veils(), files.save(game))
        assert again.decision is not None and again.decision.choices == game.decision.choices
        before = game.core.stream.pos
        take(game, "hand:seat:1[1]")
        assert game.core.stream.pos == before
    assert len(orders) > 3


def test_a_card_made_unseen_does_not_show_in_the_number_of_the_next(game: Game) -> None:
    take(game, "conjure")
    (made,) = (one["id"] for one in game.core.entities if one.get("def") == "veils:spark" and one["copy"] == 2)
    assert name(game, made, 1) == "hand:seat:0[?]"
    assert number(game, made, 0) >= FIRST
    told = [event["with"] for event in seat_events(game, 1) if event["event"] == "create"]
    assert told == [{"thing": None, "place": "hand:seat:0"}]


def test_what_has_come_to_be_seen_cannot_be_taken_back(game: Game) -> None:
    buried = zone(game, ".hand", 0)[0]
    take(game, "bury", name(game, buried, 0))
    take_back(game)
    take_back(game)
    take(game, "bury", name(game, buried, 0), "pass", "flip", name(game, buried, 0))
    assert shown_in(game, "row:seat:0", 1) == [name(game, buried, 1)]
    with pytest.raises(Refused):
        take_back(game)
    take(game, "pass", "cover", name(game, buried, 0))
    take_back(game)
    take_back(game)
    assert game.pending()["seat"] == "seat:0"


def test_a_feed_sends_each_event_once_and_says_from_where_it_takes_back(game: Game) -> None:
    feeds = [Feed(game, seat) for seat in (0, 1, None)]
    kept: list[list[dict[str, Any]]] = [[], [], []]
    rewound = 0

    def receive() -> None:
        nonlocal rewound
        for feed, box in zip(feeds, kept, strict=True):
            for one in feed.news():
                if "rewind" in one:
                    rewound += 1
                    box[:] = [event for event in box if event["n"] < one["rewind"]]
                else:
                    box.append(one)

    receive()
    buried = zone(game, ".hand", 0)[0]
    for step in (["bury", name(game, buried, 0)], None, None, ["take"], ["pass"], None, ["spy"]):
        if step is None:
            take_back(game)
        else:
            take(game, *step)
        receive()
    game.concede(0)
    receive()
    assert kept == [seat_events(game, seat) for seat in (0, 1, None)]
    assert rewound >= 6 and [feed.news() for feed in feeds] == [[], [], []]


def test_the_text_of_a_hidden_card_is_not_named_where_it_works() -> None:
    for seed in range(60):
        game = Game(veils(), seats=2, options={"veils:thorns": True}, seed=f"thorn/{seed}", verified=True)
        game.pending()
        (thorn,) = game.core.copies["veils:thorn"]
        if thorn in zone(game, ".hand", 0):
            break
    take(game, "pass", "take")
    told = {seat: [event for event in seat_events(game, seat) if event["event"] == "veils:sting"] for seat in (0, 1, None)}
    assert [event["with"] for event in told[1]] == [{"who": "seat:1"}]
    assert [told[seat][0]["rule"] for seat in (0, 1, None)] == ["veils:thorn/after.1", None, None]
    assert "thorn" not in json.dumps([view(game, 1)["things"], seat_events(game, 1)])


def test_a_game_dealt_anew_keeps_what_was_shown_and_nothing_else() -> None:
    game = begun("deal")
    take(game, "spy", "show_one")
    take(game, game.pending()["options"][0]["id"])
    for seat in (0, 1):
        hands = set()
        for n in range(6):
            made = determinise(game, seat, game.pending(), str(n))
            assert [view(made, seat), seat_events(made, seat, made.core.events_start)] == [view(game, seat), seat_events(game, seat, game.core.events_start)]
            other = zone(made, ".hand", 1 - seat)
            hands.add(tuple(made.core.entities[one]["def"] for one in other))
            made.apply("take")
        assert (len(hands) == 1) == (seat == 0), "North has seen the hand of South, South one card of its own"
    assert zone(game, ".hand", 0)


def test_the_hash_of_a_view_is_that_of_what_the_seat_sees(game: Game) -> None:
    other = begun("sight")
    assert [view_hash(game, seat) for seat in (0, 1)] == [view_hash(other, seat) for seat in (0, 1)]
    take(game, "take")
    assert view_hash(game, 0) != view_hash(other, 0) and view_hash(game, 0) != view_hash(game, 1)


def test_two_numbers_of_one_game_are_never_one_copy_for_a_seat(game: Game) -> None:
    seen: dict[str, set[str]] = {}
    for at in range(40):
        pending = game.pending()
        if "seat" not in pending:
            break
        for one in view(game, 0)["things"]:
            seen.setdefault(one["id"], set()).add(one["definition"])
        ids = [option["id"] for option in pending["options"]]
        game.apply(ids[at % len(ids)])
    assert len(seen) > 6 and all(len(definitions) == 1 for definitions in seen.values())


@pytest.mark.parametrize(
    ("key", "value"), [("alias", [1]), ("alias", ["x"] * 3), ("alias", 3), ("shown", [0]), ("shown", [99]), ("aliases", -1), ("aliases", "x")]
)
def test_numbers_and_shown_cards_of_a_save_are_checked(game: Game, key: str, value: Any) -> None:
    document = json.loads(files.save(game))
    eid = game.core.seats[0] if key == "aliases" else zone(game, ":stock")[0]
    document["state"]["entities"][eid][key] = value
    with pytest.raises(BadFile):
        files.load(veils(), json.dumps(document))
