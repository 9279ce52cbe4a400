"""A program with its overlays in force.

Errata come first, then variants, then house rules. Within a layer every overlay meets the program as the lower
layers left it, and only its own earlier edits: so it makes no difference which of two overlays was named first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, assert_never

from attrs import evolve

from bombsight.boundary.budget import Allowance, WorkKind
from bombsight.compiler.findings import Hint
from bombsight.compiler.incremental.query import query
from bombsight.compiler.overlays.applying import Splice, build_splice
from bombsight.compiler.overlays.conflicts import is_conflict
from bombsight.compiler.overlays.node_paths import change_at, node_at
from bombsight.compiler.overlays.printed_form import check_printed_lines
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
from bombsight.compiler.overlays.targets import locate_target
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import are_identical, walk

LAYERS = ("errata", "variant", "house")
"""The kinds of overlays, lowest first."""


@frozen
class EditSummary:
    """What one edit of an overlay did.

    Attributes:
        overlay: Its overlay, such as ``errata general``.
        number: Its item.
        title: What the item says of itself.
        origin: Where the item, or else its overlay, comes from.
        kind: ``amended``, or ``confirmed`` where the item only says that the text is right.
        target: What it amends, such as ``table O-6``.
        place: Where in that: ``row 4..6, column fog``, ``before step dusk``; empty where the lines tell it themselves.
        was: The lines quoted, as they stood; empty where lines were only added.
        now: The lines that stand there now; empty where lines were only removed.
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
    """A program with its overlays in force.

    Attributes:
        items: The items as amended, without the overlays.
        changes: What each edit did, layer by layer in the order in which they were made.
        diagnostics: The edits that could not be made, and why.
        hints: What was said of names that nothing has, with all that could stand in their places.
        quoted: Each line that an edit quotes or puts in the place of another, with the one that stood there.
        deeds: What each edit did by itself.
    """

    items: tuple[ast.Item, ...]
    changes: tuple[EditSummary, ...]
    diagnostics: tuple[Diagnostic, ...]
    hints: tuple[Hint, ...] = ()
    quoted: tuple[tuple[ast.Node, ast.Node], ...] = ()
    deeds: tuple[AppliedEdit, ...] = ()


