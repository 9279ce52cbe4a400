"""Types of tables of which every row applies whose key or condition holds."""

from __future__ import annotations

from typing import assert_never

from bombsight.dsl.aggregation import Aggregation
from bombsight.flat.types import INT_MAX, EnumType, IntType, Part, PartsType, Type


def row_result_type(result: Type | None, aggregation: Aggregation | None, row_count: int) -> Type | None:
    """Return the type of what one row of a table gives; None if its rows give nothing.

    A row of a table that adds up gives any number that cannot overflow the sum of all rows.

    Args:
        result: The type of the table's result.
        aggregation: What becomes of its rows; None if one row counts.
        row_count: The number of its rows.
    """
    match aggregation:
        case None | "all" | "highest" | "lowest":
            return result
        case "count":
            return None
        case "sum":
            most = INT_MAX // max(1, row_count)
            if isinstance(result, PartsType):
                return PartsType(tuple(Part(part.name, IntType(-most, most)) for part in result.parts))
            return IntType(-most, most) if isinstance(result, IntType) else result
        case _:
            assert_never(aggregation)


def unfit_parts(result: Type | None, aggregation: Aggregation) -> tuple[Type, ...]:
    """Return the types among the parts of a table's result that its aggregation cannot make of values."""
    parts = tuple(part.type for part in result.parts) if isinstance(result, PartsType) else (result,)
    found = tuple(part for part in parts if part is not None)
    match aggregation:
        case "all":
            return found
        case "sum" | "count":
            return tuple(part for part in found if not isinstance(part, IntType) or part.is_optional)
        case "highest" | "lowest":
            return tuple(part for part in found if not isinstance(part, IntType | EnumType))
        case _:
            assert_never(aggregation)
