"""Chance gone through: a stream that decides each draw in every way, one game after the other, and knows how likely each game is.

After a game `another` turns to the next: the last draw that can still come out otherwise does, and what followed it is drawn anew. A draw that is not gone
through (the order of a long zone, or all of them) is drawn once from a stream of its own, and then belongs to the game like any other.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from math import comb, factorial

from .stream import LAST_WORD, Stream, T

_LONG = 10
"""Lists of so many things lie in more orders than anybody looks at."""


class TooMany(BaseException):
    """A draw comes out in more ways than anybody looks at, or there are too many draws. No error of the rules: nothing between may take it for one."""


@dataclass(slots=True)
class Draw:
    """One draw of a game: which of how many ways it came out, the word from which its order is drawn, what came out (things or faces), and the verb or sequence
    in which it was drawn."""

    way: int
    ways: int
    word: int
    sort: str = ""
    found: tuple[int, ...] = ()
    rule: str = ""


class Draws(Stream):
    """All draws of a game in every way. `orders`: also in which order things come out, of a shuffle and of several that are drawn at once.

    `most` bounds the ways of one draw, `length` the draws of one game; beyond them TooMany is raised.
    """

    __slots__ = ("_orders", "_source", "length", "most", "path", "rule")

    def __init__(self, orders: bool, most: int = 1000, length: int = 1000) -> None:
        self.path: list[Draw] = []
        super().__init__("draws")
        self._source = Stream("orders")
        self._orders = orders
        self.most = most
        self.length = length
        self.rule: Callable[[], str] = str

    @property
    def pos(self) -> int:
        """How many draws there have been."""
        return self._at

    @pos.setter
    def pos(self, value: int) -> None:
        if not 0 <= value <= LAST_WORD:
            raise ValueError("a position is a number from 0 to 2^53 - 1")
        self._at = value

    @property
    def likely(self) -> Fraction:
        """How likely the game is, of those that are gone through."""
        out = Fraction(1)
        for draw in self.path:
            out /= draw.ways
        return out

    def another(self) -> bool:
        """Turn to the next game; False when there is none."""
        self._at = 0
        while self.path and self.path[-1].way + 1 == self.path[-1].ways:
            self.path.pop()
        if self.path:
            self.path[-1].way += 1
        return bool(self.path)

    def _next(self, ways: int, sort: str) -> Draw:
        at = self._at
        if at == len(self.path):
            if ways > self.most or at >= self.length:
                raise TooMany
            self.path.append(Draw(0, ways, self._source.word(), sort, (), self.rule()))
        self._at = at + 1
        return self.path[at]

    def draw(self, n: int) -> int:
        """As `Stream.draw`."""
        if n == 1:
            return 0
        made = self._next(n, "number")
        made.found = (made.way,)
        return made.way

    def die(self, sides: int) -> int:
        """As `Stream.die`."""
        made = self._next(sides, "die")
        made.found = (made.way + 1,)
        return made.way + 1

    def shuffle(self, items: list[T]) -> None:
        """As `Stream.shuffle`."""
        if len(items) < 2:
            return
        made = self._next(factorial(min(len(items), _LONG)) if self._orders else 1, "order")
        if self._orders:
            items[:] = _ordered(items, made.way)
        else:
            Stream(f"order/{made.word}").shuffle(items)
        made.found = _numbers(items)

    def pick(self, items: list[T], count: int) -> list[T]:
        """As `Stream.pick`."""
        if not 0 <= count <= len(items):
            raise ValueError(f"{count} of {len(items)} cannot be drawn")
        ways = comb(len(items), count)
        if ways == 1 and count < 2:
            return list(items[:count])
        orders = factorial(min(count, _LONG)) if self._orders else 1
        made = self._next(ways * orders, "things")
        chosen, order = divmod(made.way, orders)
        picked = list(next(islice(combinations(items, count), chosen, None)))
        if self._orders:
            picked = _ordered(picked, order)
        else:
            Stream(f"order/{made.word}").shuffle(picked)
        made.found = _numbers(picked)
        return picked


def _ordered(items: list[T], number: int) -> list[T]:
    """The order of a list that has a number below the factorial of its length."""
    rest, out = list(items), []
    while rest:
        number, at = divmod(number, len(rest))
        out.append(rest.pop(at))
    return out


def _numbers(items: list[T]) -> tuple[int, ...]:
    return tuple(item for item in items if isinstance(item, int))
