"""Types, fields, numbers and their units."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import HERO

TYPE_MISMATCH = ProblemKind(
    code="type-mismatch",
    severity="error",
    title="a value of the wrong type",
    message="{what} is {found}, expected {expected}",
    help="give a value of that type",
    why="A value of another type would be compared or counted as something that it is not.",
    bad=HERO + 'hero "Ada" { health: yes }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
NOT_COMPARABLE = ProblemKind(
    code="not-comparable",
    severity="error",
    title="a comparison that can never hold",
    message="{left} is never {right}",
    help="compare values of one type",
    why="Such a condition is always false, so the rule would never work.",
    bad=HERO + "define odd(h: hero) = h is h.damage\n",
    good=HERO + "define odd(h: hero, other: hero) = h is other\n",
)
ALWAYS_BROKEN = ProblemKind(
    code="always-broken",
    severity="error",
    title="printed values that break what is always so",
    message="`{name}` breaks what is always so{because}: {found}",
    help="change the value, or the sentence",
    why="Every game with this thing in it would break the sentence; what only printed values decide need not wait for a game.",
    bad="""\
kind ship is card { armed: bool = no   power: int? = none }
for each x in ships { always not x.armed or x.power is not none because "what is armed has a power" }
ship "Cutter" { armed: yes }
""",
    good="""\
kind ship is card { armed: bool = no   power: int? = none }
for each x in ships { always not x.armed or x.power is not none because "what is armed has a power" }
ship "Cutter" { armed: yes   power: 2 }
""",
)
MAY_LEAVE = ProblemKind(
    code="may-leave",
    severity="error",
    title="a counter that cannot forget what has left play",
    message="`{name}` holds a {kind}, which may leave play, and may not be `none`",
    help="write `{kind}?`, and test it where it is used",
    why="A thing that comes back is a new one, so counters forget what leaves play; this one would have to hold something all the same.",
    bad=HERO + 'hero "Ada" { health: 3 }\ncounter leader: hero = "Ada"\n',
    good=HERO + 'hero "Ada" { health: 3 }\ncounter leader: hero? = "Ada"\n',
)
MISSING_UNIT = ProblemKind(
    code="missing-unit",
    severity="error",
    title="a number without the unit that it needs",
    message="{what} is an amount of {unit}",
    help="write `n {unit}`",
    why="The unit says what the number counts, so that gold is never dealt as damage.",
    bad=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit target: hero { deal 2 to target }
""",
    good=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit target: hero { deal 2 damage to target }
""",
)
WRONG_UNIT = ProblemKind(
    code="wrong-unit",
    severity="error",
    title="a number with another unit",
    message="{what} is an amount of {unit}, not of {found}",
    help="write `n {unit}`",
    why="The unit says what the number counts, so that gold is never dealt as damage.",
    bad=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit target: hero { deal 2 gold to target }
""",
    good=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit target: hero { deal 2 damage to target }
""",
)
UNIT_OF_NOTHING = ProblemKind(
    code="unit-of-nothing",
    severity="error",
    title="`of` after an amount in the middle of an expression",
    message="`{unit} of ...` gives an amount to somebody, and that is done by a verb",
    help="write the call as a statement",
    why="An expression has a value and does nothing.",
    bad=HERO + "define x(h: hero) = 1 + 2 damage of h\n",
    good=HERO + "define x(h: hero) = 1 + 2\n",
)
MAYBE_NONE = ProblemKind(
    code="maybe-none",
    severity="error",
    title="a value that may be none, used as if it were there",
    message="`{found}` may be none",
    help="test it first: `{path} is not none and ...`",
    why="A card without the value would make the rule fail in the middle of a game.",
    bad="""\
kind hero { mentor: hero?   counter damage: int 0.. = 0 }
define help(h: hero) = h.mentor.damage
""",
    good="""\
