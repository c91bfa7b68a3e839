"""What can be wrong with the links of boards, and with the map that spaces and links make together."""
from __future__ import annotations

from ..problems import ProblemKind
from .boards import ABC, board

_GOOD = board(*ABC, 'path "A" -- "B" -- "C"')
_MARKED = "kind room is space { hidden: bool = no   impassable: bool = no   terminal: bool = no   start: bool = no }\n"
_SIDES = "enum side { sun, moon }\nkind room is space { flight: side? = none }\n"

# ---------------------------------------------------------------- links

MAP_OF_ITSELF = ProblemKind(
    code="map-of-itself",
    severity="error",
    title="a way that depends on the ways",
    message="whether this way is there cannot depend on `{name}`, which looks at the ways",
    help="ask for a counter, or for what lies somewhere",
    why="The map would have to be known before it is known.",
    bad=board('room "A"', 'room "B"', 'path "A" -- "B" while distance("A", "B") > 0'),
    good=board('room "A"', 'room "B"', 'path "A" -- "B" while count(fighters) > 0'),
)

LINK_ENDS = ProblemKind(
    code="link-ends",
    severity="error",
    title="a link without two ends",
    message="a `{word}` joins two spaces, and there is only one here",
    help='write `{word} "A" -- "B"`, or `->` for one way only',
    why="A route that ends nowhere cannot be travelled.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'path "A"'),
    good=_GOOD,
)

LINK_ROUTE_UNKNOWN = ProblemKind(
    code="link-route-unknown",
    severity="error",
    title="a kind of route that is not declared",
    message="`{word}` is not a kind of route",
    help="the routes are {known}",
    why="Movement rules name routes by their word; a link of a misspelt route is a link that nobody can use.",
    bad=board(*ABC, 'pathh "A" -- "B" -- "C"'),
    good=_GOOD,
)

LINK_EXTRA = ProblemKind(
    code="link-extra",
    severity="error",
    title="a part that a link cannot have",
    message="a link cannot have this part",
    help="a link may say `for` whom it is (`for alliance`), what it `needs:` and where it is from (`source:`); other conditions belong into a `forbid`",
    why="Links are drawn on the board; conditions of the moment are rules.",
    bad=board(*ABC, 'path "A" -- "B" -- "C" where any'),
    good=_GOOD,
)

LINK_FOR = ProblemKind(
    code="link-for",
    severity="error",
    title="a link for something that is no word",
    message="`for` on a link takes words",
    help="write `for alliance`, or `for [alliance, horde]`",
    why="The words are compared with the side of who moves.",
    bad=board(*ABC, 'path "A" -- "B" -- "C" for "Sun"'),
    good=board(*ABC, 'path "A" -- "B" -- "C" for sun'),
)

LINK_SELF = ProblemKind(
    code="link-self",
    severity="error",
    title="a link from a space to itself",
    message="this link joins `{name}` to itself",
    help="name two spaces",
    why="It changes nothing, so that another name was meant.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'path "B" -- "B"'),
    good=_GOOD,
)

LINK_END_UNKNOWN = ProblemKind(
    code="link-end-unknown",
    severity="error",
    title="a link to a space that does not exist",
    message="there is no space `{name}` on `{board}`",
    help="add the space, or correct the name",
    why="A link with a dangling end is a way that is missing on the map.",
    bad=board(*ABC, 'path "A" -- "B" -- "Cc"', 'path "B" -- "C"'),
    good=_GOOD,
)

LINK_END_AREA = ProblemKind(
    code="link-end-area",
    severity="error",
    title="a link to an area",
    message="`{name}` is an area, and links join spaces",
    help="name one of the spaces of the area",
    why="An area has many spaces, and the map shows which of them the way enters.",
    bad=board('area "North" { room "A" }', 'room "B"', 'path "A" -- "B"', 'path "B" -- "North"'),
    good=board('area "North" { room "A" }', 'room "B"', 'path "A" -- "B"'),
)

