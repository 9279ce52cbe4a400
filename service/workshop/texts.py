"""What is shown of a file's text: its layout, the kinds of its words, chances beside its rows, its outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.service.language.folding import find_folds
from bombsight.service.language.inlay_odds import odds_hints
from bombsight.service.language.outline import OutlineEntry, outline_source
from bombsight.service.language.outline import outline as find_outline
from bombsight.service.language.text_diff import diff_texts
from bombsight.service.language.tokens import semantic_tokens
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.positions import Utf16Offsets


def format(desk: Desk, file: str) -> doc.FileChanges:
    """The changes that lay a file out; none while it has errors of syntax."""
    at = desk.file_at(file)
    is_readable = not parse(at.source).diagnostics
    return at.show_changes(diff_texts(at.source.text, format_source(at.source)) if is_readable else ())


def tokens(desk: Desk, file: str) -> tuple[doc.Token, ...]:
    """The words of a file with their kinds."""
    at = desk.file_at(file)
    to_units = at.offsets.to_units
    return tuple(
        doc.Token(
            start=to_units(token.span.start),
            end=to_units(token.span.end),
            kind=token.kind,
            modifiers=token.modifiers,
        )
        for token in (semantic_tokens(at.space, at.path) if at.space else ())
    )


def odds_labels(desk: Desk, file: str, start: int, end: int) -> tuple[doc.OddsLabel, ...]:
    """The chances beside the rows of tables between two offsets."""
    at = desk.file_at(file)
    shown = (at.offsets.from_units(start), at.offsets.from_units(end))
    return tuple(
        doc.OddsLabel(offset=at.offsets.to_units(hint.offset), text=hint.text, explanation=hint.tooltip)
        for hint in (odds_hints(at.space, at.path, shown) if at.space else ())
    )


def outline(desk: Desk, file: str) -> tuple[doc.OutlineItem, ...]:
    """The outline of a file."""
    at = desk.file_at(file)
    entries = find_outline(at.space, at.path) if at.space else outline_source(at.source)
    return tuple(show_entries(entries, at.offsets))


def show_entries(entries: Iterable[OutlineEntry], offsets: Utf16Offsets) -> Iterator[doc.OutlineItem]:
    """Convert entries of an outline."""
    for entry in entries:
        yield doc.OutlineItem(
            name=entry.name,
            detail=entry.detail,
            kind=entry.kind,
            start=offsets.to_units(entry.head.start),
            end=offsets.to_units(entry.span.end),
            children=tuple(show_entries(entry.children, offsets)),
        )


def folds(desk: Desk, file: str) -> tuple[doc.FoldedLines, ...]:
    """The lines of a file that can be folded."""
    return tuple(doc.FoldedLines(first=fold.first, last=fold.last) for fold in find_folds(desk.file_at(file).source))
