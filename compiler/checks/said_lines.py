"""Where lines are said in an item, things called, and fields changed: what of it counts for who hears of a change.

It hangs on the item alone: whether a line is said where something is called is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import NOWHERE, Span

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
    """

    callee: Callee
    changed: tuple[str, ...]
    begins: bool
    span: Span
    inner: Block


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
                span = part.span if isinstance(part, x.Expr | g.Stmt) else NOWHERE
                found.append(Part(callee, fields, isinstance(part, g.Step) and bool(part.title), span, inner))
    return Block(tells(owner, parts), tuple(found))


def tells(owner: Callee, parts: Iterable[object]) -> Surely:
    """Whether one of these, which all happen, surely says a line."""
    return any_of(says(owner, part) for part in parts if isinstance(part, g.Stmt))


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
        case _:
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


def ways_of(rolled: g.Rolled) -> list[g.Block]:
    """Where dice may lead."""
    return [natural.body for natural in rolled.naturals] + [row.body for row in rolled.rows]


def called(part: object, owner: Callee) -> Callee:
    """What a part calls itself; empty where it calls nothing that acts. A note is one of the table around."""
    match part:
        case x.DoCall(procedure=name):
            return f"procedure:{name}"
        case x.RollOn(table=name) | x.LookUp(table=name) | g.TakeEvery(table=name):
            return f"table:{name}"
        case g.UseNote(note=name):
            return f"note:{owner.partition(':')[2].partition('/')[0]}/{name}"
        case _:
            return ""


def calls_beside(stmt: g.Stmt, owner: Callee) -> Iterator[Callee]:
    """What a statement calls itself, blocks in it apart."""
    waiting: list[object] = [stmt]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += [each for each in part if not isinstance(each, g.Stmt)]
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
        case _:
            return ()
