"""How the worked examples of a game go by its rules, as it is kept for house rules that are laid over them."""

from __future__ import annotations

from collections.abc import Mapping

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
