"""`undo beat` in a mission: the answers of one moment of the story."""

from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present import commands
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.present.beats import find_beat_start
from bombsight.service.present.decisions import count_decisions_since, find_last_decision
from bombsight.service.present.undo import plan_undo


def test_undo_beat_takes_back_the_answers_of_the_beat_of_the_last_one():
    with start_game("b17", Rules(), GameSetup(mission=14, seed=77)) as play:
        for _ in range(12):
            play.answer(answer_name(play.question, play.question.preferred))
        session = play.session
        last = find_last_decision(session)
        start = find_beat_start(session, last)
        since = count_decisions_since(session, start)
        plan = plan_undo(play, commands.UndoBeat())

        assert 0 < start <= last
        assert plan.count == since
        assert 1 < since < 12
        play.undo(plan.count)
        assert find_last_decision(session) < start
