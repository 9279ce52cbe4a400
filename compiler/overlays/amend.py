"""Application of overlays to a program.

Errata apply first, then variants, then preferences, then house rules. Within a layer each overlay is matched against
the program as the lower layers left it, plus its own earlier edits. So the order of two overlays of one layer makes no
difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, assert_never, get_args

from attrs import evolve

from bombsight.boundary.budget import Allowance, WorkKind
from bombsight.compiler.findings import Hint
from bombsight.compiler.incremental.query import query
from bombsight.compiler.overlays.applying import Splice, build_splice
from bombsight.compiler.overlays.conflicts import is_conflict, is_stacked
from bombsight.compiler.overlays.node_paths import change_at, node_at
from bombsight.compiler.overlays.printed_form import check_printed_lines
from bombsight.compiler.overlays.relations import check_relations
from bombsight.compiler.overlays.removing import build_removal
from bombsight.compiler.overlays.replacing import build_replacement
from bombsight.compiler.overlays.report import (
    FindingWriter,
    ItemIndex,
    duplicate_name,
    duplicate_number,
    item_title,
    kind_and_name,
    wrong_game,
)
from bombsight.compiler.overlays.splice import Lines
from bombsight.compiler.overlays.stacking import order_stack
from bombsight.compiler.overlays.targets import locate_target
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import OverlayKind
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import are_identical, walk

LAYERS: tuple[OverlayKind, ...] = get_args(OverlayKind)
"""The kinds of overlays, lowest layer first."""


@frozen
class EditSummary:
    """A summary of one overlay edit, for display.

    Attributes:
        overlay: Its overlay, such as ``errata general``.
        number: Its item.
        title: The title of the item.
        origin: The origin of the item, or else of its overlay.
        kind: ``amended``, or ``confirmed`` if the item only confirms the text.
        target: The amended item, such as ``table O-6``.
        place: The place in it: ``row 4..6, column fog``, ``before step dusk``; empty if the lines identify it.
        was: The old lines, as they stood; empty if lines were only added.
        now: The new lines; empty if lines were only removed.
        span: The edit.
    """

    overlay: str
    number: str
    title: str
    origin: Origin
    kind: Literal["amended", "confirmed"]
    target: str
    place: str
    was: str
    now: str
    span: Span


@frozen
class AmendedProgram:
    """A program with its overlays applied.

    Attributes:
        items: The items as amended, without the overlays.
        changes: The summary of each edit, layer by layer in the order of application.
        diagnostics: The findings for edits that could not be applied.
        hints: Hints about unknown names, with all possible replacements.
        quoted: Each line that an edit quotes or inserts, with the old line in its place.
        deeds: Each edit as applied to its overlay's own view of the program.
        stacks: Pairs of edits whose statements stand behind each other at one place, although neither says so.
        removed: The items taken out as wholes, each with the edit that does it.
    """

    items: tuple[ast.Item, ...]
    changes: tuple[EditSummary, ...]
    diagnostics: tuple[Diagnostic, ...]
    hints: tuple[Hint, ...] = ()
    quoted: tuple[tuple[ast.Node, ast.Node], ...] = ()
    deeds: tuple[AppliedEdit, ...] = ()
    stacks: tuple[tuple[OverlayEdit, OverlayEdit], ...] = ()
    removed: tuple[tuple[ast.Node, OverlayEdit], ...] = ()


@query
def amend(
    previous: AmendedProgram | None,
    items: Sequence[ast.Item],
    overlays: Sequence[ast.Overlay],
    sources: Mapping[str, Source],
    game: str | None,
    inactive_variants: Sequence[ast.Overlay] = (),
) -> AmendedProgram:
    """Apply overlays (sets of patches) to the items of a program; return the amended program (memoized query).

    Args:
        previous: The last result. An item with an equal result stays the same object; an edit of the very item that it
            amended before is not computed again.
        items: The game's items, and those of house files besides overlays.
        overlays: The overlays in force, in any order.
        sources: Every file by its path, for quoting.
        game: The game's name; None if unknown, and then overlays of any game are accepted.
        inactive_variants: Variants not in force, for messages to users who expect their edits.
    """
    program = ast.File("", tuple(items))
    changes: list[EditSummary] = []
    diagnostics: list[Diagnostic] = []
    hints: list[Hint] = []
    comparisons = Allowance(sum(len(source.text) for source in sources.values())).make_budget(WorkKind.HINT)
    index = ItemIndex()
    done = previous.deeds if previous is not None else ()
    known = {(id(deed.act.edit), id(deed.item)): deed for deed in done if deed.item is not None}
    all_deeds: list[AppliedEdit] = []
    quoted: list[tuple[ast.Node, ast.Node]] = []
    admitted = list(admit_overlays(overlays, diagnostics, game))
    diagnostics += check_relations(admitted, inactive_variants)
    stacks: list[tuple[OverlayEdit, OverlayEdit]] = []
    removed: list[tuple[ast.Node, OverlayEdit]] = []
    missing = [(act.label, act.edit) for overlay in inactive_variants for act in edits_of(overlay)]
    lower_edits: list[tuple[str, ast.Node]] = []
    for kind in LAYERS:
        layer = [tuple(edits_of(overlay)) for overlay in admitted if overlay.kind == kind]
        deeds: list[AppliedEdit] = []
        for own in layer:
            others = [(act.label, act.edit) for rival in layer if rival is not own for act in rival]
            report = FindingWriter("", program, sources, hints, comparisons, index, others, missing, lower_edits)
            deeds.extend(apply_overlay_alone(own, report, diagnostics, known))
        all_deeds += deeds
        program, applied = apply_layer(
            deeds, FindingWriter("", program, sources, hints, comparisons, index), diagnostics, stacks
        )
        removed += [
            (deed.splice.old[0], deed.act)
            for deed in applied
            if deed.splice is not None and isinstance(deed.act.patch, ast.RemovePatch)
        ]
        changes.extend(deed.change for deed in applied)
        quoted.extend(pair for deed in applied for pair in quoted_pairs(deed))
        lower_edits = [*lower_edits, *((deed.act.label, deed.act.edit) for deed in applied)]
    amended = reuse_unchanged_items(program.items, items, previous.items if previous is not None else ())
    return AmendedProgram(
        amended,
        tuple(changes),
        tuple(diagnostics),
        tuple(hints),
        tuple(quoted),
        tuple(all_deeds),
        tuple(stacks),
        tuple(removed),
    )


def quoted_pairs(edit: AppliedEdit) -> Iterator[tuple[ast.Node, ast.Node]]:
    """Yield pairs of a quoted or new line of an applied edit, and the program line that it quotes or replaces.

    New lines equal to old ones are left out where the numbers of lines differ, since the program keeps the old objects.
    """
    if edit.splice is not None and isinstance(edit.act.edit, ast.Edit):
        for lines in (edit.act.edit.old, edit.act.edit.new):
            values = [value_or_line(line) for line in lines]
            old_lines = edit.splice.old or edit.splice.beside
            if len(values) == len(old_lines):
                yield from zip(values, old_lines, strict=True)
            else:
                yield from ((new, old) for new in values for old in old_lines if new == old)


def value_or_line(line: ast.Node) -> ast.Node:
    """Return the value of a `base` or `prefer` line, for only the value is a node of the program; others unchanged."""
    match line:
        case ast.Base(values=(value,)) | ast.Preferred(value=value):
            return value
        case _:  # the rest: a line
            return line


def reuse_unchanged_items(
    amended: tuple[ast.Item, ...], written: Sequence[ast.Item], previous: Sequence[ast.Item]
) -> tuple[ast.Item, ...]:
    """Return the amended items; for an item equal to that of the previous result, its old object, so caches hit."""
    plain = {id(item) for item in written}
    was = {item.span: item for item in previous if id(item) not in plain}

    def reuse(item: ast.Item) -> ast.Item:
        """Return the previous object of an item if it is identical, else the item."""
        if id(item) in plain:
            return item
        found = was.get(item.span)
        return found if found is not None and are_identical(found, item) else item

    return tuple(map(reuse, amended)) if was else amended


def admit_overlays(
    overlays: Sequence[ast.Overlay], diagnostics: list[Diagnostic], game: str | None
) -> Iterator[ast.Overlay]:
    """Yield the overlays for this game without duplicates; add findings about other games' and duplicate ones."""
    seen: dict[tuple[str, str], ast.Overlay] = {}
    for overlay in overlays:
        if game and overlay.game and overlay.game != game:
            diagnostics.append(wrong_game(overlay, game))
            continue
        first = seen.setdefault((overlay.kind, overlay.name), overlay)
        if first is not overlay:
            diagnostics.append(duplicate_name(overlay, first))
        else:
            numbers: dict[str, ast.Entry] = {}
            for entry in overlay.entries:
                if numbers.setdefault(entry.number, entry) is not entry:
                    diagnostics.append(duplicate_number(overlay, entry, numbers[entry.number]))
            yield overlay


