"""Traversal and rewriting of the flat form's nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from operator import attrgetter, is_, is_not
from typing import Any, TypeGuard, TypeVar, assert_never, cast

from attrs import AttrsInstance, fields

from bombsight.dsl.node_classes import evolve_node
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.guards import Guard
from bombsight.flat.sites import SITE, Site

TERMINAL = (fs.Return, fs.EndOuter, fs.Leave, fs.Restart, fs.Fail)

Node = fx.Expr | fx.Source | fs.Stmt | fs.Arm | Guard
"""Any node of the code."""

NODES = (fx.BaseExpr, fx.BaseSource, fs.BaseStmt, fs.Arm, Guard)
"""The base classes of nodes, for fast tests."""

NON_NODE_TYPES = (
    *("str", "int", "bool", "Literal", "tuple[int", "tuple[str", "frozenset"),
    *("ArithmeticOp", "CompareOp", "QuantifierKind"),
)
"""The prefixes of annotations of attributes without nodes."""

SINGLE_NODE_TYPES = {"Expr", "Source", "Slot"}
"""The annotations of attributes that hold one node."""

NODE_SEQUENCE_TYPES = {"Block", "tuple[Expr, ...]", "tuple[Arm, ...]"}
"""The annotations of attributes that hold only nodes."""

N = TypeVar("N", bound=Node)


def never_falls_through(block: fs.Block) -> bool:
    """Whether the end of a block is unreachable."""
    if not block:
        return False
    match block[-1]:
        case fs.If(body=body, otherwise=otherwise):
            return never_falls_through(body) and never_falls_through(otherwise)
        case fs.Rows(arms=arms):
            return all(never_falls_through(arm.body) for arm in arms)
        case fs.Labelled(label=label, body=body):
            return never_falls_through(body) and not has_leave(body, label)
        case last:  # the rest: a loop may have no iterations
            return isinstance(last, TERMINAL)


def has_leave(block: fs.Block, label: str) -> bool:
    """Whether a block contains a jump that leaves the surrounding block with a label."""
    return any(stmt == fs.Leave(label=label) for stmt in iter_statements(block))


def has_restart(block: fs.Block, label: str) -> bool:
    """Whether a block contains a jump that restarts the surrounding block with a label."""
    return any(stmt == fs.Restart(label=label) for stmt in iter_statements(block))


def child_blocks(stmt: fs.Stmt) -> tuple[fs.Block, ...]:
    """The blocks directly inside a statement."""
    match stmt:
        case fs.BaseSimple():
            return ()
        case fs.If(body=body, otherwise=otherwise):
            return body, otherwise
        case fs.Rows(arms=arms):
            return tuple(arm.body for arm in arms)
        case fs.While(body=body, after=after):
            return body, after
        case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
            return (body,)
        case _:
            assert_never(stmt)


def iter_statements(block: fs.Block) -> Iterator[fs.Stmt]:
    """Yield every statement of a block, including nested ones."""
    for stmt in block:
        yield stmt
        for inner in child_blocks(stmt):
            yield from iter_statements(inner)


def own_values(stmt: fs.Stmt) -> Iterator[fx.Expr | fx.Source]:
    """Yield the expressions and domains directly in a statement, not those of nested statements."""
    for part in children(stmt):
        if isinstance(part, fx.BaseExpr | fx.BaseSource):
            yield part


def operands(value: fx.Expr | fx.Source) -> Sequence[fx.Expr | fx.Source]:
    """Return the expressions and domains directly inside an expression or domain."""
    return children(value)  # type: ignore[return-value]  # values are made of values


def depends_on(value: fx.Expr | fx.Source, variable: str) -> bool:
    """Whether a value reads a variable."""
    return any(type(part) is fx.Local and part.name == variable for part in walk(value))


# --- whole trees


@cache
def node_attributes(kind: type) -> tuple[str, ...]:
    """The names of the attributes of a class that may hold nodes."""
    return tuple(
        found.name
        for found in fields(cast(type[AttrsInstance], kind))
        if not str(found.type).removesuffix(" | None").startswith(NON_NODE_TYPES)
    )


@cache
def _site_attributes(kind: type) -> tuple[tuple[str, tuple[type[Site], ...]], ...]:
    """Return a node class's attributes that hold site numbers, each with the classes of site that it allows."""
    found = fields(cast(type[AttrsInstance], kind))
    return tuple((attribute.name, attribute.metadata[SITE]) for attribute in found if SITE in attribute.metadata)


def site_references(node: Node) -> Iterator[tuple[str, int, tuple[type[Site], ...]]]:
    """Yield each reference of a node to a site (code location): attribute, number, allowed classes of site."""
    for name, kinds in _site_attributes(cast(Any, type(node))):
        number = getattr(node, name)
        if number is not None:
            yield name, number, kinds


Reader = Callable[[Any], Sequence[Node]]
"""A function that returns the child nodes of an object of one class."""


