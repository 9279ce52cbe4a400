"""The example baseline: outcomes and compiled code of a game's examples, cached for house rules laid over the game."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.compiler.lower.function_reuse import LoweredFunctions
from bombsight.dsl.node_classes import frozen


@frozen
class ExampleOutcome:
    """The outcome of an example.

    Attributes:
        held: Whether the example passes.
        came_to: The owners of all sites that it reaches: ``procedure:watch``, ``table:Sky`` and so on.
    """

    held: bool
    came_to: frozenset[str]


ExampleOutcomes = Mapping[str, ExampleOutcome]
"""The outcome of each example, by its id."""


@frozen
class CompiledExamples:
    """The programs and code of a game's examples.

    Attributes:
        made: The lowered programs.
        code: The code of the functions that they call, as the backend caches it.
    """

    made: LoweredFunctions
    code: bytes
