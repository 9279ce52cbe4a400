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
from bombsight.runtime.run.policies import NO_OPTION, Question, question
from bombsight.runtime.run.rerun import Reached, run_again
from bombsight.runtime.run.script import Known
from bombsight.runtime.session.session import Session
from bombsight.service.present.answers import has_many_numbers, is_number_choice

MOST = 60
"""Questions that are put as one at most."""

NUMBERS = re.compile(r"\d+")

NUMBERED = " #"
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
        asked = self.rows[row]
        if column == NO_OPTION:
            return NO_OPTION if asked.optional else None
        name = self.columns[column].name
        return next((place for place, option in enumerate(asked.options) if option.name == name), None)


@frozen
class Several:
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


Group = Matrix | Several

Play = Callable[[Question], int | None]
"""Answers a question of those that follow; None where the next is none of them."""


def ahead(session: Session, answer: Play) -> list[Question]:
    """The open question and those that follow it, without dice between, as long as they are answered.

    Args:
        session: The game, at a question. It stays as it is.
        answer: Answers them.
    """
    describer = session.describer.aside()
    found: list[Question] = []

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        asked = question(describer, site, options, score, values)
        index = answer(asked) if len(found) < MOST else None
        if index is None:
            raise Reached
        found.append(asked)
        return index

    def roll(site: int, dice: Dice) -> int:
        raise Reached

    known = Known(tuple(session.script), roll, ask)
    machine = session.load(session.program, known.roll, known.ask)
    machine.missions_by(session.past.played(machine, known))
    describer.slots = machine.slots
    run_again(machine, session.entry, session.header.args)
    return found


def belongs(asked: Question, first: Question) -> bool:
    """Whether a question is put as one with another: what is grave stands alone, and so do many numbers."""
    is_one = asked.together == first.together != "" and (asked.by, asked.seat) == (first.by, first.seat)
    return is_one and not (asked.offer or asked.is_grave or has_many_numbers(asked.options))


def group_at(session: Session, first: Question, unasked: Callable[[Question], int | None]) -> Group | None:
    """What the open question is put as one with; None where it is put alone.

    Args:
        session: The game, at the question.
        first: The question.
        unasked: The answer that is given to a question without asking; None where it is asked.
    """
    if not belongs(first, first):
        return None
    rows, second = rows_at(session, first, unasked)
    left = [place for place, _ in enumerate(first.options) if place != first.preferred]
    # To play on aside is to play all of it again: whether others follow is seen by the way, where one was chosen.
    is_seen = first.preferred != NO_OPTION
    if not is_seen or (second is not None and is_left(second, first, left)):
        several = several_at(session, first)
        if several is not None:
            return several if several.most > 1 else None
    return matrix(rows) if len(rows) > 1 else None


def rows_at(
    session: Session, first: Question, unasked: Callable[[Question], int | None]
) -> tuple[list[Question], Question | None]:
    """The questions that are asked of the player from the open one on, as long as they belong to it.

    Returns:
        They, and the one behind the first, whether it is asked or not; None where it does not belong to it.
    """
    shown: list[Question] = []
    followers: list[Question] = []

    def answer(asked: Question) -> int | None:
        if not belongs(asked, first):
            return None
        own = unasked(asked) if shown else None
        if shown:
            followers.append(asked)
        if own is None:
            shown.append(asked)
        return asked.preferred if own is None else own

    ahead(session, answer)
    return shown, next(iter(followers), None)


def several_at(session: Session, first: Question) -> Several | None:
    """The same question again and again; None where others follow, or none."""
    chosen: list[int] = []
    left = [*range(len(first.options))]

    def answer(asked: Question) -> int | None:
        if not belongs(asked, first) or not is_left(asked, first, left):
            return None
        chosen.append(left.pop(max(0, asked.preferred)))
        return max(0, asked.preferred)

    count = len(ahead(session, answer))
    if count < 2:
        return None
    preferred: list[int] = []
    left = [*range(len(first.options))]

    def prefer(asked: Question) -> int | None:
        if asked.preferred == NO_OPTION or not belongs(asked, first) or not is_left(asked, first, left):
            return None
        preferred.append(left.pop(asked.preferred))
        return asked.preferred

    ahead(session, prefer)
    return Several(first.together, first, count, tuple(preferred))


def is_left(asked: Question, first: Question, left: Sequence[int]) -> bool:
    """Whether a question is another asked again, but for numbers in it, and offers what is left of its options."""
    return (asked.id, unnumbered(asked.prompt)) == (first.id, unnumbered(first.prompt)) and [
        named(option) for option in asked.options
    ] == [named(first.options[place]) for place in left]


def is_same(asked: Question, shown: Question) -> bool:
    """Whether a question is the one that was shown, but for numbers in it, and offers what that did."""
    return is_left(asked, shown, range(len(shown.options))) and asked.optional == shown.optional


def unnumbered(prompt: str) -> str:
    """A prompt without its numbers."""
    return NUMBERS.sub("", prompt)


def named(option: Option) -> str:
    """An option's name without its number among its likes: that changes when one before it is chosen."""
    return option.name.partition(NUMBERED)[0]


def matrix(rows: Sequence[Question]) -> Matrix:
    """A matrix of these questions."""
    labels, asks = parted([row.prompt for row in rows])
    return Matrix(rows[0].together, tuple(rows), tuple(labels), asks, tuple(columns_of(rows)))


def columns_of(rows: Sequence[Question]) -> list[Option]:
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


def parted(prompts: Sequence[str]) -> tuple[list[str], str]:
    """What differs in some prompts, and what they have in common behind or before a colon: ``X: fire at``."""
    tails = {prompt.rpartition(": ")[2] for prompt in prompts}
    if len(tails) == 1 and all(": " in prompt for prompt in prompts):
        return [prompt.rpartition(": ")[0] for prompt in prompts], tails.pop()
    heads = {prompt.partition(": ")[0] for prompt in prompts}
    if len(heads) == 1 and all(": " in prompt for prompt in prompts):
        return [prompt.partition(": ")[2] for prompt in prompts], heads.pop()
    return [*prompts], ""
