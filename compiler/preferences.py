"""Check of overlays of preferences: they change what the autopilot prefers and forecasts, and no rule of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from bombsight.compiler.overlays.amend import AppliedEdit
from bombsight.compiler.overlays.report import item_title
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import PREFERENCES

PREFERENCE_FIELDS = frozenset(("prefer", "prefers"))
"""The fields of syntax nodes that only steer the autopilot."""


def check_preferences(edits: Iterable[AppliedEdit]) -> Iterator[Diagnostic]:
    """Yield a finding for each edit of an overlay of preferences that changes a rule of play (O021)."""
    for edit in edits:
        if edit.act.overlay.kind == PREFERENCES and edit.splice is not None and not is_edit_of_preferences(edit):
            amended = edit.item if edit.item is not None else next(iter((*edit.splice.old, *new_lines(edit))), None)
            title = item_title(amended) if amended is not None and ast.is_item(amended) else "the rules"
            yield Diagnostic(
                "O021",
                f"{edit.act.label} changes {title}, and preferences change no rule of play",
                edit.act.edit.span,
                help="Here stand `prefer` and `routine` lines, forecasts, and defines that only these read. Write "
                "anything else as a `house` rule.",
            )


def new_lines(edit: AppliedEdit) -> tuple[ast.Node, ...]:
    """Return the lines that an edit puts into the rules."""
    return edit.act.edit.new if isinstance(edit.act.edit, ast.Edit) else ()


def is_edit_of_preferences(edit: AppliedEdit) -> bool:
    """Whether an edit changes only what the autopilot prefers, forecasts, and defines.

    Which defines rules of play read shows in the rule graph: :mod:`bombsight.compiler.checks.preference_defines`.
    """
    old: tuple[object, ...]
    new: tuple[object, ...]
    if edit.item is not None:
        old, new = (edit.item,), (edit.after,)
    elif edit.splice is not None and isinstance(edit.act.edit, ast.Edit):
        old, new = edit.act.edit.old, edit.act.edit.new
    elif isinstance(edit.act.edit, ast.ReplacePatch):
        old, new = (edit.act.edit.item,), (edit.act.edit.item,)
        return all(map(is_value_of_preferences, new))
    else:
        return False
    if all(map(is_value_of_preferences, (*old, *new))):
        return True
    return len(old) == len(new) and all(map(is_same_play, old, new))


def is_value_of_preferences(item: object) -> bool:
    """Whether an item is a define or a forecast, which preferences may compute with."""
    return isinstance(item, ast.Define) and not isinstance(item, ast.Tally)


def is_same_play(old: object, new: object) -> bool:
    """Whether two syntax trees differ only in what the autopilot prefers, and in what is routine."""
    if isinstance(old, tuple) and isinstance(new, tuple):
        before, after = ([part for part in parts if not isinstance(part, ast.Routine)] for parts in (old, new))
        return len(before) == len(after) and all(map(is_same_play, before, after))
    if not isinstance(old, ast.Node) or type(old) is not type(new):
        return old == new
    return all(
        is_same_play(*(getattr(node, each.name) for node in (old, new)))
        if each.eq_key is None
        else each.eq_key(getattr(old, each.name)) == each.eq_key(getattr(new, each.name))
        for each in attrs.fields(type(old))
        if each.eq and each.name not in PREFERENCE_FIELDS
    )
