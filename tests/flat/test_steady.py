"""Loops whose turns change nothing of what is asked of those behind."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.layout import SlotList
from bombsight.flat.passes.loop_invariant import SteadyLoopMarker

LIT, OIL, ROW, HELD = 20, 30, 40, 50
V, W = fx.Local("v"), fx.Local("w")
SHIPS = fx.Elements("ships", 4)
HERE = fx.Place("ships", V, None)
LIST = SlotList(
    id="ships", owner="career", title="", record="Ship", base=ROW, capacity=4, fields=("Ship.oil",), count=60, serial=61
)


def setting(base: int, offset: fx.Expr) -> fs.SetSlot:
    return fs.SetSlot(slot=fx.Slot(base, offset), value=fx.Num(0), site=1)


def function(name: str, *body: fs.Stmt, params: tuple[str, ...] = ()) -> Function:
    return Function(name=name, owner=name, about=name, params=params, locals=(), results=0, body=body)


KNOWN = SteadyLoopMarker(
    functions={
        "do:douse": function("do:douse", setting(LIT, W), params=("w",)),
        "do:again": function("do:again", fs.Invoke(names=(), function="do:again", args=())),
    },
    lists={},
    leaving={"ships": frozenset({ROW, HELD})},
    fields={"ships": frozenset({OIL})},
    regions={},
)


def calling(name: str, *args: fx.Expr) -> fs.Invoke:
    return fs.Invoke(names=(), function=name, args=args)


@pytest.mark.parametrize(
    ("turn", "found"),
    [
        (setting(OIL, V), True),
        (setting(LIT, V), True),  # its own
        (setting(LIT, W), False),
        (setting(LIT, fx.Num(2)), False),
        (calling("do:douse", V), True),
        (calling("do:douse", fx.Num(2)), False),
        (calling("do:again"), False),  # nobody knows
        (fs.FallBack(slot=fx.Slot(LIT, V), count=1, names=None, site=1), False),
    ],
)
def test_a_turn_may_change_what_is_its_own(turn: fs.Stmt, found: bool) -> None:
    loop = fs.Each(
        label="l",
        variable="v",
        source=fx.Numbers(fx.Num(0), fx.Num(8), 9),
        watched=None,
        where=fx.Compare(">", fx.Slot(LIT, V), fx.Num(0)),
        body=(turn,),
    )
    assert KNOWN.mark_loop(loop) == evolve(loop, steady=found)


@pytest.mark.parametrize(("asked", "found"), [(OIL, True), (HELD, False)])
def test_an_element_that_leaves_changes_who_holds_it(asked: int, found: bool) -> None:
    known = evolve(KNOWN, lists={"ships": LIST})
    removing = fs.RemoveWhere(list="ships", variable="v", where=fx.Slot(asked, HERE), site=1)
    assert known.mark_loop(removing) == evolve(removing, steady=found)


@pytest.mark.parametrize(
    ("turn", "found"), [(setting(OIL, HERE), True), (fs.RemoveElement(list="ships", value=W, site=1), False)]
)
def test_elements_stay_in_their_places(turn: fs.Stmt, found: bool) -> None:
    known = evolve(KNOWN, lists={"ships": LIST})
    loop = fs.Each(label="l", variable="v", source=SHIPS, watched=None, where=fx.Slot(OIL, HERE), body=(turn,))
    assert known.mark_loop(loop) == evolve(loop, steady=found)
