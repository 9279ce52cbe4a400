"""Bookmarks: how far the player has been shown the story of a save that he left in the middle of it."""

from __future__ import annotations

import json

import pytest

from bombsight.runtime.saves.reader import read_save
from bombsight.service.common.user_folders import bookmarks_file
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.saves.bookmarks import MAX_BOOKMARKS, Bookmark, find_bookmark, read_bookmarks, store_bookmarks
from bombsight.service.saves.listing import IN_ITS_STORY, summarize_save
from bombsight.service.saves.records import record_of_save
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """No bookmarks of other tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def finished(tmp_path):
    """The save of a finished game, whose player was shown its first forty events."""
    save = tmp_path / "left.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save), "random") as play:
        play.view()
        Bookmark(play.session).move(40)
    return save


def bookmark_of(save):
    saved = read_save(str(save))
    return find_bookmark(saved.header, saved.records)


def test_a_save_keeps_its_bookmark_when_the_game_is_closed(finished):
    assert bookmark_of(finished) == 40


def test_going_back_moves_no_bookmark_back(finished):
    with resume_game(finished) as play:
        Bookmark.find(play.session).move(20)
    assert bookmark_of(finished) == 40


def test_a_story_shown_to_its_end_needs_no_bookmark(finished):
    with resume_game(finished) as play:
        bookmark = Bookmark.find(play.session)
        assert bookmark.event_count == 40
        bookmark.remove()
    assert bookmark_of(finished) is None
    assert read_bookmarks() == {}


def test_a_save_that_was_played_on_elsewhere_has_no_bookmark(tmp_path):
    save = tmp_path / "on.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=save)) as play:
        question = unwrap(play.question)
        Bookmark(play.session).move(5)
        play.answer(question.options[0].name)
    assert bookmark_of(save) is None


def test_a_game_without_a_save_has_no_bookmark():
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3)) as play:
        play.view()
        Bookmark(play.session).move(5)
    assert read_bookmarks() == {}


def test_the_list_and_the_record_of_saves_tell_nothing_past_the_bookmark(finished):
    summary = summarize_save(finished)
    assert (summary.is_over, summary.where) == (False, IN_ITS_STORY)
    standing = record_of_save(finished).standing
    assert (standing.is_over, standing.outcome, standing.tallies) == (False, "", ())
    assert standing.where


@pytest.mark.parametrize("content", ["", "[]", '{"a": "b"}', '{"a": -1}', "[" * 5000, '{"a": true}'])
def test_a_damaged_file_counts_as_one_without_bookmarks(finished, content):
    bookmarks_file().write_text(content)
    assert bookmark_of(finished) is None


def test_only_the_last_bookmarks_are_kept(finished):
    store_bookmarks({str(number): number for number in range(MAX_BOOKMARKS + 5)})
    assert next(iter(json.loads(bookmarks_file().read_text()))) == "5"
