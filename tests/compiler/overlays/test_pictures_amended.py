"""An overlay may quote, add and remove what is drawn on a map or picture."""

import pytest

from bombsight.compiler.graph.boards import Map, Picture
from tests.compiler.overlays.test_boards_amended import compiled

BOARDS = """
board head "The head"
  picture Sky 0..40, 0..20
    outline "M 20 1 L 30 19" mirrored "The hull"
    clear at 0..10, 0..10
    rain at 10..20, 0..10
    fog at 20..30, 0..10
  at sky
    mark "now"
    ring radius 3

board bay "The bay"
  map 0..9, 0..9
    circle 4, 4 radius 3
  at oil, 2
    mark "here"
"""


def drawn(graph):
    """The places, the shapes and the width of each board, and the rings on it."""
    found = {}
    for board in graph.boards:
        assert isinstance(board.layout, Map | Picture)
        areas = [area.across for area in board.layout.areas] if isinstance(board.layout, Picture) else []
        shapes = [shape.kind for shape in board.layout.drawing.shapes]
        rings = sum(len(marks.rings) for marks in board.marks)
        found[board.name] = (areas, shapes, board.layout.across[1], rings)
    return found


Drawn = tuple[list[tuple[int, int]], list[str], int, int]

HEAD: Drawn = ([(0, 10), (10, 20), (20, 30)], ["outline"], 40, 1)
BAY: Drawn = ([], ["circle"], 9, 0)

EDITS: dict[str, dict[str, Drawn]] = {
    "in board head\n  was fog at 20..30, 0..10\n  now fog at 30..40, 0..10": {
        "head": ([(0, 10), (10, 20), (30, 40)], ["outline"], 40, 1)
    },
    "in board head\n  add arc 4, 4 radius 3 from 0 to 90": {"head": (HEAD[0], ["outline", "arc"], 40, 1)},
    'in board head\n  remove outline "M 20 1 L 30 19" mirrored "The hull"': {"head": (HEAD[0], [], 40, 1)},
    "in board head\n  remove ring radius 3": {"head": (HEAD[0], ["outline"], 40, 0)},
    "in board head\n  was ring radius 3\n  now ring radius 4\n": {},
    "in board bay\n  was map 0..9, 0..9\n  now map 0..12, 0..9": {"bay": ([], ["circle"], 12, 0)},
    'in board bay\n  add text "Here" at 3, 3': {},
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_drawn_may_be_amended(edit):
    found = compiled(BOARDS, edit)
    assert not found.errors
    assert found.graph is not None
    assert drawn(found.graph) == {"head": HEAD, "bay": BAY} | EDITS[edit]


def test_nothing_is_drawn_on_a_board_of_rows():
    found = compiled('\nboard skies "The skies"\n  rows s in Sky\n', "in board skies\n  add circle 4, 4 radius 2")
    assert [error.code for error in found.errors] == ["O012"]


def test_a_place_of_a_picture_is_none_of_a_map():
    found = compiled(BOARDS, "in board bay\n  add fog at 3..4, 3..4")
    assert [error.code for error in found.errors] == ["B001"]
