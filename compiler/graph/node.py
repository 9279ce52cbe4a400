"""Base classes of the rule graph's top-level nodes: place, origin, and parameters."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import Type

Tone = Literal["good", "bad", ""]
"""Whether a text or change is good or bad for the player; empty for neither."""


def compared_origins(origins: tuple[Origin, ...]) -> tuple[tuple[str, str, str], ...]:
    """Return, of each origin (provenance), only the fields that count when two nodes are compared."""
    return tuple(map(stated_fields_of, origins))


@frozen(kw_only=True)
class BaseNode:
    """A top-level node of the graph."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Param:
    """A parameter with its type."""

    name: str
    type: Type
