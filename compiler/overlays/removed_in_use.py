"""Uses of tables and procedures that an overlay takes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bombsight.compiler.overlays.amend import OverlayEdit
from bombsight.compiler.overlays.report import item_title, kind_and_name
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.walk import child_fields, walk

Removed = Sequence[tuple[ast.Node, OverlayEdit]]
"""Items taken out, each with the edit that does it."""

SHOWN_USES = 5
"""The most uses that a finding shows."""


def report_removed_in_use(findings: Iterable[Diagnostic], removed: Removed) -> Iterator[Diagnostic]:
    """Yield findings, with one for each removed item that is still used instead of those that its name is unknown."""
    missing = {f"there is no {item_title(item)}": (item, edit) for item, edit in removed}
    uses: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        if finding.code == "N001" and finding.message in missing:
            uses.setdefault(finding.message, []).append(finding)
        else:
            yield finding
    for message, found in uses.items():
        item, edit = missing[message]
        yield Diagnostic(
            "O017",
            f"{edit.label} takes {item_title(item)} out, and the rules still use it",
            edit.edit.span,
            "taken out here",
            tuple(Label(use.span, "and here" if at else "used here") for at, use in enumerate(found[:SHOWN_USES])),
            f"Amend what uses it, too: {len(found)} {'places' if len(found) > 1 else 'place'}.",
        )


def drop_examples_of_removed(items: Iterable[ast.Item], removed: Removed) -> Iterator[ast.Item]:
    """Yield items without the examples that name a removed table or procedure, for they show what is gone."""
    names = {kind_and_name(item)[1] for item, _ in removed}
    for item in items:
        if not (names and isinstance(item, ast.Example) and any(map(names.__contains__, names_called_in(item)))):
            yield item


def names_called_in(example: ast.Example) -> Iterator[str]:
    """Yield the names of tables and procedures in an example, as it calls them or gives their dice."""
    for node in walk(example):
        match node:
            case ast.Name() | ast.Attribute() | ast.NamedType():
                pass  # values, which may be called like a table
            case _:  # the rest: any text in it may name what is called
                values = (getattr(node, field) for field in child_fields(type(node)))
                yield from (value.partition("/")[0] for value in values if isinstance(value, str))
