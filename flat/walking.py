"""Questions about blocks of the flat form."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs

TERMINAL = (fs.Return, fs.EndOuter, fs.Leave, fs.Restart, fs.Fail)


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


def statements(block: fs.Block) -> Iterator[fs.Stmt]:
    """Every statement of a block, inner ones too."""
    for stmt in block:
        yield stmt
        match stmt:
            case fs.If(body=body, otherwise=otherwise):
                yield from statements(body)
                yield from statements(otherwise)
            case fs.Rows(arms=arms):
                for arm in arms:
                    yield from statements(arm.body)
            case fs.While(body=body, after=after):
                yield from statements(body)
                yield from statements(after)
            case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
                yield from statements(body)
            case _:
                pass


def values(stmt: fs.Stmt) -> Iterator[fx.Expr | fx.Source]:
    """The values of a statement itself, those of inner statements apart."""
    for attribute in fields(type(stmt)):
        item = getattr(stmt, attribute.name)
        for member in item if isinstance(item, tuple) else (item,):
            for value in member if isinstance(member, tuple) else (member,):
                if isinstance(value, fx.Expr | fx.Source):
                    yield value