LINK_END_AMBIGUOUS = ProblemKind(
    code="link-end-ambiguous",
    severity="error",
    title="a link to a name that several other boards have",
    message="`{name}` is not on this board, and it is on {boards}",
    help="name the board: `board_id.space_id`",
    why="A guess would join the wrong maps.",
    bad=board('room "A"') + 'board "Moor" {\n  room "A"\n}\n' + 'board "Fen" {\n  room "B"\n  path "B" -- "A"\n}\n',
    good=board('room "A"') + 'board "Fen" {\n  room "B"\n  path "B" -- "A"\n}\n',
)

LINK_END_CELL = ProblemKind(
    code="link-end-cell",
    severity="error",
    title="a link to a cell that does not exist",
    message="there is no such cell on `{board}`",
    help="write `hex(column, row)` or `square(column, row)`, as the grid is; both numbers count from 0",
    why="A link with a dangling end is a way that is missing on the map.",
    bad=board("grid: square", 'row ". . . ."', "path square(0, 0) -- square(7, 0)"),
    good=board("grid: square", 'row ". . . ."', "path square(0, 0) -- square(3, 0)"),
)

LINK_END_VALUE = ProblemKind(
    code="link-end-value",
    severity="error",
    title="a link to something that is no space",
    message="this is neither a space nor a list of spaces",
    help='name a space in quotes, or a `define` whose value is a list of spaces',
    why="Links are fixed when the game is compiled; their ends must be known then.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'path "A" -> 3'),
    good=_GOOD,
)

LINK_REPEATED = ProblemKind(
    code="link-repeated",
    severity="warning",
    title="a link that stands twice",
    message="{what} said before",
    help="remove the repetition; perhaps another space was meant",
    why="It changes nothing, so that it is either noise or a slip for a link that is now missing.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'path "A" -- "B"'),
    good=_GOOD,
)

LINK_REVERSED = ProblemKind(
    code="link-reversed",
    severity="warning",
    title="a two-way link that stands a second time in reverse",
    message="{what} said before, in the other direction",
    help="`--` goes both ways already: remove one of the two",
    why="It changes nothing, so that it is either noise or a slip for a link that is now missing.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'path "B" -- "A"'),
    good=_GOOD,
)

LINK_CONTRADICTS = ProblemKind(
    code="link-contradicts",
    severity="error",
    title="two links that contradict each other",
    message="`{link}` contradicts `{other}`",
    help="keep the one that is printed on the map",
    why="A way cannot be one-way and two-way, or for everybody and for some, at once.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'path "A" -> "B"'),
    good=board(*ABC, 'path "A" -- "B" -- "C"', 'flight "A" -> "B"'),
)

LINK_NO_WAY_BACK = ProblemKind(
    code="link-no-way-back",
    severity="warning",
    title="a way without its way back, on a map that writes both",
    message="`{start}` to `{end}` has no way back, as the other ways of `{board}` have",
    help="add `{route} \"{end}\" -> \"{start}\"`, or write the two-way links with `--` so that `->` means one way only",
    why="Where most ways are written in both directions, a single one is most often a forgotten line.",
    bad=board(*ABC, 'path "A" -> "B"', 'path "B" -> "A"', 'path "B" -> "C"', 'path "C" -> "B"', 'path "C" -> "A"'),
    good=board(*ABC, 'path "A" -- "B" -- "C"', 'path "C" -> "A"'),
)

# ---------------------------------------------------------------- the map as a whole

SPACE_ALONE = ProblemKind(
    code="space-alone",
    severity="warning",
    title="a space without links",
    message="{names} {verb} no link",
    help="add the links, or say `impassable: yes` if nothing ever enters",
    why="Nothing can move there, so that a link was forgotten or its end misspelt.",
    bad=board(*ABC, 'path "A" -- "B"'),
    good=board('room "A"', 'room "B"', 'room "C" impassable: yes', 'path "A" -- "B"', kind=_MARKED),
)

SPACE_NO_WAY_IN = ProblemKind(
    code="space-no-way-in",
    severity="warning",
    title="spaces that can be left and never entered",
    message="{names} {verb} a way out and no way in: {out}",
    help="make the way go both ways (`{both}`), or add one that leads in",
    why="Everything that is put there is out of reach, although the map looks connected.",
    bad=board(*ABC, 'path "A" -- "B"', 'path "C" -> "B"'),
    good=board(*ABC, 'path "A" -- "B"', 'path "C" -- "B"'),
)

