"""What can be wrong with the text of a board and with its grid. Links, and the map that they make, stand in `maps.py`."""
from __future__ import annotations

from ..problems import ProblemKind

KIND = "kind room is space { }\n"


def board(*lines: str, kind: str = KIND) -> str:
    """A source of one small board, preceded by its kind of space."""
    return kind + 'board "Glen" {\n' + "".join(f"  {line}\n" for line in lines) + "}\n"


ABC = ('room "A"', 'room "B"', 'room "C"')
TERRAIN = "enum ground { wood, bare }\nkind room is space { ground: ground = bare }\n"
GRID = ("grid: hex", "space_kind: room", 'legend "w" ground: wood')
GOOD_GRID = board(*GRID, 'row ". w ."', 'row "w . ."', kind=TERRAIN)

# ---------------------------------------------------------------- the text of a board

BOARD_EMPTY = ProblemKind(
    code="board-empty",
    severity="warning",
    title="a board without spaces",
    message="`{name}` has no spaces",
    help="add a line for each space, for instance `region \"Name\"`, or `row` lines to a grid",
    why="Nothing can stand on a board without spaces; it is most often a block that was closed too early.",
    bad=KIND + 'board "Glen" {\n  source: "the map"\n}\n',
    good=KIND + 'board "Glen" {\n  source: "the map"\n  room "A"\n}\n',
)

BOARD_FIELD_UNKNOWN = ProblemKind(
    code="board-field-unknown",
    severity="error",
    title="a field that no board has",
    message="a board has no field `{name}`",
    help="a board's fields are {known}",
    why="A field that nothing reads would be a setting that never takes effect.",
    bad=board('sourse: "the map"', 'room "A"'),
    good=board('source: "the map"', 'room "A"'),
)

BOARD_FIELD_TWICE = ProblemKind(
    code="board-field-twice",
    severity="error",
    title="a field of a board or a space that stands twice",
    message="`{name}` stands twice",
    help="keep one of the two",
    why="Only one of them could hold, and no reader could tell which.",
    bad=board('room "A" ground: wood   ground: bare', kind=TERRAIN),
    good=board('room "A" ground: wood', kind=TERRAIN),
)

BOARD_FIELD_VALUE = ProblemKind(
    code="board-field-value",
    severity="error",
    title="a field of a board that holds something else than it can",
    message="`{name}` should hold {wanted}",
    help="see `rulewright explain board-field-value` for an example",
    why="`grid` is `hex` or `square`, `wrap` is `columns` or `none`, `diagonal` is `yes` or `no`, `space_kind` is a kind of space, `areas` are names.",
    bad=board("grid: hexagon", 'row ". ."'),
    good=board("grid: hex", 'row ". ."'),
)

BOARD_ITEM = ProblemKind(
    code="board-item",
    severity="error",
    title="something that does not belong into a board",
    message="`{what}` does not belong here",
    help="a board holds its fields, areas, spaces, links, the `legend` and `row` lines of a grid, and `always`; move this out of the board",
    why="Rules about places are said beside the board, where they work on every board.",
    bad=board('room "A"', "kind hall is space { }"),
    good=KIND + 'kind hall is space { }\nboard "Glen" {\n  room "A"\n}\n',
)

BOARD_EXTRA = ProblemKind(
    code="board-extra",
    severity="error",
    title="a part that a line of a board cannot have",
    message="{what} cannot have this part",
    help="a space has a name, `at hex(column, row)` on a grid, and fields (`name: value`); remove the rest",
    why="Spaces are printed on the board once, without conditions or costs.",
    bad=board('room "A" x2'),
    good=board('room "A"', 'room "A again"', 'path "A" -- "A again"'),
)

BOARD_WORD_UNKNOWN = ProblemKind(
    code="board-word-unknown",
    severity="error",
    title="a line of a board whose first word means nothing",
    message="`{word}` is neither a kind of space nor a word of boards",
    help="declare it: `kind {word} is space {{ ... }}`",
    why="The first word says what is added to the board: a kind of space, `area`, `legend`, `row`, or a kind of route between two names.",
    bad=board('rooom "A"'),
    good=board('room "A"'),
)

BOARD_SPACE_UNNAMED = ProblemKind(
    code="board-space-unnamed",
    severity="error",
    title="a space or an area without a name",
    message="this `{word}` has no name",
    help='write `{word} "Name"`',
    why="Links, rules and saves go by the names of spaces.",
    bad=board("room hall"),
    good=board('room "Hall"'),
)

