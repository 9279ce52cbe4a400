"""Runs that a module makes by itself are those that the reference backend makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm import emit, module_cache, runs
from bombsight.backends.wasm.choices import certain_branch
from bombsight.backends.wasm.instance import create_instance
from bombsight.backends.wasm.memory import MAX_PRESETS, SLOTS_ADDRESS
from bombsight.backends.wasm.module_cache import load_module
from bombsight.backends.wasm.runs import Runner, refuse_host_call
from bombsight.compiler.lower.assemble import lower
from bombsight.dsl.dice import KEEPS, Dice
from bombsight.flat.passes.partial_inlining import split_function
from bombsight.flat.passes.prepare import prepare_program
from bombsight.flat.program import Program
from bombsight.flat.slices import NO_FAULT, SLICE_SIZE, Slice
from bombsight.flat.statements import AskBranch
from bombsight.flat.walking import walk_block
from bombsight.runtime.batch import batch
from tests.reference.comparing import graph_of

TEXT = """\
game watch "Watch"
  sources optional

state mission
  oil: 0..30 = 20

procedure mission(nights: 1..9): 0..30
  repeat nights times
    let n = 2d6
    choose way
      ask "What is done"
      answer burn "Burn more" prefer n
        take n from oil
      answer save "Save" prefer 7
        take 1 from oil
  return oil

tally oil_left "Oil left" good: 0..30 = oil
tally dark "Dark" bad: yes/no = oil < 4
tally tight "A fault where there is much left": 0..14 = oil / 2 rounded up
"""
"""Whoever burns too much comes to a fault; and whoever burns too little, as it is counted."""


@pytest.fixture(name="program", scope="module")
def fixture_program() -> Program:
    return lower(graph_of(TEXT))


def rows(found: Iterable[Slice]) -> list[tuple[int, ...]]:
    """Number, fault and value of each run, and what is counted of it."""
    return [
        (part.first + number, *row)
        for part in found
        for number, row in enumerate(zip(part.faults, part.values, *part.tallies, strict=True))
    ]


@pytest.mark.parametrize("script", [(), (7, 1, 12), (12, 0, 12, 0)], ids=["fresh", "known", "lost"])
@pytest.mark.parametrize("policy", runs.POLICIES)
def test_they_are_the_same(program, policy, script):
    found = rows(Runner(program, program.mission).play((5,), 300, 5, policy, 3, script))

    assert found == rows(batch.play_slices(program, program.mission, (5,), 300, 5, policy, 3, script, load=instantiate))
    assert {fault == NO_FAULT for _, fault, *_ in found} == ({True, False} if not script or script[1] else {False})


def test_slices_make_no_difference(program):
    runner = Runner(program, program.mission)
    whole = rows(runner.play((4,), 2 * SLICE_SIZE + 40, 5))

    assert rows(runner.play((4,), 30, 5)) + rows(runner.play((4,), 2 * SLICE_SIZE + 10, 5, first=30)) == whole


def test_more_than_fits_cannot_be_known(program):
    with pytest.raises(ValueError, match="more than fit"):
        next(Runner(program, program.mission).play((4,), 1, 5, script=[7] * (MAX_PRESETS + 1)))


def test_what_was_compiled_is_kept_and_made_again_where_it_is_damaged(program, tmp_path, monkeypatch):
    def fresh() -> list[tuple[int, ...]]:
        module_cache.module_cache.clear()
        return rows(Runner(program, program.mission, tmp_path).play((3,), 20, 5))

    first = fresh()
    (kept,) = tmp_path.iterdir()
    before = kept.read_bytes()
    with monkeypatch.context() as changed:
        changed.setattr(emit, "build_module", None)  # nothing is printed
        assert fresh() == first
    assert kept.read_bytes() == before
    kept.write_bytes(before[:-100])
    assert fresh() == first
    assert kept.read_bytes() != before[:-100]


def test_what_plays_runs_calls_nothing_but_what_they_begin_with():
    program = lower(graph_of(FLEET))

    played, whole = (
        Runner(program, program.mission),
        create_instance(load_module(program, traced=False), (refuse_host_call,) * 3),
    )

    assert "do:dock" in whole.exports
    assert "do:dock" not in played.instance.exports
    assert {"do:mission", "many:do:mission"} <= {*played.instance.exports}


FLEET = """\
game fleet "Fleet"
  sources optional