@frozen
class OverlayEdit:
    """One edit of an overlay, with the overlay, the numbered item and the patch that contain it."""

    overlay: ast.Overlay
    entry: ast.Entry
    patch: ast.Patch
    edit: ast.Node

    @property
    def label(self) -> str:
        """The name of the overlay item with the edit, for journal and findings: ``errata general 22``."""
        return f"{self.overlay.kind} {self.overlay.name} {self.entry.number}"


@frozen
class AppliedEdit:
    """An edit that could be applied, with its patch and the amended item before and after.

    Attributes:
        act: The edit.
        splice: The patch; None if it only confirms.
        change: The summary for display.
        item: The item that it amends or confirms, before the edit; None if its target is not one item.
        after: The item after the edit.
    """

    act: OverlayEdit
    splice: Splice | None
    change: EditSummary
    item: ast.Item | None = None
    after: ast.Item | None = None


def edits_of(overlay: ast.Overlay) -> Iterator[OverlayEdit]:
    """Yield every edit of an overlay as an :class:`OverlayEdit`, with the numbered item and the patch around it."""
    for entry in overlay.entries:
        for patch in entry.patches:
            for edit in patch.edits if isinstance(patch, ast.EditPatch) else (patch,):
                yield OverlayEdit(overlay, entry, patch, edit)


