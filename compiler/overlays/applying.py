"""Compilation of overlay edits to patches: changes of one node, found by quotation or by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, assert_never, cast

from attrs import evolve

from bombsight.compiler.overlays.insertion_point import append_statements, as_block, insert_lines, prepend_statements
from bombsight.compiler.overlays.matching import find_quotation, matches_quotation
from bombsight.compiler.overlays.node_paths import NodePath, NodeRange, whole_program
from bombsight.compiler.overlays.report import FindingWriter, item_title
from bombsight.compiler.overlays.splice import Lines, mark_inserted, mark_touched, splice_lines
from bombsight.compiler.overlays.targets import (
    NUMBER_SIGN,
    SearchScope,
    anchor_name,
    find_anchor,
    find_cell,
    has_name,
    locate_target,
    number_names,
    shorthand_lines,
)
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.shorthand import expand_shorthand

LIST_MEMBER_TYPES: dict[str, Any] = {
    "items": ast.Item,
    "lines": ast.TableLine,
    "rows": ast.GridRow,
    "values": ast.EnumValue,
    "cells": ast.Cell,
    "fields": ast.FieldDecl,
    "exceptions": ast.Except,
    "marks": (ast.Mark, ast.Ring),
    "drawn": ast.BaseDrawingLine,
    "branches": ast.Branch,
    "asides": ast.Aside,
    "params": ast.Param,
    "body": ast.Stmt,
    "otherwise": ast.Stmt,
}
"""The node types that list fields of the tree may hold, by field name."""

SUB_ROLL_LINES = (ast.Modifier, ast.NaturalRow, ast.Row)


@frozen
class Splice:
    """A patch: the change that an edit makes to one node of the syntax tree.

    Attributes:
        node_path: The path to the node.
        change: Returns the changed node; still valid after other edits around it.
        touches: The paths to the replaced lines; of an insertion, to its anchor.
        gap: Empty for a replacement; ``list`` for an insertion into an unordered list; ``score`` for a score where
            there was none; else the side of the anchor on which statements are inserted.
        old: The replaced lines.
        beside: The quoted line that stays, beside which statements are inserted; else empty.
    """

    node_path: NodePath
    change: Callable[[ast.Node], ast.Node]
    touches: tuple[NodePath, ...]
    gap: Literal["", "list", "score", "before", "after", "start", "end"] = ""
    old: Lines = ()
    beside: Lines = ()


def build_splice(patch: ast.EditPatch, edit: ast.Edit, report: FindingWriter) -> Splice | Diagnostic:
    """Compute the patch of an edit for the program that ``report`` holds, or the finding if the edit does not fit."""
    scope = locate_target(patch.target, report)
    if isinstance(scope, Diagnostic):
        return scope
    edit = convert_rows_to_values(expand_edit_shorthand(edit, scope[0]), scope[0])
    match edit.verb:
        case "was" | "remove":
            return replace_lines(patch.target, scope, edit, report)
        case "add":
            return add_lines(patch.target, scope, edit, report)
        case "before" | "after":
            return insert_beside(scope, edit, edit.verb, report)
        case "start" | "end":
            return insert_at_edge(scope[0], edit, edit.verb, report)
        case _:
            assert_never(edit.verb)


def expand_edit_shorthand(edit: ast.Edit, scope: NodeRange) -> ast.Edit:
    """Return an edit with the abbreviations of its target's legend expanded, as they are in the tree."""
    written = shorthand_lines(scope)
    if not any(isinstance(line, ast.Short | ast.Each) for line in written):
        return edit
    old, new = (cast(tuple[ast.Line, ...], expand_shorthand(lines, written)) for lines in (edit.old, edit.new))
    return evolve(edit, old=old, new=new)


def convert_rows_to_values(edit: ast.Edit, scope: NodeRange) -> ast.Edit:
    """Return an edit, its grid rows converted to enum values if its target is an enum without a grid."""
    if isinstance(scope.first, ast.Enum) and not scope.first.rows:
        old, new = (tuple(row_as_value(line) for line in lines) for lines in (edit.old, edit.new))
        return evolve(edit, old=old, new=new)
    return edit