record Ship
  age: 0..30 = 3
  names[Mast]: 0..6 = 1

record Boat
  oars: 1..4 = 2

enum Mast
  fore
  main

state career
  ships: list of Ship at most 40
  boats: list of Boat at most 33

procedure dock(ship: Ship)
  remove ship from ships

procedure mission(nights: 1..9): 0..9999
  repeat nights times
    let n = 2d6
    if n > 9
      add Ship(age: n) to ships
    else if n < 5
      add Boat(oars: 3) to boats
    for each ship in ships
      add 1 to ship.names[fore]
  return count(ship in ships) * 1000 + count(boat in boats) * 100 + count(ship in ships where ship.names[fore] > 2)
"""
"""Some runs fill the lists, some only one, some none."""


def test_every_run_begins_with_empty_lists():
    program = lower(graph_of(FLEET))

    found = rows(Runner(program, program.mission).play((5,), 200, 5))

    assert found == rows(batch.play_slices(program, program.mission, (5,), 200, 5, "auto", 0, (), load=instantiate))
    assert {value // 1000 for _, _, value, *_ in found} > {0, 1, 2}


@pytest.mark.parametrize("keep", KEEPS)
def test_dice_are_read_alike(keep):
    match keep:
        case "digits":
            thrown = Dice(2, 6, keep).notation
        case "fate":
            thrown = f"{Dice(4, 3, keep).notation} + 7"
        case "sum" | "lowest" | "highest":
            thrown = " + ".join(Dice(*many, keep).notation for many in ((3, 6), (3, 3), (5, 2)))
        case _:
            assert_never(keep)
    program = lower(graph_of(TEXT.replace("let n = 2d6", f"let n = {thrown}")))
    found = rows(Runner(program, program.mission).play((1,), 300, 5))

    assert found == rows(batch.play_slices(program, program.mission, (1,), 300, 5, load=instantiate))
    assert len({row[2] for row in found}) > 2


ROW = """
game row "Row"
  sources optional

record Boat
  oars: 0..9

state career
  boats: list of Boat at most 6
  told: 0..9999 = 0

procedure mission: 0..9999
  repeat 6 times
    let n = 1d6
    add Boat(oars: n) to boats
    let fast = first(b in boats where b.oars > 3)
    if fast is not none
      move fast to end of boats
  for each b in boats where b.oars < 6
    take 1 from b.oars
    set told to told * 5 + b.oars
  return told
"""
"""Boats stand in another order than they came."""


def test_members_that_were_moved_are_found_where_they_stand():
    program = lower(graph_of(ROW))

    found = rows(Runner(program, program.mission).play((), 200, 5))

    assert found == rows(batch.play_slices(program, program.mission, (), 200, 5, load=instantiate))
    assert len({row[2] for row in found}) > 50


NESTING = """\
game caves "Caves"
  sources optional

enum Mark
  chalk
  string
  stone

state mission
  found: 0..9999 = 0

procedure mission(depth: 1..9): 0..9999
  do down(depth)
  do leave_behind(2)
  return found

procedure down(left: 0..9) at most 10 deep
  let marks: list of Mark at most 3
  let thrown = 1d3
  add chalk to marks
  if thrown is 2
    add string to marks
  else
    add stone to marks
  choose way
    ask "Which way"
    answer shaft "The shaft" prefer left * 2
      if left > 0
        do down(left - 1)
    answer side "The side" prefer 3 * thrown
      do leave_behind(left)
  do leave_behind(thrown)
  for each mark in marks
    add 1 to found
    if mark is string
      add 100 to found

