"""What every node of the syntax tree has."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class Node:
    """Anything read from a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    touched: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """The overlay items that put this here or changed it, such as ``errata general 22``."""


@frozen
class Provenance(Node):
    """How a thing came down to us, and the evidence where it is not simply printed."""

    standing: Literal["printed", "repaired", "recovered", "reconstructed"]
    evidence: str | None = None
