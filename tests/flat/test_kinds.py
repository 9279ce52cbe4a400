"""Tables by class know every kind of node: one that joins the flat form must be put where it belongs."""

from typing import get_args

import pytest
from attrs import fields

from bombsight.flat import effects, fold, variables
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.passes import facts, rebuild
from bombsight.flat.sites import FAULT

EXPRESSIONS = get_args(fx.Expr)
KINDS = (*EXPRESSIONS, *get_args(fx.Source), *get_args(fs.Stmt))

NO_VARIABLES = {
    *[(fx.Datum, "data"), (fx.Live, "list"), (fx.Place, "list"), (fx.Call, "function")],
    *[(fx.Elements, "list"), (fx.Held, "list"), (fs.Invoke, "function")],
    *[(fs.Each, "label"), (fs.Each, "watched"), (fs.Numbered, "label"), (fs.Turns, "label"), (fs.While, "label")],
    *[(fs.Labelled, "label"), (fs.Leave, "label"), (fs.Restart, "label")],
    *[(fs.NewElement, "list"), (fs.RemoveElement, "list"), (fs.RemoveWhere, "list"), (fs.MoveElement, "list")],
}
"""Names of other things than variables: lists in state, constant tuples, functions and labels."""

CHANGES_NOTHING = {
    *[fs.SetLocal, fs.NewHeld, fs.Append, fs.Bonus, fs.Invoke, fs.Event, fs.WorkOut, fs.Count, fs.Check, fs.Fail],
    *[fs.Leave, fs.Restart, fs.Return, *get_args(fs.Compound)],
}
"""What changes only variables and the steps that are left, or does so in what it calls or holds."""


def with_fault_sites(kinds):
    return {kind for kind in kinds if any(each.metadata == FAULT for each in fields(kind))}


def test_what_has_a_site_for_faults_may_be_one():
    assert effects.FAULTING_NODES | {fx.Place, fx.Quantifier} == with_fault_sites(KINDS)


@pytest.mark.parametrize("table", [fold.MAYBE_FAULTING, facts.EFFECT_NODES])
def test_values_that_may_be_a_fault(table):
    assert table == {*with_fault_sites(EXPRESSIONS), fx.Call}


def test_every_expression_is_rebuilt():
    assert set(rebuild.BUILDERS) == set(EXPRESSIONS)


def test_every_name_is_a_variable_or_something_else():
    names = {
        (kind, each.name)
        for kind in KINDS
        for each in fields(kind)
        if str(each.type).removesuffix(" | None") == "str" and each.name != "note"
    }
    tables = (variables.SET, variables.READ, variables.LISTS)

    assert {(kind, name) for table in tables for kind in table for name in table[kind]} | NO_VARIABLES == names


def test_every_statement_acts_or_does_not():
    assert {*effects.ACTING_NODES} | CHANGES_NOTHING == set(get_args(fs.Stmt))
    assert CHANGES_NOTHING.isdisjoint(effects.ACTING_NODES)