procedure leave_behind(weight: 0..9)
  choose thing
    ask "What is left behind"
    answer light "A light thing" prefer 2
      add 1 to found
    answer heavy "A heavy one" prefer weight
      add weight to found
"""


def test_what_calls_itself_finds_its_lists_again():
    program = lower(graph_of(NESTING))

    found = rows(Runner(program, program.mission).play((9,), 300, 5))

    assert found == rows(batch.play_slices(program, program.mission, (9,), 300, 5, "auto", 0, (), load=instantiate))
    assert max(value for _, _, value, *_ in found) > 400


SEARCHING = """\
game search "Search"
  sources optional

state mission
  seen: 0..999 = 0
  tired: yes/no = no

procedure mission(nights: 1..9): 0..999
  repeat nights times
    let early = 1d6
    let late = 1d6
    do look_out(early, 4)
    do look_out(late + 1, 5)
    if early is 6
      set tired to not tired
  return seen

procedure look_out(thrown: 1..7, wanted: 4..5)
  let short = wanted - thrown
  if tired
    return
  if short > 1
    return
  choose where
    ask "Where"
    answer sea "At sea" prefer thrown
      if seen + wanted <= 999
        add wanted to seen
    answer land "On land" prefer 4 + short
      if seen + short + 2 <= 999 and seen + short + 2 >= 0
        set seen to seen + short + 2
"""


def test_what_is_often_over_at_once_is_asked_where_it_is_called():
    program = lower(graph_of(SEARCHING))
    parts = [split_function(function) for function in prepare_program(program, traced=False).functions]

    found = rows(Runner(program, program.mission).play((9,), 300, 5))

    assert [rest.params for rest, *asked in parts if asked] == [("thrown", "wanted", "short")]
    assert found == rows(batch.play_slices(program, program.mission, (9,), 300, 5, "auto", 0, (), load=instantiate))
    assert len({value for _, _, value, *_ in found}) > 20


CERTAIN = """\
game watch "Watch"
  sources optional

state mission
  seen: 0..99 = 0

procedure mission(nights: 1..9): 0..99
  repeat nights times
    let sky = 1d6
    choose way
      ask "Where"
      answer sea "At sea" when sky >= 3 prefer 1
        add 5 to seen
      answer land "On land" prefer 2
        add 1 to seen
    choose again
      ask "And now"
      answer sea "At sea" when sky >= 3 prefer 2
        add 4 to seen
      answer land "On land" prefer 2
        add 1 to seen
  return seen
"""


@pytest.mark.parametrize("policy", ["auto", "random"])
def test_a_choice_whose_answer_is_certain_finds_no_options_for_the_autopilot_alone(policy):
    program = lower(graph_of(CERTAIN))
    asked = [
        stmt
        for function in prepare_program(program, traced=False).functions
        for stmt in walk_block(function.body)
        if isinstance(stmt, AskBranch)
    ]

    found = rows(Runner(program, program.mission).play((9,), 300, 5, policy))

    assert {certain_branch(stmt) for stmt in asked} == {1, None}
    assert found == rows(batch.play_slices(program, program.mission, (9,), 300, 5, policy, 0, (), load=instantiate))
    assert len({value for _, _, value, *_ in found}) > 5


LAST = """\
game watch "Watch"
  sources optional

state mission
  seen: 0..999 = 0

procedure mission(nights: 1..9): 0..999
  repeat nights times
    let early = 1d6
    let late = 1d6
    do look_out(early)
    do look_out(late)
  return seen

procedure look_out(thrown: 1..6)
  if thrown >= 5
    choose where
      ask "Where"
      answer sea "At sea" prefer thrown
        if seen <= 900
          add thrown to seen
      answer land "On land" prefer 11 - thrown
        if seen <= 900
          add 2 to seen
    if seen > 30
      set seen to seen - 30
