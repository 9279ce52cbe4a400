"""What lowering asks of values: which of them draw, and whether they ask for the dice of the roll around them."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import has_draw, walk


def last_effectful_index(values: Sequence[x.Expr]) -> int:
    """The place of the last value that draws, -1 where none does: what is worked out before it must be kept."""
    return next((at for at in reversed(range(len(values))) if has_draw(values[at])), -1)


def reads_natural_dice(value: object) -> bool:
    """Whether a part of the rules asks for the dice as they fell, outside any roll of its own."""
    return any(isinstance(part, x.NaturalDice) for part in walk(value))
