"""Removal of a whole table or procedure."""

from __future__ import annotations

from bombsight.compiler.overlays.applying import Splice, field_changer
from bombsight.compiler.overlays.report import FindingWriter
from bombsight.compiler.overlays.splice import Lines
from bombsight.compiler.overlays.targets import locate_target
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic


def build_removal(patch: ast.RemovePatch, report: FindingWriter) -> Splice | Diagnostic:
    """Compute the patch that takes out a whole table or procedure; a finding if there is none of that name."""
    scope = locate_target(patch.target, report)
    if isinstance(scope, Diagnostic):
        return scope
    old = scope[0].first

    def drop_item(items: Lines) -> Lines:
        """Callback of the patch: return the items without the removed one."""
        return tuple(item for item in items if item.span != old.span)

    return Splice((), field_changer("items", drop_item), (scope[0].node_paths[0],), old=(old,))
