"""Back and forth through a story: its beats, the state at each, where a line or a throw is, and how it is described."""

import pytest

import bombsight
from bombsight.service.play.history import History
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.session_story import SessionStory, find_open_headings
from bombsight.service.present.headings import Headings
from bombsight.service.present.story import Story
from tests.examples import LIGHTHOUSE


@pytest.fixture(scope="module")
def flown():
    """A season at its end."""
    with bombsight.open(LIGHTHOUSE, seed=5, campaign=True) as play:
        while (question := play.question) is not None:
            play.answer(question.options[question.preferred].name if question.preferred >= 0 else "none")
        yield play


@pytest.fixture
def history(flown):
    return History.divide(SessionStory(flown.session), Story(flown.phrases, outer=2).tell_all([*flown.events()]))


def test_the_beats_hold_every_line_and_each_leads_back_to_its_beat(history):
    lines = [line for part in history.parts for line in part.lines]
    assert history.end_of(history.last) == len(lines)
    for number in range(history.last + 1):
        first = history.end_of(number) - len(history.parts[number].lines)
        assert {history.find_beat(at) for at in range(first, history.end_of(number))} == {number}


def test_the_state_at_a_beat_is_that_of_a_replay_up_to_there(history, flown):
    for number in (0, history.last // 2, history.last - 1):
        assert history.moment(number) == moment_at(flown.session, history.event_count(number) - 1)
    assert history.moment(history.last) is None
    assert history.moment_before(0) is None


def test_what_has_changed_is_what_differs_from_the_beat_before(history):
    changed = [number for number in range(1, history.last) if history.changes(number)]
    assert changed
    for number in range(1, history.last):
        boards = history.boards(number)
        is_lit = any(place.is_changed for board in boards for place in board.places)
        assert is_lit <= (history.moment(number - 1).boards != history.moment(number).boards)


def test_an_event_is_in_the_beat_of_its_line_or_of_the_next_that_is_told(history, flown):
    for at, part in enumerate(history.parts):
        assert {history.find_beat_of_event(line.event) for line in part.lines} == {at}
    beats = [history.find_beat_of_event(event) for event in range(flown.session.event_count)]
    assert beats == sorted(beats)
    assert {*beats} == {*range(history.last + 1)}


def test_the_boards_at_a_throw_are_those_before_the_next_one(history, flown):
    throws = {line.number: line.event for part in history.parts for line in part.lines if line.number}
    for number in range(1, len(throws)):
        event, following = throws[number], throws[number + 1]
        until, beat = history.end_of_throw(event), history.find_beat_of_event(event)
        if history.find_beat_of_event(following) == beat:
            assert until == following
            boards = history.boards(beat, until=until)
            assert [board.name for board in boards] == [board.name for board in moment_at(flown.session, until).boards]
        else:
            assert until is None


def test_headings_found_from_the_end_are_those_that_were_followed_from_the_beginning(flown):
    headings, missions = Headings(), 0
    for count, view in enumerate(flown.events(), 1):
        headings.follow(view)
        missions += getattr(view, "name", "") == flown.session.program.mission.name and view.event == "enter"
        if count % 7 == 0:
            found = find_open_headings(flown.session, count)
            assert (found.open, found.mission) == (headings.open, missions)


def test_a_beat_says_where_it_stands(history):
    told = history.describe_beat(history.last - 1)
    assert told.startswith(f"Beat {history.last} of {history.last + 1}, mission ")
