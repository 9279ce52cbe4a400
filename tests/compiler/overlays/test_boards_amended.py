"""Boards may be added, amended and taken away by an overlay, and are no part of the rules' hash."""

import pytest

from bombsight.compiler.graph.boards import Lined, Plan
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from tests.narrowing import unwrap

RULES = """\
game watch "Watch"
  sources optional

enum Sky: clear, rain, fog

state mission
  oil: 0..20 = 14
  sky: Sky = clear

procedure mission
  take 1 from oil
  set sky to fog
"""

BOARDS = """
board weather "The weather"
  plan Sky
    | clear | rain |
    | fog   | -    |
  at sky
    mark "now"
    mark "wet" bad when sky is rain
  mark "Oil {oil}"

board skies "The skies"
  rows s in Sky
    mark "{s}"
"""


def compiled(boards, *edits):
    text = "".join(f"    {line}\n" for edit in edits for line in edit.split("\n"))
    house = (Source("house.rules", f'house mine "Mine" for watch\n  1 "Another picture"\n{text}'),) if edits else ()
    return compile_rules(Request(base=(Source("game.rules", RULES + boards),), house=house))


def shown(graph):
    """Every board as a text."""
    found = {}
    for board in graph.boards:
        layout = board.layout
        if isinstance(layout, Plan):
            rows = [" ".join(f"{p.value}" for cell in row.cells for p in cell.places) for row in layout.rows]
            places = " / ".join(rows)
        else:
            assert isinstance(layout, Lined)
            places = f"{layout.by} {layout.of.variable}"
        marks = ["".join(p if isinstance(p, str) else "?" for p in m.text.parts) for g in board.marks for m in g.marks]
        found[board.name] = [places, *marks]
    return found


USUAL: dict[str, list[str] | None] = {"weather": ["0 1 / 2", "now", "wet", "Oil ?"], "skies": ["rows s", "?"]}

EDITS: dict[str, dict[str, list[str] | None]] = {
    'in board weather\n  was mark "wet" bad when sky is rain\n  now mark "soaked" bad when sky is rain': {
        "weather": ["0 1 / 2", "now", "soaked", "Oil ?"]
    },
    "in board weather\n  was | fog   | - |\n  now | -   | fog |": {},
    'in board weather\n  add mark "Oil is low." bad when oil < 3': {
        "weather": ["0 1 / 2", "now", "wet", "Oil ?", "Oil is low."]
    },
    'in board weather\n  add at fog\n    mark "thick"': {"weather": ["0 1 / 2", "now", "wet", "thick", "Oil ?"]},
    'in board weather\n  remove mark "Oil {oil}"': {"weather": ["0 1 / 2", "now", "wet"]},
    'in board skies\n  was rows s in Sky\n    mark "{s}"\n  now columns t in Sky\n    mark "the {t}"': {
        "skies": ["columns t", "the ?"]
    },
    'add board oil "The oil"\n  columns n in 0..oil\n    mark "full"': {"oil": ["columns n", "full"]},
    'remove board skies "The skies"\n  rows s in Sky\n    mark "{s}"': {"skies": None},
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_overlay_may_add_amend_and_remove(edit):
    found = compiled(BOARDS, edit)

    assert not found.errors
    assert found.graph is not None
    expected = {name: lines for name, lines in (USUAL | EDITS[edit]).items() if lines is not None}
    assert shown(found.graph) == expected
    assert found.graph.rules_hash == unwrap(compiled("").graph).rules_hash


def test_a_line_that_was_amended_says_by_whom():
    was, now = 'was mark "wet" bad when sky is rain', 'now mark "soaked" bad when sky is rain'
    graph = compiled(BOARDS, f"in board weather\n  {was}\n  {now}").graph
    marks = [mark for board in graph.boards for group in board.marks for mark in group.marks]
    assert [mark.origin.amended_by for mark in marks if mark.origin.amended_by] == [("house mine 1",)]


def test_a_quotation_that_fits_nothing_is_told():
    found = compiled(BOARDS, 'in board weather\n  remove mark "dry"')
    assert [error.code for error in found.errors] == ["O001"]