@query
def amend(
    previous: AmendedProgram | None,
    items: Sequence[ast.Item],
    overlays: Sequence[ast.Overlay],
    sources: Mapping[str, Source],
    game: str | None,
    inactive_variants: Sequence[ast.Overlay] = (),
) -> AmendedProgram:
    """The program that overlays make of a game.

    Args:
        previous: What came of it before. An item that comes out as it was is the same item, not an equal one; an edit
            that meets the very item that it met does the same.
        items: The game's items, and what house files hold beside their overlays.
        overlays: Those in force; they are sorted into their layers here.
        sources: Every file by its path, for quoting.
        game: The game's name, or None where it has none; then any overlay is taken for its own.
        inactive_variants: Variants that are not in force, of which somebody may think that they were.
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
            deeds, FindingWriter("", program, sources, hints, comparisons, index), diagnostics
        )
        changes.extend(deed.change for deed in applied)
        quoted.extend(pair for deed in applied for pair in quoted_pairs(deed))
        lower_edits = [*lower_edits, *((deed.act.label, deed.act.edit) for deed in applied)]
    amended = reuse_unchanged_items(program.items, items, previous.items if previous is not None else ())
    return AmendedProgram(amended, tuple(changes), tuple(diagnostics), tuple(hints), tuple(quoted), tuple(all_deeds))


def quoted_pairs(edit: AppliedEdit) -> Iterator[tuple[ast.Node, ast.Node]]:
    """What an edit quotes, line by line with what stood there, and what it says anew in its place; a base as its value.

    What the new lines leave as it was stands in the program as it stood, not as the overlay has it.
    """
    if edit.splice is not None and isinstance(edit.act.edit, ast.Edit):
        for lines in (edit.act.edit.old, edit.act.edit.new):
            values = [value_or_line(line) for line in lines]
            if len(values) == len(edit.splice.old):
                yield from zip(values, edit.splice.old, strict=True)
            else:
                yield from ((new, old) for new in values for old in edit.splice.old if new == old)


def value_or_line(line: ast.Node) -> ast.Node:
    """A line; of a base and of a score its value, for they are no lines of their own where they stand."""
    match line:
        case ast.Base(values=(value,)) | ast.Preferred(value=value):
            return value
        case _:  # the rest: a line
            return line


def reuse_unchanged_items(
    amended: tuple[ast.Item, ...], written: Sequence[ast.Item], previous: Sequence[ast.Item]
) -> tuple[ast.Item, ...]:
    """Amended items, those that are as they were before taken from there.

    Args:
        amended: The items.
        written: What they were made of; what was not amended is among them.
        previous: The items as amended before.
    """
    plain = {id(item) for item in written}
    was = {item.span: item for item in previous if id(item) not in plain}

    def reuse(item: ast.Item) -> ast.Item:
        if id(item) in plain:
            return item
        found = was.get(item.span)
        return found if found is not None and are_identical(found, item) else item

    return tuple(map(reuse, amended)) if was else amended


def admit_overlays(
    overlays: Sequence[ast.Overlay], diagnostics: list[Diagnostic], game: str | None
) -> Iterator[ast.Overlay]:
    """The overlays of this game, each once."""
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
    """One edit and where it is written. A patch that is no list of edits is its own edit."""

    overlay: ast.Overlay
    entry: ast.Entry
    patch: ast.Patch
    edit: ast.Node

    @property
    def label(self) -> str:
        """What its item is called in the journal and in findings: ``errata general 22``."""
        return f"{self.overlay.kind} {self.overlay.name} {self.entry.number}"


@frozen
class AppliedEdit:
    """An edit that can be made.

    Attributes:
        act: The edit.
        splice: What it does; None where it only confirms.
        change: The same for people.
        item: The item that it amends or confirms, as it met it; None where its target is not one item.
        after: The item as the edit left it.
    """

    act: OverlayEdit
    splice: Splice | None
    change: EditSummary
    item: ast.Item | None = None
    after: ast.Item | None = None


def edits_of(overlay: ast.Overlay) -> Iterator[OverlayEdit]:
    """Every edit of an overlay."""
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
    """What an overlay by itself does to the report's program, each edit meeting what the earlier ones left.

    Args:
        edits: The edits of the overlay.
        report: Words the findings.
        diagnostics: Takes them.
        known_edits: What edits did before, by their identity and that of the item that they met.
    """
    program = report.program
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
    """Where the one item that an edit names stands in the program; None where it names none, or there are several."""
    match edit.patch:
        case ast.EditPatch(target=ast.TargetRef() as target) | ast.ConfirmPatch(target=ast.TargetRef() as target):
            return index_of_only_item(report, target.kind, target.name)
        case ast.ReplacePatch(item=item):
            return index_of_only_item(report, *kind_and_name(item))
        case ast.EditPatch():
            return None
        case _:
            assert_never(edit.patch)


def index_of_only_item(report: FindingWriter, kind: str, name: str) -> int | None:
    """Where the only item of a name stands in the program; None where there is none, or several."""
    places = report.index.find_items(report.program, kind, name)
    return places[0] if len(places) == 1 else None


def apply_known_edit(program: ast.File, edit: AppliedEdit, index: int | None) -> ast.File:
    """A program with an item as a deed left it.

    Args:
        program: The program.
        edit: The deed.
        index: Where the item stands that it met.
    """
    if index is None or edit.after is None or edit.after is edit.item:
        return program
    return evolve(program, items=(*program.items[:index], edit.after, *program.items[index + 1 :]))


def plan_edit(edit: OverlayEdit, report: FindingWriter) -> Splice | Diagnostic | None:
    """What an edit does; None if it only confirms; or why it cannot be made."""
    match edit.patch:
        case ast.EditPatch() as patch:
            return build_splice(patch, edit.edit, report) if isinstance(edit.edit, ast.Edit) else None
        case ast.ReplacePatch() as patch:
            return build_replacement(patch, report)
        case ast.ConfirmPatch(target=target):
            found = locate_target(target, report)
            return found if isinstance(found, Diagnostic) else None
        case _:
            assert_never(edit.patch)


def summarize_edit(edit: OverlayEdit, splice: Splice | None, report: FindingWriter) -> EditSummary:
    """An edit for people."""
    old: Lines = splice.old if splice else ()
    quoted, new = ((), ()) if not isinstance(edit.edit, ast.Edit) else (edit.edit.old, edit.edit.new)
    match edit.patch:
        case ast.EditPatch(target=ast.TargetRef() as target) | ast.ConfirmPatch(target=target):
            name = f"{target.kind} {target.name}"
        case ast.ReplacePatch(item=item):
            new, name = (item,), item_title(item)
        case ast.EditPatch():
            name = item_title((*quoted, *new)[0])
        case _:
            assert_never(edit.patch)
    # What a lower layer changed no longer reads as in its file; the quotation says how it stands.
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
    """Where in an item an edit is made, in the words that name it in an overlay."""
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
        case "start" | "end" as edge:
            places.append(f"at its {edge}")
        case "was" | "add" | "remove":
            pass  # the lines themselves say where
        case _:
            assert_never(edit.edit.verb)
    return ", ".join(dict.fromkeys(places))


def describe_line(node: ast.Node | None, report: FindingWriter) -> str:
    """What a line within an item is called; empty where it has no name."""
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
        case _:  # the rest: has no name in an overlay
            return ""


def apply_layer(
    edits: Sequence[AppliedEdit], report: FindingWriter, diagnostics: list[Diagnostic]
) -> tuple[ast.File, list[AppliedEdit]]:
    """The edits of a layer made one after the other, without those that clash with another overlay's."""
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
            if at is not None and program.items[at] is deed.item:  # as it was met alone
                program = apply_known_edit(program, deed, at)
            elif any(node_at(program, way) is None for way in (splice.node_path, *splice.touches)):
                continue  # it builds on an edit that was refused, and for that there is a finding
            else:
                program = change_at(program, splice.node_path, splice.change)
        applied.append(deed)
    return program, applied


def is_clashing_edit(first: AppliedEdit, second: AppliedEdit) -> bool:
    """Whether two edits are of different overlays and amend the same place."""
    if first.act.overlay is second.act.overlay or first.splice is None or second.splice is None:
        return False
    return is_conflict(first.splice, second.splice)
