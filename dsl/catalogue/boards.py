"""What can be wrong with a board: its text, its grid, its links, and the map that they make together."""
from __future__ import annotations

from ..problems import ProblemKind

_KIND = "kind room is space { }\n"


def _board(*lines: str, kind: str = _KIND) -> str:
    """A source of one small board, preceded by its kind of space."""
    return kind + 'board "Glen" {\n' + "".join(f"  {line}\n" for line in lines) + "}\n"


_ABC = ('room "A"', 'room "B"', 'room "C"')
_GOOD = _board(*_ABC, 'path "A" -- "B" -- "C"')
_TERRAIN = "enum ground { wood, bare }\nkind room is space { ground: ground = bare }\n"
_GRID = ("grid: hex", "space_kind: room", 'legend "w" ground: wood')
_GOOD_GRID = _board(*_GRID, 'row ". w ."', 'row "w . ."', kind=_TERRAIN)
_MARKED = "kind room is space { hidden: bool = no   impassable: bool = no   terminal: bool = no   start: bool = no }\n"
_SIDES = "enum side { sun, moon }\nkind room is space { flight: side? = none }\n"

# ---------------------------------------------------------------- the text of a board

BOARD_UNNAMED = ProblemKind(
    code="board-unnamed",
    severity="error",
    title="a board without a name",
    message="this board has no name",
    help='write `board "Name" {{ ... }}`',
    why="The board's id, and so the ids of its spaces, are made from its name.",
    bad=_KIND + 'board {\n  room "A"\n}\n',
    good=_KIND + 'board "Glen" {\n  room "A"\n}\n',
)

BOARD_EMPTY = ProblemKind(
    code="board-empty",
    severity="warning",
    title="a board without spaces",
    message="`{name}` has no spaces",
    help="add a line for each space, for instance `region \"Name\"`, or `row` lines to a grid",
    why="Nothing can stand on a board without spaces; it is most often a block that was closed too early.",
    bad=_KIND + 'board "Glen" {\n  source: "the map"\n}\n',
    good=_KIND + 'board "Glen" {\n  source: "the map"\n  room "A"\n}\n',
)

BOARD_FIELD_UNKNOWN = ProblemKind(
    code="board-field-unknown",
    severity="error",
    title="a field that no board has",
    message="a board has no field `{name}`",
    help="a board's fields are {known}",
    why="A field that nothing reads would be a setting that never takes effect.",
    bad=_board('sourse: "the map"', 'room "A"'),
    good=_board('source: "the map"', 'room "A"'),
)

BOARD_FIELD_TWICE = ProblemKind(
    code="board-field-twice",
    severity="error",
    title="a field of a board or a space that stands twice",
    message="`{name}` stands twice",
    help="keep one of the two",
    why="Only one of them could hold, and no reader could tell which.",
    bad=_board('room "A" ground: wood   ground: bare', kind=_TERRAIN),
    good=_board('room "A" ground: wood', kind=_TERRAIN),
)

BOARD_FIELD_VALUE = ProblemKind(
    code="board-field-value",
    severity="error",
    title="a field of a board that holds something else than it can",
    message="`{name}` should hold {wanted}",
    help="see `rulewright explain board-field-value` for an example",
    why="`grid` is `hex` or `square`, `wrap` is `columns` or `none`, `diagonal` is `yes` or `no`, `space_kind` is a kind of space, `areas` are names.",
    bad=_board("grid: hexagon", 'row ". ."'),
    good=_board("grid: hex", 'row ". ."'),
)

BOARD_ITEM = ProblemKind(
    code="board-item",
    severity="error",
    title="something that does not belong into a board",
    message="`{what}` does not belong here",
    help="a board holds its fields, areas, spaces, links, the `legend` and `row` lines of a grid, and `always`; move this out of the board",
    why="Rules about places are said beside the board, where they work on every board.",
    bad=_board('room "A"', "kind hall is space { }"),
    good=_KIND + 'kind hall is space { }\nboard "Glen" {\n  room "A"\n}\n',
)

