"""Types of values: what the checker compares and what the ruleset writes down.

A `Type` is one immutable record. `HOLE` is the type of something already reported: it fits everywhere, so that one mistake stays one finding.
"""
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Shape = Literal["int", "dial", "bool", "text", "word", "thing", "die", "effect", "list", "path", "function", "none", "any", "hole"]


@dataclass(frozen=True, slots=True)
class Type:
    """`of`: a kind id (thing), an enum id (word), a verb or sequence id (effect). `item`: the element of a list. `low`, `high`: int and dial ranges."""

    shape: Shape
    of: str | None = None
    item: Type | None = None
    low: int | None = None
    high: int | None = None
    unit: str | None = None
    optional: bool = False

    def maybe(self) -> Type:
        """The same type, `none` allowed."""
        return self if self.optional or self.shape in ("none", "any", "hole") else self._with(True)

    def sure(self) -> Type:
        """The same type after a test against `none`."""
        return self._with(False) if self.optional else self

    def _with(self, optional: bool) -> Type:
        return Type(self.shape, self.of, self.item, self.low, self.high, self.unit, optional)

    def record(self) -> dict[str, object]:
        """The JSON form of grammar/ruleset.md."""
        out: dict[str, object] = {"type": self.shape}
        if self.shape == "int":
            out |= {"low": self.low, "high": self.high, "unit": self.unit}
        elif self.shape == "dial":
            out |= {"low": self.low, "high": self.high}
        elif self.shape == "list":
            out["of"] = (self.item or ANY).record()
        elif self.shape in ("word", "thing", "effect"):
            out["of"] = self.of
        if self.optional:
            out["optional"] = True
        return out

    def words(self) -> str:
        """The type as an author would write it."""
        name = (self.of or "").split(":")[-1]
        if self.shape == "int":
            text = f"int of {self.unit}" if self.unit else "int"
        elif self.shape == "dial":
            text = f"dial {self.low}..{self.high}"
        elif self.shape == "list":
            text = f"list of {(self.item or ANY).words()}"
        elif self.shape == "word":
            text = name or "word"
        elif self.shape == "thing":
            text = name or "thing"
        elif self.shape == "effect":
            text = f"effect of {name}"
        else:
            text = self.shape
        return text + ("?" if self.optional and self.shape != "none" else "")


INT = Type("int")
BOOL = Type("bool")
TEXT = Type("text")
DIE = Type("die")
PATH = Type("path")
NONE = Type("none", optional=True)
ANY = Type("any")
HOLE = Type("hole")
FUNCTION = Type("function")


@lru_cache(4096)
def thing(kind: str = "thing") -> Type:
    """The type of instances of a kind."""
    return Type("thing", of=kind)


def list_of(item: Type) -> Type:
    """The type of lists, groups and contents."""
    return Type("list", item=item.sure())


@lru_cache(4096)
def word(enum: str | None) -> Type:
    """The type of an enum's members; `None`: of no known enum (a tag)."""
    return Type("word", of=enum)
