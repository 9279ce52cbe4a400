"""What is worked out of a whole graph: how its nodes hang together, and what their values rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin

EdgeKind = Literal["rolls-on", "calls", "reads", "writes", "modifies", "cites", "amended-by"]


@frozen(kw_only=True)
class Edge:
    """How two nodes hang together."""

    kind: EdgeKind
    source: str
    target: str


@frozen(kw_only=True)
class Derived:
    """A part of the graph that is known less well than it says, by what it is computed from.

    Attributes:
        id: Of a define, an exception (``except:DEFINE/NAME``), a row, a modifier, a procedure.
        standing: The weakest of what it is computed from.
        rests_on: Ids of what stands so.
    """

    id: str
    standing: str
    rests_on: tuple[str, ...]

    @property
    def origin(self) -> Origin:
        """The same as it is told: ``reconstructed: rests on table Reach, option oil and 2 more``."""
        return NO_ORIGIN.with_standing(self.standing, describe_rests_on(self.rests_on))


MAX_NAMED = 2
"""How many of what something rests on are named; the others are counted."""


def describe_rests_on(ids: Sequence[str]) -> str:
    """What something rests on, in words."""
    names = [id_.replace(":", " ", 1) for id_ in ids]
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return f"rests on {', '.join(names[:MAX_NAMED])}{more}" if names else ""
