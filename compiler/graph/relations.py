"""Whole-program data of a rule graph: dependency edges, and standings (reliabilities) derived from inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin

EdgeKind = Literal["rolls-on", "calls", "reads", "writes", "modifies", "cites", "amended-by"]


@frozen(kw_only=True)
class Edge:
    """A dependency between two nodes."""

    kind: EdgeKind
    source: str
    target: str


@frozen(kw_only=True)
class Derived:
    """A part of the graph with a derived standing weaker than its own.

    Attributes:
        id: The id of a define, an exception (``except:DEFINE/NAME``), a row, a modifier, or a procedure.
        standing: The weakest standing among its inputs.
        rests_on: Ids of the inputs with that standing.
    """

    id: str
    standing: str
    rests_on: tuple[str, ...]

    @property
    def origin(self) -> Origin:
        """The derived standing (reliability) with its evidence: ``rests on table Reach, option oil and 2 more``."""
        return NO_ORIGIN.with_standing(self.standing, describe_rests_on(self.rests_on))


MAX_NAMED = 2
"""The number of inputs that evidence names; the others are counted."""


def describe_rests_on(ids: Sequence[str]) -> str:
    """Return the evidence of a derived standing (reliability): ``rests on table Reach, option oil and 2 more``."""
    names = [id_.replace(":", " ", 1) for id_ in ids]
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return f"rests on {', '.join(names[:MAX_NAMED])}{more}" if names else ""
