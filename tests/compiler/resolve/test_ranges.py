"""The range of a worked-out number is that of the numbers it can be: nothing lies outside, and its ends are reached."""

from itertools import product
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.compiler.graph.expressions import Comparison
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.types import IntType
from tests.narrowing import narrow, unwrap

NIGHT = """\
game night "A night"
  sources optional

enum Ship
  | ship    | strength |
  | trawler | {one}    |
  | packet  | {two}    |

state mission
  a: {a} = {a0}
  b: {b} = {b0}
  ship: Ship = trawler

define worked_out: yes/no = {expression} is 0

procedure mission
  nothing
"""

ranges = st.tuples(st.integers(-7, 7), st.integers(0, 6)).map(lambda ends: (ends[0], ends[0] + ends[1]))

OPERATIONS = {
    "a + b": lambda a, b, _: a + b,
    "a - b": lambda a, b, _: a - b,
    "b - a": lambda a, b, _: b - a,
    "a * b": lambda a, b, _: a * b,
    "-a": lambda a, _b, _: -a,
    "min(a, b)": lambda a, b, _: min(a, b),
    "max(a, b)": lambda a, b, _: max(a, b),
    "min(a, b, 0)": lambda a, b, _: min(a, b, 0),
    "max(a, b, 0)": lambda a, b, _: max(a, b, 0),
    "abs(a)": lambda a, _b, _: abs(a),
    "abs(a - b)": lambda a, b, _: abs(a - b),
    "sum(a for x in Ship)": lambda a, _b, _: 2 * a,
    "a / 3 rounded down": lambda a, _b, _: floor(a / 3),
    "a / 3 rounded up": lambda a, _b, _: ceil(a / 3),
    "a / ship.strength rounded down": lambda a, _b, s: floor(a / s),
    "a / ship.strength rounded up": lambda a, _b, s: ceil(a / s),
    "a - ship.strength": lambda a, _b, s: a - s,
    "a - (b - 2)": lambda a, b, _: a - (b - 2),
}


@pytest.mark.parametrize("operation", OPERATIONS)
@settings(max_examples=15)
@given(ranges, ranges, st.tuples(st.integers(1, 4), st.integers(1, 4)))
def test_ranges(operation, a, b, strengths):
    text = NIGHT.format(
        a=f"{a[0]}..{a[1]}",
        b=f"{b[0]}..{b[1]}",
        a0=a[0],
        b0=b[0],
        one=strengths[0],
        two=strengths[1],
        expression=f"({operation})",
    )
    graph = unwrap(compile_rules(Request(base=(Source("night.rules", text),)), proofs=False).graph)
    values = {
        OPERATIONS[operation](x, y, s) for x, y, s in product(range(a[0], a[1] + 1), range(b[0], b[1] + 1), strengths)
    }
    assert narrow(Comparison, graph.defines[0].base).left.type == IntType(min(values), max(values))


DICE = {"1d6": (1, 6), "2d6": (2, 12), "3d4": (3, 12), "1d10": (1, 10), "1d6 - 2": (-1, 4), "d66": (11, 66)}


@pytest.mark.parametrize(("dice", "ends"), DICE.items())
def test_dice_know_their_ends(dice, ends):
    text = NIGHT.format(a="0..9", b="0..9", a0=0, b0=0, one=1, two=1, expression="a")

    def never(low, high):
        lines = f"  let n: {low}..{high} = {dice}\n"
        found = compile_rules(Request(base=(Source("night.rules", text + lines),)), proofs=False).diagnostics
        return [one.code for one in found]

    low, high = ends
    assert never(low - 9, low - 1) == never(high + 1, high + 9) == ["V001"]
    assert never(low - 9, low) == never(high, high + 9) == []
