"""What top-level parts of a rule graph have in common: a place, an origin, and parameters."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import UNSAID, Origin, said
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import Type

Tone = Literal["good", "bad", ""]
"""Whether something is good or bad for the player; empty for neither."""


def all_said(origins: tuple[Origin, ...]) -> tuple[tuple[str, str, str], ...]:
    """What counts of several origins when two parts of the rules are compared."""
    return tuple(map(said, origins))


@frozen(kw_only=True)
class BaseNode:
    """A top-level part of the graph."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=UNSAID, eq=said)


@frozen(kw_only=True)
class Param:
    """A parameter with its type."""

    name: str
    type: Type
