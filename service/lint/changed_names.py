"""The changes that house rules make to a game, as the names of changed things (keys of :class:`Effects`)."""

from __future__ import annotations

from collections.abc import Iterator, Set

from bombsight.compiler.graph.effects import Effects


def find_changed_names(new: Effects, old: Effects) -> frozenset[str]:
    """Compare the effects of two rule graphs; return the names of all tables, fields and other nodes that differ."""
    old_nodes, new_nodes = dict(iter_named_nodes(old)), dict(iter_named_nodes(new))
    changed = {name for name in old_nodes.keys() | new_nodes.keys() if old_nodes.get(name) != new_nodes.get(name)}
    changed |= {name.replace("table:", "modifiers:", 1) for name in changed if name.startswith("table:")}
    changed |= {
        name
        for name, node in new_nodes.items()
        if name.startswith("field:") and new.own_effect_of(node).reads & changed
    }
    return frozenset(changed)


def iter_named_nodes(effects: Effects) -> Iterator[tuple[str, object]]:
    """Yield the named nodes of a rule graph, each with its name as effects refer to it: ``field:lamp``."""
    graph = effects.graph
    yield from effects.callable_items.items()
    yield from ((f"reroll:{one.name}", one) for one in graph.rerolls)
    yield from ((f"field:{one.id}", one) for one in graph.fields)
    yield from ((f"list:{one.id}", one) for one in graph.lists)
    yield from ((f"option:{one.name}", one) for one in graph.options)
    yield from ((f"enum:{one.name}", one) for one in graph.enums)


def names_changed_by_edit(target: str, changed: Set[str]) -> frozenset[str]:
    """Of the changed names, select those that an overlay's edit of a target (``table Sky``) may have changed."""
    kind, _, name = target.partition(" ")
    name = f"forecast-{name}" if kind == "forecast" else name
    kinds = {
        "table": ("table", "modifiers"),
        "modifier": ("table", "modifiers"),
        "state": ("field", "list"),
        "record": ("field", "list"),
        "tally": ("define",),
        "forecast": ("define",),
    }.get(kind, (kind,))
    has_own_name = kind in ("table", "enum", "define", "tally", "forecast", "procedure", "option", "reroll")
    matching = {each for each in changed if each.partition(":")[0] in kinds}
    if has_own_name:
        matching = {each for each in matching if each.partition(":")[2] == name}
    if kind in ("enum", "option"):
        matching |= {each for each in changed if each.startswith("field:")}
    return frozenset(matching)
