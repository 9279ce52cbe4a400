"""The automatic answers of a revealed game, repeated where the rules allow them."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.records import Answer, Why
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.verification.faults import VerificationFault


class ReplayQuestionFilter(QuestionFilter):
    """A question filter that repeats recorded automatic answers, if the rules allow them."""

    def __init__(self, play: Play, answers: Sequence[Answer], levels: frozenset[Level]) -> None:
        """Create the filter of a seat from all revealed answers and the levels that the seat may have had."""
        super().__init__(play)
        self.answers = answers
        self.levels = levels

    def automatic_answer(self, question: Question) -> tuple[int, Why] | None:
        """Return the recorded automatic answer to a question; None if a person answered it.

        Raises:
            VerificationFault: The rules leave that question to a person.
        """
        number = sum(isinstance(record, Answer) for record in self.play.session.records)
        if number >= len(self.answers) or self.answers[number].why != "routine":
            return None
        level = self.level
        try:
            for each in self.levels:
                self.level = each
                if (routine_answer := self.answer_by_orders(question)) is not None:
                    return routine_answer
        finally:
            self.level = level
        raise VerificationFault(f"answer {number + 1} was given without asking, and the rules ask it")
