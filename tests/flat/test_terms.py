"""Passes over conditions: their order, several tests of one value, what is the same for all members."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.facts import Facts
from bombsight.flat.passes.members import simplify_members
from bombsight.flat.passes.order import order_terms, split_rare_conditions
from bombsight.flat.passes.outcomes import merge_tests
from bombsight.flat.passes.unroll import unroll_loop
from bombsight.flat.walking import map_nodes
from tests.narrowing import narrow

SKY, OIL, SEEN, LAMP = 10, 11, 12, 20
FACTS = Facts(
    data={"REACH": (3, 1, 0)},
    values={SKY: (0, 3), OIL: (0, 20), LAMP: (0, 1)},
    optional={SEEN: (0, 2)},
    runs={SKY: 1, OIL: 1, SEEN: 1, LAMP: 4},
    capacities={"ships": 2},
)
X = fx.Local("x")
VARIABLES = {
    "x": Variable(name="x", low=0, high=3, none=False),
    "n": Variable(name="n", low=0, high=3, none=False),
    "maybe": Variable(name="maybe", low=0, high=2),
}
STEPS = fx.Taking(fx.Num(5), 7, fx.Slot(OIL))
SOME = fx.Between(fx.Slot(OIL), fx.Num(1), fx.Num(9))
LIT = fx.Slot(LAMP, X)


def is_sky(*values: int) -> fx.Expr:
    return fold.disjunction([fx.Compare("==", fx.Slot(SKY), fx.Num(value)) for value in values])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((SOME, is_sky(2)), (is_sky(2), SOME)),  # the more telling first
        ((STEPS, is_sky(2)), (STEPS, is_sky(2))),  # nothing passes what takes steps
        ((fx.Slot(OIL), fx.Call("may", ()), is_sky(2)), (fx.Slot(OIL), fx.Call("may", ()), is_sky(2))),
        (
            (fx.Compare("!=", fx.Local("maybe"), fx.Num(-(2**31))), fx.Datum("REACH", fx.Local("maybe"))),
            (fx.Compare("!=", fx.Local("maybe"), fx.Num(-(2**31))), fx.Datum("REACH", fx.Local("maybe"))),
        ),  # what is none is no index
    ],
)
def test_order(before: tuple[fx.Expr, ...], after: tuple[fx.Expr, ...]) -> None:
    found = order_terms(fx.All(before), FACTS, VARIABLES)

    assert isinstance(found, fx.All)
    assert found.terms == after


def test_what_seldom_holds_is_asked_first_and_alone() -> None:
    known = evolve(FACTS, starts={SKY: 0, OIL: 5})
    usual, rare = fx.Compare("<", fx.Slot(OIL), fx.Num(9)), fx.Compare(">", fx.Slot(SKY), fx.Num(0))
    asked = order_terms(fx.All((usual, rare)), known, VARIABLES)
    assert asked == fx.All((rare, usual))
    body = (fs.Return(),)
    asking = (fs.If(condition=asked, body=body),)
    function = Function(name="f", owner="f", about="f", params=(), locals=(), results=0, body=asking)
    assert split_rare_conditions(function, known).body == (
        fs.If(condition=rare, body=(fs.If(condition=usual, body=body),)),
    )
    assert split_rare_conditions(function, FACTS) == function


@pytest.mark.parametrize(
    ("terms", "join", "told"),
    [
        ((is_sky(0), is_sky(1, 2)), fx.Either, fx.Compare("!=", fx.Slot(SKY), fx.Num(3))),
        ((is_sky(1), is_sky(2)), fx.Either, fx.Between(fx.Slot(SKY), fx.Num(1), fx.Num(2))),
        ((is_sky(0, 1), is_sky(2, 3)), fx.Either, fold.YES),
        ((is_sky(0), is_sky(1)), fx.All, fold.NO),
        ((is_sky(0, 1), fx.Not(is_sky(0))), fx.All, is_sky(1)),
    ],
)
def test_tests_of_one_value(terms: tuple[fx.Expr, ...], join: type[fx.All] | type[fx.Either], told: fx.Expr) -> None:
    assert merge_tests(join(terms), FACTS, VARIABLES) == told


def test_none_is_a_value_too() -> None:
    some = fx.Between(fx.Slot(SEEN), fx.Num(0), fx.Num(1))
    last = fx.Compare("==", fx.Slot(SEEN), fx.Num(2))

    assert merge_tests(fx.Either((some, last)), FACTS, VARIABLES) == fx.Compare("!=", fx.Slot(SEEN), fx.Num(-(2**31)))


def simplified(where: fx.Expr, kind: str = "any") -> fx.Expr:
    node = fx.Quantifier(kind, "x", fx.Numbers(fx.Num(0), fx.Num(3), 4), where)  # type: ignore[arg-type]  # one of the three kinds
    return simplify_members(node, FACTS, VARIABLES, lambda like: "same", lambda value, given: value)


def test_what_does_not_ask_for_the_member_stands_outside() -> None:
    found = simplified(fx.All((is_sky(2), LIT)))

    assert found == fx.All((is_sky(2), fx.Quantifier("any", "x", fx.Numbers(fx.Num(0), fx.Num(3), 4), LIT)))


def test_it_stays_behind_what_takes_steps() -> None:
    where = fx.All((fx.Taking(fx.Num(1), 7, LIT), is_sky(2)))

    assert narrow(fx.Quantifier, simplified(where)).where == where


def test_what_is_the_same_for_all_is_worked_out_before() -> None:
    found = simplified(fx.Compare("==", fx.Arithmetic("+", fx.Slot(OIL), fx.Slot(LAMP, fx.Local("n"))), X))

    assert isinstance(found, fx.Let)
    assert found.value == fx.Arithmetic("+", fx.Slot(OIL), fx.Slot(LAMP, fx.Local("n")))


def test_a_slot_alone_is_read_before_too() -> None:
    other = fx.Slot(LAMP, fx.Local("n"))

    found = simplified(fx.Compare("==", LIT, other))

    assert isinstance(found, fx.Let)
    assert found.value == other


def loop(*body: fs.Stmt) -> fs.Each:
    source = fx.Numbers(fx.Num(0), fx.Num(1), 2)
    return fs.Each(label="l", variable="x", source=source, watched=None, where=LIT, body=body)


def test_a_short_loop_is_its_turns() -> None:
    def copy(value: fx.Expr, given: dict[str, fx.Expr]) -> fx.Expr:
        return map_nodes(value, lambda node: given.get(node.name, node) if isinstance(node, fx.Local) else node)

    taken = fs.SetLocal(name="n", value=X)

    assert unroll_loop(loop(taken), copy, calling=True) == tuple(
        fs.If(condition=fx.Slot(LAMP, fx.Num(at)), body=(fs.SetLocal(name="n", value=fx.Num(at)),)) for at in (0, 1)
    )
    assert unroll_loop(loop(fs.Leave(label="l")), copy, calling=True) == (loop(fs.Leave(label="l")),)


def test_a_loop_whose_turns_call_is_its_turns_only_where_that_is_worth_it() -> None:
    calling = loop(fs.Invoke(names=(), function="p", args=()))

    assert unroll_loop(calling, lambda value, given: value, calling=False) == (calling,)
    assert len(unroll_loop(calling, lambda value, given: value, calling=True)) == 2
