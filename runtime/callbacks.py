"""Types of a run's callbacks, which throw its dice and answer its choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.dsl.dice import Dice

Roll = Callable[[int, Dice], int]
"""``roll(site, dice)``: the result of a throw, as :class:`bombsight.dsl.dice.Dice` computes it."""

Score = Callable[[int], int] | None
Values = Callable[[], tuple[int, ...]]
Ask = Callable[[int, Sequence[int], Score, Values], int]
"""A policy as a function: ``ask(site, options, score, values) -> index``.

``site`` is the choice's number; ``options`` are the integers to choose from;
``score`` is the rules' preference for an option, the higher the better, or None if they have none;
``values`` computes the values of the choice's texts. -1 is none, if that is allowed.
"""
