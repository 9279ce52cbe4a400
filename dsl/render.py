"""Findings as plain text: place, marked source line, advice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span

GAP = re.compile(r"(?<=\S)\s\s+(?=(?:cite|printed|repaired|recovered|reconstructed)\b)")
TEXT = re.compile(r'"[^"]*"')

GUTTER = 5
"""The width of line numbers."""

MAX_WIDTH, CONTEXT_WIDTH = 240, 60
"""The most characters shown of a long line, and of those the most before the mark."""


@frozen
class MarkedPlace:
    """A place with its remark: ``^`` marks the mistake itself, ``-`` related places."""

    span: Span
    sign: str
    text: str


def render(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """Render a finding as text: place, source lines from ``sources`` (files by path), advice."""
    place = f" {diagnostic.span}" if diagnostic.span.line else ""
    lines = [f"{diagnostic.severity.value}[{diagnostic.code}]{place}"]
    marks = [MarkedPlace(diagnostic.span, "^", diagnostic.note or diagnostic.message)]
    marks += [MarkedPlace(label.span, "-", label.text) for label in diagnostic.labels]
    shown: tuple[str, int] = (diagnostic.span.path, 0)
    for mark in marks:
        lines += render_mark(mark, sources, shown)
        shown = (mark.span.path, mark.span.line)
    said = not diagnostic.note and bool(line_of_span(diagnostic.span, sources))
    closing = join_sentences("" if said else diagnostic.message, diagnostic.help)
    return "\n".join([*lines, *(f" {line}" for line in closing.splitlines())])


def render_all(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """Render findings in the order of their places, separated by blank lines; empty for none."""
    ordered = sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)
    return "\n\n".join(render(diagnostic, sources) for diagnostic in ordered)


def render_mark(mark: MarkedPlace, sources: Mapping[str, Source], last_line: tuple[str, int]) -> list[str]:
    """Render a marked place as lines: its source line, unless shown last (``last_line``), and ``^^^`` below it."""
    line = line_of_span(mark.span, sources)
    if not line:
        return [f" {mark.span}: {mark.text}"] if mark.sign == "-" and mark.span.line else []
    lines = []
    at = mark.span.column - 1
    end = mark.span.end_column - 1 if mark.span.end_line == mark.span.line else len(line)
    end = min(end, until) if (until := find_source_column(line)) > at else end
    if mark.span.path != last_line[0]:
        lines.append(f" {mark.span}")
    if len(line) > MAX_WIDTH:
        begin = max(0, at - CONTEXT_WIDTH)
        head = "..." if begin else ""
        tail = "..." if begin + MAX_WIDTH < len(line) else ""
        line, at, end = (
            head + line[begin : begin + MAX_WIDTH] + tail,
            at - begin + len(head),
            min(end - begin, MAX_WIDTH) + len(head),
        )
        lines.append(f"{mark.span.line:>{GUTTER}} | {line}")
    elif (mark.span.path, mark.span.line) != last_line:
        lines.append(f"{mark.span.line:>{GUTTER}} | {line}")
    indent = "".join("\t" if character == "\t" else " " for character in line[:at].ljust(at))
    lines.append(f"{'':>{GUTTER}} | {indent}{mark.sign * max(1, end - at)} {mark.text}".rstrip())
    return lines


@lru_cache(64)
def find_source_column(line: str) -> int:
    """The column of a line's citation or provenance; the end of the line if it has none.

    A mark of a whole line need not run through it.
    """
    found = None if line.lstrip().startswith("|") else GAP.search(TEXT.sub(lambda text: "x" * len(text.group()), line))
    return found.start() if found else len(line)


def line_of_span(span: Span, sources: Mapping[str, Source]) -> str:
    """The source line on which a span begins; empty if its file is unknown."""
    source = sources.get(span.path)
    return source.line_text(span.line) if source else ""


def join_sentences(*parts: str) -> str:
    """Join sentences by spaces, each with a full stop at its end."""
    return " ".join(part if part.endswith((".", "!", "?", ":")) else part + "." for part in parts if part)
