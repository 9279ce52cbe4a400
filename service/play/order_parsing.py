"""Parsing of standing orders: ``2 always``, ``this wave``, ``hold during Attacks``, ``auto until Landing``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import evolve

from bombsight.dsl.listing import join_names
from bombsight.dsl.suggestions import find_likely_names
from bombsight.runtime.run.policies import Question
from bombsight.service.common import sentences
from bombsight.service.lookup.name_matching import find_best_matches
from bombsight.service.play.standing_orders import Order
from bombsight.service.present.answer_parsing import answer_name, answer_title, is_grave_answer, parse_option
from bombsight.service.present.headings import Headings, find_heading, titled_headings

AUTO = "auto"
ALWAYS, THIS, DURING, UNTIL = "always", "this", "during", "until"
TERM_WORDS = (ALWAYS, THIS, DURING, UNTIL)
"""The words that begin an order's term."""

NEWS_WORDS = ("news", "something happens", "something")
END_WORDS = ("end", "the end")


class OrderBasis(Protocol):
    """What a standing order rests on: where play stands, and where it can lead."""

    @property
    def event_count(self) -> int:
        """The number of events so far."""

    @property
    def headings(self) -> Headings:
        """The open headings."""

    def wording_of(self, question: Question) -> str:
        """Render the wording of a question, without its variable parts if they are known."""

    def entry_titles(self) -> Mapping[str, str]:
        """The titles of the procedures and steps at which an order can end, by their names."""


class InvalidOrder(Exception):  # noqa: N818 - caught where it can be told
    """Input that begins as an order and has an error; the message is a sentence."""


def parse_standing_order(questions: OrderBasis, question: Question | None, typed: str) -> Order | None:
    """Parse a standing order typed at a question (None: at a throw); return None for any other input.

    Raises:
        InvalidOrder: The input is an order with an error.
    """
    words = typed.split()
    lower_words = [word.lower() for word in words]
    if lower_words[:1] == [AUTO]:
        order = Order(since=questions.event_count)
        return parse_term(questions, order, lower_words[1:]) if lower_words[1:] else order
    at = next((place for place, word in enumerate(lower_words) if word in TERM_WORDS), None)
    if at is None or question is None:
        return None
    answer = " ".join(words[:at])
    term_words = lower_words[at:]
    if lower_words[at] == ALWAYS and not answer:
        answer, term_words = " ".join(words[1:]), [ALWAYS]
    answer_index = parse_option(question, answer) if answer else None
    if isinstance(answer_index, str):
        return None  # an answer that contains such a word, or no order
    if answer and isinstance(parse_option(question, typed), int):
        return None
    order = Order(id=question.id, wording=questions.wording_of(question), since=questions.event_count)
    if answer_index is not None:
        if is_grave_answer(question, answer_index):
            raise InvalidOrder(sentences.GRAVE_ORDER)
        order = evolve(order, answer=answer_name(question, answer_index), title=answer_title(question, answer_index))
    return parse_term(questions, order, term_words)


def parse_term(questions: OrderBasis, order: Order, words: list[str]) -> Order:
    """Parse the words of a standing order's term (how long it lasts), and return the order with the term.

    Raises:
        InvalidOrder: The words name no known term.
    """
    first, name = words[0], " ".join(words[1:])
    if first == ALWAYS and not name:
        return order
    if first in (THIS, DURING) and (name or first == THIS):
        heading = find_heading(name, questions.headings.open)
        if heading is None:
            open_titles = join_names(
                [each.title for each in titled_headings(questions.headings.open)], "or", separator="; "
            )
            raise InvalidOrder(sentences.no_open_heading(name, open_titles))
        return evolve(order, during=heading)
    if first == UNTIL and name in NEWS_WORDS:
        return evolve(order, until_news=True)
    if first == UNTIL and name in END_WORDS:
        return order
    if first == UNTIL and name:
        return parse_end_point(questions, order, name)
    raise InvalidOrder(sentences.TERM_HINT)


def parse_end_point(questions: OrderBasis, order: Order, typed_name: str) -> Order:
    """Parse the name of the procedure or step that ends a standing order, and return the order with it.

    Raises:
        InvalidOrder: No or several procedures or steps match.
    """
    heading_titles = questions.entry_titles()
    names = find_best_matches(
        typed_name, [*heading_titles], lambda name: (name, name.replace("_", " ")), lambda name: heading_titles[name]
    )
    titles = sorted({heading_titles[name] for name in names})
    if not titles:
        near = find_likely_names(typed_name, {title.lower(): title for title in heading_titles.values()})
        raise InvalidOrder(sentences.no_end_point(typed_name, near))
    if len(titles) > 1:
        several = join_names(titles, "or", separator="; ")
        raise InvalidOrder(f"{sentences.any_of_several(typed_name, several)}.")
    return evolve(order, until=names[0], until_title=titles[0])
