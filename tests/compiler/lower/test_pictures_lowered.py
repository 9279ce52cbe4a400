"""Pictures worked out beside a run: areas, shapes in tenths of a unit, signs, rings and pieces."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.compiler.lower.assemble import lower
from bombsight.flat.boards import BoardCompass, BoardScale
from bombsight.flat.check import check_program
from bombsight.flat.encoding import from_json, to_json
from tests.compiler.lower.test_boards_lowered import boards, standing
from tests.reference.comparing import graph_of

TEXT = """\
game watch "Watch"
  sources optional

enum Part: bow "The bow of the ship" short "Bow", stern "The stern"

record Ship short "{part}-{miles}!"
  part: Part
  miles: 0..9

state mission
  lamp: 0..3 = 2
  ships: list of Ship at most 4

procedure mission
  add Ship(part: stern, miles: 3) to ships
  add Ship(part: stern, miles: 0) to ships
  if lamp is 2
    add Ship(part: bow, miles: 7) to ships

board head "The head"
  picture Part 10..50, -10..20
    outline "M 10 -10 L 20 20" "The hull, lamp {lamp}" good when lamp > 1
    circle 30, 5 radius 10 when lamp > 2
    bow at 20..30, -10..0
    stern at 30..40, 10..20 "Aft"
    text "Lamp {lamp}" at 30, 5
    scale 10 "feet"
    north 450 "Land"
  for each s in ships at s.part
    mark "{s.miles} miles" as arrow turned 200 * s.miles - 30
    mark "near" bad as flame when s.miles is 0
    ring radius s.miles bad
  at 30, 5
    mark "mast" as dot

board fleet "The fleet"
  rows s in ships
    mark "{s.miles}"

board bay "The bay"
  map 10..19, 0..9
    outline "M 10 0 L 19 9"
  at 12, 3
    mark "here"
    ring radius 2
"""


@pytest.fixture(scope="module")
def found():
    program = lower(evolve(graph_of(TEXT), examples=()))
    check_program(program)
    assert from_json(to_json(program)) == program
    return boards(program)


def test_things_stand_at_areas_and_points(found):
    head = found["head"]
    assert (head.layout, head.columns, head.rows) == ("picture", 40, 30)
    assert standing(head) == {
        "The bow of the ship": ["7 miles"],
        "Aft": ["3 miles", "0 miles, near"],
        "Lamp 2": [],
        "30, 5": ["mast"],
    }
    assert [(p.column, p.row, p.columns, p.rows, p.piece, p.short) for p in head.places] == [
        (10, 0, 10, 10, "Part.bow", "Bow"),
        (20, 20, 10, 10, "Part.stern", ""),
        (20, 15, 0, 0, "", ""),
        (20, 15, 0, 0, "", ""),
    ]
    assert (head.scale, head.compass) == (BoardScale(numbers=10, unit="feet"), BoardCompass(degrees=90, text="Land"))


def test_marks_have_signs_and_things_are_pieces(found):
    things = found["head"].places[1].things
    assert [thing.piece for thing in things] == ["ships#0", "ships#5"]
    assert [(mark.sign, mark.turned) for thing in things for mark in thing.marks] == [
        ("arrow", 210),
        ("arrow", 330),
        ("flame", None),
    ]


def test_elements_have_short_titles_by_their_records_template(found):
    assert [(place.title, place.short) for place in found["fleet"].places] == [
        ("The stern", ""),  # no shorter one
        ("The stern #2", ""),
        ("The bow of the ship", "Bow-7!"),
    ]


def test_shapes_begin_at_the_corner_of_a_picture_and_amid_the_cells_of_a_map(found):
    hull, ring, _ = found["head"].shapes
    assert (hull.kind, hull.lines[0].points, hull.text, hull.tone) == (
        "outline",
        (0, 0, 100, 300),
        "The hull, lamp 2",
        "good",
    )
    assert (ring.kind, ring.tone, ring.lines[0].points[:2]) == ("ring", "bad", (250, 220))
    coast, ring = found["bay"].shapes
    assert coast.lines[0].points == (5, 5, 95, 95)
    assert ring.lines[0].points[:2] == (25, 15)