def row_as_value(line: ast.Line) -> ast.Line:
    """Convert the grid row ``| fog | "Fog" |`` to an enum value; return any other line unchanged."""
    match line:
        case ast.GridRow(cells=(ast.Cell(items=(ast.Name(name=name),)),)):
            return ast.EnumValue(name, None, span=line.span)
        case ast.GridRow(cells=(ast.Cell(items=(ast.Name(name=name),)), ast.Cell(items=(ast.Text(value=text),)))):
            return ast.EnumValue(name, text, span=line.span)
        case _:  # the rest: no enum value
            return line


def can_hold_line(owner: ast.Node, field: str, line: ast.Node) -> bool:
    """Whether a list field of the node ``owner`` may hold a line of this class."""
    if isinstance(owner, ast.SubRoll):
        return isinstance(line, SUB_ROLL_LINES)
    if isinstance(owner, ast.Board):
        return isinstance(line, ast.BaseBoardLine)
    if isinstance(owner, ast.Plan):
        return isinstance(line, ast.PlanRow)
    if isinstance(owner, ast.MarkedEach):
        return isinstance(line, ast.Marked | ast.MarkedEach)
    return isinstance(line, LIST_MEMBER_TYPES[field])


def field_changer(
    field: str, change: Callable[[Any], Any], label: str | None = None, **others: Any
) -> Callable[[ast.Node], ast.Node]:
    """Make a function that returns a node with one field changed and ``others`` set.

    Args:
        field: The field.
        change: Maps its old value to the new one.
        label: The overlay item, if the node itself counts as changed and not only a line in it.
        others: Values of other fields.
    """

    def apply(node: ast.Node) -> ast.Node:
        """Return the node with the fields changed; if there is a label, mark it as changed by that overlay item."""
        values: dict[str, Any] = {field: change(getattr(node, field)), **others}
        return mark_touched(evolve(node, **values), label) if label else evolve(node, **values)

    return apply


# --- was, now, remove


def replace_lines(
    target: ast.TargetRef | None, scope: SearchScope, edit: ast.Edit, report: FindingWriter
) -> Splice | Diagnostic:
    """Compute the patch that replaces or removes the lines that an edit quotes.

    Args:
        target: The target that the overlay names; None for the whole program.
        scope: The ranges of the tree that it denotes.
        edit: The edit.
        report: Writes its findings.

    Returns:
        The patch, or a finding if there is none.
    """
    match edit.old[0]:
        case ast.Base() as base:
            return replace_base(base, scope[0], edit, report)
        case ast.Preferred() as score:
            return replace_score(score, scope, edit, report)
        case _:  # the rest: a line of the rules
            pass
    for line in edit.old:
        if isinstance(line, ast.Short | ast.Each):
            return report.misplaced_line(line, "The rows say already what it means: amend those.")
    if target and target.column:
        quoted = find_quoted_cell(scope[0], target, edit, report)
    else:
        quoted = find_quoted_lines(scope, edit, report)
    if isinstance(quoted, Diagnostic):
        return quoted
    for line in edit.new:
        if not can_hold_line(quoted.owner, quoted.field, line):
            return report.misplaced_line(line, f"It would stand in the place of `{report.first_line(quoted.lines)}`.")
    spans = {line.span for line in quoted.lines}
    starts = {span.start for span in spans}  # a faster test that excludes nearly all others
    new = splice_lines(edit.old, edit.new, quoted.lines, report.label)
    nothing = ast.Nothing(span=edit.span, touched=(report.label,))

    def replace(lines: Lines) -> Lines:
        """Callback of the patch: return the lines with the quoted lines replaced."""
        replaced = [at for at, line in enumerate(lines) if line.span.start in starts and line.span in spans]
        remaining = [line for at, line in enumerate(lines) if at not in replaced]
        result = (*remaining[: replaced[0]], *new, *remaining[replaced[0] :])
        return as_block(result or (nothing,)) if quoted.field == "body" else result

    lost = report.label if len(new) < len(quoted.lines) else None
    return Splice(quoted.node_path, field_changer(quoted.field, replace, lost), quoted.node_paths, old=quoted.lines)


