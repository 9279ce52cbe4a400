"""Findings that an overlay causes: told where it does, and not only where the rules of the game suffer from it.

An edit in one place may make a line wrong in another: a figure that grows beyond the range in which it is kept, a row
that leaves a gap, a value of an enum that a table has no row for. Whoever wrote the edit reads his own file; so the
finding is told of his line, and what stands in the game is its other place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.overlays.amend import Act, acts
from bombsight.compiler.overlays.report import across, kind_and_name, title
from bombsight.compiler.request import Compiled
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import WORD
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import walk

WIDER = (
    "An overlay widens a range as it amends any line: `in state ...`, then `was` with the line that declares it, and "
    "`now` with the wider one."
)
"""What else to do where a value does not fit the range that the game declares."""

RANGES = frozenset({"V001"})


@frozen
class Cause:
    """What may cause a finding: an edit of an overlay, or an item that stands beside one in its file.

    Attributes:
        label: What it is called: ``house mine 2``, ``enum Moon``.
        span: What it says stands there now; all of it where it only takes away.
        edits: Kind and name of the item that it amends; empty of one that amends none.
        column: The words of the column that it amends; none where it names none.
        brings: The names that it brings in.
    """

    label: str
    span: Span
    edits: tuple[str, str]
    column: frozenset[str]
    brings: frozenset[str]


def at_their_causes(
    result: Compiled,
    asked: Collection[Diagnostic],
    kinds: Collection[str],
    files: Collection[str],
    without: Callable[[], Iterable[Diagnostic]],
) -> dict[Diagnostic, Diagnostic]:
    """The findings that overlays cause in the game, each as it is told where they do; as it is where that is not sure.

    Args:
        result: What came of a game with overlays.
        asked: The findings that are asked about.
        kinds: The kinds of overlays that are asked: ``house`` and so on.
        files: The files of the house rules: what is found there stands where it belongs.
        without: Gives the findings on the game without these overlays; asked for only where it matters.
    """
    places = [overlay.span for overlay in result.overlays]
    in_the_game = [one for one in asked if own_path(one.span, result.sources) not in files]
    suspects = [one for one in in_the_game if not any(inside(one.span, place, result.sources) for place in places)]
    if not suspects:
        return {}
    refused = {one.span for one in result.errors}
    edits = [act for overlay in result.overlays if overlay.kind in kinds for act in acts(overlay)]
    causes = [of_act(act) for act in edits if not any(inside(span, act.edit.span, result.sources) for span in refused)]
    sole = causes[0] if len(causes) == 1 else None
    causes += [of_item(item) for item in result.items if "house" in kinds and item.span.path in files]
    if not causes:
        return {}
    known = {key(one) for one in without()}
    return {one: blamed(one, causes, sole, result) for one in suspects if key(one) not in known}


def merged(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings in the order of their places; those that say the same of one place are one, with the places of all."""
    found: dict[tuple[str, Span, str], Diagnostic] = {}
    for one in findings:
        same = found.setdefault((one.code, one.span, one.message), one)
        found[one.code, one.span, one.message] = evolve(same, labels=tuple(dict.fromkeys((*same.labels, *one.labels))))
    return tuple(sorted(found.values(), key=lambda one: one.sort_key))


def key(finding: Diagnostic) -> tuple[str, str, int, str]:
    """What makes a finding the same one in another program."""
    return finding.code, finding.span.path, finding.span.start, finding.message


def own_path(span: Span, sources: Mapping[str, Source]) -> str:
    """The path of a place's file, whichever of its names the place has."""
    source = sources.get(span.path)
    return source.path if source is not None else span.path


def inside(span: Span, place: Span, sources: Mapping[str, Source]) -> bool:
    """Whether something stands in a place, whichever of its names their file goes by."""
    if not place.start <= span.start < max(place.end, place.start + 1):
        return False
    one, other = sources.get(span.path), sources.get(place.path)
    return span.path == place.path or (one is not None and one is other)


