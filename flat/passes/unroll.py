"""Unrolling of quantifiers over few constants, and of short loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.passes.revise import revise_block
from bombsight.flat.walking import operands, walk, walk_block

MAX_MEMBERS = 12
"""The most members unrolled."""

MAX_SIZE = 300
"""The most nodes of an unrolled quantifier."""

MAX_LOOP_SIZE = 240
"""The most nodes of an unrolled loop, before inlining."""

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
"""Nodes that prevent the unrolling of a loop that contains them."""

Copy = Callable[[fx.Expr, dict[str, fx.Expr]], fx.Expr]
"""Copies a value with substitutions and fresh variables."""

KeepsWhole = Callable[[fx.Quantifier], bool]
"""Whether a backend evaluates a quantifier faster as a whole than unrolled."""


def unroll_quantifier(node: fx.Quantifier, copy: Copy, keeps_whole: KeepsWhole) -> fx.Expr:
    """Return a quantifier over few constants unrolled; unchanged if ``keeps_whole`` accepts it, or if too large."""
    members = constant_members(node.source)
    member_values = [part for part in (node.where, node.value) if part is not None]
    if members is None or len(members) > MAX_MEMBERS or not member_values or keeps_whole(node):
        return node
    if len(members) * sum(map(_count_nodes, member_values)) > MAX_SIZE:
        return node

    def copy_for_member(part: fx.Expr | None, member: fx.Expr) -> fx.Expr:
        """Copy a part of the quantifier with a member in place of its variable; for None return the constant yes."""
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
        case "min" | "max" | "lowest" | "highest":
            return node  # each value is compared, and perhaps given: it would need a variable
        case _:
            assert_never(node.kind)
    return result if node.steps is None else fx.Taking(node.steps, node.site, result)


def unroll_loop(stmt: fs.Stmt, copy: Copy, *, calling: bool) -> fs.Block:
    """Return the statements of a short loop over few constants, unrolled; any other statement alone.

    Args:
        stmt: The statement.
        copy: Copies a value with substitutions.
        calling: Whether iterations may call functions with side effects.
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
            """Copy a value with a member in place of the loop's variable."""
            return copy(value, {variable: member})

        turn_body = revise_block(body, copy_for_member, keep_source)
        statements += turn_body if where is None else (fs.If(condition=copy_for_member(where), body=turn_body),)
    return tuple(statements)


def keep_source(source: fx.Source) -> fx.Source:
    """Callback of the rewriting: return a domain of members (source) unchanged; unrolled loops contain none."""
    return source


def constant_members(source: fx.Source) -> list[fx.Num] | None:
    """The members of a domain (source) as constants; None if some are not constant."""
    match source:
        case fx.Numbers(fx.Num(first), fx.Num(last)):
            return [fx.Num(number) for number in range(first, last + 1)] if last - first < MAX_MEMBERS else None
        case fx.Values(values):
            known = [value for value in values if isinstance(value, fx.Num)]
            return known if len(known) == len(values) else None
        case _:  # the rest: not known
            return None


def is_row_test(node: fx.Quantifier) -> bool:
    """Whether a quantifier only compares adjacent slots with one value, which is fast without unrolling."""
    if not isinstance(node.source, fx.Numbers):
        return False
    match node.where:
        case fx.Slot(offset=offset) | fx.Not(fx.Slot(offset=offset)):
            pass
        case fx.Compare("==" | "!=", fx.Slot(offset=offset), fx.Num() | fx.Local() as value):
            if value == fx.Local(node.variable):
                return False
        case _:  # the rest: more than one slot
            return False
    return offset == fx.Local(node.variable)


def _count_nodes(value: fx.Expr | fx.Source) -> int:
    """Count the nodes of a value."""
    return 1 + sum(map(_count_nodes, operands(value)))
