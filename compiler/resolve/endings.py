"""Reachability: whether control can continue after a block."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.graph import statements as g
from bombsight.dsl import ast


def is_action(node: ast.Result) -> bool:
    """Whether a row's result is a call, which may be run only for its effects, rather than a plain value."""
    return len(node.values) == 1 and isinstance(node.values[0], ast.RollOn | ast.LookUp | ast.Do)


def has_results(roll: ast.SubRoll) -> bool:
    """Whether the rows of a sub-roll give results, instead of only having side effects."""
    rows = [line for line in roll.lines if isinstance(line, ast.Row | ast.NaturalRow)]
    return any(isinstance(node, ast.Result) and not is_action(node) for row in rows for node in row.body)


def always_gives_result(body: ast.Block) -> bool:
    """Whether every path through a note's body gives a result, judged on the syntax tree."""
    if not body:
        return False
    match body[-1]:
        case ast.Return(values=values):
            return bool(values)
        case ast.Result() as result:
            return not is_action(result)
        case ast.If(body=then, otherwise=otherwise):
            return always_gives_result(then) and always_gives_result(otherwise)
        case ast.SubRoll(lines=lines):
            rows = [line for line in lines if isinstance(line, ast.Row | ast.NaturalRow)]
            return bool(rows) and all(always_gives_result(row.body) for row in rows)
        case _:  # the rest: may give none
            return False


def always_exits(body: g.Block) -> bool:
    """Whether control never continues after a block, because every path through it exits."""
    if not body:
        return False
    last = body[-1]
    match last:
        case g.Give() | g.EndProcedure() | g.TreatAs() | g.AgainEachOnce() | g.StopLoop():
            return True
        case g.If(body=then, otherwise=otherwise):
            return always_exits(then) and always_exits(otherwise)
        case g.SubRoll(rolled=rolled):
            return roll_always_exits(rolled)
        case _ if isinstance(last, g.Simple | g.Loop):
            return False
        case g.Step() | g.ChooseBranch():
            return False
        case _:
            assert_never(last)


def roll_always_exits(rolled: g.Rolled) -> bool:
    """Whether every row of a roll exits the block around the roll."""
    return (
        bool(rolled.rows)
        and all(always_exits(row.body) for row in rolled.rows)
        and all(always_exits(row.body) for row in rolled.naturals)
    )
