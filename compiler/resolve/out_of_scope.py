"""Better errors for names out of scope: variables whose block has ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import walk

UNKNOWN_NAME_CODE = "N001"


def explain_ended_names(
    findings: Iterable[Diagnostic], item: ast.Item, sources: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """Yield the findings of an item; a finding about an unknown name says where an ended block declared it."""
    spans_by_name: dict[str, list[Span]] | None = None
    for finding in findings:
        source = sources.get(finding.span.path)
        if finding.code == UNKNOWN_NAME_CODE and source is not None:
            spans_by_name = variable_spans(item) if spans_by_name is None else spans_by_name
            name = source.text[finding.span.start : finding.span.end]
            above = [
                span
                for span in spans_by_name.get(name, ())
                if span.path == finding.span.path and span.end <= finding.span.start
            ]
            if above:
                yield explain_ended_name(finding, name, first_line_span(above[-1], source))
                continue
        yield finding


def explain_ended_name(finding: Diagnostic, name: str, place: Span) -> Diagnostic:
    """Rewrite the finding about an unknown name to say that the block that declares it has ended."""
    return evolve(
        finding,
        message=f"there is no {name} any more: it ended with its block",
        labels=(*finding.labels, Label(place, "it was given here")),
        help=f"Put this line into that block; or declare `let {name}: TYPE = ...` before it, and `set` it there.",
    )


def variable_spans(item: ast.Item) -> dict[str, list[Span]]:
    """Map the names of the variables of an item to the places of their declarations, in text order."""
    spans: dict[str, list[Span]] = {}
    for node in walk(item):
        match node:
            case ast.Let(name=name) | ast.ForEach(variable=name) | ast.ForRange(variable=name):
                spans.setdefault(name, []).append(node.span)
            case ast.Choose(variable=name) | ast.Draw(variable=name):
                spans.setdefault(name, []).append(node.span)
            case _:  # the rest: declares nothing for later lines
                pass
    return spans


def first_line_span(span: Span, source: Source) -> Span:
    """Return the part of a span that lies on its first line."""
    end = source.text.find("\n", span.start, span.end)
    return source.span(span.start, span.end if end < 0 else end)
