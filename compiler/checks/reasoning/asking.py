"""The conditions within expressions: of several joined by `and` and `or` each is asked with what those before say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.reasoning.symbolic_execution import Visited
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, parameters
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children

Joined = Literal["and", "or", "where", ""]
"""What a part of an expression is there: one of several conditions, that of a quantifier, or neither."""

Inner = tuple[x.Expr, Knowledge, Joined]


def within(expr: x.Expr, known: Knowledge, joined: Joined = "") -> Iterator[Inner]:
    """All expressions in one, itself first, with what is known where each is worked out."""
    yield expr, known, joined
    match expr:
        case x.Const() | x.Var() | x.OptionRead():
            return
        case x.AndExpr(terms=terms):
            for term in terms:
                yield from within(term, known, "and")
                known = known.holding(term)
        case x.OrExpr(terms=terms):
            for term in terms:
                yield from within(term, known, "or")
                known = known.holding(term, False)
        case x.Quantifier(variable=variable, domain=domain, where=where, value=value):
            yield from inner(domain, known)
            member = known.member(variable, domain)
            if where is not None:
                yield from within(where, member, "where")
            if value is not None:
                yield from within(value, member.holding(where))
        case _:  # the rest: what is known stays the same in it
            yield from inner(expr, known)


def inner(part: object, known: Knowledge) -> Iterator[Inner]:
    """All expressions in a part of the graph, itself apart; those of statements within it are none of its own."""
    for child in children(part):
        for one in child if isinstance(child, tuple) else (child,):
            if x.is_expr(one):
                yield from within(one, known)
            elif isinstance(one, x.BaseDomain | x.Template):
                yield from inner(one, known)


Worth = tuple[x.Expr, Knowledge]
"""A value that rules ask for, with what is known there."""


def values(program: Program, visited: Iterable[Visited]) -> Iterator[Worth]:
    """All values that rules work out, the conditions of statements apart."""
    for stmt, known in visited:
        for value in values_of(stmt):
            yield value, known
    for define in program.sound(program.graph.defines):
        known = parameters(define)
        yield define.base, known
        yield from excepted(define.exceptions, known)


def excepted(exceptions: Iterable[n.DefineException], known: Knowledge) -> Iterator[Worth]:
    """The conditions and values of exceptions."""
    for one in exceptions:
        yield one.condition, known
        inside = known.holding(one.condition)
        yield one.value, inside
        yield from excepted(one.exceptions, inside)


def values_of(stmt: g.Stmt) -> Iterator[x.Expr]:
    """The values that a statement works out as its turn comes."""
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
            pass  # what they work out is asked as conditions, or only told
        case g.Step() | g.If() | g.ForEach() | g.While() | g.Let() | g.EndProcedure():
            pass
        case g.Nothing() | g.UseNote() | g.Again() | g.TreatAs() | g.Remove() | g.Move() | g.ResetList() | g.StopLoop():
            pass
        case _:
            assert_never(stmt)
