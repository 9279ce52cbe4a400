"""Attribution of findings to the overlay edits that cause them.

An edit in one place may break a line in another: a value outgrows the range of its field, a removed row leaves a gap, a
table lacks a row for a new enum value. The author of the edit reads his own file, so the finding is moved to his line,
and the place in the game becomes a secondary label.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.overlays.amend import OverlayEdit, edits_of
from bombsight.compiler.overlays.report import item_title, kind_and_name, span_across
from bombsight.compiler.request import Compilation
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import WORD
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import walk

WIDEN_HELP = (
    "An overlay widens a range as it amends any line: `in state ...`, then `was` with the line that declares it, and "
    "`now` with the wider one."
)
"""Additional advice for a value outside the range that the game declares."""

RANGE_CODES = frozenset({"V001"})


@frozen
class Cause:
    """A possible cause of a finding: an edit of an overlay, or an item beside one in its file.

    Attributes:
        label: Its name: ``house mine 2``, ``enum Moon``.
        span: The new lines; the whole edit if it only removes.
        edits: Kind and name of the amended item; empty if there is none.
        column: The words of the amended column; empty if it names none.
        brings: The names that it introduces.
    """

    label: str
    span: Span
    edits: tuple[str, str]
    column: frozenset[str]
    brings: frozenset[str]


def attribute_to_overlays(
    result: Compilation,
    findings: Collection[Diagnostic],
    overlay_kinds: Collection[str],
    house_files: Collection[str],
    findings_without_overlays: Callable[[], Iterable[Diagnostic]],
) -> dict[Diagnostic, Diagnostic]:
    """Map findings that overlay edits cause elsewhere in the game to copies placed at the edits.

    Args:
        result: The compilation with overlays.
        findings: The findings to attribute.
        overlay_kinds: The kinds of overlays to consider: ``house`` and so on.
        house_files: The files of the house rules; findings in them are left out.
        findings_without_overlays: Returns the findings of the game without these overlays; called only if needed.
    """
    places = [overlay.span for overlay in result.overlays]
    in_the_game = [one for one in findings if source_path_of(one.span, result.sources) not in house_files]
    suspects = [one for one in in_the_game if not any(is_inside(one.span, place, result.sources) for place in places)]
    if not suspects:
        return {}
    refused = {one.span for one in result.errors}
    edits = [act for overlay in result.overlays if overlay.kind in overlay_kinds for act in edits_of(overlay)]
    causes = [
        make_edit_cause(act)
        for act in edits
        if not any(is_inside(span, act.edit.span, result.sources) for span in refused)
    ]
    sole = causes[0] if len(causes) == 1 else None
    causes += [
        make_item_cause(item) for item in result.items if "house" in overlay_kinds and item.span.path in house_files
    ]
    if not causes:
        return {}
    known_keys = {finding_key(one) for one in findings_without_overlays()}
    return {one: move_to_cause(one, causes, sole, result) for one in suspects if finding_key(one) not in known_keys}


def merge_findings(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort findings by place, and merge those with the same code, place and message, uniting their labels."""
    by_place: dict[tuple[str, Span, str], Diagnostic] = {}
    for one in findings:
        same = by_place.setdefault((one.code, one.span, one.message), one)
        by_place[one.code, one.span, one.message] = evolve(
            same, labels=tuple(dict.fromkeys((*same.labels, *one.labels)))
        )
    return tuple(sorted(by_place.values(), key=lambda one: one.sort_key))


def finding_key(finding: Diagnostic) -> tuple[str, str, int, str]:
    """Return the key of a finding (code, path, position, message), which is the same in another compilation."""
    return finding.code, finding.span.path, finding.span.start, finding.message


def source_path_of(span: Span, sources: Mapping[str, Source]) -> str:
    """Return the canonical path of the file of a span, which may be known by a second path."""
    source = sources.get(span.path)
    return source.path if source is not None else span.path


def is_inside(span: Span, outer: Span, sources: Mapping[str, Source]) -> bool:
    """Whether a span starts inside the span ``outer``, even if their file is known by two paths."""
    if not outer.start <= span.start < max(outer.end, outer.start + 1):
        return False
    one, other = sources.get(span.path), sources.get(outer.path)
    return span.path == outer.path or (one is not None and one is other)


