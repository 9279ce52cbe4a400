"""How the worked examples of a game go by its rules, and what runs them, as kept for house rules laid over them."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.compiler.lower.function_reuse import Made
from bombsight.dsl.node_classes import frozen


@frozen
class Way:
    """How an example goes.

    Attributes:
        held: Whether it goes as it says.
        came_to: The owners of all sites that it comes to: ``procedure:watch``, ``table:Sky`` and so on.
    """

    held: bool
    came_to: frozenset[str]


Ways = Mapping[str, Way]
"""How each example goes, by its id."""


@frozen
class Runnable:
    """What was made of a game for its examples.

    Attributes:
        made: What they were lowered to.
        code: The code of what they call, as the backend keeps it.
    """

    made: Made
    code: bytes
