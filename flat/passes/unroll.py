"""Unrolling: a quantifier over a few constants is the conditions of each, one after the other; so is a short loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.passes.revise import revised
from bombsight.flat.walking import parts, walk, walk_block

MOST = 12
"""So many members at most."""

LARGEST = 300
"""So many nodes what comes of it may have."""

LARGEST_LOOP = 240
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

Whole = Callable[[fx.Quantifier], bool]
"""Whether a backend has a better way for a quantifier than to ask of each member."""


def unrolled(node: fx.Quantifier, copy: Copy, whole: Whole) -> fx.Expr:
    """The conditions of each member; the quantifier itself where that would be too much, or is as well left whole."""
    members = constants(node.source)
    asked = [part for part in (node.where, node.value) if part is not None]
    if members is None or len(members) > MOST or not asked or whole(node):
        return node
    if len(members) * sum(map(_size, asked)) > LARGEST:
        return node

    def of(part: fx.Expr | None, member: fx.Expr) -> fx.Expr:
        return fold.YES if part is None else copy(part, {node.variable: member})

    conditions = [of(node.where, member) for member in members]
    found: fx.Expr
    match node.kind:
        case "any":
            found = fold.disjunction(conditions)
        case "count":
            found = fx.Num(0)
            for condition in conditions:
                found = fold.plus(found, condition) if found != fx.Num(0) else condition
        case "sum":
            found = fx.Num(0)
            for member, condition in zip(members, conditions, strict=True):
                found = fold.plus(found, fold.pick(condition, of(node.value, member), fold.NO))
        case "first":
            found = fold.NOTHING
            for member, condition in reversed(list(zip(members, conditions, strict=True))):
                found = fold.pick(condition, member, found)
        case _:
            assert_never(node.kind)
    return found if node.steps is None else fx.Taking(node.steps, node.site, found)


def unrolled_loop(stmt: fs.Stmt, copy: Copy, *, calling: bool) -> fs.Block:
    """A loop over a few constants whose turns are short and go straight on, as its turns; else the statement alone.

    Args:
        stmt: The statement.
        copy: Makes a copy of a value, variables replaced.
        calling: Whether turns may call what acts: then each turn calls it.
    """
    if not isinstance(stmt, fs.Each) or stmt.watched is not None:
        return (stmt,)
    variable, where, body = stmt.variable, stmt.where, stmt.body
    members = constants(stmt.source)
    if members is None or len(members) > MOST or any(isinstance(node, LOOPS) for node in walk_block(body)):
        return (stmt,)
    if not calling and any(isinstance(node, fs.Invoke) for node in walk_block(body)):
        return (stmt,)
    turn = sum(1 for _ in walk_block(body)) + (0 if where is None else sum(1 for _ in walk(where)))
    if turn * len(members) > LARGEST_LOOP:
        return (stmt,)
    found: list[fs.Stmt] = []
    for member in members:

        def given(value: fx.Expr, member: fx.Expr = member) -> fx.Expr:
            return copy(value, {variable: member})

        turned = revised(body, given, same)
        found += turned if where is None else (fs.If(condition=given(where), body=turned),)
    return tuple(found)


def same(source: fx.Source) -> fx.Source:
    """What is gone through, as it is: nothing is in a turn that goes straight on."""
    return source


def constants(source: fx.Source) -> list[fx.Num] | None:
    """The members of a source, if they are known."""
    match source:
        case fx.Numbers(fx.Num(first), fx.Num(last)):
            return [fx.Num(number) for number in range(first, last + 1)] if last - first < MOST else None
        case fx.Values(values):
            known = [value for value in values if isinstance(value, fx.Num)]
            return known if len(known) == len(values) else None
        case _:  # the rest: not known
            return None


def is_run(node: fx.Quantifier) -> bool:
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


def _size(value: fx.Expr | fx.Source) -> int:
    return 1 + sum(map(_size, parts(value)))
