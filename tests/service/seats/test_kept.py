"""What is kept of a table beside its save, as somebody may have changed it: it has to fit the game, and together."""

from __future__ import annotations

import json

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.play.start import table_path
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.hosting.table_record import read_table
from tests.service.seats.table import RULES, new_table, people_at, play_on

SHARE = "ab" * 32
MOVE = {"seat": "keeper", "answered": {"number": 0, "names": []}}


@pytest.fixture
def left(tmp_path):
    """The save of a table that was left while an answer's dice waited for a share."""
    table = new_table(tmp_path)
    keeper, smuggler = people_at(table, tmp_path)
    play_on(keeper, smuggler, most=1)
    keeper.answer()
    table.hall.close()
    return table.save


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"own": "pirate"}, "another game's table"),
        ({"own": ""}, "another game's table"),
        ({"given_up": "pirate"}, "another game's table"),
        ({"void": "pirate"}, "another game's table"),
        ({"anchors": {"pirate": SHARE}}, "another game's table"),
        ({"roots": {"pirate": SHARE}}, "another game's table"),
        ({"moves": [{"seat": "pirate", "answered": {"number": 0, "names": []}}]}, "another game's table"),
        ({"asked_undo": {"number": 1, "seat": "pirate"}}, "another game's table"),
        ({"carried_out": 1}, "does not fit together"),
        ({"anchors": {}}, "does not fit together"),
        ({"shares": {}}, "does not fit together"),
        ({"shares": {"keeper": SHARE}}, "does not fit together"),
        ({"has_begun": False}, "does not fit together"),
        ({"moves": [MOVE, MOVE]}, "does not hold the moves"),
        ({"pending": {"seat": "", "answered": None, "shares": {}}}, "does not fit together"),
        ({"anchors": {"smuggler": "ab"}}, "this is not what is kept of a table"),
        ({"roots": {"smuggler": "ab"}}, "this is not what is kept of a table"),
        ({"protocol": 3}, "this is not what is kept of a table"),
        ({"port": 65536}, "this is not what is kept of a table"),
        ({"have": {"smuggler": -1}}, "this is not what is kept of a table"),
    ],
)
def test_what_is_kept_fits_the_game_and_together(left, more, said):
    path = table_path(left)
    path.write_text(json.dumps(json.loads(path.read_text()) | more))
    with pytest.raises(InputError, match=said):
        resume_table(left, RULES)


def test_a_seat_that_has_heard_nothing_yet_fits(left):
    path = table_path(left)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"have": {"smuggler": 0}}))
    assert read_table(left).have == {"smuggler": 0}


def test_a_table_that_was_left_is_taken_up_as_it_was(left):
    before = read_table(left)
    table = resume_table(left, RULES)
    assert table.game.table == before
    assert table.game.awaited_seats == ("smuggler",)
    table.hall.close()
