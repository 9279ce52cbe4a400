"""A value that is kept is worked out with what it was called with, whatever that is called."""

from itertools import product

from bombsight.backends.python.load import instantiate
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.passes.prepare import prepare_program
from bombsight.runtime.dice import SeededDice
from tests.reference.comparing import graph_of

TEXT = """\
game keeping "Kept"
  sources optional

enum Post: nose, cockpit, bay, radio, ball, port, starboard, tail

state mission
  a: 0..3 = 2
  hit[Post]: 0..3 full = 1

define near(at: 0..3, now: 0..1, left: 0..3, value: 0..1): -9..99
  base: count(p in Post where hit[p] <= at or hit[p] > at + 3) + 10 * left * a + now - value

procedure mission: -9..99
  let sum: -9..999 = 0
  for n in 0..3
    set sum to near(n, 0, a, 1)
  return near(a, 0, a, 1)
"""


def test_names_of_parameters_are_those_of_the_rules_alone():
    program = lower(graph_of(TEXT))
    machine = instantiate(program, SeededDice(1).roll, lambda *_: 0)
    entry = program.find_entry("define", "near")
    machine.start()

    assert next(function for function in prepare_program(program, traced=False).functions if function.kept is not None)
    for _ in range(2):
        for at, now, left, value in product(range(4), range(2), range(4), range(2)):
            assert machine.call(entry, at, now, left, value) == (8 if at else 0) + 20 * left + now - value
