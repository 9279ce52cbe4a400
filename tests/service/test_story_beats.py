"""What a line of a story knows of its place in the journal: its event, its beat, and the state where that ends."""

from itertools import pairwise

import pytest

from bombsight.runtime.events.views import (
    BeforehandView,
    DrawView,
    ElementView,
    EnterView,
    LeaveView,
    RollView,
    SayView,
    View,
)
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.games.requests import Rules
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.session_story import SessionStory
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.play.story_source import count_events_of_state
from bombsight.service.present.beats import StoryPart, divide_story
from bombsight.service.present.story import Story
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap
from tests.service.test_story import entered, joins, story_lines

REEF = "reef"
"""The step of the example with which a beat ends."""

SHIPS = "Ships"

SAID = SayView(text="A gale.", tone="")
LAMP = SayView(text="The lamp is lit.", tone="")


@pytest.fixture(scope="module")
def night():
    """A night played to its end by the autopilot: its session, its events, and the lines of its story."""
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=5)) as play:
        while (question := play.question) is not None:
            preferred = question.preferred
            play.answer("none" if preferred == NO_OPTION else question.options[preferred].name)
        views = [*play.events()]
        yield play.session, views, Story(collect_phrases(play.session.program)).tell_all(views)


def test_the_event_of_a_line_is_its_event_in_the_journal(night):
    _, views, lines = night
    events = [(line, views[line.event]) for line in lines if line.kind in ("roll", "news", "joins", "leaves")]

    assert {line.kind for line, _ in events} == {"roll", "news", "joins", "leaves"}
    for line, view in events:
        match line.kind:
            case "roll":
                assert isinstance(view, RollView | BeforehandView | DrawView)
            case "news":
                assert isinstance(view, SayView)
                assert view.text == line.text
            case _:
                assert isinstance(view, ElementView)
                assert view.joins is (line.kind == "joins")


def test_beats_grow_and_begin_where_a_marked_step_with_news_has_ended(night):
    _, views, lines = night
    beats = [line.beat for line in lines]

    assert beats == sorted(beats)
    assert all(line.beat <= line.event for line in lines)
    assert len({*beats}) > 3
    for beat in {*beats} - {0}:
        ended = views[beat - 1]
        assert isinstance(ended, LeaveView)
        assert ended.name == REEF


def test_where_a_beat_ends_stands_the_state_that_it_left(night):
    session, views, lines = night
    ends = [part.event_count for part in divide_story(lines, "beats") if part.event_count is not None]
    ends = [end for end in ends if isinstance(views[end - 1], LeaveView)]

    assert len(ends) > 3
    for end in ends[:3]:
        moves = [view for view in views[:end] if isinstance(view, ElementView) and view.list == "ships"]
        sheet_lines = [line for group in moment_at(session, end - 1).sheet for line in group.lines]
        afloat = [value for line in sheet_lines if line.title == SHIPS for value in line.values]

        assert moves
        assert len(afloat) == sum(1 if move.joins else -1 for move in moves)


def marked(title: str = "", name: str = "m") -> EnterView:
    """A procedure begins with which a beat ends."""
    return EnterView(kind="procedure", name=name, title=title, arguments=(), beat=True)


def left(name: str = "m") -> LeaveView:
    return LeaveView(kind="procedure", name=name)


def beats_of(*views: View) -> list[int]:
    return [line.beat for line in story_lines(views)]


def test_a_beat_ends_where_something_was_told_in_it():
    assert beats_of(SAID, marked(), LAMP, left(), SAID) == [0, 0, 4]


def test_no_beat_ends_where_nothing_was_told_in_it():
    assert beats_of(LAMP, marked(), left(), SAID) == [0, 0]


def test_what_is_buffered_at_the_end_of_a_beat_is_told_in_it():
    assert beats_of(marked(), joins("Trawler"), left(), joins("Packet")) == [0, 3]


def test_a_beat_inside_another_ends_it_once():
    assert beats_of(marked(name="a"), marked(name="b"), SAID, left("b"), left("a"), LAMP) == [0, 5]


def test_a_beat_that_is_left_from_deep_inside_ends():
    assert beats_of(marked(name="a"), entered("", "b"), SAID, left("a"), LAMP) == [0, 4]


def test_the_state_at_a_heading_ends_with_the_scope_of_the_last_line(night):
    session, views, lines = night
    earlier = []
    for at, (line, following) in enumerate(pairwise(lines)):
        if following.kind == "heading" and following.beat == line.beat:
            count = unwrap(
                count_events_of_state(SessionStory(session), StoryPart(tuple(lines[: at + 1]), following.event))
            )
            assert line.event < count <= following.event
            earlier += [(line.event + 1, count - 1)] if count < following.event else []

    assert earlier
    for after, end in earlier:
        assert isinstance(views[end], LeaveView)
        assert [*scopes_closed(views[after : end + 1])] == [views[end]]


def scopes_closed(views):
    """The ends of scopes that were open before these events."""
    begun = []
    for view in views:
        if isinstance(view, EnterView):
            begun.append(view.name)
        elif isinstance(view, LeaveView):
            if view.name in begun:
                begun.remove(view.name)
            else:
                yield view


def test_the_state_before_a_throw_in_the_same_scope_is_the_one_in_which_it_falls(night):
    session, _, lines = night
    parts = divide_story(lines, "throws")
    same = [part for part in parts if part.beat_end is None and part.event_count is not None]

    assert same
    assert any(count_events_of_state(SessionStory(session), part) == part.event_count for part in same)


def test_the_state_at_the_end_of_a_beat_is_the_one_there(night):
    session, _, lines = night
    ends = [part for part in divide_story(lines, "beats") if part.beat_end is not None]

    assert ends
    assert all(count_events_of_state(SessionStory(session), part) == part.event_count for part in ends)


def test_beside_the_last_part_the_present_state_stands(night):
    session, _, lines = night
    assert count_events_of_state(SessionStory(session), divide_story(lines, "beats")[-1]) is None