BOARD_NAME_TWICE = ProblemKind(
    code="board-name-twice",
    severity="error",
    title="two spaces of one board with the same name",
    message="two spaces of this board are called `{name}`",
    help="give one of them another name",
    why="A link to a name that two spaces share would have to join both or guess.",
    bad=board('room "A"', 'room "A"'),
    good=board('room "A"', 'room "B"', 'path "A" -- "B"'),
)

BOARD_ID_TWICE = ProblemKind(
    code="board-id-twice",
    severity="error",
    title="two names that give the same id",
    message="the name `{name}` gives the id `{id}`, which another space of this board has",
    help="add `id: another_word` to one of them",
    why="An id keeps only the letters and digits of a name; saves and frontends go by the id.",
    bad=board('room "Zar\'Kel"', 'room "Zar Kel"'),
    good=board('room "Zar\'Kel"', 'room "Zar Kel" id: zar_south', 'path "Zar\'Kel" -- "Zar Kel"'),
)

BOARD_AREA_TWICE = ProblemKind(
    code="board-area-twice",
    severity="error",
    title="an area that stands twice",
    message="the area `{name}` stands twice",
    help="put its spaces into one block",
    why="An area in two halves is most often a name that was copied and not changed.",
    bad=board('area "North" { room "A" }', 'area "North" { room "B" }', 'path "A" -- "B"'),
    good=board('area "North" { room "A" }', 'area "South" { room "B" }', 'path "A" -- "B"'),
)

BOARD_AREA_EMPTY = ProblemKind(
    code="board-area-empty",
    severity="warning",
    title="an area without spaces",
    message="the area `{name}` has no spaces",
    help="add its spaces, or name it in the board's field `areas` when its spaces say `area: \"{name}\"`",
    why="Rules about the area would never apply.",
    bad=board('room "A"', 'area "North" { }'),
    good=board('area "North" { room "A" }'),
)

BOARD_AREA_UNKNOWN = ProblemKind(
    code="board-area-unknown",
    severity="error",
    title="a space in an area that the board does not have",
    message="this board has no area `{name}`",
    help='add it to the board: `areas: "{name}"`',
    why="Areas are declared once, so that a misspelt one cannot come into being.",
    bad=board('areas: "North"', 'room "A" area: "Nort"'),
    good=board('areas: "North"', 'room "A" area: "North"'),
)

BOARD_TOO_LARGE = ProblemKind(
    code="board-too-large",
    severity="error",
    title="a board beyond the limits",
    message="{what} would have more than {limit}",
    help="make it smaller, or split it into boards",
    why="A line of text can ask for more cells or links than a game could ever use; the limit keeps such a line from filling the memory.",
    bad=board("grid: square", "space_kind: room", "space \"Far\" at square(9999, 0)"),
    good=board("grid: square", "space_kind: room", "space \"Near\" at square(9, 0)"),
)

# ---------------------------------------------------------------- grids

BOARD_GRID_MISSING = ProblemKind(
    code="board-grid-missing",
    severity="error",
    title="a part of a grid on a board without one",
    message="`{what}` needs a grid, and this board has none",
    help="add `grid: hex` or `grid: square` to the board",
    why="Rows and cells mean different neighbours on hexes and on squares, so that the shape is never guessed.",
    bad=board('row ". . ."'),
    good=board("grid: square", 'row ". . ."'),
)

BOARD_LETTER_INVALID = ProblemKind(
    code="board-letter-invalid",
    severity="error",
    title="a legend for something that cannot be a letter",
    message="`{letter}` cannot be a letter of a grid",
    help="use a sign without blanks; `-` always means that there is no space",
    why="Cells of a row are separated by blanks, and `-` is the gap.",
    bad=board("grid: hex", "space_kind: room", 'legend "-" ground: wood', 'row ". ."', kind=TERRAIN),
    good=GOOD_GRID,
)

BOARD_LETTER_TWICE = ProblemKind(
    code="board-letter-twice",
    severity="error",
    title="a letter with two legends",
    message="the letter `{letter}` has two legends",
    help="use another letter for one of them",
    why="A cell can mean only one of the two.",
    bad=board(*GRID, 'legend "w" ground: bare', 'row ". w ."', kind=TERRAIN),
    good=GOOD_GRID,
)

