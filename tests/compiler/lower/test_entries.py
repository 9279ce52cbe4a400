"""What can be called from outside, and what people are told of it."""

from __future__ import annotations

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.backends.python.source import render_program
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Entry, Fault
from bombsight.flat.sites import ChoiceSite, FaultSite, RollSite
from bombsight.flat.types import NONE
from tests.reference.comparing import Lowered, Seeded, by_reference, graph_of

TEXT = """\
game entries "Entries"
  sources optional

option wide "Wide" = no

enum Sky: clear, rain
enum Side: north, south

state mission
  lamp "Lamp": 0..3 full = 3
  charms: 0..9 = 2

table Weather "The sky turns" repaired "blotted" cite "rule 2"
  gives Sky
  roll 1d6
  +1 worse when lamp > 2                       cite "rule 2 (a)"
  +5 wide when option wide
  natural 6 when lamp is 3: clear
  ..3 "Fair": clear
  4.. "Foul": rain                             printed "second copy" cite "rule 2 (b)"

table Two "Two parts" printed
  for side: Side
  gives now: 0..3, later: 0..3
  roll 1d2
  1: 1, 2
  2: lamp, 0

table Chart "A chart" printed
  for side: Side
  gives 0..9
  north: 1
  south: lamp

table Acts "It acts" printed
  for side: Side
  north: add -1 to lamp
  south: nothing

define twice(n: 0..9): 0..18 = n * 2

procedure mission: Sky
  let two = roll on Two(north)
  let kept = roll on Weather
  if kept.natural is 1
    add -1 to lamp
  return kept

procedure leave
  end mission with rain

reroll charm "Use a charm" when charms > 0 at most 1 times
  prefer on Weather when natural <= 2
  add -1 to charms

example "Before the call, during it, after it" cite "rule 2"
  given lamp = 1
  expect modifiers on Weather is 0
  roll on Weather
  roll Weather 4
  expect result is rain
  expect lamp is 1

example "Parts"
  roll on Two(south)
  roll Two 1
  expect result.now + result.later is 3

example "A procedure leaves its state"
  given do leave
  do mission
  roll Two 2
  roll Weather 1
  answer again
  roll Weather 2
  expect lamp is 3
  expect charms is 1
"""


@pytest.fixture(name="program")
def fixture_program():
    return lower(graph_of(TEXT))


def machine(program, rolls, answers=()):
    coming, answered = iter(rolls), iter(answers)
    made = instantiate(program, lambda *_: next(coming), lambda *_: next(answered, 0))
    made.functions["start"]()
    return made.functions


def test_tables_defines_and_procedures_can_be_called(program) -> None:
    assert machine(program, [3])["roll:Weather"]() == 1
    assert machine(program, [1])["roll:Two"](0) == (1, 2)
    assert machine(program, [])["look:Chart"](1) == 3
    assert machine(program, [])["look:Acts"](0) is None
    assert machine(program, [])["define:twice"](4) == 8
    assert machine(program, [1, 6])["do:mission"]() == 0
    assert machine(program, [])["do:leave"]() == 1


def test_entries_say_what_they_take_and_give(program) -> None:
    result = graph_of(TEXT).procedures[0].result
    results = 0 if result is None else 1
    assert program.mission == program.find_entry("do", "mission")
    assert program.mission == Entry(
        kind="do", name="mission", function="do:mission", result=result, results=results, stays=True
    )
    assert program.career is None


def called(program, example, functions):
    """What an example's steps are called by, its call, and its facts by their lines."""
    info = program.examples[example]
    setup = [functions[f"setup:{step.entry}"] for step in info.setup]
    facts = {at: functions[f"expect:{line.entry}"] for at, line in enumerate(info.lines) if line.entry}
    return setup, functions[f"call:{info.call.entry}"], facts


def test_examples_come_in_three_kinds_of_functions(program) -> None:
    (given,), call, facts = called(program, 0, machine(program, [4]))
    given()
    assert program.examples[0].before == 1
    assert facts[0]()
    assert facts[3]() == 1
    result = call()
    assert result == 1
    assert facts[2](result)
    assert facts[2](NONE) == 0

    setup, call, facts = called(program, 1, machine(program, [1]))
    assert not setup
    assert facts[1](*call())

    (given,), call, facts = called(program, 2, machine(program, [2, 1, 2], [0, 1]))
    given()
    call()
    assert facts[4]()
    assert facts[5]()


