"""Dispatch of expressions and statements to the modules for each kind.

Both contain others of any kind. To avoid import cycles, the modules for single kinds reach this one through the
environment.
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
    conditionals,
    control,
    dice_facts,
    domains,
    expressions,
    lists,
    names,
    operators,
    paths,
    results,
    rolls,
    table_columns,
)
from bombsight.compiler.resolve.endings import always_gives_result
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.foreign import explain_text_value
from bombsight.compiler.resolve.hints import suggest_names
from bombsight.compiler.resolve.layout import find_treated_row, notes_of
from bombsight.compiler.resolve.narrowing import narrow, scope_after
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.shorthand import check_entries
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.compiler.resolve.type_check import check_type, report_error, unknown_value
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.compiler.resolve.visibility import resolve_seen
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import ChroniclePlace
from bombsight.flat.types import BOOL, NONE, IntType, NoneType, Type

DRAWING_NODES = (
    ast.RollOn,
    ast.Do,
    ast.Dice,
    ast.Binary,
    ast.Divide,
    ast.Negate,
    ast.Compare,
    ast.Is,
    ast.Within,
    ast.Member,
)
"""Node classes that draw, and operators that evaluate all operands, in which dice are allowed."""


@frozen
class Dispatcher:
    """The resolver of expressions and statements of any kind."""

    def resolve_expression(self, ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """Resolve an expression of any kind; its type is not yet narrowed by known facts."""
        span = node.span
        if not isinstance(node, (*DRAWING_NODES, ast.OrElse, ast.Name)):  # other nodes cannot contain or be dice
            scope = scope.without_draws()
        match node:
            case ast.Number(value=integer):
                return x.Const(value=integer, type=IntType(integer, integer), span=span)
            case ast.YesNo(value=flag):
                return x.Const(value=int(flag), type=BOOL, span=span)
            case ast.NoneValue():
                return x.Const(value=NONE, type=NoneType(), span=span)
            case ast.Text():
                return report_error(ctx, node, "P002", "a text cannot stand here", *explain_text_value(ctx, node))
            case ast.Natural():
                if scope.rolling is None:
                    return report_error(
                        ctx, node, "P003", "no dice lie on the table here", "`natural` belongs inside a rolled table."
                    )
                return x.NaturalDice(type=IntType(1, 999), span=span)
            case ast.DiceFact():
                return dice_facts.resolve_dice_fact(ctx, node, scope)
            case ast.Name():
                return names.resolve_bare_name(ctx, node, scope, expected)
            case ast.Attribute() if dice_facts.is_of_single_dice(ctx, node, scope):
                return dice_facts.resolve_roll_attribute(ctx, node, scope)
            case ast.Attribute():
                return names.resolve_attribute(ctx, node, scope, expected)
            case ast.Subscript():
                place = paths.resolve_path(ctx, node, scope)
                return paths.read_path(ctx, place, node) if place else unknown_value(node)
            case ast.OptionValue(name=name):
                return names.resolve_option_value(ctx, node, name)
            case ast.Call():
                return calls.resolve_call(ctx, node, scope)
            case ast.NewRecord():
                return report_error(
                    ctx,
                    node,
                    "P004",
                    "a new element can only be added to its list",
                    f"Write `add {node.name}(...) to ...`.",
                )
            case ast.LookUp():
                return calls.resolve_look_up(ctx, node, scope)
            case ast.LookUpColumn():
                return table_columns.resolve_look_up_column(ctx, node, scope)
            case ast.ModifiersOn():
                args = calls.resolve_table_args(ctx, node.table, node.args, node.span, scope)
                return x.ModifiersOn(table=node.table, args=args, type=IntType(-999, 999), span=span)
            case ast.RollOn() | ast.Do() | ast.Dice():
                return calls.resolve_throw_or_call(ctx, node, scope)
            case ast.Negate(value=inner):
                value = expressions.resolve_number(ctx, inner, scope)
                type_ = value.type
                if isinstance(type_, IntType):
                    type_ = IntType(-type_.high, -type_.low)
                return x.Negation(value=value, type=type_, span=span)
            case ast.Binary():
                return operators.resolve_arithmetic(ctx, node, scope)
            case ast.Divide():
                return operators.resolve_division(ctx, node, scope)
            case ast.Compare():
                return operators.resolve_comparison(ctx, node, scope)
            case ast.Is():
                return operators.resolve_equality(ctx, node, scope)
            case ast.Within():
                return operators.resolve_range_test(ctx, node, scope)
            case ast.Member():
                return operators.resolve_membership(ctx, node, scope)
            case ast.Not(value=inner):
                return x.NotExpr(value=expressions.resolve_boolean(ctx, inner, scope), type=BOOL, span=span)
            case ast.And(terms=terms):
                resolved = []
                for term in terms:
                    value = expressions.resolve_boolean(ctx, term, scope)
                    resolved.append(value)
                    scope = narrow(ctx.env, scope, value)
                return x.AndExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.Or(terms=terms):
                resolved = []
                for term in terms:
                    value = expressions.resolve(ctx, term, scope, BOOL)
                    if value.type.is_optional:
                        what = f"this is {describe_type(value.type.without_none())} or none, and `or` joins conditions"
                        return report_error(
                            ctx, term, "P001", what, "Where a value is to stand for none, write `or else`."
                        )
                    if resolved and not is_same_kind(value.type, BOOL):
                        several = operators.one_of_help(ctx, node)
                        return report_error(ctx, node, "P001", "what stands behind `or` is no condition", *several)
                    resolved.append(check_type(ctx, value, BOOL))
                    scope = narrow(ctx.env, scope, value, False)
                return x.OrExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.OrElse():
                return operators.resolve_or_else(ctx, node, scope, expected)
            case ast.Quantifier():
                return domains.resolve_quantifier(evolve(ctx, absent=None), node, scope)
            case ast.Sum() | ast.Best():
                return domains.resolve_reduction(evolve(ctx, absent=None), node, scope)
            case ast.Conditional():
                return conditionals.resolve_conditional(ctx, node, scope, expected)
            case ast.SetLiteral() | ast.Interval():
                return report_error(ctx, node, "P005", "a set can only stand behind `in`")
            case ast.ResultsOf() | ast.CellAny() | ast.CellBlank() | ast.CellNote() | ast.CellKey():
                return report_error(ctx, node, "P006", "this cannot stand here as a value")
            case ast.CellBoth() | ast.CellTyped() | ast.CellTable():
                return report_error(ctx, node, "P006", "this cannot stand here as a value")
            case _:
                assert_never(node)

    def resolve_statement(self, ctx: Context, stmt: ast.Stmt, scope: Scope, frame: Frame) -> StmtResult:
        """Resolve a statement of any kind."""
        span = stmt.span
        match stmt:
            case ast.Nothing():
                return [g.Nothing(span=span)], scope
            case ast.Result():
                return results.resolve_result(ctx, stmt, scope, frame)
            case ast.Entries():
                check_entries(ctx, stmt, frame.table)
                return [], None
            case ast.Evaluate(value=value):
                expr = expressions.resolve(ctx, value, scope.with_draws(), None)
                return [g.Evaluate(value=expr, span=span)], scope_after(ctx.env, scope, value)
            case ast.UseNote(name=name):
                return resolve_use_note(ctx, stmt, name, scope, frame)
            case ast.Set():
                return changes.resolve_assignment(ctx, stmt, scope)
            case ast.Add():
                return changes.resolve_add(ctx, stmt, scope)
            case ast.Take():
                return changes.resolve_take(ctx, stmt, scope)
            case ast.Let():
                return changes.resolve_let(ctx, stmt, scope, frame)
            case ast.Say(text=text, tone=tone, seen=seen, chronicle=chronicle):
                resolved_text, who = resolve_template(ctx, text, span, scope), resolve_seen(ctx, seen, scope)
                place: ChroniclePlace = "also" if chronicle else ""
                return [g.Say(text=resolved_text, tone=tone, seen=who, chronicle=place, span=span)], scope
            case ast.Chronicle():
                return [control.resolve_chronicle(ctx, stmt, scope)], scope
            case ast.Again(limit=limit):
                report_sending_on(ctx, stmt, frame)
                if frame.table is None or not frame.in_row:
                    ctx.findings.add("P021", "`again` belongs in a row of a rolled table", span)
                if limit is None:
                    help = "Write `again at most 20 times`."
                    if frame.table is not None and ctx.env.tables[frame.table.id].result is None:
                        help = "Write `again at most 20 times`, or `again twice, each once` if this row counts, too."
                    ctx.findings.add("P022", "`again` without a bound", span, help=help)
                return [g.Again(limit=limit or 1, span=span)], scope
            case ast.AgainEachOnce():
                return resolve_again_each_once(ctx, stmt, frame)
            case ast.TreatAs(key=key):
                return resolve_treat_as(ctx, stmt, key, frame)
            case ast.TakeEvery(table=table, args=args, subrows=subrows):
                resolved = calls.resolve_table_args(ctx, table, args, span, scope)
                taken = g.TakeEvery(table=table, args=resolved, subrows=subrows, span=span)
                return [taken], scope_after(ctx.env, scope, stmt)
            case ast.Step():
                return control.resolve_step(ctx, stmt, scope, frame)
            case ast.If():
                return control.resolve_if(ctx, stmt, scope, frame)
            case ast.ForEach():
                return control.resolve_for_each(ctx, stmt, scope, frame)
            case ast.ForRange():
                return control.resolve_for_range(ctx, stmt, scope, frame)
            case ast.Repeat():
                return control.resolve_repeat(ctx, stmt, scope, frame)
            case ast.While():
                return control.resolve_while(ctx, stmt, scope, frame)
            case ast.Remove() | ast.RemoveEach():
                return lists.resolve_remove(ctx, stmt, scope)
            case ast.Move():
                return lists.resolve_move(ctx, stmt, scope)
            case ast.Reset(target=target):
                return lists.resolve_reset(ctx, stmt, target, scope)
            case ast.End():
                return results.resolve_end(ctx, stmt, scope)
            case ast.Return():
                return results.resolve_return(ctx, stmt, scope, frame)
            case ast.Stop():
                if not frame.in_loop:
                    ctx.findings.add("P023", "`stop` leaves a loop, and there is none here", span)
                return [g.StopLoop(span=span)], None
            case ast.SubRoll():
                return rolls.resolve_sub_roll(ctx, stmt, scope, frame)
            case ast.Choose():
                return choices.resolve_choose(ctx, stmt, scope, frame)
            case ast.ChooseBranch():
                return choices.resolve_choose_branch(ctx, stmt, scope, frame)
            case ast.Draw():
                return choices.resolve_draw(ctx, stmt, scope, frame)
            case _:
                assert_never(stmt)


def resolve_use_note(ctx: Context, stmt: ast.Stmt, name: str, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``note c``, a call of a note (block local to a table)."""
    notes = notes_of(frame.table)
    if name not in notes:
        ctx.findings.add(
            "N001",
            f"there is no note {name} in this table",
            stmt.span,
            help=suggest_names(ctx.env, name, {name: note.title for name, note in notes.items()}, "The table has"),
        )
        return [], scope
    after = (
        None if always_gives_result(notes[name].body) else scope_after(ctx.env, scope, notes[name], table=frame.table)
    )
    return [g.UseNote(note=name, span=stmt.span)], after


