"""Code lenses: a command that runs an example, and counts of references above declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, assert_never

from attrs import frozen
from lsprotocol import types

from bombsight.cli.server.navigation import reference_locations
from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.listing import pluralize
from bombsight.dsl.source import Source, Span
from bombsight.runtime.examples import Mismatch
from bombsight.service.language.example_lens import ExampleResult, examples_in
from bombsight.service.language.outline import OutlineEntry, outline
from bombsight.service.language.workspace import Workspace

RUN_COMMAND = "bombsight.run"
"""The command that runs an example; its arguments are the URI of a file and the line from 1."""

MAX_SUMMARY_LENGTH = 100
"""The maximum number of characters of a failure's summary in a lens."""

COUNTED_KINDS = ("Class", "Method", "Function", "Enum", "Struct", "Constant")
"""The kinds of outline entries with a count of references: items that others name."""

ExampleKey = tuple[Path, str]
"""The key of an example: its file and its text."""


@frozen
class ExampleRun:
    """The run of an example (a unit test in the rules), finished or not.

    Attributes:
        rules: The state of the rules; after a change of them the result is not shown.
        outcome: The result; a sentence if the example could not be run, None while it runs.
    """

    rules: object
    outcome: ExampleResult | str | None

    @property
    def lens_text(self) -> str:
        """The text of the code lens above the example, about its run."""
        match self.outcome:
            case None:
                return "Running ..."
            case str() as why:
                return f"Run (it cannot be: {why})"
            case ExampleResult(runs=runs, mismatches=mismatches):
                return f"Run ({summarize_run(runs, mismatches)})"
            case _:
                assert_never(self.outcome)

    def message(self, title: str) -> str:
        """The text about the example's run, with the place of each failure; ``title`` is the example's."""
        match self.outcome:
            case None:
                return f"Example {title} is being run."
            case str() as why:
                return f"Example {title} cannot be run: {why}"
            case ExampleResult(mismatches=mismatches):
                lines = (f"{each.place}: {each.expected}; the game: {each.found}" for each in mismatches)
                return "\n".join((f"Example {title} {'fails' if mismatches else 'holds'}.", *lines))
            case _:
                assert_never(self.outcome)


def summarize_run(runs: int, mismatches: Sequence[Mismatch]) -> str:
    """Summarize an example's mismatches in a few words, for its code lens: ``2 of 5 cases fail: ...``."""
    if not mismatches:
        return "it holds"
    failure_count = f"{len(mismatches)} of {pluralize(runs, 'case')} fail: " if runs > 1 else "it fails: "
    text = f"{failure_count}{mismatches[0].expected}; the game: {mismatches[0].found}"
    return text if len(text) <= MAX_SUMMARY_LENGTH else f"{text[:MAX_SUMMARY_LENGTH]} ..."


def rules_state(space: Workspace) -> object:
    """The state of a workspace's rules, on which the results of its examples depend."""
    return space.request, space.tests


def example_key(source: Source, path: Path, span: Span) -> ExampleKey:
    """Make the key of an example, which does not depend on its place in the file."""
    return path, source.text[span.start : span.end]


def code_lenses(
    context: RequestContext, example_runs: Mapping[ExampleKey, ExampleRun], shows_references: bool
) -> list[types.CodeLens]:
    """The code lenses of a file; counts of references are resolved when displayed.

    Args:
        context: The file.
        example_runs: The runs of examples so far.
        shows_references: Whether the client can show references, so that counts are useful.
    """
    return [*example_lenses(context, example_runs), *(reference_lenses(context) if shows_references else ())]


def example_lenses(context: RequestContext, example_runs: Mapping[ExampleKey, ExampleRun]) -> Iterator[types.CodeLens]:
    """Yield a lens above each example that runs it, with its last result under these rules."""
    source, rules = context.document.source, rules_state(context.workspace.space)
    for example in examples_in(context.workspace.space, context.path):
        example_run = example_runs.get(example_key(source, context.path, example.span))
        title = example_run.lens_text if example_run is not None and example_run.rules == rules else "Run"
        command = types.Command(title, RUN_COMMAND, arguments=[context.document.uri, example.span.line])
        yield types.CodeLens(context.range_of(source.span(example.span.start, example.span.start)), command)


def reference_lenses(context: RequestContext) -> Iterator[types.CodeLens]:
    """Yield an unresolved lens above each item that others name."""
    for entry in outline_items(outline(context.workspace.space, context.path)):
        if entry.kind in COUNTED_KINDS:
            data = {"address": context.document.uri, "version": context.document.version}
            yield types.CodeLens(context.range_of(entry.head), data=data)


def outline_items(outline_entries: tuple[OutlineEntry, ...]) -> Iterator[OutlineEntry]:
    """Yield the items (top-level declarations) of a file's outline, without its headings."""
    for entry in outline_entries:
        yield from entry.children if entry.kind == "Namespace" else (entry,)


def document_of_lens(lens: types.CodeLens) -> tuple[str, int]:
    """The URI and version of the document that a code lens was made for."""
    match lens.data:
        case {"address": str() as address, "version": int() as version}:
            return address, version
        case _:  # the rest: data of another server, or none
            return "", 0


def resolve_reference_lens(context: RequestContext, lens: types.CodeLens, command: str) -> types.CodeLens:
    """Resolve a lens to the count of references.

    Args:
        context: The lens's file.
        lens: The lens, at the item's name.
        command: The client's command that shows locations: a URI, a position, and the locations.
    """
    place = lens.range.start
    places = reference_locations(context, place, False)
    arguments: list[Any] = [context.document.uri, place, places]
    return types.CodeLens(lens.range, types.Command(pluralize(len(places), "reference"), command, arguments=arguments))
