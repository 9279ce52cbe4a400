"""What the journal tells of rules as they are written: texts with their values, rows and where they come from."""

from __future__ import annotations

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Source
from bombsight.flat.encoding import dump_program, load_program
from bombsight.runtime.events.views import ChoiceView, ElementView, EnterView, ResultView, RollView, SayView
from bombsight.runtime.run.play import Finished, new_journal, run
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.service.present.explanation import explain_roll
from tests.narrowing import unwrap

NIGHT = """\
game night "A night"
  sources optional
  names "Ann", "Bob"

enum Sky: clear, rain, fog, gale

record Boat
  name: text
  far: 1..9

state mission
  lamp "Lamp": 0..9 = 3
  oil "Oil": 0..9 = 5
  sky "Sky": Sky = fog
  boats "Boats": list of Boat at most 3

table Turn "The sky turns" reconstructed "rule 2" cite "card"
  for depth: 0..9
  roll 1d6
  +1 lit when lamp > 0                                             printed cite "rule 3"
  +1 deep when depth > 0
  ..2: do trim(lamp + 1, 2)
  3: do trim(depth, lamp)                                          printed "a letter"
  4..: roll on Tide                                                cite "rule 4"
table Tide "The tide" printed "card"
  roll 1d6
  1..: nothing
table Met "A boat is met" printed "card"
  for boat: Boat
  gives Boat or none
  roll 1d6
  ..3
    remove boat from boats
    return none
  4..: boat
table Look "A boat is looked for" printed "card"
  gives Boat or none
  roll 1d6
  1..: first(b in boats)

procedure trim(far: 0..99, near: 0..99)
  nothing
procedure hail(boat: Boat)
  nothing

procedure mission
"""


class Thrown:
    """Dice that fall as they are told."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        return tuple(self.faces.pop(0) for _ in range(dice.count))


def told(lines: str, *faces: int, kept: bool = False):
    """The journal of a mission with these lines; ``kept`` where the program comes back from its file."""
    text = NIGHT + "".join(f"  {line}\n" for line in lines.split("\n"))
    compiled = compile_rules(Request(base=(Source("night.rules", text),)), proofs=False)
    assert not compiled.errors
    program = lower(unwrap(compiled.graph))
    if kept:
        program = unwrap(load_program(dump_program(program)))
    journal = new_journal(program, program.mission)
    outcome = run(
        program, program.mission, (), Thrown(*faces).throw, autopilot_policy(program), journal, load=instantiate
    )
    assert isinstance(outcome, Finished)
    return journal


def views(journal, kind):
    return [view for view in journal.views() if isinstance(view, kind)]


def test_every_hole_has_its_own_value():
    lines = """\
choose order
  ask "Sky {sky}, lamp {lamp}, oil {oil}"
  answer trim "Trim {lamp} of {oil} in {sky}" prefer 2
    nothing
  answer rest "Rest {oil} by {lamp}"
    nothing"""
    (choice,) = views(told(lines), ChoiceView)
    assert choice.prompt == "Sky fog, lamp 3, oil 5"
    assert choice.titles == ("Trim 3 of 5 in fog", "Rest 5 by 3")


@pytest.mark.parametrize("changed", range(4))
def test_no_throw_is_left_out_of_the_hash(changed):
    lines = "\n".join(f"let n{at} = 1d6" for at in range(4))
    faces = [2, 2, 2, 2]
    digest = told(lines, *faces).digest()
    assert told(lines, *faces).digest() == digest
    faces[changed] = 3
    assert told(lines, *faces).digest() != digest


def test_nor_is_what_comes_at_its_end():
    digests = {told(f"set lamp to 1\nset lamp to 2\nset lamp to {last}").digest() for last in (0, 3)}
    assert len(digests) == 2


def test_sentences_are_left_out_of_it():
    lines = ('say "One"', 'say "Two {lamp}"', "nothing")
    assert len({told(f"set lamp to 1\n{line}\nset lamp to 2").digest() for line in lines}) == 1


def test_in_the_first_version_of_stories_sentences_counted():
    events = [*told('say "One"').views(), *told('say "Two"').views()]
    said = [event for event in events if isinstance(event, SayView)]
    assert [event.key_in(1) for event in said] == [("say", "One"), ("say", "Two")]
    (roll,) = views(told("roll on Turn(0)", 1, 1), RollView)
    assert [type(amount) for amount in roll.key_in(1)[5]] == [tuple] * len(roll.modifiers)
    assert roll.key_in(1)[5] == tuple((each.label, each.amount) for each in roll.modifiers)


@pytest.mark.parametrize(
    ("face", "text"),
    [(1, "do trim(..., 2)"), (2, "do trim(depth, lamp)"), (3, "roll on Tide")],
)
def test_rows_read_as_written(face, text):
    roll = views(told("roll on Turn(0)", face, 1), RollView)[0]
    assert roll.row.text == text


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize(
    ("face", "row"),
    [
        (1, ["row ..2 [card]", "reconstructed: rule 2"]),
        (2, ["row 3 [card]", "printed: a letter"]),
        (3, ["row 4.. [rule 4]", "reconstructed: rule 2"]),
    ],
)
def test_why_says_where_a_row_and_a_modifier_come_from(face, row, kept):
    roll = views(told("roll on Turn(0)", face, 1, kept=kept), RollView)[0]
    lines = [str(line).strip() for line in explain_roll(roll)]
    assert "+1 lit when lamp above 0; printed [rule 3]" in lines
    assert lines[-3:-1] == row


def test_a_modifier_that_says_nothing_comes_from_nowhere():
    roll = views(told("roll on Turn(1)", 1, 1, kept=True), RollView)[0]
    assert "+1 deep when depth above 0 [card]" in [str(line).strip() for line in explain_roll(roll)]


def test_elements_are_called_what_they_were_called_then():
    """A boat that takes the place of one that is gone has another name; what was told of the first stays."""
    lines = """\
add Boat(far: 1) to boats
let first_one = first(b in boats)
if first_one is not none
  do hail(first_one)
  let seen = roll on Look
  let met = roll on Met(first_one)
add Boat(far: 2) to boats
let next_one = first(b in boats)
if next_one is not none
  do hail(next_one)"""
    journal = told(lines, 1, 1)
    joined = [view.element for view in views(journal, ElementView)]
    assert joined == ["Ann", "Ann", "Bob"]
    assert [view.arguments[0].name for view in views(journal, EnterView) if view.name == "hail"] == ["Ann", "Bob"]
    assert [view.names for view in views(journal, ResultView)] == [("Ann",), ("none",)]
    assert [view.arguments[0].name for view in views(journal, RollView) if view.table == "Met"] == ["Ann"]