SPACE_UNREACHABLE = ProblemKind(
    code="space-unreachable",
    severity="warning",
    title="spaces that are cut off from the rest",
    message="nothing leads from {start} to {names}",
    help="add a link; say `start: yes` on a space where things begin, and `impassable: yes` where nothing ever enters",
    why="A part of the map that nobody can reach is most often one lost link.",
    bad=board(*ABC, 'room "D"', 'room "E"', 'path "A" -- "B" -- "C"', 'path "D" -- "E"'),
    good=board(*ABC, 'room "D"', 'room "E"', 'path "A" -- "B" -- "C" -- "D" -- "E"'),
)

SPACE_NO_WAY_OUT = ProblemKind(
    code="space-no-way-out",
    severity="warning",
    title="spaces that can be entered and never left",
    message="what enters {names} can never leave again",
    help="add a way out, or say `terminal: yes` if the way is meant to end there",
    why="A piece that is stuck has no legal move for the rest of the game.",
    bad=board(*ABC, 'path "A" -- "B"', 'path "B" -> "C"'),
    good=board('room "A"', 'room "B"', 'room "C" terminal: yes', 'path "A" -- "B"', 'path "B" -> "C"', kind=_MARKED),
)

START_STUCK = ProblemKind(
    code="start-stuck",
    severity="error",
    title="a starting space that nothing can leave",
    message="nothing leads out of `{name}`, where things begin",
    help="add a link from it",
    why="What begins there can never move.",
    bad=board('room "A" start: yes', 'room "B"', 'room "C"', 'path "B" -- "C"', 'path "B" -> "A"', kind=_MARKED),
    good=board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "B" -- "C"', kind=_MARKED),
)

STARTS_APART = ProblemKind(
    code="starts-apart",
    severity="warning",
    title="starting spaces on parts of a board that nothing joins",
    message="no way joins `{name}` and `{other}`, where things begin",
    help="add the link that joins the two parts",
    why="What begins in one part can never meet what begins in the other.",
    bad=board('room "A" start: yes', 'room "B"', 'room "C" start: yes', 'room "D"', 'path "A" -- "B"', 'path "C" -- "D"', kind=_MARKED),
    good=board('room "A" start: yes', 'room "B"', 'room "C" start: yes', 'room "D"', 'path "A" -- "B" -- "C" -- "D"', kind=_MARKED),
)

GATE_LOCKED = ProblemKind(
    code="gate-locked",
    severity="error",
    title="a gate whose key lies behind it",
    message="{names} cannot be reached: `{link}` needs {keys}, which cannot be reached either",
    help="put the key on this side, or add another way in",
    why="The gate opens only for somebody who has already passed it.",
    bad=board('room "A" start: yes', 'room "B"', 'path "A" -- "B" needs: "B"', kind=_MARKED),
    good=board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "C"', 'path "A" -- "B" needs: "C"', kind=_MARKED),
)

GATE_USELESS = ProblemKind(
    code="gate-useless",
    severity="info",
    title="a gate that opens only for who has come in another way",
    message="`{link}` is of no use: it needs `{key}`, which is reached only through `{end}`",
    help="put the key elsewhere, or remove the gate",
    why="Who finds the key stands behind the gate already.",
    bad=board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "C"', 'path "C" -- "B"', 'path "A" -> "B" needs: "B"', kind=_MARKED),
    good=board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "C"', 'path "C" -- "B"', 'path "A" -> "B" needs: "C"', kind=_MARKED),
)

HIDDEN_NO_REVEALER = ProblemKind(
    code="hidden-no-revealer",
    severity="warning",
    title="a hidden space that no rule ever opens",
    message="{names} {verb} hidden, and no rule shows or lets anybody in",
    help="write the rule that opens it (for instance `allow step_into where ... despite ...`), or remove `hidden: yes`",
    why="A hidden space is barred until a rule says otherwise; without one it might as well not exist.",
    bad=board('room "A"', 'room "B" hidden: yes', 'path "A" -- "B"', kind=_MARKED),
    good=board('room "A"', 'room "B"', 'path "A" -- "B"', kind=_MARKED),
)

