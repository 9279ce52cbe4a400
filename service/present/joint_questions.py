"""Groups of questions that are asked as one: a matrix of who does what, or a choice of several.

The questions that follow are found by a lookahead run from the dice and answers so far; it leaves the game as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.flat.sites import IN_PLAY, SaySite
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.describe import Option
from bombsight.runtime.machine import Event, Log
from bombsight.runtime.run.policies import NO_OPTION, Question, make_question
from bombsight.runtime.run.rerun import TargetReached, rerun
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.runtime.session.session import Session
from bombsight.service.present.answer_parsing import has_many_numbers
from bombsight.service.present.matrix_columns import matrix_columns

MAX_JOINT_QUESTIONS = 60
"""The maximum number of questions in a group."""

NUMBER_PATTERN = re.compile(r"\d+")

NUMBER_SIGN = " #"
"""The separator before the number of one of several equal options."""


@frozen
class Matrix:
    """Successive questions as the rows of a table; the columns are the options of any of them.

    Attributes:
        title: The title of the group.
        rows: The questions, in the order in which they are asked; two at least.
        labels: The part of each prompt that differs.
        asks: The common part of the prompts; may be empty.
        columns: The options of all rows, each once, in the order in which tables of them stand.
    """

    title: str
    rows: tuple[Question, ...]
    labels: tuple[str, ...]
    asks: str
    columns: tuple[Option, ...]

    @property
    def optional(self) -> bool:
        """Whether ``none`` is a valid answer to any of the rows."""
        return any(row.optional for row in self.rows)

    def option_index(self, row: int, column: int) -> int | None:
        """Map a column to the index of that option in a row's question; None if the row does not offer it.

        Args:
            row: The index of the row.
            column: The index of the column; -1 for none.
        """
        question = self.rows[row]
        if column == NO_OPTION:
            return NO_OPTION if question.optional else None
        name = self.columns[column].name
        return next((place for place, option in enumerate(question.options) if option.name == name), None)


@frozen
class RepeatedQuestion:
    """A question that is asked again with the remaining options, until the answer is ``none`` or no option remains.

    Attributes:
        title: The title of the group.
        question: The first question.
        most: How many options may be chosen.
        preferred: The autopilot's choices, as places among the options.
    """

    title: str
    question: Question
    most: int
    preferred: tuple[int, ...]

    @property
    def least(self) -> int:
        """The minimum number of options to choose: 0 if the answer may be ``none``, else ``most``."""
        return 0 if self.question.optional else self.most


QuestionGroup = Matrix | RepeatedQuestion

Answerer = Callable[[Question], int | None]
"""A callback that answers a question of a lookahead; None ends the lookahead."""


def look_ahead(session: Session, answer: Answerer, log: Log | None = None) -> list[Question]:
    """Run on from the open question, answering by a callback, and collect the questions up to the next dice.

    Args:
        session: The game, at a question. It stays as it is.
        answer: Answers each question; None ends the lookahead.
        log: Takes the events after the answers so far; None for no log.
    """
    describer = session.describer.for_another_state()
    questions: list[Question] = []

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback for questions: collect the question and answer it by ``answer``, or stop the lookahead.

        Args:
            site: The number of the choice's site.
            options: The options.
            score: The scores of the options.
            values: The values of the prompt.
        """
        next_question = make_question(describer, site, options, score, values)
        index = answer(next_question) if len(questions) < MAX_JOINT_QUESTIONS else None
        if index is None:
            raise TargetReached
        questions.append(next_question)
        return index

    def roll(site: int, dice: Dice) -> int:
        """Callback for dice: stop the lookahead, as dice cannot be foreseen."""
        raise TargetReached

    callbacks = ScriptedCallbacks(tuple(session.script), roll, ask, log)
    machine = session.load(session.program, callbacks.roll, callbacks.ask, callbacks.log if log else None)
    machine.hook_missions(session.checkpoints.mission_hook(machine, callbacks))
    describer.slots = machine.slots
    rerun(machine, session.entry, session.header.args)
    return questions


def is_grouped_with(question: Question, first: Question) -> bool:
    """Whether a question is in the group of the ``first``: same group name and player, reversible, few numbers."""
    is_one = question.together == first.together != "" and (question.by, question.seat) == (first.by, first.seat)
    return is_one and not (question.offer or question.is_grave or question.ends or has_many_numbers(question.options))


def find_group(
    session: Session, open_question: Question, automatic_answer: Callable[[Question], int | None]
) -> QuestionGroup | None:
    """Find the group of questions to ask together with the open question; None if that is asked alone."""
    if not is_grouped_with(open_question, open_question):
        return None
    rows, second = find_rows(session, open_question, automatic_answer)
    remaining = [place for place, _ in enumerate(open_question.options) if place != open_question.preferred]
    # A lookahead replays the whole game: the first one shows a repetition already, if the autopilot chose an option.
    is_seen = open_question.preferred != NO_OPTION
    if not is_seen or (second is not None and is_repeat_of(second, open_question, remaining)):
        several = find_repeated_question(session, open_question)
        if several is not None:
            return several if several.most > 1 else None
    return make_matrix(rows) if len(rows) > 1 else None


