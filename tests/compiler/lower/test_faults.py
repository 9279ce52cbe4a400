"""Every kind of rules fault: in both forms, at the place the reference finds, in words."""

from __future__ import annotations

import pytest

from bombsight.compiler.lower.assemble import lower
from bombsight.flat.program import Fault
from bombsight.flat.sites import FaultSite
from tests.reference.comparing import BACKENDS, Lowered, Seeded, by_reference, graph_of, without_events

HEAD = """\
game faults "Faults"
  sources optional

option wide "Wide" from 0..9 = 7

enum Sky: clear, rain, fog
enum Side: north, south

record Ship
  hits: 0..3 = 1

state mission
  lamp: 0..3 = 1
  oil: -2..2 = 0
  flag: yes/no = yes
  lead: Ship or none = none
  ships: list of Ship at most 1

define clash: 0..9
  base: 1
  except one: 2 when lamp > 0
  except two: lamp + 4 when flag

define narrow: 0..2 = lamp + 2

table Gap "Gap" printed
  roll 1d2
  3..: nothing

table Keyed "Keyed" printed
  for n: 0..2
  0: add 1 to lamp
  1: add 2 to lamp

table Value "Value" printed
  for n: 0..2
  gives 0..3
  0: 1
  1: lamp

table Natural "Natural" printed
  roll 1d2
  1: say "{natural}"
  2: nothing

table 7-6 "Deep" printed at most 1 deep
  gives 0..3
  roll 1d2
  1..2
    let more = roll on 7-6
    return more

procedure takes(n: 0..2)
  nothing

procedure two_more: 0..2
  let n: 0..9 = lamp + 2
  return n

procedure down: 0..3 at most 1 deep
  let more = do down
  return more

procedure mission
  add 0 to lamp
"""


CASES = {
    "above its range": ("  set lamp to lamp + 3", "this leaves 0..3"),
    "below its range": ("  add 0 - 1d2 - 1 to lamp", "this leaves 0..3"),
    "above by one": ("  set lamp to 3\n  add 1 to lamp", "this leaves 0..3"),
    "below by one": ("  set lamp to 0\n  add -1 to lamp", "this leaves 0..3"),
    "a variable": ("  let n: 0..2 = 1\n  add lamp + 1 to n", "this leaves 0..2"),
    "a variable's first value": ("  let n: 2..3 = lamp", "this is outside 2..3"),
    "an argument": ("  do takes(lamp + 2)", "this is outside 0..2"),
    "an argument that is known": ("  do takes(option wide)", "this is outside 0..2"),
    "a result": ("  do two_more", "this is outside 0..2"),
    "a derived value": ("  set lamp to narrow", "this is outside 0..2"),
    "exceptions that clash": ("  set flag to clash is 2", "one and two hold together with different values"),
    "a list that is full": ("  add Ship() to ships\n  add Ship() to ships", "ships is full: it holds 1 at most"),
    "a variable that is full": (
        "  let held: list of Sky at most 1\n  add rain to held\n  add fog to held",
        "held is full: it holds 1 at most",
    ),
    "an element that has left": (
        "  add Ship() to ships\n  for each s in ships\n    remove s from ships\n    add 1 to s.hits",
        "there is no such Ship (any more)",
    ),
    "a value before its place": (
        "  add Ship() to ships\n  for each s in ships\n    remove s from ships\n    set s.hits to narrow",
        "this is outside 0..2",
    ),
    "no row for the dice": ("  roll on Gap", "no row is for these dice"),
    "no row for the parameters": ("  look up Keyed(2)", "no row is for this"),
    "no value for the parameters": ("  set lamp to look up Value(2)", "no result was given"),
    "nothing to choose from": (
        '  choose s from {rain, fog} where s is clear\n    ask "Which"',
        "there is nothing to choose from",
    ),
    "no branch": (
        '  choose way\n    ask "Which"\n    answer one "One" when lamp > 1\n      nothing',
        "there is nothing to choose from",
    ),
    "no dice": ("  take every row of Natural", "no dice lie on the table"),
    "a table too deep for its value": ("  roll on 7-6", "7-6 is already open 1 times"),
    "a procedure too deep for its value": ("  do down", "down is already open 1 times"),
    "too long": ("  repeat 2000 times\n    repeat 2000 times\n      add 0 to lamp", "this goes on for too long"),
}


@pytest.mark.parametrize("case", CASES)
def test_faults_agree_and_say_what_is_wrong(case: str) -> None:
    lines, text = CASES[case]
    graph = graph_of(HEAD + lines + "\n")
    program = lower(graph)
    expected = by_reference(graph, "mission", Seeded(1), steps=5000)

    assert expected.fault is not None
    for load in BACKENDS:
        traced = Lowered(program, load=load).play("mission", Seeded(1), steps=5000)
        plain = Lowered(program, traced=False, load=load).play("mission", Seeded(1), steps=5000)
        assert without_events(traced) == without_events(expected)
        assert without_events(plain) == without_events(expected)
        assert traced.events == expected.events
    assert text in {site.text for site in program.sites if isinstance(site, FaultSite)}


def test_a_fault_names_its_site() -> None:
    program = lower(graph_of(HEAD + "  set lamp to lamp + 3\n"))
    lowered = Lowered(program, traced=False)
    lowered.functions["start"]()
    with pytest.raises(Fault) as caught:
        lowered.functions["do:mission"]()
    site = program.sites[caught.value.site]

    assert isinstance(site, FaultSite)
    assert (site.owner, site.text) == ("procedure:mission", "this leaves 0..3")
