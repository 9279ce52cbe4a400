"""Tabulation: an expression of few inputs with few values each becomes a look-up in a precomputed table.

Only expressions that neither take steps nor may fault are tabulated, so the result is the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import assert_never

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import Facts, is_effect_free
from bombsight.flat.passes.rebuild import Data
from bombsight.flat.types import NONE
from bombsight.flat.walking import depends_on, operands

MAX_ENTRIES = 4096
"""The most entries of a table."""

MAX_WORK = 500_000
"""The most nodes evaluated to fill one table."""

MIN_WORK = 25
"""The fewest nodes evaluated for a value that is worth a table."""

DIVISION_COST = 30
"""The cost of a division by a non-constant, in nodes."""

Variables = Mapping[str, Variable]
Values = Mapping[str, int]
Evaluator = Callable[[Values], int]

ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@frozen
class ValueRange:
    """The possible values of an input: ``low`` to ``high``, and perhaps none."""

    low: int
    high: int
    none: bool

    @property
    def values(self) -> tuple[int, ...]:
        """All values of the range in order, none last."""
        return (*range(self.low, self.high + 1), *([NONE] if self.none else ()))

    def index_of(self, value: fx.Expr) -> fx.Expr:
        """Make an expression for the index of a value among those of the range."""
        place = fold.plus(value, -self.low)
        if not self.none:
            return place
        return fx.Pick(fold.equal(value, NONE), fx.Num(self.high - self.low + 1), place)


class TooManyInputs(Exception):  # noqa: N818 - a finding, no error
    """An expression has too many combinations of inputs for a table (internal)."""


def tabulate(node: fx.Expr, facts: Facts, variables: Variables) -> fx.Expr | None:
    """Return an expression as a look-up in a precomputed table; None if the table is too large, or not worth it."""
    if not is_effect_free(node):
        return None
    inputs: dict[fx.Expr, ValueRange] = {}
    try:
        collect_inputs(node, frozenset(), facts, variables, inputs)
    except TooManyInputs:
        return None
    count = 1
    for span in inputs.values():
        count *= span.high - span.low + 1 + span.none
    work_per_entry = estimate_work(node)
    if count > MAX_ENTRIES or count * work_per_entry > MAX_WORK or work_per_entry < MIN_WORK + 8 * len(inputs):
        return None
    index: fx.Expr = fx.Num(0)
    names = {}
    for number, (value, span) in enumerate(inputs.items()):
        names[value] = f"input {number}"
        index = fold.plus(fold.times(index, len(span.values)), span.index_of(value))
    evaluate = compile_expression(node, names, facts.data)
    try:
        entries = tuple(
            int(evaluate(dict(zip(names.values(), values, strict=True))))
            for values in product(*(span.values for span in inputs.values()))
        )
    except IndexError:  # combinations that never occur may index outside a tuple
        return None
    name = f"table {len(facts.data)}"
    facts.data[name] = entries
    return fx.Datum(name, index)


def collect_inputs(
    node: fx.Expr | fx.Source,
    bound: frozenset[str],
    facts: Facts,
    variables: Variables,
    inputs: dict[fx.Expr, ValueRange],
) -> None:
    """Collect the inputs of an expression: its variables and slots, with their ranges.

    Args:
        node: The expression.
        bound: The variables bound inside.
        facts: The program's facts.
        variables: The function's variables, by name.
        inputs: Receives the inputs.

    Raises:
        TooManyInputs: It depends on more than a few values of variables and slots.
    """
    match node:
        case fx.Local(name):
            if name not in bound:
                inputs[node] = range_of_input(node, facts, variables)
        case fx.Slot():
            if any(depends_on(node, name) for name in bound) or not facts.is_safe(node, variables):
                raise TooManyInputs
            inputs[node] = range_of_input(node, facts, variables)
        case fx.Quantifier(variable=variable, source=fx.Numbers() | fx.Values() as source, where=where, value=added):
            collect_inputs(source, bound, facts, variables, inputs)
            for asked in (where, added):
                if asked is not None:
                    collect_inputs(asked, bound | {variable}, facts, variables, inputs)
        case fx.Let(variable, value, body):
            collect_inputs(value, bound, facts, variables, inputs)
            collect_inputs(body, bound | {variable}, facts, variables, inputs)
        case fx.Num() | fx.Datum() | fx.Arithmetic() | fx.Quotient() | fx.Negative() | fx.Compare() | fx.Between():
            collect_all_inputs(operands(node), bound, facts, variables, inputs)
        case fx.Among() | fx.Not() | fx.All() | fx.Either() | fx.Extreme() | fx.Clamp() | fx.Neighbour():
            collect_all_inputs(operands(node), bound, facts, variables, inputs)
        case fx.Pick() | fx.OrElse() | fx.Numbers() | fx.Values():
            collect_all_inputs(operands(node), bound, facts, variables, inputs)
        case _:  # the rest: not supported by compile_expression
            raise TooManyInputs


def collect_all_inputs(
    nodes: Iterable[fx.Expr | fx.Source],
    bound: frozenset[str],
    facts: Facts,
    variables: Variables,
    inputs: dict[fx.Expr, ValueRange],
) -> None:
    """Collect the inputs of several expressions: their variables and slots, with their ranges.

    Args:
        nodes: The expressions.
        bound: The variables bound inside.
        facts: The program's facts.
        variables: The function's variables, by name.
        inputs: Receives the inputs.

    Raises:
        TooManyInputs: They depend on more than a few values of variables and slots.
    """
    for node in nodes:
        collect_inputs(node, bound, facts, variables, inputs)


def range_of_input(value: fx.Expr, facts: Facts, variables: Variables) -> ValueRange:
    """Return the possible values of a variable or slot that is an input of a table.

    Raises:
        TooManyInputs: They are too many.
    """
    always = facts.range_of(value, variables)
    reach = always or facts.range_without_none(value, variables)
    if reach is None or reach[1] - reach[0] > MAX_ENTRIES:
        raise TooManyInputs
    return ValueRange(*reach, always is None)


def estimate_work(node: fx.Expr | fx.Source) -> int:
    """Estimate the largest number of nodes evaluated for an expression."""
    if isinstance(node, fx.Quantifier):
        asked = sum(estimate_work(part) for part in (node.where, node.value) if part is not None)
        return 1 + estimate_work(node.source) + node.source.most * (1 + asked)
    dividing = DIVISION_COST if isinstance(node, fx.Quotient) and not isinstance(node.divisor, fx.Num) else 0
    return 1 + dividing + sum(map(estimate_work, operands(node)))


def compile_expression(node: fx.Expr, names: Mapping[fx.Expr, str], data: Data) -> Evaluator:
    """Compile an expression to a Python function from the values of its inputs (by their ``names``) to its own value.

    Raises:
        TypeError: It cannot be tabulated.
    """

    def compile_part(part: fx.Expr) -> Evaluator:
        """Compile a part of the expression with the same names of inputs and constant data."""
        return compile_expression(part, names, data)

    if node in names:
        return operator.itemgetter(names[node])
    match node:
        case fx.Num(number):
            return lambda known: number
        case fx.Local(name):
            return operator.itemgetter(name)
        case fx.Datum(name, index):
            values, at = data[name], compile_part(index)
            return lambda known: values[at(known)]
        case fx.Arithmetic(op, left, right):
            return apply_to_both(ARITHMETIC[op], compile_part(left), compile_part(right))
        case fx.Quotient(left, divisor, up):
            return apply_to_both(
                (lambda a, b: -(-a // b)) if up else operator.floordiv, compile_part(left), compile_part(divisor)
            )
        case fx.Negative(value):
            one = compile_part(value)
            return lambda known: -one(known)
        case fx.Compare(op, left, right):
            return apply_to_both(fold.COMPARE[op], compile_part(left), compile_part(right))
        case fx.Between(value, low, high):
            one, least, most = compile_part(value), compile_part(low), compile_part(high)
            return lambda known: least(known) <= one(known) <= most(known)
        case fx.Among(value, members):
            one, among = compile_part(value), [compile_part(member) for member in members]
            return lambda known: one(known) in [member(known) for member in among]
        case fx.Not(value):
            one = compile_part(value)
            return lambda known: not one(known)
        case fx.All(terms):
            each = [compile_part(term) for term in terms]
            return lambda known: all(term(known) for term in each)
        case fx.Either(terms):
            each = [compile_part(term) for term in terms]
            return lambda known: any(term(known) for term in each)
        case fx.Extreme(which, members):
            each = [compile_part(member) for member in members]
            choose = min if which == "min" else max
            return lambda known: choose(member(known) for member in each)
        case fx.Clamp(value, low, high):
            one = compile_part(value)
            return lambda known: min(max(one(known), low), high)
        case fx.Neighbour(value, step, size):
            one = compile_part(value)
            return lambda known: step_enum(one(known), step, size)
        case fx.Pick(condition, value, otherwise):
            test, one, another = compile_part(condition), compile_part(value), compile_part(otherwise)
            return lambda known: one(known) if test(known) else another(known)
        case fx.OrElse(value, otherwise):
            one, another = compile_part(value), compile_part(otherwise)
            return lambda known: another(known) if (found := one(known)) == NONE else found
        case fx.Let(variable, value, body):
            one, inner = compile_part(value), compile_part(body)
            return lambda known: inner({**known, variable: one(known)})
        case fx.Quantifier(kind, variable, source, where, value=added):
            through, test = compile_source(source, compile_part), compile_part(fold.YES if where is None else where)

            def passing_members(known: Values) -> Iterable[int]:
                """Yield the members that satisfy the condition, given the inputs' values."""
                return (member for member in through(known) if test({**known, variable: member}))

            match kind:
                case "sum":
                    assert added is not None
                    each_value = compile_part(added)
                    return lambda known: sum(
                        each_value({**known, variable: member}) for member in passing_members(known)
                    )
                case "count":
                    return lambda known: sum(1 for _ in passing_members(known))
                case "any":
                    return lambda known: any(True for _ in passing_members(known))
                case "first":
                    return lambda known: next(iter(passing_members(known)), NONE)
                case "min" | "max" | "lowest" | "highest":
                    assert added is not None
                    value_of, choose = compile_part(added), min if fx.better_comparison(kind) == "<" else max
                    if not fx.gives_member(kind):
                        return lambda known: choose(
                            (value_of({**known, variable: member}) for member in passing_members(known)), default=NONE
                        )
                    return lambda known: choose(
                        passing_members(known),
                        key=lambda member: value_of({**known, variable: member}),
                        default=NONE,
                    )
                case _:
                    assert_never(kind)
        case _:  # the rest: refused by collect_inputs
            raise TypeError(f"{type(node).__name__} cannot be tabulated")


def apply_to_both(operation: Callable[[int, int], int], left: Evaluator, right: Evaluator) -> Evaluator:
    """Make the function that applies a binary operation to the results of two compiled expressions."""
    return lambda known: operation(left(known), right(known))


def step_enum(value: int, step: int, size: int) -> int:
    """The enum value ``step`` places on; none beyond the first or last of ``size`` values."""
    return value + step if 0 <= value + step < size and value != NONE else NONE


def compile_source(
    source: fx.Source, compile_part: Callable[[fx.Expr], Evaluator]
) -> Callable[[Values], Iterable[int]]:
    """Compile a domain of members (source) to a Python function from the values of inputs to the members.

    Raises:
        TypeError: It cannot be tabulated.
    """
    match source:
        case fx.Numbers(first, last):
            low, high = compile_part(first), compile_part(last)
            return lambda known: range(low(known), high(known) + 1)
        case fx.Values(values):
            each = [compile_part(value) for value in values]
            return lambda known: [value(known) for value in each]
        case _:  # the rest: refused by collect_inputs
            raise TypeError(f"{type(source).__name__} cannot be tabulated")
