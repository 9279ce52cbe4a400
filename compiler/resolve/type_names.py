"""Enums and records that are declared with a small letter and named with a capital one.

Left so, every place that names one would be a finding, and every variable called like it another. So it is told of
where it is declared, and goes by the name that it is used by.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.findings import Findings
from bombsight.compiler.references import type_reference
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.listing import counted
from bombsight.dsl.walk import walk


def typed_alike(items: Sequence[ast.Item], findings: Findings) -> Sequence[ast.Item]:
    """The items, each enum and record under the name that the others use for it.

    Args:
        items: The items.
        findings: Where to tell of those that have another.
    """
    types = {item.name for item in items if isinstance(item, ast.Enum | ast.Record)}
    small = {name: capital for name in types if (capital := name[0].upper() + name[1:]) not in types}
    if not small:
        return items
    uses = {name: 0 for pair in small.items() for name in pair}
    for item in items:
        for node in walk(item):
            name = type_reference(node)
            if name in uses:
                uses[name] += 1
    meant = {name: capital for name, capital in small.items() if uses[capital] and not uses[name]}
    return [renamed(item, meant, uses, findings) for item in items] if meant else items


def renamed(item: ast.Item, meant: dict[str, str], uses: dict[str, int], findings: Findings) -> ast.Item:
    """An item under the name that it is used by."""
    if not isinstance(item, ast.Enum | ast.Record) or item.name not in meant:
        return item
    kind = "enum" if isinstance(item, ast.Enum) else "record"
    name = meant[item.name]
    place = item.span.first(len(kind) + 1 + len(item.name))
    findings.add(
        "N018",
        f"this {kind} is called {item.name}, and {name} in {counted(uses[name], 'place')}",
        place,
        help=f"Write `{kind} {name}`.",
        fix=Fix(f"Write `{kind} {name}`", (Edit(place, f"{kind} {name}"),)),
    )
    return evolve(item, name=name)
