"""Options of a game: what is seen by default, and what the other way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

Observe = Callable[[Mapping[str, str]], Any]
"""Looks at something in the game with these options."""


@frozen
class Reading:
    """An option: something to look at, as it is by default and the other way."""

    option: str
    observe: Observe
    default: Any
    other: Any


class Readings(list[Reading]):
    """The readings of a game, in their order."""

    def of(self, option: str, default: Any, other: Any) -> Callable[[Observe], Observe]:
        """The option decides what the function below it observes, whatever the other options are."""

        def register(observe: Observe) -> Observe:
            self.append(Reading(option, observe, default, other))
            return observe

        return register