def blamed(finding: Diagnostic, causes: Sequence[Cause], sole: Cause | None, result: Compiled) -> Diagnostic:
    """A finding told where that stands which causes it; as it is where that is not sure.

    Args:
        finding: It is not there without the overlays.
        causes: What may cause it.
        sole: The only edit among them, which it is where nothing else can be seen to be.
        result: What came of them.
    """
    ranks = {at: rank for at, cause in enumerate(causes) if (rank := closeness(finding, cause, result)) is not None}
    nearest = [causes[at] for at in ranks if ranks[at] == min(ranks.values())] or ([sole] if sole is not None else [])
    if not nearest:
        return finding
    first, *others = nearest
    labels = (
        Label(finding.span, finding.note or finding.message),
        *(Label(in_files(each.span, result.sources), f"{each.label} has to do with it, too") for each in others),
        *finding.labels,
    )
    help = f"{finding.help} {WIDER}" if finding.code in RANGES else finding.help
    return evolve(
        finding,
        message=f"with {first.label}, {finding.message}",
        span=in_files(first.span, result.sources),
        note=f"{first.label} makes it so",
        labels=labels,
        help=help.strip(),
        fix=None,
        offers=(),
    )


def in_files(span: Span, sources: Mapping[str, Source]) -> Span:
    """A place under the name by which its file can be opened."""
    source = sources.get(span.path)
    return evolve(span, path=source.file) if source is not None and source.file else span


def closeness(finding: Diagnostic, cause: Cause, result: Compiled) -> int | None:
    """How much a finding has to do with a cause, least for most; None where nothing can be seen of it.

    It has where the finding speaks of what an item beside the overlay brings in; where the edit amends the very item
    that the finding is in; where the finding speaks of what the edit brings in; and where its line, or else the item
    around it, asks for the column, or for the item, that the edit amends.
    """
    _, name = cause.edits
    if not name and cause.brings & {*WORD.findall(finding.message)}:
        return -1
    item = next((each for each in result.items if inside(finding.span, each.span, result.sources)), None)
    if item is not None and kind_and_name(item) == cause.edits:
        return 0
    source = result.sources.get(finding.span.path)
    line = source.line_text(finding.span.line) if source is not None else ""
    said = {*WORD.findall(f"{finding.message} {finding.note}"), *WORD.findall(line)}
    for rank, words in enumerate((cause.brings, cause.column, {name}), start=1):
        if words & said:
            return rank
    around = source.text[item.span.start : item.span.end] if source is not None and item is not None else ""
    return 4 if (cause.column or {name}) & {*WORD.findall(around)} else None


def of_act(act: Act) -> Cause:
    """An edit as a cause."""
    kind, name, column = amended(act)
    return Cause(act.label, written(act), (kind, name), frozenset(column), frozenset(brought(act)))


def of_item(item: ast.Item) -> Cause:
    """An item that stands beside an overlay as a cause: it brings its name, and those that stand in it."""
    brings = {
        kind_and_name(item)[1],
        *(node.name for node in walk(item) if isinstance(node, ast.EnumValue | ast.FieldDecl)),
    }
    return Cause(title(item), item.span, ("", ""), frozenset(), frozenset(brings))


def written(act: Act) -> Span:
    """What an edit says stands there now; all of it where it only takes away."""
    new = act.edit.new if isinstance(act.edit, ast.Edit) else ()
    return across(new) if new else act.edit.span


def amended(act: Act) -> tuple[str, str, set[str]]:
    """Kind and name of the item that an edit amends, and the words of the column, where it names one."""
    match act.patch:
        case ast.EditPatch(target=ast.TargetRef() as target):
            return target.kind, target.name, {str(word) for word in target.column}
        case ast.ReplacePatch(item=item):
            return *kind_and_name(item), set()
        case ast.EditPatch(edits=[ast.Edit(old=old, new=new), *_]):
            return *kind_and_name((*old, *new)[0]), set()
        case ast.EditPatch() | ast.ConfirmPatch():
            return "", "", set()
        case _:
            assert_never(act.patch)


def brought(act: Act) -> set[str]:
    """The names that an edit writes, and that were not in what it quotes."""
    if not isinstance(act.edit, ast.Edit):
        return set()
    return {*names_in(act.edit.new)} - {*names_in(act.edit.old)}


def names_in(lines: Iterable[ast.Node]) -> Iterator[str]:
    """The names in some lines."""
    for line in lines:
        for node in walk(line):
            if isinstance(node, ast.Name | ast.EnumValue | ast.FieldDecl):
                yield node.name
