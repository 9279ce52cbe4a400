"""Numbers by runs of values: the same verdicts as by single values, and the same on any scale."""

import re
from collections.abc import Callable
from contextlib import contextmanager
from itertools import product
from operator import add, and_, eq, ge, gt, le, lt, ne, or_, sub
from typing import Any, cast
from unittest.mock import patch

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.checks.reasoning import diagram_operations, program
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from tests.compiler.checks import test_conditions, test_exact
from tests.compiler.checks.test_exact import Condition


@contextmanager
def by_runs():
    """Let every number that can be more than one value count as wide."""
    with patch.object(diagram_operations, "WIDE_LIMIT", 1), patch.object(program, "WIDE_LIMIT", 1):
        yield


def inner_test(test: Callable[..., object], *drawn: object) -> None:
    """Call the function that Hypothesis calls for a test, with what was drawn here."""
    cast("Any", test).hypothesis.inner_test(*drawn)


@given(test_exact.tables())
def test_rolled_tables(table):
    with by_runs():
        inner_test(test_exact.test_rolled_tables, table)


@given(test_exact.exceptions)
def test_exceptions(sisters):
    with by_runs():
        inner_test(test_exact.test_exceptions, sisters)


@given(test_exact.cells)
def test_looked_up_grids(lines):
    with by_runs():
        inner_test(test_exact.test_looked_up_grids, lines)


@given(test_exact.conditions, test_exact.conditions, test_exact.conditions)
def test_branches(first, inner, second):
    with by_runs():
        inner_test(test_conditions.test_branches, first, inner, second)


# --- what is worked out from several numbers

HEAD = """\
game market "A market"
  sources optional

state mission
  money "Money": 0..5 = 0
  price "Price": 0..4 = 0
  debt "Debt": -3..3 or none = none
  x "X": 0..9 full = 0

define owed: -3..7 = debt or else 7

procedure mission
  nothing

"""


@frozen
class Purse:
    money: int
    price: int
    debt: int | None


PURSES = [Purse(*values) for values in product(range(6), range(5), (None, *range(-3, 4)))]

figures = st.integers(-4, 9)
single = st.sampled_from(
    [
        Condition("money", lambda s: s.money),
        Condition("price", lambda s: s.price),
        Condition("owed", lambda s: 7 if s.debt is None else s.debt),
    ]
)


def times(amount, by):
    return Condition(f"{by} * {amount.text}" if by >= 0 else f"-{-by} * {amount.text}", lambda s: by * amount.holds(s))


