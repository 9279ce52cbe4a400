"""Where lines are said in an item, things called, and fields changed: what of it counts for who hears of a change.

It hangs on the item alone: whether a line is said where something is called is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import ACTING
from bombsight.compiler.graph.facts import facts
from bombsight.compiler.graph.walk import children
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import IntType

Change = g.Assign | g.Increase | g.ResetFields


@frozen
class AnyOf:
    """A line is surely said where one of these surely says it."""

    parts: tuple[Surely, ...]


@frozen
class AllOf:
    """A line is surely said where each of these surely says one."""

    parts: tuple[Surely, ...]


Surely = bool | Callee | AnyOf | AllOf
"""Whether a line is surely said: so or not, or as a call does, or as several of them together."""


@frozen
class Block:
    """A block, or what stands in a part side by side.

    Attributes:
        said: Whether one of these, which all happen, surely says a line.
        parts: Those in which something is called or changed.
    """

    said: Surely
    parts: tuple[Block | Part, ...]


@frozen
class Part:
    """A part of a block.

    Attributes:
        callee: What it calls itself; empty where that is nothing that acts.
        changed: The fields that it changes itself.
        begins: Whether a part of the story begins with it.
        span: Where it stands.
        inner: What stands in it.
        said: Whether a line is surely said beside it wherever it changes anything: `add n to oil`, and a line
            `if n > 0`.
    """

    callee: Callee
    changed: tuple[str, ...]
    begins: bool
    span: Span
    inner: Block
    said: Surely


Acting = n.Procedure | n.Table | n.Reroll
"""An item that may act when it is called."""


def acting(graph: n.RuleGraph) -> tuple[Acting, ...]:
    """All of them in a graph."""
    return (*graph.procedures, *graph.tables, *graph.rerolls)


def outlined(item: Acting) -> tuple[tuple[Callee, tuple[Block, ...]], ...]:
    """What can be called of an item, by its id, each as the ways that it can go: each is a block, and one is gone."""
    return tuple((owner, tuple(block_of(owner, way) for way in ways)) for owner, ways in bodies(item))


def block_of(owner: Callee, parts: tuple[object, ...]) -> Block:
    """What stands side by side in an item."""
    found: list[Block | Part] = []
    for part in parts:
        if type(part) is tuple:
            inner = block_of(owner, part)
            found += [inner] if inner.parts else []
        elif part is not None and type(part) is not str:
            inner = block_of(owner, children(part))
            callee, fields = called(part, owner), changed(part) if isinstance(part, Change) else ()
            if callee or fields or inner.parts:
                span = part.span if isinstance(part, x.BaseExpr | g.BaseStmt) else NOWHERE
                begins, said = isinstance(part, g.Step) and bool(part.title), said_where_it_changes(owner, part, parts)
                found.append(Part(callee, fields, begins, span, inner, said))
    return Block(tells(owner, parts), tuple(found))


def said_where_it_changes(owner: Callee, part: object, beside: Iterable[object]) -> Surely:
    """Whether a line is said where a number is added that is not 0.

    Args:
        owner: The item.
        part: A part of a block.
        beside: What stands in the block.
    """
    if not isinstance(part, g.Increase):
        return False
    value = part.value.value if isinstance(part.value, x.Negation) else part.value
    found: list[Surely] = []
    for other in beside:
        match other:
            case g.If(condition=condition, body=body) if holds_but_for_zero(condition, value):
                found.append(tells(owner, body))
            case g.If(condition=condition, otherwise=otherwise) if holds_but_for_zero(condition, value, denied=True):
                found.append(tells(owner, otherwise))
            case _:  # the rest: asks for nothing
                pass
    return any_of(found)


def holds_but_for_zero(condition: x.Expr, value: x.Expr, *, denied: bool = False) -> bool:
    """Whether a condition holds wherever a number is not 0; or, denied, fails there."""
    match condition:
        case x.NotExpr(value=inner):
            return holds_but_for_zero(inner, value, denied=not denied)
        case x.Comparison(op=op, left=left, right=x.Const(value=figure)) if left == value:
            pass
        case x.Comparison(op=op, left=x.Const(value=figure), right=right) if right == value:
            op = MIRRORED[op]
        case _:  # the rest: not known to hold
            return False
    if not isinstance(value.type, IntType):
        return False
    op = DENIED[op] if denied else op
    low, high = value.type.low, value.type.high
    if op in ("==", "!="):
        return op == "!=" and (figure == 0 or not low <= figure <= high)
    least, most = (1 if low == 0 else low), (-1 if high == 0 else high)
    return {">": least > figure, ">=": least >= figure, "<": most < figure, "<=": most <= figure}[op]


MIRRORED: Mapping[x.ComparisonOp, x.ComparisonOp] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""What a comparison says with its sides exchanged."""

