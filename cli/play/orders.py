"""Standing orders and how much is asked, as lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.dsl.listing import listed
from bombsight.service.play.auto_answer import Steward
from bombsight.service.play.standing_orders import LEVELS, Level, Order

MEANS: dict[Level, str] = {
    "all": "every question",
    "sensible": "what has more than one sensible answer",
    "grave": "only what is grave",
}
"""What is asked at each level."""


def order_lines(steward: Steward, width: int) -> Iterator[Text]:
    """The orders in force, numbered, and how to take one back."""
    if not steward.orders:
        yield words("No standing orders. To give one: always, this, during NAME, until NAME, auto")
        return
    yield words("Standing orders")
    for number, order in enumerate(steward.orders, start=1):
        yield from wrapped(words(f"{number}  {order}"), 2, width)
    yield words("orders off N takes one back, orders off all of them", "dim")


def ended_lines(steward: Steward, width: int) -> Iterator[Text]:
    """The orders that are over, each told once."""
    ended, steward.ended = steward.ended, []
    for order in ended:
        yield from wrapped(words(f"Over: {order}", "dim"), 0, width)


def given_line(order: Order) -> Text:
    """What is said when an order is given."""
    return words(f"From here on: {order}", "dim")


def taken_back(steward: Steward, which: str) -> Text:
    """Take back the order with a number, or all; what is said of it."""
    if not which:
        steward.orders.clear()
        return words("All standing orders are taken back.")
    order = steward.take_back(int(which[:4])) if which.isdecimal() else None
    return words(f"Taken back: {order}" if order else f"There is no order {which}.", "" if order else "yellow")


def level_lines(steward: Steward, word: str) -> Iterator[Text]:
    """Ask so much from here on, or say how much is asked."""
    level = next((level for level in LEVELS if level.startswith(word.lower())), None) if word else steward.level
    if level is None:
        yield words(f"Say how much is to be asked: {listed(LEVELS, 'or')}.", "yellow")
        return
    if word:
        steward.ask(level)
    yield words(f"Asked: {MEANS[level]} ({level}).")
