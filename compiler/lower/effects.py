"""What lowering asks of values: whether they draw, and whether they ask for the dice of the roll around them."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import walk


def draws(value: x.Expr) -> bool:
    """Whether a value throws dice or runs a procedure."""
    return any(isinstance(part, x.RollDice | x.RollOn | x.DoCall) for part in walk(value))


def drawn_behind(values: Sequence[x.Expr]) -> int:
    """How many of the values, from the first one, stand before another that draws; each is looked at once at most."""
    return next((at for at in range(len(values) - 1, 0, -1) if draws(values[at])), 0)


def asks_for_dice(value: object) -> bool:
    """Whether a part of the rules asks for the dice as they fell, outside any roll of its own."""
    return any(isinstance(part, x.NaturalDice) for part in walk(value))
