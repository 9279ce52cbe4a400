"""Rendering of expressions and values in the words of the rules, for findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.intervals import ALL_NUMBERS, IntervalSet
from bombsight.compiler.graph.single_dice import render_dice_fact
from bombsight.dsl.listing import MAX_LISTED, join_names
from bombsight.flat.types import NONE, BoolType, ElementType, IntType, Type


def render_expr(program: AnalyzedProgram, expr: x.Expr) -> str:
    """Render an expression about as the rules write it; a complex one as ``this``."""
    match expr:
        case x.Const(value=value, type=type_):
            return "none" if value == NONE else program.render_value(type_, value)
        case x.Var(name=name):
            return name
        case x.OptionRead(option=option):
            return f"option {option}"
        case x.Read(field=field, element=element, indices=indices):
            name = f"{render_expr(program, element)}.{field.split('.')[-1]}" if element is not None else field
            if not indices:
                return name
            head, dot, rest = name.partition(".")
            return f"{head}[{render_list(program, indices)}]{dot}{rest}"
        case x.EnumData(column=column, value=value):
            return f"{render_expr(program, value)}.{column}"
        case x.CallDefine(define=name, args=args):
            return f"{name}({render_list(program, args)})" if args else name
        case x.LookUp(table=table, args=args):
            return f"look up {table}" + (f"({render_list(program, args)})" if args else "")
        case x.RollOn(table=table):
            return f"roll on {table}"
        case x.DoCall(procedure=procedure):
            return f"do {procedure}"
        case x.RollDice(dice=dice, number=number) if number is not None:
            return f"({render_expr(program, number)})d{dice.sides}"
        case x.RollDice(dice=dice):
            return dice.notation
        case x.NaturalDice():
            return "natural"
        case x.DiceFact():
            return render_dice_fact(expr)
        case x.NaturalFaces():
            return "the dice"
        case x.RollFact(variable=variable, fact=fact):
            return f"{variable}.{fact}"
        case x.PartOf(variable=variable, part=part):
            return f"{variable}.{part}"
        case x.Arithmetic(op=op, left=left, right=right):
            return f"{render_expr(program, left)} {op} {render_expr(program, right)}"
        case x.Quantifier(kind="count"):
            return "the count"
        case x.Quantifier(kind="sum"):
            return "the sum"
        case x.Quantifier(kind="min" | "max" as kind):
            return "the least" if kind == "min" else "the greatest"
        case (
            x.ModifiersOn()
            | x.Quotient()
            | x.Negation()
            | x.Comparison()
            | x.InRange()
            | x.OneOf()
            | x.InList()
            | x.NotExpr()
            | x.AndExpr()
            | x.OrExpr()
            | x.OrElse()
            | x.Conditional()
            | x.Builtin()
            | x.Quantifier()
        ):
            return "this"
        case _:
            assert_never(expr)


def render_list(program: AnalyzedProgram, exprs: Sequence[x.Expr]) -> str:
    """Render arguments or indices, separated by commas."""
    return ", ".join(render_expr(program, one) for one in exprs)


def render_values(program: AnalyzedProgram, name: str, type_: Type, values: IntervalSet) -> str:
    """Describe possible values: ``lamp is 0..3``, ``sky is fog or gale``; empty if there are too many.

    Args:
        program: The program, which knows the names of values.
        name: What has the values, as the rules write it.
        type_: The type of the values.
        values: The possible values, encoded as integers.
    """
    sure = values & ALL_NUMBERS
    match type_:
        case BoolType() if sure.size == 1:
            return name if sure[0] else f"{name} is no"
        case ElementType() if values.size == 1:
            return f"{name} is not none" if sure[0] == 1 else f"{name} is none"
        case BoolType() | ElementType():
            return ""
        case IntType() if sure.size > MAX_LISTED or len(sure.intervals) == 1:
            words = [render_range(*ends) for ends in sure.intervals]
        case _:  # the rest: listed by value
            words = [program.render_value(type_, value) for value in sure]
    words += ["none"] if NONE in values else []
    return f"{name} is {join_names(words, 'or')}" if len(words) <= MAX_LISTED else ""


def render_range(low: int, high: int) -> str:
    """Render an interval: ``7``, ``7..9``."""
    return str(low) if low == high else f"{low}..{high}"
