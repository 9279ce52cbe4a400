"""Standing offers to throw dice again: when they are made, and what they ask."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.calls import SMALL, size
from bombsight.compiler.lower.derived_values import aside, lines
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.unit import Offered, Unit
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.sites import ChoiceSite


def offer_frame(reroll: n.Reroll, unit: Unit) -> Frame:
    """A frame for a standing offer's functions."""
    return Frame(unit=unit, owner=f"reroll:{reroll.name}", cite=reroll.origin.cite)


def offer_named(name: str, unit: Unit) -> n.Reroll:
    """The standing offer of this name."""
    return next(reroll for reroll in unit.graph.rerolls if reroll.name == name)


def standing_offer(reroll: n.Reroll, unit: Unit) -> Offered:
    """When an offer is made, and its question."""
    if reroll.name not in unit.offers:
        frame = offer_frame(reroll, unit)
        with frame.pure():
            condition = value(reroll.condition, frame)
        if size(condition) > SMALL:
            condition = fx.Call(unit.function("offered", reroll.name), ())
        used = fx.Slot(unit.layout.offers[reroll.name])
        values: list[fx.Expr] = []
        beside = lines(reroll.beside, frame, values)
        routine = None if reroll.routine is None else aside(reroll.routine, frame, values)
        assert not values, "what stands beside an offer reads the state alone"
        site = ChoiceSite(
            **frame.where(reroll.span, reroll.origin),
            id=f"offer:{reroll.name}",
            ask=(reroll.title,),
            by="player",
            option_type=None,
            branches=(("keep", ("Keep the dice",)), ("again", ("Throw again",))),
            offer=True,
            beside=beside,
            routine=routine,
        )
        unit.offers[reroll.name] = Offered(
            condition=fold.conjunction([fold.compare("<", used, fx.Num(reroll.limit)), condition]),
            site=unit.sites.add(site),
        )
    return unit.offers[reroll.name]


def about(reroll: n.Reroll) -> str:
    """An offer for the reader of its functions."""
    return f'reroll {reroll.name} "{reroll.title}"  {reroll.span}'
