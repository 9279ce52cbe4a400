"""Row matching: from a total and parameters to a row, by tests in order or by a tuple of row numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import and_
from typing import assert_never

from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet, intersection
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.expressions import lower_not_none
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.weights import MAX_GRID_CELLS
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType

NO_ROW = -1

MAX_LISTED_VALUES = 100
"""The maximum number of values that a match tests one by one; more are tested as intervals."""


@frozen
class RolledTotal:
    """The total that selects rows, with its possible values.

    Attributes:
        value: The variable that holds it.
        faces: Its possible values; None if modifiers change it.
    """

    value: fx.Expr
    faces: frozenset[int] | None


@frozen
class RowGrid:
    """A decision table from parameters and total to row numbers, and whether a reachable cell has no row."""

    index: fx.Expr
    rows: tuple[int, ...]
    gap: bool


KeyRange = tuple[int | None, int | None]
"""An interval of constants; None is an open end."""


def row_tests(
    rows: Sequence[g.Row], params: Sequence[Param], total: RolledTotal | None, builder: FunctionBuilder
) -> list[tuple[int, fx.Expr]]:
    """Lower the condition of each row, ``else`` rows last: the first that holds selects its row.

    The last test is omitted if some row always matches.

    Args:
        rows: The rows, numbered from 0 in this order.
        params: The parameters that rows may match.
        total: The rolled total; None for a look-up.
        builder: The function context.
    """
    found = []
    for number, row in sorted(enumerate(rows), key=lambda item: item[1].otherwise):
        terms = [lower_match_test(match, builder) for match in row.matches]
        if total is not None and not row.otherwise:
            terms.insert(0, lower_key_test(row.keys, total.value, builder))
        found.append((number, fold.conjunction(terms)))
    if found and not can_have_no_row(rows, params, total, builder):
        found[-1] = (found[-1][0], fold.YES)
    return found


def can_have_no_row(
    rows: Sequence[g.Row], params: Sequence[Param], total: RolledTotal | None, builder: FunctionBuilder
) -> bool:
    """Whether possibly no row matches; true if that cannot be decided at compile time.

    Args:
        rows: The rows, numbered from 0 in this order.
        params: The parameters that rows may match.
        total: The rolled total; None for a look-up.
        builder: The function context.
    """
    if any(row.otherwise and not row.matches for row in rows):
        return False
    plan = build_row_grid(rows, params, total, builder)
    return plan is None or plan.gap


def row_conditions(rows: Sequence[g.Row], builder: FunctionBuilder) -> list[fx.Expr]:
    """Lower the test of the parameters of each row; ``else`` is ignored."""
    return [fold.conjunction([lower_match_test(match, builder) for match in row.matches]) for row in rows]


def lower_key_test(keys: Sequence[g.KeySpan], total: fx.Expr, builder: FunctionBuilder) -> fx.Expr:
    """Lower the test of whether the keys of a row contain a total."""
    singles: list[fx.Expr] = []
    spans: list[fx.Expr] = []
    for key in keys:
        low = lower_not_none(key.low, builder) if key.low is not None else None
        high = lower_not_none(key.high, builder) if key.high is not None else None
        if low is not None and low == high:
            singles.append(low)
        elif low is not None and high is not None:
            spans.append(fold.between(total, low, high))
        elif low is not None:
            spans.append(fold.compare(">=", total, low))
        elif high is not None:
            spans.append(fold.compare("<=", total, high))
        else:
            spans.append(fold.YES)
    if singles:
        spans.insert(0, fold.among(total, singles))
    return fold.disjunction(spans)


def lower_match_test(match: g.Match, builder: FunctionBuilder) -> fx.Expr:
    """Lower the test of a parameter against a row's values; many values are tested as intervals."""
    local = fx.Local(builder.locals.name_of(match.param))
    if match.values.size <= MAX_LISTED_VALUES:
        return fold.among(local, [fx.Num(value) for value in match.values])
    return fold.disjunction([fold.between(local, fx.Num(low), fx.Num(high)) for low, high in match.intervals])


def build_row_grid(
    rows: Sequence[g.Row], params: Sequence[Param], total: RolledTotal | None, builder: FunctionBuilder
) -> RowGrid | None:
    """Build the decision table of rows; None if a key is not constant or the table is too large.

    Args:
        rows: The rows, numbered from 0 in this order.
        params: The parameters that rows may match.
        total: The rolled total; None for a look-up.
        builder: The function context.
    """
    spans = [constant_key_ranges(row.keys, builder) for row in rows]
    if any(span is None for span in spans):
        return None
    keyed = {match.param for row in rows for match in row.matches}
    keyed_params = [param for param in params if param.name in keyed]
    low, high, clipped = 0, 0, False
    possible = None
    if total is not None:
        possible = total.faces
        low, high, clipped = grid_bounds([span for span in spans if span is not None], total)
    if (high - low + 1) * prod(count_domain(param, builder) for param in keyed_params) > MAX_GRID_CELLS:
        return None
    axes = [(param, param_domain(param, builder)) for param in keyed_params]
    index: fx.Expr = fx.Num(0)
    for param, values in axes:
        index = fold.plus(fold.times(index, len(values)), lower_domain_index(param, builder))
    if total is not None:
        at = fx.Clamp(total.value, low, high) if clipped else total.value
        index = fold.plus(fold.times(index, high - low + 1), fold.plus(at, -low))
    order = sorted(range(len(rows)), key=lambda number: rows[number].otherwise)
    ordered = [rows[number] for number in order]
    rows_of_params = [list(row_sets_by_value(param.name, values, ordered)) for param, values in axes]
    at_total = list(row_sets_by_total(ordered, [spans[number] or () for number in order], range(low, high + 1), total))
    grid_rows: list[int] = []
    gap = False
    for point in product(*rows_of_params):
        matching = reduce(and_, point, -1)
        for number, leading in enumerate(at_total, start=low):
            row = first_row_in(matching & leading, order)
            gap = gap or (row == NO_ROW and (possible is None or number in possible))
            grid_rows.append(row)
    return RowGrid(index, tuple(grid_rows), gap)


