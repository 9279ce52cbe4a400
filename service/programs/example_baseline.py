"""How the worked examples of a game go by its rules, and what runs them, as kept for house rules laid over them."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.compiler.lower.function_reuse import LoweredFunctions
from bombsight.dsl.node_classes import frozen


@frozen
class ExampleOutcome:
    """How an example goes.

    Attributes:
        held: Whether it goes as it says.
        came_to: The owners of all sites that it comes to: ``procedure:watch``, ``table:Sky`` and so on.
    """

    held: bool
    came_to: frozenset[str]


ExampleOutcomes = Mapping[str, ExampleOutcome]
"""How each example goes, by its id."""


@frozen
class CompiledExamples:
    """What was made of a game for its examples.

    Attributes:
        made: What they were lowered to.
        code: The code of what they call, as the backend keeps it.
    """

    made: LoweredFunctions
    code: bytes
