"""Boards as text: what is drawn where."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.tools.drawing import Cell, Mark, draw_board, legend, letters, signs


def plain(text: str, style: str) -> str:
    return text


def grid(shape: str, columns: int, rows: int) -> dict[str, Any]:
    spaces = [{"id": f"b/{c},{r}", "of": "space", "name": f"{c},{r}", "area": None, "at": [c, r], "fields": {}} for r in range(rows) for c in range(columns)]
    return {"id": "b", "name": "Field", "grid": {"shape": shape, "columns": columns, "rows": rows}, "areas": [], "spaces": spaces, "links": []}


def test_a_hex_grid_is_staggered() -> None:
    go, ru, lo = Mark("Go", "Gorebelly"), Mark("Ru", "Ruby"), Mark("Lo", "Lotherin")
    shown = {"b/1,0": Cell("f", [go]), "b/0,1": Cell(".", [ru, lo]), "b/2,1": Cell("h", [go, ru, lo])}
    assert draw_board(grid("hex", 3, 2), lambda space: shown.get(space, Cell()), plain) == [
        "     0     1     2",
        "  0  .     fGo   .",
        "  1     .RuLo .     hGo+2",
    ]


def test_a_square_grid_is_not_staggered_and_holes_are_blank() -> None:
    board = grid("square", 2, 2)
    del board["spaces"][2]
    assert draw_board(board, lambda _: Cell(), plain) == ["     0     1", "  0  .     .", "  1        ."]


def test_a_grid_that_is_wider_than_the_terminal_stands_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "22")
    assert draw_board(grid("hex", 3, 2), lambda space: Cell("f" if space == "b/2,1" else "."), plain) == [
        "     0     1",
        "  0  .     .",
        "  1     .     .",
        "",
        "     2",
        "  0  .",
        "  1     f",
    ]


def test_a_board_without_a_grid_is_a_list_with_its_ways() -> None:
    spaces = [
        {"id": "b/portal", "name": "The Dark Portal", "area": "b/peninsula", "at": None},
        {"id": "b/gor", "name": "Zeth'Gor", "area": "b/peninsula", "at": None},
        {"id": "b/far", "name": "Shattrath", "area": None, "at": None},
    ]
    links = [
        {"from": "b/portal", "to": "b/gor", "route": "path", "both": True, "for": None},
        {"from": "b/gor", "to": "b/far", "route": "flight", "both": False, "for": None},
    ]
    board = {"id": "b", "grid": None, "areas": [{"id": "b/peninsula", "name": "Hellfire Peninsula"}], "spaces": spaces, "links": links}
    shown = {"b/gor": Cell("f", [Mark("Go", "Gorebelly"), Mark("Ru", "Ruby")])}
    assert draw_board(board, lambda space: shown.get(space, Cell()), plain) == [
        "Hellfire Peninsula:",
        "  The Dark Portal",
        "      to Zeth'Gor",
        "  Zeth'Gor [f]: Gorebelly, Ruby",
        "      to The Dark Portal, -> Shattrath (flight)",
        "  Shattrath",
    ]


def test_signs_are_short_and_all_different() -> None:
    made = signs(["Gorebelly", "Gormok", "Go", "G", "Ruby", "Gorebelly", "!?"])
    assert made == {"Gorebelly": "Go", "Gormok": "Gr", "Go": "G1", "G": "G2", "Ruby": "Ru", "!?": "?1"}
    many = signs([f"Acolyte {n}" for n in range(60)])
    assert len(set(many.values())) == 60


def test_letters_are_different_and_the_first_ground_is_plain() -> None:
    assert letters(["open", "forest", "fen", "hill"]) == {"open": ".", "forest": "f", "fen": "e", "hill": "h"}


def test_the_legend_names_what_is_drawn() -> None:
    assert legend([Cell("f", [Mark("Go", "Gorebelly")]), Cell()], {"open": ".", "forest": "f"}) == ["  Go Gorebelly", "  . open   f forest"]
    assert legend([Cell()], {"open": "."}) == []


def test_a_large_board_without_a_grid_names_its_empty_spaces_together() -> None:
    spaces = [{"id": f"b/{n}", "name": f"Place {n}", "area": None, "at": None} for n in range(25)]
    links = [{"from": "b/0", "to": "b/1", "route": "old_road", "both": True, "for": None}]
    board = {"id": "b", "grid": None, "areas": [], "spaces": spaces, "links": links}
    shown = {"b/1": Cell("inn", [Mark("Ru", "Ruby")]), "b/2": Cell("inn")}
    lines = draw_board(board, lambda space: shown.get(space, Cell()), plain)
    assert lines[:2] == ["  Place 1 [inn]: Ruby", "      to Place 0 (old road)"]
    assert lines[2].startswith("  nothing on Place 0, Place 2 [inn], Place 3,") and lines[-1].endswith("Place 24")
    assert draw_board({**board, "spaces": spaces[:24]}, lambda space: Cell(), plain)[2:4] == ["  Place 1", "      to Place 0 (old road)"]
