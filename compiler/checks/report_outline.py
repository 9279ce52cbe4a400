"""Outlines of items: where each writes journal (event log) lines, calls items and changes fields.

An outline depends on its item alone: whether a callee writes a line is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import ACTING_KINDS
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.walk import children
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import IntType

Change = g.Assign | g.Increase | g.ResetFields


@frozen
class AnyOfThese:
    """The condition that a journal line is written, as disjunction: at least one of the parts writes it."""

    parts: tuple[SaysLine, ...]


@frozen
class AllOfThese:
    """The condition that a journal line is written, as conjunction: each of the alternative parts writes one."""

    parts: tuple[SaysLine, ...]


SaysLine = bool | Callee | AnyOfThese | AllOfThese
"""The condition that a line is certainly written: a constant, that of a callee, or a combination."""


@frozen
class BlockOutline:
    """The outline of a block.

    Attributes:
        says_line: Whether one of its statements, which all run, certainly writes a line.
        parts: The parts that call or change anything.
    """

    says_line: SaysLine
    parts: tuple[BlockOutline | PartOutline, ...]


@frozen
class PartOutline:
    """The outline of a part of a block.

    Attributes:
        callee: The acting item that it calls itself; empty if none.
        changed_fields: The fields that it changes itself.
        begins_section: Whether it begins a section of the story.
        span: Its place.
        inner: The outline of its contents.
        says_line_on_change: Whether a line beside it is certainly written whenever it changes anything: `add n to
            oil`, and a line `if n > 0`.
    """

    callee: Callee
    changed_fields: tuple[str, ...]
    begins_section: bool
    span: Span
    inner: BlockOutline
    says_line_on_change: SaysLine


ActingItem = n.Procedure | n.Table | n.Reroll
"""An item whose call may have effects."""


def acting_items(graph: n.RuleGraph) -> tuple[ActingItem, ...]:
    """The items of a graph that may have effects: procedures, tables and standing offers (rerolls)."""
    return (*graph.procedures, *graph.tables, *graph.rerolls)


def outline_item(item: ActingItem) -> tuple[tuple[Callee, tuple[BlockOutline, ...]], ...]:
    """Outline the callable parts of an item: each key with the outlines of its alternative blocks."""
    return tuple((owner, tuple(outline_block(owner, way) for way in ways)) for owner, ways in callable_bodies(item))


def outline_block(owner: Callee, parts: tuple[object, ...]) -> BlockOutline:
    """Outline a block of the item ``owner``: whether it surely writes a journal line, and its calls and changes."""
    found: list[BlockOutline | PartOutline] = []
    for part in parts:
        if type(part) is tuple:
            inner = outline_block(owner, part)
            found += [inner] if inner.parts else []
        elif part is not None and type(part) is not str:
            inner = outline_block(owner, children(part))
            callee, fields = callee_of(part, owner), fields_changed(part) if isinstance(part, Change) else ()
            if callee or fields or inner.parts:
                span = part.span if isinstance(part, x.BaseExpr | g.BaseStmt) else NOWHERE
                begins, says_line = (
                    isinstance(part, g.Step) and bool(part.title),
                    says_line_on_nonzero(owner, part, parts),
                )
                found.append(PartOutline(callee, fields, begins, span, inner, says_line))
    return BlockOutline(block_says_line(owner, parts), tuple(found))


def says_line_on_nonzero(owner: Callee, part: object, siblings: Iterable[object]) -> SaysLine:
    """Build the condition that a sibling of ``add n to ...`` writes a journal line whenever n is not 0."""
    if not isinstance(part, g.Increase):
        return False
    value = part.value.value if isinstance(part.value, x.Negation) else part.value
    found: list[SaysLine] = []
    for other in siblings:
        match other:
            case g.If(condition=condition, body=body) if holds_when_nonzero(condition, value):
                found.append(block_says_line(owner, body))
            case g.If(condition=condition, otherwise=otherwise) if holds_when_nonzero(condition, value, negated=True):
                found.append(block_says_line(owner, otherwise))
            case _:  # the rest: has no condition
                pass
    return make_any_of(found)


def holds_when_nonzero(condition: x.Expr, value: x.Expr, *, negated: bool = False) -> bool:
    """Whether a condition holds (or with ``negated``, fails) wherever the value of an expression is not 0."""
    match condition:
        case x.NotExpr(value=inner):
            return holds_when_nonzero(inner, value, negated=not negated)
        case x.Comparison(op=op, left=left, right=x.Const(value=figure)) if left == value:
            pass
        case x.Comparison(op=op, left=x.Const(value=figure), right=right) if right == value:
            op = MIRRORED[op]
        case _:  # the rest: unknown
            return False
    if not isinstance(value.type, IntType):
        return False
    op = NEGATED[op] if negated else op
    low, high = value.type.low, value.type.high
    if op in ("==", "!="):
        return op == "!=" and (figure == 0 or not low <= figure <= high)
    least, most = (1 if low == 0 else low), (-1 if high == 0 else high)
    return {">": least > figure, ">=": least >= figure, "<": most < figure, "<=": most <= figure}[op]


MIRRORED: Mapping[x.ComparisonOp, x.ComparisonOp] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""Each comparison operator with its sides exchanged."""

