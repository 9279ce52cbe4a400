"""In lines: `at N`, `board` with what has changed, and the card of `why` with what counted."""

from __future__ import annotations

import pytest

from tests.examples import LIGHTHOUSE

PLAY = ("play", LIGHTHOUSE, "--seed", "5", "--plain", "--ask", "all")


@pytest.fixture
def print_after(shell):
    """What is printed when something is typed after some answers."""

    def ask(*typed: str) -> str:
        lines = "".join(f"{each}\n" for each in ("", "", "", "", *typed, "quit"))
        called = shell.call(*PLAY, input=lines)
        return called.stdout + called.stderr

    return ask


def test_at_draws_the_boards_of_a_past_beat_with_what_had_changed(print_after):
    shown = print_after("at 3")
    assert "Beat " in shown
    assert "Round the head" in shown.partition("Beat ")[2]


def test_at_names_how_many_throws_there_were(print_after):
    shown = print_after("at 999")
    assert "there is no throw 999" in shown
    assert "1 is the last" in shown


def test_at_without_a_number_is_no_command(print_after):
    assert "Beat " not in print_after("at sea")


def test_why_shows_the_card_with_the_row_and_the_modifiers_that_counted(print_after):
    card = print_after("why weather").rpartition("╭")[2]
    marked = [line for line in card.splitlines() if "▸" in line and line.startswith("│")]
    assert len(marked) == 2
    assert "..6" in marked[0]
    assert "worse" in marked[1]
    assert "7..8" in card


def test_board_marks_what_has_changed_since_the_last_decision(print_after):
    sea = print_after("board").rpartition("The sea")[2]
    assert "4»Trawler" in sea
    assert "3 from the south rocks" in sea
