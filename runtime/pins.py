"""Pins: dice results and values of fields that are fixed before the game."""

from __future__ import annotations

from typing import Annotated

from bombsight.boundary.codec.form import Between
from bombsight.dsl.limits import MAX_DICE
from bombsight.dsl.node_classes import frozen


@frozen
class Pin:
    """A pinned table: every throw on it has the same result.

    Attributes:
        table: The table's id.
        faces: The faces of the dice, or for several dice a single number, their total.
    """

    table: str
    faces: tuple[Annotated[int, Between(-MAX_DICE)], ...]


@frozen
class FieldPin:
    """A pinned field: whenever the rules set it, it gets this value.

    Attributes:
        field: The field's id; it has a single value.
        value: The value's stable name.
    """

    field: str
    value: str
