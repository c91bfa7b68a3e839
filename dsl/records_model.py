"""The words in which the table of records is written: shapes, fields, records, families.

A shape is written as a short text, which this module reads once:

    int, int 0.., int 1..9      an integer, perhaps with bounds          [X], [X]*2    a list of X, of exactly two
    bool  text  name            truth, any text, an author's word        {K -> X}      an object from keys of shape K to X
    word a|b                    one of these words                       X?            X or null
    = a                         always this text or number               X or 'all'    X or this one word
    id T                        defines an id of table T                 expr, slot .. a record of that family
    ref T|U                     refers to an id of one of the tables     bind          the name of a variable that comes to be here
    value, answer               a constant of a field, of a test's answer

Everything else that reads a ruleset (the schema, the verifier, the emitter, `walk`, the sentences of `plain`) is derived from these texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, TypeAlias

from .limits import MAX_NUMBER

LARGEST = MAX_NUMBER
"""No integer of a ruleset is further from zero."""
PACK_PATTERN = r"^[a-z][a-z0-9_]{0,59}$"
ID_PATTERN = r"^[a-z][a-z0-9_]{0,59}:[^\s:\\\u0000-\u001f\u007f-\u009f]+$"
"""`pack:name`, in every implementation of regular expressions. The first part is a lower-case word: files are called by it."""
PACK = re.compile(PACK_PATTERN)
ID = re.compile(ID_PATTERN)
FREE_IDS = ("step", "site")
"""Tables whose ids are not of the form `pack:name`."""


def is_id(text: str, table: str = "") -> bool:
    """Whether a text is `pack:name`; of a pack, whether it is a lower-case word: files are called by it."""
    return (PACK if table == "pack" else ID).fullmatch(text) is not None


Form: TypeAlias = Literal["int", "bool", "text", "name", "word", "const", "id", "ref", "bind", "list", "map", "value", "answer", "state", "record"]

_PLAIN: dict[str, Form] = {"bool": "bool", "text": "text", "name": "name", "bind": "bind", "value": "value", "answer": "answer", "state": "state"}


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand in one place.

    `words`: the words of a `word`, the one value of a `const`, the tables of an `id` or `ref`, the family of a `record`. `also`: single words accepted
    besides. `low` and `high` bound an `int`, and are the exact length of a `list` when both are set there.
    """

    form: Form
    words: tuple[str, ...] = ()
    of: Shape | None = None
    key: Shape | None = None
    nullable: bool = False
    low: int | None = None
    high: int | None = None
    also: tuple[str, ...] = ()

    @property
    def family(self) -> str | None:
        """The family of the records in this place, through lists and objects; None where there are none."""
        if self.form == "record":
            return self.words[0]
        return self.of.family if self.of is not None else None


@cache
def shape(text: str) -> Shape:
    """The shape that a notation stands for. The notation is ours, so a wrong one is a bug and raises."""
    text = text.strip()
    if text.endswith("?"):
        inner = shape(text[:-1])
        return _with(inner, nullable=True)
    if " or '" in text and text.endswith("'"):
        base, word = text[:-1].rsplit(" or '", 1)
        inner = shape(base)
        return _with(inner, also=(*inner.also, word))
    if text.startswith("{"):
        key, of = text[1:-1].split(" -> ", 1)
        return Shape("map", of=shape(of), key=shape(key))
    if text.startswith("["):
        body, _, size = text.rpartition("]")
        count = int(size[1:]) if size else None
        return Shape("list", of=shape(body[1:]), low=count, high=count)
    return _simple(text)


def _simple(text: str) -> Shape:
    head, _, rest = text.partition(" ")
    if head == "int":
        bounds = re.fullmatch(r"(-?\d*)\.\.(-?\d*)", rest or "..")
        if bounds is None:
            raise ValueError(f"not a range: {text}")
        low, high = (int(end) if end else None for end in bounds.groups())
        return Shape("int", low=low, high=high)
    if head == "word":
        return Shape("word", tuple(rest.split("|")))
    if head == "=":
        return Shape("const", (rest,))
    if head == "id":
        return Shape("id", (rest,))
    if head == "ref":
        return Shape("ref", tuple(rest.split("|")))
    if rest:
        raise ValueError(f"not a shape: {text}")
    return Shape(_PLAIN[head]) if head in _PLAIN else Shape("record", (head,))


