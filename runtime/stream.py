"""The one random stream of a game: SHA-256 in counter mode, so that its whole state is a seed and one integer.

Word p (p = 0, 1, ...) is the big-endian 32 bits at byte 4 * (p mod 8) of SHA-256(seed + (p div 8 as 8 bytes, big-endian)); the seed is 32 bytes. All
products stay below 2^53, so ten lines of any language with SHA-256 draw the same numbers. Words are made 64 at a time, at first 8; `pos` says how many were
taken.
"""
from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

ALGORITHM = "sha256-ctr"
LARGEST_DRAW = 1 << 20
"""The largest n of `draw(n)`."""
LAST_WORD = (1 << 53) - 1
_BATCH = 64
_WORDS = Struct(">64I")
_DIGESTS = _BATCH // 8
_FEW = 8
_FIRST = Struct(">8I")
_HEX = frozenset("0123456789abcdef")


class Stream:
    """Draws numbers by position; setting `pos` to an earlier value draws the same numbers again.

    `script` is a queue of die faces that `die` takes first (tests of content write them); `script_at` is how many were taken, and may be set like `pos`.
    """

    __slots__ = ("_at", "_base", "_turn", "_words", "script", "script_at", "seed")

    def __init__(self, seed_text: str) -> None:
        """The stream of a text: its seed is SHA-256 of `rulewright/seed/` and the text."""
        self._begin(sha256(("rulewright/seed/" + seed_text).encode()).digest(), 0)

    @classmethod
    def of(cls, seed_hex: str, pos: int = 0) -> Stream:
        """The stream of a saved state: 64 hex digits and a position. Raises ValueError for anything else."""
        if len(seed_hex) != 64 or not _HEX.issuperset(seed_hex):
            raise ValueError("a seed is 64 hex digits in lower case")
        made = cls.__new__(cls)
        made._begin(bytes.fromhex(seed_hex), pos)
        return made

    def _begin(self, seed: bytes, pos: int) -> None:
        self.seed = seed
        self._base = -1
        self._words: tuple[int, ...] = ()
        self._at = 0
        self._turn: tuple[int, Stream] | None = None
        self.script: list[int] = []
        self.script_at = 0
        self.pos = pos

    @property
    def seed_hex(self) -> str:
        """The seed as 64 hex digits."""
        return self.seed.hex()

    @property
    def pos(self) -> int:
        """How many words have been taken."""
        return self._base + self._at

    @pos.setter
    def pos(self, value: int) -> None:
        if not 0 <= value <= LAST_WORD:
            raise ValueError("a position is a number from 0 to 2^53 - 1")
        base = value - value % _BATCH
        if base != self._base:
            self._base, self._words = base, ()  # made when the first one is taken
        self._at = value - base

    def _fill(self, base: int) -> None:
        seed, first = self.seed, base // 8
        self._words = _WORDS.unpack(b"".join([sha256(seed + (first + i).to_bytes(8, "big")).digest() for i in range(_DIGESTS)]))
        self._base = base
        if self._turn is not None and base + _BATCH > self._turn[0]:
            at, other = max(0, self._turn[0] - base), self._turn[1]
            other._fill(base)
            self._words = (*self._words[:at], *other._words[at:])

    def _begin_with(self, at: int) -> None:
        """Make words for a place in the batch: only the first few where no more may be wanted."""
        if at < _FEW and not self._words and self._turn is None:
            self._words = _FIRST.unpack(sha256(self.seed + (self._base // 8).to_bytes(8, "big")).digest())
        else:
            self._fill(self._base)

    def turn(self, other: Stream) -> None:
        """From the next word on, take the words of another seed. For games that only try out what may come: a state does not keep it."""
        self._turn = (self.pos, Stream.of(other.seed_hex))
        self._fill(self._base)

    def word(self) -> int:
        """The next word, 0 to 2^32 - 1."""
        at = self._at
        if at == _BATCH:
            self._fill(self._base + _BATCH)
            at = 0
        elif at >= len(self._words):
            self._begin_with(at)
        self._at = at + 1
        return self._words[at]

    def draw(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others; n = 1 takes no word. Raises ValueError unless 1 <= n <= 2^20."""
        if not 1 <= n <= LARGEST_DRAW:
            raise ValueError(f"a draw is from 1 to {LARGEST_DRAW} numbers, not {n}")
        if n == 1:
            return 0
        at = self._at
        if at < len(self._words):  # as `word`
            self._at = at + 1
            product = self._words[at] * n
        else:
            product = self.word() * n
        low = product & 0xFFFFFFFF
        if low < n:  # only then can it be one of the words that would favour small numbers
            floor = (1 << 32) % n
            while low < floor:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def die(self, sides: int) -> int:
        """A face from 1 to `sides`: the next scripted one, else a drawn one. Raises ValueError for a scripted face that the die does not have."""
        at = self.script_at
        if at < len(self.script):
            face = self.script[at]
            if not 1 <= face <= sides:
                raise ValueError(f"a d{sides} cannot show {face}")
            self.script_at = at + 1
            return face
        return self.draw(sides) + 1

    def shuffle(self, items: list[T]) -> None:
        """Put a list in a random order, in place: for i from the last down to 1, swap i with draw(i + 1)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, items: list[T], count: int) -> list[T]:
        """`count` elements, in the order drawn: each by one draw over those that are left, in their order. Raises ValueError for too many."""
        if not 0 <= count <= len(items):
            raise ValueError(f"{count} of {len(items)} cannot be drawn")
        rest = list(items)
        return [rest.pop(self.draw(len(rest))) for _ in range(count)]