def test_lines_that_say_the_same_are_one_function() -> None:
    more = """
example "The same again"
  given lamp = 1
  roll on Weather
  roll Weather 5
  expect result is rain
  expect lamp is 2
"""
    program = lower(graph_of(TEXT + more))
    first, again = program.examples[0], program.examples[-1]
    assert [step.entry for step in again.setup] == [step.entry for step in first.setup]
    assert again.call.entry == first.call.entry
    assert again.lines[1].entry == first.lines[2].entry
    assert again.lines[2].entry != first.lines[3].entry
    assert again.setup[0].place != first.setup[0].place


def test_a_throw_tells_its_modifiers_and_rows(program) -> None:
    site = next(site for site in program.sites if isinstance(site, RollSite) and site.table == "Weather")

    assert [(info.label, info.text, info.origin.cite) for info in site.modifiers] == [
        ("worse", "lamp > 2", "rule 2 (a)"),
        ("wide", "option wide", "rule 2"),
    ]
    assert [(row.label, row.title, row.text, row.origin.standing, row.origin.cite) for row in site.rows] == [
        ("natural 6", "", "clear", "repaired", "rule 2"),
        ("..3", "Fair", "clear", "repaired", "rule 2"),
        ("4..", "Foul", "rain", "printed", "rule 2 (b)"),
    ]


def test_an_offer_is_asked_with_the_wish_of_the_rules(program) -> None:
    scores = []

    def ask(site, options, score, values):
        assert isinstance(program.sites[site], ChoiceSite)
        assert program.sites[site].offer
        scores.append([score(option) for option in options])
        return 1

    rolls = iter([2, 3])
    made = instantiate(program, lambda *_: next(rolls), ask)
    made.functions["start"]()
    assert made.functions["roll:Weather"]() == 1
    assert scores == [[0, 1]]


def test_a_budget_of_steps_ends_every_run(program) -> None:
    made = instantiate(program, lambda *_: 1, lambda *_: 0)
    made.functions["start"]()
    made.slots[STEPS_SLOT], made.slots[RESERVE] = 200, 0
    with pytest.raises(Fault) as caught:
        made.functions["do:mission"]()
    site = program.sites[caught.value.site]

    assert isinstance(site, FaultSite)
    assert site.owner == "procedure:mission"


def test_a_dead_option_leaves_nothing_behind(program) -> None:
    assert "wide" not in render_program(program, traced=False)
    assert next(option.value for option in program.options if option.name == "wide") == "no"


DEEP = """\
game deep "Deep"
  sources optional

procedure mission: 0..9999
  do down(0)
  return 1

procedure down(n: 0..9999) at most 150 deep
  do deeper(n + 1)

procedure deeper(n: 0..9999) at most 150 deep
  do down(n)
"""


def test_calls_that_go_too_deep_together_are_a_fault_in_its_place() -> None:
    graph = graph_of(DEEP)
    expected = by_reference(graph, "mission", Seeded(0))

    assert Lowered(lower(graph), traced=False).play("mission", Seeded(0)).fault == expected.fault == "test.rules:8:1"


CAREER = """\
game long "Long"
  career tour
  sources optional

procedure tour
  repeat 100 times
    do mission

procedure mission
  repeat 1000 times
    nothing
"""


def test_a_mission_has_the_budget_however_many_went_before() -> None:
    graph = graph_of(CAREER)
    made = instantiate(lower(graph), lambda *_: 1, lambda *_: 0)
    made.functions["start"]()
    made.slots[STEPS_SLOT], made.slots[RESERVE] = 10_000, 1_000_000
    made.functions["do:tour"]()
    reference = by_reference(graph, "tour", Seeded(0), steps=10_000, reserve=1_000_000)

    assert made.slots[STEPS_SLOT] + made.slots[RESERVE] == 1_010_000 - reference.steps
    assert made.slots[RESERVE] == 0


def test_the_reserve_is_the_runs() -> None:
    made = instantiate(lower(graph_of(CAREER)), lambda *_: 1, lambda *_: 0)
    made.functions["start"]()
    made.slots[STEPS_SLOT], made.slots[RESERVE] = 10_000, 300_000
    with pytest.raises(Fault):
        made.functions["do:tour"]()
