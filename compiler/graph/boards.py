"""Boards of the rule graph: places, and what stands at them. Nothing in play asks them."""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.expressions import Domain, Expr, Template
from bombsight.compiler.graph.node import Tone
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of
from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class Mark:
    """A text at a place.

    Attributes:
        text: What it says.
        tone: Whether that is good or bad for the player; empty for neither.
        condition: When it stands there; None for always.
    """

    text: Template
    tone: Tone
    condition: Expr | None
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Members:
    """What a variable of a board goes through."""

    variable: str
    domain: Domain
    where: Expr | None


@frozen(kw_only=True)
class Reach:
    """A number; or all from one to another, which is ``last`` then."""

    first: Expr
    last: Expr | None


@frozen(kw_only=True)
class Spot:
    """A point of a map; an area, where either reaches from one number to another."""

    across: Reach
    down: Reach


@frozen(kw_only=True)
class Marks:
    """Marks that stand together at a place, once for each member.

    Attributes:
        of: The members; None for one thing.
        at: The place; where it is none, they stand nowhere. None where they stand beside the whole picture, or on a
            map.
        spot: Where they stand on a map; nowhere, where a number of it is none.
    """

    of: Members | None
    at: Expr | None
    spot: Spot | None = None
    marks: tuple[Mark, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class PlanPlace:
    """A value of an enum at its place; ``title`` is what it is called there, where that is not its own title."""

    enum: str
    value: int
    title: str


@frozen(kw_only=True)
class PlanCell:
    """A cell of a plan: the places in it, or a text; neither, where it is empty.

    Attributes:
        columns: How many columns it takes.
    """

    places: tuple[PlanPlace, ...]
    text: Template | None
    columns: int


@frozen(kw_only=True)
class PlanRow:
    """The cells of a plan that stand beside each other."""

    cells: tuple[PlanCell, ...]


@frozen(kw_only=True)
class BaseLayout:
    """The places of a board, and how they lie."""


@frozen(kw_only=True)
class Plan(BaseLayout):
    """A grid in which every value of some enums has its place."""

    enums: tuple[str, ...]
    rows: tuple[PlanRow, ...]


@frozen(kw_only=True)
class Map(BaseLayout):
    """Places are told by two numbers, drawn to scale: those across from the left, those down from the top."""

    across: tuple[int, int]
    down: tuple[int, int]


@frozen(kw_only=True)
class Lined(BaseLayout):
    """A place for each member: below each other (``rows``) or beside each other (``columns``)."""

    by: Literal["rows", "columns"]
    of: Members


Layout = Plan | Map | Lined
"""Every way in which the places of a board can lie."""