def find_rows(
    session: Session, open_question: Question, automatic_answer: Callable[[Question], int | None]
) -> tuple[list[Question], Question | None]:
    """Find the open question's group by lookahead: the questions that the player must answer, and the second of all.

    Behind news no question is asked with those before it: he sees first what has happened.

    Returns:
        The questions to ask, and the second question of the group, whether it is asked or not; None if there is none.
    """
    rows: list[Question] = []
    followers: list[Question] = []
    has_news = False

    def note(event: Event) -> None:
        """Callback for events: note whether the rules say something between two questions."""
        nonlocal has_news
        has_news = has_news or (bool(rows) and is_news(session.program, event))

    def answer(question: Question) -> int | None:
        """Callback of the lookahead: collect a group's question, return the autopilot's answer; None outside of it."""
        if not is_grouped_with(question, open_question):
            return None
        automatic_index = automatic_answer(question) if rows else None
        if rows:
            followers.append(question)
        if has_news:
            return None
        if automatic_index is None:
            rows.append(question)
        return question.preferred if automatic_index is None else automatic_index

    look_ahead(session, answer, note)
    return rows, next(iter(followers), None)


def is_news(program: Program, event: Event) -> bool:
    """Whether an event is a message of the rules that players read in play."""
    site = program.sites[event[0]] if event[0] >= 0 else None
    return isinstance(site, SaySite) and site.chronicle in IN_PLAY


def find_repeated_question(session: Session, open_question: Question) -> RepeatedQuestion | None:
    """Recognize that the open question is asked again with its remaining options; None for any other sequence."""
    chosen_places: list[int] = []
    remaining = [*range(len(open_question.options))]

    def answer(question: Question) -> int | None:
        """Callback of the lookahead: choose an option of each repetition, to count them; None ends the lookahead."""
        if not is_grouped_with(question, open_question) or not is_repeat_of(question, open_question, remaining):
            return None
        chosen_places.append(remaining.pop(max(0, question.preferred)))
        return max(0, question.preferred)

    count = len(look_ahead(session, answer))
    if count < 2:
        return None
    preferred: list[int] = []
    remaining = [*range(len(open_question.options))]

    def prefer(question: Question) -> int | None:
        """Callback of the lookahead: record and choose the autopilot's option of a repetition; None ends it."""
        if (
            question.preferred == NO_OPTION
            or not is_grouped_with(question, open_question)
            or not is_repeat_of(question, open_question, remaining)
        ):
            return None
        preferred.append(remaining.pop(question.preferred))
        return question.preferred

    look_ahead(session, prefer)
    return RepeatedQuestion(open_question.together, open_question, count, tuple(preferred))


def is_repeat_of(question: Question, first: Question, remaining: Sequence[int]) -> bool:
    """Whether a question repeats the ``first`` one with its ``remaining`` option indices; prompt numbers may differ."""
    return (question.id, strip_numbers(question.prompt)) == (first.id, strip_numbers(first.prompt)) and [
        base_option_name(option) for option in question.options
    ] == [base_option_name(first.options[place]) for place in remaining]


def is_same_question(question: Question, shown_question: Question) -> bool:
    """Whether a question equals the question shown before, apart from numbers in its prompt."""
    return (
        is_repeat_of(question, shown_question, range(len(shown_question.options)))
        and question.optional == shown_question.optional
    )


def strip_numbers(prompt: str) -> str:
    """Remove the digits from a prompt."""
    return NUMBER_PATTERN.sub("", prompt)


def base_option_name(option: Option) -> str:
    """Strip the number that tells equal options apart from an option's name: ``plank #2`` becomes ``plank``."""
    return option.name.partition(NUMBER_SIGN)[0]


def make_matrix(rows: Sequence[Question]) -> Matrix:
    """Make the matrix of successive questions: a row for each, a column for each distinct option."""
    labels, asks = split_common_prompt([row.prompt for row in rows])
    return Matrix(rows[0].together, tuple(rows), tuple(labels), asks, tuple(matrix_columns(rows)))


def split_common_prompt(prompts: Sequence[str]) -> tuple[list[str], str]:
    """Split prompts such as ``X: fire at`` at the colon into the differing parts and the common part."""
    tails = {prompt.rpartition(": ")[2] for prompt in prompts}
    if len(tails) == 1 and all(": " in prompt for prompt in prompts):
        return [prompt.rpartition(": ")[0] for prompt in prompts], tails.pop()
    heads = {prompt.partition(": ")[0] for prompt in prompts}
    if len(heads) == 1 and all(": " in prompt for prompt in prompts):
        return [prompt.partition(": ")[2] for prompt in prompts], heads.pop()
    return [*prompts], ""