NEGATED: Mapping[x.ComparisonOp, x.ComparisonOp] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""The negation of each comparison operator."""


def block_says_line(owner: Callee, parts: Iterable[object]) -> SaysLine:
    """Build the condition that a statement of a block (in the item ``owner``) surely writes a journal line."""
    return make_any_of(statement_says_line(owner, part) for part in parts if g.is_stmt(part))


def statement_says_line(owner: Callee, stmt: g.Stmt) -> SaysLine:
    """Build the condition that a statement (in the item ``owner``) or a call of it surely writes a journal line."""
    match stmt:
        case g.Say(row_title=row_title):
            return not row_title
        case g.Step(body=body):
            return block_says_line(owner, body)
        case g.If(body=body, otherwise=otherwise):
            return make_any_of(
                (
                    make_all_of((block_says_line(owner, body), block_says_line(owner, otherwise))),
                    *direct_calls(stmt, owner),
                )
            )
        case g.ChooseBranch(branches=branches):
            return make_all_of(block_says_line(owner, branch.body) for branch in branches)
        case g.SubRoll(rolled=rolled):
            return make_all_of(block_says_line(owner, block) for block in row_blocks(rolled))
        case _:  # the rest: its blocks may not run
            return make_any_of(direct_calls(stmt, owner))


def make_any_of(parts: Iterable[SaysLine]) -> SaysLine:
    """Build the condition that at least one of the parts writes a journal line."""
    counting = drop_settled(parts, True)
    return AnyOfThese(counting) if len(counting) > 1 else counting[0] if counting else False


def make_all_of(parts: Iterable[SaysLine]) -> SaysLine:
    """Build the condition that each of the parts writes a journal line."""
    counting = drop_settled(parts, False)
    return AllOfThese(counting) if len(counting) > 1 else counting[0] if counting else True


def drop_settled(parts: Iterable[SaysLine], absorbing: bool) -> tuple[SaysLine, ...]:
    """Drop the neutral constants of a conjunction or disjunction, and all parts after the ``absorbing`` constant."""
    counting: list[SaysLine] = []
    for part in parts:
        if part is absorbing:
            return (*counting, part)
        if not isinstance(part, bool):
            counting.append(part)
    return tuple(counting)


def callable_bodies(item: ActingItem) -> Iterator[tuple[Callee, list[g.Block]]]:
    """Yield the callable parts of an item (itself, a table's notes) by key, each with its alternative blocks."""
    match item:
        case n.Procedure():
            yield f"procedure:{item.name}", [item.body]
        case n.Table():
            ways = [beforehand.body for beforehand in item.beforehand] + [row.body for row in item.rows]
            yield f"table:{item.id}", ways + (row_blocks(item.rolled) if item.rolled else [])
            for note in item.notes:
                yield f"note:{item.id}/{note.name}", [note.body]
        case n.Reroll():
            yield f"reroll:{item.name}", [item.body]
        case _:
            assert_never(item)


def row_blocks(rolled: g.Rolled) -> list[g.Block]:
    """The statement blocks of all rows that the dice may select."""
    return [natural.body for natural in rolled.naturals] + [row.body for row in rolled.rows]


def callee_of(part: object, owner: Callee) -> Callee:
    """The key of the item that a node calls directly; empty if none. ``owner`` gives the table of a called note."""
    for callee in node_effect_of(part).calls:
        kind, _, name = callee.partition(":")
        if kind == "note":
            return f"note:{owner.partition(':')[2].partition('/')[0]}/{name}"
        if kind in ACTING_KINDS:
            return callee
    return ""


def direct_calls(stmt: g.Stmt, owner: Callee) -> Iterator[Callee]:
    """Yield the keys of items that a statement (in the item ``owner``) calls, without calls in inner blocks."""
    waiting: list[object] = [stmt]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += [each for each in part if not isinstance(each, g.BaseStmt)]
        elif part is not None and type(part) is not str:
            callee = callee_of(part, owner)
            if callee:
                yield callee
            waiting += children(part)


def fields_changed(stmt: Change) -> tuple[str, ...]:
    """The ids of the fields that an assignment, addition or reset changes."""
    match stmt:
        case g.ResetFields(fields=fields):
            return fields
        case g.Assign(target=x.Read(field=id_)) | g.Increase(target=x.Read(field=id_)):
            return (id_,)
        case g.Assign() | g.Increase():
            return ()
        case _:
            assert_never(stmt)
