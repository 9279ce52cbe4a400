"""The page of the odds that a table works out for a player's question."""

from __future__ import annotations

from collections.abc import Callable

from textual import work
from textual.worker import get_current_worker

from bombsight.boundary.errors import InputError
from bombsight.cli.screen.pages import ESTIMATOR_LOCK, OddsPage
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present.joint_questions import QuestionGroup


class SeatOddsPage(OddsPage):
    """A page of the odds of a question's answers, for which the table is asked once."""

    def __init__(self, question: Question, find_odds: Callable[[], Odds], group: QuestionGroup | None) -> None:
        """Make a page of a question's odds; ``find_odds`` asks the table, in a worker."""
        super().__init__(question, None, group)
        self.find_odds = find_odds

    @work(thread=True, exclusive=True)
    def play_runs(self) -> None:
        """Ask the table for the odds, and show them unless the page was closed meanwhile."""
        worker = get_current_worker()
        try:
            with ESTIMATOR_LOCK:
                odds = self.find_odds()
        except InputError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self.show_refusal, error)
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self.update_odds, odds)
