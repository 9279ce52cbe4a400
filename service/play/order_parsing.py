"""Standing orders as people type them: ``2 always``, ``this wave``, ``hold during Attacks``, ``auto until Landing``."""

from __future__ import annotations

from attrs import evolve

from bombsight.dsl.listing import listed
from bombsight.dsl.suggestions import likely
from bombsight.runtime.run.policies import Question
from bombsight.service.lookup.names import fitting
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Order
from bombsight.service.present.answers import is_grave, name_of, read_answer, title_of
from bombsight.service.present.headings import called, points, titled

AUTO = "auto"
ALWAYS, THIS, DURING, UNTIL = "always", "this", "during", "until"
TERMS = (ALWAYS, THIS, DURING, UNTIL)
"""Words with which the part begins that says how long an order stands."""

NEWS = ("news", "something happens", "something")
END = ("end", "the end")


class NoOrder(Exception):  # noqa: N818 - caught where it can be told
    """Words that are meant for an order and are none: what is wrong in a sentence."""


def read_order(steward: QuestionFilter, asked: Question | None, typed: str) -> Order | None:
    """The order that was typed; None where none was.

    Args:
        steward: Who is to keep it.
        asked: The open question; None while dice are waited for.
        typed: What was typed, without blanks around it.

    Raises:
        NoOrder: It is meant for one, and something is wrong with it.
    """
    words = typed.split()
    low = [word.lower() for word in words]
    if low[:1] == [AUTO]:
        order = Order(since=steward.events)
        return term(steward, order, low[1:]) if low[1:] else order
    at = next((place for place, word in enumerate(low) if word in TERMS), None)
    if at is None or asked is None:
        return None
    answer = " ".join(words[:at])
    said = low[at:]
    if low[at] == ALWAYS and not answer:
        answer, said = " ".join(words[1:]), [ALWAYS]
    read = read_answer(asked, answer) if answer else None
    if isinstance(read, str):
        return None  # an answer that has such a word in it, or nothing at all
    if answer and isinstance(read_answer(asked, typed), int):
        return None
    order = Order(id=asked.id, wording=steward.wording(asked), since=steward.events)
    if read is not None:
        if is_grave(asked, read):
            raise NoOrder("A grave answer is given each time by yourself: no order gives it.")
        order = evolve(order, answer=name_of(asked, read), title=title_of(asked, read))
    return term(steward, order, said)


def term(steward: QuestionFilter, order: Order, words: list[str]) -> Order:
    """The order, standing as long as words say.

    Raises:
        NoOrder: They name what is not there.
    """
    first, name = words[0], " ".join(words[1:])
    if first == ALWAYS and not name:
        return order
    if first in (THIS, DURING) and (name or first == THIS):
        heading = called(name, steward.headings.open)
        if heading is None:
            known = listed([each.title for each in titled(steward.headings.open)], "or", between="; ")
            raise NoOrder(f"Nothing called '{name}' goes on here: {known}.")
        return evolve(order, during=heading)
    if first == UNTIL and name in NEWS:
        return evolve(order, until_news=True)
    if first == UNTIL and name in END:
        return order
    if first == UNTIL and name:
        return point(steward, order, name)
    raise NoOrder("Say how long: always, this, during NAME, until NAME, until something happens.")


def point(steward: QuestionFilter, order: Order, word: str) -> Order:
    """The order, standing until the point that a word means.

    Raises:
        NoOrder: It means none, or several.
    """
    known = points(steward.play.session.program)
    found = fitting(word, [*known], lambda name: (name, name.replace("_", " ")), lambda name: known[name])
    titles = sorted({known[name] for name in found})
    if not titles:
        near = likely(word, {title.lower(): title for title in known.values()})
        hint = f" Did you mean {listed(near, 'or')}?" if near else ""
        raise NoOrder(f"Play comes to nothing called '{word}'.{hint}")
    if len(titles) > 1:
        raise NoOrder(f"'{word}' may be any of several: {listed(titles, 'or', between='; ')}.")
    return evolve(order, until=found[0], until_title=titles[0])