def find_quoted_lines(scope: SearchScope, edit: ast.Edit, report: FindingWriter) -> NodeRange | Diagnostic:
    """Find the only range of lines that matches an edit's quoted old text, or report that none or several match."""
    found = [stretch for part in scope for stretch in find_quotation(part, edit.old)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"`{report.first_line(edit.old)}` stands in {len(found)} places of {report.owner_title(scope[0])}"
        return report.ambiguous_match(edit, [stretch.first for stretch in found], message)
    everywhere = scope[0].owner is report.program and len(scope[0].lines) == len(report.program.items)
    return report.no_match(edit, scope, () if everywhere else find_quotation(whole_program(report.program), edit.old))


def find_quoted_cell(
    row: NodeRange, target: ast.TargetRef, edit: ast.Edit, report: FindingWriter
) -> NodeRange | Diagnostic:
    """Find the cell of a grid row in the target's column; return a finding if it does not read as quoted.

    Args:
        row: The row of the grid.
        target: The target, which names the column.
        edit: The edit, whose quotation must match the cell.
        report: Writes its findings.
    """
    cell = find_cell(row, target, report)
    if isinstance(cell, Diagnostic) or matches_quotation(edit.old, cell.lines):
        return cell
    return report.quotation_mismatch(edit, "this cell", cell.first)


def replace_base(
    quoted: ast.Base, define_range: NodeRange, edit: ast.Edit, report: FindingWriter
) -> Splice | Diagnostic:
    """Compute the patch that replaces the base value of a define, which is no line in the tree.

    Args:
        quoted: The base as quoted.
        define_range: The define.
        edit: The edit, with the new base.
        report: Writes its findings.
    """
    define, new = define_range.first, edit.new[0]
    assert isinstance(define, ast.Define)  # the grammar allows `base` only there
    stands = ast.Base((define.base,), define.base_origin, span=define.base.span)
    if not matches_quotation(quoted, stands):
        return report.quotation_mismatch(edit, f"the base of {item_title(define)}", define.base)
    if not isinstance(new, ast.Base):
        return report.misplaced_line(new, "A define keeps its base: say what the base is now.")
    (base,) = splice_lines((quoted,), (new,), (stands,), report.label)
    assert isinstance(base, ast.Base)
    way = define_range.node_paths[0]
    change = field_changer("base", lambda _: base.values[0], report.label, base_origin=base.origin)
    return Splice(way, change, ((*way, ("base", define.base.span)),), old=(define.base,))


def replace_score(
    quoted: ast.Preferred, scope: SearchScope, edit: ast.Edit, report: FindingWriter
) -> Splice | Diagnostic:
    """Compute the patch that replaces or removes an answer's score, the preference of the default policy.

    Args:
        quoted: The score as quoted.
        scope: The ranges of the tree to search.
        edit: The edit, with the new score.
        report: Writes its findings.
    """
    stretches = (stretch for part in scope for stretch in part.single_lines())
    scored = [(stretch, value) for stretch in stretches if (value := score_of(stretch)) is not None]
    numbers = number_names(scope)
    meant = [
        (answer, value)
        for answer, value in scored
        if quoted.answer is None or has_name(answer.first, quoted.answer, numbers)
    ]
    matching = [(where, value) for where, value in meant if matches_quotation(quoted.value, value)]
    if len(matching) > 1:
        message = f"`{report.first_line(edit.old)}` stands in {len(matching)} places of {report.owner_title(scope[0])}"
        hint = "Name the answer: `answer NAME prefer 2`. In a table, name the row."
        named = [f"{anchor_name(answer.first)}{NUMBER_SIGN}{numbers[id(answer.first)]}" for answer, _ in matching]
        if quoted.answer is not None and len(set(named)) == len(named):
            hint = f"Name one of them: {join_names([f'`answer {name} prefer`' for name in named], 'or')}."
        return report.ambiguous_match(edit, [value for _, value in matching], message, hint)
    if not matching and len(meant) == 1:
        return report.quotation_mismatch(edit, "what the autopilot thinks of it", meant[0][1])
    if not matching:
        return report.no_score(edit, scope, tuple(value for _, value in meant))
    where, value = matching[0]
    way = where.node_paths[0]
    new = edit.new[0] if edit.new else None
    assert isinstance(new, ast.Preferred | None)  # the grammar allows nothing else to replace a score
    change = field_changer("prefer", lambda _: new and mark_inserted(new.value, report.label), report.label)
    return Splice(way, change, ((*way, ("prefer", value.span)),), old=(value,))


def score_of(node_range: NodeRange) -> ast.Expr | None:
    """Return the score (default policy's preference) of a choice or answer, the first line of a range; None without."""
    line = node_range.first
    return line.prefer if isinstance(line, ast.Choose | ast.Branch) else None


# --- add, before, after, start, end


def add_score(node_path: NodePath, node: ast.Node, new: ast.Preferred, report: FindingWriter) -> Splice | Diagnostic:
    """Compute the patch that adds a score (a preference of the default policy) to an answer without one.

    Args:
        node_path: The path to the answer.
        node: The answer.
        new: The score.
        report: Writes its findings.
    """
    assert isinstance(node, ast.Choose | ast.Branch)  # the search was limited to these
    if node.prefer is not None:
        return report.misplaced_line(
            new, f"It has a score. Quote it: `was prefer {report.source_text((node.prefer,))}`."
        )
    change = field_changer("prefer", lambda _: mark_inserted(new.value, report.label), report.label)
    return Splice(node_path, change, (node_path,), "score")


def add_lines(
    target: ast.TargetRef | None, scope: SearchScope, edit: ast.Edit, report: FindingWriter
) -> Splice | Diagnostic:
    """Compute the patch that adds lines to a list, or statements to a row's block.

    Args:
        target: The target that the overlay names; None for the whole program.
        scope: The ranges of the tree that it denotes.
        edit: The edit.
        report: Writes its findings.

    Returns:
        The patch, or a finding if there is none.
    """
    owner = find_receiver(target, scope, edit, report)
    if isinstance(owner, Diagnostic):
        return owner
    way, node = owner
    if isinstance(edit.new[0], ast.Preferred):
        return add_score(way, node, edit.new[0], report)
    field = "asides" if isinstance(edit.new[0], ast.Aside) else receiving_field(node)
    for line in edit.new:
        if not can_hold_line(node, field, line):
            return report.misplaced_line(line, UNFIT_HELP.get(type(node), "Say where it belongs."))
    new = tuple(mark_inserted(line, report.label) for line in edit.new)
    if field == "body":
        return Splice(way, field_changer(field, lambda body: append_statements(body, new)), (way,), "end")
    return Splice(way, field_changer(field, lambda lines: insert_lines(lines, new)), (way,), "list")


UNFIT_HELP: dict[type[ast.Node], str] = {
    ast.Table: "Name the row that it belongs to: `in table ... row ...`.",
    ast.GridRow: "A row of a grid has cells only: amend one with `row ... column ...`.",
    ast.Enum: 'A value of this enum is a name and perhaps a title: | fog | "Fog" |.',
    ast.SubRoll: "The roll of a row has modifiers and rows only.",
    ast.Board: "Such a line belongs to a map or a picture.",
}
"""Advice for a line that its target cannot hold, by target class."""


def find_receiver(
    target: ast.TargetRef | None, scope: SearchScope, edit: ast.Edit, report: FindingWriter
) -> tuple[NodePath, ast.Node] | Diagnostic:
    """Find the node to which an edit adds lines; return its path and the node, or a finding if there is none.

    Args:
        target: The target that the overlay names; None for the whole program.
        scope: The ranges of the tree that it denotes.
        edit: The edit.
        report: Writes its findings.
    """
    where = scope[-1]
    if target is None:
        return (), where.owner
    if edit.anchor is not None:
        found = find_anchor(scope, receiver_kinds(edit.new[0]), edit, report)
        if isinstance(found, Diagnostic):
            return found
        where = found
    elif target.row and isinstance(edit.new[0], ast.BaseTableLine):
        rolls = [line for line in where.single_lines() if isinstance(line.first, ast.SubRoll)]
        if len(rolls) != 1:
            return report.misplaced_line(edit.new[0], "Only a row with one roll of its own takes in such a line.")
        where = rolls[0]
    owner = where.node_paths[0], where.first
    if isinstance(edit.new[0], ast.BaseDrawingLine) and isinstance(where.first, ast.Board):
        layout = where.first.lines[0]
        return ((*owner[0], ("lines", layout.span)), layout) if isinstance(layout, ast.Map | ast.Picture) else owner
    return owner


def receiver_kinds(line: ast.Node) -> tuple[type[ast.Node], ...]:
    """Return the classes of named nodes (choice, answer, exception) to which a line of this class can be added."""
    match line:
        case ast.Branch():
            return (ast.ChooseBranch,)
        case ast.Beside() | ast.Routine():
            return (ast.ChooseBranch, ast.Choose)
        case ast.Preferred():
            return (ast.Branch, ast.Choose)
        case _:  # the rest: only an exception can be added to another
            return (ast.Except,)


def receiving_field(node: ast.Node) -> str:
    """Return the name of the list field in which a node takes added lines."""
    match node:
        case ast.Row() | ast.NaturalRow():
            return "body"
        case ast.Define() | ast.Except():
            return "exceptions"
        case ast.State() | ast.Record():
            return "fields"
        case ast.Enum(rows=rows):
            return "rows" if rows else "values"
        case ast.GridRow():
            return "cells"
        case ast.ChooseBranch():
            return "branches"
        case ast.Map() | ast.Picture():
            return "drawn"
        case ast.File():
            return "items"
        case _:  # the rest: has lines, or receives none
            return "lines"


def insert_beside(
    scope: SearchScope, edit: ast.Edit, before_or_after: Literal["before", "after"], report: FindingWriter
) -> Splice | Diagnostic:
    """Compute the patch that inserts statements before or after a step (labelled block) or line of a procedure.

    Args:
        scope: The ranges of the tree to search.
        edit: The edit, which names the step, or quotes the line.
        before_or_after: The side of it on which to insert them.
        report: Writes its findings.
    """
    anchor = find_quoted_lines(scope, edit, report) if edit.old else find_anchor(scope, (ast.Step,), edit, report)
    if isinstance(anchor, Diagnostic):
        return anchor
    span, offset = anchor.first.span, before_or_after == "after"
    new = tuple(mark_inserted(line, report.label) for line in edit.new)

    def insert(lines: Lines) -> Lines:
        """Callback of the patch: return the lines with the new statements inserted beside the anchor."""
        at = next(at for at, line in enumerate(lines) if line.span == span) + offset
        return (*lines[:at], *new, *lines[at:])

    change = field_changer(anchor.field, insert)
    return Splice(anchor.node_path, change, anchor.node_paths, before_or_after, beside=anchor.lines if edit.old else ())


def insert_at_edge(
    procedure: NodeRange, edit: ast.Edit, edge: Literal["start", "end"], report: FindingWriter
) -> Splice:
    """Compute the patch that inserts statements at the start or the end of a procedure.

    Args:
        procedure: The procedure.
        edit: The edit.
        edge: Its start or end.
        report: Names the overlay item.
    """
    new = tuple(mark_inserted(line, report.label) for line in edit.new)
    way = procedure.node_paths[0]
    join = prepend_statements if edge == "start" else append_statements
    return Splice(way, field_changer("body", lambda body: join(body, new)), (way,), edge)
