"""Answers to a group of questions, as indices of options, and when two questions are equal."""

from __future__ import annotations

from bombsight.boundary.errors import InputError, clip
from bombsight.runtime.run.policies import Question
from bombsight.service.present.joint_questions import Matrix, RepeatedQuestion
from bombsight.service.seats.visibility.seats import seat_of_question


def question_key(question: Question) -> tuple[object, ...]:
    """Return a key that is equal for equal questions: wording, options in their order, and advice."""
    options = [(each.name, each.title, each.beside) for each in question.options]
    return (
        question.id,
        question.prompt,
        seat_of_question(question),
        question.optional,
        options,
        question.preferred,
        question.remarks,
        question.routine,
    )


def matrix_answer_indices(group: Matrix, names: tuple[str, ...]) -> list[int]:
    """Convert the names of answers, one for each row of a matrix of questions, to option indices.

    Raises:
        InputError: The number of answers is wrong, or a row does not offer its answer.
    """
    if len(names) != len(group.rows):
        raise InputError(f"{len(group.rows)} questions are put as one, and {len(names)} answers were given")
    return [answer_index(row, name) for row, name in zip(group.rows, names, strict=True)]


def repeated_answer_indices(group: RepeatedQuestion, names: tuple[str, ...]) -> list[int]:
    """Convert the names of answers to a repeated question to option indices.

    Raises:
        InputError: There are too many, too few or equal names, or one is not offered.
    """
    if not group.least <= len(names) <= group.most or len({*names}) < len(names):
        raise InputError(f"choose {group.least} to {group.most} different ones")
    return [answer_index(group.question, name) for name in names]


def answer_index(question: Question, name: str) -> int:
    """Return the option index of the answer with a name; -1 for the answer ``none``.

    Raises:
        InputError: It is not offered.
    """
    if name == "none" and question.optional:
        return -1
    index = next((place for place, option in enumerate(question.options) if option.name == name), None)
    if index is None:
        raise InputError(f"{clip(repr(name))} is not offered")
    return index
