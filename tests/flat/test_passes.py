"""What the passes make of expressions; that they change nothing is held by the agreement of the backends."""

from __future__ import annotations

from itertools import product

import pytest

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.lanes import lanes
from bombsight.flat.passes.rebuild import Rebuild
from bombsight.flat.passes.solve import solved
from bombsight.flat.passes.tabulate import Span, Tables
from bombsight.flat.types import NONE

V, X, Y = fx.Local("v"), fx.Local("x"), fx.Local("y")
ROW = fx.Slot(10, V)
FIT = fx.Fit(ROW, 0, 3, False, 7)


def quantifier(where: fx.Expr, kind="any", first=0, last=8) -> fx.Quantifier:
    return fx.Quantifier(kind, "v", fx.Numbers(fx.Num(first), fx.Num(last), last - first + 1), where)


# --- lanes


@pytest.mark.parametrize(
    "where",
    [
        fx.Compare("==", ROW, X),
        fx.Compare("!=", fx.Slot(10, fx.Arithmetic("+", V, fx.Num(2))), fx.Slot(3)),
        fx.Not(ROW),
        fx.Either((ROW, fx.Between(fx.Datum("d", V), fx.Num(1), fx.Num(4)))),
        fx.Among(ROW, (fx.Num(1), fx.Num(5))),
    ],
)
def test_what_stands_in_a_row_is_asked_at_once(where):
    split = lanes(quantifier(where))
    assert split is not None
    assert (split.first, split.count, split.at_once, split.then) == (0, 9, where, None)


def test_what_may_be_a_fault_is_asked_one_by_one_behind():
    split = lanes(quantifier(fx.All((ROW, fx.Compare("==", FIT, X), ROW))))
    assert split is not None
    assert split.at_once == ROW
    assert split.then == fx.All((fx.Compare("==", FIT, X), ROW))


@pytest.mark.parametrize(
    "node",
    [
        quantifier(fx.Compare("==", FIT, X)),
        quantifier(fx.Slot(10, fx.Arithmetic("*", V, fx.Num(2)))),
        quantifier(fx.Compare("==", X, Y)),
        quantifier(ROW, last=1),
        quantifier(ROW, last=40),
    ],
    ids=["fault", "no row", "no member", "few", "many"],
)
def test_what_is_not_asked_at_once(node):
    assert lanes(node) is None


# --- solving


def solution(node: fx.Quantifier) -> fx.Expr | None:
    names = iter("abcdefgh")
    copy = Rebuild({})
    return solved(node, Variable(name="v", low=0, high=8, none=False), copy, lambda _: next(names))


def test_the_member_that_is_a_value_is_that_value():
    found = solution(quantifier(fx.All((fx.Compare("==", V, X), ROW)), "first"))
    for value, slot in product((-1, 0, 4, 8, 9, NONE), (0, 1)):
        given = Rebuild({}, lambda node, slot=slot: fx.Num(slot) if isinstance(node, fx.Slot) else node)
        expected = value if 0 <= value <= 8 and slot else NONE
        assert given(found, {"x": fx.Num(value)}) == fx.Num(expected)


@pytest.mark.parametrize(
    "where", [fx.All((FIT, fx.Compare("==", V, X))), fx.Compare("==", V, ROW), fx.Compare("!=", V, X)]
)
def test_what_cannot_be_solved(where):
    assert solution(quantifier(where)) is None


# --- tables

VARIABLES = {
    "x": Variable(name="x", low=-1, high=2, none=True),
    "y": Variable(name="y", low=0, high=5, none=False),
    "wide": Variable(name="wide"),
}
DATA = {"d": tuple(number % 3 for number in range(60))}
SLOTS = {5: Span(0, 1, none=False)}


def long_sum(index: fx.Expr) -> fx.Expr:
    """How many of some constants are 1."""
    at = fx.Arithmetic("+", fx.Arithmetic("*", V, fx.Num(6)), index)
    return quantifier(fx.Compare("==", fx.Datum("d", at), fx.Num(1)), "count")


def test_a_table_holds_what_would_be_worked_out():
    node = fx.Pick(
        fx.Compare("==", X, fx.Num(NONE)), fx.Slot(5), fx.Extreme("max", (fold.plus(long_sum(Y), X), fx.Num(2)))
    )
    tables = Tables(dict(DATA), SLOTS)
    found = tables.tabulated(node, VARIABLES)
    assert isinstance(found, fx.Datum)
    for x, y, slot in product((-1, 0, 1, 2, NONE), range(6), (0, 1)):
        given = {"x": fx.Num(x), "y": fx.Num(y)}
        change = Rebuild(tables.data, lambda node, slot=slot: fx.Num(slot) if isinstance(node, fx.Slot) else node)
        counted = sum(DATA["d"][6 * v + y] == 1 for v in range(9))
        assert change(found, given) == fx.Num(slot if x == NONE else max(counted + x, 2))


@pytest.mark.parametrize(
    "node",
    [
        long_sum(fx.Local("wide")),
        fold.plus(long_sum(Y), fx.Slot(6)),
        fold.plus(long_sum(Y), fx.Call("f", ())),
        fold.plus(long_sum(Y), fx.Some(X, 1)),
        fold.plus(X, Y),
    ],
    ids=["wide", "unknown slot", "call", "fault", "too little"],
)
def test_what_is_not_tabulated(node):
    tables = Tables(dict(DATA), SLOTS)
    assert tables.tabulated(node, VARIABLES) is None
    assert tables.data == DATA