BOARD_EXTRA = ProblemKind(
    code="board-extra",
    severity="error",
    title="a part that a line of a board cannot have",
    message="{what} cannot have this part",
    help="a space has a name, `at hex(column, row)` on a grid, and fields (`name: value`); remove the rest",
    why="Spaces are printed on the board once, without conditions or costs.",
    bad=_board('room "A" x2'),
    good=_board('room "A"', 'room "A again"', 'path "A" -- "A again"'),
)

BOARD_WORD_UNKNOWN = ProblemKind(
    code="board-word-unknown",
    severity="error",
    title="a line of a board whose first word means nothing",
    message="`{word}` is neither a kind of space nor a word of boards",
    help="declare it: `kind {word} is space {{ ... }}`",
    why="The first word says what is added to the board: a kind of space, `area`, `legend`, `row`, or a kind of route between two names.",
    bad=_board('rooom "A"'),
    good=_board('room "A"'),
)

BOARD_SPACE_UNNAMED = ProblemKind(
    code="board-space-unnamed",
    severity="error",
    title="a space or an area without a name",
    message="this `{word}` has no name",
    help='write `{word} "Name"`',
    why="Links, rules and saves go by the names of spaces.",
    bad=_board("room hall"),
    good=_board('room "Hall"'),
)

BOARD_NAME_TWICE = ProblemKind(
    code="board-name-twice",
    severity="error",
    title="two spaces of one board with the same name",
    message="two spaces of this board are called `{name}`",
    help="give one of them another name",
    why="A link to a name that two spaces share would have to join both or guess.",
    bad=_board('room "A"', 'room "A"'),
    good=_board('room "A"', 'room "B"', 'path "A" -- "B"'),
)

BOARD_ID_TWICE = ProblemKind(
    code="board-id-twice",
    severity="error",
    title="two names that give the same id",
    message="the name `{name}` gives the id `{id}`, which another space of this board has",
    help="add `id: another_word` to one of them",
    why="An id keeps only the letters and digits of a name; saves and frontends go by the id.",
    bad=_board('room "Zeth\'Gor"', 'room "Zeth Gor"'),
    good=_board('room "Zeth\'Gor"', 'room "Zeth Gor" id: zeth_south', 'path "Zeth\'Gor" -- "Zeth Gor"'),
)

BOARD_AREA_TWICE = ProblemKind(
    code="board-area-twice",
    severity="error",
    title="an area that stands twice",
    message="the area `{name}` stands twice",
    help="put its spaces into one block",
    why="An area in two halves is most often a name that was copied and not changed.",
    bad=_board('area "North" { room "A" }', 'area "North" { room "B" }', 'path "A" -- "B"'),
    good=_board('area "North" { room "A" }', 'area "South" { room "B" }', 'path "A" -- "B"'),
)

BOARD_AREA_EMPTY = ProblemKind(
    code="board-area-empty",
    severity="warning",
    title="an area without spaces",
    message="the area `{name}` has no spaces",
    help="add its spaces, or name it in the board's field `areas` when its spaces say `area: \"{name}\"`",
    why="Rules about the area would never apply.",
    bad=_board('room "A"', 'area "North" { }'),
    good=_board('area "North" { room "A" }'),
)

BOARD_AREA_UNKNOWN = ProblemKind(
    code="board-area-unknown",
    severity="error",
    title="a space in an area that the board does not have",
    message="this board has no area `{name}`",
    help='add it to the board: `areas: "{name}"`',
    why="Areas are declared once, so that a misspelt one cannot come into being.",
    bad=_board('areas: "North"', 'room "A" area: "Nort"'),
    good=_board('areas: "North"', 'room "A" area: "North"'),
)

BOARD_TOO_LARGE = ProblemKind(
    code="board-too-large",
    severity="error",
    title="a board beyond the limits",
    message="{what} would have more than {limit}",
    help="make it smaller, or split it into boards",
    why="A line of text can ask for more cells or links than a game could ever use; the limit keeps such a line from filling the memory.",
    bad=_board("grid: square", "space_kind: room", "space \"Far\" at square(9999, 0)"),
    good=_board("grid: square", "space_kind: room", "space \"Near\" at square(9, 0)"),
)

# ---------------------------------------------------------------- grids

