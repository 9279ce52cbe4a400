"""What is told of edits, and lines that may be written in more ways than one."""

import pytest

from laid import BASE, errata, lay

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
    (ports,) = [item for item in amended.items if getattr(item, "name", "") == "Port"]
    assert [row.cells[1].items[0].value for row in ports.rows[1:]] == titles


def test_values_without_a_grid_may_be_written_as_one():
    amended = lay(errata('in enum Wind\n  was | south | "South" |\n  now | south | "The south" |'), base=PORTS)
    assert not amended.diagnostics
    (winds,) = [item for item in amended.items if getattr(item, "name", "") == "Wind"]
    assert [(value.name, value.title) for value in winds.values] == [("north", None), ("south", "The south")]
