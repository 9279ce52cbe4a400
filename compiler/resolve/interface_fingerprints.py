"""Validation of reused items: the interface of a name is a firewall between items.

An item depends on its own text and on the interfaces of the names in it, not on their bodies. So a table with changed
rows is resolved again, but its callers are not while its signature, results and effects are the same. Places are no
part of an interface. Items that depend on another item's place, or on a list of all names, are always resolved again:
items with findings, and record fields, which take the place of the record.

Examples of a file share resolved lines, and the first user of a line gives it its place: so they are reused together or
not at all.
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
"""The parts of an environment that are compared by equality."""

OFFER_PREFIX = "reroll:"
"""Prefix of a standing offer's id."""


NumberedItem = tuple[ast.Item, int]
"""An item, and its number among the examples."""


def reusable_items(
    previous: ResolvedProgram, env: Env, items: Sequence[NumberedItem]
) -> Mapping[tuple[int, int], ResolvedItem]:
    """Return the still valid resolutions by (item identity, example number); of a file's examples all or none."""
    known = items_with_same_meaning(previous, env)
    was, now = examples_by_file(previous.items), examples_by_file(items)
    anew = {key for file, keys in now.items() if keys != was.get(file) or not known.keys() >= {*keys} for key in keys}
    return {key: meant for key, meant in known.items() if key not in anew}


def examples_by_file(items: Sequence[NumberedItem]) -> dict[str, list[tuple[int, int]]]:
    """Map each file to its examples in order, as pairs of object identity and example number."""
    found: dict[str, list[tuple[int, int]]] = {}
    for item, number in items:
        if isinstance(item, ast.Example):
            found.setdefault(item.span.path, []).append((id(item), number))
    return found


def items_with_same_meaning(previous: ResolvedProgram, env: Env) -> Mapping[tuple[int, int], ResolvedItem]:
    """Return the resolutions of items whose looked-up names have not changed, by (item identity, example number)."""
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
    """Yield the standing offers (rights to throw dice again) among callees; any throw may call them."""
    return (callee for callee in callees if callee.startswith(OFFER_PREFIX))


def changed_names(previous: Env, env: Env) -> Iterator[str]:
    """Yield the names whose interface or side effects differ between two environments, with removed and new ones."""
    yield from redefined_names(previous, env)
    yield from (
        id_.partition(":")[2] for id_ in differing_keys(previous.effects.total_effects, env.effects.total_effects)
    )


def redefined_names(previous: Env, env: Env) -> Iterator[str]:
    """Yield the names whose interface differs between two environments; side effects of calls do not count."""
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
    """Whether two tuples hold the same node objects."""
    return [*map(id, first)] == [*map(id, second)]


def moved_records(previous: Env, env: Env) -> Iterator[str]:
    """Yield the records whose fields have other declarations (syntax nodes) than before."""
    for name, fields in env.records.items():
        if not are_same_nodes(declaration_nodes(previous.records.get(name, {})), declaration_nodes(fields)):
            yield name


def declaration_nodes(fields: Mapping[str, FieldShape]) -> tuple[ast.Node, ...]:
    """Return the declaration (syntax node) of each field."""
    return tuple(shape.decl for shape in fields.values())


def records_held_by(item: ast.State | ast.Record, env: Env) -> frozenset[str]:
    """Return the records that fields of an item contain, transitively."""
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