def apply_overlay_alone(
    edits: Sequence[OverlayEdit],
    report: FindingWriter,
    diagnostics: list[Diagnostic],
    known_edits: Mapping[tuple[int, int], AppliedEdit],
) -> Iterator[AppliedEdit]:
    """Apply the edits of one overlay in order, as if its layer (all house rules, say) had no other; yield the applied.

    Args:
        edits: The edits of the overlay.
        report: Writes the findings; holds the program to amend.
        diagnostics: Collects them.
        known_edits: Earlier applications of edits, by the identities of the edit and the item.
    """
    program = report.program
    report = evolve(report, unedited=program)
    for act in edits:
        report = report.for_edit(act.label, program)
        at = find_target_index(act, report)
        item = program.items[at] if at is not None else None
        deed = known_edits.get((id(act.edit), id(item)))
        if deed is not None:
            program = apply_known_edit(program, deed, at)
            yield deed
            continue
        splice = plan_edit(act, report)
        if isinstance(splice, Diagnostic):
            diagnostics.append(splice)
            continue
        if splice is not None:
            before = node_at(program, splice.node_path)
            if before is not None and splice.change(before) == before:
                diagnostics.append(report.edit_without_effect(act.edit, node_at(program, splice.touches[0])))
                continue
            after = change_at(program, splice.node_path, splice.change)
            lost = check_printed_lines(act.edit, splice.old, after, report) if isinstance(act.edit, ast.Edit) else None
            if lost is not None:
                diagnostics.append(lost)
                continue
            program = after
        yield AppliedEdit(
            act, splice, summarize_edit(act, splice, report), item, program.items[at] if at is not None else None
        )


