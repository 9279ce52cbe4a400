"""Lowering of standing offers to throw dice again: their condition and their question."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.calls import INLINE_LIMIT, count_parts
from bombsight.compiler.lower.derived_values import lower_aside, lower_aside_lines
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.program_builder import LoweredOffer, ProgramBuilder
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.sites import ChoiceSite


def offer_builder(reroll: n.Reroll, unit: ProgramBuilder) -> FunctionBuilder:
    """Create a function builder for a standing offer (a player's right to throw dice again)."""
    return FunctionBuilder(unit=unit, owner=f"reroll:{reroll.name}", cite=reroll.origin.cite)


def find_offer(name: str, unit: ProgramBuilder) -> n.Reroll:
    """Find a standing offer (a player's right to throw dice again) by its name."""
    return next(reroll for reroll in unit.graph.rerolls if reroll.name == name)


def lower_offer(reroll: n.Reroll, unit: ProgramBuilder) -> LoweredOffer:
    """Lower the condition and the question of a standing offer (to throw dice again); memoized."""
    if reroll.name not in unit.offers:
        builder = offer_builder(reroll, unit)
        with builder.no_statements():
            condition = lower_expr(reroll.condition, builder)
        if count_parts(condition) > INLINE_LIMIT:
            condition = fx.Call(unit.function_name("offered", reroll.name), ())
        used = fx.Slot(unit.layout.offers[reroll.name])
        values: list[fx.Expr] = []
        beside = lower_aside_lines(reroll.beside, builder, values)
        routine = None if reroll.routine is None else lower_aside(reroll.routine, builder, values)
        assert not values, "what stands beside an offer reads the state alone"
        site = ChoiceSite(
            **builder.site_fields(reroll.span, reroll.origin),
            id=f"offer:{reroll.name}",
            ask=(reroll.title,),
            by="player",
            option_type=None,
            branches=(("keep", ("Keep the dice",)), ("again", ("Throw again",))),
            offer=True,
            beside=beside,
            routine=routine,
        )
        unit.offers[reroll.name] = LoweredOffer(
            condition=fold.conjunction([fold.compare("<", used, fx.Num(reroll.limit)), condition]),
            site=unit.sites.site_number(site),
        )
    return unit.offers[reroll.name]


def describe_offer(reroll: n.Reroll) -> str:
    """Return the code comment for the functions of a standing offer: ``reroll NAME "TITLE" PLACE``."""
    return f'reroll {reroll.name} "{reroll.title}"  {reroll.span}'
