"""Where the story of a mission waits for a key: few stops, none far from the last, and one for each man's fate."""

import pytest

from bench.questions import MAX_STRETCH, STOP, mission_numbers, play_mission
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.play.past_state import PastStates
from bombsight.service.play.session_story import SessionStory
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.play.story_source import count_events_of_state
from bombsight.service.present.beats import divide_story
from bombsight.service.present.story import Story
from bombsight.service.programs.prepare import program_for
from tests.marking import slow_but

SEEDS = (1, 2)


@pytest.mark.parametrize(
    ("game", "fewest", "most"),
    slow_but(
        [
            ("b17", 10, 30),
            ("b29_korea", 20, 38),
            ("amerika_bomber", 10, 22),
            ("b17_leader", 2, 9),
            ("down_in_flames", 6, 14),
            ("b17_miniatures", 11, 30),
        ],
        "b17_leader",
        "down_in_flames",
        "b17_miniatures",
    ),
)
def test_a_mission_stops_where_a_moment_ends(game, fewest, most):
    numbers = mission_numbers(program_for(request_for_game(game, Rules())))
    runs = [play_mission(game, numbers[seed % len(numbers)], seed) for seed in SEEDS]

    assert all(fewest <= run.stops <= most for run in runs)
    assert max(length for run in runs for length in run.stretches) <= MAX_STRETCH


def test_of_a_crew_that_jumps_each_man_is_seen():
    parts = "\n".join(play_mission("b17", 14, seed=77).text).split("Debriefing")[0].split(STOP)

    for fate, times in (("Shells: ", 4), ("is on fire", 1), ("is captured.", 7), ("is brought back", 3)):
        assert [part.count(fate) for part in parts if fate in part] == [1] * times


def test_the_head_at_a_stop_is_in_the_zone_that_was_read():
    with start_game("b17", Rules(), GameSetup(seed=4, mission=4), "auto") as play:
        play.view()
        session = play.session
        lines = Story(play.phrases).tell_all([*session.journal.views()])
        (part,) = (each for each in divide_story(lines, "beats") if each.event_count == 105)
        state_count = count_events_of_state(SessionStory(session), part)
        assert part.lines[-1].result == "Go on"
        assert state_count == 97
        past = PastStates.replay(session, [96, 104])
        zones = [[fact.title for fact in past.moment(event).facts if "Zone" in fact.title] for event in (96, 104)]
        assert zones == [["Zone 2 of 3"], ["Zone 3 of 3"]]


def test_what_is_lost_or_not_decided_stands_in_no_head():
    with start_game("b17", Rules(), GameSetup(seed=77, mission=14), "auto") as play:
        play.view()
        assert next(fact.title for fact in play.facts() if fact.is_bad) == "She is lost"
        assert not any("Zone" in fact.title or "Bombs" in fact.title for fact in play.facts())
    with start_game("amerika_bomber", Rules(), GameSetup(seed=1, mission=1)) as play:
        assert play.question is not None
        assert not any("Zone" in fact.title or "Endurance" in fact.title for fact in play.facts())
