"""What the passes make of expressions; that they change nothing is held by the agreement of the backends."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.exists_prefilter import add_exists_prefilters
from bombsight.flat.passes.facts import Facts
from bombsight.flat.passes.inline import inline_functions
from bombsight.flat.passes.members import narrow_members
from bombsight.flat.passes.outcomes import merge_picks
from bombsight.flat.passes.price import NATIVE
from bombsight.flat.passes.rebuild import Rebuilder
from bombsight.flat.passes.tabulate import tabulate
from bombsight.flat.passes.vectorize import can_vectorize, split_into_lanes
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
    split = split_into_lanes(quantifier(where))
    assert split is not None
    assert (split.first, split.count, split.at_once, split.then) == (0, 9, where, None)


def test_what_may_be_a_fault_is_asked_one_by_one_behind():
    split = split_into_lanes(quantifier(fx.All((ROW, fx.Compare("==", FIT, X), ROW))))
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
    assert split_into_lanes(node) is None


# --- tables

VARIABLES = {
    "x": Variable(name="x", low=-1, high=2, none=True),
    "y": Variable(name="y", low=0, high=5, none=False),
    "wide": Variable(name="wide"),
}
DATA = {"d": tuple(number % 3 for number in range(60))}


def facts() -> Facts:
    return Facts(data=dict(DATA), values={5: (0, 1)}, optional={}, runs={5: 1, 6: 1}, capacities={})


def long_sum(index: fx.Expr) -> fx.Expr:
    """How many of some constants are 1."""
    at = fx.Arithmetic("+", fx.Arithmetic("*", V, fx.Num(6)), index)
    return quantifier(fx.Compare("==", fx.Datum("d", at), fx.Num(1)), "count")


def num_for_any(value: int, node: object) -> fx.Num:
    return fx.Num(value)


def test_a_table_holds_what_would_be_worked_out():
    node = fx.Pick(
        fx.Compare("==", X, fx.Num(NONE)), fx.Slot(5), fx.Extreme("max", (fold.plus(long_sum(Y), X), fx.Num(2)))
    )
    known = facts()
    found = tabulate(node, known, VARIABLES)
    assert isinstance(found, fx.Datum)
    for x, y, slot in product((-1, 0, 1, 2, NONE), range(6), (0, 1)):
        given = {"x": fx.Num(x), "y": fx.Num(y)}
        change = Rebuilder(known.data, {fx.Slot: partial(num_for_any, slot)})
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
    known = facts()
    assert tabulate(node, known, VARIABLES) is None
    assert known.data == DATA


# --- members of whom a constant tells


@pytest.mark.parametrize(
    ("known", "source"),
    [
        (fx.Compare("==", fx.Datum("d", V), fx.Num(2)), fx.Values((fx.Num(2), fx.Num(5), fx.Num(8)))),
        (fx.Between(V, fx.Num(3), fx.Num(7)), fx.Numbers(fx.Num(3), fx.Num(7), 5)),
        (fx.Compare("!=", fx.Datum("d", V), fx.Num(2)), None),
        (fx.Compare("==", fx.Datum("d", X), fx.Num(2)), None),
    ],
    ids=["few", "in a row", "many", "not known"],
)
def test_whom_a_constant_leaves_out_nobody_asks(known: fx.Expr, source: fx.Source | None) -> None:
    node = quantifier(fx.All((known, ROW)))

    def copy(value: fx.Expr, given: dict[str, fx.Expr]) -> fx.Expr:
        return Rebuilder(dict(DATA))(value, given)

    found = narrow_members(node, facts(), copy)
    assert found == (node if source is None else evolve(node, source=source, where=ROW))


def test_of_two_values_that_differ_in_a_constant_that_is_picked() -> None:
    one, other = fx.Arithmetic("-", fx.Num(9), X), fx.Arithmetic("-", fx.Num(8), X)
    picked = fx.Pick(fx.Slot(5), fx.Num(9), fx.Num(8))
    assert merge_picks(fx.Pick(fx.Slot(5), one, other)) == fx.Arithmetic("-", picked, X)
    assert merge_picks(node := fx.Pick(fx.Slot(5), one, fx.Arithmetic("-", fx.Num(8), Y))) == node


# --- what must hold somewhere


def going_through(where: fx.Expr) -> fs.Block:
    """What becomes of a loop over members; what they look up at places from 0 to 3 stands from 30 on, these from 20."""
    known = Facts({}, {20: (0, 3), 30: (0, 9), 40: (0, 9)}, {}, {20: 9, 30: 4, 40: 3}, {})
    loop = fs.Each(
        variable="v", label="l", source=fx.Numbers(fx.Num(0), fx.Num(8), 9), where=where, watched=None, body=()
    )
    own = (Variable(name="v", low=0, high=8, none=False),)
    function = Function(name="f", owner="f", about="f", params=(), locals=own, results=0, body=(loop,))
    return add_exists_prefilters(function, known, can_vectorize).body


def test_what_must_hold_of_a_place_is_asked_of_all_places_first() -> None:
    looked_up = fx.Compare(">=", fx.Slot(30, fx.Slot(20, V)), fx.Num(2))

    (found,) = going_through(fx.All((fx.Not(FIT.value), looked_up)))

    assert isinstance(found, fs.If)
    assert isinstance(found.condition, fx.Quantifier)
    assert found.condition.source == fx.Numbers(fx.Num(0), fx.Num(3), 4)
    own = fx.Local(found.condition.variable)
    assert found.condition.where == fx.Compare(">=", fx.Slot(30, own), fx.Num(2))
    assert isinstance(found.body[0], fs.Each)


@pytest.mark.parametrize(
    "where",
    [
        fx.All((fx.Compare("==", FIT, fx.Num(1)), fx.Slot(30, fx.Slot(20, V)))),
        fx.Compare(">=", fx.Slot(30, fx.Slot(20, V)), V),
        fx.Slot(40, fx.Slot(20, V)),
        fx.Not(fx.Slot(30, fx.Slot(20, V))),
    ],
    ids=["behind what may be a fault", "of the member too", "beyond the row", "holds nearly always"],
)
def test_what_is_not_asked_of_all_places_first(where: fx.Expr) -> None:
    assert isinstance(going_through(where)[0], fs.Each)


# --- inlining


def giving(name: str, value: fx.Expr, *params: str) -> Function:
    """A function of numbers from 0 to 5 that gives a value."""
    variables = tuple(Variable(name=param, low=0, high=5, none=False) for param in params)
    body = (fs.Return(values=(value,)),)
    return Function(name=name, owner=name, about=name, params=params, locals=variables, results=1, body=body)


def test_a_call_of_constants_within_what_is_inlined_is_told_by_them() -> None:
    wide = fx.Slot(6, fx.Local("wide"))
    long = fx.Extreme("max", tuple(fx.Slot(20 + at, Y) for at in range(24)))
    kept = giving("kept", fx.Pick(fx.Compare("==", Y, fx.Num(3)), long, fx.Num(0)), "y")
    calling = giving("calling", fx.All((wide, fx.Call("kept", (Y,)))), "wide", "y")
    functions = (
        kept,
        calling,
        giving("same", fx.Call("calling", (fx.Local("wide"), fx.Num(3))), "wide"),
        giving("other", fx.Call("calling", (fx.Local("wide"), fx.Num(2))), "wide"),
    )

    found = {made.name: made.body for made in inline_functions(functions, facts(), NATIVE, can_vectorize)}

    assert found["same"] == (fs.Return(values=(fx.All((wide, fx.Call("kept", (fx.Num(3),)))),)),)
    assert found["other"] == (fs.Return(values=(fx.Num(0),)),)
