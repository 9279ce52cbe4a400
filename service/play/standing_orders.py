"""Standing orders: answers given before they are asked for, and for how long they stand.

An order never gives a grave answer, and where its answer is not offered it is passed over.
"""

from __future__ import annotations

from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.sites import Hole
from bombsight.runtime.events.views import EnterView, SayView, View
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.common import sentences
from bombsight.service.present.headings import Heading, Headings

Level = Literal["all", "sensible", "grave"]
"""How much is asked: every question; those with more than one sensible answer; of those only the grave ones."""

LEVELS: tuple[Level, ...] = ("all", "sensible", "grave")

HOLE_TEXT = "…"
"""Stands in the wording of a question for what is different each time."""


@frozen(kw_only=True)
class Order:
    """A standing order.

    Attributes:
        id: The stable name of the question that it answers; empty for every question.
        wording: The question as it reads each time, holes left out.
        answer: The stable name of the answer; empty for what the autopilot would answer.
        title: The same for reading.
        during: The heading for as long as which it stands; None where it does not end with one.
        until: The name of the procedure or step at whose beginning it ends; empty where it does not end with one.
        until_title: The same for reading.
        until_news: Whether it ends with good or bad news, and before a grave question.
        since: How many events had happened when it was given.
    """

    id: str = ""
    wording: str = ""
    answer: str = ""
    title: str = ""
    during: Heading | None = None
    until: str = ""
    until_title: str = ""
    until_news: bool = False
    since: int = 0

    @property
    def is_auto(self) -> bool:
        """Whether it lets the autopilot answer every question."""
        return not self.id

    @property
    def term(self) -> str:
        """For how long it stands, in words."""
        if self.during is not None:
            return sentences.during_heading(self.during.title or self.during.name)
        if self.until:
            return sentences.until_point(self.until_title)
        if self.until_news:
            return sentences.UNTIL_NEWS
        return sentences.UNTIL_END if self.is_auto else sentences.ALWAYS_TERM

    def __str__(self) -> str:
        if self.is_auto:
            return sentences.autopilot_order(self.term)
        return sentences.answer_order(self.wording, self.title or sentences.AUTOPILOT_ANSWER, self.term)

    def replaces(self, other: Order) -> bool:
        """Whether it is the same order, changed: for the same question, to stand as long."""
        return self.id == other.id and (self.is_auto or self.term == other.term)

    def answer_to(self, question: Question) -> int | None:
        """The index of the answer that it gives to a question, -1 for none; None where it gives none that may be given.

        Args:
            question: One that it is for.
        """
        index: int | None = question.preferred
        if self.answer == "none":
            index = NO_OPTION if question.optional else None
        elif self.answer:
            index = next((place for place, option in enumerate(question.options) if option.name == self.answer), None)
        if index is None or index == NO_OPTION:
            return index
        return None if question.options[index].grave else index

    def ends_at(self, view: View, headings: Headings) -> bool:
        """Whether it is over behind an event.

        Args:
            view: The event.
            headings: What is open behind it.
        """
        if isinstance(view, EnterView) and view.name == self.until:
            return True
        if isinstance(view, SayView) and view.tone and self.until_news:
            return True
        return self.during is not None and self.during not in headings.open


def render_wording(parts: tuple[str | Hole, ...]) -> str:
    """How a question reads each time, what is different then left out: ``Hour …, …: fire at``."""
    return "".join(part if isinstance(part, str) else HOLE_TEXT for part in parts)


def is_asked(question: Question, level: Level) -> bool:
    """Whether a question is asked of a person where so much is asked."""
    match level:
        case "all":
            return True
        case "sensible":
            return not question.routine
        case "grave":
            return not question.routine and question.is_grave
        case _:
            assert_never(level)
