"""Boards worked out beside a run: what stands where in a state, and that no code of a run knows of them."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.check import check_program
from bombsight.flat.encoding import code_digest, dump_program, from_json, load_program, to_json
from bombsight.runtime.board_renderer import BoardRenderer
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.derived_values import Asides
from tests.reference.comparing import graph_of

TEXT = """\
game watch "Watch"
  sources optional

enum Sky: clear "a clear sky", rain, fog
enum Sound: bell, rain

record Ship
  sky: Sky
  miles: 0..9
  seen: yes/no = no

state mission
  oil: 0..30 = 2
  sky: Sky = fog
  sounded: Sound or none
  ships: list of Ship at most 4

procedure mission
  set sounded to bell
  add Ship(sky: clear, miles: 3) to ships
  add Ship(sky: fog, miles: 7, seen: yes) to ships
  add Ship(sky: fog, miles: 9) to ships

define share(n: 0..30): 0..30
  base: n
  except one: 5 when oil > 1
  except two: 6 when oil > 1 and n > 2

board weather "The weather"
  plan Sky, Sound
    | clear "Clear!"  | Sky.rain | Sky.rain     |
    | fog, Sound.rain | bell     | "{oil} left" |
  for each s in ships where s.miles > 3 at s.sky
    mark "{s.miles} miles"
    mark "seen" good when s.seen
  at sounded
    mark "sounding"
  at sky
    mark "now" bad
  mark "Oil low" bad when oil < 3
  mark "Oil high" when oil > 20

board hours "The hours"
  columns n in 1..oil + 1
  at oil
    mark "here"

board fleet "The fleet"
  rows s in ships
    mark "{s.sky}"
    mark "far" bad when s.miles > 8
    mark "{s.miles}"

board chosen "Some of them"
  rows s in {fog, clear}
"""

FAULTY = '\nboard faulty "Shares"\n  rows n in {1, 3}\n    mark "{share(n)} of it"\n    mark "much" when share(n) > 3\n'


@pytest.fixture(scope="module")
def program():
    return lower(evolve(graph_of(TEXT), examples=()))


def boards(program):
    """The boards at the end of a mission."""
    machine = instantiate(program, lambda *_: 0, lambda *_: 0)
    machine.start()
    machine.call(program.mission)
    describer = Describer(program)
    describer.slots = list(machine.slots)
    showing = BoardRenderer(describer, Asides(program, instantiate).evaluator_at(describer.slots))
    return {board.name: showing.render_board(board) for board in program.boards}


def standing(board):
    """What stands at each place, by what it is called."""
    return {place.title: [thing.text for thing in place.things] for place in board.places}


def test_everything_stands_at_its_place(program):
    found = boards(program)
    assert standing(found["weather"]) == {
        "Clear!": [],
        "rain": [],
        "fog": ["7 miles, seen", "9 miles", "now"],
        "bell": ["sounding"],
        "2 left": [],
    }
    assert [note.text for note in found["weather"].notes] == ["Oil low"]
    assert [(mark.tone) for thing in found["weather"].places[2].things for mark in thing.marks] == [
        "",
        "good",
        "",
        "bad",
    ]
    assert standing(found["hours"]) == {"1": [], "2": ["here"], "3": []}
    assert list(standing(found["chosen"])) == ["fog", "a clear sky"]


def test_places_lie_in_their_cells(program):
    found = boards(program)["weather"]
    assert [(place.name, place.row, place.column, place.columns) for place in found.places] == [
        ("clear", 0, 0, 1),
        ("rain", 0, 1, 2),
        ("fog", 1, 0, 1),
        ("rain", 1, 0, 1),
        ("bell", 1, 1, 1),
        ("", 1, 2, 1),
    ]
    assert (found.rows, found.columns) == (2, 3)


def test_what_always_stands_has_a_column_of_its_own(program):
    far = boards(program)["fleet"].places[2]
    assert [(mark.text, mark.column) for thing in far.things for mark in thing.marks] == [
        ("fog", 0),
        ("far", 2),
        ("9", 1),
    ]


def test_a_fault_is_a_question_mark_and_draws_nothing_else():
    graph = graph_of(TEXT + FAULTY)
    found = boards(lower(evolve(graph, examples=())))["faulty"]
    assert standing(found) == {"1": ["5 of it, much"], "3": ["? of it"]}


PAIRS = """
board both "Both"
  plan Sky by Sound
  for each s in Sky where s is not clear
    for each n in Sound where n is bell or s is fog at s, n
      mark "{s} and {n}" when s is fog
      mark "always {n}" bad when sounded is n
    for each n in Sound
      at s, n
        mark "inside" when s is rain
  at sky, sounded
    mark "now" good
"""


def test_a_plan_of_two_enums_has_a_place_for_each_pair():
    graph = graph_of(TEXT + PAIRS)
    program = lower(evolve(graph, examples=()))
    found = boards(program)["both"]
    assert (found.rows, found.columns) == (2, 3)
    assert [(place.name, place.row, place.column) for place in found.places] == [
        ("clear/bell", 0, 0),
        ("rain/bell", 0, 1),
        ("fog/bell", 0, 2),
        ("clear/rain", 1, 0),
        ("rain/rain", 1, 1),
        ("fog/rain", 1, 2),
    ]
    assert standing(found) == {
        "a clear sky, bell": [],
        "rain, bell": ["always bell", "inside"],
        "fog, bell": ["fog and bell, always bell", "now"],
        "a clear sky, rain": [],
        "rain, rain": ["inside"],
        "fog, rain": ["fog and rain"],
    }
    without = lower(evolve(graph, examples=(), boards=()))
    assert without.digest == program.digest
    assert check_program(program) == ()
    assert load_program(dump_program(program)) is not None


def test_no_code_of_a_run_knows_of_boards():
    graph = evolve(graph_of(TEXT + FAULTY), examples=())
    program, without = lower(graph), lower(evolve(graph, boards=()))
    assert without.boards == ()
    assert program.sites[: len(without.sites)] == without.sites
    assert (without.digest, without.rules_hash) == (program.digest, program.rules_hash)
    assert without.functions == program.functions
    assert code_digest(program) == program.digest


def test_the_program_keeps_the_contract_and_comes_back_from_the_cache(program):
    assert check_program(program) == ()
    for read in (load_program(dump_program(program)), from_json(to_json(program))):
        assert read is not None
        assert read.boards == program.boards
    foreign = evolve(program, asides=evolve(program.asides, entries=program.asides.entries[:1]))
    assert any("there is no aside" in wrong for wrong in check_program(foreign))
