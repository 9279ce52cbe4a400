"""A program with its overlays in force.

Errata come first, then variants, then house rules. Within a layer every overlay meets the program as the lower
layers left it, and only its own earlier edits: so it makes no difference which of two overlays was named first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, assert_never

from attrs import evolve

from bombsight.boundary.budget import Allowance, Work
from bombsight.compiler.findings import Hint
from bombsight.compiler.incremental.query import query
from bombsight.compiler.overlays.applying import Splice, resolve
from bombsight.compiler.overlays.conflicts import clash
from bombsight.compiler.overlays.places import changed, reach
from bombsight.compiler.overlays.printed import lost_print
from bombsight.compiler.overlays.replacing import replace
from bombsight.compiler.overlays.report import Index, Report, kind_and_name, name_twice, number_twice, other_game, title
from bombsight.compiler.overlays.splice import Lines
from bombsight.compiler.overlays.targets import locate
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import identical, walk

LAYERS = ("errata", "variant", "house")
"""The kinds of overlays, lowest first."""


@frozen
class Change:
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
class Amended:
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
    changes: tuple[Change, ...]
    diagnostics: tuple[Diagnostic, ...]
    hints: tuple[Hint, ...] = ()
    quoted: tuple[tuple[ast.Node, ast.Node], ...] = ()
    deeds: tuple[Deed, ...] = ()


@query
def amend(
    before: Amended | None,
    items: Sequence[ast.Item],
    overlays: Sequence[ast.Overlay],
    sources: Mapping[str, Source],
    game: str | None,
    absent: Sequence[ast.Overlay] = (),
) -> Amended:
    """The program that overlays make of a game.

    Args:
        before: What came of it before. An item that comes out as it was is the same item, not an equal one; an edit
            that meets the very item that it met does the same.
        items: The game's items, and what house files hold beside their overlays.
        overlays: Those in force; they are sorted into their layers here.
        sources: Every file by its path, for quoting.
        game: The game's name, or None where it has none; then any overlay is taken for its own.
        absent: Variants that are not in force, of which somebody may think that they were.
    """
    program = ast.File("", tuple(items))
    changes: list[Change] = []
    diagnostics: list[Diagnostic] = []
    hints: list[Hint] = []
    comparisons = Allowance(sum(len(source.text) for source in sources.values())).budget(Work.HINT)
    index = Index()
    done = before.deeds if before is not None else ()
    known = {(id(deed.act.edit), id(deed.item)): deed for deed in done if deed.item is not None}
    all_deeds: list[Deed] = []
    quoted: list[tuple[ast.Node, ast.Node]] = []
    admitted = list(admit(overlays, diagnostics, game))
    missing = [(act.label, act.edit) for overlay in absent for act in acts(overlay)]
    beneath: list[tuple[str, ast.Node]] = []
    for kind in LAYERS:
        layer = [tuple(acts(overlay)) for overlay in admitted if overlay.kind == kind]
        deeds: list[Deed] = []
        for own in layer:
            others = [(act.label, act.edit) for rival in layer if rival is not own for act in rival]
            report = Report("", program, sources, hints, comparisons, index, others, missing, beneath)
            deeds.extend(alone(own, report, diagnostics, known))
        all_deeds += deeds
        program, made = together(deeds, Report("", program, sources, hints, comparisons, index), diagnostics)
        changes.extend(deed.change for deed in made)
        quoted.extend(pair for deed in made for pair in quotes(deed))
        beneath = [*beneath, *((deed.act.label, deed.act.edit) for deed in made)]
    amended = as_before(program.items, items, before.items if before is not None else ())
    return Amended(amended, tuple(changes), tuple(diagnostics), tuple(hints), tuple(quoted), tuple(all_deeds))


def quotes(deed: Deed) -> Iterator[tuple[ast.Node, ast.Node]]:
    """What an edit quotes, line by line with what stood there, and what it says anew in its place; a base as its value.

    What the new lines leave as it was stands in the program as it stood, not as the overlay has it.
    """
    if deed.splice is not None and isinstance(deed.act.edit, ast.Edit):
        for lines in (deed.act.edit.old, deed.act.edit.new):
            plain = [value_of(line) for line in lines]
            if len(plain) == len(deed.splice.old):
                yield from zip(plain, deed.splice.old, strict=True)
            else:
                yield from ((new, old) for new in plain for old in deed.splice.old if new == old)


def value_of(line: ast.Node) -> ast.Node:
    """A line; of a base and of a score its value, for they are no lines of their own where they stand."""
    match line:
        case ast.Base(values=(value,)) | ast.Preferred(value=value):
            return value
        case _:  # the rest: a line
            return line


def as_before(
    amended: tuple[ast.Item, ...], written: Sequence[ast.Item], before: Sequence[ast.Item]
) -> tuple[ast.Item, ...]:
    """Amended items, those that are as they were before taken from there.

    Args:
        amended: The items.
        written: What they were made of; what was not amended is among them.
        before: The items as amended before.
    """
    plain = {id(item) for item in written}
    was = {item.span: item for item in before if id(item) not in plain}

    def same(item: ast.Item) -> ast.Item:
        if id(item) in plain:
            return item
        found = was.get(item.span)
        return found if found is not None and identical(found, item) else item

    return tuple(map(same, amended)) if was else amended


def admit(overlays: Sequence[ast.Overlay], diagnostics: list[Diagnostic], game: str | None) -> Iterator[ast.Overlay]:
    """The overlays of this game, each once."""
    seen: dict[tuple[str, str], ast.Overlay] = {}
    for overlay in overlays:
        if game and overlay.game and overlay.game != game:
            diagnostics.append(other_game(overlay, game))
            continue
        first = seen.setdefault((overlay.kind, overlay.name), overlay)
        if first is not overlay:
            diagnostics.append(name_twice(overlay, first))
        else:
            numbers: dict[str, ast.Entry] = {}
            for entry in overlay.entries:
                if numbers.setdefault(entry.number, entry) is not entry:
                    diagnostics.append(number_twice(overlay, entry, numbers[entry.number]))
            yield overlay


@frozen
class Act:
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
class Deed:
    """An edit that can be made.

    Attributes:
        act: The edit.
        splice: What it does; None where it only confirms.
        change: The same for people.
        item: The item that it amends or confirms, as it met it; None where its target is not one item.
        after: The item as the edit left it.
    """

    act: Act
    splice: Splice | None
    change: Change
    item: ast.Item | None = None
    after: ast.Item | None = None


def acts(overlay: ast.Overlay) -> Iterator[Act]:
    """Every edit of an overlay."""
    for entry in overlay.entries:
        for patch in entry.patches:
            for edit in patch.edits if isinstance(patch, ast.EditPatch) else (patch,):
                yield Act(overlay, entry, patch, edit)


def alone(
    own: Sequence[Act], report: Report, diagnostics: list[Diagnostic], known: Mapping[tuple[int, int], Deed]
) -> Iterator[Deed]:
    """What an overlay by itself does to the report's program, each edit meeting what the earlier ones left.

    Args:
        own: The edits of the overlay.
        report: Words the findings.
        diagnostics: Takes them.
        known: What edits did before, by their identity and that of the item that they met.
    """
    program = report.program
    for act in own:
        report = report.on(act.label, program)
        at = met_at(act, report)
        item = program.items[at] if at is not None else None
        deed = known.get((id(act.edit), id(item)))
        if deed is not None:
            program = left(program, deed, at)
            yield deed
            continue
        splice = effect(act, report)
        if isinstance(splice, Diagnostic):
            diagnostics.append(splice)
            continue
        if splice is not None:
            before = reach(program, splice.way)
            if before is not None and splice.change(before) == before:
                diagnostics.append(report.idle(act.edit, reach(program, splice.touches[0])))
                continue
            after = changed(program, splice.way, splice.change)
            lost = lost_print(act.edit, splice.old, after, report) if isinstance(act.edit, ast.Edit) else None
            if lost is not None:
                diagnostics.append(lost)
                continue
            program = after
        yield Deed(act, splice, told(act, splice, report), item, program.items[at] if at is not None else None)


def met_at(act: Act, report: Report) -> int | None:
    """Where the one item that an edit names stands in the program; None where it names none, or there are several."""
    match act.patch:
        case ast.EditPatch(target=ast.TargetRef() as target) | ast.ConfirmPatch(target=ast.TargetRef() as target):
            return only(report, target.kind, target.name)
        case ast.ReplacePatch(item=item):
            return only(report, *kind_and_name(item))
        case ast.EditPatch():
            return None
        case _:
            assert_never(act.patch)


def only(report: Report, kind: str, name: str) -> int | None:
    """Where the only item of a name stands in the program; None where there is none, or several."""
    places = report.index.of(report.program, kind, name)
    return places[0] if len(places) == 1 else None


def left(program: ast.File, deed: Deed, at: int | None) -> ast.File:
    """A program with an item as a deed left it.

    Args:
        program: The program.
        deed: The deed.
        at: Where the item stands that it met.
    """
    if at is None or deed.after is None or deed.after is deed.item:
        return program
    return evolve(program, items=(*program.items[:at], deed.after, *program.items[at + 1 :]))


def effect(act: Act, report: Report) -> Splice | Diagnostic | None:
    """What an edit does; None if it only confirms; or why it cannot be made."""
    match act.patch:
        case ast.EditPatch() as patch:
            return resolve(patch, act.edit, report) if isinstance(act.edit, ast.Edit) else None
        case ast.ReplacePatch() as patch:
            return replace(patch, report)
        case ast.ConfirmPatch(target=target):
            found = locate(target, report)
            return found if isinstance(found, Diagnostic) else None
        case _:
            assert_never(act.patch)


def told(act: Act, splice: Splice | None, report: Report) -> Change:
    """An edit for people."""
    old: Lines = splice.old if splice else ()
    quoted, new = ((), ()) if not isinstance(act.edit, ast.Edit) else (act.edit.old, act.edit.new)
    match act.patch:
        case ast.EditPatch(target=ast.TargetRef() as target) | ast.ConfirmPatch(target=target):
            name = f"{target.kind} {target.name}"
        case ast.ReplacePatch(item=item):
            new, name = (item,), title(item)
        case ast.EditPatch():
            name = title((*quoted, *new)[0])
        case _:
            assert_never(act.patch)
    # What a lower layer changed no longer reads as in its file; the quotation says how it stands.
    is_score = any(isinstance(line, ast.Preferred) for line in quoted)
    was = quoted if is_score or any(node.touched for line in old for node in walk(line)) else old
    return Change(
        f"{act.overlay.kind} {act.overlay.name}",
        act.entry.number,
        act.entry.title,
        act.entry.origin.cited_in(act.overlay.origin),
        "amended" if splice else "confirmed",
        name,
        told_place(act, splice, report),
        report.text(was),
        report.text(new),
        act.edit.span,
    )


def told_place(act: Act, splice: Splice | None, report: Report) -> str:
    """Where in an item an edit is made, in the words that name it in an overlay."""
    if splice is None or not isinstance(act.edit, ast.Edit):
        return ""
    target = act.patch.target if isinstance(act.patch, ast.EditPatch) else None
    passed = [reach(report.program, splice.way[:depth]) for depth in range(2, len(splice.way) + 1)]
    places = [place for node in passed if (place := named_place(node, report))]
    if target is not None and target.row:
        places = [f"row {report.keys(target.row)}", *(place for place in places if not place.startswith("row "))]
    if target is not None and target.column:
        places.append(f"column {' '.join(map(str, target.column))}")
    match act.edit.verb:
        case "before" | "after" as side:
            if act.edit.anchor is not None:
                places.append(f"{side} step {act.edit.anchor}")
        case "start" | "end" as edge:
            places.append(f"at its {edge}")
        case "was" | "add" | "remove":
            pass  # the lines themselves say where
        case _:
            assert_never(act.edit.verb)
    return ", ".join(dict.fromkeys(places))


def named_place(node: ast.Node | None, report: Report) -> str:
    """What a line within an item is called; empty where it has no name."""
    match node:
        case ast.Row(keys=keys) | ast.NaturalRow(keys=keys):
            return f"row {report.keys(keys)}"
        case ast.GridRow(cells=(first, *_)):
            return f"row {report.text((first,))}"
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


def together(deeds: Sequence[Deed], report: Report, diagnostics: list[Diagnostic]) -> tuple[ast.File, list[Deed]]:
    """The edits of a layer made one after the other, without those that clash with another overlay's."""
    program = report.program
    made: list[Deed] = []
    for deed in deeds:
        act, splice = deed.act, deed.splice
        if splice is not None:
            rival = next((other.act for other in made if clashing(other, deed)), None)
            if rival is not None:
                place = reach(report.program, splice.touches[0])
                own = report.on(act.label, report.program)
                diagnostics.append(own.clash(act.edit, rival.edit, rival.label, place))
                continue
            at = met_at(act, report.on(act.label, program))
            if at is not None and program.items[at] is deed.item:  # as it was met alone
                program = left(program, deed, at)
            elif any(reach(program, way) is None for way in (splice.way, *splice.touches)):
                continue  # it builds on an edit that was refused, and for that there is a finding
            else:
                program = changed(program, splice.way, splice.change)
        made.append(deed)
    return program, made


def clashing(one: Deed, other: Deed) -> bool:
    """Whether two edits are of different overlays and amend the same place."""
    if one.act.overlay is other.act.overlay or one.splice is None or other.splice is None:
        return False
    return clash(one.splice, other.splice)