BOARD_GRID_MISSING = ProblemKind(
    code="board-grid-missing",
    severity="error",
    title="a part of a grid on a board without one",
    message="`{what}` needs a grid, and this board has none",
    help="add `grid: hex` or `grid: square` to the board",
    why="Rows and cells mean different neighbours on hexes and on squares, so that the shape is never guessed.",
    bad=_board('row ". . ."'),
    good=_board("grid: square", 'row ". . ."'),
)

BOARD_LETTER_INVALID = ProblemKind(
    code="board-letter-invalid",
    severity="error",
    title="a legend for something that cannot be a letter",
    message="`{letter}` cannot be a letter of a grid",
    help="use a sign without blanks; `-` always means that there is no space",
    why="Cells of a row are separated by blanks, and `-` is the gap.",
    bad=_board("grid: hex", "space_kind: room", 'legend "-" ground: wood', 'row ". ."', kind=_TERRAIN),
    good=_GOOD_GRID,
)

BOARD_LETTER_TWICE = ProblemKind(
    code="board-letter-twice",
    severity="error",
    title="a letter with two legends",
    message="the letter `{letter}` has two legends",
    help="use another letter for one of them",
    why="A cell can mean only one of the two.",
    bad=_board(*_GRID, 'legend "w" ground: bare', 'row ". w ."', kind=_TERRAIN),
    good=_GOOD_GRID,
)

BOARD_LETTER_UNKNOWN = ProblemKind(
    code="board-letter-unknown",
    severity="error",
    title="a letter without a legend",
    message="the letter `{letter}` has no legend",
    help='add `legend "{letter}" ...`, or write `.` for a plain space and `-` for none',
    why="A cell without meaning would become plain ground that nobody drew.",
    bad=_board(*_GRID, 'row ". w x"', kind=_TERRAIN),
    good=_GOOD_GRID,
)

BOARD_LETTER_UNUSED = ProblemKind(
    code="board-letter-unused",
    severity="warning",
    title="a legend that no row uses",
    message="no row has the letter `{letter}`",
    help="remove the legend, or use the letter",
    why="It is most often a letter that was typed differently in the rows.",
    bad=_board(*_GRID, 'row ". . ."', kind=_TERRAIN),
    good=_GOOD_GRID,
)

BOARD_ROW_EMPTY = ProblemKind(
    code="board-row-empty",
    severity="error",
    title="a row without cells",
    message="this row has no cells",
    help='write the cells in quotes, separated by blanks: `row ". . - ."`; a row of gaps is `row "- - - -"`',
    why="Rows are counted from the top, so that a lost row would move all below it.",
    bad=_board("grid: square", 'row ". ."', 'row ""'),
    good=_board("grid: square", 'row ". ."', 'row ". -"'),
)

BOARD_ROW_LENGTH = ProblemKind(
    code="board-row-length",
    severity="error",
    title="rows of different lengths",
    message="row {number} has {cells} cells, the others have {usual}",
    help="write `-` where there is no space",
    why="A forgotten cell moves every cell after it to the left.",
    bad=_board("grid: square", 'row ". . ."', 'row ". . ."', 'row ". ."'),
    good=_board("grid: square", 'row ". . ."', 'row ". . ."', 'row ". . -"'),
)

BOARD_CELL_VALUE = ProblemKind(
    code="board-cell-value",
    severity="error",
    title="a place on a grid that is no cell",
    message="`at` needs a cell of the grid",
    help="write `at {shape}(column, row)` with two numbers; both count from 0 at the top left",
    why="A cell is named by two numbers, and nothing else.",
    bad=_board("grid: square", 'row ". ."', 'space "Door" at square(1)'),
    good=_board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)'),
)

BOARD_CELL_SHAPE = ProblemKind(
    code="board-cell-shape",
    severity="error",
    title="a hex on a square grid, or the reverse",
    message="this grid is `{shape}`, not `{found}`",
    help="write `{shape}(...)`",
    why="The same numbers have other neighbours on another shape of grid.",
    bad=_board("grid: square", 'row ". ."', 'space "Door" at hex(1, 0)'),
    good=_board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)'),
)

