"""A thing given another name, everywhere: in the rules, their overlays, the texts in them, the files of tests.

What comes of it is compiled before anybody sees it, and the names in it are asked what they mean: where one of them
would mean something else, or something would be found that was not before, there is a sentence instead of edits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.compiler.pipeline import understood
from bombsight.compiler.request import Request
from bombsight.compiler.resolve.mentions import Meaning
from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Edit, Severity
from bombsight.dsl.edits import edited
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import reserved_words, value_words
from bombsight.service.language.answers import answers, heads, titled
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.names import found_at, in_file, named_so, occurrences, plain
from bombsight.service.language.rule_configurations import Beside, beside, worlds
from bombsight.service.language.symbol_index import Occurrences
from bombsight.service.language.workspace import Workspace

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]*(-[A-Za-z0-9_]+)?")

KEPT = ("game", "overlay")
"""What commands and saved games know by its name."""

GLOBAL = ("table", "procedure", "define", "enum", "record", "field", "option", "reroll")
"""What shares the one space of names."""

LOCAL = ("variable", "parameter", "part", "member")
"""What may be called like a word of the language that begins no value."""

WITHIN = ("variable", "parameter", "note", "modifier", "exception", "step", "short")
"""What only the item that has it can name, and overlays of it: no example can."""

ENTRIES = ("mission", "career")
"""The procedures that a game begins with where its manifest names no others."""


def renameable(space: Workspace, path: Path, offset: int) -> Span | None:
    """The name at an offset that can be changed; None where none stands, or it is not to be changed.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0.

    Raises:
        KeyError: The file is none of these.
    """
    index, asked = found_at(space, path, offset)
    found = plain(asked)
    meant = index.meaning_same(found)
    if not found or any(each.meaning.kind in KEPT for each in found):
        return None
    if not any(each.declares for each in meant) and not found[0].meaning.of.endswith(" result"):
        return None
    return in_file(index, found[0].span)


def renamed(space: Workspace, path: Path, offset: int, name: str, more: Beside | None = None) -> tuple[Edit, ...]:
    """What to write for the thing at an offset to be called otherwise.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0.
        name: The new name.
        more: The files of tests and the scripts of the game; None for those that lie on the disk.

    Raises:
        InputError: It cannot be called so, or is not to be renamed from here; with a sentence that says why.
        KeyError: The file is none of these.
    """
    if renameable(space, path, offset) is None:
        raise InputError("no name stands here that can be changed")
    if more is None:
        lying = beside(space.request)
        open_now = {file.path: file for file in space.tests}
        more = evolve(lying, tests=tuple(open_now.get(file.path, file) for file in lying.tests))
    source = space.source(path)
    asked = plain(found_at(space, path, offset)[1])
    old, kind = asked[0].meaning.name, asked[0].meaning.kind
    if name == old:
        return ()
    check_name(name, kind)
    tied = occurrences(space).meaning_same(asked)
    if all(each.meaning.kind in WITHIN for each in tied):
        more = Beside()
    before = [*worlds(occurrences(space), (old, name), more)]
    found = named_so(before, tied)
    meanings = frozenset(each.meaning for each in found)
    check_place(space, source, found, old)
    check_entries(space, kind, old, name)
    spans = {each.span for each in found if not each.short}
    spans |= {*answers_meant(before, meanings, old), *heads(more.scripts, meanings)}
    edits = [Edit(span, name) for span in spans]
    check_unread(before, spans, old)
    check_after(space, more, before, edits, meanings, old, name)
    order = {file: number for number, file in enumerate((*space.rules.sources, *(each.path for each in more.sources)))}
    sorted_edits = sorted(edits, key=lambda edit: (order[edit.span.path], edit.span.start))
    files = {each.path: each.file or each.path for each in (*space.rules.sources.values(), *more.sources)}
    return tuple(evolve(edit, span=evolve(edit.span, path=files[edit.span.path])) for edit in sorted_edits)


# --- what a name may be


def check_name(name: str, kind: str) -> None:
    """See that something may be called so at all.

    Raises:
        InputError: It may not.
    """
    pattern = ID if kind == "table" else NAME
    if not pattern.fullmatch(name):
        what = "letters, digits and _, perhaps a hyphen" if kind == "table" else "letters, digits and _"
        raise InputError(f"{name or 'nothing'} is no name", "", f"A name begins with a letter and holds {what}.")
    taken = value_words() if kind in LOCAL else reserved_words()
    if name in taken:
        raise InputError(f"{name} is a word of the language and cannot be a name", "", "Choose another name.")
    if name in BUILTINS:
        raise InputError(f"{name} is built in and cannot be a name", "", "Choose another name.")


def check_place(space: Workspace, source: Source, found: Sequence[Occurrence], old: str) -> None:
    """See that a house file does not rename what its game declares.

    Raises:
        InputError: It would.
    """
    house = {each.path for each in space.request.house}
    outside = next((each for each in found if each.span.path not in house), None)
    if source.path in house and outside is not None:
        raise InputError(
            f"{old} stands in the game itself, which house rules leave as it is",
            str(outside.span),
            "Rename it in the game, if that is yours; or declare something of your own.",
        )


def check_entries(space: Workspace, kind: str, old: str, name: str) -> None:
    """See that the game begins with the same procedures.

    Raises:
        InputError: It would not.
    """
    graph = space.rules.graph
    lines = space.rules.files.values()
    said = {
        line.key
        for file in lines
        for item in file.items
        if isinstance(item, ast.Game)
        for line in item.lines
        if line.key in ENTRIES
    }
    for entry in ENTRIES:
        if kind == "procedure" and graph is not None and entry in (old, name) and entry not in said:
            raise InputError(
                f"a game begins with its procedure {entry}, unless the manifest says otherwise",
                "",
                f"Write `{entry} NAME` into the manifest first.",
            )


def check_unread(indices: Sequence[Occurrences], spans: set[Span], old: str) -> None:
    """See that no line that cannot be read says the name.

    Raises:
        InputError: One does.
    """
    for index in indices:
        for finding in index.rules.diagnostics:
            if finding.code.startswith("E") and finding.severity is Severity.ERROR:
                file = index.words.sources.get(finding.span.path)
                lost = file.line_text(finding.span.line) if file is not None else ""
                if re.search(rf"(?<!\w){re.escape(old)}(?!\w)", lost):
                    raise InputError(f"a line that says {old} cannot be read", str(finding.span), "Mend it first.")


def answers_meant(indices: Sequence[Occurrences], meanings: frozenset[Meaning], old: str) -> Sequence[Span]:
    """Where examples answer with the name; nowhere, where they find what they mean by its title.

    Raises:
        InputError: One does, and may mean something else that is called so.
    """
    found = answers(indices, meanings, old)
    if found.is_certain:
        return found.spans
    if not all(titled(indices[0], meaning) for meaning in meanings):
        raise InputError(
            f"an example answers {old}, which may be this or another thing of that name",
            str(found.spans[0]),
            "Write the title there, or rename it by hand.",
        )
    return ()


# --- whether everything else is as it was


def check_after(
    space: Workspace,
    more: Beside,
    before: Sequence[Occurrences],
    edits: Sequence[Edit],
    meanings: frozenset[Meaning],
    old: str,
    name: str,
) -> None:
    """See that the edited rules mean what they meant.

    Raises:
        InputError: They do not; with what is found then.
    """
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.span.path, []).append(edit)
    rules = understood(edited_request(space.request, by_file), space.rules.results)
    beside_it = Beside(edited_files(more.tests, by_file), edited_files(more.scripts, by_file))
    after = worlds(Occurrences(rules, {**before[0].kept}), (old, name), beside_it)
    shift = Shift(by_file, len(name) - len(old))
    for was, now in zip(before, after, strict=True):
        new = found_anew(was.rules.diagnostics, now.rules.diagnostics)
        if new is not None:
            raise InputError(f"{old} cannot be called {name}: {new.message}", str(new.span), new.help)
        here = {shift.of(each, meanings, old, name) for each in said_in(was, (old, name))}
        there = {(each.span.path, each.span.start, key(each.meaning)) for each in said_in(now, (old, name))}
        moved = sorted(here ^ there, key=lambda each: each[:2])
        if moved:
            place, start, _ = moved[0]
            source = now.words.sources[place]
            raise InputError(
                f"{old} cannot be called {name}: a name would mean something else then",
                str(source.span(start, start)),
                "Choose another name.",
            )


def said_in(index: Occurrences, words: Sequence[str]) -> Iterator[Occurrence]:
    """What is named in the items that say one of some words."""
    for word in words:
        yield from (each for each in index.naming(word) if each.meaning.name in words)


def found_anew(was: Sequence[Diagnostic], now: Sequence[Diagnostic]) -> Diagnostic | None:
    """A finding of a code of which there were fewer before."""
    left = Counter(finding.code for finding in was)
    for finding in now:
        if not left[finding.code]:
            return finding
        left[finding.code] -= 1
    return None


def edited_request(request: Request, edits: Mapping[str, Sequence[Edit]]) -> Request:
    """What is to be compiled, edited."""
    return evolve(request, base=edited_files(request.base, edits), house=edited_files(request.house, edits))


def edited_files(files: Sequence[Source], edits: Mapping[str, Sequence[Edit]]) -> tuple[Source, ...]:
    """Files, edited."""
    return tuple(
        evolve(file, text=edited(file.text, edits[file.path])) if file.path in edits else file for file in files
    )


Key = tuple[str, str, str, object]


def key(meaning: Meaning) -> Key:
    """What a name means, as far as it can be compared."""
    place = (meaning.place.path, meaning.place.start) if meaning.place is not None else None
    return meaning.kind, meaning.name, meaning.of, place


class Shift:
    """Where things stand when a name is longer or shorter.

    Args:
        edits: The edits by file.
        by: How many characters longer the new name is.
    """

    def __init__(self, edits: Mapping[str, Sequence[Edit]], by: int) -> None:
        self.starts = {path: sorted(edit.span.start for edit in own) for path, own in edits.items()}
        self.by = by

    def start(self, span: Span) -> int:
        """Where a place begins then."""
        return span.start + self.by * sum(1 for start in self.starts.get(span.path, ()) if start < span.start)

    def of(self, each: Occurrence, meanings: frozenset[Meaning], old: str, name: str) -> tuple[str, int, Key]:
        """An occurrence as it is then."""
        meaning = each.meaning
        place = (meaning.place.path, self.start(meaning.place)) if meaning.place is not None else None
        called = name if meaning in meanings else meaning.name
        owners = {each.name for each in meanings if each.kind in (*GLOBAL, "board")}
        of = meaning.of
        if old in owners:
            of = {old: name, f"{old} result": f"{name} result", f"option {old}": f"option {name}"}.get(of, of)
        elif meaning in meanings and meaning.kind == "modifier" and of == old:
            of = name
        return each.span.path, self.start(each.span), (meaning.kind, called, of, place)
