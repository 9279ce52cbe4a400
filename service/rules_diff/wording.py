"""The wording of differences between two sets of rules, for the screen and for a forum post."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.dsl.listing import join_names, pluralize
from bombsight.service.rules_diff.documents import Differences, ExampleChange, ItemChange, PartChange
from bombsight.service.table_odds.wording import OutcomeLine

MIN_SHIFT = 1e-9
"""The smallest change of a chance that counts as one."""


def describe_item(change: ItemChange) -> str:
    """Name a changed item: ``table K-1 The sky turns``; for an added or removed one with that word."""
    title = f" {change.title}" if change.title else ""
    suffix = "" if change.change == "changed" else f", {change.change}"
    return f"{change.kind} {change.name}{title}{suffix}"


def describe_change_place(part: PartChange) -> str:
    """Name the place of a change and the overlay item that made it: ``row 2..3, by house calm 1``."""
    by = f"by {join_names(part.by)}" if part.by else ""
    return ", ".join(filter(None, (part.where, by)))


def describe_more_changes(change: ItemChange) -> str:
    """Write how many changes of an item are left out; empty for none."""
    return f"and {pluralize(change.more, 'change')} more" if change.more else ""


def select_moved_lines(lines: Sequence[OutcomeLine]) -> list[OutcomeLine]:
    """Select the outcomes with changed probabilities; all outcomes if there are few."""
    moved = [line for line in lines if line.against and abs(line.chance.share - line.against.share) > MIN_SHIFT]
    return list(lines) if len(lines) <= 4 else moved


def describe_example(example: ExampleChange) -> str:
    """Describe a worked example that passes under only one set of rules."""
    cite = f" [{example.cite}]" if example.cite else ""
    if example.holds:
        return f"{example.title}{cite}: holds now ({example.place})"
    return f"{example.title}{cite}: it says {example.expected}, and the game: {example.found} ({example.place})"


def describe_no_difference(differences: Differences) -> str:
    """Write that two sets of rules have no differences; empty if they have any."""
    return (
        ""
        if differences.items or differences.tables or differences.examples
        else "They differ in nothing that is a rule."
    )


def describe_remarks(differences: Differences) -> Iterator[str]:
    """Yield sentences on what was compared without differences, and what was left out."""
    if differences.same == 1:
        yield "One table comes to what changed, and has the odds it had when a game begins."
    elif differences.same:
        yield f"{differences.same} tables come to what changed, and have the odds they had when a game begins."
    if differences.untried:
        yield f"Not looked at: {join_names(differences.untried)}."
    if differences.examined == 1 and not differences.examples:
        yield "The one worked example that comes to it comes out as before."
    elif differences.examined and not differences.examples:
        yield f"All {differences.examined} worked examples that come to it come out as before."
    elif differences.examined:
        yield (
            f"{len(differences.examples)} of {differences.examined} worked examples that come to it come out otherwise."
        )
    if differences.unfinished:
        yield f"Not run to the end, as they take too many steps: {pluralize(differences.unfinished, 'worked example')}."