def _with(base: Shape, *, nullable: bool | None = None, also: tuple[str, ...] | None = None) -> Shape:
    return Shape(
        base.form, base.words, base.of, base.key, base.nullable if nullable is None else nullable, base.low, base.high, base.also if also is None else also
    )


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record.

    `optional`: the key may be missing; every other key stands in each record, with null, `[]` or `{}` where there is nothing.
    `over` (of a `bind`): the fields of the same record that see the variable; `after` stands for what follows the record in its list.
    `sees`: variables that this field sees besides those around it. `fresh`: it sees none of those around it.
    `hears`: it may read the running call (`event`) that the record looks at.
    """

    name: str
    shape: Shape
    doc: str
    optional: bool = False
    over: tuple[str, ...] = ()
    sees: tuple[str, ...] = ()
    fresh: bool = False
    hears: bool = False


def f(name: str, notation: str, doc: str, *, optional: bool = False, over: str = "", sees: str = "", fresh: bool = False, hears: bool = False) -> Field:
    """A field, its shape in the notation of this module, its lists of words with blanks between them."""
    return Field(name, shape(notation), doc, optional, tuple(over.split()), tuple(sees.split()), fresh, hears)


# What every declaration may carry besides its own fields.
COMMON: tuple[Field, ...] = (
    f("when", "expr", "an expression over options; a game in which it is false does not contain the record", optional=True, fresh=True),
    f("doc", "text", "the author's documentation comment", optional=True),
    f("expresses", "[name]", "the rules of the source that this record expresses", optional=True),
    f("origin", "word printed|homebrew", "whether its figures are printed in the source or the author's own", optional=True),
    f("source", "text", "where in the source it stands", optional=True),
    f("reason", "text", "why a homebrew figure is as it is", optional=True),
    f("as_printed", "value", "what the source prints where this record differs from it", optional=True),
)


@dataclass(frozen=True, eq=False)
class Record:
    """One row: a record of `family`, recognised by `word` in the family's tag; its fields in the order in which they are written.

    `plain` is the template of its sentence (see `plain.py`), or a pair of a field's name and a template for each of that field's values. `level` says how
    tightly the sentence holds together: 3 a single thing, 2 arithmetic, 1 a comparison, 0 the loosest; a looser part in a tighter place gets brackets.
    `others` is the shape of further keys, None where none may be.
    """

    family: str
    word: str | None
    doc: str
    own: tuple[Field, ...]
    plain: str | tuple[str, dict[str, str]] = ""
    level: int = 3
    declares: bool = False
    tag: str | None = None
    others: Shape | None = None

    @cached_property
    def name(self) -> str:
        """`expr.add`, or the family's name where it has one record."""
        return self.family if self.word is None else f"{self.family}.{self.word}"

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """All fields: the tag first, what every declaration may carry last."""
        mine = {own.name for own in self.own}
        common = tuple(extra for extra in COMMON if extra.name not in mine) if self.declares else ()
        return (*self.own, *common)

    @cached_property
    def by_name(self) -> dict[str, Field]:
        """The fields by name."""
        return {each.name: each for each in self.fields}

    @cached_property
    def inside(self) -> tuple[Field, ...]:
        """The fields in which records stand."""
        return tuple(each for each in self.fields if each.shape.family is not None)

    @cached_property
    def ids(self) -> tuple[Field, ...]:
        """The fields that define an id."""
        return tuple(each for each in self.fields if each.shape.form == "id")

    @cached_property
    def refers(self) -> tuple[Field, ...]:
        """The fields that refer to ids, by themselves, in a list or as the keys of an object."""
        return tuple(each for each in self.fields if "ref" in {part.form for part in (each.shape, each.shape.of, each.shape.key) if part is not None})

    @cached_property
    def constants(self) -> tuple[Field, ...]:
        """The fields that hold constants by name."""
        return tuple(each for each in self.fields if each.shape.of is not None and each.shape.of.form == "value")

    @cached_property
    def binders(self) -> tuple[Field, ...]:
        """The fields that name a variable."""
        return tuple(each for each in self.fields if each.shape.form == "bind")

    @cached_property
    def late(self) -> frozenset[str]:
        """The names of the fields that see a variable of the record itself, so that they come after the others."""
        return frozenset(name for each in self.fields for name in each.over)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names of the keys that must be there."""
        return tuple(each.name for each in self.fields if not each.optional)


@dataclass(frozen=True)
class Family:
    """Records that may stand in the same places.

    `tag` is the key whose word tells them apart; None for a family of one; `?` when the first of the rows' words that
    is a key tells.
    """

    name: str
    tag: str | None
    doc: str
    rows: dict[str, Record]

    def row(self, value: object) -> Record | None:
        """The row of a record as found in a document, None if it is none of this family."""
        if not isinstance(value, dict):
            return None
        tag = self.tag
        if tag is None:
            return self.rows[""]
        if tag == "?":
            return next((row for word, row in self.rows.items() if word in value), None)
        word = value.get(tag)
        return self.rows.get(word) if type(word) is str else None


def one(name: str, doc: str, *fields: Field, kind: str | None = None, declares: bool = False, plain: str = "", others: str | None = None) -> Family:
    """A family of a single record. `kind`: the value of its `kind` key, which comes first; `others`: the notation of further keys."""
    head = (f("kind", f"= {kind}", "says which record this is"),) if kind else ()
    return Family(name, None, doc, {"": Record(name, None, doc, (*head, *fields), plain, declares=declares, others=shape(others) if others else None)})


def row(word: str, doc: str, *fields: Field, plain: str | tuple[str, dict[str, str]] = "", level: int = 3) -> tuple[str, str, tuple[Field, ...], object, int]:
    """One record of a family of several; `family` puts it together."""
    return word, doc, fields, plain, level


def family(
    name: str,
    tag: str,
    doc: str,
    *rows: tuple[str, str, tuple[Field, ...], object, int],
    shared: tuple[Field, ...] = (),
    last: tuple[Field, ...] = (),
    declares: bool = False,
) -> Family:
    """A family of several records. `shared` fields follow the tag in each of them, `last` fields end each of them."""
    made: dict[str, Record] = {}
    for word, about, fields, plain, level in rows:
        head = () if tag == "?" else (f(tag, f"= {word}", "says which record this is"),)
        if word in made:
            raise ValueError(f"two rows are called {name}.{word}")
        made[word] = Record(name, word, about, (*head, *shared, *fields, *last), plain, level, declares, tag)  # type: ignore[arg-type]
    return Family(name, tag, doc, made)