def find_target_index(edit: OverlayEdit, report: FindingWriter) -> int | None:
    """Find the index in the program of the one item that an edit targets; None if it names none, or several match."""
    match edit.patch:
        case ast.EditPatch(target=ast.TargetRef() as target) | ast.ConfirmPatch(target=ast.TargetRef() as target):
            return index_of_only_item(report, target.kind, target.name)
        case ast.ReplacePatch(item=item):
            return index_of_only_item(report, *kind_and_name(item))
        case ast.EditPatch() | ast.RemovePatch():  # a removal leaves no item behind that could be reused
            return None
        case _:
            assert_never(edit.patch)


def index_of_only_item(report: FindingWriter, kind: str, name: str) -> int | None:
    """Find the index in the program of the only item of a kind and name; None if there is none, or several."""
    places = report.index.find_items(report.program, kind, name)
    return places[0] if len(places) == 1 else None


def apply_known_edit(program: ast.File, edit: AppliedEdit, index: int | None) -> ast.File:
    """Return the program with the item at an index replaced by the earlier result of the same edit."""
    if index is None or edit.after is None or edit.after is edit.item:
        return program
    return evolve(program, items=(*program.items[:index], edit.after, *program.items[index + 1 :]))


def plan_edit(edit: OverlayEdit, report: FindingWriter) -> Splice | Diagnostic | None:
    """Compute the patch of an edit: None if the edit only confirms the text, a finding if it cannot be applied."""
    match edit.patch:
        case ast.EditPatch() as patch:
            return build_splice(patch, edit.edit, report) if isinstance(edit.edit, ast.Edit) else None
        case ast.ReplacePatch() as patch:
            return build_replacement(patch, report)
        case ast.RemovePatch() as patch:
            return build_removal(patch, report)
        case ast.ConfirmPatch(target=target):
            found = locate_target(target, report)
            return found if isinstance(found, Diagnostic) else None
        case _:
            assert_never(edit.patch)


def summarize_edit(edit: OverlayEdit, splice: Splice | None, report: FindingWriter) -> EditSummary:
    """Build the summary of an edit for display: its overlay item, its place, and the texts before and after."""
    old: Lines = splice.old if splice else ()
    quoted, new = ((), ()) if not isinstance(edit.edit, ast.Edit) else (edit.edit.old, edit.edit.new)
    match edit.patch:
        case (
            ast.EditPatch(target=ast.TargetRef() as target)
            | ast.RemovePatch(target=target)
            | ast.ConfirmPatch(target=target)
        ):
            name = f"{target.kind} {target.name}"
        case ast.ReplacePatch(item=item):
            new, name = (item,), item_title(item)
        case ast.EditPatch():
            name = item_title((*quoted, *new)[0])
        case _:
            assert_never(edit.patch)
    # Lines changed by a lower layer differ from their file; the quotation has their present text.
    is_score = any(isinstance(line, ast.Preferred) for line in quoted)
    was = quoted if is_score or any(node.touched for line in old for node in walk(line)) else old
    return EditSummary(
        f"{edit.overlay.kind} {edit.overlay.name}",
        edit.entry.number,
        edit.entry.title,
        edit.entry.origin.with_citation_of(edit.overlay.origin),
        "amended" if splice else "confirmed",
        name,
        describe_place(edit, splice, report),
        report.source_text(was),
        report.source_text(new),
        edit.edit.span,
    )