class _Readers(dict[type, Reader | None]):
    """The reader of each class's child nodes, None for a class without any.

    It is cached, for no query is as frequent.
    """

    def __missing__(self, kind: type) -> Reader | None:
        """Make and store the reader (function that returns child nodes) of a class of nodes."""
        self[kind] = reader = _make_reader(kind)
        return reader


def _make_reader(kind: type) -> Reader | None:
    """Make the fastest function that reads the child nodes of a class; None for a class without child nodes."""
    names = node_attributes(kind)
    if not names:
        return None
    get: Callable[[Any], Any] = attrgetter(*names)
    types = [str(found.type) for found in fields(cast(type[AttrsInstance], kind)) if found.name in names]
    if SINGLE_NODE_TYPES.issuperset(types):
        return get if len(names) > 1 else lambda node: (get(node),)
    if NODE_SEQUENCE_TYPES.issuperset(types) and len(names) == 1:
        return get
    if all(each.removesuffix(" | None") in SINGLE_NODE_TYPES or each in NODE_SEQUENCE_TYPES for each in types):
        return partial(
            _read_attributes,
            tuple((name, each in NODE_SEQUENCE_TYPES) for name, each in zip(names, types, strict=True)),
        )
    return lambda node: _nodes_in(get(node) if len(names) > 1 else (get(node),))


def _read_attributes(attributes: Sequence[tuple[str, bool]], node: Node) -> list[Node]:
    """Return the child nodes in some attributes of a node, given as (name, whether it holds several nodes)."""
    found: list[Node] = []
    for name, several in attributes:
        item = getattr(node, name)
        if several:
            found += item
        elif item is not None:
            found.append(item)
    return found


def is_node(item: object) -> TypeGuard[Node]:
    """Whether an object is a node of the flat form."""
    return isinstance(item, NODES)


def _nodes_in(items: Iterable[object]) -> list[Node]:
    """Return the nodes among values of attributes, which may be nested tuples."""
    found: list[Node] = []
    for item in items:
        if isinstance(item, tuple):
            found += _nodes_in(item)
        elif is_node(item):
            found.append(item)
    return found


_readers = _Readers()


def children(node: Node) -> Sequence[Node]:
    """Return the child nodes of a node in the order of its attributes."""
    read = _readers[type(node)]
    return () if read is None else read(node)


def walk(*nodes: Node) -> list[Node]:
    """List all nodes of some trees, outer ones before inner ones."""
    found: list[Node] = []
    waiting = [*nodes[::-1]]
    while waiting:
        at = waiting.pop()
        found.append(at)
        read = _readers[type(at)]
        if read is not None:
            waiting += read(at)[::-1]
    return found


def walk_block(block: fs.Block) -> list[Node]:
    """List all nodes of a block."""
    return walk(*block)


def map_nodes(node: N, change: Callable[[Node], Node]) -> N:
    """Rewrite a tree bottom-up: apply ``change`` to every node."""
    read = _readers[type(node)]
    at: Node = node
    if read is not None:
        made_of = read(node)
        changed_parts = [map_nodes(part, change) for part in made_of]
        if not all(map(is_, changed_parts, made_of)):
            at = _with_children(node, iter(changed_parts))
    result: Any = change(at)
    return result  # type: ignore[no-any-return]  # what a part becomes fits where it stood


def _with_children(node: N, parts: Iterator[Node]) -> N:
    """Return a copy of a node with its child nodes replaced, in order, by those that ``parts`` yields."""
    kind: type = type(node)
    return evolve_node(node, **{name: _replace_parts(getattr(node, name), parts) for name in node_attributes(kind)})


def _replace_parts(item: object, parts: Iterator[Node]) -> object:
    """Return an attribute's value with each node in it replaced by the next one that ``parts`` yields."""
    if isinstance(item, tuple):
        return tuple([_replace_parts(member, parts) for member in item])
    return next(parts) if is_node(item) else item


def map_statements(block: fs.Block, change: Callable[[fs.Stmt], fs.Stmt]) -> fs.Block:
    """Rewrite a block bottom-up: apply ``change`` to every statement."""
    found = tuple([change(_map_inner_statements(stmt, change)) for stmt in block])
    return found if any(map(is_not, found, block)) else block


def _map_inner_statements(stmt: fs.Stmt, change: Callable[[fs.Stmt], fs.Stmt]) -> fs.Stmt:
    """Rewrite the statements inside a statement."""
    new: dict[str, object]
    match stmt:
        case fs.BaseSimple():
            return stmt
        case fs.If(body=body, otherwise=otherwise):
            new = {"body": map_statements(body, change), "otherwise": map_statements(otherwise, change)}
        case fs.Rows(arms=arms):
            new = {"arms": tuple([evolve_node(arm, body=map_statements(arm.body, change)) for arm in arms])}
        case fs.While(body=body, after=after):
            new = {"body": map_statements(body, change), "after": map_statements(after, change)}
        case fs.Each(body=body) | fs.Numbered(body=body) | fs.Turns(body=body) | fs.Labelled(body=body):
            new = {"body": map_statements(body, change)}
        case _:
            assert_never(stmt)
    return evolve_node(stmt, **new) if any(new[name] is not getattr(stmt, name) for name in new) else stmt
