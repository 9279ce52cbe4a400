"""Pins: what dice show, or a field is set to, settled beforehand."""

from __future__ import annotations

from typing import Annotated

from bombsight.boundary.codec.form import Between
from bombsight.dsl.node_classes import frozen


@frozen
class Pin:
    """Every throw on a table shows the same.

    Attributes:
        table: The table's id.
        faces: What the dice show, or a single number for several dice, their total.
    """

    table: str
    faces: tuple[Annotated[int, Between(1)], ...]


@frozen
class FieldPin:
    """Whenever the rules set a field to a value, it gets this one.

    Attributes:
        field: The field's id; it has a single value.
        value: The value's stable name.
    """

    field: str
    value: str