DENIED: Mapping[x.ComparisonOp, x.ComparisonOp] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""What it says where it does not hold."""


def tells(owner: Callee, parts: Iterable[object]) -> Surely:
    """Whether one of these, which all happen, surely says a line."""
    return any_of(says(owner, part) for part in parts if g.is_stmt(part))


def says(owner: Callee, stmt: g.Stmt) -> Surely:
    """Whether a statement surely says a line, itself or in what it calls."""
    match stmt:
        case g.Say():
            return True
        case g.Step(body=body):
            return tells(owner, body)
        case g.If(body=body, otherwise=otherwise):
            return any_of((all_of((tells(owner, body), tells(owner, otherwise))), *calls_beside(stmt, owner)))
        case g.ChooseBranch(branches=branches):
            return all_of(tells(owner, branch.body) for branch in branches)
        case g.SubRoll(rolled=rolled):
            return all_of(tells(owner, block) for block in ways_of(rolled))
        case _:  # the rest: a line is not sure to be said in its blocks
            return any_of(calls_beside(stmt, owner))


def any_of(parts: Iterable[Surely]) -> Surely:
    """Whether one of these says a line."""
    counting = until(parts, True)
    return AnyOf(counting) if len(counting) > 1 else counting[0] if counting else False


def all_of(parts: Iterable[Surely]) -> Surely:
    """Whether each of these says a line."""
    counting = until(parts, False)
    return AllOf(counting) if len(counting) > 1 else counting[0] if counting else True


def until(parts: Iterable[Surely], settles: bool) -> tuple[Surely, ...]:
    """The parts that count, up to one that settles it all: what stands behind that need not be asked."""
    counting: list[Surely] = []
    for part in parts:
        if part is settles:
            return (*counting, part)
        if not isinstance(part, bool):
            counting.append(part)
    return tuple(counting)


def bodies(item: Acting) -> Iterator[tuple[Callee, list[g.Block]]]:
    """Everything of an item that can be called and acts, as the ways that it can go."""
    match item:
        case n.Procedure():
            yield f"procedure:{item.name}", [item.body]
        case n.Table():
            ways = [beforehand.body for beforehand in item.beforehand] + [row.body for row in item.rows]
            yield f"table:{item.id}", ways + (ways_of(item.rolled) if item.rolled else [])
            for note in item.notes:
                yield f"note:{item.id}/{note.name}", [note.body]
        case n.Reroll():
            yield f"reroll:{item.name}", [item.body]
        case _:
            assert_never(item)


def ways_of(rolled: g.Rolled) -> list[g.Block]:
    """Where dice may lead."""
    return [natural.body for natural in rolled.naturals] + [row.body for row in rolled.rows]


def called(part: object, owner: Callee) -> Callee:
    """What a part calls itself; empty where it calls nothing that acts. A note is one of the table around."""
    for callee in facts(part).calls:
        kind, _, name = callee.partition(":")
        if kind == "note":
            return f"note:{owner.partition(':')[2].partition('/')[0]}/{name}"
        if kind in ACTING:
            return callee
    return ""


def calls_beside(stmt: g.Stmt, owner: Callee) -> Iterator[Callee]:
    """What a statement calls itself, blocks in it apart."""
    waiting: list[object] = [stmt]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += [each for each in part if not isinstance(each, g.BaseStmt)]
        elif part is not None and type(part) is not str:
            callee = called(part, owner)
            if callee:
                yield callee
            waiting += children(part)


def changed(stmt: Change) -> tuple[str, ...]:
    """The fields that a statement changes."""
    match stmt:
        case g.ResetFields(fields=fields):
            return fields
        case g.Assign(target=x.Read(field=id_)) | g.Increase(target=x.Read(field=id_)):
            return (id_,)
        case g.Assign() | g.Increase():
            return ()
        case _:
            assert_never(stmt)
