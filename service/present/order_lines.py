"""Standing orders (rules that answer automatically), and the level of asking, rendered as lines.

The browser says the same in ``web/src/play/orders``.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.common import sentences as move_sentences
from bombsight.service.play.standing_orders import LEVELS, Level, Order
from bombsight.service.present import sentences
from bombsight.service.present.lines import Line, line

LEVEL_TEXTS: dict[Level, str] = {
    "all": sentences.ALL_LEVEL,
    "sensible": sentences.SENSIBLE_LEVEL,
    "grave": sentences.GRAVE_LEVEL,
}
"""A description of the questions that each level asks."""

NO_ORDERS = "No standing orders. To give one: always, this, during NAME, until NAME, auto"


def render_orders(orders: Sequence[Order]) -> list[Line]:
    """Render the standing orders in force, numbered, and how to revoke one."""
    if not orders:
        return [line(NO_ORDERS)]
    return [
        line(sentences.ORDERS_TITLE),
        *(line(f"{number}  {order}", indent=1) for number, order in enumerate(orders, start=1)),
        line("orders off N takes one back, orders off all of them", "faint"),
    ]


def render_given_order(order: Order) -> Line:
    """Render the confirmation that a standing order was accepted."""
    return line(move_sentences.order_given(str(order)), "faint")


def render_ended_orders(orders: Sequence[Order]) -> list[Line]:
    """Render the notice that standing orders have expired."""
    return [line(f"Over: {order}", "faint") for order in orders]


ALL_TAKEN_BACK = line(sentences.ALL_ORDERS_TAKEN_BACK)


def refuse_order_number(typed_number: str) -> Line:
    """Render the error that no standing order has the typed number."""
    return line(sentences.no_order(typed_number), "notice")


def render_taken_back_order(order: Order) -> Line:
    """Render the confirmation that a standing order was revoked."""
    return line(sentences.order_taken_back(str(order)))


def render_level(level: Level) -> Line:
    """Render the current level of asking: which questions the player answers, and which the autopilot."""
    return line(f"Asked: {LEVEL_TEXTS[level]} ({level}).")


def refuse_level() -> Line:
    """Render the error that a level of asking (which questions are put to the player) is unknown."""
    return line(sentences.level_hint(LEVELS), "notice")
