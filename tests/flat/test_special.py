"""Functions made for constants."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.guards import Guard
from bombsight.flat.passes.specialize import can_specialize, specialize_function

SET = fs.SetSlot(slot=fx.Slot(3, fx.Local("x")), value=fx.Arithmetic("+", fx.Local("x"), fx.Num(1)), site=0)
NUMBER = Variable(name="x", low=0, high=9)
CALLED = Function(name="do:p", owner="procedure:p", about="p", params=("x",), locals=(NUMBER,), results=0, body=(SET,))


def test_constants_stand_in_the_place_of_parameters() -> None:
    found = specialize_function(CALLED, "do:p/4", (4,), {})

    assert (found.name, found.params, found.locals) == ("do:p/4", (), ())
    assert found.body == (fs.SetSlot(slot=fx.Slot(3, fx.Num(4)), value=fx.Num(5), site=0),)


@pytest.mark.parametrize(
    "other",
    [
        evolve(CALLED, body=(fs.SetLocal(name="x", value=fx.Num(0)), SET)),
        evolve(CALLED, body=(SET,) * 200),
        evolve(CALLED, guard=Guard(number=0)),
    ],
    ids=["it changes its parameter", "it is large", "something is done around it"],
)
def test_not_every_function_is_made_for_constants(other: Function) -> None:
    assert can_specialize(CALLED)
    assert not can_specialize(other)
