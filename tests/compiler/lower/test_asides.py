"""What stands beside a question: worked out on the side, it costs a run nothing, and a fault leaves a line out."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from bombsight.flat.derived_values import aside_program
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Program
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.examples import run_example
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import new_journal, run
from bombsight.runtime.run.policies import KEEP_DICE, Question, autopilot_policy, person_policy
from bombsight.service.present.question_documents import question_document
from bombsight.service.present.view import View
from tests.reference.comparing import graph_of

TEXT = """\
game night "A night"
  sources optional

enum Ship
  | ship   | title        | due |
  | packet | "the packet" | 3   |
  | tug    | "the tug"    | 6   |

state mission
  oil "Oil": 0..20 = 14
  tired: 0..9 = 2

define tight: 0..3 = oil

define dues(s: Ship): 0..20 = s.due + tired

procedure mission: 0..20
  let n: 0..9 = 4
  choose s from Ship or none
    ask "Signal which"
    BESIDE
    prefer s.due
  choose order
    ask "Hour {n}"
    BRANCHES
    answer rest "Rest" prefer 1
      add 1 to n
    answer trim "Trim"
      nothing
  return oil
"""

LINES = """\
beside "due {dues(s)}"
    beside "{s}, {n}"
    beside "Oil {oil}, and {count(t in Ship where t.due > n)} later than {n}"
    beside "Never told: {tight}"
    beside "late" when s.due > n + 1
    beside "Nor this" when tight is 3
    beside "Nor this, {tight}" when oil is 0
    beside "Tired" when tired > 1
    routine when tired < 3 and n is 4"""

ORDERS = """\
beside "Oil for {oil - n} hours"
    routine when oil is 0"""


def told(lines: str = LINES, orders: str = ORDERS) -> str:
    """The rules with these lines; without one of them where it is empty."""
    found = TEXT.replace("BESIDE", lines).replace("BRANCHES", orders)
    return "\n".join(line for line in found.split("\n") if line.strip() or not line)


@pytest.fixture(name="program", scope="module")
def fixture_program() -> Program:
    return lower(graph_of(told()))


def questions(program: Program) -> tuple[list[Question], Journal]:
    """What a person is asked who answers as the autopilot would, and the journal."""
    found: list[Question] = []
    journal = new_journal(program, program.mission)

    def reply(question: Question) -> int:
        found.append(question)
        return question.preferred

    policy = person_policy(journal.reader.describer, reply)
    run(program, program.mission, (), SeededDice(3).throw, policy, journal, load=instantiate)
    return found, journal


def test_it_stands_beside_each_option_or_beside_the_question(program):
    ships, order = questions(program)[0]

    assert [option.beside for option in ships.options] == ["due 5, the packet, 4", "due 8, the tug, 4, late"]
    assert ships.remarks == ("Oil 14, and 1 later than 4", "Tired")
    assert ships.routine
    assert [option.beside for option in order.options] == ["", ""]
    assert order.remarks == ("Oil for 10 hours",)
    assert not order.routine


LUCK = """
table Luck "Luck"
  gives 0..9
  roll 1d6
  1..6: 4

reroll charm "A charm" when tired < 5 at most 3 times
  beside "Tired {tired}, oil for {oil - 4} hours"
  routine when oil is 14
  prefer on Luck when natural <= 3
  add 1 to tired
