"""From an edit to what it does: a change of one node, found by quotation or by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, assert_never, cast

from attrs import evolve

from bombsight.compiler.overlays.insertion_point import append, block, place, prepend
from bombsight.compiler.overlays.matching import find, same
from bombsight.compiler.overlays.places import Stretch, Way, whole
from bombsight.compiler.overlays.report import Report, title
from bombsight.compiler.overlays.splice import Lines, mark, touch, weave
from bombsight.compiler.overlays.targets import Scope, anchor, called, cell_in, locate, shorthand_of
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.shorthand import spelled_out

HOLDS: dict[str, Any] = {
    "items": ast.Item,
    "lines": ast.TableLine,
    "rows": ast.GridRow,
    "values": ast.EnumValue,
    "cells": ast.Cell,
    "fields": ast.FieldDecl,
    "exceptions": ast.Except,
    "marks": ast.Mark,
    "drawn": ast.PlanRow,
    "branches": ast.Branch,
    "asides": ast.Aside,
    "params": ast.Param,
    "body": ast.Stmt,
    "otherwise": ast.Stmt,
}
"""What the lists of the tree hold, by the name of the field."""

SUB_ROLL_HOLDS = (ast.Modifier, ast.NaturalRow, ast.Row)


@frozen
class Splice:
    """A patch: what an edit does.

    Attributes:
        way: The way to the node that changes.
        change: Gives the node as it is afterwards; holds also when other edits were made around it.
        touches: The ways to the lines replaced, or to what the edit stands at where it only adds.
        gap: Empty where lines are replaced; ``list`` where a list grows whose order says nothing; else the side
            on which statements come to stand.
        old: The lines replaced.
    """

    way: Way
    change: Callable[[ast.Node], ast.Node]
    touches: tuple[Way, ...]
    gap: Literal["", "list", "before", "after", "start", "end"] = ""
    old: Lines = ()


def resolve(patch: ast.EditPatch, edit: ast.Edit, report: Report) -> Splice | Diagnostic:
    """What an edit does to the program that it meets, or why it can do nothing."""
    scope = locate(patch.target, report)
    if isinstance(scope, Diagnostic):
        return scope
    edit = in_kind(in_full(edit, scope[0]), scope[0])
    match edit.verb:
        case "was" | "remove":
            return exchange(patch.target, scope, edit, report)
        case "add":
            return enlarge(patch.target, scope, edit, report)
        case "before" | "after":
            return beside(scope, edit, edit.verb, report)
        case "start" | "end":
            return at_edge(scope[0], edit, edit.verb, report)
        case _:
            assert_never(edit.verb)


def in_full(edit: ast.Edit, scope: Stretch) -> ast.Edit:
    """The edit without the shorthand of its target, which may be quoted as written or as meant."""
    written = shorthand_of(scope)
    if not any(isinstance(line, ast.Short | ast.Each) for line in written):
        return edit
    old, new = (cast(tuple[ast.Line, ...], spelled_out(lines, written)) for lines in (edit.old, edit.new))
    return evolve(edit, old=old, new=new)


def in_kind(edit: ast.Edit, scope: Stretch) -> ast.Edit:
    """The edit in the terms of its target: the rows of an enum without a grid are its values."""
    if isinstance(scope.first, ast.Enum) and not scope.first.rows:
        old, new = (tuple(as_value(line) for line in lines) for lines in (edit.old, edit.new))
        return evolve(edit, old=old, new=new)
    return edit


def as_value(line: ast.Line) -> ast.Line:
    """``| fog | "Fog" |`` as a value; any other line as it is."""
    match line:
        case ast.GridRow(cells=(ast.Cell(items=(ast.Name(name=name),)),)):
            return ast.EnumValue(name, None, span=line.span)
        case ast.GridRow(cells=(ast.Cell(items=(ast.Name(name=name),)), ast.Cell(items=(ast.Text(value=text),)))):
            return ast.EnumValue(name, text, span=line.span)
        case _:  # the rest: says no value
            return line


def fits(owner: ast.Node, field: str, line: ast.Node) -> bool:
    """Whether a line can stand in a list of the tree."""
    if isinstance(owner, ast.SubRoll):
        return isinstance(line, SUB_ROLL_HOLDS)
    if isinstance(owner, ast.Board):
        return isinstance(line, ast.BaseBoardLine)
    return isinstance(line, HOLDS[field])


def on_field(
    field: str, change: Callable[[Any], Any], by: str | None = None, **others: Any
) -> Callable[[ast.Node], ast.Node]:
    """The change of a node that changes one field of it, and sets others.

    Args:
        field: The field.
        change: What becomes of its value.
        by: The overlay item, where it changes the node itself and not only a line in it.
        others: Values of other fields.
    """

    def changed(node: ast.Node) -> ast.Node:
        values: dict[str, Any] = {field: change(getattr(node, field)), **others}
        return touch(evolve(node, **values), by) if by else evolve(node, **values)

    return changed


# --- was, now, remove


def exchange(target: ast.TargetRef | None, scope: Scope, edit: ast.Edit, report: Report) -> Splice | Diagnostic:
    """Other lines, or none, in place of those quoted.

    Args:
        target: What the overlay names; None for the whole item.
        scope: The stretches of the tree that it names, the item first.
        edit: The edit.
        report: Words its findings.

    Returns:
        The patch, or why there is none.
    """
    match edit.old[0]:
        case ast.Base() as base:
            return rebase(base, scope[0], edit, report)
        case ast.Preferred() as score:
            return prefer(score, scope, edit, report)
        case _:  # the rest: a line as it stands in the rules
            pass
    for line in edit.old:
        if isinstance(line, ast.Short | ast.Each):
            return report.unfit(line, "The rows say already what it means: amend those.")
    if target and target.column:
        found = quoted_cell(scope[0], target, edit, report)
    else:
        found = quoted_lines(scope, edit, report)
    if isinstance(found, Diagnostic):
        return found
    for line in edit.new:
        if not fits(found.owner, found.field, line):
            return report.unfit(line, f"It would stand in the place of `{report.head(found.lines)}`.")
    spans = {line.span for line in found.lines}
    starts = {span.start for span in spans}  # which tells nearly all others, and sooner
    new = weave(edit.old, edit.new, found.lines, report.label)
    nothing = ast.Nothing(span=edit.span, touched=(report.label,))

    def exchanged(lines: Lines) -> Lines:
        gone = [at for at, line in enumerate(lines) if line.span.start in starts and line.span in spans]
        left = [line for at, line in enumerate(lines) if at not in gone]
        result = (*left[: gone[0]], *new, *left[gone[0] :])
        return block(result or (nothing,)) if found.field == "body" else result

    lost = report.label if len(new) < len(found.lines) else None
    return Splice(found.way, on_field(found.field, exchanged, lost), found.ways, old=found.lines)


def quoted_lines(scope: Scope, edit: ast.Edit, report: Report) -> Stretch | Diagnostic:
    """The one stretch that reads as quoted."""
    found = [stretch for part in scope for stretch in find(part, edit.old)]
    if len(found) == 1:
        return found[0]
    if found:
        message = f"`{report.head(edit.old)}` stands in {len(found)} places of {report.owner(scope[0])}"
        return report.several(edit, [stretch.first for stretch in found], message)
    everywhere = scope[0].owner is report.program and len(scope[0].lines) == len(report.program.items)
    return report.no_match(edit, scope, () if everywhere else find(whole(report.program), edit.old))


def quoted_cell(row: Stretch, target: ast.TargetRef, edit: ast.Edit, report: Report) -> Stretch | Diagnostic:
    """The cell named, if it reads as quoted.

    Args:
        row: The row of the grid.
        target: What names the column.
        edit: The edit, whose quotation must be equal to the cell.
        report: Words its findings.
    """
    cell = cell_in(row, target, report)
    if isinstance(cell, Diagnostic) or same(edit.old, cell.lines):
        return cell
    return report.reads_otherwise(edit, "this cell", cell.first)


def rebase(quoted: ast.Base, where: Stretch, edit: ast.Edit, report: Report) -> Splice | Diagnostic:
    """Another base for a define, which is no line of its own in the tree.

    Args:
        quoted: The base as quoted.
        where: The define.
        edit: The edit, with the base as it is now.
        report: Words its findings.
    """
    define, new = where.first, edit.new[0]
    assert isinstance(define, ast.Define)  # the grammar has `base` only there
    stands = ast.Base((define.base,), define.base_origin, span=define.base.span)
    if not same(quoted, stands):
        return report.reads_otherwise(edit, f"the base of {title(define)}", define.base)
    if not isinstance(new, ast.Base):
        return report.unfit(new, "A define keeps its base: say what the base is now.")
    (base,) = weave((quoted,), (new,), (stands,), report.label)
    assert isinstance(base, ast.Base)
    way = where.ways[0]
    change = on_field("base", lambda _: base.values[0], report.label, base_origin=base.origin)
    return Splice(way, change, ((*way, ("base", define.base.span)),), old=(define.base,))


def prefer(quoted: ast.Preferred, scope: Scope, edit: ast.Edit, report: Report) -> Splice | Diagnostic:
    """Another score for an answer, or none; it is no line of its own in the tree.

    Args:
        quoted: The score as quoted.
        scope: The stretches of the tree in which it stands.
        edit: The edit, with the score as it is now.
        report: Words its findings.
    """
    stretches = (stretch for part in scope for stretch in part.each())
    scored = [(stretch, value) for stretch in stretches if (value := score_of(stretch)) is not None]
    meant = [(where, value) for where, value in scored if quoted.answer in (None, called(where.first))]
    found = [(where, value) for where, value in meant if same(quoted.value, value)]
    if len(found) > 1:
        message = f"`{report.head(edit.old)}` stands in {len(found)} places of {report.owner(scope[0])}"
        hint = "Name the answer: `answer NAME prefer 2`. In a table, name the row."
        return report.several(edit, [value for _, value in found], message, hint)
    if not found and len(meant) == 1:
        return report.reads_otherwise(edit, "what the autopilot thinks of it", meant[0][1])
    if not found:
        return report.no_score(edit, scope, tuple(value for _, value in meant))
    where, value = found[0]
    way = where.ways[0]
    new = edit.new[0] if edit.new else None
    assert isinstance(new, ast.Preferred | None)  # the grammar puts nothing else in the place of a score
    change = on_field("prefer", lambda _: new and mark(new.value, report.label), report.label)
    return Splice(way, change, ((*way, ("prefer", value.span)),), old=(value,))


def score_of(stretch: Stretch) -> ast.Expr | None:
    """What the autopilot thinks of the answer that stands there; None where nothing says."""
    line = stretch.first
    return line.prefer if isinstance(line, ast.Choose | ast.Branch) else None


# --- add, before, after, start, end


def prefer_too(way: Way, node: ast.Node, new: ast.Preferred, report: Report) -> Splice | Diagnostic:
    """A score for an answer that has none.

    Args:
        way: The way to the answer.
        node: The answer.
        new: The score.
        report: Words its findings.
    """
    assert isinstance(node, ast.Choose | ast.Branch)  # nothing else was asked for
    if node.prefer is not None:
        return report.unfit(new, f"It has a score. Quote it: `was prefer {report.text((node.prefer,))}`.")
    change = on_field("prefer", lambda _: mark(new.value, report.label), report.label)
    return Splice(way, change, (way,), "start")


def enlarge(target: ast.TargetRef | None, scope: Scope, edit: ast.Edit, report: Report) -> Splice | Diagnostic:
    """More lines in a list of lines, or more statements in a row's block.

    Args:
        target: What the overlay names; None for the whole item.
        scope: The stretches of the tree that it names, the item first.
        edit: The edit.
        report: Words its findings.

    Returns:
        The patch, or why there is none.
    """
    owner = taker(target, scope, edit, report)
    if isinstance(owner, Diagnostic):
        return owner
    way, node = owner
    if isinstance(edit.new[0], ast.Preferred):
        return prefer_too(way, node, edit.new[0], report)
    field = "asides" if isinstance(edit.new[0], ast.Aside) else taking_field(node)
    for line in edit.new:
        if not fits(node, field, line):
            return report.unfit(line, UNFIT.get(type(node), "Say where it belongs."))
    new = tuple(mark(line, report.label) for line in edit.new)
    if field == "body":
        return Splice(way, on_field(field, lambda body: append(body, new)), (way,), "end")
    return Splice(way, on_field(field, lambda lines: place(lines, new)), (way,), "list")


UNFIT: dict[type[ast.Node], str] = {
    ast.Table: "Name the row that it belongs to: `in table ... row ...`.",
    ast.GridRow: "A row of a grid has cells only: amend one with `row ... column ...`.",
    ast.Enum: 'A value of this enum is a name and perhaps a title: | fog | "Fog" |.',
    ast.SubRoll: "The roll of a row has modifiers and rows only.",
}
"""What to do about a line that its target cannot take in."""


def taker(
    target: ast.TargetRef | None, scope: Scope, edit: ast.Edit, report: Report
) -> tuple[Way, ast.Node] | Diagnostic:
    """The node that takes in new lines, and the way to it.

    Args:
        target: What the overlay names; None for the whole item.
        scope: The stretches of the tree that it names, the item first.
        edit: The edit.
        report: Words its findings.
    """
    where = scope[-1]
    if target is None:
        return (), where.owner
    if edit.anchor is not None:
        found = anchor(scope, asked_by(edit.new[0]), edit, report)
        if isinstance(found, Diagnostic):
            return found
        where = found
    elif target.row and isinstance(edit.new[0], ast.BaseTableLine):
        rolls = [line for line in where.each() if isinstance(line.first, ast.SubRoll)]
        if len(rolls) != 1:
            return report.unfit(edit.new[0], "Only a row with one roll of its own takes in such a line.")
        where = rolls[0]
    return where.ways[0], where.first


def asked_by(line: ast.Node) -> tuple[type[ast.Node], ...]:
    """What takes in a line that says to what it is added."""
    match line:
        case ast.Branch():
            return (ast.ChooseBranch,)
        case ast.Beside() | ast.Routine():
            return (ast.ChooseBranch, ast.Choose)
        case ast.Preferred():
            return (ast.Branch, ast.Choose)
        case _:  # the rest: only an exception can be added to another
            return (ast.Except,)


def taking_field(node: ast.Node) -> str:
    """The list of a node that an added line joins."""
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
        case ast.File():
            return "items"
        case _:  # the rest: has lines, or takes in none
            return "lines"


def beside(scope: Scope, edit: ast.Edit, side: Literal["before", "after"], report: Report) -> Splice | Diagnostic:
    """Statements before or after a step."""
    step = anchor(scope, (ast.Step,), edit, report)
    if isinstance(step, Diagnostic):
        return step
    span, offset = step.first.span, side == "after"
    new = tuple(mark(line, report.label) for line in edit.new)

    def joined(lines: Lines) -> Lines:
        at = next(at for at, line in enumerate(lines) if line.span == span) + offset
        return (*lines[:at], *new, *lines[at:])

    return Splice(step.way, on_field(step.field, joined), step.ways, side)


def at_edge(procedure: Stretch, edit: ast.Edit, edge: Literal["start", "end"], report: Report) -> Splice:
    """Statements at the start or the end of a procedure."""
    new = tuple(mark(line, report.label) for line in edit.new)
    way = procedure.ways[0]
    join = prepend if edge == "start" else append
    return Splice(way, on_field("body", lambda body: join(body, new)), (way,), edge)
