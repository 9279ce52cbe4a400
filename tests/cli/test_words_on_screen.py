"""Words typed on the whole screen, where letters are keys: an answer is typed, and nothing is undone by a letter."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from textual.widgets import Input

import bombsight
from bombsight.cli.screen.pages import Page
from bombsight.cli.screen.typed_words import RUN_SECONDS, TypedWord, word_for_line
from tests.cli.seated import WIDE, enter, seated, text
from tests.marking import slow_but

TABLES = ("Mutiny", "Weather", "Sun", "Unload", "Crew mood", "Squid")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that asks which of some tables is wanted."""
    for title in TABLES:
        (tmp_path / f"{title}.csv").write_text(f"d2,{title}\n1-2,{title} fell\n")
    return bombsight.new_from_tables("wood", [tmp_path / f"{t}.csv" for t in TABLES], tmp_path / "wood").folder


@pytest.mark.parametrize("size", [(80, 24), WIDE])
@pytest.mark.parametrize(
    "typed", slow_but(["mutiny", "sun", "unload", "squid", "Weather", "crew mood"], "unload", "crew mood")
)
def test_a_typed_answer_is_given_and_undoes_nothing(game, size, typed):
    async def work(pilot, app, play):
        await enter(pilot, "1", "enter")
        before = play.session.event_count
        await enter(pilot, *("space" if letter == " " else letter for letter in typed))
        assert app.query_one("#line", Input).value == typed
        await enter(pilot, "enter")
        assert play.session.event_count > before
        assert f"{typed.capitalize()} fell" in text(app)

    seated(work, game=game, size=size)


def test_a_letter_alone_is_a_key(game):
    async def work(pilot, app, play):
        await enter(pilot, "1", "enter")
        await enter(pilot, "l")
        assert isinstance(app.screen, Page)
        await enter(pilot, "escape", "backspace")
        assert "Taken back" in text(app)

    seated(work, game=game)


@pytest.mark.parametrize(
    ("letters", "word"),
    [
        ("m", "m"),
        ("u", "u"),
        ("s", None),
        ("sq", "sq"),
        ("S", "S"),
        ("x", None),
        ("w", None),
        ("wh", "wh"),
        ("e", None),
        ("", None),
    ],
)
def test_what_goes_into_the_line(letters, word):
    assert word_for_line(letters, TABLES, ["why", "undo all"]) == word


def test_undo_is_a_key_where_no_answer_begins_with_its_letter():
    assert word_for_line("u", ["Mutiny"], ["undo all"]) is None


def test_letters_belong_together_if_they_follow_quickly():
    word = TypedWord()
    assert [word.add(*key) for key in [("s", 10), ("u", 10.1), ("n", 10.2 + RUN_SECONDS), ("4", 11), ("a", 11)]] == [
        "s",
        "su",
        "n",
        "",
        "a",
    ]
