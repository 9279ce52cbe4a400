"""Replacement of a whole table, procedure, define, tally or forecast whose original nobody has seen."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from attrs import evolve

from bombsight.compiler.overlays.applying import Splice, field_changer
from bombsight.compiler.overlays.matching import matches_quotation
from bombsight.compiler.overlays.node_paths import NodeRange, change_at
from bombsight.compiler.overlays.printed_form import is_printed, is_unseen, states_same_as
from bombsight.compiler.overlays.report import FindingWriter, kind_and_name
from bombsight.compiler.overlays.splice import Lines, mark_inserted
from bombsight.compiler.overlays.targets import locate_target
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic


def build_replacement(patch: ast.ReplacePatch, report: FindingWriter) -> Splice | Diagnostic:
    """Compute the patch that replaces a whole item but keeps its `printed` lines, or the finding that refuses it."""
    kind, name = kind_and_name(patch.item)
    target = ast.TargetRef(kind, name, span=patch.span)  # type: ignore[arg-type]  # the grammar has five kinds
    scope = locate_target(target, report)
    if isinstance(scope, Diagnostic):
        return scope
    old = scope[0].first
    assert isinstance(old, ast.Table | ast.Procedure | ast.Define)  # the target has one of these kinds
    if not is_unseen(old):
        return report.replaced_known_item(patch, old, old.origin)
    (params, gives), (old_params, old_gives) = signature_of(patch.item), signature_of(old)
    if params != old_params:
        return report.changed_parameters(patch, old, old_params)
    if gives != old_gives:
        return report.changed_type(patch, old, old_gives)
    new = mark_inserted(keep_title(patch.item, old), report.label)
    lines = lines_of_item(new)
    for line in (line.first for line in lines_of_item(old).single_lines() if is_printed(line.first)):
        twin = next((other for other in lines.single_lines() if matches_quotation(other.first, line)), None)
        if twin is not None:
            new = change_at(new, twin.node_paths[0], partial(return_line, line))
        elif not any(states_same_as(other.first, line) for other in lines.single_lines()):
            return report.lost_printed_line(patch, line)

    def replace_item(items: Lines) -> Lines:
        """Callback of the patch: return the items with the old item replaced by the new one."""
        return tuple(new if item.span == old.span else item for item in items)

    return Splice((), field_changer("items", replace_item), (scope[0].node_paths[0],), old=(old,))


def signature_of(item: ast.Replaceable) -> tuple[tuple[ast.Param, ...], ast.Node | None]:
    """Return the signature of an item: its parameters and its result type (None without a result)."""
    if not isinstance(item, ast.Table):
        return item.params, item.type
    params = (param for line in item.lines if isinstance(line, ast.ForLine) for param in line.params)
    return tuple(params), next((line for line in item.lines if isinstance(line, ast.Gives)), None)


def keep_title(new: ast.Replaceable, old: ast.Replaceable) -> ast.Replaceable:
    """Return the procedure ``new``, if it states no title with title and beat of ``old``; any other item unchanged."""
    if isinstance(new, ast.Procedure) and isinstance(old, ast.Procedure) and new.title is None:
        return evolve(new, title=old.title, beat=new.beat or old.beat)
    return new


def lines_of_item(item: ast.Replaceable) -> NodeRange:
    """Return the range of an item's lines."""
    match item:
        case ast.Table(lines=lines):
            return NodeRange((), item, "lines", 0, len(lines))
        case ast.Procedure(body=body):
            return NodeRange((), item, "body", 0, len(body))
        case ast.Define(exceptions=exceptions):
            return NodeRange((), item, "exceptions", 0, len(exceptions))
        case _:
            assert_never(item)


def return_line(line: ast.Node, _: ast.Node) -> ast.Node:
    """Callback of :func:`change_at` that replaces the node at a path, whatever it is, by a line."""
    return line