def report_sending_on(ctx: Context, stmt: ast.Again | ast.AgainEachOnce | ast.TreatAs, frame: Frame) -> bool:
    """Report a statement that throws again or goes to another row where every row applies (T044); whether it does."""
    line = next((ln for ln in frame.table.lines if isinstance(ln, ast.EveryRow)), None) if frame.table else None
    if line is None:
        return False
    ctx.findings.add(
        "T044",
        "every row of this table applies that holds, so none of them leads to another",
        stmt.span,
        labels=[(line.span, "every row")],
        help="Let the row do what is meant, or roll on the table once more where it is used.",
    )
    return True


def resolve_again_each_once(ctx: Context, stmt: ast.AgainEachOnce, frame: Frame) -> StmtResult:
    """Resolve ``again twice, each once``, which ends its row and throws the table's dice so often more."""
    if frame.table is None or not frame.in_row or not ctx.env.tables[frame.table.id].rolled:
        ctx.findings.add("P021", "`again` belongs in a row of a rolled table", stmt.span)
    elif not report_sending_on(ctx, stmt, frame) and ctx.env.tables[frame.table.id].result is not None:
        ctx.findings.add(
            "T042",
            f"table {frame.table.id} gives a value, and several rows would give several",
            stmt.span,
            labels=[(frame.table.span, "the table")],
            help="Take the rows for their effects alone, without `gives`; or roll twice where the value is used.",
        )
    return [g.AgainEachOnce(times=stmt.times, span=stmt.span)], None


def resolve_treat_as(ctx: Context, stmt: ast.TreatAs, key: ast.Key, frame: Frame) -> StmtResult:
    """Resolve ``treat as row 6``, which continues with another row of the table."""
    report_sending_on(ctx, stmt, frame)
    number = find_treated_row(frame.table, key)
    if number is not None:
        return [g.TreatAs(row=number, span=stmt.span)], None
    ctx.findings.add("N008", "this table has no such row", stmt.span, help="Give a key that one of its rows has.")
    return [], None