kind hero { mentor: hero?   counter damage: int 0.. = 0 }
define help(h: hero) = if h.mentor is not none then h.mentor.damage else 0
""",
)
FIELD_OF_LIST = ProblemKind(
    code="field-of-list",
    severity="error",
    title="a field asked of a list",
    message="a list has no `{name}`",
    help="go through it with `for each`, filter it with `where it.{name} ...`, or add up with `total(list, {name})`",
    why="Each element has its own value.",
    bad=HERO + "define all_damage = heros.damage\n",
    good=HERO + "define all_damage = total(heros, damage)\n",
)
MISSING_FIELD = ProblemKind(
    code="missing-field",
    severity="error",
    title="a definition without a field that its kind asks for",
    message='"{definition}" has no `{name}`, which every {kind} needs',
    help="write `{name}: ...`",
    why="A value left out is never read as nothing or zero.",
    bad=HERO + 'hero "Ada" { }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
DOUBLED_FIELD = ProblemKind(
    code="doubled-field",
    severity="error",
    title="a field given twice",
    message="`{name}` is given twice",
    help="keep one of them",
    why="Of two values one would silently win.",
    bad=HERO + 'hero "Ada" { health: 3   health: 4 }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
ONE_VALUE = ProblemKind(
    code="one-value",
    severity="error",
    title="several values for a field that takes one",
    message="`{name}` takes one value",
    help="keep one, or declare the slot as a list",
    why="A list must be declared as one.",
    bad=HERO + 'hero "Ada" { health: 3, 4 }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
NOT_CONSTANT = ProblemKind(
    code="not-constant",
    severity="error",
    title="a printed value that is only known in play",
    message="`{name}` must be a constant",
    help="write the value itself, or use a `stat` with a `modify` clause",
    why="Printed data can be shown and checked without playing.",
    bad=HERO + 'hero "Ada" { health: count(heros) }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
NOT_A_TEXT = ProblemKind(
    code="not-a-text",
    severity="error",
    title="something else where a text in quotes belongs",
    message="`{name}` takes a text in quotes",
    help="put it in quotes",
    why="A text is shown to people as it stands.",
    bad=HERO + 'hero "Ada" { health: 3   source: page }\n',
    good=HERO + 'hero "Ada" { health: 3   source: "page 4" }\n',
)
REASON_ALONE = ProblemKind(
    code="reason-alone",
    severity="error",
    title="a reason for nothing",
    message="`reason` says why a figure is not the printed one, but nothing here says that it is not",
    help="write `origin: homebrew`, or `as_printed: ...` with what the print says",
    why="Where the word is missing, a figure of our own is taken for a printed one.",
    bad=HERO + 'hero "Ada" { health: 3   reason: "a weak hero was missing" }\n',
    good=HERO + 'hero "Ada" { health: 3   origin: homebrew   reason: "a weak hero was missing" }\n',
)
REASON_MISSING = ProblemKind(
    code="reason-missing",
    severity="error",
    title="a figure of our own without its reason",
    message="`origin: homebrew` says that this is ours, but not why",
    help="write `reason:` and a text beside it: what no source says, or what it is for",
    why="Whoever finds a source later must know what was guessed, and why; `rulewright check --homebrew` lists both.",
    bad=HERO + 'hero "Ada" { health: 3   origin: homebrew }\n',
    good=HERO + 'hero "Ada" { health: 3   origin: homebrew   reason: "a weak hero was missing" }\n',
)
OUT_OF_RANGE = ProblemKind(
    code="out-of-range",
    severity="error",
    title="a number outside the declared range",
    message="`{name}` is {value}, outside {low}..{high}",
    help="give a number in the range, or widen the range where the slot is declared",
    why="The range is a promise to every rule that reads the value.",
    bad=HERO + 'hero "Ada" { health: 0 }\n',
    good=HERO + 'hero "Ada" { health: 1 }\n',
)
EMPTY_RANGE = ProblemKind(
    code="empty-range",
    severity="error",
    title="a range that contains nothing",
    message="the range {low}..{high} is empty",
    help="write the smaller number first",
    why="Both ends of a range belong to it; the wrong way round nothing does.",
    bad="kind hero { health: int 5..1 }\n",
    good="kind hero { health: int 1..5 }\n",
)
RANGE_OF_NOTHING = ProblemKind(
    code="range-of-nothing",
    severity="error",
    title="a range after a type that has none",
    message="`{type}` has no range",
    help="take the range out",
    why="Only numbers and dials have ranges.",
    bad="kind hero { brave: bool 0..1 }\n",
    good="kind hero { brave: bool }\n",
)
TYPE_NEEDS_OF = ProblemKind(
    code="type-needs-of",
    severity="error",
    title="a list or effect without its element",
    message="`{type}` needs `of` and a type",
    help="write `{type} of ...`",
    why="What a list holds must be known to check its use.",
    bad="kind hero { friends: list }\n",
    good="kind hero { friends: list of hero }\n",
)
DIAL_RANGE = ProblemKind(
    code="dial-range",
    severity="error",
    title="a dial without its range",
    message="a dial needs both ends of its range",
    help="write `dial 1..10`",
    why="A dial wraps at its ends, so both must be known; `dial` alone means the only dial of a game.",
    bad="counter hour: dial 1.. = 1\n",
    good="counter hour: dial 1..12 = 1\n",
)
ZONE_TYPE = ProblemKind(
    code="zone-type",
    severity="error",
    title="a zone that is no list",
    message="the zone `{name}` holds things: its type is a list, not `{type}`",
    help="write `zone {name}: list of card`",
    why="A zone is an ordered container of things.",
    bad="zone deck: int\n",
    good="""\
