"""Unrolling: a quantifier over a few constants is the conditions of each, one after the other; so is a short loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.passes.revise import revise_block
from bombsight.flat.walking import operands, walk, walk_block

MAX_MEMBERS = 12
"""So many members at most."""

MAX_SIZE = 300
"""So many nodes what comes of it may have."""

MAX_LOOP_SIZE = 240
"""So many nodes what comes of a loop may have before anything is inlined in it."""

LOOPS = (
    fs.Each,
    fs.Numbered,
    fs.Turns,
    fs.While,
    fs.Labelled,
    fs.Leave,
    fs.Restart,
    fs.Ask,
    fs.AskBranch,
    fs.DrawMember,
    fs.RemoveWhere,
)
"""What a turn that goes straight on has none of."""

Copy = Callable[[fx.Expr, dict[str, fx.Expr]], fx.Expr]
"""Makes a copy of a value, variables replaced by others."""

KeepsWhole = Callable[[fx.Quantifier], bool]
"""Whether a backend has a better way for a quantifier than to ask of each member."""


def unroll_quantifier(node: fx.Quantifier, copy: Copy, keeps_whole: KeepsWhole) -> fx.Expr:
    """The conditions of each member; the quantifier itself where that would be too much, or is as well left whole."""
    members = constant_members(node.source)
    member_values = [part for part in (node.where, node.value) if part is not None]
    if members is None or len(members) > MAX_MEMBERS or not member_values or keeps_whole(node):
        return node
    if len(members) * sum(map(_count_nodes, member_values)) > MAX_SIZE:
        return node

    def copy_for_member(part: fx.Expr | None, member: fx.Expr) -> fx.Expr:
        return fold.YES if part is None else copy(part, {node.variable: member})

    conditions = [copy_for_member(node.where, member) for member in members]
    result: fx.Expr
    match node.kind:
        case "any":
            result = fold.disjunction(conditions)
        case "count":
            result = fx.Num(0)
            for condition in conditions:
                result = fold.plus(result, condition) if result != fx.Num(0) else condition
        case "sum":
            result = fx.Num(0)
            for member, condition in zip(members, conditions, strict=True):
                result = fold.plus(result, fold.pick(condition, copy_for_member(node.value, member), fold.NO))
        case "first":
            result = fold.NOTHING
            for member, condition in reversed(list(zip(members, conditions, strict=True))):
                result = fold.pick(condition, member, result)
        case _:
            assert_never(node.kind)
    return result if node.steps is None else fx.Taking(node.steps, node.site, result)


def unroll_loop(stmt: fs.Stmt, copy: Copy, *, calling: bool) -> fs.Block:
    """A loop over a few constants whose turns are short and go straight on, as its turns; else the statement alone.

    Args:
        stmt: The statement.
        copy: Makes a copy of a value, variables replaced.
        calling: Whether turns may call what acts: then each turn calls it.
    """
    if not isinstance(stmt, fs.Each) or stmt.watched is not None:
        return (stmt,)
    variable, where, body = stmt.variable, stmt.where, stmt.body
    members = constant_members(stmt.source)
    if members is None or len(members) > MAX_MEMBERS or any(isinstance(node, LOOPS) for node in walk_block(body)):
        return (stmt,)
    if not calling and any(isinstance(node, fs.Invoke) for node in walk_block(body)):
        return (stmt,)
    turn = sum(1 for _ in walk_block(body)) + (0 if where is None else sum(1 for _ in walk(where)))
    if turn * len(members) > MAX_LOOP_SIZE:
        return (stmt,)
    statements: list[fs.Stmt] = []
    for member in members:

        def copy_for_member(value: fx.Expr, member: fx.Expr = member) -> fx.Expr:
            return copy(value, {variable: member})

        turn_body = revise_block(body, copy_for_member, keep_source)
        statements += turn_body if where is None else (fs.If(condition=copy_for_member(where), body=turn_body),)
    return tuple(statements)


def keep_source(source: fx.Source) -> fx.Source:
    """What is gone through, as it is: nothing is in a turn that goes straight on."""
    return source


def constant_members(source: fx.Source) -> list[fx.Num] | None:
    """The members of a source, if they are known."""
    match source:
        case fx.Numbers(fx.Num(first), fx.Num(last)):
            return [fx.Num(number) for number in range(first, last + 1)] if last - first < MAX_MEMBERS else None
        case fx.Values(values):
            known = [value for value in values if isinstance(value, fx.Num)]
            return known if len(known) == len(values) else None
        case _:  # the rest: not known
            return None


def is_row_test(node: fx.Quantifier) -> bool:
    """Whether it asks of slots that stand in a row whether they hold one value: which is as easy as it can be."""
    if not isinstance(node.source, fx.Numbers):
        return False
    match node.where:
        case fx.Slot(offset=offset) | fx.Not(fx.Slot(offset=offset)):
            pass
        case fx.Compare("==" | "!=", fx.Slot(offset=offset), fx.Num() | fx.Local() as value):
            if value == fx.Local(node.variable):
                return False
        case _:  # the rest: not of one slot alone
            return False
    return offset == fx.Local(node.variable)


def _count_nodes(value: fx.Expr | fx.Source) -> int:
    return 1 + sum(map(_count_nodes, operands(value)))
