"""Differences in words, for the screen and for a post alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.dsl.listing import counted, listed
from bombsight.service.rules_diff.told import Differences, ExampleChange, ItemChange, PartChange
from bombsight.service.table_odds.wording import Line

SHIFT = 1e-9
"""A chance that moves by less is as it was."""


def item_head(change: ItemChange) -> str:
    """An item: ``table K-1 The sky turns``; what was added or removed says so."""
    title = f" {change.title}" if change.title else ""
    said = "" if change.change == "changed" else f", {change.change}"
    return f"{change.kind} {change.name}{title}{said}"


def change_head(part: PartChange) -> str:
    """Where in an item something changed, and who did it: ``row 2..3, by house calm 1``."""
    by = f"by {listed(part.by)}" if part.by else ""
    return ", ".join(filter(None, (part.where, by)))


def more_changes(change: ItemChange) -> str:
    """That more changed in an item than is told; empty where all is."""
    return f"and {counted(change.more, 'change')} more" if change.more else ""


def moved_lines(lines: Sequence[Line]) -> list[Line]:
    """Outcomes, those that are as they were left out where there are many."""
    moved = [line for line in lines if line.against and abs(line.chance.share - line.against.share) > SHIFT]
    return list(lines) if len(lines) <= 4 else moved


def example_text(example: ExampleChange) -> str:
    """An example that comes out otherwise."""
    cite = f" [{example.cite}]" if example.cite else ""
    if example.holds:
        return f"{example.title}{cite}: holds now ({example.place})"
    return f"{example.title}{cite}: it says {example.expected}, and the game: {example.found} ({example.place})"


def nothing(told: Differences) -> str:
    """That nothing differs; empty where something does."""
    return "" if told.items or told.tables or told.examples else "They differ in nothing that is a rule."


def remarks(told: Differences) -> Iterator[str]:
    """What else is to be known, sentence by sentence."""
    if told.same == 1:
        yield "One table comes to what changed, and has the odds it had when a game begins."
    elif told.same:
        yield f"{told.same} tables come to what changed, and have the odds they had when a game begins."
    if told.untried:
        yield f"Not looked at: {listed(told.untried)}."
    if told.examined == 1 and not told.examples:
        yield "The one worked example that comes to it comes out as before."
    elif told.examined and not told.examples:
        yield f"All {told.examined} worked examples that come to it come out as before."
    elif told.examined:
        yield f"{len(told.examples)} of {told.examined} worked examples that come to it come out otherwise."
    if told.unfinished:
        yield f"Not run to the end, as they take too many steps: {counted(told.unfinished, 'worked example')}."
