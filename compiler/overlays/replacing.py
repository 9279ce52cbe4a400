"""A whole table, procedure, define or tally in the place of one whose original has not been seen here."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from attrs import evolve

from bombsight.compiler.overlays.applying import Splice, on_field
from bombsight.compiler.overlays.matching import same
from bombsight.compiler.overlays.places import Stretch, changed
from bombsight.compiler.overlays.printed import is_printed, is_unseen, says
from bombsight.compiler.overlays.report import Report, kind_and_name
from bombsight.compiler.overlays.splice import Lines, mark
from bombsight.compiler.overlays.targets import locate
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic


def replace(patch: ast.ReplacePatch, report: Report) -> Splice | Diagnostic:
    """What a replacement does, or why it cannot be made; lines of the old item marked printed are kept."""
    kind, name = kind_and_name(patch.item)
    target = ast.TargetRef(kind, name, span=patch.span)  # type: ignore[arg-type]  # the grammar has four kinds
    scope = locate(target, report)
    if isinstance(scope, Diagnostic):
        return scope
    old = scope[0].first
    assert isinstance(old, ast.Table | ast.Procedure | ast.Define)  # it was looked for as one
    if not is_unseen(old):
        return report.not_unseen(patch, old, old.origin)
    (params, gives), (old_params, old_gives) = terms(patch.item), terms(old)
    if params != old_params:
        return report.other_parameters(patch, old, old_params)
    if gives != old_gives:
        return report.other_type(patch, old, old_gives)
    new = mark(retitled(patch.item, old), report.label)
    lines = within(new)
    for line in (line.first for line in within(old).each() if is_printed(line.first)):
        twin = next((other for other in lines.each() if same(other.first, line)), None)
        if twin is not None:
            new = changed(new, twin.ways[0], partial(keep, line))
        elif not any(says(other.first, line) for other in lines.each()):
            return report.not_kept(patch, line)

    def replaced(items: Lines) -> Lines:
        return tuple(new if item.span == old.span else item for item in items)

    return Splice((), on_field("items", replaced), (scope[0].ways[0],), old=(old,))


def terms(item: ast.Replaceable) -> tuple[tuple[ast.Param, ...], ast.Node | None]:
    """The signature that the rest relies on: the parameters of an item and what it gives, None where nothing."""
    if not isinstance(item, ast.Table):
        return item.params, item.type
    params = (param for line in item.lines if isinstance(line, ast.ForLine) for param in line.params)
    return tuple(params), next((line for line in item.lines if isinstance(line, ast.Gives)), None)


def retitled(new: ast.Replaceable, old: ast.Replaceable) -> ast.Replaceable:
    """A procedure that says no title keeps the one it had."""
    if isinstance(new, ast.Procedure) and isinstance(old, ast.Procedure) and new.title is None:
        return evolve(new, title=old.title)
    return new


def within(item: ast.Replaceable) -> Stretch:
    """The lines of an item."""
    match item:
        case ast.Table(lines=lines):
            return Stretch((), item, "lines", 0, len(lines))
        case ast.Procedure(body=body):
            return Stretch((), item, "body", 0, len(body))
        case ast.Define(exceptions=exceptions):
            return Stretch((), item, "exceptions", 0, len(exceptions))
        case _:
            assert_never(item)


def keep(line: ast.Node, _: ast.Node) -> ast.Node:
    """The change that puts an old line, with its source, in the place of the same line told again."""
    return line
