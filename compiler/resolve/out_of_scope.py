"""Names that are not there any more: what a line above gave a name, whose block has ended since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import walk

UNKNOWN = "N001"


def with_ended(found: Iterable[Diagnostic], item: ast.Item, sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """The findings on an item; a name that is not known is shown where it was given, if that was further up.

    Args:
        found: The findings.
        item: The item that they are on.
        sources: The texts of the files by path.
    """
    given: dict[str, list[Span]] | None = None
    for finding in found:
        source = sources.get(finding.span.path)
        if finding.code == UNKNOWN and source is not None:
            given = names_given(item) if given is None else given
            name = source.text[finding.span.start : finding.span.end]
            above = [
                span
                for span in given.get(name, ())
                if span.path == finding.span.path and span.end <= finding.span.start
            ]
            if above:
                yield ended(finding, name, first_line(above[-1], source))
                continue
        yield finding


def ended(finding: Diagnostic, name: str, place: Span) -> Diagnostic:
    """The finding on a name whose block has ended."""
    return evolve(
        finding,
        message=f"there is no {name} any more: it ended with its block",
        labels=(*finding.labels, Label(place, "it was given here")),
        help=f"Put this line into that block; or declare `let {name}: TYPE = ...` before it, and `set` it there.",
    )


def names_given(item: ast.Item) -> dict[str, list[Span]]:
    """Where an item gives each name to a variable, in the order of the text."""
    given: dict[str, list[Span]] = {}
    for node in walk(item):
        match node:
            case ast.Let(name=name) | ast.ForEach(variable=name) | ast.ForRange(variable=name):
                given.setdefault(name, []).append(node.span)
            case ast.Choose(variable=name) | ast.Draw(variable=name):
                given.setdefault(name, []).append(node.span)
            case _:  # the rest: gives no name to the lines below it
                pass
    return given


def first_line(span: Span, source: Source) -> Span:
    """What a span has of its first line."""
    end = source.text.find("\n", span.start, span.end)
    return source.span(span.start, span.end if end < 0 else end)
