"""What is told of edits, and lines that may be written in more ways than one."""

import pytest

from bombsight.compiler.amendments import own_origin
from bombsight.dsl import ast
from tests.compiler.overlays.laid import BASE, errata, lay
from tests.narrowing import narrow

PORTS = (
    BASE
    + """
enum Port printed "Port card"
  | port  | title   |
  | brest | "Brest" |
  | ghent | "Ghent" |

enum Wind: north, south "South"
"""
)


def targets(*patches, base=BASE):
    amended = lay(errata(*patches), base=base)
    assert not amended.diagnostics
    return [change.target for change in amended.changes]


def test_what_gets_another_name_is_told_by_the_one_it_had():
    edit = "was modifier -1 dark on Squall when option new_moon\nnow modifier -2 gloom on Squall"
    assert targets(edit) == ["modifier dark"]


def test_what_is_new_is_told_by_its_own():
    assert targets("add define idle: yes/no = oil is 0") == ["define idle"]


@pytest.mark.parametrize(
    ("edit", "titles"),
    [
        ('in enum Port\n  was | brest | "Brest" |\n  now | brest | "Port of Brest" |', ["Port of Brest", "Ghent"]),
        ('in enum Port\n  add | dover | "Dover" |', ["Brest", "Ghent", "Dover"]),
        ('in enum Port\n  remove | brest | "Brest" |', ["Ghent"]),
    ],
)
def test_a_grid_of_names_and_titles_is_a_grid(edit, titles):
    amended = lay(errata(edit), base=PORTS)
    assert not amended.diagnostics
    (ports,) = [item for item in amended.items if isinstance(item, ast.Enum) and item.name == "Port"]
    assert [narrow(ast.Text, row.cells[1].items[0]).value for row in ports.rows[1:]] == titles


def test_values_without_a_grid_may_be_written_as_one():
    amended = lay(errata('in enum Wind\n  was | south | "South" |\n  now | south | "The south" |'), base=PORTS)
    assert not amended.diagnostics
    (winds,) = [item for item in amended.items if isinstance(item, ast.Enum) and item.name == "Wind"]
    assert [(value.name, value.title) for value in winds.values] == [("north", None), ("south", "The south")]


@pytest.mark.parametrize(
    ("patch", "places"),
    [
        ("in enum Ship row trawler column due\n  was 3\n  now 4", ["row trawler, column due"]),
        ("in table Squall row 4\n  add set lamp to 0", ["row 4"]),
        ("in procedure mission\n  before dusk\n    set lamp to 1", ["before step dusk"]),
        (
            "in procedure mission\n  at start\n    set lamp to 1\n  at end\n    set lamp to 2",
            ["at its start", "at its end"],
        ),
        ("in table Sky\n  was roll 2d6\n  now roll 1d6", [""]),
        ("confirms table Sky", [""]),
    ],
)
def test_a_change_says_where_it_is_made(patch, places):
    amended = lay(errata(patch))
    assert not amended.diagnostics
    assert [change.place for change in amended.changes] == places


def test_a_line_deep_in_an_item_is_told_by_what_it_stands_in():
    patch = "in table Squall\n  was 1..3: set lamp to 0\n  now 1..3: set lamp to 1"
    (change,) = lay(errata(patch)).changes
    assert change.place == "row 1"


def test_what_is_put_in_cites_the_item_that_put_it_in():
    amended = lay(
        errata("in table Sky\n  was 11..: gale\n  now 11: gale", 'in table Sky\n  add 12.. "A storm": fog'),
    )
    assert not amended.diagnostics
    (sky,) = [item for item in amended.items if isinstance(item, ast.Table) and item.id == "Sky"]
    rows = [line for line in sky.lines if isinstance(line, ast.Row)]
    assert [own_origin(row).cite for row in rows[-2:]] == ["", "errata general 2"]
    assert own_origin(rows[-2]).amended_by == ("errata general 1",)
