"""Lifting of throws and calls with effects out of expressions, into statements before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.dice_facts import result_of_outcome
from bombsight.compiler.lower.expressions import lower_all_parts, lower_arguments, lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.offers import lower_offer
from bombsight.compiler.lower.origins import origin_of_item
from bombsight.compiler.lower.steps import StepCost
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import RollSite
from bombsight.flat.types import Type

KEPT_ROLL_FACTS = ("natural", "total", "faces")
"""The extra results of a kept roll; the last is there only if the rules look at its single dice."""


def lower_roll_dice(node: x.RollDice, builder: FunctionBuilder) -> fx.Expr:
    """Lower a throw of dice without a table, such as ``2d6``, to a statement, and return its variable."""
    return emit_throw(node, builder, builder.locals.new_temporary("thrown"))


def lower_call(node: x.Call, builder: FunctionBuilder) -> fx.Expr:
    """Lower a call of a table or procedure in an expression to a statement, and return the variable with its result."""
    return lower_all_parts(node, builder)[0]


def lower_call_parts(node: x.Call, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower a call of a table or procedure to a statement, and return one variable per part of its result."""
    names = [
        builder.locals.new_temporary("given") for _ in range(builder.unit.result_width(result_type(node, builder)))
    ]
    emit_call(node, builder, names)
    return tuple(fx.Local(name) for name in names)


def result_type(node: x.Call | x.LookUp, builder: FunctionBuilder) -> Type | None:
    """The result type of a called table or procedure; None without a result."""
    if isinstance(node, x.DoCall):
        return builder.unit.procedures[node.procedure].result
    return builder.unit.tables[node.table].result


def emit_call(
    node: x.Call | x.LookUp, builder: FunctionBuilder, names: Sequence[str | None], *, keeps_state: bool = False
) -> None:
    """Emit the call of a table or procedure, and store its results in variables.

    Args:
        node: The call.
        builder: The function context.
        names: The variables for its results, in order; None for an unused one.
        keeps_state: Whether a procedure's state is not reset when it ends.
    """
    unit = builder.unit
    params: Sequence[Param]
    stays = False
    match node:
        case x.DoCall(procedure=name):
            kind, params, stays = "do", unit.procedures[name].params, keeps_state and unit.has_state_to_reset(name)
            removes = unit.effects.call_effect(f"procedure:{name}").removes | unit.effects.lists_by_owner[name]
        case x.RollOn(table=name) | x.LookUp(table=name):
            kind, params = "roll" if isinstance(node, x.RollOn) else "act", unit.tables[name].params
            removes = unit.effects.call_effect(f"table:{name}").removes
        case _:
            assert_never(node)
    args = lower_arguments(node.args, params, builder)
    results = unit.result_width(result_type(node, builder)) + (unit.kept_fact_count(name) if kind == "roll" else 0)
    targets = (*names, *[None] * (results - len(names)))
    builder.emit(fs.Invoke(names=targets, function=unit.function_name(kind, name), args=args, stays=stays))
    builder.mark_removed(removes)


def emit_throw(node: x.RollDice, builder: FunctionBuilder, name: str, faces: str | None = None) -> fx.Expr:
    """Emit a throw of dice without a table, with its event, and return its variable.

    Args:
        node: The dice.
        builder: The function context.
        name: The variable for the result.
        faces: The variable for the single dice; None if no rule looks at them.
    """
    result = fx.Local(name)
    cost = StepCost(builder.unit.costs.value_cost(node))
    if node.number is None:
        with reroll_block(builder, None, node.span, cost):
            for stmt in throw_statements(node, evolve(node.dice, single=faces is not None), name, builder, faces):
                builder.emit(stmt)
        return result
    count = fx.Local(builder.locals.new_temporary("count", range(node.dice.count + 1)))
    builder.emit(fs.SetLocal(name=count.name, value=lower_expr(node.number, builder)))
    for each in (name, *([] if faces is None else [faces])):
        builder.emit(fs.SetLocal(name=each, value=fx.Num(0)))
    with builder.inner_block() as body, reroll_block(builder, None, node.span, cost):
        for number in range(1, node.dice.count + 1):  # the dice of a throw are constant, so each number has its own
            dice = Dice(number, node.dice.sides, single=faces is not None)
            throw = throw_statements(node, dice, name, builder, faces)
            builder.emit(fs.If(condition=fold.compare("==", count, fx.Num(number)), body=throw))
    builder.emit(fs.If(condition=fold.compare(">", count, fx.Num(0)), body=tuple(body)))
    return result


def throw_statements(
    node: x.RollDice, dice: Dice, name: str, builder: FunctionBuilder, faces: str | None = None
) -> fs.Block:
    """Return the statements that throw dice without a table, store the result in a variable, and tell the journal.

    Args:
        node: The expression.
        dice: The dice.
        name: The variable for the result.
        builder: The function context.
        faces: The variable for the single dice; None if no rule looks at them.
    """
    title = builder.table_context.table.title if builder.table_context else ""
    site = builder.unit.sites.site_number(
        RollSite(
            **builder.site_fields(node.span, provenance=origin_of_item(builder)), table=None, title=title, dice=dice
        )
    )
    result = fx.Local(name)
    if faces is None:
        told = fs.Event(site=site, values=(result, result, fx.Num(-1)))
        return (fs.Draw(name=name, site=site, dice=dice), told)
    outcome = fx.Local(faces)
    told = fs.Event(site=site, values=(result, result, fx.Num(-1), outcome))
    added = fs.SetLocal(name=name, value=result_of_outcome(outcome, dice))
    return (fs.Draw(name=faces, site=site, dice=dice), added, told)


@contextmanager
def reroll_block(builder: FunctionBuilder, table: n.Table | None, span: Span, steps: StepCost) -> Iterator[None]:
    """Open a block for a throw that ends with offers to throw again: each accepted offer repeats the block.

    Args:
        builder: The function context.
        table: The table that owns the dice; None if no table does.
        span: The place of the throw.
        steps: The cost of each further throw.
    """
    rerolls = builder.unit.graph.rerolls
    if not rerolls:
        yield
        return
    label = builder.locals.new_label("throw")
    for reroll in rerolls:
        builder.mark_removed(builder.unit.effects.call_effect(f"reroll:{reroll.name}").removes)
    with builder.inner_block() as body:
        yield
        for reroll in rerolls:
            preference = next(
                (prefer.condition for prefer in reroll.prefers if table and prefer.table == table.id), None
            )
            preferred = None
            if preference is not None:
                with builder.no_statements():
                    preferred = lower_expr(preference, builder)
            name = builder.locals.new_temporary("taken", range(2))
            offer = lower_offer(reroll, builder.unit)
            take_offer = fs.Invoke(names=(), function=builder.unit.function_name("offer", reroll.name), args=())
            repeat_throw = fs.If(
                condition=fx.Local(name), body=(take_offer, builder.count_steps(steps, span), fs.Restart(label=label))
            )
            ask_offer = fs.AskAgain(name=name, site=offer.site, wanted=preferred)
            builder.emit(fs.If(condition=offer.condition, body=(ask_offer, repeat_throw)))
    builder.emit(fs.Labelled(label=label, body=tuple(body)))
