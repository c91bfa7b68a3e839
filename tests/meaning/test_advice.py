"""What bots think of answers: each kind of question, with advice that wants one answer; what is hidden from the seat changes nothing."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.stream import Stream
from rulewright.runtime.view import Look
from rulewright.tools.advised import AdvisedBot
from rulewright.tools.bots import own_stream

from .test_meaning import ruleset


def rules() -> dict[str, Any]:
    found = ruleset("advice")
    assert found is not None
    return found


def bot(name: str, seat: int, seed: str) -> AdvisedBot:
    return AdvisedBot(next(one for one in rules()["bots"] if one["name"] == name), own_stream(seat, seed))


def story(name: str, seed: str, *, live: bool = False) -> list[tuple[str, Any]]:
    """The answers of a game of two bots of one name, by the last part of the site."""
    players = {seat: bot(name, seat, seed) for seat in range(2)}
    game = Game(rules(), seats=2, seed=seed, verified=True, players=players if live else None)
    if live:
        game.run()
        return [(event["with"]["site"].rpartition(":")[2], event["with"]["value"]) for event in game.events() if event["event"] == "answer"]
    told = []
    while "seat" in (asked := game.pending()):
        seat = int(asked["seat"].partition(":")[2])
        answer = players[seat](Look(game, seat), asked)
        told.append((asked["site"].rpartition(":")[2], answer))
        game.apply(answer, asked["n"])
    return told


def answers(name: str, seed: str, site: str) -> list[Any]:
    return [answer for at, answer in story(name, seed) if site in at]


def test_the_answer_of_most_worth_is_given_to_each_kind_of_question() -> None:
    told = story("Sure", "one")
    by_site = {at: [answer for other, answer in told if other == at] for at, _ in told}
    assert by_site["questions@1"] == ["march", "march"]  # 3 for one way of marching beats 2 for halting
    assert by_site["questions@1/march.spot"] == ["stage:bob#1"] * 2 and by_site["questions@1/march.fast"] == ["yes"] * 2
    assert by_site["questions@2"] == ["press"] * 2 and by_site["questions@2/press.target"] == ["advice:cat#1"] * 2
    assert by_site["name_hue@1/call.name"] == ["green"] * 2
    assert by_site["count_to@1/say_number.number"] == ["4", "4"]
    assert by_site["questions@3"] == ["wave"] * 2
    assert by_site["questions@4"] == ["yes", "no"]
    assert by_site["questions@5"] == [{"advice:cat#1": 3, "stage:ann#1": 0, "stage:bob#1": 0}, by_site["questions@5"][1]]


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_of_several_all_that_are_worth_something_are_taken_within_the_bounds(seed: str) -> None:
    for taken in answers("Sure", seed, "take_tiles"):
        assert all(tile.rpartition(":")[2] in ("three#1", "four#1", "five#1", "six#1") for tile in taken)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_a_die_is_chosen_by_what_it_shows(seed: str) -> None:
    players = {seat: bot("Sure", seat, seed) for seat in range(2)}
    game = Game(rules(), seats=2, seed=seed, verified=True)
    thrown = 0
    while "seat" in (asked := game.pending()):
        seat = int(asked["seat"].partition(":")[2])
        answer = players[seat](Look(game, seat), asked)
        if asked["site"].endswith("questions@6"):
            faces = {option["id"]: int(option["text"].rpartition(" ")[2]) for option in asked["options"]}
            assert faces[answer] == max(faces.values())
            thrown += 1
        game.apply(answer)
    assert thrown == 2


def test_passing_has_a_worth_of_its_own() -> None:
    told = story("Shy", "one")
    assert [answer for at, answer in told if at in ("questions@1", "questions@2")] == ["pass"] * 4
    assert [answer for at, answer in told if at == "count_to@1/say_number.number"] == ["1"] * 2, "what another declaration adds"


def test_of_equal_answers_the_one_with_the_best_outcome_is_given() -> None:
    assert answers("Sly", "one", "questions@1") == ["advice:cat#1", "halt"], "to purr is open to the owner of the cat alone; then halting goes furthest"
    assert answers("Sly", "one", "questions@3") == ["wave"] * 2


@pytest.mark.parametrize("name", ["Sure", "Shy", "Sly"])
def test_a_bot_is_the_same_in_every_run_and_inside_the_game_or_outside(name: str) -> None:
    assert story(name, "two") == story(name, "two")
    assert [value for _, value in story(name, "two", live=True)] == [_said(answer) for _, answer in story(name, "two")]


def _said(answer: Any) -> Any:
    return {key: part for key, part in answer.items() if part} if type(answer) is dict else answer


@pytest.mark.parametrize("seed", [str(n) for n in range(8)])
def test_what_is_hidden_changes_no_advice(seed: str) -> None:
    game = Game(rules(), seats=2, seed=seed, verified=True)
    player = bot("Shy", 0, seed)
    while "guess_card" not in (asked := game.pending())["site"]:
        game.apply(player(Look(game, 0), asked))
    worths = []
    for dealing in range(6):
        other = Look(game, 0).determinise(asked, f"{seed}/{dealing}")
        worths.append(Look(other, 0).worth("advice:shy", other.pending(), Stream("look")))
        assert Look(other, 0).worth("advice:shy", other.pending(), Stream("look")) == worths[0], "the card that lies there cannot be felt"
    assert worths[0].said and len({Look(game, 0).worth("advice:shy", asked, Stream(str(n))).options[0] for n in range(12)}) > 1
