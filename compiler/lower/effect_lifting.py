"""What throws dice or runs a procedure, lifted out of values into statements of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.expressions import all_values, arguments, value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.offers import standing_offer
from bombsight.compiler.lower.origins import item_origin
from bombsight.compiler.lower.steps import Steps
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.sites import RollSite
from bombsight.flat.types import Type

KEPT = ("natural", "total")
"""What a kept roll gives beside its result."""


def roll_dice(node: x.RollDice, frame: Frame) -> fx.Expr:
    """Dice that no table owns: ``2d6``."""
    return throw(node, frame, frame.locals.temporary("thrown"))


def lower_call(node: x.Call, frame: Frame) -> fx.Expr:
    """What a table or a procedure gives that is run for it."""
    return all_values(node, frame)[0]


def called_parts(node: x.Call, frame: Frame) -> tuple[fx.Expr, ...]:
    """The same, each part."""
    names = [frame.locals.temporary("given") for _ in range(frame.unit.results(result_type(node, frame)))]
    invoke(node, frame, names)
    return tuple(fx.Local(name) for name in names)


def result_type(node: x.Call | x.LookUp, frame: Frame) -> Type | None:
    """The type of what a call gives; None where it gives nothing."""
    if isinstance(node, x.DoCall):
        return frame.unit.procedures[node.procedure].result
    return frame.unit.tables[node.table].result


def invoke(node: x.Call | x.LookUp, frame: Frame, names: Sequence[str | None], *, kept: bool = False) -> None:
    """Call a table or a procedure; its results, and what a kept roll gives beside them, come into the names.

    Args:
        node: The call.
        frame: The function context.
        names: The variables for its results, in order; None for one that nobody wants.
        kept: Whether a procedure's state stays as it is when it ends.
    """
    unit = frame.unit
    params: Sequence[Param]
    stays = False
    match node:
        case x.DoCall(procedure=name):
            kind, params, stays = "do", unit.procedures[name].params, kept and unit.falls_back(name)
            removes = unit.effects.call(f"procedure:{name}").removes | unit.effects.owned[name]
        case x.RollOn(table=name) | x.LookUp(table=name):
            kind, params = "roll" if isinstance(node, x.RollOn) else "act", unit.tables[name].params
            removes = unit.effects.call(f"table:{name}").removes
        case _:
            assert_never(node)
    args = arguments(node.args, params, frame)
    results = unit.results(result_type(node, frame)) + (len(KEPT) if kind == "roll" and name in unit.kept else 0)
    wanted = (*names, *[None] * (results - len(names)))
    frame.emit(fs.Invoke(names=wanted, function=unit.function(kind, name), args=args, stays=stays))
    frame.removed_from(removes)


def throw(node: x.RollDice, frame: Frame, name: str) -> fx.Expr:
    """Dice that no table owns are thrown into a variable."""
    title = frame.table.table.title if frame.table else ""
    site = frame.unit.sites.add(
        RollSite(
            **frame.where(node.span, known=item_origin(frame)),
            table=None,
            title=title,
            dice=node.dice,
        )
    )
    result = fx.Local(name)
    with offered(frame, None, node.span, Steps(frame.unit.costs.value(node))):
        frame.emit(fs.Draw(name=name, site=site, dice=node.dice))
        frame.emit(fs.Event(site=site, values=(result, result, fx.Num(-1))))
    return result


@contextmanager
def offered(frame: Frame, table: n.Table | None, span: Span, steps: Steps) -> Iterator[None]:
    """A throw of dice over which every standing offer stands: while one is taken, it is made again.

    Args:
        frame: The function context.
        table: The table whose dice they are; None for dice that no table owns.
        span: Where they are thrown.
        steps: What each further throw takes.
    """
    rerolls = frame.unit.graph.rerolls
    if not rerolls:
        yield
        return
    label = frame.locals.label("throw")
    for reroll in rerolls:
        frame.removed_from(frame.unit.effects.call(f"reroll:{reroll.name}").removes)
    with frame.block() as body:
        yield
        for reroll in rerolls:
            wanted = next((prefer.condition for prefer in reroll.prefers if table and prefer.table == table.id), None)
            preferred = None
            if wanted is not None:
                with frame.pure():
                    preferred = value(wanted, frame)
            name = frame.locals.temporary("taken", range(2))
            offer = standing_offer(reroll, frame.unit)
            taken = fs.Invoke(names=(), function=frame.unit.function("offer", reroll.name), args=())
            again = fs.If(condition=fx.Local(name), body=(taken, frame.count(steps, span), fs.Restart(label=label)))
            asked = fs.AskAgain(name=name, site=offer.site, wanted=preferred)
            frame.emit(fs.If(condition=offer.condition, body=(asked, again)))
    frame.emit(fs.Labelled(label=label, body=tuple(body)))
