"""Correction of enums and records declared in lower case but used with a capital.

Otherwise every use would be an unknown name, and every variable of the lower-case name a conflict. So the declaration
gets one finding, and the item the name of its uses.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.findings import Findings
from bombsight.compiler.references import referenced_type_name
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.listing import pluralize
from bombsight.dsl.walk import walk


def normalize_type_names(items: Sequence[ast.Item], findings: Findings) -> Sequence[ast.Item]:
    """Rename enums and records declared in lower case to the capitalized names of their uses, and report them."""
    types = {item.name for item in items if isinstance(item, ast.Enum | ast.Record)}
    capitalized = {name: capital for name in types if (capital := name[0].upper() + name[1:]) not in types}
    if not capitalized:
        return items
    uses = {name: 0 for pair in capitalized.items() for name in pair}
    for item in items:
        for node in walk(item):
            name = referenced_type_name(node)
            if name in uses:
                uses[name] += 1
    new_names = {name: capital for name, capital in capitalized.items() if uses[capital] and not uses[name]}
    return [rename_item(item, new_names, uses, findings) for item in items] if new_names else items


def rename_item(item: ast.Item, new_names: dict[str, str], uses: dict[str, int], findings: Findings) -> ast.Item:
    """Return an enum or record under the capitalized name of its uses, and report it; other items unchanged.

    Args:
        item: The item.
        new_names: The capitalized name by the declared one.
        uses: The number of uses by name.
        findings: Collects errors.
    """
    if not isinstance(item, ast.Enum | ast.Record) or item.name not in new_names:
        return item
    kind = "enum" if isinstance(item, ast.Enum) else "record"
    name = new_names[item.name]
    place = item.span.first_characters(len(kind) + 1 + len(item.name))
    findings.add(
        "N018",
        f"this {kind} is called {item.name}, and {name} in {pluralize(uses[name], 'place')}",
        place,
        help=f"Write `{kind} {name}`.",
        fix=Fix(f"Write `{kind} {name}`", (Edit(place, f"{kind} {name}"),)),
    )
    return evolve(item, name=name)