BOARD_CELL_OUTSIDE = ProblemKind(
    code="board-cell-outside",
    severity="error",
    title="a cell outside the grid",
    message="`{cell}` lies outside the grid",
    help="columns go from 0 to {columns}, rows from 0 to {rows}",
    why="Both numbers count from 0, so that the last column of ten is 9.",
    bad=_board("grid: square", 'row ". ."', 'space "Door" at square(2, 0)'),
    good=_board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)'),
)

BOARD_CELL_EMPTY = ProblemKind(
    code="board-cell-empty",
    severity="error",
    title="a name for a gap in the grid",
    message="there is no space at `{cell}`: its row has `-` there",
    help="write `.` or another letter in the row, or name another cell",
    why="The row and the name contradict each other.",
    bad=_board("grid: square", 'row ". . -"', 'space "Door" at square(2, 0)'),
    good=_board("grid: square", 'row ". . ."', 'space "Door" at square(2, 0)'),
)

BOARD_CELL_TWICE = ProblemKind(
    code="board-cell-twice",
    severity="error",
    title="two spaces at one cell",
    message="two spaces are at `{cell}`",
    help="move one of them",
    why="A cell is one space and has one name.",
    bad=_board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)', 'space "Gate" at square(1, 0)'),
    good=_board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)', 'space "Gate" at square(0, 0)'),
)

# ---------------------------------------------------------------- links

LINK_ENDS = ProblemKind(
    code="link-ends",
    severity="error",
    title="a link without two ends",
    message="a `{word}` joins two spaces, and there is only one here",
    help='write `{word} "A" -- "B"`, or `->` for one way only',
    why="A route that ends nowhere cannot be travelled.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "A"'),
    good=_GOOD,
)

LINK_ROUTE_UNKNOWN = ProblemKind(
    code="link-route-unknown",
    severity="error",
    title="a kind of route that is not declared",
    message="`{word}` is not a kind of route",
    help="the routes are {known}",
    why="Movement rules name routes by their word; a link of a misspelt route is a link that nobody can use.",
    bad=_board(*_ABC, 'pathh "A" -- "B" -- "C"'),
    good=_GOOD,
)

LINK_EXTRA = ProblemKind(
    code="link-extra",
    severity="error",
    title="a part that a link cannot have",
    message="a link cannot have this part",
    help="a link may say `for` whom it is (`for alliance`) and what it `needs:`; other conditions belong into a `forbid`",
    why="Links are drawn on the board; conditions of the moment are rules.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C" where any'),
    good=_GOOD,
)

LINK_FOR = ProblemKind(
    code="link-for",
    severity="error",
    title="a link for something that is no word",
    message="`for` on a link takes words",
    help="write `for alliance`, or `for [alliance, horde]`",
    why="The words are compared with the side of who moves.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C" for "Sun"'),
    good=_board(*_ABC, 'path "A" -- "B" -- "C" for sun'),
)

LINK_SELF = ProblemKind(
    code="link-self",
    severity="error",
    title="a link from a space to itself",
    message="this link joins `{name}` to itself",
    help="name two spaces",
    why="It changes nothing, so that another name was meant.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "B" -- "B"'),
    good=_GOOD,
)

LINK_END_UNKNOWN = ProblemKind(
    code="link-end-unknown",
    severity="error",
    title="a link to a space that does not exist",
    message="there is no space `{name}` on `{board}`",
    help="add the space, or correct the name",
    why="A link with a dangling end is a way that is missing on the map.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "Cc"', 'path "B" -- "C"'),
    good=_GOOD,
)

LINK_END_AREA = ProblemKind(
    code="link-end-area",
    severity="error",
    title="a link to an area",
    message="`{name}` is an area, and links join spaces",
    help="name one of the spaces of the area",
    why="An area has many spaces, and the map shows which of them the way enters.",
    bad=_board('area "North" { room "A" }', 'room "B"', 'path "A" -- "B"', 'path "B" -- "North"'),
    good=_board('area "North" { room "A" }', 'room "B"', 'path "A" -- "B"'),
)

