"""The callbacks of a run: whoever plays throws its dice and answers its choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.dsl.dice import Dice

Roll = Callable[[int, Dice], int]
"""``roll(site, dice)``: what the dice show together, as :class:`bombsight.dsl.dice.Dice` reads the two."""

Score = Callable[[int], int] | None
Values = Callable[[], tuple[int, ...]]
Ask = Callable[[int, Sequence[int], Score, Values], int]
"""A policy as a function: ``ask(site, options, score, values) -> index``.

``site`` is the choice's number; ``options`` are the integers to choose from;
``score`` is what the rules' preferences say of an option, the higher the better, or None where they say nothing;
``values`` works out what is told beside them. -1 is none, where that is allowed.
"""
