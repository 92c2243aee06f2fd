"""Areas of a map: whose side a hex lies on stays when its ground is replaced."""

from kursk.core.board import Board, parse_map

MAP = """
title = "Two banks"
areas = ["west"]
[grid]
rows = [1, 2]
columns = [1, 3]
provenance = "rulebook"
[kinds]
hexes = ["wood", "west"]
[[hexes]]
is = "west"
at = "0101 0201"
provenance = "rulebook"
[[hexes]]
is = "wood"
at = "0101 0203"
provenance = "rulebook"
"""


def names(board: Board, kind: str) -> list[str]:
    return board.grid.names(board.hexes[kind])


def test_a_blank_board_keeps_its_areas() -> None:
    blank = parse_map(MAP).blank()
    assert names(blank, "west") == ["0101", "0201"]
    assert names(blank, "wood") == []


def test_a_changed_hex_keeps_its_areas() -> None:
    changed = parse_map(MAP).changed({"0101": [], "0103": ["west"]}, {})
    assert names(changed, "west") == ["0101", "0103", "0201"]
    assert names(changed, "wood") == ["0203"]


def test_a_blank_board_can_be_changed() -> None:
    changed = parse_map(MAP).blank().changed({"0201": ["wood"]}, {})
    assert names(changed, "west") == ["0101", "0201"]
    assert names(changed, "wood") == ["0201"]