LINK_END_AMBIGUOUS = ProblemKind(
    code="link-end-ambiguous",
    severity="error",
    title="a link to a name that several other boards have",
    message="`{name}` is not on this board, and it is on {boards}",
    help="name the board: `board_id.space_id`",
    why="A guess would join the wrong maps.",
    bad=_board('room "A"') + 'board "Moor" {\n  room "A"\n}\n' + 'board "Fen" {\n  room "B"\n  path "B" -- "A"\n}\n',
    good=_board('room "A"') + 'board "Fen" {\n  room "B"\n  path "B" -- "A"\n}\n',
)

LINK_END_CELL = ProblemKind(
    code="link-end-cell",
    severity="error",
    title="a link to a cell that does not exist",
    message="there is no such cell on `{board}`",
    help="write `hex(column, row)` or `square(column, row)`, as the grid is; both numbers count from 0",
    why="A link with a dangling end is a way that is missing on the map.",
    bad=_board("grid: square", 'row ". . . ."', "path square(0, 0) -- square(7, 0)"),
    good=_board("grid: square", 'row ". . . ."', "path square(0, 0) -- square(3, 0)"),
)

LINK_END_VALUE = ProblemKind(
    code="link-end-value",
    severity="error",
    title="a link to something that is no space",
    message="this is neither a space nor a list of spaces",
    help='name a space in quotes, or a `define` whose value is a list of spaces',
    why="Links are fixed when the game is compiled; their ends must be known then.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "A" -> 3'),
    good=_GOOD,
)

LINK_REPEATED = ProblemKind(
    code="link-repeated",
    severity="warning",
    title="a link that stands twice",
    message="{what} said before",
    help="remove the repetition; perhaps another space was meant",
    why="It changes nothing, so that it is either noise or a slip for a link that is now missing.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "A" -- "B"'),
    good=_GOOD,
)

LINK_REVERSED = ProblemKind(
    code="link-reversed",
    severity="warning",
    title="a two-way link that stands a second time in reverse",
    message="{what} said before, in the other direction",
    help="`--` goes both ways already: remove one of the two",
    why="It changes nothing, so that it is either noise or a slip for a link that is now missing.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "B" -- "A"'),
    good=_GOOD,
)

LINK_CONTRADICTS = ProblemKind(
    code="link-contradicts",
    severity="error",
    title="two links that contradict each other",
    message="`{link}` contradicts `{other}`",
    help="keep the one that is printed on the map",
    why="A way cannot be one-way and two-way, or for everybody and for some, at once.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "A" -> "B"'),
    good=_board(*_ABC, 'path "A" -- "B" -- "C"', 'flight "A" -> "B"'),
)

LINK_NO_WAY_BACK = ProblemKind(
    code="link-no-way-back",
    severity="warning",
    title="a way without its way back, on a map that writes both",
    message="`{start}` to `{end}` has no way back, as the other ways of `{board}` have",
    help="add `{route} \"{end}\" -> \"{start}\"`, or write the two-way links with `--` so that `->` means one way only",
    why="Where most ways are written in both directions, a single one is most often a forgotten line.",
    bad=_board(*_ABC, 'path "A" -> "B"', 'path "B" -> "A"', 'path "B" -> "C"', 'path "C" -> "B"', 'path "C" -> "A"'),
    good=_board(*_ABC, 'path "A" -- "B" -- "C"', 'path "C" -> "A"'),
)

# ---------------------------------------------------------------- the map as a whole

SPACE_ALONE = ProblemKind(
    code="space-alone",
    severity="warning",
    title="a space without links",
    message="{names} {verb} no link",
    help="add the links, or say `impassable: yes` if nothing ever enters",
    why="Nothing can move there, so that a link was forgotten or its end misspelt.",
    bad=_board(*_ABC, 'path "A" -- "B"'),
    good=_board('room "A"', 'room "B"', 'room "C" impassable: yes', 'path "A" -- "B"', kind=_MARKED),
)

SPACE_NO_WAY_IN = ProblemKind(
    code="space-no-way-in",
    severity="warning",
    title="spaces that can be left and never entered",
    message="{names} {verb} a way out and no way in: {out}",
    help="make the way go both ways (`{both}`), or add one that leads in",
    why="Everything that is put there is out of reach, although the map looks connected.",
    bad=_board(*_ABC, 'path "A" -- "B"', 'path "C" -> "B"'),
    good=_board(*_ABC, 'path "A" -- "B"', 'path "C" -- "B"'),
)