def describe_place(edit: OverlayEdit, splice: Splice | None, report: FindingWriter) -> str:
    """Return the place of an edit inside an item in the words of overlays, for example ``row 3, column front``."""
    if splice is None or not isinstance(edit.edit, ast.Edit):
        return ""
    target = edit.patch.target if isinstance(edit.patch, ast.EditPatch) else None
    passed = [node_at(report.program, splice.node_path[:depth]) for depth in range(2, len(splice.node_path) + 1)]
    places = [place for node in passed if (place := describe_line(node, report))]
    if target is not None and target.row:
        places = [f"row {report.keys_text(target.row)}", *(place for place in places if not place.startswith("row "))]
    if target is not None and target.column:
        places.append(f"column {' '.join(map(str, target.column))}")
    match edit.edit.verb:
        case "before" | "after" as side:
            if edit.edit.anchor is not None:
                places.append(f"{side} step {edit.edit.anchor}")
            elif splice.beside:
                places.append(f"{side} line `{report.first_line(splice.beside)}`")
        case "start" | "end" as edge:
            places.append(f"at its {edge}")
        case "was" | "add" | "remove":
            pass  # the lines themselves identify the place
        case _:
            assert_never(edit.edit.verb)
    return ", ".join(dict.fromkeys(places))


def describe_line(node: ast.Node | None, report: FindingWriter) -> str:
    """Return kind and name of a line in the words of overlays: ``step landing``; empty for a line without a name."""
    match node:
        case ast.Row(keys=keys) | ast.NaturalRow(keys=keys):
            return f"row {report.keys_text(keys)}"
        case ast.GridRow(cells=(first, *_)):
            return f"row {report.source_text((first,))}"
        case ast.Step(name=name):
            return f"step {name}"
        case ast.Note(name=name):
            return f"note {name}"
        case ast.ChooseBranch(name=name):
            return f"choice {name}"
        case ast.Branch(name=name):
            return f"answer {name}"
        case ast.Except(name=name):
            return f"exception {name}"
        case _:  # the rest: overlays have no name for it
            return ""


def apply_layer(
    edits: Sequence[AppliedEdit],
    report: FindingWriter,
    diagnostics: list[Diagnostic],
    stacks: list[tuple[OverlayEdit, OverlayEdit]],
) -> tuple[ast.File, list[AppliedEdit]]:
    """Apply the edits of a layer of overlays; return the program and the applied edits.

    Args:
        edits: The edits, in the order of their overlays.
        report: Writes the findings; holds the program.
        diagnostics: Collects findings on conflicts.
        stacks: Collects pairs of edits that insert at one place, neither of them ``after others``.
    """
    program = report.program
    applied: list[AppliedEdit] = []
    for deed in edits:
        act, splice = deed.act, deed.splice
        if splice is not None:
            rival = next((other.act for other in applied if is_clashing_edit(other, deed)), None)
            if rival is not None:
                place = node_at(report.program, splice.touches[0])
                own = report.for_edit(act.label, report.program)
                diagnostics.append(own.conflicting_edits(act.edit, rival.edit, rival.label, place))
                continue
            at = find_target_index(act, report.for_edit(act.label, program))
            if at is not None and program.items[at] is deed.item:  # the same object as without rival overlays
                program = apply_known_edit(program, deed, at)
            elif any(node_at(program, way) is None for way in (splice.node_path, *splice.touches)):
                continue  # it builds on a refused edit, which is already reported
            else:
                program = change_at(program, splice.node_path, splice.change)
            below = [other for other in applied if other.splice is not None and is_stacked(other.splice, splice)]
            if any(other.act.overlay is not act.overlay for other in below):
                members = [(other.act.overlay, other.act.edit) for other in (*below, deed)]
                program = order_stack(program, splice, members)
                stacks += [
                    (other.act, act)
                    for other in below
                    if other.act.overlay is not act.overlay and is_last(other.act) == is_last(act)
                ]
        applied.append(deed)
    return program, applied


def is_last(edit: OverlayEdit) -> bool:
    """Whether the lines of an edit stand behind all that other overlays add there (``after others``)."""
    return isinstance(edit.edit, ast.Edit) and edit.edit.last


def is_clashing_edit(first: AppliedEdit, second: AppliedEdit) -> bool:
    """Whether two edits of different overlays amend the same place, so that their order would matter."""
    if first.act.overlay is second.act.overlay or first.splice is None or second.splice is None:
        return False
    return is_conflict(first.splice, second.splice)
