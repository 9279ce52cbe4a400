"""Code lenses: above an example a word that runs it, above what is declared how often it is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, assert_never

from attrs import frozen
from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.cli.server.names import named
from bombsight.dsl.listing import counted
from bombsight.dsl.source import Source, Span
from bombsight.runtime.examples import Mismatch
from bombsight.service.language.outline import Entry, outline
from bombsight.service.language.trying import Outcome, examples
from bombsight.service.language.workspace import Workspace

RUN = "bombsight.run"
"""The command that runs an example; its arguments are the address of a file and the line from 1."""

LONGEST = 100
"""So much of what a failing example says stands in its lens."""

DECLARES = ("Class", "Method", "Function", "Enum", "Struct", "Constant")
"""The kinds of an outline's entries, above which it says how often they are named: items that others name."""

Key = tuple[Path, str]
"""What tells an example: its file, and all that it says."""


@frozen
class Tried:
    """An example that was run, or is being run.

    Attributes:
        rules: By which rules: where these are others, nothing is said of it any more.
        outcome: What came of it; a sentence where it could not be run, None while it is.
    """

    rules: object
    outcome: Outcome | str | None

    @property
    def said(self) -> str:
        """What a lens says of it."""
        match self.outcome:
            case None:
                return "Running ..."
            case str() as why:
                return f"Run (it cannot be: {why})"
            case Outcome(runs=runs, mismatches=mismatches):
                return f"Run ({summary(runs, mismatches)})"
            case _:
                assert_never(self.outcome)

    def told(self, title: str) -> str:
        """What is told of it where no lens does, or where it fails: with the places.

        Args:
            title: Of the example.
        """
        match self.outcome:
            case None:
                return f"Example {title} is being run."
            case str() as why:
                return f"Example {title} cannot be run: {why}"
            case Outcome(mismatches=mismatches):
                lines = (f"{each.place}: {each.expected}; the game: {each.found}" for each in mismatches)
                return "\n".join((f"Example {title} {'fails' if mismatches else 'holds'}.", *lines))
            case _:
                assert_never(self.outcome)


def summary(runs: int, mismatches: Sequence[Mismatch]) -> str:
    """What came of an example in a few words.

    Args:
        runs: How often it was run.
        mismatches: Where the game went another way.
    """
    if not mismatches:
        return "it holds"
    many = f"{len(mismatches)} of {counted(runs, 'case')} fail: " if runs > 1 else "it fails: "
    text = f"{many}{mismatches[0].expected}; the game: {mismatches[0].found}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def rules_of(space: Workspace) -> object:
    """What decides how an example goes."""
    return space.request, space.tests


def key_of(source: Source, path: Path, span: Span) -> Key:
    """What tells an example in a file, wherever it stands there."""
    return path, source.text[span.start : span.end]


def lenses(asked: Asked, tried: Mapping[Key, Tried], shows_places: bool) -> list[types.CodeLens]:
    """What stands above lines of a file; how often a thing is named is worked out when somebody sees it.

    Args:
        asked: The file.
        tried: The examples that were run.
        shows_places: Whether the client can show places, so that it may say how many there are.
    """
    return [*above_examples(asked, tried), *(above_declarations(asked) if shows_places else ())]


def above_examples(asked: Asked, tried: Mapping[Key, Tried]) -> Iterator[types.CodeLens]:
    """A word above each example that runs it, and what came of it by these rules."""
    source, rules = asked.document.source, rules_of(asked.room.space)
    for example in examples(asked.room.space, asked.path):
        known = tried.get(key_of(source, asked.path, example.span))
        said = known.said if known is not None and known.rules == rules else "Run"
        command = types.Command(said, RUN, arguments=[asked.document.address, example.span.line])
        yield types.CodeLens(asked.range(source.span(example.span.start, example.span.start)), command)


def above_declarations(asked: Asked) -> Iterator[types.CodeLens]:
    """A place above each item that others name, to be worked out."""
    for entry in entries(outline(asked.room.space, asked.path)):
        if entry.kind in DECLARES:
            data = {"address": asked.document.address, "version": asked.document.version}
            yield types.CodeLens(asked.range(entry.head), data=data)


def entries(found: tuple[Entry, ...]) -> Iterator[Entry]:
    """The items of an outline."""
    for entry in found:
        yield from entry.below if entry.kind == "Namespace" else (entry,)


def origin_of(lens: types.CodeLens) -> tuple[str, int]:
    """The address of the file that a lens is of, and which of its texts; as it was given out, or nobody knows."""
    match lens.data:
        case {"address": str() as address, "version": int() as version}:
            return address, version
        case _:  # the rest: of another server, or none
            return "", 0


def with_places(asked: Asked, lens: types.CodeLens, command: str) -> types.CodeLens:
    """A lens that says how often a thing is named.

    Args:
        asked: Its file.
        lens: The lens, which stands at the thing's name.
        command: How the client calls what shows places: an address, a place there, and the places.
    """
    place = lens.range.start
    places = named(asked, place, False)
    arguments: list[Any] = [asked.document.address, place, places]
    return types.CodeLens(lens.range, types.Command(counted(len(places), "reference"), command, arguments=arguments))
