"""What a front end asks of the game behind a story, whether a whole game or a seat at a table is behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from attrs import evolve, frozen

from bombsight.dsl.node_classes import evolve_node
from bombsight.runtime.events.views import RollView, View
from bombsight.service.play.past_state import Moment
from bombsight.service.present import sentences
from bombsight.service.present.beats import Pace, StoryPart, divide_story
from bombsight.service.present.headings import Heading, Headings
from bombsight.service.present.story import StoryLine
from bombsight.service.present.view import WantedDice


@frozen
class BeatHeadings:
    """The headings that are open at a beat, outermost first, and the number of the mission, from 1, or 0 before it."""

    open: Sequence[Heading]
    mission: int


class StorySource(Protocol):
    """The source of a story: its events, and the states of the game behind them."""

    @property
    def event_count(self) -> int:
        """The number of events so far."""

    @property
    def is_career(self) -> bool:
        """Whether a career is played, mission by mission."""

    def event(self, index: int) -> View:
        """Return the event at an index, from 0."""

    def prepare_moments(self, event_counts: Iterable[int]) -> None:
        """Prepare the states after some numbers of events, because they will be asked for."""

    def moment(self, event_count: int) -> Moment:
        """Return the state after a number of events, from 1; the nearest known one until it has arrived."""

    def find_scope_end(self, event: int, limit: int) -> int:
        """Find where the innermost scope that is open at an event ends: how many events until there, or ``limit``."""

    def follow_headings(self, headings: Headings, event_count: int) -> None:
        """Update headings by the next events, up to a number of events."""

    def find_open_headings(self, event_count: int) -> BeatHeadings:
        """Find the headings that are open after a number of events."""

    def find_last_decision(self) -> int | None:
        """Find the player's last own decision: how many events there were before it; None if there is none."""

    def describe_throw(self, event: int) -> WantedDice | None:
        """Describe the dice of an event as before they fell; None if it is no throw, or if that is not known."""


def count_events_of_state(source: StorySource, part: StoryPart) -> int | None:
    """Count the events of the state that is shown beside a part: what its lines tell, and nothing that follows.

    That is up to the end of its beat. Behind another part it is up to the end of the innermost scope that is open at
    the last line, for the line that follows may be of a scope far ahead.

    Returns:
        The number; None for the last part, beside which the present state stands.
    """
    if part.event_count is None or part.beat_end is not None:
        return part.beat_end
    return source.find_scope_end(part.lines[-1].event, part.event_count) if part.lines else part.event_count


def find_last_seen(
    source: StorySource, lines: Sequence[StoryLine], pace: Pace, shown_count: int | None = None
) -> Moment | None:
    """Find the state at the stop before the last one that was shown, or at the last answer if there was none.

    Args:
        source: The game.
        lines: The lines of its story.
        pace: The pace at which it was shown.
        shown_count: After how many events it was left at a stop; None if it was shown to its end.

    Returns:
        The state; None if nothing had happened before.
    """
    end = source.event_count if shown_count is None else shown_count
    answered = source.find_last_decision() or 0
    start = answered if answered < end else 0
    parts = divide_story([line for line in lines if start <= line.event < end], pace)
    seen_count = count_events_of_state(source, parts[-2]) if len(parts) > 1 else start
    return source.moment(seen_count) if seen_count else None


def with_stakes(source: StorySource, lines: Sequence[StoryLine]) -> list[StoryLine]:
    """Add to the throws of a story what else could have come, where there were two outcomes: ``on 5 to 6: hit``.

    Args:
        source: The game, which has gone on since.
        lines: The lines of the story.
    """
    return [evolve_node(line, stake=describe_stake(source, line)) if is_throw(line) else line for line in lines]


def is_throw(line: StoryLine) -> bool:
    """Whether a line of a story reports a throw of dice."""
    return line.kind == "roll" and not line.reason and line.event >= 0


def describe_stake(source: StorySource, line: StoryLine) -> str:
    """Describe the outcome of a past throw that did not come, if it was the only other one; else return nothing.

    Which one came is known by the dice, for the line of the story may say it in other words than the table.
    """
    view = source.event(line.event)
    wanted = source.describe_throw(line.event)
    if not isinstance(view, RollView) or wanted is None or len(wanted.leads) != 2:
        return ""
    faces, result = next(lead for lead in wanted.leads if not is_among_faces(view.natural, lead[0]))
    # Rules may settle on the other result after all.
    return sentences.other_outcome(result, faces) if result.lower() != line.result.lower() else ""


def is_among_faces(number: int, faces: str) -> bool:
    """Whether a number is in a range of numbers that dice can show: ``5 to 6``."""
    low, _, high = faces.partition(" to ")
    return int(low) <= number <= int(high or low)


def end_part(part: StoryPart, event_count: int) -> StoryPart:
    """Copy the last part of a story, after which the story has gone on behind a number of events."""
    return evolve(part, event_count=event_count) if part.event_count is None else part
