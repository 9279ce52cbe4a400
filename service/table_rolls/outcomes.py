"""What comes of a roll in one case, as a story, and the story that several cases share."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from attrs import frozen

from bombsight.dsl.node_classes import evolve_node
from bombsight.runtime.events.views import (
    LabelledValue,
    OutcomeView,
    ResultView,
    RollView,
    View,
    render_result,
)
from bombsight.service.lookup.phrases import Phrases
from bombsight.service.present.story import Story, StoryLine
from bombsight.service.table_odds.roller import Case, RunOutcome
from bombsight.service.table_rolls.tracing import RollTrace

CHANGE_KINDS = ("change", "joins", "leaves")
"""The kinds of lines that tell changes of state, which differ between cases of one outcome."""

HEADING_KINDS = ("chapter", "heading", "end")
"""The kinds of lines that are no part of what comes of a roll."""


@frozen(kw_only=True)
class RolledCase:
    """What comes of a roll in one case.

    Attributes:
        case: The values of subjects.
        outcome: The outcome of the run.
        views: Its events.
        own_event: The index of the table's own last roll, or result without dice, among them; -1 for none.
        own_site: The number of the site of that event; -1 for none.
        story: What happens, as lines.
        result: The stable name of the table's result and its title; both empty without one.
        fault: The message of the rules fault at which it ended; empty for none.
    """

    case: Case
    outcome: RunOutcome
    views: Sequence[View]
    own_event: int
    own_site: int
    story: Sequence[StoryLine]
    result: tuple[str, str]
    fault: str

    @property
    def argument_names(self) -> tuple[str, ...]:
        """The titles of arguments in the lines of throws."""
        return tuple(name for line in self.story if line.kind == "roll" for name in line.names)

    @property
    def own_arguments(self) -> tuple[LabelledValue, ...]:
        """The arguments of the table's own roll."""
        view = self.views[self.own_event] if self.own_event >= 0 else None
        return view.arguments if isinstance(view, RollView) else ()

    def signature(self, *, is_coarse: bool) -> Hashable:
        """Return a key that is equal for cases in which the same comes of the roll, but for changes of state.

        With ``is_coarse`` they may differ in the modifiers that led to the same row.
        """
        story = without_modifiers(self.story, self.own_event) if is_coarse else self.story
        lines = tuple(
            (line.kind, line.text, line.dice, line.reason, line.modifiers, line.total, line.result)
            for line in story
            if line.kind not in CHANGE_KINDS
        )
        return lines, self.outcome.row, self.outcome.beside, self.result, self.fault


def without_modifiers(story: Sequence[StoryLine], own_event: int) -> list[StoryLine]:
    """Leave the modifiers and the total out of the line of a table's own roll."""
    return [
        evolve_node(line, modifiers=(), total="") if line.event == own_event and line.kind == "roll" else line
        for line in story
    ]


def tell_roll(case: Case, trace: RollTrace, table: str, phrases: Phrases) -> RolledCase:
    """Tell what comes of a roll in a case.

    Args:
        case: The values of subjects.
        trace: The roll.
        table: The table's id.
        phrases: The display names of the program's things.
    """
    journal = trace.journal
    views = [*journal.views()]
    story = Story(phrases=phrases, detail="books", explains_marks=False, outer=0).tell_all(views)
    results = [view for view in views if isinstance(view, ResultView) and view.table == table]
    faults = [view.fault for view in views if isinstance(view, OutcomeView)]
    return RolledCase(
        case=case,
        outcome=trace.outcome,
        views=views,
        own_event=trace.own_event,
        own_site=journal.events[trace.own_event][0] if trace.own_event >= 0 else -1,
        story=[line for line in story if line.kind not in HEADING_KINDS],
        result=(", ".join(results[-1].names), render_result(results[-1].values)) if results else ("", ""),
        fault=faults[0] if faults else "",
    )


def shared_story(block: Sequence[RolledCase], *, is_coarse: bool) -> list[StoryLine]:
    """Return the story of several cases: without changes of state, and names of arguments, that they do not share.

    With ``is_coarse`` the table's own roll is told without modifiers.
    """

    def change_key(line: StoryLine) -> Hashable:
        """Return what a line tells of a change."""
        return line.kind, line.text, line.names, line.dice, line.result

    first = block[0]
    shared = {change_key(line) for line in first.story}
    shared_names = set(first.argument_names)
    for other in block[1:]:
        shared &= {change_key(line) for line in other.story}
        shared_names &= set(other.argument_names)
    story = without_modifiers(first.story, first.own_event) if is_coarse else first.story
    return [
        evolve_node(line, names=tuple(name for name in line.names if name in shared_names))
        if line.kind == "roll"
        else line
        for line in story
        if line.kind not in CHANGE_KINDS or change_key(line) in shared
    ]


def shared_arguments(block: Sequence[RolledCase]) -> tuple[LabelledValue, ...]:
    """Return the arguments of the table's own roll that have the same value in several cases."""
    shared = set(block[0].own_arguments)
    for other in block[1:]:
        shared &= set(other.own_arguments)
    return tuple(argument for argument in block[0].own_arguments if argument in shared)
