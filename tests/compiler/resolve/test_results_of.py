"""``results of``: a table that is gone through is used, read, and follows its amendments."""

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.play import Finished, run
from bombsight.runtime.run.policies import autopilot_policy
from tests.narrowing import narrow, unwrap

NIGHT = """\
game night "A night"
  sources optional

enum Sky: clear, rain, fog, gale
enum Watch: dusk, dawn

state mission
  last "Watch": Watch = dusk

table Turn "The sky turns" printed
  for watch: Watch
  gives Sky or none
  | 1d6  | dusk  | dawn |
  | ..3  | clear | -    |
  | else | rain  | fog  |

procedure mission: 0..99
  set last to dawn
  return {}
"""
AMENDED = """\
house {0} "{0}" for night by "A. Keeper"
  1 "Dawn clears"
    {1}
"""


def compiled(value, *edits):
    text = NIGHT.format(value)
    house = tuple(Source(f"{at}.rules", AMENDED.format(f"h{at}", edit)) for at, edit in enumerate(edits))
    found = compile_rules(Request(base=(Source("night.rules", text),), house=house))
    assert {one.code for one in found.diagnostics} <= {"N017"}
    return unwrap(found.graph)


def value_of(program):
    done = run(program, program.mission, (), SeededDice(1).throw, autopilot_policy(program), load=instantiate)
    return narrow(Finished, done).value


def value(expression, *edits):
    program = lower(compiled(expression, *edits))
    return value_of(program)


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("count(s in results of Turn(dusk))", 2),
        ("count(s in results of Turn(dawn))", 1),
        ("count(s in results of Turn(last) where s is fog)", 1),
        ("count(s in results of Turn(dusk) where s is fog)", 0),
    ],
)
def test_a_column_counts_alone(expression, result):
    assert value(expression) == result


@pytest.mark.parametrize(
    "edit",
    [
        "in table Turn row ..3 column dawn\n      was -\n      now gale",
        "in table Turn\n      was | ..3 | clear | - |\n      now | ..3 | clear | gale |",
    ],
)
def test_amendments_are_followed(edit):
    assert value("count(s in results of Turn(last))", edit) == 2


def test_a_table_that_is_gone_through_is_read_and_used():
    graph = compiled("count(s in results of Turn(last))")
    assert ("reads", "procedure:mission", "table:Turn") in [(e.kind, e.source, e.target) for e in graph.edges]


def test_a_loop_keeps_what_its_members_depend_on():
    loop = "  for each s in results of Turn(last)\n    set last to dusk\n    add 1 to seen\n"
    text = NIGHT.replace("  return {}", f"  let seen: 0..9 = 0\n{loop}  return seen")
    graph = unwrap(compile_rules(Request(base=(Source("night.rules", text),))).graph)
    program = lower(graph)
    assert value_of(program) == 1
