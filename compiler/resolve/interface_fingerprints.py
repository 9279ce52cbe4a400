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

from bombsight.compiler.incremental.memo import differing_keys
from bombsight.compiler.resolve.environment import AS_WRITTEN_PREFIX, Env
from bombsight.compiler.resolve.resolution import ResolvedItem, ResolvedProgram
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast

INTERFACE_PARTS = (
    *("enums", "owners", "holders", "records", "fields", "lists", "players", "options"),
    *("defines", "procedures", "tables"),
)
"""The parts of an environment that compare as others see them."""

OFFER_PREFIX = "reroll:"
"""How the id of a standing offer begins."""


NumberedItem = tuple[ast.Item, int]
"""An item, and its number among the examples."""


def reusable_items(
    previous: ResolvedProgram, env: Env, items: Sequence[NumberedItem]
) -> Mapping[tuple[int, int], ResolvedItem]:
    """What of a program means what it meant, by the identity of the item and its number.

    Args:
        previous: The program before.
        env: The environment now.
        items: The items now.
    """
    known = items_with_same_meaning(previous, env)
    was, now = examples_by_file(previous.items), examples_by_file(items)
    anew = {key for file, keys in now.items() if keys != was.get(file) or not known.keys() >= {*keys} for key in keys}
    return {key: meant for key, meant in known.items() if key not in anew}


def examples_by_file(items: Sequence[NumberedItem]) -> dict[str, list[tuple[int, int]]]:
    """The examples of each file, by identity and number."""
    found: dict[str, list[tuple[int, int]]] = {}
    for item, number in items:
        if isinstance(item, ast.Example):
            found.setdefault(item.span.path, []).append((id(item), number))
    return found


def items_with_same_meaning(previous: ResolvedProgram, env: Env) -> Mapping[tuple[int, int], ResolvedItem]:
    """The same, each item by itself.

    Args:
        previous: The program before.
        env: The environment now.
    """
    was = previous.env.effects
    if was.other_inputs != env.effects.other_inputs or any(
        was.total_effects[id_] != env.effects.total_effects[id_] for id_ in standing_offers(was.total_effects)
    ):
        return {}
    changed = frozenset(changed_names(previous.env, env))
    moved = frozenset(moved_records(previous.env, env))
    return {
        (id(item), number): meant
        for at, ((item, number), meant) in enumerate(zip(previous.items, previous.meant, strict=True))
        if at not in previous.late
        and not meant.diagnostics
        and changed.isdisjoint(meant.asked)
        and (not moved or not isinstance(item, ast.State | ast.Record) or moved.isdisjoint(records_held_by(item, env)))
    }


def standing_offers(callees: Iterable[str]) -> Iterator[str]:
    """The standing offers among callees: each may be taken wherever dice are thrown."""
    return (callee for callee in callees if callee.startswith(OFFER_PREFIX))


def changed_names(previous: Env, env: Env) -> Iterator[str]:
    """The names that others see otherwise than before, those that are gone or new among them."""
    yield from redefined_names(previous, env)
    yield from (
        id_.partition(":")[2] for id_ in differing_keys(previous.effects.total_effects, env.effects.total_effects)
    )


def redefined_names(previous: Env, env: Env) -> Iterator[str]:
    """The same, where calls that do something else are no others."""
    for part in INTERFACE_PARTS:
        yield from differing_keys(getattr(previous, part), getattr(env, part))
    yield from previous.declared.keys() ^ env.declared.keys()
    for name in previous.rows.keys() | env.rows.keys():
        if previous.rows.get(name) is not env.rows.get(name):
            yield AS_WRITTEN_PREFIX + name
    for name in previous.bodies.keys() | env.bodies.keys():
        if previous.bodies.get(name) is not env.bodies.get(name):
            yield AS_WRITTEN_PREFIX + name
    for name in previous.shared.keys() | env.shared.keys():
        if not are_same_nodes(previous.shared.get(name, ()), env.shared.get(name, ())):
            yield AS_WRITTEN_PREFIX + name


def are_same_nodes(first: tuple[ast.Node, ...], second: tuple[ast.Node, ...]) -> bool:
    """Whether these are the same nodes, not only equal ones."""
    return [*map(id, first)] == [*map(id, second)]


def moved_records(previous: Env, env: Env) -> Iterator[str]:
    """The records whose fields are declared elsewhere than before."""
    for name, fields in env.records.items():
        if not are_same_nodes(declaration_nodes(previous.records.get(name, {})), declaration_nodes(fields)):
            yield name


def declaration_nodes(fields: Mapping[str, FieldShape]) -> tuple[ast.Node, ...]:
    """Where fields are declared."""
    return tuple(shape.decl for shape in fields.values())


def records_held_by(item: ast.State | ast.Record, env: Env) -> frozenset[str]:
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