SPACE_UNREACHABLE = ProblemKind(
    code="space-unreachable",
    severity="warning",
    title="spaces that are cut off from the rest",
    message="nothing leads from {start} to {names}",
    help="add a link; say `start: yes` on a space where things begin, and `impassable: yes` where nothing ever enters",
    why="A part of the map that nobody can reach is most often one lost link.",
    bad=_board(*_ABC, 'room "D"', 'room "E"', 'path "A" -- "B" -- "C"', 'path "D" -- "E"'),
    good=_board(*_ABC, 'room "D"', 'room "E"', 'path "A" -- "B" -- "C" -- "D" -- "E"'),
)

SPACE_NO_WAY_OUT = ProblemKind(
    code="space-no-way-out",
    severity="warning",
    title="spaces that can be entered and never left",
    message="what enters {names} can never leave again",
    help="add a way out, or say `terminal: yes` if the way is meant to end there",
    why="A piece that is stuck has no legal move for the rest of the game.",
    bad=_board(*_ABC, 'path "A" -- "B"', 'path "B" -> "C"'),
    good=_board('room "A"', 'room "B"', 'room "C" terminal: yes', 'path "A" -- "B"', 'path "B" -> "C"', kind=_MARKED),
)

START_STUCK = ProblemKind(
    code="start-stuck",
    severity="error",
    title="a starting space that nothing can leave",
    message="nothing leads out of `{name}`, where things begin",
    help="add a link from it",
    why="What begins there can never move.",
    bad=_board('room "A" start: yes', 'room "B"', 'room "C"', 'path "B" -- "C"', 'path "B" -> "A"', kind=_MARKED),
    good=_board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "B" -- "C"', kind=_MARKED),
)

STARTS_APART = ProblemKind(
    code="starts-apart",
    severity="warning",
    title="starting spaces on parts of a board that nothing joins",
    message="no way joins `{name}` and `{other}`, where things begin",
    help="add the link that joins the two parts",
    why="What begins in one part can never meet what begins in the other.",
    bad=_board('room "A" start: yes', 'room "B"', 'room "C" start: yes', 'room "D"', 'path "A" -- "B"', 'path "C" -- "D"', kind=_MARKED),
    good=_board('room "A" start: yes', 'room "B"', 'room "C" start: yes', 'room "D"', 'path "A" -- "B" -- "C" -- "D"', kind=_MARKED),
)

GATE_LOCKED = ProblemKind(
    code="gate-locked",
    severity="error",
    title="a gate whose key lies behind it",
    message="{names} cannot be reached: `{link}` needs {keys}, which cannot be reached either",
    help="put the key on this side, or add another way in",
    why="The gate opens only for somebody who has already passed it.",
    bad=_board('room "A" start: yes', 'room "B"', 'path "A" -- "B" needs: "B"', kind=_MARKED),
    good=_board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "C"', 'path "A" -- "B" needs: "C"', kind=_MARKED),
)

GATE_USELESS = ProblemKind(
    code="gate-useless",
    severity="info",
    title="a gate that opens only for who has come in another way",
    message="`{link}` is of no use: it needs `{key}`, which is reached only through `{end}`",
    help="put the key elsewhere, or remove the gate",
    why="Who finds the key stands behind the gate already.",
    bad=_board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "C"', 'path "C" -- "B"', 'path "A" -> "B" needs: "B"', kind=_MARKED),
    good=_board('room "A" start: yes', 'room "B"', 'room "C"', 'path "A" -- "C"', 'path "C" -- "B"', 'path "A" -> "B" needs: "C"', kind=_MARKED),
)

HIDDEN_NO_REVEALER = ProblemKind(
    code="hidden-no-revealer",
    severity="warning",
    title="a hidden space that no rule ever opens",
    message="{names} {verb} hidden, and no rule shows or lets anybody in",
    help="write the rule that opens it (for instance `allow step_into where ... despite ...`), or remove `hidden: yes`",
    why="A hidden space is barred until a rule says otherwise; without one it might as well not exist.",
    bad=_board('room "A"', 'room "B" hidden: yes', 'path "A" -- "B"', kind=_MARKED),
    good=_board('room "A"', 'room "B"', 'path "A" -- "B"', kind=_MARKED),
)