"""


def test_work_under_one_last_condition_is_asked_for_where_it_is_called():
    program = lower(graph_of(LAST))
    parts = [split_function(function) for function in prepare_program(program, traced=False).functions]

    found = rows(Runner(program, program.mission).play((9,), 300, 5))

    assert [rest.params for rest, *asked in parts if asked] == [("thrown",)]
    assert found == rows(batch.play_slices(program, program.mission, (9,), 300, 5, "auto", 0, (), load=instantiate))
    assert len({value for _, _, value, *_ in found}) > 5


MANY = """\
game watch "Watch"
  sources optional

enum Post
  lamp
  horn
  boat
  stairs
  yard
  gate

state mission
  cold[Post]: 0..9 = 0
  found: 0..99 = 0

procedure mission(nights: 1..9): 0..99
  repeat nights times
    draw post from Post
    let sky = 1d6
    set cold[post] to sky
    if found <= 80
      add count(one in Post where one is not horn and cold[one] > 2) to found
      if any(one in Post where cold[one] > 4 and (one is lamp or one is gate))
        add 10 to found
      if not any(one in Post where one is not boat and cold[one] > 5)
        add 1 to found
  return found
"""


def test_what_is_known_of_members_beforehand_is_not_asked():
    program = lower(graph_of(MANY))

    found = rows(Runner(program, program.mission).play((9,), 500, 5))

    assert found == rows(batch.play_slices(program, program.mission, (9,), 500, 5, "auto", 0, (), load=instantiate))
    assert len({value for _, _, value, *_ in found}) > 20


TOUR = """\
game tour "Tour"
  sources optional
  career career
  names "Ansel", "Birta", "Corin", "Dagny"

record Mark
  weight: 0..9

state career
  stock: 0..99 = 10
  keeper: text
  marks: list of Mark at most 80

state mission
  oil: 0..30 = 20
  mate: text

procedure mission(nights: 1..9): 0..99
  repeat nights times
    take 1d4 from oil
    if oil < 5
      reset stock
      reset oil
    add 1 to stock
  if count(mark in marks) < 80
    add Mark(weight: 3) to marks
  return stock

procedure career
  for nights in 1..6
    do mission(nights)

tally oil_left "Oil left" good: 0..30 = oil
tally weights "Weight" bad: 0..999 = sum(mark.weight for mark in marks) + min(oil, 0)
"""
"""Its missions give the state of the career its defaults again, and have a long list."""


def test_runs_begin_with_a_given_state_and_fall_back_to_defaults_all_the_same():
    program = lower(graph_of(TOUR))
    assert program.career is not None
    runner = Runner(program, program.mission)
    fresh = rows(runner.play((6,), 100, 5))
    (ended,) = batch.play_runs(program, program.career, (), 1, 7, load=instantiate)
    state = tuple(ended.slots)
    begun = rows(batch.play_slices(program, program.mission, (6,), 100, 5, state=state, load=instantiate))

    assert rows(runner.play((6,), 100, 5, state=state)) == begun
    assert {row[-1] for row in begun} == {3 * 7}
    # Where nothing is reset, there is more than the default and what six nights add; else no more than without a state.
    assert {row[2] for row in begun} > {row[2] for row in fresh if row[2] < 16}
    assert any(row[2] > 16 for row in begun)
    assert rows(runner.play((6,), 100, 5)) == fresh


def test_a_given_state_keeps_its_names():
    program = lower(graph_of(TOUR))
    keeper = next(placed for placed in program.fields if placed.id == "keeper").base
    state = [*program.defaults]
    state[keeper] = 3
    (run,) = batch.play_runs(program, program.mission, (1,), 1, 5, state=state, load=instantiate)
    assert run.slots[keeper] == 3
    runner = Runner(program, program.mission)
    next(runner.play((1,), 1, 5, state=state))
    assert runner.instance.memory_words(SLOTS_ADDRESS, program.slots)[keeper] == 3
