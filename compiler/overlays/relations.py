"""Relations: overlays that need or exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.compiler.findings import describe_near_names
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label


def check_relations(overlays: Sequence[ast.Overlay], inactive_variants: Sequence[ast.Overlay]) -> Iterator[Diagnostic]:
    """Yield a finding for each overlay in force that lacks one it needs, or stands beside one it excludes.

    Args:
        overlays: The overlays in force.
        inactive_variants: The variants not in force.
    """
    for overlay in overlays:
        others = {other.name: other for other in overlays if other is not overlay}
        for relation in overlay.relations:
            for name in relation.names:
                if relation.kind == "needs" and name not in others:
                    yield missing_overlay(overlay, relation, name, others, inactive_variants)
                elif relation.kind == "excludes" and name in others:
                    yield excluded_overlay(overlay, relation, others[name])


def missing_overlay(
    overlay: ast.Overlay,
    relation: ast.Relation,
    name: str,
    others: dict[str, ast.Overlay],
    inactive_variants: Sequence[ast.Overlay],
) -> Diagnostic:
    """Make finding O015: an overlay needs one that is not in force.

    Args:
        overlay: The overlay.
        relation: Its line ``needs``.
        name: The name of the missing one.
        others: The other overlays in force, by name.
        inactive_variants: The variants not in force.
    """
    variant = next((each for each in inactive_variants if each.name == name), None)
    if variant is not None:
        help_ = f"Bring the variant into force: --variant {name}."
    else:
        near = describe_near_names(name, {each.name: each.title for each in others.values()}, "In force are")
        help_ = f"Name its file, too: `--house FILE` for each. {near if others else ''}".rstrip()
    return Diagnostic(
        "O015",
        f"{overlay.kind} {overlay.name} needs {name}, which is not in force",
        relation.span,
        "needed here",
        (Label(variant.span, f"variant {name}"),) if variant is not None else (),
        help_,
    )


def excluded_overlay(overlay: ast.Overlay, relation: ast.Relation, other: ast.Overlay) -> Diagnostic:
    """Make finding O016: an overlay is in force beside one that it excludes."""
    return Diagnostic(
        "O016",
        f"{overlay.kind} {overlay.name} and {other.kind} {other.name} exclude each other",
        relation.span,
        "excluded here",
        (Label(other.span, f"{other.kind} {other.name}"),),
        "Play by one of the two.",
    )