ROUTE_ONE_END = ProblemKind(
    code="route-one-end",
    severity="warning",
    title="a space marked for a route that does not reach it",
    message="`{name}` says `{route}: {mark}`, and no `{route}` reaches it",
    help="add the link, or remove the mark",
    why="A single gate leads nowhere: the link to its fellow was forgotten.",
    bad=board('room "A" flight: sun', 'room "B" flight: sun', 'room "C" flight: sun', 'path "A" -- "B" -- "C"', 'flight "A" -- "B"', kind=_SIDES),
    good=board('room "A" flight: sun', 'room "B" flight: sun', 'room "C"', 'path "A" -- "B" -- "C"', 'flight "A" -- "B"', kind=_SIDES),
)

ROUTE_MARK = ProblemKind(
    code="route-mark",
    severity="warning",
    title="a link for somebody whom its end does not serve",
    message="`{link}` is for `{group}`, and `{name}` says `{route}: {mark}`",
    help="correct the link's `for` or the mark of the space",
    why="The mark on the map and the link contradict each other.",
    bad=board('room "A" flight: sun', 'room "B" flight: sun', 'path "A" -- "B"', 'flight "A" -- "B" for moon', kind=_SIDES),
    good=board('room "A" flight: sun', 'room "B" flight: sun', 'path "A" -- "B"', 'flight "A" -- "B" for sun', kind=_SIDES),
)

PLACED_IMPASSABLE = ProblemKind(
    code="placed-impassable",
    severity="warning",
    title="something is put where nothing can ever be",
    message="`{name}` is impassable, and something is put there",
    help="put it somewhere else, or remove `impassable: yes`",
    why="Nobody will ever reach it.",
    bad=board('room "A"', 'room "B"', 'room "C" impassable: yes', 'path "A" -- "B"', kind=_MARKED)
    + 'kind chest is thing { }\nchest "Old Chest" { starts_in: "C" }\n',
    good=board('room "A"', 'room "B"', 'room "C" impassable: yes', 'path "A" -- "B"', kind=_MARKED)
    + 'kind chest is thing { }\nchest "Old Chest" { starts_in: "B" }\n',
)

BOARD_CLAIM_FALSE = ProblemKind(
    code="board-claim-false",
    severity="error",
    title="an `always` of a board that does not hold",
    message="this does not hold on the map{reason}",
    help="{found}",
    why="The author has said what must be true of the map, and a link or a space contradicts it.",
    bad=board(*ABC, 'path "A" -- "B"', 'flight "B" -- "C"', 'always reachable("A", [path]) because "nobody must fly"'),
    good=board(*ABC, 'path "A" -- "B"', 'flight "B" -- "C"', 'always reachable("A", [path, flight]) because "no room is cut off"'),
)

BOARD_CLAIM_FORM = ProblemKind(
    code="board-claim-form",
    severity="error",
    title="an `always` inside a board that is not about its map",
    message="this is not a claim about the map",
    help='inside a board say `reachable("A", [path])`, `reachable("A", "B", [path])` or `distance("A", "B") is 3`; other claims stand outside boards',
    why="What a board says of itself is tested when the game is compiled, before there is any state.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', "always count(rooms) is 3"),
    good=board(*ABC, 'path "A" -- "B" -- "C"', 'always distance("A", "C") is 2'),
)

BOARD_CLAIM_NAME = ProblemKind(
    code="board-claim-name",
    severity="error",
    title="an `always` of a board that names something unknown",
    message="`{name}` is not {what}",
    help="correct the name",
    why="A claim about a misspelt space would say nothing.",
    bad=board(*ABC, 'path "A" -- "B" -- "C"', 'always reachable("D", [path])'),
    good=board(*ABC, 'path "A" -- "B" -- "C"', 'always reachable("A", [path])'),
)