def move_to_cause(
    finding: Diagnostic, causes: Sequence[Cause], only_edit: Cause | None, result: Compilation
) -> Diagnostic:
    """Return a copy of a finding placed at the edit that most likely causes it; unchanged if the cause is uncertain.

    Args:
        finding: A finding that is absent without the overlays.
        causes: The possible causes.
        only_edit: The edit, if it is the only one; it is blamed if no other cause is evident.
        result: The compilation with overlays.
    """
    ranks = {at: rank for at, cause in enumerate(causes) if (rank := rank_cause(finding, cause, result)) is not None}
    nearest = [causes[at] for at in ranks if ranks[at] == min(ranks.values())] or (
        [only_edit] if only_edit is not None else []
    )
    if not nearest:
        return finding
    first, *others = nearest
    labels = (
        Label(finding.span, finding.note or finding.message),
        *(Label(with_file_path(each.span, result.sources), f"{each.label} has to do with it, too") for each in others),
        *finding.labels,
    )
    help = f"{finding.help} {WIDEN_HELP}" if finding.code in RANGE_CODES else finding.help
    return evolve(
        finding,
        message=f"with {first.label}, {finding.message}",
        span=with_file_path(first.span, result.sources),
        note=f"{first.label} makes it so",
        labels=labels,
        help=help.strip(),
        fix=None,
        offers=(),
    )


def with_file_path(span: Span, sources: Mapping[str, Source]) -> Span:
    """Return a span whose path is that under which its file can be opened."""
    source = sources.get(span.path)
    return evolve(span, path=source.file) if source is not None and source.file else span


def rank_cause(finding: Diagnostic, cause: Cause, result: Compilation) -> int | None:
    """Rank how likely an overlay's edit or item (the cause) explains a finding, lowest first; None if unrelated.

    In this order: the message names what an item beside the overlay introduces; the edit amends the item around the
    finding; the finding names what the edit introduces; its line, or else the item around it, uses the amended column
    or item.
    """
    _, name = cause.edits
    if not name and cause.brings & {*WORD.findall(finding.message)}:
        return -1
    item = next((each for each in result.items if is_inside(finding.span, each.span, result.sources)), None)
    if item is not None and kind_and_name(item) == cause.edits:
        return 0
    source = result.sources.get(finding.span.path)
    line = source.line_text(finding.span.line) if source is not None else ""
    words_at_finding = {*WORD.findall(f"{finding.message} {finding.note}"), *WORD.findall(line)}
    for rank, words in enumerate((cause.brings, cause.column, {name}), start=1):
        if words & words_at_finding:
            return rank
    around = source.text[item.span.start : item.span.end] if source is not None and item is not None else ""
    return 4 if (cause.column or {name}) & {*WORD.findall(around)} else None


def make_edit_cause(edit: OverlayEdit) -> Cause:
    """Make a possible cause of findings from an overlay edit."""
    kind, name, column = amended_target(edit)
    return Cause(
        edit.label, span_of_new_lines(edit), (kind, name), frozenset(column), frozenset(introduced_names(edit))
    )


def make_item_cause(item: ast.Item) -> Cause:
    """Make the record that an item, declared in a house-rules file outside its overlay, may cause findings."""
    brings = {
        kind_and_name(item)[1],
        *(node.name for node in walk(item) if isinstance(node, ast.EnumValue | ast.FieldDecl)),
    }
    return Cause(item_title(item), item.span, ("", ""), frozenset(), frozenset(brings))


def span_of_new_lines(edit: OverlayEdit) -> Span:
    """Return the span of an edit's new lines; of the whole edit if there are none."""
    new = edit.edit.new if isinstance(edit.edit, ast.Edit) else ()
    return span_across(new) if new else edit.edit.span


def amended_target(edit: OverlayEdit) -> tuple[str, str, set[str]]:
    """Return the kind and name of the item that an edit amends, and the set of words that name the amended column."""
    match edit.patch:
        case ast.EditPatch(target=ast.TargetRef() as target):
            return target.kind, target.name, {str(word) for word in target.column}
        case ast.ReplacePatch(item=item):
            return *kind_and_name(item), set()
        case ast.EditPatch(edits=[ast.Edit(old=old, new=new), *_]):
            return *kind_and_name((*old, *new)[0]), set()
        case ast.RemovePatch(target=target):
            return target.kind, target.name, set()
        case ast.EditPatch() | ast.ConfirmPatch():
            return "", "", set()
        case _:
            assert_never(edit.patch)


def introduced_names(edit: OverlayEdit) -> set[str]:
    """Return the names that occur in the new lines of an edit but not in its old lines."""
    if not isinstance(edit.edit, ast.Edit):
        return set()
    return {*names_in(edit.edit.new)} - {*names_in(edit.edit.old)}


def names_in(lines: Iterable[ast.Node]) -> Iterator[str]:
    """Yield the names in lines: of enum values, fields and references."""
    for line in lines:
        for node in walk(line):
            if isinstance(node, ast.Name | ast.EnumValue | ast.FieldDecl):
                yield node.name
