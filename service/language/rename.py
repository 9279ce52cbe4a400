"""Renames a thing everywhere: in the rules, their overlays, the texts in them, the tests and scripts.

The edited rules are compiled first, and the meanings of both names compared: a name that would change its meaning, or a
new finding, is reported as an error, and there are no edits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.pipeline import run_front_end
from bombsight.compiler.request import Request
from bombsight.compiler.resolve.mentions import Meaning
from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Edit, Severity
from bombsight.dsl.edits import apply_edits
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import reserved_words, value_words
from bombsight.service.language.answer_names import find_answers, find_in_script_heads, is_found_by_title
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.name_lookup import (
    collect_occurrences,
    drop_abbreviated,
    occurrences_at,
    openable_span,
    symbol_index_of,
)
from bombsight.service.language.rule_configurations import SideFiles, index_configurations, read_side_files
from bombsight.service.language.symbol_index import SymbolIndex
from bombsight.service.language.workspace import Workspace

NAME_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
TABLE_ID_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]*(-[A-Za-z0-9_]+)?")

FIXED_KINDS = ("game", "overlay")
"""The kinds of names that commands and saves refer to."""

GLOBAL_KINDS = ("table", "procedure", "define", "enum", "record", "field", "option", "reroll")
"""The kinds of names in the global namespace."""

LOCAL_KINDS = ("variable", "parameter", "part", "member")
"""The kinds of names that may be a keyword, if it begins no value."""

ITEM_LOCAL_KINDS = ("variable", "parameter", "note", "modifier", "exception", "step", "short")
"""The kinds of names that only their own item and its overlays can refer to, not examples."""

ENTRY_PROCEDURES = ("mission", "career")
"""The procedures with which a game begins unless its manifest names others."""


def renameable_span(space: Workspace, path: Path, offset: int) -> Span | None:
    """Find the span of the name at an offset if it can be renamed; else None."""
    index, start = occurrences_at(space, path, offset)
    names = drop_abbreviated(start)
    same_meaning = index.find_same_meaning(names)
    if not names or any(each.meaning.kind in FIXED_KINDS for each in names):
        return None
    if not any(each.declares for each in same_meaning) and not names[0].meaning.of.endswith(" result"):
        return None
    return openable_span(index, names[0].span)


def rename(
    space: Workspace, path: Path, offset: int, new_name: str, side_files: SideFiles | None = None
) -> tuple[Edit, ...]:
    """Compute the edits, in all files, that rename the name at an offset.

    Args:
        space: The workspace.
        path: The file.
        offset: An offset in its text, from 0.
        new_name: The new name.
        side_files: The tests and scripts of the game; None for those on the disk.

    Raises:
        InputError: The new name is not possible, or the thing cannot be renamed from here; the message says why.
    """
    if renameable_span(space, path, offset) is None:
        raise InputError("no name stands here that can be changed")
    if side_files is None:
        disk_files = read_side_files(space.request)
        open_now = {file.path: file for file in space.tests}
        side_files = evolve(disk_files, tests=tuple(open_now.get(file.path, file) for file in disk_files.tests))
    source = space.source(path)
    start = drop_abbreviated(occurrences_at(space, path, offset)[1])
    old, kind = start[0].meaning.name, start[0].meaning.kind
    if new_name == old:
        return ()
    check_name(new_name, kind)
    same_meaning = symbol_index_of(space).find_same_meaning(start)
    if all(each.meaning.kind in ITEM_LOCAL_KINDS for each in same_meaning):
        side_files = SideFiles()
    old_indices = [*index_configurations(symbol_index_of(space), (old, new_name), side_files)]
    renamed_occurrences = collect_occurrences(old_indices, same_meaning)
    meanings = frozenset(each.meaning for each in renamed_occurrences)
    check_house_scope(space, source, renamed_occurrences, old)
    check_entry_procedures(space, kind, old, new_name)
    spans = {each.span for each in renamed_occurrences if not each.short}
    spans |= {*answer_spans(old_indices, meanings, old), *find_in_script_heads(side_files.scripts, meanings)}
    edits = [Edit(span, new_name) for span in spans]
    check_unparsed_lines(old_indices, spans, old)
    check_meanings(space, side_files, old_indices, edits, meanings, old, new_name)
    order = {
        file: number for number, file in enumerate((*space.rules.sources, *(each.path for each in side_files.sources)))
    }
    sorted_edits = sorted(edits, key=lambda edit: (order[edit.span.path], edit.span.start))
    files = {each.path: each.file or each.path for each in (*space.rules.sources.values(), *side_files.sources)}
    return tuple(evolve(edit, span=evolve(edit.span, path=files[edit.span.path])) for edit in sorted_edits)


# --- valid names


def check_name(name: str, kind: str) -> None:
    """Raise an error unless a new name is valid for its kind: an identifier or an id, and no keyword.

    Raises:
        InputError: It is not.
    """
    pattern = TABLE_ID_PATTERN if kind == "table" else NAME_PATTERN
    if not pattern.fullmatch(name):
        what = "letters, digits and _, perhaps a hyphen" if kind == "table" else "letters, digits and _"
        raise InputError(f"{name or 'nothing'} is no name", "", f"A name begins with a letter and holds {what}.")
    reserved = value_words() if kind in LOCAL_KINDS else reserved_words()
    if name in reserved:
        raise InputError(f"{name} is a word of the language and cannot be a name", "", "Choose another name.")
    if name in BUILTINS:
        raise InputError(f"{name} is built in and cannot be a name", "", "Choose another name.")


def check_house_scope(
    space: Workspace, source: Source, renamed_occurrences: Sequence[Occurrence], old_name: str
) -> None:
    """Raise an error if a rename that begins in a house-rule file would change a file of the game itself.

    Args:
        space: The workspace.
        source: The file of the rename.
        renamed_occurrences: All occurrences to rename.
        old_name: The old name.

    Raises:
        InputError: It does not.
    """
    house = {each.path for each in space.request.house}
    in_game = next((each for each in renamed_occurrences if each.span.path not in house), None)
    if source.path in house and in_game is not None:
        raise InputError(
            f"{old_name} stands in the game itself, which house rules leave as it is",
            str(in_game.span),
            "Rename it in the game, if that is yours; or declare something of your own.",
        )


def check_entry_procedures(space: Workspace, kind: str, old_name: str, new_name: str) -> None:
    """Raise an error if a rename gives or takes a name by which the game finds the procedure that it begins with.

    Args:
        space: The workspace.
        kind: The kind of the renamed name.
        old_name: The old name.
        new_name: The new name.

    Raises:
        InputError: It does not.
    """
    graph = space.rules.graph
    lines = space.rules.files.values()
    manifest_keys = {
        line.key
        for file in lines
        for item in file.items
        if isinstance(item, ast.Game)
        for line in item.lines
        if line.key in ENTRY_PROCEDURES
    }
    for entry in ENTRY_PROCEDURES:
        if kind == "procedure" and graph is not None and entry in (old_name, new_name) and entry not in manifest_keys:
            raise InputError(
                f"a game begins with its procedure {entry}, unless the manifest says otherwise",
                "",
                f"Write `{entry} NAME` into the manifest first.",
            )


def check_unparsed_lines(indices: Sequence[SymbolIndex], spans: set[Span], old_name: str) -> None:
    """Raise an error if the name to be renamed stands on a line with a syntax error.

    Raises:
        InputError: One does.
    """
    for index in indices:
        for finding in index.rules.diagnostics:
            if finding.code.startswith("E") and finding.severity is Severity.ERROR:
                file = index.words.sources.get(finding.span.path)
                unparsed_line = file.line_text(finding.span.line) if file is not None else ""
                if re.search(rf"(?<!\w){re.escape(old_name)}(?!\w)", unparsed_line):
                    raise InputError(f"a line that says {old_name} cannot be read", str(finding.span), "Mend it first.")


def answer_spans(indices: Sequence[SymbolIndex], meanings: frozenset[Meaning], old_name: str) -> Sequence[Span]:
    """Find the answers of examples to rename; none if examples will still find the enum value by its title.

    Raises:
        InputError: An answer may mean another thing with the same name.
    """
    in_answers = find_answers(indices, meanings, old_name)
    if in_answers.is_certain:
        return in_answers.spans
    if not all(is_found_by_title(indices[0], meaning) for meaning in meanings):
        raise InputError(
            f"an example answers {old_name}, which may be this or another thing of that name",
            str(in_answers.spans[0]),
            "Write the title there, or rename it by hand.",
        )
    return ()


# --- unchanged meanings


def check_meanings(
    space: Workspace,
    side_files: SideFiles,
    old_indices: Sequence[SymbolIndex],
    edits: Sequence[Edit],
    meanings: frozenset[Meaning],
    old_name: str,
    new_name: str,
) -> None:
    """Compile the rules with the edits of a rename, and raise an error if any name has another meaning than before.

    Args:
        space: The workspace.
        side_files: The tests and scripts.
        old_indices: The symbol indices before, one for each configuration.
        edits: The edits.
        meanings: The meanings that are renamed.
        old_name: The old name.
        new_name: The new name.

    Raises:
        InputError: They do not; the message is the new finding, if there is one.
    """
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.span.path, []).append(edit)
    rules = run_front_end(edit_request(space.request, by_file), space.rules.results)
    edited_side_files = SideFiles(edit_files(side_files.tests, by_file), edit_files(side_files.scripts, by_file))
    new_indices = index_configurations(
        SymbolIndex(rules, {**old_indices[0].mention_memo}), (old_name, new_name), edited_side_files
    )
    shift = RenameShift(by_file, len(new_name) - len(old_name))
    for old_index, new_index in zip(old_indices, new_indices, strict=True):
        new_finding = find_new_finding(old_index.rules.diagnostics, new_index.rules.diagnostics)
        if new_finding is not None:
            raise InputError(
                f"{old_name} cannot be called {new_name}: {new_finding.message}",
                str(new_finding.span),
                new_finding.help,
            )
        expected = {
            shift.shift_occurrence(each, meanings, old_name, new_name)
            for each in occurrences_of_words(old_index, (old_name, new_name))
        }
        actual = {
            (each.span.path, each.span.start, meaning_key(each.meaning))
            for each in occurrences_of_words(new_index, (old_name, new_name))
        }
        differing = sorted(expected ^ actual, key=lambda each: each[:2])
        if differing:
            place, start, _ = differing[0]
            source = new_index.words.sources[place]
            raise InputError(
                f"{old_name} cannot be called {new_name}: a name would mean something else then",
                str(source.span(start, start)),
                "Choose another name.",
            )


def occurrences_of_words(index: SymbolIndex, words: Sequence[str]) -> Iterator[Occurrence]:
    """Yield all occurrences, in an index, of names equal to one of some words."""
    for word in words:
        yield from (each for each in index.occurrences_of_name(word) if each.meaning.name in words)


def find_new_finding(old: Sequence[Diagnostic], new: Sequence[Diagnostic]) -> Diagnostic | None:
    """Find a finding whose code occurs more often after an edit than before; None if there is none."""
    remaining = Counter(finding.code for finding in old)
    for finding in new:
        if not remaining[finding.code]:
            return finding
        remaining[finding.code] -= 1
    return None


def edit_request(request: Request, edits: Mapping[str, Sequence[Edit]]) -> Request:
    """Apply edits to the files of a compile request."""
    return evolve(request, base=edit_files(request.base, edits), house=edit_files(request.house, edits))


def edit_files(files: Sequence[Source], edits: Mapping[str, Sequence[Edit]]) -> tuple[Source, ...]:
    """Apply edits, given by file path, to files."""
    return tuple(
        evolve(file, text=apply_edits(file.text, edits[file.path])) if file.path in edits else file for file in files
    )


MeaningKey = tuple[str, str, str, object]


def meaning_key(meaning: Meaning) -> MeaningKey:
    """The key by which the meanings of a name before and after a rename are compared."""
    place = (meaning.place.path, meaning.place.start) if meaning.place is not None else None
    return meaning.kind, meaning.name, meaning.of, place


class RenameShift:
    """Maps offsets and meanings to those after a rename.

    Args:
        edits: The edits by file.
        growth: By how many characters the new name is longer.
    """

    def __init__(self, edits: Mapping[str, Sequence[Edit]], growth: int) -> None:
        """Make the map from a rename's edits by file path; ``growth`` is the new name's length minus the old one's."""
        self.starts = {path: sorted(edit.span.start for edit in own) for path, own in edits.items()}
        self.growth = growth

    def new_start(self, span: Span) -> int:
        """The start offset of a span after the rename."""
        return span.start + self.growth * sum(1 for start in self.starts.get(span.path, ()) if start < span.start)

    def shift_occurrence(
        self, occurrence: Occurrence, meanings: frozenset[Meaning], old_name: str, new_name: str
    ) -> tuple[str, int, MeaningKey]:
        """Compute the path, start offset and meaning that an occurrence must have after the rename.

        Args:
            occurrence: The occurrence before.
            meanings: The meanings that are renamed.
            old_name: The old name.
            new_name: The new name.
        """
        meaning = occurrence.meaning
        place = (meaning.place.path, self.new_start(meaning.place)) if meaning.place is not None else None
        name = new_name if meaning in meanings else meaning.name
        owners = {each.name for each in meanings if each.kind in (*GLOBAL_KINDS, "board", "luck")}
        of = meaning.of
        if old_name in owners:
            of = {
                old_name: new_name,
                f"{old_name} result": f"{new_name} result",
                f"option {old_name}": f"option {new_name}",
            }.get(of, of)
        elif meaning in meanings and meaning.kind == "modifier" and of == old_name:
            of = new_name
        return occurrence.span.path, self.new_start(occurrence.span), (meaning.kind, name, of, place)
