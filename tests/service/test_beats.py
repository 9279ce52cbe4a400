"""Division of a story into the parts that are shown at once, at each pace."""

import pytest

from bombsight.service.present.beats import PACES, divide_story
from bombsight.service.present.story import StoryLine


def heading(event, beat=0, depth=0):
    return StoryLine(kind="heading", names=("A watch",), depth=depth, event=event, beat=beat)


def throw(event, beat=0, reason=""):
    return StoryLine(kind="roll", text="Reef", dice="3", result="safe", reason=reason, event=event, beat=beat)


def news(event, beat=0, tone=""):
    return StoryLine(kind="news", text="A light.", tone=tone, event=event, beat=beat)


def sizes(parts):
    return [len(part.lines) for part in parts]


@pytest.mark.parametrize("pace", PACES)
def test_a_divided_story_has_the_lines_of_the_story(pace):
    lines = [heading(0), throw(1), news(3, tone="bad"), throw(4), news(6), heading(9, 9), throw(10, 9), news(11, 9)]

    assert [line for part in divide_story(lines, pace) for line in part.lines] == lines


def test_straight_on_nothing_stops():
    assert sizes(divide_story([throw(1), news(2, tone="bad"), throw(3, 3)], "straight")) == [3]


def test_beat_by_beat_the_story_stops_where_a_beat_ends_with_the_state_as_it_was_there():
    first, last = divide_story([throw(1), news(2), throw(9, 5), news(10, 5)], "beats")

    assert (len(first.lines), first.event_count, first.next_throw) == (2, 5, 9)
    assert (len(last.lines), last.event_count, last.next_throw) == (2, None, None)


def test_a_beat_of_headings_alone_is_no_stop():
    assert sizes(divide_story([heading(0), heading(4, 3), throw(5, 3)], "beats")) == [3]


def test_beat_by_beat_bad_news_holds_before_the_next_throw():
    lines = [throw(1), news(2, tone="bad"), news(3, tone="bad"), throw(4), news(5, tone="good"), throw(6)]

    assert sizes(divide_story(lines, "beats")) == [3, 3]


def test_bad_news_holds_before_the_next_heading():
    assert sizes(divide_story([throw(1), news(2, tone="bad"), heading(3), throw(4)], "throws")) == [2, 2]


def test_a_long_part_ends_at_the_next_heading():
    lines = [*(throw(event) for event in range(40)), heading(40), throw(41)]

    assert sizes(divide_story(lines, "beats")) == [40, 2]


def test_a_long_part_ends_at_the_last_of_its_outermost_headings():
    wide, narrow = [[heading(0, depth=depth), *(throw(event) for event in range(1, 9))] for depth in (1, 3)]

    assert sizes(divide_story([*wide, *narrow, *wide, *narrow, *wide], "beats")) == [18, 18, 9]


def test_a_part_that_fits_a_screen_is_whole():
    lines = [
        heading(0),
        *(throw(event) for event in range(10)),
        heading(10),
        *(throw(event) for event in range(11, 20)),
    ]

    assert sizes(divide_story(lines, "beats")) == [21]


@pytest.mark.parametrize("pace", ["throws", "beats"])
def test_a_long_part_is_not_divided_behind_its_last_news(pace):
    lines = [news(event) for event in range(40)]

    assert sizes(divide_story([*lines, heading(40)], pace)) == [41]


def test_throw_by_throw_the_story_stops_before_each_throw_of_dice():
    parts = divide_story([heading(0), throw(1), news(2), throw(5), throw(7, reason="no gale"), news(8)], "throws")

    assert sizes(parts) == [3, 3]
    assert (parts[0].event_count, parts[0].next_throw) == (5, 5)


def test_throw_by_throw_the_story_stops_where_a_beat_ends_without_a_throw():
    assert sizes(divide_story([throw(1), news(2), news(5, 4)], "throws")) == [2, 1]


def test_an_empty_story_has_one_empty_part():
    assert sizes(divide_story([], "beats")) == [0]
