"""Pictures of boards: well-formed, safe, the same every time, and legible: nothing lies on anything else, and words stand out from their ground."""
from __future__ import annotations

import json
import random
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from rulewright.tools import svg
from rulewright.tools.board_figures import as_dot, as_json, find_board, find_way, in_words
from rulewright.tools.board_layout import layout, passes
from rulewright.tools.board_look import look
from rulewright.tools.board_notes import notes
from rulewright.tools.board_picture import draw
from rulewright.tools.palette import INK, LINES, PAPER, TINTS, contrast, ink, tints
from rulewright.tools.usage import UsageError

from .reading import read

WORDS = ["Amber", "Dragon", "Golden", "Whispering", "Scorpion", "Enchanted", "Withered", "Seagull", "Father", "Unicorn", "Heavenly", "Extraordinary"]
PLACES = ["Hills", "Mountains Teeth Range", "Woods", "Village of the Lost", "Canyon", "Harbour", "Inn", "Plateau", "Falls", "Glade"]


def named(count: int) -> list[str]:
    return [f"{WORDS[number % len(WORDS)]} {PLACES[number % len(PLACES)]} {number}" for number in range(count)]


def country(count: int, seed: int = 7) -> dict[str, Any]:
    """Regions by the number, with long names, each linked to some that lie near: what printed maps look like."""
    dice = random.Random(seed)
    names = named(count)
    at = [(dice.random(), dice.random()) for _ in names]
    pairs = set()
    for a in range(count):
        nearest = sorted((b for b in range(count) if b != a), key=lambda b: (at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2)
        pairs |= {(min(a, b), max(a, b)) for b in nearest[:2]}
    lines = [f'region "{name}"' for name in names] + [f'path "{names[a]}" -- "{names[b]}"' for a, b in sorted(pairs)]
    return read("kind region is space { }\n" + 'board "Country" {\n' + "\n".join(lines) + "\n}\n").records[0]


HOSTILE = '''
kind region is space { note: text = ""   ground: text = "" }
board "<script>alert(1)</script> & \\"more\\"" {
  area "]]><g onload='x'>" { region "</text><script>x</script>" note: "<b>" ground: "a" }
  region "a & b" ground: "b"
  path "a & b" -> "</text><script>x</script>" for b
}
'''


def test_content_cannot_become_markup() -> None:
    records = read(HOSTILE).records
    drawn = draw(records[0])
    root = ElementTree.fromstring(drawn)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in names and "b" not in names
    assert all(not key.lower().startswith("on") for element in root.iter() for key in element.attrib)
    texts = [element.text for element in root.iter() if element.tag.endswith("}title")]
    assert '<script>alert(1)</script> & "more"' in texts


def test_names_lie_above_their_outlines_also_where_the_order_of_paint_is_not_known() -> None:
    texts = list(ElementTree.fromstring(draw(country(3))).iter("{http://www.w3.org/2000/svg}text"))
    outlined = [(line.text, texts[at + 1]) for at, line in enumerate(texts) if line.get("stroke")]
    assert outlined and all(above.text == words and above.get("stroke") is None for words, above in outlined)


def test_signs_that_xml_forbids_are_replaced() -> None:
    assert svg.escaped("a\x00b\u202ec\ud800d") == "a\ufffdb\ufffdc\ufffdd"
    assert svg.escaped("é 漢 <'\">&") == "é 漢 &lt;&#39;&quot;&gt;&amp;"


def test_every_tint_carries_its_words() -> None:
    for tint in TINTS:
        assert contrast(ink(tint.fill), tint.fill) >= 7
        assert contrast(tint.dark, PAPER) >= 4.5 or not tint.pattern
    assert all(contrast(colour, PAPER) >= 4.5 for colour in (*LINES, INK))
    assert len({(tint.fill, tint.pattern) for tint in TINTS}) == len(TINTS)


def test_familiar_words_have_familiar_colours() -> None:
    found = tints(["hill", "zork", "forest", "open"])
    assert [found[word].name for word in ("hill", "forest", "open")] == ["orange", "green", "sand"]
    assert found["zork"] not in (found["hill"], found["forest"], found["open"])


DOUBTFUL = '''board "Coast" {
  source: "the map, page 2"
  space "Cape"
  space "Bay" origin: homebrew reason: "so that four can begin"
  space "Reef" source: "the map, page 2"
  path "Cape" -- "Bay" source: "a letter only"
  path "Bay" -- "Reef" source: "a letter only"
  path "Cape" -- "Reef"
}'''


def test_what_a_single_space_or_link_says_of_its_source_is_a_numbered_note() -> None:
    board = read(DOUBTFUL).board()
    lines = ["Bay: homebrew; so that four can begin", "Cape -- Bay, Bay -- Reef: a letter only"]
    assert [note.line() for note in notes(board)] == lines
    root = ElementTree.fromstring(draw(board))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(lines) <= set(texts)
    assert (texts.count("1"), texts.count("2")) == (2, 3)  # once in the legend, and once at each of the places
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "path Bay -- Reef\na letter only" in titles and "path Cape -- Reef" in titles
    assert [line.strip() for line in in_words(board, [board]).splitlines() if "note:" in line] == [f"note: {line}" for line in lines]


def test_what_most_links_say_is_no_note() -> None:
    board = country(30)
    for link in board["links"]:
        link["source"] = "page 4"
    board["links"][0]["source"] = "page 4, smudged"
    assert [note.text for note in notes(board)] == ["page 4, smudged"]
    for number, link in enumerate(board["links"]):
        link["source"] = f"row {number}"
    assert notes(board) == []


def test_a_way_with_a_colour_in_its_name_is_drawn_in_it() -> None:
    board = read('''board "Lines" {
  space "A"
  space "B"
  space "C"
  path "A" -- "B" -- "C"
  red_line "A" -- "C"
  black_line "A" -- "B"
  tram "B" -- "C"
}''').board()
    routes = look(board, None).routes
    assert {name: colour for name, (colour, _) in routes.items()} == {"path": LINES[0], "red_line": "#8f3300", "black_line": INK, "tram": LINES[3]}
    assert len({dashes for _, dashes in routes.values()}) == 4 and ">red line<" in draw(board, [board], None, [])


def test_no_box_lies_on_another() -> None:
    board = country(45)
    root = ElementTree.fromstring(draw(board))
    boxes = [
        tuple(float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
        for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.attrib.get("rx") == "9"
    ]
    assert len(boxes) == 45
    for a, b in combinations(boxes, 2):
        assert a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]


def test_hardly_a_line_runs_under_a_box() -> None:
    board = country(45)
    sizes = {space["id"]: (100.0, 30.0) for space in board["spaces"]}
    links = {(link["from"], link["to"]): 1.0 for link in board["links"]}
    at = layout(sizes, links)
    under = [1 for a, b in links for node in sizes if node not in (a, b) and passes(at[a], at[b], at[node], 100, 30)]
    assert len(under) <= len(links) // 25


def test_the_same_board_gives_the_same_picture() -> None:
    board = country(20)
    assert draw(board) == draw(json.loads(json.dumps(board)))


def test_parts_without_links_lie_beside_each_other() -> None:
    sizes = {name: (60.0, 30.0) for name in "abcdef"}
    at = layout(sizes, {("a", "b"): 1.0, ("c", "d"): 1.0})
    for one, other in combinations("abcdef", 2):
        assert abs(at[one][0] - at[other][0]) >= 60 or abs(at[one][1] - at[other][1]) >= 30


@pytest.mark.parametrize("name", ["Father Oak Forest of the Long-Named Emperor", "Sesquipedalianismusgedenkstein", "漢字漢字漢字漢字漢字", "", "A"])
def test_names_fit_their_room(name: str) -> None:
    lines, size = svg.wrapped(name, 60, 11)
    assert len(lines) <= 3 and size >= 7
    assert all(svg.measure(line, size) <= 60 for line in lines)


GRID = '''
enum ground { open, forest }
kind field is space { terrain: ground = open   opaque: bool = no   spawn: bool = no }
board "Vale" {
  grid: hex
  space_kind: field
  legend "." terrain: open
  legend "f" terrain: forest   opaque: yes
  legend "A" terrain: open   spawn: yes
  row ". . f -"
  row "A . . f"
  space "Camp" at hex(0, 1)
}
'''


def test_a_grid_shows_ground_names_marks_and_cells() -> None:
    board = read(GRID).board()
    how = look(board)
    assert how.ground == "terrain"
    assert [(mark.field, mark.word) for mark in how.implied["forest"]] == [("opaque", "")]
    root = ElementTree.fromstring(draw(board))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Camp", "0,1", "spawn", "forest", "terrain: forest, opaque", "terrain: open"} <= set(texts)
    assert len([1 for element in root.iter("{http://www.w3.org/2000/svg}polygon")]) == 7 + 1


def test_links_to_other_boards_end_in_dashed_boxes() -> None:
    text = 'kind region is space { }\nboard "Here" {\nregion "A"\nregion "B"\npath "A" -- "B"\nportal "B" -- "C"\n}\nboard "There" {\nregion "C"\n}\n'
    records = read(text).records
    drawn = draw(records[0], records)
    assert ">C</text>" in drawn and ">on There</text>" in drawn and ">portal</text>" in drawn


def test_dot_and_json_say_the_same_board() -> None:
    board = country(12)
    dot, whole = as_dot(board, [board]), json.loads(as_json(board, [board], []))
    assert dot.count(" -> ") == len(board["links"]) and dot.count("dir=none") == len(board["links"])
    assert whole["board"] == board and whole["figures"]["pairs"] == len(board["links"])
    assert as_dot(read(HOSTILE).records[0], []).count('\\"more\\"') == 1


def test_boards_and_ways_are_found_by_name_or_id() -> None:
    board = country(12)
    assert find_board([board], None, "x") is board
    assert find_board([board], "country", "x") is find_board([board], "Country", "x") is find_board([board], "t:country", "x") is board
    with pytest.raises(UsageError, match="did you mean `Country`"):
        find_board([board], "Contry", "x")
    first = board["links"][0]
    assert find_way(board, [board], [first["from"], first["to"]]) == [first["from"], first["to"]]
    with pytest.raises(UsageError, match="no space"):
        find_way(board, [board], ["Nowhere", "Nowhere"])
    assert "12 spaces, " in in_words(board, [board])