kind card { }
zone deck: list of card
verb mix { shuffle deck }
""",
)
NO_START = ProblemKind(
    code="no-start",
    severity="error",
    title="a counter or option without a start",
    message="the {role} `{name}` has no start value",
    help="write `{role} {name}: type = start`",
    why="No value is ever guessed.",
    bad="""\
verb count_up {
  counter n: int
}
""",
    good="""\
verb count_up {
  counter n: int = 0
  n += 1
}
""",
)
NOT_WRITABLE = ProblemKind(
    code="not-writable",
    severity="error",
    title="a change of something that never changes",
    message="`{name}` cannot be set: {why}",
    help="{hint}",
    why="Printed values, stats and options keep their meaning through a game.",
    bad=HERO + "verb heal h: hero { h.health += 1 }\n",
    good=HERO + "verb heal h: hero { h.damage -= 1 }\n",
)
SLOT_WITHOUT_ROLE = ProblemKind(
    code="slot-without-role",
    severity="error",
    title="a type where a definition gives a value",
    message="`{name}` is given a type, not a value",
    help="write `{name}: value` for a value of its kind, `counter {name}: type = start` for a counter of its own",
    why="Kinds declare what their things have; a definition gives the values.",
    bad="""\
kind hero { }
hero "Ada" { mood: int 0..5 }
""",
    good="""\
kind hero { }
hero "Ada" { counter mood: int 0..5 = 0 }
""",
)
DIVISION_BY_ZERO = ProblemKind(
    code="division-by-zero",
    severity="error",
    title="a division by zero",
    message="division by zero",
    help="divide by something that is never 0",
    why="There is no such number.",
    bad="define x = 4 / 0 rounded down\n",
    good="define x = 4 / 2 rounded down\n",
)
TABLE_ROWS = ProblemKind(
    code="table-rows",
    severity="error",
    title="rows of a table that leave a gap or overlap",
    message="the row that begins at {low} does not follow {after}",
    help="let each row begin one after the end of the row before",
    why="A number between two rows would have no value, one in two rows would have two.",
    bad="define hand(n: int) = table n [1..3 -> 5, 5 -> 4, else -> 3]\n",
    good="define hand(n: int) = table n [1..3 -> 5, 4..5 -> 4, else -> 3]\n",
)
MISPLACED_RANGE = ProblemKind(
    code="misplaced-range",
    severity="error",
    title="a range that stands alone",
    message="a range stands only after `in`",
    help="write `x in 1..3` for a test, `up to 3 ...` for a choice",
    why="A range is a test, not a value.",
    bad="define few = 1..3\n",
    good="define few(n: int) = n in 1..3\n",
)
MISPLACED_LINK = ProblemKind(
    code="misplaced-link",
    severity="error",
    title="a link outside a board",
    message="`--` and `->` link spaces of a board",
    help="write the link in the block of a board",
    why="Links are the board's data.",
    bad="define x(p: space, q: space) = p -- q\n",
    good="define x(p: space, q: space) = p is q\n",
)
RECURSIVE_DEFINE = ProblemKind(
    code="recursive-define",
    severity="error",
    title="a define that needs itself",
    message="`{name}` needs its own value",
    help="break the ring; what must repeat is a `repeat` in a verb",
    why="A value that needs itself would never be found.",
    bad="""\
define one = two + 1
define two = one + 1
""",
    good="""\
define one = two + 1
define two = 1
""",
)
ARGUMENT_COUNT = ProblemKind(
    code="argument-count",
    severity="error",
    title="a function with too many or too few arguments",
    message="`{name}` takes {wanted}, not {found}",
    help="give one value for each parameter",
    why="Each parameter needs its value.",
    bad=HERO + """\
define big(h: hero, n: int) = h.health > n
define any_big(h: hero) = big(h)
""",
    good=HERO + """\
define big(h: hero, n: int) = h.health > n
define any_big(h: hero) = big(h, 3)
""",
)
