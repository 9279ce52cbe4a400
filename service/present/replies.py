"""Application of joint answers: a group's answers given one after the other."""

from __future__ import annotations

from typing import assert_never

from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present import sentences
from bombsight.service.present.commands import AnswerRows, AnswerSeveral

CHANGED_TEXT = sentences.CHANGED_QUESTIONS
"""The notice that a following question differs from the one that was shown."""


def answer_group(questions: QuestionFilter, answers: AnswerRows | AnswerSeveral) -> tuple[int, int]:
    """Answer the questions of a group until one differs from what was shown; return the counts of answered and all.

    Returns:
        The number of answered questions, and the number of all.
    """
    match answers:
        case AnswerRows(matrix=matrix, indices=indices):
            return questions.answer_rows(matrix, indices), len(indices)
        case AnswerSeveral(several=several, places=places):
            return questions.answer_several(several, places), len(places)
        case _:
            assert_never(answers)
