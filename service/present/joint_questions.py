"""Questions that are put as one: a table of who does what, or several of the same.

Which questions follow is found by playing on aside, from the dice and answers so far: nothing of it reaches the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION, Question, make_question
from bombsight.runtime.run.rerun import TargetReached, rerun
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.runtime.session.session import Session
from bombsight.service.present.answer_parsing import has_many_numbers, is_number_choice

MAX_JOINT_QUESTIONS = 60
"""Questions that are put as one at most."""

NUMBER_PATTERN = re.compile(r"\d+")

NUMBER_SIGN = " #"
"""Stands before the number of what is alike."""


@frozen
class Matrix:
    """Questions one after the other, each a row; what can be answered to any of them are the columns.

    Attributes:
        title: What they are asked as one under.
        rows: The questions, in the order in which they are asked; two at least.
        labels: What tells each from the others.
        asks: What is asked of all of them; empty where their prompts have nothing in common.
        columns: What is offered in any of them, each once.
    """

    title: str
    rows: tuple[Question, ...]
    labels: tuple[str, ...]
    asks: str
    columns: tuple[Option, ...]

    @property
    def optional(self) -> bool:
        """Whether any of them may be answered with none."""
        return any(row.optional for row in self.rows)

    def index(self, row: int, column: int) -> int | None:
        """The answer to a row's question that a column stands for; None where it is not offered.

        Args:
            row: The row's place.
            column: The column's place; -1 for none.
        """
        question = self.rows[row]
        if column == NO_OPTION:
            return NO_OPTION if question.optional else None
        name = self.columns[column].name
        return next((place for place, option in enumerate(question.options) if option.name == name), None)


@frozen
class RepeatedQuestion:
    """The same question again and again, what was chosen left out, until none is answered or there is no more.

    Attributes:
        title: What it is asked as one under.
        question: The first of them.
        most: How many may be chosen.
        preferred: What the autopilot would choose, by its places among the options.
    """

    title: str
    question: Question
    most: int
    preferred: tuple[int, ...]

    @property
    def least(self) -> int:
        """How many must be chosen."""
        return 0 if self.question.optional else self.most


QuestionGroup = Matrix | RepeatedQuestion

Answerer = Callable[[Question], int | None]
"""Answers a question of those that follow; None where the next is none of them."""


def look_ahead(session: Session, answer: Answerer) -> list[Question]:
    """The open question and those that follow it, without dice between, as long as they are answered.

    Args:
        session: The game, at a question. It stays as it is.
        answer: Answers them.
    """
    describer = session.describer.for_another_state()
    questions: list[Question] = []

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        next_question = make_question(describer, site, options, score, values)
        index = answer(next_question) if len(questions) < MAX_JOINT_QUESTIONS else None
        if index is None:
            raise TargetReached
        questions.append(next_question)
        return index

    def roll(site: int, dice: Dice) -> int:
        raise TargetReached

    callbacks = ScriptedCallbacks(tuple(session.script), roll, ask)
    machine = session.load(session.program, callbacks.roll, callbacks.ask)
    machine.hook_missions(session.checkpoints.mission_hook(machine, callbacks))
    describer.slots = machine.slots
    rerun(machine, session.entry, session.header.args)
    return questions


def is_grouped_with(question: Question, first: Question) -> bool:
    """Whether a question is put as one with another: what is grave stands alone, and so do many numbers."""
    is_one = question.together == first.together != "" and (question.by, question.seat) == (first.by, first.seat)
    return is_one and not (question.offer or question.is_grave or has_many_numbers(question.options))


def find_group(
    session: Session, first: Question, automatic_answer: Callable[[Question], int | None]
) -> QuestionGroup | None:
    """What the open question is put as one with; None where it is put alone.

    Args:
        session: The game, at the question.
        first: The question.
        automatic_answer: The answer that is given to a question without asking; None where it is asked.
    """
    if not is_grouped_with(first, first):
        return None
    rows, second = find_rows(session, first, automatic_answer)
    remaining = [place for place, _ in enumerate(first.options) if place != first.preferred]
    # To play on aside is to play all of it again: whether others follow is seen by the way, where one was chosen.
    is_seen = first.preferred != NO_OPTION
    if not is_seen or (second is not None and is_repeat_of(second, first, remaining)):
        several = find_repeated_question(session, first)
        if several is not None:
            return several if several.most > 1 else None
    return make_matrix(rows) if len(rows) > 1 else None


def find_rows(
    session: Session, first: Question, automatic_answer: Callable[[Question], int | None]
) -> tuple[list[Question], Question | None]:
    """The questions that are asked of the player from the open one on, as long as they belong to it.

    Returns:
        They, and the one behind the first, whether it is asked or not; None where it does not belong to it.
    """
    rows: list[Question] = []
    followers: list[Question] = []

    def answer(question: Question) -> int | None:
        if not is_grouped_with(question, first):
            return None
        automatic_index = automatic_answer(question) if rows else None
        if rows:
            followers.append(question)
        if automatic_index is None:
            rows.append(question)
        return question.preferred if automatic_index is None else automatic_index

    look_ahead(session, answer)
    return rows, next(iter(followers), None)


def find_repeated_question(session: Session, first: Question) -> RepeatedQuestion | None:
    """The same question again and again; None where others follow, or none."""
    chosen_places: list[int] = []
    remaining = [*range(len(first.options))]

    def answer(question: Question) -> int | None:
        if not is_grouped_with(question, first) or not is_repeat_of(question, first, remaining):
            return None
        chosen_places.append(remaining.pop(max(0, question.preferred)))
        return max(0, question.preferred)

    count = len(look_ahead(session, answer))
    if count < 2:
        return None
    preferred: list[int] = []
    remaining = [*range(len(first.options))]

    def prefer(question: Question) -> int | None:
        if (
            question.preferred == NO_OPTION
            or not is_grouped_with(question, first)
            or not is_repeat_of(question, first, remaining)
        ):
            return None
        preferred.append(remaining.pop(question.preferred))
        return question.preferred

    look_ahead(session, prefer)
    return RepeatedQuestion(first.together, first, count, tuple(preferred))


def is_repeat_of(question: Question, first: Question, remaining: Sequence[int]) -> bool:
    """Whether a question is another asked again, but for numbers in it, and offers what is left of its options."""
    return (question.id, strip_numbers(question.prompt)) == (first.id, strip_numbers(first.prompt)) and [
        base_option_name(option) for option in question.options
    ] == [base_option_name(first.options[place]) for place in remaining]


def is_same_question(question: Question, shown_question: Question) -> bool:
    """Whether a question is the one that was shown, but for numbers in it, and offers what that did."""
    return (
        is_repeat_of(question, shown_question, range(len(shown_question.options)))
        and question.optional == shown_question.optional
    )


def strip_numbers(prompt: str) -> str:
    """A prompt without its numbers."""
    return NUMBER_PATTERN.sub("", prompt)


def base_option_name(option: Option) -> str:
    """An option's name without its number among its likes: that changes when one before it is chosen."""
    return option.name.partition(NUMBER_SIGN)[0]


