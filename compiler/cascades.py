"""Suppression of cascading errors: findings that only follow from unparsed text, and vanish once it is repaired.

An item with an unreadable line still enters the program. For want of that line three kinds of findings may be false:
an undeclared name that the line may have declared; a conclusion from the whole item, such as a total without a row or
a path without a value; and such a conclusion elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.incremental.query import query
from bombsight.compiler.ranges import Ranges
from bombsight.dsl import ast
from bombsight.dsl.damage import WORD, Damage
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import walk
from bombsight.dsl.words import reserved_words


def parse_codes(text: str) -> frozenset[str]:
    """Split a text such as ``"N001 P013"`` into its finding codes."""
    return frozenset(text.split())


UNDECLARED_NAME_CODES = parse_codes(
    """
    N001 N003 N006 N008 N009 N011 N013 O001 O002 O003 O009 O020 P009 P011 P014 P015 P017 P027 P033 P049 P057 P058
    T009 T010 B001 B005 B008
    """
)
"""Codes of findings about a name that is undeclared, or declared as something else."""

INCOMPLETE_ITEM_CODES = parse_codes(
    """
    B002 B004 B005 B006 N006 N007 N008 N010 N011 N012 N013 O006 O008 P003 P020 P021 P023 P027 P028 P029 P031 P032
    P036 P041 P042 P043 P044 P045 P049 P053 P055 P057 P062 P092 S001 S002 S003 S004 S005 S006 S007 T001 T004 T009
    T010 T012 T014 T015 T018 T020 T021 T022 T023 T027 T031 V005 V006 V015 V019
    """
)
"""Codes of findings about something missing; in a damaged item it may be in the unread part."""


@frozen
class UnparsedParts:
    """The parts of a program that the parser could not read, with the names that they may declare or use.

    Attributes:
        damaged: The items with an unreadable part.
        names: Words of the unreadable text, and names of missing items.
        undeclared: The names among these that no readable item declares.
    """

    damaged: tuple[Damage, ...]
    names: frozenset[str]
    undeclared: frozenset[str]


def collect_unparsed_parts(damaged: Sequence[Damage], declared: Iterable[Collection[str]]) -> UnparsedParts:
    """Collect the unreadable parts of a program, given the names that each readable item declares."""
    names = frozenset(word for damage in damaged for word in damage.words if not word.isdigit())
    return UnparsedParts(tuple(damaged), names, names.difference(*declared) - reserved_words())


DeclaredNames = Memo[ast.Item, frozenset[str]]
"""Memo of the names that each item declares."""


@query
def declared_names_by_item(previous: DeclaredNames | None, items: Iterable[ast.Item]) -> DeclaredNames:
    """Map each item to the names that it declares (memoized query; ``previous`` is its earlier result)."""
    return map_with_memo(items, declared_names_of, previous)


def declared_names_of(item: ast.Item) -> frozenset[str]:
    """Return all names that an item declares."""
    return frozenset(iter_declared_names(item))


def iter_declared_names(item: ast.Item) -> Iterator[str]:
    """Yield each name that a node of an item declares; names may repeat."""
    for node in walk(item):
        match node:
            case ast.Table(id=name) | ast.Modifier(label=name) | ast.Choose(variable=name) | ast.Draw(variable=name):
                yield name
            case ast.Game(name=name) | ast.Option(name=name) | ast.Overlay(name=name):
                yield name
            case ast.Board(name=name) | ast.Luck(name=name):
                yield name
            case ast.Enum(name=name) | ast.EnumValue(name=name) | ast.Record(name=name) | ast.FieldDecl(name=name):
                yield name
            case ast.Define(name=name) | ast.Except(name=name) | ast.Procedure(name=name) | ast.Reroll(name=name):
                yield name
            case ast.Note(name=name) | ast.Step(name=name) | ast.ChooseBranch(name=name) | ast.Branch(name=name):
                yield name
            case ast.Param(name=name) | ast.Index(name=str() as name) | ast.Let(name=name) | ast.CellTyped(name=name):
                yield name
            case ast.GivenAdd(name=str() as name):
                yield name
            case ast.GridRow():
                yield from (part.name for cell in node.cells for part in cell.items if isinstance(part, ast.Name))
            case _:  # the rest: declares no name visible outside its line
                pass


def drop_cascading_findings(
    diagnostics: Iterable[Diagnostic], unparsed: UnparsedParts, sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """Yield the findings, without those that merely follow from text that the parser could not read."""
    findings = [*diagnostics]
    if not unparsed.damaged:
        yield from findings
        return
    holes = ranges_by_file(hole for damage in unparsed.damaged for hole in damage.holes)
    silent = [is_cascading(finding, unparsed, holes, sources) for finding in findings]
    lines = {
        (finding.span.path, finding.span.line)
        for finding, is_silent in zip(findings, silent, strict=True)
        if is_silent and finding.code in UNDECLARED_NAME_CODES
    }
    for finding, is_silent in zip(findings, silent, strict=True):
        beside = (finding.span.path, finding.span.line) in lines
        if not is_silent and not beside:  # a comparison with an unknown value is meaningless, too
            yield finding


def ranges_by_file(spans: Iterable[Span]) -> Mapping[str, Ranges]:
    """Group spans by file, as ranges of offsets."""
    ranges_of_path: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for span in spans:
        ranges_of_path[span.path].append((span.start, span.end))
    return {path: Ranges.from_ranges(ranges) for path, ranges in ranges_of_path.items()}


def is_cascading(
    finding: Diagnostic, unparsed: UnparsedParts, holes: Mapping[str, Ranges], sources: Mapping[str, Source]
) -> bool:
    """Whether a finding may merely follow from unparsed text.

    Args:
        finding: The finding.
        unparsed: The unreadable parts of the program.
        holes: The offsets of unreadable text, by file.
        sources: The files by path.
    """
    if finding.code == "N071":  # that a newer program is needed explains the unparsed text
        return False
    if finding.span.start in holes.get(finding.span.path, Ranges()):
        return True
    source = sources.get(finding.span.path)
    one_line = finding.span.line == finding.span.end_line
    marked = source.text[finding.span.start : finding.span.end] if source and one_line else ""
    possible_names = possible_names_in(finding.message) | possible_names_in(marked)
    if possible_names & (unparsed.names if finding.code in UNDECLARED_NAME_CODES else unparsed.undeclared):
        return True
    if (
        source
        and mentions_result(finding, source)
        and any(is_below_lost_call(damage, finding, source) for damage in unparsed.damaged)
    ):
        return True
    places = [finding.span, *(label.span for label in finding.labels)]
    if finding.code in INCOMPLETE_ITEM_CODES and any(
        damage.contains(place) for damage in unparsed.damaged for place in places
    ):
        return True
    if finding.code == "P015":  # a lost line may have declared what the table is for
        return any(damage.name in possible_names for damage in unparsed.damaged)
    if finding.code.startswith("O"):  # an edit of a damaged item may fail for the lost line
        return any(
            damage.name in possible_names or any(map(damage.contains, places[1:])) for damage in unparsed.damaged
        )
    return False


def mentions_result(finding: Diagnostic, source: Source) -> bool:
    """Whether the source line of a finding contains the word ``result``."""
    return "result" in WORD.findall(source.line_text(finding.span.line))


def is_below_lost_call(damage: Damage, finding: Diagnostic, source: Source) -> bool:
    """Whether a finding stands in an example, below an unreadable line that may have been the call under test."""
    return (
        damage.contains(finding.span)
        and source.text.startswith("example", damage.span.start)
        and any(hole.start < finding.span.start for hole in damage.holes)
    )


def possible_names_in(text: str) -> set[str]:
    """Return the words of a text that may be names; a reserved word counts only if it is the whole text."""
    words = set(WORD.findall(text))
    return words - reserved_words() if len(words) > 1 else words


def drop_uses_of_reserved_names(
    findings: Iterable[Diagnostic], name_findings: Sequence[Diagnostic], sources: Mapping[str, Source]
) -> list[Diagnostic]:
    """Drop syntax findings about a word that ``name_findings`` report as a reserved name (N005)."""
    reserved_names = {finding.message.split()[0] for finding in name_findings if finding.code == "N005"}

    def is_use_of_reserved_name(finding: Diagnostic) -> bool:
        """Whether a syntax finding marks a use of one of the reserved words that N005 reports."""
        text = sources[finding.span.path].text[finding.span.start : finding.span.end]
        return finding.code in ("E057", "E084", "E090") and not reserved_names.isdisjoint(WORD.findall(text))

    return [finding for finding in findings if not (reserved_names and is_use_of_reserved_name(finding))]
