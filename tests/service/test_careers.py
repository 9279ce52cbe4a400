"""What a career has come to, as tables."""

from __future__ import annotations

from pathlib import Path

from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.report.report_data import build_report
from bombsight.service.saves.careers import career_of

TOWBOAT = str(Path(__file__).parent / "towboat")


def test_who_is_at_no_place_that_there_is_by_the_boards_is_not_told(tmp_path):
    save = tmp_path / "day.save"
    with start_game(TOWBOAT, Rules(), GameSetup(seed=1, campaign=True, save=save), "auto") as play:
        play.view()
        (crew,) = career_of(play.session.describer).tables
    (told,) = (table for chapter in build_report(save).chapters if chapter.end for table in chapter.end.people)

    assert [(post, trips) for post, _, trips in crew.rows] == [("the Master", "1"), ("the Mate", "0")]
    assert told.rows == crew.rows
