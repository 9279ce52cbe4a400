"""Code lenses: above an example a word that runs it, above what is declared how often it is named."""

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
"""The command that runs an example; its arguments are the address of a file and the line from 1."""

MAX_SUMMARY_LENGTH = 100
"""So much of what a failing example says stands in its lens."""

COUNTED_KINDS = ("Class", "Method", "Function", "Enum", "Struct", "Constant")
"""The kinds of an outline's entries, above which it says how often they are named: items that others name."""

ExampleKey = tuple[Path, str]
"""What tells an example: its file, and all that it says."""


@frozen
class ExampleRun:
    """An example that was run, or is being run.

    Attributes:
        rules: By which rules: where these are others, nothing is said of it any more.
        outcome: What came of it; a sentence where it could not be run, None while it is.
    """

    rules: object
    outcome: ExampleResult | str | None

    @property
    def lens_text(self) -> str:
        """What a lens says of it."""
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
        """What is told of it where no lens does, or where it fails: with the places.

        Args:
            title: Of the example.
        """
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
    """What came of an example in a few words.

    Args:
        runs: How often it was run.
        mismatches: Where the game went another way.
    """
    if not mismatches:
        return "it holds"
    failure_count = f"{len(mismatches)} of {pluralize(runs, 'case')} fail: " if runs > 1 else "it fails: "
    text = f"{failure_count}{mismatches[0].expected}; the game: {mismatches[0].found}"
    return text if len(text) <= MAX_SUMMARY_LENGTH else f"{text[:MAX_SUMMARY_LENGTH]} ..."


def rules_state(space: Workspace) -> object:
    """What decides how an example goes."""
    return space.request, space.tests


def example_key(source: Source, path: Path, span: Span) -> ExampleKey:
    """What tells an example in a file, wherever it stands there."""
    return path, source.text[span.start : span.end]


def code_lenses(
    context: RequestContext, example_runs: Mapping[ExampleKey, ExampleRun], shows_references: bool
) -> list[types.CodeLens]:
    """What stands above lines of a file; how often a thing is named is worked out when somebody sees it.

    Args:
        context: The file.
        example_runs: The examples that were run.
        shows_references: Whether the client can show places, so that it may say how many there are.
    """
    return [*example_lenses(context, example_runs), *(reference_lenses(context) if shows_references else ())]


def example_lenses(context: RequestContext, example_runs: Mapping[ExampleKey, ExampleRun]) -> Iterator[types.CodeLens]:
    """A word above each example that runs it, and what came of it by these rules."""
    source, rules = context.document.source, rules_state(context.workspace.space)
    for example in examples_in(context.workspace.space, context.path):
        example_run = example_runs.get(example_key(source, context.path, example.span))
        title = example_run.lens_text if example_run is not None and example_run.rules == rules else "Run"
        command = types.Command(title, RUN_COMMAND, arguments=[context.document.uri, example.span.line])
        yield types.CodeLens(context.range_of(source.span(example.span.start, example.span.start)), command)


def reference_lenses(context: RequestContext) -> Iterator[types.CodeLens]:
    """A place above each item that others name, to be worked out."""
    for entry in outline_items(outline(context.workspace.space, context.path)):
        if entry.kind in COUNTED_KINDS:
            data = {"address": context.document.uri, "version": context.document.version}
            yield types.CodeLens(context.range_of(entry.head), data=data)


def outline_items(outline_entries: tuple[OutlineEntry, ...]) -> Iterator[OutlineEntry]:
    """The items of an outline."""
    for entry in outline_entries:
        yield from entry.children if entry.kind == "Namespace" else (entry,)


def document_of_lens(lens: types.CodeLens) -> tuple[str, int]:
    """The address of the file that a lens is of, and which of its texts; as it was given out, or nobody knows."""
    match lens.data:
        case {"address": str() as address, "version": int() as version}:
            return address, version
        case _:  # the rest: of another server, or none
            return "", 0


def resolve_reference_lens(context: RequestContext, lens: types.CodeLens, command: str) -> types.CodeLens:
    """A lens that says how often a thing is named.

    Args:
        context: Its file.
        lens: The lens, which stands at the thing's name.
        command: How the client calls what shows places: an address, a place there, and the places.
    """
    place = lens.range.start
    places = reference_locations(context, place, False)
    arguments: list[Any] = [context.document.uri, place, places]
    return types.CodeLens(lens.range, types.Command(pluralize(len(places), "reference"), command, arguments=arguments))
