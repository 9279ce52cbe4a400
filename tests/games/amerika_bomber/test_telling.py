"""What a sortie asks and tells: few questions, each with what decides, and a story that lacks nothing that hurts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import frozen

from bombsight.runtime.events.views import ChoiceView, RollView, SayView, View
from bombsight.runtime.run.policies import Question
from bombsight.runtime.session.session import Session, dice_source_of
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, make_header
from bombsight.service.programs.loaders import load
from tests.games.amerika_bomber.bench import program

SORTIES = 20
GRAVE = {
    "choice:consider_abort/order": {"abort"},
    "choice:down_on_land/way": {"jump"},
    "choice:down_at_sea/way": {"jump"},
}


@frozen
class Flown:
    """A sortie as a person met it: what was asked, and all that happened."""

    asked: Sequence[Question]
    views: Sequence[View]

    @property
    def decisions(self) -> int:
        """How often there was something to decide; what is asked together, with nothing thrown between, counts once."""
        questions = iter(self.asked)
        count, group = 0, ""
        for view in self.views:
            if isinstance(view, RollView):
                group = ""
            elif isinstance(view, ChoiceView):
                question = next(questions)
                assert question.id == view.id
                if not question.routine:
                    count += not group or group != question.together
                    group = question.together
        return count


@cache
def sorties() -> list[Flown]:
    """Sorties of all the year, with the autopilot's answers."""
    return [flown(1 + 48 * seed // SORTIES, seed) for seed in range(SORTIES)]


def flown(number: int, seed: int) -> Flown:
    rules = program()
    header = make_header(rules, GameSetup(mission=number, seed=seed), Rules(), None)
    session = Session(rules, header, dice_source_of(header), load=load)
    asked: list[Question] = []

    def answer(question: Question) -> int:
        asked.append(question)
        return question.preferred

    session.play(session.person_policy(answer))
    return Flown(asked, list(session.journal.views()))


def test_a_sortie_has_few_decisions():
    counts = [sortie.decisions for sortie in sorties()]
    assert sum(counts) <= 8 * SORTIES, counts
    assert sum(count <= 8 for count in counts) >= SORTIES * 3 // 4, counts


def test_the_news_of_a_sortie_is_short():
    assert max(sum(isinstance(view, SayView) for view in sortie.views) for sortie in sorties()) <= 150


def test_what_decides_stands_beside_every_question():
    for sortie in sorties():
        for question in sortie.asked:
            assert question.remarks or any(option.beside for option in question.options), question.id


def test_grave_answers_are_set_apart():
    for sortie in sorties():
        for question in sortie.asked:
            grave = {option.name for option in question.options if option.grave}
            assert grave == GRAVE.get(question.id, set()), question.id


def test_no_hit_goes_without_a_word():
    """Between a throw for where a hit falls and the next one something is said."""
    hits = 0
    for sortie in sorties():
        silent = False
        for view in sortie.views:
            if isinstance(view, RollView) and view.table == "B3":
                hits += 1
                assert not silent
                silent = True
            elif isinstance(view, SayView):
                silent = False
        assert not silent
    assert hits > SORTIES, "there are hits enough to tell of"
