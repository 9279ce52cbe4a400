"""A story at a terminal: held at each stop of the pace, with what is at stake below it."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from bombsight.cli.play import paging, story_pager
from bombsight.cli.play.story_pager import StoryPager, note_no_stop
from bombsight.dsl.dice import Dice
from bombsight.service.present.beats import StoryPart
from bombsight.service.present.story import StoryLine
from bombsight.service.present.view import WantedDice
from tests.narrowing import output_of

AT_STAKE = WantedDice("Reef", "", Dice(1, 6), leads=(("1 to 3", "wrecked"), ("4 to 6", "safe")))


def throw(event, beat=0):
    return StoryLine(kind="roll", text=f"Reef {event}", dice="3", result="safe", event=event, beat=beat)


STORY = [throw(1), throw(3), throw(9, 5), throw(12, 10)]
"""Four throws in three beats."""


@pytest.fixture
def pager(monkeypatch):
    """A pager at a terminal where somebody types these lines at its stops, and what he types besides is noted."""

    def sit(*typed, pace="beats", goes_on=True):
        left, handled = [*typed], []

        def handle(text, part):
            handled.append((text, part.event_count))
            return goes_on

        monkeypatch.setattr(paging, "is_interactive", lambda: True)
        monkeypatch.setattr("builtins.input", lambda: left.pop(0))
        out = Console(file=io.StringIO(), force_terminal=True, width=80, height=24, color_system=None)
        return StoryPager(out, pace, lambda event: AT_STAKE, lambda lines: lines, handle, note_no_stop), handled

    return sit


def shown_throws(pager):
    """The throws that are printed, by their number, and a bar for each stop."""
    found = re.findall(r"──|Reef \d+", output_of(pager.out))
    return ["|" if each == "──" else each.removeprefix("Reef ") for each in found]


def test_each_beat_is_held_until_a_key(pager):
    sitting, _ = pager("", "")

    assert sitting.show(STORY, 80, 4)
    assert shown_throws(sitting) == ["1", "3", "|", "9", "|", "12"]


def test_throw_by_throw_each_waits_with_what_is_at_stake(pager):
    sitting, _ = pager("", "", "", pace="throws")

    assert sitting.show(STORY, 80, 4)
    assert shown_throws(sitting) == ["1", "|", "3", "|", "9", "|", "12"]
    assert output_of(sitting.out).count("1d6 for Reef: 1 to 3 → wrecked, 4 to 6 → safe") == 3


def test_straight_on_nothing_is_held(pager):
    sitting, _ = pager(pace="straight")

    assert sitting.show(STORY, 80, 4)
    assert "|" not in shown_throws(sitting)


def test_who_skips_sees_the_rest_straight_on(pager):
    sitting, _ = pager("s")

    assert sitting.show(STORY, 80, 4)
    assert shown_throws(sitting) == ["1", "3", "|", "9", "12"]


def test_who_goes_back_sees_the_beat_before_again(pager):
    sitting, _ = pager("", "b", "", "")

    assert sitting.show(STORY, 80, 4)
    assert shown_throws(sitting) == ["1", "3", "|", "9", "|", "1", "3", "|", "9", "|", "12"]


def test_a_command_at_a_stop_speaks_of_the_state_as_it_was_there(pager):
    sitting, handled = pager("state", "", "")

    assert sitting.show(STORY, 80, 4)
    assert handled == [("state", 5)]


def test_a_command_that_changes_the_game_ends_the_telling(pager):
    sitting, _ = pager("undo", goes_on=False)

    assert not sitting.show(STORY, 80, 4)
    assert shown_throws(sitting) == ["1", "3", "|"]


def test_another_pace_counts_at_once(pager):
    sitting, _ = pager("pace straight")

    def hurry(typed: str, part: StoryPart) -> bool:
        sitting.pace = "straight"
        return True

    sitting.handle_typed = hurry

    assert sitting.show(STORY, 80, 4)
    assert shown_throws(sitting) == ["1", "3", "|", "9", "12"]


def test_a_pipe_is_never_held(capsys):
    out = Console(file=io.StringIO(), width=80, height=24)

    pager = StoryPager(
        out, "throws", lambda event: AT_STAKE, lambda lines: lines, lambda typed, part: True, note_no_stop
    )
    assert pager.show(STORY, 80, 4)
    assert "──" not in output_of(out)


def test_keys_for_a_stop_are_dropped_before_an_answer_is_read(pager, monkeypatch):
    drops, waiting = [], [True, True, False]
    monkeypatch.setattr(story_pager, "is_interactive", lambda: True)
    monkeypatch.setattr(story_pager, "sleep", lambda seconds: None)
    monkeypatch.setattr(story_pager, "drop_typed_ahead", lambda: drops.append(1))
    monkeypatch.setattr(story_pager, "has_line_waiting", lambda: waiting.pop(0))
    sitting, _ = pager("", "")

    sitting.drop_keys_of_stop()
    assert not drops  # no stop yet: what is typed ahead at a question answers the next
    sitting.show(STORY, 80, 4)
    sitting.drop_keys_of_stop()
    assert len(drops) == 3
    sitting.drop_keys_of_stop()
    assert len(drops) == 3


def test_a_command_prints_the_part_above_it_once(pager):
    sitting, handled = pager("state", "why", "", "")

    assert sitting.show(STORY, 80, 4)
    assert [text for text, _ in handled] == ["state", "why"]
    assert shown_throws(sitting) == ["1", "3", "|", "|", "|", "9", "|", "12"]


def test_u_goes_back_a_part_and_at_the_first_takes_the_answer_back(pager):
    sitting, handled = pager("", "u", "u", goes_on=False)

    assert not sitting.show(STORY, 80, 4)
    assert [text for text, _ in handled] == ["undo"]