BOARD_LETTER_UNKNOWN = ProblemKind(
    code="board-letter-unknown",
    severity="error",
    title="a letter without a legend",
    message="the letter `{letter}` has no legend",
    help='add `legend "{letter}" ...`, or write `.` for a plain space and `-` for none',
    why="A cell without meaning would become plain ground that nobody drew.",
    bad=board(*GRID, 'row ". w x"', kind=TERRAIN),
    good=GOOD_GRID,
)

BOARD_LETTER_UNUSED = ProblemKind(
    code="board-letter-unused",
    severity="warning",
    title="a legend that no row uses",
    message="no row has the letter `{letter}`",
    help="remove the legend, or use the letter",
    why="It is most often a letter that was typed differently in the rows.",
    bad=board(*GRID, 'row ". . ."', kind=TERRAIN),
    good=GOOD_GRID,
)

BOARD_LETTER_ALIKE = ProblemKind(
    code="board-letter-alike",
    severity="warning",
    title="two letters of a grid that mean the same",
    message="`{letter}` says the same as `{other}`",
    help="say what tells them apart, or write one of the two in all rows",
    why="A field has most often been lost, or one legend was copied and never changed.",
    bad=board(*GRID, 'legend "x" ground: wood', 'row "x w ."', kind=TERRAIN),
    good=GOOD_GRID,
)

BOARD_ROW_EMPTY = ProblemKind(
    code="board-row-empty",
    severity="error",
    title="a row without cells",
    message="this row has no cells",
    help='write the cells in quotes, separated by blanks: `row ". . - ."`; a row of gaps is `row "- - - -"`',
    why="Rows are counted from the top, so that a lost row would move all below it.",
    bad=board("grid: square", 'row ". ."', 'row ""'),
    good=board("grid: square", 'row ". ."', 'row ". -"'),
)

BOARD_ROW_LENGTH = ProblemKind(
    code="board-row-length",
    severity="error",
    title="rows of different lengths",
    message="row {number} has {cells} cells, the others have {usual}",
    help="write `-` where there is no space",
    why="A forgotten cell moves every cell after it to the left.",
    bad=board("grid: square", 'row ". . ."', 'row ". . ."', 'row ". ."'),
    good=board("grid: square", 'row ". . ."', 'row ". . ."', 'row ". . -"'),
)

BOARD_CELL_VALUE = ProblemKind(
    code="board-cell-value",
    severity="error",
    title="a place on a grid that is no cell",
    message="`at` needs a cell of the grid",
    help="write `at {shape}(column, row)` with two numbers; both count from 0 at the top left",
    why="A cell is named by two numbers, and nothing else.",
    bad=board("grid: square", 'row ". ."', 'space "Door" at square(1)'),
    good=board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)'),
)

BOARD_CELL_SHAPE = ProblemKind(
    code="board-cell-shape",
    severity="error",
    title="a hex on a square grid, or the reverse",
    message="this grid is `{shape}`, not `{found}`",
    help="write `{shape}(...)`",
    why="The same numbers have other neighbours on another shape of grid.",
    bad=board("grid: square", 'row ". ."', 'space "Door" at hex(1, 0)'),
    good=board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)'),
)

BOARD_CELL_OUTSIDE = ProblemKind(
    code="board-cell-outside",
    severity="error",
    title="a cell outside the grid",
    message="`{cell}` lies outside the grid",
    help="columns go from 0 to {columns}, rows from 0 to {rows}",
    why="Both numbers count from 0, so that the last column of ten is 9.",
    bad=board("grid: square", 'row ". ."', 'space "Door" at square(2, 0)'),
    good=board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)'),
)

BOARD_CELL_EMPTY = ProblemKind(
    code="board-cell-empty",
    severity="error",
    title="a name for a gap in the grid",
    message="there is no space at `{cell}`: its row has `-` there",
    help="write `.` or another letter in the row, or name another cell",
    why="The row and the name contradict each other.",
    bad=board("grid: square", 'row ". . -"', 'space "Door" at square(2, 0)'),
    good=board("grid: square", 'row ". . ."', 'space "Door" at square(2, 0)'),
)

BOARD_CELL_TWICE = ProblemKind(
    code="board-cell-twice",
    severity="error",
    title="two spaces at one cell",
    message="two spaces are at `{cell}`",
    help="move one of them",
    why="A cell is one space and has one name.",
    bad=board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)', 'space "Gate" at square(1, 0)'),
    good=board("grid: square", 'row ". ."', 'space "Door" at square(1, 0)', 'space "Gate" at square(0, 0)'),
)
