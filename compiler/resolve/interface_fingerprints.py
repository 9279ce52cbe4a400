"""What of a program means what it meant before: the interface of a name is a firewall between items.

An item hangs on its own text and on the interface of the names in it, not on what stands behind them. So a table whose
rows were changed is resolved again, and none of those that roll on it, while it is called as before, gives what it gave
and changes what it changed. Places are no part of an interface. What does hang on another item's place, and on a list
of all names, is resolved again: whatever has findings, and fields of records, which stand where the record does.
Examples share their lines, and the first of a file that says it gives all others its place: so those of a file go
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bombsight.compiler.incremental.memo import differing
from bombsight.compiler.resolve.environment import WRITTEN, Env
from bombsight.compiler.resolve.resolved import Resolved, ResolvedItem
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast

INTERFACES = (
    *("enums", "owners", "holders", "records", "fields", "lists", "players", "options"),
    *("defines", "procedures", "tables"),
)
"""The parts of an environment that compare as others see them."""

OFFER = "reroll:"
"""How the id of a standing offer begins."""


Counted = tuple[ast.Item, int]
"""An item, and its number among the examples."""


def unchanged(before: Resolved, env: Env, items: Sequence[Counted]) -> Mapping[tuple[int, int], ResolvedItem]:
    """What of a program means what it meant, by the identity of the item and its number.

    Args:
        before: The program before.
        env: The environment now.
        items: The items now.
    """
    known = still_meant(before, env)
    was, now = examples(before.items), examples(items)
    anew = {key for file, keys in now.items() if keys != was.get(file) or not known.keys() >= {*keys} for key in keys}
    return {key: meant for key, meant in known.items() if key not in anew}


def examples(items: Sequence[Counted]) -> dict[str, list[tuple[int, int]]]:
    """The examples of each file, by identity and number."""
    found: dict[str, list[tuple[int, int]]] = {}
    for item, number in items:
        if isinstance(item, ast.Example):
            found.setdefault(item.span.path, []).append((id(item), number))
    return found


def still_meant(before: Resolved, env: Env) -> Mapping[tuple[int, int], ResolvedItem]:
    """The same, each item by itself.

    Args:
        before: The program before.
        env: The environment now.
    """
    was = before.env.effects
    if was.around != env.effects.around or any(was.total[id_] != env.effects.total[id_] for id_ in offers(was.total)):
        return {}
    changed = frozenset(names_changed(before.env, env))
    moved = frozenset(records_moved(before.env, env))
    return {
        (id(item), number): meant
        for at, ((item, number), meant) in enumerate(zip(before.items, before.meant, strict=True))
        if at not in before.late
        and not meant.diagnostics
        and changed.isdisjoint(meant.asked)
        and (not moved or not isinstance(item, ast.State | ast.Record) or moved.isdisjoint(within(item, env)))
    }


def offers(callees: Iterable[str]) -> Iterator[str]:
    """The standing offers among callees: each may be taken wherever dice are thrown."""
    return (callee for callee in callees if callee.startswith(OFFER))


def names_changed(before: Env, env: Env) -> Iterator[str]:
    """The names that others see otherwise than before, those that are gone or new among them."""
    yield from names_redefined(before, env)
    yield from (id_.partition(":")[2] for id_ in differing(before.effects.total, env.effects.total))


def names_redefined(before: Env, env: Env) -> Iterator[str]:
    """The same, where calls that do something else are no others."""
    for part in INTERFACES:
        yield from differing(getattr(before, part), getattr(env, part))
    yield from before.declared.keys() ^ env.declared.keys()
    for name in before.rows.keys() | env.rows.keys():
        if before.rows.get(name) is not env.rows.get(name):
            yield WRITTEN + name
    for name in before.bodies.keys() | env.bodies.keys():
        if before.bodies.get(name) is not env.bodies.get(name):
            yield WRITTEN + name
    for name in before.shared.keys() | env.shared.keys():
        if not same(before.shared.get(name, ()), env.shared.get(name, ())):
            yield WRITTEN + name


def same(one: tuple[ast.Node, ...], other: tuple[ast.Node, ...]) -> bool:
    """Whether these are the same nodes, not only equal ones."""
    return [*map(id, one)] == [*map(id, other)]


def records_moved(before: Env, env: Env) -> Iterator[str]:
    """The records whose fields are declared elsewhere than before."""
    for name, fields in env.records.items():
        if not same(declarations(before.records.get(name, {})), declarations(fields)):
            yield name


def declarations(fields: Mapping[str, FieldShape]) -> tuple[ast.Node, ...]:
    """Where fields are declared."""
    return tuple(shape.decl for shape in fields.values())


def within(item: ast.State | ast.Record, env: Env) -> frozenset[str]:
    """The records that fields of an item may hold, and those within them."""
    waiting = [item.name] if isinstance(item, ast.Record) else []
    waiting += [decl.type.name for decl in item.fields if isinstance(decl.type, ast.NamedType)]
    waiting += [decl.type.element for decl in item.fields if isinstance(decl.type, ast.ListType)]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found and name in env.records:
            found.add(name)
            waiting += [shape.record for shape in env.records[name].values() if shape.record is not None]
    return frozenset(found)
