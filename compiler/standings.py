"""How tables and rules came down to us: the words for it, and what a node says of itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bombsight.dsl import ast

STANDINGS = ("printed", "repaired", "recovered", "reconstructed")
"""Best first."""

UNSEEN = ("recovered", "reconstructed")
"""Of what stands so, the original was not at hand: somebody who has it may replace the whole."""


def said(provenance: ast.Provenance | None) -> tuple[str | None, str | None]:
    """Standing and evidence as a node states them; both None where it says nothing."""
    return (provenance.standing, provenance.evidence) if provenance else (None, None)


def tally(standings: Iterable[str]) -> dict[str, int]:
    """How many there are of each standing."""
    found = [*standings]
    return {standing: found.count(standing) for standing in STANDINGS}
