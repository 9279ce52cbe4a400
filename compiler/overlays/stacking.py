"""Stacks: statements that several overlays of one layer insert at one place, in the order of the overlays."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.overlays.applying import Splice, field_changer
from bombsight.compiler.overlays.node_paths import change_at
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.source import is_within

StackMember = tuple[ast.Overlay, ast.Node]
"""An edit that inserts statements, with its overlay."""


def order_stack(program: ast.File, newest: Splice, members: Sequence[StackMember]) -> ast.File:
    """Return a program in which the statements of a stack stand in the order of their overlays.

    Those of an overlay that says ``after others`` come last. Statements of one overlay keep their order.

    Args:
        program: The program, all members applied.
        newest: The patch of the last member.
        members: The edits of the stack, in the order of their overlays.
    """
    overlays = list(dict.fromkeys(id(overlay) for overlay, _ in members))
    last = {id(overlay) for overlay, edit in members if isinstance(edit, ast.Edit) and edit.last}
    rank = {overlay: (overlay in last, at) for at, overlay in enumerate(overlays)}
    edits = [edit for _, edit in members]
    newest_edit = edits[-1]

    def owner_of(line: ast.Node) -> int | None:
        """Return the id of the overlay in the stack that wrote a line at this place; None if none did."""
        for overlay, _ in members:
            if is_within(line.span, overlay.span):
                inserted = (edit for edit in insertions_of(overlay) if is_within(line.span, edit.span))
                return id(overlay) if all(any(edit is own for own in edits) for edit in inserted) else None
        return None

    def sort(lines: Lines) -> Lines:
        """Callback of the patch: return the lines with those of the stack sorted."""
        owners = [owner_of(line) for line in lines]
        start = next((at for at, line in enumerate(lines) if is_within(line.span, newest_edit.span)), None)
        if start is None:
            return lines
        stop = start + 1
        while start > 0 and owners[start - 1] is not None:
            start -= 1
        while stop < len(lines) and owners[stop] is not None:
            stop += 1
        ranked = sorted(range(start, stop), key=lambda at: rank[owners[at] or 0])
        return (*lines[:start], *(lines[at] for at in ranked), *lines[stop:])

    field = newest.touches[0][-1][0] if newest.gap in ("before", "after") else "body"
    return change_at(program, newest.node_path, field_changer(field, sort))


def insertions_of(overlay: ast.Overlay) -> list[ast.Edit]:
    """List the edits of an overlay that insert statements beside a line, or at the start or end of a block."""
    patches = (patch for entry in overlay.entries for patch in entry.patches if isinstance(patch, ast.EditPatch))
    return [edit for patch in patches for edit in patch.edits if edit.verb not in ("was", "remove")]
