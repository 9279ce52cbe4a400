"""What lowering asks of values: whether they draw, and whether they ask for the dice of the roll around them."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import walk


def draws(value: x.Expr) -> bool:
    """Whether a value throws dice or runs a procedure."""
    return any(isinstance(part, x.RollDice | x.RollOn | x.DoCall) for part in walk(value))


def asks_for_dice(value: object) -> bool:
    """Whether a part of the rules asks for the dice as they fell, outside any roll of its own."""
    return any(isinstance(part, x.NaturalDice) for part in walk(value))
