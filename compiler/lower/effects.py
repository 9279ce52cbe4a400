"""Effect queries of lowering: which values draw dice, and which read the dice of the surrounding roll."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import has_side_effects, walk


def last_effectful_index(values: Sequence[x.Expr]) -> int:
    """The index of the last value with side effects, or -1: values before it must be stored in temporaries."""
    return next((at for at in reversed(range(len(values))) if has_side_effects(values[at])), -1)


def reads_natural_dice(value: object) -> bool:
    """Whether a part of the rules reads the natural dice (before modifiers) of the roll around it, all or each."""
    return any(isinstance(part, x.NaturalDice | x.NaturalFaces) for part in walk(value))