def divided(amount, by, up):
    text = f"({amount.text} / {by} rounded {'up' if up else 'down'})"
    return Condition(text, lambda s: -(-amount.holds(s) // by) if up else amount.holds(s) // by)


def of_two(form, work):
    return lambda one, other: Condition(form.format(one.text, other.text), lambda s: work(one.holds(s), other.holds(s)))


def combined(inner):
    return st.one_of(
        *(
            st.builds(of_two(form, work), inner, inner)
            for form, work in (("({} + {})", add), ("({} - {})", sub), ("min({}, {})", min), ("max({}, {})", max))
        ),
        st.builds(times, inner, figures),
        st.builds(divided, inner, st.integers(1, 4), st.booleans()),
        inner.map(lambda amount: Condition(f"abs({amount.text})", lambda s: abs(amount.holds(s)))),
    )


OPERATORS = {"<": lt, "<=": le, ">": gt, ">=": ge, "is": eq, "is not": ne}


def comparisons(leaves):
    """Comparisons of numbers that are worked out from so many at most."""
    amounts = st.recursive(single, combined, max_leaves=leaves)
    figure = figures.map(lambda n: Condition(str(n), lambda s: n))
    compare = st.sampled_from(sorted(OPERATORS)).flatmap(
        lambda sign: st.builds(of_two(f"{{}} {sign} {{}}", OPERATORS[sign]), amounts, st.one_of(figure, amounts))
    )
    return st.one_of(compare, st.just(Condition("debt is none", lambda s: s.debt is None)))


joined = st.one_of(
    comparisons(3),
    *(
        st.builds(of_two(f"({{}}) {word} ({{}})", work), comparisons(3), comparisons(3))
        for word, work in (("and", and_), ("or", or_))
    ),
)


def lint_case(text):
    compiled = compile_rules(Request(base=(Source("head", HEAD), Source("case", text))))
    return {(one.code, one.span.line): one for one in compiled.diagnostics if one.span.path == "case"}


def settled(condition, reached):
    """What is to be told of a condition that is asked in some states."""
    held = [state for state in reached if condition(state)]
    return {"V040"} if reached and not held else {"V041"} if reached and len(held) == len(reached) else set()


def branches(first, inner, second):
    """What is found in two conditions one within the other, in a choice, in a table and in a define; what there is."""
    text = f"""\
define one: yes/no = {first.text}
define other: yes/no = {inner.text}
define third: yes/no = {second.text}

procedure trial
  if one
    if other
      set x to 1
  choose way
    ask "What"
    answer up "Up" when other
      set x to 2
    answer down "Down" when third
      set x to 3

table Fair "Fair" printed
  roll 1d4
  +2 dear when one
  -1 cheap when other
  +(money) money
  1..5: nothing

define due: 0..9
  base: 0
  except dear: 1 when one
  except cheap: 2 when third
"""
    with by_runs():
        told = lint_case(text)
    within = [state for state in PURSES if first(state)]
    added = (state.money + 2 * first(state) - inner(state) for state in PURSES)
    totals = {die + more for more in set(added) for die in range(1, 5)}
    there = {(code, 6) for code in settled(first, PURSES)} | {(code, 7) for code in settled(inner, within)}
    there |= {("P045", 9)} if any(not inner(state) and not second(state) for state in PURSES) else set()
    there |= {("T001", 17)} if totals - set(range(1, 6)) else set()
    there |= {("V012", 26)} if any(first(state) and second(state) for state in PURSES) else set()
    looked_at = {("V040", 6), ("V041", 6), ("V040", 7), ("V041", 7), ("P045", 9), ("T001", 17), ("V012", 26)}
    if ("T001", 17) in told:
        missing = totals - set(range(1, 6))
        assert test_exact.spans(told["T001", 17].message) == missing
    return told.keys() & looked_at, there, {code for code, _ in told}


@given(comparisons(2), comparisons(2), comparisons(2))
def test_sums_and_differences(first, inner, second):
    """All of it is told, and nothing else; or it is told that a table was too much to judge.

    Runs of values do not know how three numbers hang together by two conditions, one of which may say that there is no
    number and so what stands in its place: what follows from both may be missed.
    """
    told, there, codes = branches(first, inner, second)
    assert told <= there
    missed = {("T001", 17)} if "T026" in codes else set()
    settles = relates_numbers(first) or "none" in first.text
    missed |= {("V040", 7), ("V041", 7)} if settles and relates_numbers(inner) else set()
    assert there - told <= missed


def relates_numbers(condition: Condition) -> bool:
    """Whether a condition compares numbers with each other."""
    return sum(name in condition.text for name in ("money", "price", "owed")) > 1


@given(joined, joined, joined)
def test_what_hangs_together_in_many_ways(first, inner, second):
    """Nothing else is told; all of it, or that it was too much, but for single conditions."""
    told, there, codes = branches(first, inner, second)
    assert told <= there
    assert "T026" in codes or {code for code, _ in there - told} <= {"V040", "V041"}


# --- on another scale

BLOCK = 1_000
"""How many numbers one number of the small scale stands for: 3 for 3,000 to 3,999."""


def scaled(text, by):
    """Rules whose numbers in brackets, `<3`, `3>` and `<3>`, are the first, the last or both of what they stand for."""
    text = re.sub(r"<(-?\d+)>", lambda n: f"{int(n[1]) * by}..{int(n[1]) * by + by - 1}", text)
    text = re.sub(r"<(-?\d+)", lambda n: str(int(n[1]) * by), text)
    return re.sub(r"(-?\d+)>", lambda n: str(int(n[1]) * by + by - 1), text)


tests = st.one_of(
    st.builds(
        lambda field, form, n: form.format(field, n),
        st.sampled_from(["money", "debt", "depth[port]"]),
        st.sampled_from(["{0} >= <{1}", "{0} < <{1}", "{0} > {1}>", "{0} <= {1}>", "{0} in <{1}>"]),
        st.integers(-1, 6),
    ),
    st.just("sky is fog"),
)
hanging = st.recursive(
    tests,
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.builds("({}) and ({})".format, inner, inner),
        st.builds("({}) or ({})".format, inner, inner),
    ),
    max_leaves=4,
)
row = st.tuples(st.integers(0, 4), st.integers(0, 3), st.sampled_from(["yes", "no", "any"]))
rows = st.lists(row, min_size=1, max_size=4)


def lint_lines(text):
    """What is found in rules: codes, each with its line."""
    compiled = compile_rules(Request(base=(Source("case", text),)))
    return {(found.code, found.span.line) for found in compiled.diagnostics}


@given(hanging, hanging, hanging, rows)
def test_a_rule_says_the_same_on_a_larger_scale(one, other, third, lines):
    """Where each figure is a thousand times as much, the same is found in the same lines."""
    grid = "\n".join(f"  | <{low}..{low + more}> | {old} | {at} |" for at, (low, more, old) in enumerate(lines))
    text = f"""\
game night "A night"
  sources optional

enum Sky: clear, fog

enum Side: port, starboard

state mission
  money "Money": <0..5> = <0
  debt "Debt": <-2..3> = <0
  depth[Side] "Depth": <0..7> = <0
  sky "Sky": Sky = clear

procedure mission
  if {one}
    if {other}
      set sky to fog
  choose way
    ask "What"
    answer up "Up" when {other}
      set money to <5
    answer down "Down" when {third}
      set debt to <2

table Turn "Turn" printed
  when {one}: nothing
  when {third}: nothing
  roll 1d6
  +2 much when {other}
  -1 little when {third}
  1..7: nothing

define due: 0..9
  base: 0
  except dear: 1 when {one}
  except cheap: 2 when {third}

table Due "Due" printed
  for of: <0..7>, old: yes/no
  gives 0..9
  | of | old | due |
{grid}
"""
    assert lint_lines(scaled(text, 1)) == lint_lines(scaled(text, BLOCK))
