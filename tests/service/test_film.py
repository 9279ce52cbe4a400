"""A mission told again as a film."""

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.film import make_film, seconds_for
from tests.examples import LIGHTHOUSE


@pytest.fixture(scope="module")
def season():
    """The session of a season of several nights, played to its end by the autopilot."""
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(campaign=True, seed=5), "auto") as play:
        play.view()
        yield play.session


def test_the_film_of_a_mission_has_its_lines_and_no_others(season):
    films = [make_film(season, number) for number in (1, 2)]

    assert all(film.lines[0].kind == "chapter" for film in films[1:])
    last_of_first, first_of_second = films[0].lines[-1].event, films[1].lines[0].event
    assert last_of_first < first_of_second


def test_without_a_number_it_is_the_last_mission_that_ended(season):
    film, second = make_film(season), make_film(season, 2)

    assert film.lines[0].event > second.lines[0].event
    assert film.lines[-1].kind == "end"


def test_a_mission_that_is_not_in_the_save_is_refused(season):
    with pytest.raises(InputError, match="there is no mission 99 in this save"):
        make_film(season, 99)


def test_a_part_stands_as_long_as_it_takes_to_read():
    assert seconds_for(10, 1) > seconds_for(2, 1) > seconds_for(2, 4)
