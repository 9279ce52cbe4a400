"""Questions about the flat form, and changes all over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar, cast

from attrs import AttrsInstance, evolve, fields

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Guard
from bombsight.flat.sites import SITE, Site

TERMINAL = (fs.Return, fs.EndOuter, fs.Leave, fs.Restart, fs.Fail)

Node = fx.Expr | fx.Source | fs.Stmt | fs.Arm | Guard
"""What code is made of."""

NODES = (fx.Expr, fx.Source, fs.Stmt, fs.Arm, Guard)
"""The same, for what is asked often."""

PLAIN = ("str", "int", "bool", "Literal", "tuple[int", "tuple[str", "frozenset")
"""How the types of attributes begin that hold no parts of the code."""

N = TypeVar("N", bound=Node)


def ends(block: fs.Block) -> bool:
    """Whether nothing behind the block can be reached from its end."""
    if not block:
        return False
    match block[-1]:
        case fs.If(body=body, otherwise=otherwise):
            return ends(body) and ends(otherwise)
        case fs.Rows(arms=arms):
            return all(ends(arm.body) for arm in arms)
        case fs.Labelled(label=label, body=body):
            return ends(body) and not leaves(body, label)
        case last:
            return isinstance(last, TERMINAL)


def leaves(block: fs.Block, label: str) -> bool:
    """Whether a block leaves the labelled block around it."""
    return any(stmt == fs.Leave(label=label) for stmt in statements(block))


def restarts(block: fs.Block, label: str) -> bool:
    """Whether a block begins the labelled block around it again."""
    return any(stmt == fs.Restart(label=label) for stmt in statements(block))


def blocks(stmt: fs.Stmt) -> tuple[fs.Block, ...]:
    """The blocks that stand directly in a statement."""
    match stmt:
        case fs.If(body=body, otherwise=otherwise):
            return body, otherwise
        case fs.Rows(arms=arms):
            return tuple(arm.body for arm in arms)
        case fs.While(body=body, after=after):
            return body, after
        case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
            return (body,)
        case _:
            return ()


def statements(block: fs.Block) -> Iterator[fs.Stmt]:
    """Every statement of a block, inner ones too."""
    for stmt in block:
        yield stmt
        for inner in blocks(stmt):
            yield from statements(inner)


def values(stmt: fs.Stmt) -> Iterator[fx.Expr | fx.Source]:
    """The values of a statement itself, those of inner statements apart."""
    for part in children(stmt):
        if isinstance(part, fx.Expr | fx.Source):
            yield part


def parts(value: fx.Expr | fx.Source) -> list[fx.Expr | fx.Source]:
    """The values that a value is made of."""
    return cast(list[fx.Expr | fx.Source], children(value))


def mentions(value: fx.Expr | fx.Source, variable: str) -> bool:
    """Whether a value depends on a variable."""
    return value == fx.Local(variable) or any(mentions(part, variable) for part in parts(value))


# --- all over


@cache
def attributes(kind: type) -> tuple[str, ...]:
    """The attributes of a class that may hold parts of the code."""
    return tuple(
        found.name
        for found in fields(cast(type[AttrsInstance], kind))
        if not str(found.type).removesuffix(" | None").startswith(PLAIN)
    )


@cache
def _site_attributes(kind: type) -> tuple[tuple[str, tuple[type[Site], ...]], ...]:
    found = fields(cast(type[AttrsInstance], kind))
    return tuple((attribute.name, attribute.metadata[SITE]) for attribute in found if SITE in attribute.metadata)


def sites(node: Node) -> Iterator[tuple[str, int, tuple[type[Site], ...]]]:
    """The sites that a part of the code names itself: the attribute, the number, and of which classes it may be."""
    for name, kinds in _site_attributes(cast(Any, type(node))):
        number = getattr(node, name)
        if number is not None:
            yield name, number, kinds


def children(node: Node) -> list[Node]:
    """What a part of the code is made of, one level down."""
    found: list[Node] = []
    for name in attributes(cast(Any, type(node))):
        item = getattr(node, name)
        if isinstance(item, tuple):
            for member in item:
                if isinstance(member, tuple):
                    found += [part for part in member if isinstance(part, NODES)]
                elif isinstance(member, NODES):
                    found.append(member)
        elif item is not None and isinstance(item, NODES):
            found.append(item)
    return found


def walk(node: Node) -> Iterator[Node]:
    """A part of the code and all that it is made of."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        yield at
        waiting += reversed(children(at))


def walk_block(block: fs.Block) -> Iterator[Node]:
    """All that a block is made of."""
    for stmt in block:
        yield from walk(stmt)


def mapped(node: N, change: Callable[[Node], Node]) -> N:
    """A part of the code with every part of it changed, the inner ones first."""
    new: dict[str, Any] = {}
    for name in attributes(cast(Any, type(node))):
        item = getattr(node, name)
        found = _mapped(item, change)
        if found is not item:
            new[name] = found
    return cast(N, change(cast(Any, evolve)(node, **new) if new else node))


def _mapped(item: object, change: Callable[[Node], Node]) -> object:
    if isinstance(item, NODES):
        return mapped(item, change)
    if isinstance(item, tuple):
        found = tuple(_mapped(member, change) for member in item)
        return found if any(one is not other for one, other in zip(found, item, strict=True)) else item
    return item
