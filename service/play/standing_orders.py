"""Standing orders: a player's rules that answer questions automatically, and their terms.

An order never gives a grave answer, and is skipped if its answer is not offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.sites import Hole
from bombsight.runtime.events.views import EnterView, SayView, View
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.common import sentences
from bombsight.service.present.headings import Heading, Headings

Level = Literal["all", "sensible", "grave"]
"""Which questions are asked: all; those with more than one sensible answer; of those only the grave ones."""

LEVELS: tuple[Level, ...] = ("all", "sensible", "grave")

HOLE_TEXT = "…"
"""The placeholder for the variable parts in a question's wording."""


@frozen(kw_only=True)
class Order:
    """A standing order.

    Attributes:
        id: The stable name of its question; empty for every question.
        wording: The wording of the question, without its variable parts.
        answer: The stable name of the answer; empty for the autopilot's.
        title: The display title of the answer.
        during: The heading with which it ends; None if it does not end with one.
        until: The name of the procedure or step at whose beginning it ends; empty if it does not end with one.
        until_title: The title of that.
        until_news: Whether it ends with good or bad news, and before a grave question.
        since: The number of events before it was given.
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
        """Whether the order lets the autopilot answer every question."""
        return not self.id

    @property
    def term(self) -> str:
        """The term of the order (how long it lasts) in words: ``until Landing``."""
        if self.during is not None:
            return sentences.during_heading(self.during.title or self.during.name)
        if self.until:
            return sentences.until_point(self.until_title)
        if self.until_news:
            return sentences.UNTIL_NEWS
        return sentences.UNTIL_END if self.is_auto else sentences.ALWAYS_TERM

    def __str__(self) -> str:
        """The order in words: question, answer and term."""
        if self.is_auto:
            return sentences.autopilot_order(self.term)
        return sentences.answer_order(self.wording, self.title or sentences.AUTOPILOT_ANSWER, self.term)

    def replaces(self, other: Order) -> bool:
        """Whether the order replaces another one: same question, same term."""
        return self.id == other.id and (self.is_auto or self.term == other.term)

    def answer_to(self, question: Question) -> int | None:
        """Find the option index of the order's answer to a question, -1 to decline; None if it has no valid answer."""
        index: int | None = question.preferred
        if self.answer == "none":
            index = NO_OPTION if question.optional else None
        elif self.answer:
            index = next((place for place, option in enumerate(question.options) if option.name == self.answer), None)
        if index is None or index == NO_OPTION:
            return index
        return None if question.options[index].grave else index

    def ends_at(self, event: View, headings: Headings) -> bool:
        """Whether the order ends at an event: at its procedure or step, at news, or when its heading has closed."""
        if isinstance(event, EnterView) and event.name == self.until:
            return True
        if isinstance(event, SayView) and event.is_in_play and event.tone and self.until_news:
            return True
        return self.during is not None and self.during not in headings.open


def find_answer_by_orders(
    orders: Sequence[Order], level: Level, question: Question
) -> tuple[int, Literal["order", "auto", "routine"]] | None:
    """Find a question's answer by standing orders or a level of asking; None to ask the player.

    Args:
        orders: The orders in force, in the order in which they were given.
        level: Which questions the player is asked.
        question: The question.

    Returns:
        The option index of the answer, and its reason.
    """
    matching_orders = [each for each in reversed(orders) if each.id == question.id]
    for order in matching_orders:
        index = order.answer_to(question)
        if index is not None:
            return index, "order"
    preferred = question.preferred
    if preferred != NO_OPTION and question.options[preferred].grave:
        return None
    if any(order.is_auto for order in orders):
        return preferred, "auto"
    if matching_orders or is_asked(question, level):
        return None
    return preferred, "routine"


def render_wording(parts: tuple[str | Hole, ...]) -> str:
    """Render a question's wording, with ellipses for its variable parts: ``Hour …, …: fire at``."""
    return "".join(part if isinstance(part, str) else HOLE_TEXT for part in parts)


def is_asked(question: Question, level: Level) -> bool:
    """Whether the player is asked a question at a level: all, sensible (not routine), or grave (irreversible)."""
    match level:
        case "all":
            return True
        case "sensible":
            return not question.routine
        case "grave":
            return not question.routine and question.is_grave
        case _:
            assert_never(level)
