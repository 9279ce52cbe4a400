"""Name lookup in the answers of examples and in the heads of scripts, where the syntax tree has plain words only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.compiler.resolve.mentions import Meaning
from bombsight.dsl import ast
from bombsight.dsl.source import Source, Span
from bombsight.service.language.source_words import SourceWords
from bombsight.service.language.symbol_index import SymbolIndex


@frozen
class AnswerSpans:
    """Places where examples answer with a name.

    Attributes:
        spans: The words.
        is_certain: Whether nothing else has this name that the words may mean.
    """

    spans: tuple[Span, ...]
    is_certain: bool


def find_answers(indices: Sequence[SymbolIndex], meanings: frozenset[Meaning], name: str) -> AnswerSpans:
    """Find where examples answer a choice with the name of an enum value or of a choice's branch.

    Args:
        indices: The symbol indices, one for each configuration of overlays.
        meanings: The meanings of the name that is wanted.
        name: The name.
    """
    if not any(meaning.kind in ("value", "answer") for meaning in meanings):
        return AnswerSpans((), True)
    spans = tuple(dict.fromkeys(place for index in indices for place in find_answer_words(index, name)))
    others = spans and {
        each.meaning
        for index in indices
        for each in index.occurrences_of_name(name)
        if each.meaning.kind in ("value", "answer") and each.meaning.name == name and each.meaning not in meanings
    }
    return AnswerSpans(spans, not others)


def find_in_script_heads(scripts: Sequence[Source], meanings: frozenset[Meaning]) -> Iterator[Span]:
    """Find where the heads of scripts (recorded sessions) name an option, or one of its values."""
    for meaning in meanings:
        option = meaning.name if meaning.kind == "option" else meaning.of.removeprefix("option ")
        if meaning.kind == "option" or option != meaning.of:
            pattern = re.compile(rf"^[ \t]*option[ \t]+({re.escape(option)})\b(?:[ \t=]+(\w+))?", re.MULTILINE)
            for source in scripts:
                for match in pattern.finditer(source.text):
                    part = 1 if meaning.kind == "option" else 2
                    if match[part] == meaning.name:
                        yield source.span(*match.span(part))


def is_found_by_title(index: SymbolIndex, meaning: Meaning) -> bool:
    """Whether a renamed enum value's title has all words of the old name, so that examples may keep the old name."""
    enum = index.env.enums.get(meaning.of) if index.env is not None else None
    if enum is None or meaning.name not in enum.values:
        return False
    title = enum.titles[enum.values.index(meaning.name)]
    return title != meaning.name.replace("_", " ") and {*meaning.name.lower().split("_")} <= {
        *re.findall(r"\w+", title.lower())
    }


def find_answer_words(index: SymbolIndex, word: str) -> Iterator[Span]:
    """Find all occurrences of a word in the answers that examples give or expect to be offered."""
    for item in index.all_versions:
        for line in item.lines if isinstance(item, ast.Example) else ():
            if isinstance(line, ast.ExpectedAnswer | ast.ExpectedOffer):
                yield from find_word_spans(index.words, answer_span(index.words, line), word)
        if isinstance(item, ast.Example):
            rows = [line for line in item.lines if isinstance(line, ast.CaseRow)]
            for head, at in answer_columns(rows):
                for row in rows:
                    if row is not head and at < len(row.cells):
                        yield from find_word_spans(index.words, row.cells[at].span, word)


def answer_columns(rows: Sequence[ast.CaseRow]) -> Iterator[tuple[ast.CaseRow, int]]:
    """Yield the columns of an example's grid of cases that hold answers, each as header row and index."""
    for column, cell in enumerate(rows[0].cells if rows else ()):
        if isinstance(cell, ast.CaseHead) and cell.kind in ("answer", "offered"):
            yield rows[0], column


def answer_span(source_words: SourceWords, line: ast.ExampleLine) -> Span:
    """Compute the span of the answer on an example's line: the line without the name of the choice before it."""
    choice = line.choice if isinstance(line, ast.ExpectedAnswer) else None
    place = source_words.find(line.span, choice) if choice else None
    return line.span.last_characters(line.span.end - place.end) if place is not None else line.span


def find_word_spans(source_words: SourceWords, span: Span, word: str) -> Iterator[Span]:
    """Yield the spans of all occurrences of a word in a span."""
    span_found = source_words.find(span, word)
    while span_found is not None:
        yield span_found
        span_found = source_words.find(span, word, span_found.end)