"""


@pytest.mark.parametrize("oil", [14, 13])
def test_an_offer_to_throw_again_is_routine_where_the_dice_are_better_kept(oil):
    rules = told("", "").replace("let n: 0..9 = 4", "let n: 0..9 = roll on Luck").replace("= 14", f"= {oil}") + LUCK
    offers = [each for each in questions(lower(graph_of(rules)))[0] if each.offer]

    again, kept = offers[:-1], offers[-1]
    assert [each.remarks for each in offers[:2]] == [(f"Tired {tired}, oil for {oil - 4} hours",) for tired in (2, 3)]
    assert (len(again), kept.preferred) == (1, KEEP_DICE)
    assert not any(each.routine for each in again)
    assert kept.routine is (oil == 14)


def test_a_document_of_the_question_holds_it(program):
    view = View(kept=0, events=(), question=None, throw=None, outcome=None, sheet=(), can_undo=False)
    document = question_document(questions(program)[0][0], view)

    assert document.remarks == ("Oil 14, and 1 later than 4", "Tired")
    assert document.routine
    assert document.together == ""
    assert document.options[0].beside == "due 5, the packet, 4"


def test_other_choosers_are_told_nothing():
    program = lower(graph_of(told().replace('ask "Signal which"', 'ask "Signal which"\n    by pilot')))
    ships, _ = questions(program)[0]

    assert ships.remarks == ()
    assert {option.beside for option in ships.options} == {""}
    assert not ships.routine


def test_a_run_does_the_same_in_as_many_steps():
    plain, whole = lower(graph_of(told("", ""))), lower(graph_of(told()))
    used = []
    for program in (plain, whole):
        machine = instantiate(program, lambda *_: 1, autopilot_policy(program))
        machine.start()
        machine.call(program.mission)
        used.append(machine.slots[STEPS_SLOT])

    assert used[0] == used[1]
    assert questions(plain)[1].digest() == questions(whole)[1].digest()


def test_the_code_of_runs_holds_none_of_it(program):
    state_only = lower(graph_of(told('beside "Oil {oil + 1}"\n    routine when tired is 0', "")))

    assert state_only.digest == lower(graph_of(told("", ""))).digest
    assert {function.kind for function in program.functions}.isdisjoint({"aside"})
    assert "define:tight" not in {function.name for function in program.functions} - {
        entry.function for entry in program.entries
    }


def test_what_is_the_same_is_worked_out_by_one_function():
    program = lower(graph_of(told('beside "{oil + n}"', 'beside "{oil + n} {oil + n}"')))

    assert len(program.asides.entries) == 1


def test_the_contract_is_held(program):
    assert check_program(program) == ()
    assert aside_program(program).entries == program.asides.entries
    lost = evolve(program, asides=evolve(program.asides, entries=program.asides.entries[1:]))
    assert any("there is no aside" in wrong for wrong in check_program(lost))
    acting = next(function for function in program.functions if function.name == "do:mission")
    wrong = evolve(program, asides=evolve(program.asides, functions=(*program.asides.functions, acting)))
    assert any("an aside acts in no way" in found for found in check_program(wrong))


EXAMPLE = """
example "The order"
  do mission
  answer tug
  answer rest
"""


@pytest.mark.parametrize(("lines", "holds"), [('beside "due {dues(s)}"', True), ('beside "{tight}"', False)])
def test_an_example_fails_whose_question_has_a_line_that_cannot_be_worked_out(lines, holds):
    program = lower(graph_of(told(lines, "") + EXAMPLE))

    assert run_example(program, 0, load=instantiate, asides=True).passed is holds
    assert run_example(program, 0, load=instantiate).passed


def test_nobody_reads_more_than_twenty_lines():
    lines = "\n    ".join(['beside "{oil}"'] * 21)
    compiled = compile_rules(Request(base=(Source("test.rules", told(lines, "")),)))

    assert [found.code for found in compiled.errors if found.code == "P060"] == ["P060"]


HOUSE = """\
house mine "Mine" for night by "A. Player"
  1 "What I want to see"
    in procedure mission
      {edit}
"""

EDITS = {
    'add to order beside "Tired: {tired}"': ("Oil for 10 hours", "Tired: 2"),
    'was beside "Oil for {oil - n} hours"\n      now beside "Oil: {oil}"': ("Oil: 14",),
    'remove beside "Oil for {oil - n} hours"': (),
    'add to s beside "Hour {n}"': ("Oil for 10 hours",),
    "remove routine when oil is 0": ("Oil for 10 hours",),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_house_rule_adds_changes_and_removes_lines(edit):
    house = Source("house.rules", HOUSE.replace("{edit}", edit))
    compiled = compile_rules(Request(base=(Source("test.rules", told()),), house=(house,)))
    assert compiled.graph is not None
    assert not [found for found in compiled.errors if found.code[0] in "EO"]
    ships, order = questions(lower(compiled.graph))[0]

    assert order.remarks == EDITS[edit]
    assert ("Hour 4" in ships.remarks) is ("add to s" in edit)
