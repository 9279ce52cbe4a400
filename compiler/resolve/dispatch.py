"""Dispatch: what resolves each kind of expression and of statement.

Both hold others of any kind. The modules for single kinds do not import this one: they ask the dispatch of the
environment for what stands inside.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import (
    calls,
    changes,
    choices,
    control,
    domains,
    expressions,
    lists,
    names,
    operators,
    paths,
    results,
    rolls,
)
from bombsight.compiler.resolve.endings import gives_always
from bombsight.compiler.resolve.environment import Context, Done
from bombsight.compiler.resolve.foreign import unquoted
from bombsight.compiler.resolve.hints import near_in
from bombsight.compiler.resolve.layout import notes_of, row_treated
from bombsight.compiler.resolve.narrowing import assuming, behind
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.shorthand import entries_alone
from bombsight.compiler.resolve.texts import template
from bombsight.compiler.resolve.type_check import fit, unknown, wrong
from bombsight.compiler.resolve.types import describe, same_kind
from bombsight.compiler.resolve.visibility import seen_by
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import BOOL, NONE, IntType, NoneType, Type

LIFTED = (ast.RollOn, ast.Do, ast.Dice, ast.Binary, ast.Divide, ast.Negate, ast.Compare, ast.Is, ast.Within, ast.Member)
"""What draws, and operators both sides of which are always worked out, so that dice may stand in them."""


@frozen
class Dispatch:
    """Resolves what is of any kind."""

    def expression(self, ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """The meaning of an expression, whatever the flow knows."""
        span = node.span
        if not isinstance(node, (*LIFTED, ast.OrElse, ast.Name)):  # in whose place dice may stand
            scope = scope.without_draws()
        match node:
            case ast.Number(value=integer):
                return x.Const(value=integer, type=IntType(integer, integer), span=span)
            case ast.YesNo(value=flag):
                return x.Const(value=int(flag), type=BOOL, span=span)
            case ast.NoneValue():
                return x.Const(value=NONE, type=NoneType(), span=span)
            case ast.Text():
                return wrong(ctx, node, "P002", "a text cannot stand here", *unquoted(ctx, node))
            case ast.Natural():
                if not scope.rolling:
                    return wrong(
                        ctx, node, "P003", "no dice lie on the table here", "`natural` belongs inside a rolled table."
                    )
                return x.NaturalDice(type=IntType(1, 999), span=span)
            case ast.Name():
                return names.bare(ctx, node, scope, expected)
            case ast.Attribute():
                return names.attribute(ctx, node, scope, expected)
            case ast.Subscript():
                place = paths.place(ctx, node, scope)
                return paths.read(ctx, place, node) if place else unknown(node)
            case ast.OptionValue(name=name):
                return names.option(ctx, node, name)
            case ast.Call():
                return calls.call(ctx, node, scope)
            case ast.NewRecord():
                return wrong(
                    ctx,
                    node,
                    "P004",
                    "a new element can only be added to its list",
                    f"Write `add {node.name}(...) to ...`.",
                )
            case ast.LookUp():
                return calls.look_up(ctx, node, scope)
            case ast.ModifiersOn():
                args = calls.table_args(ctx, node.table, node.args, node.span, scope)
                return x.ModifiersOn(table=node.table, args=args, type=IntType(-999, 999), span=span)
            case ast.RollOn() | ast.Do() | ast.Dice():
                return calls.draw(ctx, node, scope)
            case ast.Negate(value=inner):
                value = expressions.number(ctx, inner, scope)
                type_ = value.type
                if isinstance(type_, IntType):
                    type_ = IntType(-type_.high, -type_.low)
                return x.Negation(value=value, type=type_, span=span)
            case ast.Binary():
                return operators.arithmetic(ctx, node, scope)
            case ast.Divide():
                return operators.divide(ctx, node, scope)
            case ast.Compare():
                return operators.compare(ctx, node, scope)
            case ast.Is():
                return operators.equality(ctx, node, scope)
            case ast.Within():
                return operators.within(ctx, node, scope)
            case ast.Member():
                return operators.member(ctx, node, scope)
            case ast.Not(value=inner):
                return x.NotExpr(value=expressions.boolean(ctx, inner, scope), type=BOOL, span=span)
            case ast.And(terms=terms):
                resolved = []
                for term in terms:
                    value = expressions.boolean(ctx, term, scope)
                    resolved.append(value)
                    scope = assuming(ctx.env, scope, value)
                return x.AndExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.Or(terms=terms):
                resolved = []
                for term in terms:
                    value = expressions.resolve(ctx, term, scope, BOOL)
                    if value.type.is_optional:
                        what = f"this is {describe(value.type.required())} or none, and `or` joins conditions"
                        return wrong(ctx, term, "P001", what, "Where a value is to stand for none, write `or else`.")
                    if resolved and not same_kind(value.type, BOOL):
                        several = operators.one_of(ctx, node)
                        return wrong(ctx, node, "P001", "what stands behind `or` is no condition", *several)
                    resolved.append(fit(ctx, value, BOOL))
                    scope = assuming(ctx.env, scope, value, False)
                return x.OrExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.OrElse():
                return operators.or_else(ctx, node, scope, expected)
            case ast.Quantifier():
                return domains.quantifier(evolve(ctx, absent=None), node, scope)
            case ast.Sum():
                return domains.summed(evolve(ctx, absent=None), node, scope)
            case ast.SetLiteral() | ast.Interval():
                return wrong(ctx, node, "P005", "a set can only stand behind `in`")
            case ast.ResultsOf() | ast.CellAny() | ast.CellBlank() | ast.CellNote() | ast.CellKey():
                return wrong(ctx, node, "P006", "this cannot stand here as a value")
            case ast.CellBoth() | ast.CellTyped():
                return wrong(ctx, node, "P006", "this cannot stand here as a value")
            case _:
                assert_never(node)

    def statement(self, ctx: Context, stmt: ast.Stmt, scope: Scope, frame: Frame) -> Done:
        """One statement."""
        span = stmt.span
        match stmt:
            case ast.Nothing():
                return [g.Nothing(span=span)], scope
            case ast.Result():
                return results.result(ctx, stmt, scope, frame)
            case ast.Entries():
                entries_alone(ctx, stmt, frame.table)
                return [], None
            case ast.Evaluate(value=value):
                expr = expressions.resolve(ctx, value, scope.drawing(), None)
                return [g.Evaluate(value=expr, span=span)], behind(ctx.env, scope, value)
            case ast.UseNote(name=name):
                return use_note(ctx, stmt, name, scope, frame)
            case ast.Set():
                return changes.assign(ctx, stmt, scope)
            case ast.Add():
                return changes.add(ctx, stmt, scope)
            case ast.Take():
                return changes.take(ctx, stmt, scope)
            case ast.Let():
                return changes.let(ctx, stmt, scope, frame)
            case ast.Say(text=text, tone=tone, seen=seen):
                told = template(ctx, text, span, scope)
                return [g.Say(text=told, tone=tone, seen=seen_by(ctx, seen, scope), span=span)], scope
            case ast.Again(limit=limit):
                if frame.table is None or not frame.in_row:
                    ctx.findings.add("P021", "`again` belongs in a row of a rolled table", span)
                if limit is None:
                    ctx.findings.add("P022", "`again` without a bound", span, help="Write `again at most 20 times`.")
                return [g.Again(limit=limit or 1, span=span)], scope
            case ast.TreatAs(key=key):
                return treat_as(ctx, stmt, key, frame)
            case ast.TakeEvery(table=table, args=args, subrows=subrows):
                resolved = calls.table_args(ctx, table, args, span, scope)
                taken = g.TakeEvery(table=table, args=resolved, subrows=subrows, span=span)
                return [taken], behind(ctx.env, scope, stmt)
            case ast.Step():
                return control.step(ctx, stmt, scope, frame)
            case ast.If():
                return control.branch(ctx, stmt, scope, frame)
            case ast.ForEach():
                return control.for_each(ctx, stmt, scope, frame)
            case ast.ForRange():
                return control.for_range(ctx, stmt, scope, frame)
            case ast.Repeat():
                return control.repeat(ctx, stmt, scope, frame)
            case ast.While():
                return control.while_(ctx, stmt, scope, frame)
            case ast.Remove() | ast.RemoveEach():
                return lists.remove(ctx, stmt, scope)
            case ast.Move():
                return lists.move(ctx, stmt, scope)
            case ast.Reset(target=target):
                return lists.reset(ctx, stmt, target, scope)
            case ast.End():
                return results.end(ctx, stmt, scope)
            case ast.Return():
                return results.return_(ctx, stmt, scope, frame)
            case ast.Stop():
                if not frame.in_loop:
                    ctx.findings.add("P023", "`stop` leaves a loop, and there is none here", span)
                return [g.StopLoop(span=span)], None
            case ast.SubRoll():
                return rolls.sub_roll(ctx, stmt, scope, frame)
            case ast.Choose():
                return choices.choose(ctx, stmt, scope, frame)
            case ast.ChooseBranch():
                return choices.choose_branch(ctx, stmt, scope, frame)
            case ast.Draw():
                return choices.draw(ctx, stmt, scope, frame)
            case _:
                assert_never(stmt)


def use_note(ctx: Context, stmt: ast.Stmt, name: str, scope: Scope, frame: Frame) -> Done:
    """``note c``."""
    notes = notes_of(frame.table)
    if name not in notes:
        ctx.findings.add(
            "N001",
            f"there is no note {name} in this table",
            stmt.span,
            help=near_in(ctx.env, name, {name: note.title for name, note in notes.items()}, "The table has"),
        )
        return [], scope
    after = None if gives_always(notes[name].body) else behind(ctx.env, scope, notes[name], table=frame.table)
    return [g.UseNote(note=name, span=stmt.span)], after


def treat_as(ctx: Context, stmt: ast.TreatAs, key: ast.Key, frame: Frame) -> Done:
    """``treat as row 6``."""
    number = row_treated(frame.table, key)
    if number is not None:
        return [g.TreatAs(row=number, span=stmt.span)], None
    ctx.findings.add("N008", "this table has no such row", stmt.span, help="Give a key that one of its rows has.")
    return [], None
