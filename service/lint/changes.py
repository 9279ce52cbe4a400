"""What house rules change in a game: the names, as effects call it, of all that is another."""

from __future__ import annotations

from collections.abc import Iterator, Set

from bombsight.compiler.graph.effects import Effects


def changes(now: Effects, was: Effects) -> frozenset[str]:
    """The names of all that is another in one graph than in the other, as effects call it."""
    before, after = dict(named(was)), dict(named(now))
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    changed |= {name.replace("table:", "modifiers:", 1) for name in changed if name.startswith("table:")}
    changed |= {name for name, node in after.items() if name.startswith("field:") and now.own(node).reads & changed}
    return frozenset(changed)


def named(effects: Effects) -> Iterator[tuple[str, object]]:
    """Everything in a graph that has a name to effects."""
    graph = effects.graph
    yield from effects.items.items()
    yield from ((f"reroll:{one.name}", one) for one in graph.rerolls)
    yield from ((f"field:{one.id}", one) for one in graph.fields)
    yield from ((f"list:{one.id}", one) for one in graph.lists)
    yield from ((f"option:{one.name}", one) for one in graph.options)
    yield from ((f"enum:{one.name}", one) for one in graph.enums)


def targets(target: str, changed: Set[str]) -> frozenset[str]:
    """What of all that has changed an edit of this target may have changed."""
    kind, _, name = target.partition(" ")
    kinds = {
        "table": ("table", "modifiers"),
        "modifier": ("table", "modifiers"),
        "state": ("field", "list"),
        "record": ("field", "list"),
        "tally": ("define",),
    }.get(kind, (kind,))
    named_so = kind in ("table", "enum", "define", "tally", "procedure", "option", "reroll")
    own = {each for each in changed if each.partition(":")[0] in kinds}
    if named_so:
        own = {each for each in own if each.partition(":")[2] == name}
    if kind in ("enum", "option"):
        own |= {each for each in changed if each.startswith("field:")}
    return frozenset(own)