def make_matrix(rows: Sequence[Question]) -> Matrix:
    """A matrix of these questions."""
    labels, asks = split_common_prompt([row.prompt for row in rows])
    return Matrix(rows[0].together, tuple(rows), tuple(labels), asks, tuple(matrix_columns(rows)))


def matrix_columns(rows: Sequence[Question]) -> list[Option]:
    """What is offered in any of these questions, each once, in the order in which they offer it; numbers by size."""
    columns: list[Option] = []
    names: list[str] = []
    for row in rows:
        at = 0
        for option in row.options:
            if option.name not in names:
                columns.insert(at, option)
                names.insert(at, option.name)
            at = names.index(option.name) + 1
    return sorted(columns, key=lambda column: int(column.name)) if is_number_choice(columns) else columns


def split_common_prompt(prompts: Sequence[str]) -> tuple[list[str], str]:
    """What differs in some prompts, and what they have in common behind or before a colon: ``X: fire at``."""
    tails = {prompt.rpartition(": ")[2] for prompt in prompts}
    if len(tails) == 1 and all(": " in prompt for prompt in prompts):
        return [prompt.rpartition(": ")[0] for prompt in prompts], tails.pop()
    heads = {prompt.partition(": ")[0] for prompt in prompts}
    if len(heads) == 1 and all(": " in prompt for prompt in prompts):
        return [prompt.partition(": ")[2] for prompt in prompts], heads.pop()
    return [*prompts], ""
