"""Walks of expressions with symbolic states: in ``a and b``, ``b`` is tested in states where ``a`` holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.symbolic_execution import StatementAt
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, entry_state
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children

ConditionPosition = Literal["and", "or", "where", ""]
"""The position of a condition in an expression: a term of ``and`` or ``or``, a quantifier's filter, or none."""

ExpressionAt = tuple[x.Expr, SymbolicState, ConditionPosition]


def walk_with_state(expr: x.Expr, state: SymbolicState, position: ConditionPosition = "") -> Iterator[ExpressionAt]:
    """Yield an expression and its subexpressions, each with its symbolic state and position (``and``, ``or`` ...)."""
    yield expr, state, position
    match expr:
        case x.Const() | x.Var() | x.OptionRead():
            return
        case x.AndExpr(terms=terms):
            for term in terms:
                yield from walk_with_state(term, state, "and")
                state = state.assume(term)
        case x.OrExpr(terms=terms):
            for term in terms:
                yield from walk_with_state(term, state, "or")
                state = state.assume(term, False)
        case x.Conditional(condition=condition, value=value, otherwise=otherwise):
            yield from walk_with_state(condition, state)
            yield from walk_with_state(value, state.assume(condition))
            yield from walk_with_state(otherwise, state.assume(condition, False))
        case x.Quantifier(variable=variable, domain=domain, where=where, value=value):
            yield from walk_parts_with_state(domain, state)
            member = state.bind_member(variable, domain)
            if where is not None:
                yield from walk_with_state(where, member, "where")
            if value is not None:
                yield from walk_with_state(value, member.assume(where))
        case _:  # the rest: its parts have the same state
            yield from walk_parts_with_state(expr, state)


def walk_parts_with_state(part: object, state: SymbolicState) -> Iterator[ExpressionAt]:
    """Yield the expressions in a node of the graph with their states, without those of inner statements."""
    for child in children(part):
        for one in child if isinstance(child, tuple) else (child,):
            if x.is_expr(one):
                yield from walk_with_state(one, state)
            elif isinstance(one, x.BaseDomain | x.Template):
                yield from walk_parts_with_state(one, state)


ValueAt = tuple[x.Expr, SymbolicState]
"""A value with the symbolic state in which it is evaluated."""


def all_values(program: AnalyzedProgram, visits: Iterable[StatementAt]) -> Iterator[ValueAt]:
    """Yield the values that statements and defines evaluate, with their states, without conditions of statements."""
    for stmt, state in visits:
        for value in values_in(stmt):
            yield value, state
    for define in program.sound_nodes(program.graph.defines):
        state = entry_state(define)
        yield define.base, state
        yield from exception_values(define.exceptions, state)


def exception_values(exceptions: Iterable[n.DefineException], state: SymbolicState) -> Iterator[ValueAt]:
    """Yield the conditions and values of a define's exceptions, each with its symbolic state."""
    for one in exceptions:
        yield one.condition, state
        inner_state = state.assume(one.condition)
        yield one.value, inner_state
        yield from exception_values(one.exceptions, inner_state)


def values_in(stmt: g.Stmt) -> Iterator[x.Expr]:
    """Yield the expressions that a statement itself evaluates when it runs, except conditions."""
    match stmt:
        case g.Give(values=values):
            yield from values
        case g.Evaluate(value=value) | g.AppendValue(value=value):
            yield value
        case g.Assign(target=target, value=value) | g.Increase(target=target, value=value):
            if isinstance(target, x.Read):
                yield from target.indices
            yield value
        case g.Let(value=value) | g.EndProcedure(value=value) if value is not None:
            yield value
        case g.AddElement(fields=fields):
            yield from (one.value for one in fields)
        case g.Say(text=text):
            yield from (part for part in text.parts if isinstance(part, x.BaseExpr))
        case g.TakeEvery(args=args):
            yield from args
        case g.ForRange(first=first, last=last):
            yield from (first, last)
        case g.Repeat(times=times):
            yield times
        case g.ResetFields() | g.Choose() | g.ChooseBranch() | g.Draw() | g.SubRoll() | g.RemoveEach():
            pass  # their values are conditions, or only displayed
        case g.Step() | g.If() | g.ForEach() | g.While() | g.Let() | g.EndProcedure():
            pass
        case g.Nothing() | g.UseNote() | g.Again() | g.AgainEachOnce() | g.TreatAs() | g.StopLoop():
            pass
        case g.Remove() | g.Move() | g.ResetList():
            pass
        case _:
            assert_never(stmt)