def row_sets_by_value(param: str, values: Sequence[int], rows: Sequence[g.Row]) -> Iterator[int]:
    """Yield, for each value of a parameter, the set of rows that match it, as a bit set (lowest bit: first row)."""
    unrestricted = 0
    allowed = dict.fromkeys(values, 0)
    for at, row in enumerate(rows):
        matches = [match.values for match in row.matches if match.param == param]
        if not matches:
            unrestricted |= 1 << at
        for value in intersection(matches) if matches else ():
            if value in allowed:
                allowed[value] |= 1 << at
    yield from (unrestricted | bits for bits in allowed.values())


def row_sets_by_total(
    rows: Sequence[g.Row], spans: Sequence[Sequence[KeyRange]], numbers: range, total: RolledTotal | None
) -> Iterator[int]:
    """Yield, for each total, the set of rows that cover it, as a bit set; all rows for a look-up.

    Args:
        rows: The rows, numbered from 0.
        spans: The totals that each covers.
        numbers: The totals to yield sets for, in order.
        total: The rolled total; None for a look-up.
    """
    unrestricted = sum(1 << at for at, row in enumerate(rows) if total is None or row.otherwise)
    begun: dict[int, int] = {}
    ended: dict[int, int] = {}
    first, last = numbers[0], numbers[-1]
    for at, covered in enumerate(spans if total is not None else ()):
        between = ((first if low is None else low, last if high is None else high) for low, high in covered)
        for low, high in IntervalSet.from_intervals(
            (max(low, first), min(high, last)) for low, high in between
        ).intervals:
            begun[low] = begun.get(low, 0) | 1 << at
            ended[high + 1] = ended.get(high + 1, 0) | 1 << at
    keyed = 0
    for number in numbers:
        keyed = keyed & ~ended.get(number, 0) | begun.get(number, 0)
        yield unrestricted | keyed


def first_row_in(row_set: int, order: Sequence[int]) -> int:
    """The number of the first row of a bit set, by ``order``, which maps bits to row numbers; NO_ROW if empty."""
    return order[(row_set & -row_set).bit_length() - 1] if row_set else NO_ROW


def constant_key_ranges(keys: Sequence[g.KeySpan], builder: FunctionBuilder) -> tuple[KeyRange, ...] | None:
    """The keys of a row as intervals of integers; None if any end is not constant."""
    spans: list[KeyRange] = []
    for key in keys:
        ends: list[int | None] = []
        for end in (key.low, key.high):
            found = lower_not_none(end, builder) if end is not None else None
            if found is not None and not isinstance(found, fx.Num):
                return None
            ends.append(found.value if found is not None else None)
        spans.append((ends[0], ends[1]))
    return tuple(spans)


def grid_bounds(spans: Sequence[Sequence[KeyRange]], total: RolledTotal) -> tuple[int, int, bool]:
    """Compute the lowest and the highest total of a decision table, and whether other totals are clamped to these."""
    if total.faces is not None:
        return min(total.faces), max(total.faces), False
    ends = [end for row in spans for span in row for end in span if end is not None]
    return (min(ends) - 1, max(ends) + 1, True) if ends else (0, 0, True)


def count_domain(param: Param, builder: FunctionBuilder) -> int:
    """The number of values of a parameter."""
    if isinstance(param.type, IntType):
        return param.type.high - param.type.low + 1 + param.type.is_optional
    return len(param_domain(param, builder))


def param_domain(param: Param, builder: FunctionBuilder) -> list[int]:
    """List all values that a parameter can have, ``none`` last.

    Raises:
        TypeError: A table cannot match values of its type.
    """
    match param.type:
        case BoolType():
            values = [0, 1]
        case IntType(low=low, high=high):
            values = list(range(low, high + 1))
        case EnumType() as enum:
            values = list(range(builder.unit.enum_size(enum)))
        case BaseWordless():
            raise TypeError(f"no row can be for a {param.type}")
        case _:
            assert_never(param.type)
    return [*values, NONE] if param.type.is_optional else values


def lower_domain_index(param: Param, builder: FunctionBuilder) -> fx.Expr:
    """Lower the index of a parameter's value in its domain."""
    local: fx.Expr = fx.Local(builder.locals.name_of(param.name))
    low = param.type.low if isinstance(param.type, IntType) else 0
    at = fold.plus(local, -low)
    if param.type.is_optional:
        return fx.Pick(fx.Compare("==", local, fold.NOTHING), fx.Num(count_domain(param, builder) - 1), at)
    return at
