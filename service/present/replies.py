"""Answers to questions that are put as one, given one after the other."""

from __future__ import annotations

from typing import assert_never

from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present import sentences
from bombsight.service.present.commands import AnswerRows, AnswerSeveral

CHANGED_TEXT = sentences.CHANGED_QUESTIONS
"""What is said where a question that followed is another than it was shown to be."""


def answer_group(questions: QuestionFilter, answers: AnswerRows | AnswerSeveral) -> tuple[int, int]:
    """Answer questions that are put as one, until one of them is another than it was shown to be.

    Returns:
        How many were answered, and how many there were to answer.
    """
    match answers:
        case AnswerRows(matrix=matrix, indices=indices):
            return questions.answer_rows(matrix, indices), len(indices)
        case AnswerSeveral(several=several, places=places):
            return questions.answer_several(several, places), len(places)
        case _:
            assert_never(answers)