ROUTE_ONE_END = ProblemKind(
    code="route-one-end",
    severity="warning",
    title="a space marked for a route that does not reach it",
    message="`{name}` says `{route}: {mark}`, and no `{route}` reaches it",
    help="add the link, or remove the mark",
    why="A single gate leads nowhere: the link to its fellow was forgotten.",
    bad=_board('room "A" flight: sun', 'room "B" flight: sun', 'room "C" flight: sun', 'path "A" -- "B" -- "C"', 'flight "A" -- "B"', kind=_SIDES),
    good=_board('room "A" flight: sun', 'room "B" flight: sun', 'room "C"', 'path "A" -- "B" -- "C"', 'flight "A" -- "B"', kind=_SIDES),
)

ROUTE_MARK = ProblemKind(
    code="route-mark",
    severity="warning",
    title="a link for somebody whom its end does not serve",
    message="`{link}` is for `{group}`, and `{name}` says `{route}: {mark}`",
    help="correct the link's `for` or the mark of the space",
    why="The mark on the map and the link contradict each other.",
    bad=_board('room "A" flight: sun', 'room "B" flight: sun', 'path "A" -- "B"', 'flight "A" -- "B" for moon', kind=_SIDES),
    good=_board('room "A" flight: sun', 'room "B" flight: sun', 'path "A" -- "B"', 'flight "A" -- "B" for sun', kind=_SIDES),
)

PLACED_IMPASSABLE = ProblemKind(
    code="placed-impassable",
    severity="warning",
    title="something is put where nothing can ever be",
    message="`{name}` is impassable, and something is put there",
    help="put it somewhere else, or remove `impassable: yes`",
    why="Nobody will ever reach it.",
    bad=_board('room "A"', 'room "B"', 'room "C" impassable: yes', 'path "A" -- "B"', kind=_MARKED)
    + 'kind chest is thing { }\nchest "Old Chest" { starts_in: "C" }\n',
    good=_board('room "A"', 'room "B"', 'room "C" impassable: yes', 'path "A" -- "B"', kind=_MARKED)
    + 'kind chest is thing { }\nchest "Old Chest" { starts_in: "B" }\n',
)

BOARD_CLAIM_FALSE = ProblemKind(
    code="board-claim-false",
    severity="error",
    title="an `always` of a board that does not hold",
    message="this does not hold on the map{reason}",
    help="{found}",
    why="The author has said what must be true of the map, and a link or a space contradicts it.",
    bad=_board(*_ABC, 'path "A" -- "B"', 'flight "B" -- "C"', 'always reachable("A", [path]) because "nobody must fly"'),
    good=_board(*_ABC, 'path "A" -- "B"', 'flight "B" -- "C"', 'always reachable("A", [path, flight]) because "no room is cut off"'),
)

BOARD_CLAIM_FORM = ProblemKind(
    code="board-claim-form",
    severity="error",
    title="an `always` inside a board that is not about its map",
    message="this is not a claim about the map",
    help='inside a board say `reachable("A", [path])`, `reachable("A", "B", [path])` or `distance("A", "B") is 3`; other claims stand outside boards',
    why="What a board says of itself is tested when the game is compiled, before there is any state.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', "always count(rooms) is 3"),
    good=_board(*_ABC, 'path "A" -- "B" -- "C"', 'always distance("A", "C") is 2'),
)

BOARD_CLAIM_NAME = ProblemKind(
    code="board-claim-name",
    severity="error",
    title="an `always` of a board that names something unknown",
    message="`{name}` is not {what}",
    help="correct the name",
    why="A claim about a misspelt space would say nothing.",
    bad=_board(*_ABC, 'path "A" -- "B" -- "C"', 'always reachable("D", [path])'),
    good=_board(*_ABC, 'path "A" -- "B" -- "C"', 'always reachable("A", [path])'),
)
