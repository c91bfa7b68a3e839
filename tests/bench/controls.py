"""The games of tests/games written by hand, as a careful programmer would: what an engine is measured against."""
from __future__ import annotations

from collections.abc import Callable

Draw = Callable[[], float]
"""`random.random` of some generator."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = [[line for line in LINES if cell in line] for cell in range(9)]


def noughts(draw: Draw) -> int:
    """A random game; the number of its moves."""
    board, free, player, moves = [0] * 9, list(range(9)), 1, 0
    while free:
        cell = free.pop(int(draw() * len(free)))
        board[cell] = player
        moves += 1
        if any(all(board[at] == player for at in line) for line in THROUGH[cell]):
            break
        player = 3 - player
    return moves


def eights(draw: Draw) -> int:
    """A random game; the number of its decisions that were no forced moves."""
    stock = [(suit, rank) for suit in range(4) for rank in range(1, 14)]
    for at in range(51, 0, -1):
        other = int(draw() * (at + 1))
        stock[at], stock[other] = stock[other], stock[at]
    hands = [[stock.pop() for _ in range(7)] for _ in range(2)]
    pile = [stock.pop()]
    asked, shown = pile[-1]
    mover, drawn, decisions, rounds = 0, False, 0, 0
    while rounds < 1000:
        rounds += 1
        hand = hands[mover]
        legal = [card for card in hand if card[1] == 8 or card[1] == shown or card[0] == asked]
        if legal:
            decisions += len(legal) > 1
            card = legal[int(draw() * len(legal))]
            hand.remove(card)
            pile.append(card)
            asked, shown = card
            if shown == 8:
                asked, shown = int(draw() * 4), 0
                decisions += 1
            if not hand:
                break
            mover, drawn = 1 - mover, False
        elif not drawn and (stock or len(pile) > 1):
            if not stock:
                stock, pile = pile[:-1], pile[-1:]
                for at in range(len(stock) - 1, 0, -1):
                    other = int(draw() * (at + 1))
                    stock[at], stock[other] = stock[other], stock[at]
            hand.append(stock.pop())
            drawn = True
        else:
            mover, drawn = 1 - mover, False
    return decisions


class Brawler:
    """One of the two who fight; `lasting` are modifiers for the fight, `passing` for the bout."""

    __slots__ = ("armor", "damage", "dice", "health", "lasting", "name", "passing")

    def __init__(self, name: str, health: int, dice: int, armor: int, lasting: list[tuple[str, int]]) -> None:
        self.name, self.health, self.dice, self.armor, self.lasting = name, health, dice, armor, lasting
        self.damage = 0
        self.passing: list[tuple[str, int]] = []

    def changed(self, stat: str, printed: int) -> int:
        """A stat with its modifiers."""
        return printed + sum(by for name, by in self.lasting if name == stat) + sum(by for name, by in self.passing if name == stat)


def _blow(draw: Draw, actor: Brawler, target: Brawler, events: list[tuple[str, str, int]]) -> None:
    difficulty = actor.changed("difficulty", 4)
    hits = sum(int(draw() * 10) + 1 >= difficulty for _ in range(actor.changed("dice", actor.dice)))
    events.append(("rolled", actor.name, hits))
    if actor.name == "Ash" and hits >= 5 and actor.damage > 0:
        actor.damage -= 1
        events.append(("healed", actor.name, 1))
    if actor.name == "Birch" and hits <= 2:
        actor.passing.append(("bonus", 1))
    through = hits - target.armor + actor.changed("bonus", 0)
    if through <= 0:
        return
    target.damage += through
    events.append(("dealt", target.name, through))
    if target.name == "Ash":
        if target.health - target.damage <= 8:
            target.passing.append(("dice", 1))
        if through >= 4:
            actor.passing.append(("difficulty", 1))
    elif target.damage > 0:
        target.damage -= 1
        events.append(("healed", target.name, 1))


def brawl(draw: Draw) -> int:
    """A fight; the number of its blows."""
    ash = Brawler("Ash", 18, 6, 2, [("dice", 1), ("bonus", 1), ("difficulty", 1)])
    birch = Brawler("Birch", 20, 7, 1, [("dice", -1)])
    events: list[tuple[str, str, int]] = []
    blows = 0
    for _ in range(20):
        for actor, target in ((ash, birch), (birch, ash)):
            _blow(draw, actor, target, events)
            blows += 1
            if target.damage >= target.health:
                return blows
        ash.passing.clear()
        birch.passing.clear()
    return blows
