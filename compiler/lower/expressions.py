"""Lowering of the graph's expressions to flat expressions.

Options become constants, or slots if they are open; reads become slots. Throws and procedure calls are lifted out, left
to right, into temporaries. A value that may be none is checked where none is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from bombsight.boundary.budget import Budget
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.effects import last_effectful_index
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.number_ranges import range_size
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.flat.types import (
    NONE,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    Type,
)

NONE_FAULT = "a value is needed here, and this is none"


def lower_expr(node: x.Expr, builder: FunctionBuilder) -> fx.Expr:
    """Lower an expression; throws and calls inside it become statements that are emitted before."""
    return builder.unit.lowering_table.values[type(node)](node, builder)


# --- checks of values


def lower_not_none(node: x.Expr, builder: FunctionBuilder) -> fx.Expr:
    """Lower an expression that must not be ``none``, with a run-time check where its type allows ``none``."""
    found = lower_expr(node, builder)
    if not can_be_none(node, builder):
        return found
    return fold.some(found, builder.add_fault_site(node.span, NONE_FAULT))


def can_be_none(node: x.Expr, builder: FunctionBuilder) -> bool:
    """Whether a value may be ``none``, by its type; a stored element reference may be stale."""
    if node.type.is_optional or isinstance(node.type, NoneType):
        return True
    is_element = isinstance(node.type, ElementType)
    match node:
        case x.RollFact():
            return True
        case x.OrElse(otherwise=otherwise):
            return can_be_none(otherwise, builder)
        case x.Conditional(value=value, otherwise=otherwise):
            return can_be_none(value, builder) or can_be_none(otherwise, builder)
        case x.Var(name=name):
            return is_element and name not in builder.fresh_variables
        case x.PartOf():
            return is_element
        case x.Read(field=name):
            return is_element and not builder.unit.layout.fields[name].field.type.is_optional
        case _:  # the rest: computed now, so the element exists
            return False


def lower_as_type(node: x.Expr, type_: Type, builder: FunctionBuilder) -> fx.Expr:
    """Lower an expression to be stored as this type, with run-time checks for ``none`` and for its range."""
    found = lower_expr(node, builder) if type_.is_optional else lower_not_none(node, builder)
    return check_range(found, node.type, type_, node.span, builder)


def coerce_value(computed: fx.Expr, actual: Type, target: Type, span: Span, builder: FunctionBuilder) -> fx.Expr:
    """Emit run-time checks that a lowered value fits a type: a fault if it is ``none`` or out of range.

    Args:
        computed: The value.
        actual: Its type.
        target: The type of the place.
        span: The place of the fault.
        builder: The function context.
    """
    if actual.is_optional and not target.is_optional:
        computed = fold.some(computed, builder.add_fault_site(span, NONE_FAULT))
    return check_range(computed, actual, target, span, builder)


def check_range(computed: fx.Expr, actual: Type, target: Type, span: Span, builder: FunctionBuilder) -> fx.Expr:
    """Emit a run-time check that a lowered value lies in a type's range, unless its own type guarantees that.

    Args:
        computed: The value; none passes the check.
        actual: Its type.
        target: The type whose range counts.
        span: The place of the fault.
        builder: The function context.
    """
    if not can_be_out_of_range(actual, target) or not isinstance(target, IntType):
        return computed
    if isinstance(computed, fx.Num) and (computed.value == NONE or target.low <= computed.value <= target.high):
        return computed
    site = builder.add_fault_site(span, f"this is outside {target.without_none()}")
    return fx.Fit(computed, target.low, target.high, target.optional and actual.is_optional, site)


def can_be_out_of_range(actual: Type, target: Type) -> bool:
    """Whether the range of a number type exceeds the range of the target type."""
    if not isinstance(actual, IntType) or not isinstance(target, IntType):
        return False
    return actual.low < target.low or actual.high > target.high


def lower_in_order(nodes: Sequence[x.Expr], builder: FunctionBuilder, *, not_none: bool) -> list[fx.Expr]:
    """Lower expressions left to right, storing values before a side effect; ``not_none`` adds run-time checks."""
    found: list[fx.Expr] = []
    last = last_effectful_index(nodes)
    for index, node in enumerate(nodes):
        result = lower_not_none(node, builder) if not_none else lower_expr(node, builder)
        if index < last:
            result = builder.assign_temporary(result, "first")
        found.append(result)
    return found


def lower_arguments(args: Sequence[x.Expr], params: Sequence[Param], builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower the arguments of a call, each for the type of its parameter."""
    found: list[fx.Expr] = []
    last = last_effectful_index(args)
    for index, (arg, param) in enumerate(zip(args, params, strict=True)):
        result = lower_as_type(arg, param.type, builder)
        if index < last:
            result = builder.assign_temporary(result, "first")
        found.append(result)
    return tuple(found)


# --- constants, variables, state


def lower_const(node: x.Const, builder: FunctionBuilder) -> fx.Expr:
    """Lower a constant: a number, yes or no, the index of an enum value, or ``none``."""
    return fx.Num(node.value)


def lower_option_read(node: x.OptionRead, builder: FunctionBuilder) -> fx.Expr:
    """Lower the read of an option: a constant, or its slot (word of state) if it can be set at run time."""
    slot = builder.unit.layout.options.get(node.option)
    if slot is None or builder.folding_budget is not None:
        return fx.Num(builder.unit.options[node.option].value)
    return fx.Slot(slot)


def lower_var(node: x.Var, builder: FunctionBuilder) -> fx.Expr:
    """Lower the read of a parameter, a variable, a loop variable or a quantifier's variable."""
    if node.name in builder.substitutions:
        return builder.substitutions[node.name]
    local = fx.Local(builder.locals.name_of(node.name))
    if isinstance(node.type, ElementType) and node.name not in builder.fresh_variables:
        return fx.Live(builder.list_of_type(node.type), local)
    return local


def lower_part_of(node: x.PartOf, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``x.part``, a part of a multi-part result in a variable; a removed element reads as ``none``."""
    local = fx.Local(builder.locals.name_of(node.variable, node.part))
    return fx.Live(builder.list_of_type(node.type), local) if isinstance(node.type, ElementType) else local


def lower_roll_fact(node: x.RollFact, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``x.natural`` or ``x.total``, the dice facts of a roll in a variable (``let x = roll on T``)."""
    return fx.Local(builder.locals.name_of(node.variable, node.fact))


def lower_natural_dice(node: x.NaturalDice, builder: FunctionBuilder) -> fx.Expr:
    """Lower the natural dice (before modifiers) of the current roll; a fault outside a roll."""
    if builder.natural is None:
        return fx.Failure(builder.add_fault_site(node.span, "no dice lie on the table"))
    return builder.natural


def lower_read(node: x.Read, builder: FunctionBuilder) -> fx.Expr:
    """Lower the read of a state field."""
    return lower_field_slot(node, builder)


def lower_field_slot(node: x.Read, builder: FunctionBuilder) -> fx.Slot:
    """Lower a field to its slot (word of state), with the offset of its element and indices."""
    placed = builder.unit.layout.fields[node.field]
    offset: fx.Expr = fx.Num(0)
    if node.element is not None:
        offset = fold.times(lower_element_place(node.element, builder), placed.size)
    stride = placed.size
    for index, length in zip(node.indices, placed.shape, strict=True):
        stride //= length
        offset = fold.plus(offset, fold.times(lower_not_none(index, builder), stride))
    return fx.Slot(placed.base, offset)


def lower_element_place(node: x.Expr, builder: FunctionBuilder) -> fx.Expr:
    """Lower an element reference to the position of its fields, with a fault if it is ``none`` or removed."""
    list_ = builder.list_of_type(node.type)
    alive = not can_be_none(node, builder)
    if isinstance(node, x.Var) and node.name not in builder.substitutions:
        found: fx.Expr = fx.Local(builder.locals.name_of(node.name))
    else:
        found = lower_expr(node, builder)
    site = (
        None if alive else builder.add_fault_site(node.span, f"there is no such {node.type.without_none()} (any more)")
    )
    return fx.Place(list_, found, site)


def lower_enum_data(node: x.EnumData, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``ship.strength``, the read of a printed data column for an enum value."""
    enum = builder.unit.enums[node.enum]
    column = next(column for column in enum.columns if column.name == node.column)
    index = lower_not_none(node.value, builder)
    if isinstance(index, fx.Num):
        return fx.Num(column.values[index.value])
    return fx.Datum(builder.unit.add_data(f"{enum.name}.{column.name}", column.values), index)


# --- results with parts


def lower_all_parts(node: x.Expr, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower an expression to one flat expression per part of its type; side effects are emitted before."""
    parts = builder.unit.lowering_table.parts.get(type(node))
    return (lower_expr(node, builder),) if parts is None else parts(node, builder)


def lower_const_parts(node: x.Const, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower a constant to one number per part of its type."""
    return (fx.Num(node.value),) * builder.unit.result_width(node.type)


def lower_var_parts(node: x.Var, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower the read of a variable to the locals of its parts."""
    if not isinstance(node.type, PartsType):
        return (lower_expr(node, builder),)
    return tuple(fx.Local(builder.locals.name_of(node.name, part.name)) for part in node.type.parts)


# --- operators


def lower_arithmetic(node: x.Arithmetic, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``left op right``."""
    left, right = lower_in_order((node.left, node.right), builder, not_none=True)
    return fold.arithmetic(node.op, left, right)


def lower_quotient(node: x.Quotient, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``left / divisor`` with its rounding.

    The divisor is a positive :class:`Const`, or an :class:`EnumData` with positive values only.
    """
    left, divisor = lower_in_order((node.left, node.divisor), builder, not_none=True)
    return fold.quotient(left, divisor, node.rounding == "up")


def lower_negation(node: x.Negation, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``-value``."""
    return fold.negate_number(lower_not_none(node.value, builder))


def lower_comparison(node: x.Comparison, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``left op right``; ``==`` and ``!=`` compare ``none`` and elements too."""
    for side in (node.left, node.right):
        if isinstance(side.type, PartsType) and not isinstance(side, x.Const):
            none = fold.conjunction([fold.equal(part, NONE) for part in lower_all_parts(side, builder)])
            return none if node.op == "==" else fold.negation(none)
    equality = node.op in ("==", "!=")
    left, right = lower_in_order((node.left, node.right), builder, not_none=not equality)
    return fold.compare(node.op, left, right)


def lower_in_range(node: x.InRange, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``value in low..high``."""
    found, low, high = lower_in_order((node.value, node.low, node.high), builder, not_none=True)
    return fold.between(found, low, high)


def lower_one_of(node: x.OneOf, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``value in {a, b}``."""
    found, *members = lower_in_order((node.value, *node.members), builder, not_none=False)
    return fold.among(found, members)


def lower_in_list(node: x.InList, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``value in list`` for a list variable."""
    return fx.Contains(builder.locals.name_of(node.variable), lower_expr(node.value, builder))


def lower_not(node: x.NotExpr, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``not value``."""
    return fold.negation(lower_expr(node.value, builder))


def lower_and(node: x.AndExpr, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``a and b``, with short-circuit evaluation."""
    return fold.conjunction([lower_expr(term, builder) for term in node.terms])


def lower_or(node: x.OrExpr, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``a or b``, with short-circuit evaluation."""
    return fold.disjunction([lower_expr(term, builder) for term in node.terms])


def lower_or_else(node: x.OrElse, builder: FunctionBuilder) -> fx.Expr:
    """Lower ``value or else otherwise``: the second is evaluated only if the first is ``none``."""
    found = lower_expr(node.value, builder)
    return fold.or_else(found, lower_expr(node.otherwise, builder))


def lower_conditional(node: x.Conditional, builder: FunctionBuilder) -> fx.Expr:
    """Lower a conditional: only the value that counts is evaluated."""
    condition = lower_expr(node.condition, builder)
    return fold.pick(condition, lower_expr(node.value, builder), lower_expr(node.otherwise, builder))


def lower_builtin(node: x.Builtin, builder: FunctionBuilder) -> fx.Expr:
    """Lower the built-in functions: ``min``, ``max``, ``abs`` of numbers, ``next`` and ``previous`` of enum values."""
    args = lower_in_order(node.args, builder, not_none=True)
    match node.function:
        case "abs":
            return absolute_value(args[0], node.type, builder)
        case "min" | "max":
            return fold.extreme(node.function, args)
        case "next":
            return fold.neighbour(args[0], 1, enum_size_of(node.args[0], builder))
        case "previous":
            return fold.neighbour(args[0], -1, enum_size_of(node.args[0], builder))
        case _:
            assert_never(node.function)


def enum_size_of(node: x.Expr, builder: FunctionBuilder) -> int:
    """The number of values of an expression's enum."""
    assert isinstance(node.type, EnumType)
    return builder.unit.enum_size(node.type)


def absolute_value(number: fx.Expr, type_: Type, builder: FunctionBuilder) -> fx.Expr:
    """Build the expression for the absolute value of a number, which is evaluated only once."""
    if isinstance(number, fx.Num | fx.Local):
        return fold.extreme("max", [number, fold.negate_number(number)])
    assert isinstance(type_, IntType)
    name = builder.locals.new_temporary("number", range(-type_.high, type_.high + 1))
    return fx.Let(name, number, absolute_value(fx.Local(name), type_, builder))


# --- quantifiers


def lower_quantifier(node: x.Quantifier, builder: FunctionBuilder) -> fx.Expr:
    """Lower a ``count``, ``any``, ``first`` or ``sum`` of the members that fulfil ``where``."""
    members = lower_domain(node.domain, builder)
    if builder.folding_budget is not None:
        return fold_quantifier(node, members, builder, builder.folding_budget)
    with builder.quantifier_scope(node.variable, node.domain.type.without_none()) as name, builder.no_statements():
        where = lower_expr(node.where, builder) if node.where is not None else None
        added = lower_not_none(node.value, builder) if node.value is not None else None
    if where == fold.YES:
        where = None
    cost = builder.unit.costs.quantifier_charge(node)
    if cost is None:
        return fx.Quantifier(node.kind, name, members, where, value=added)
    site = builder.add_fault_site(node.span, TOO_LONG_TEXT)
    return fx.Quantifier(node.kind, name, members, where, builder.lower_steps(cost), site, added)


def fold_quantifier(node: x.Quantifier, members: fx.Source, builder: FunctionBuilder, member_budget: Budget) -> fx.Expr:
    """Evaluate a quantifier over constant members at compile time.

    Args:
        node: The quantifier.
        members: Its constant members.
        builder: The function context.
        member_budget: The number of members that may be visited.

    Raises:
        OverBudgetError: More members are visited than the budget allows.
    """
    added: list[fx.Expr] = []
    counted: list[int] = []
    outer = builder.substitutions
    try:
        for member in constant_members(members):
            member_budget.charge(1)
            builder.substitutions = {**outer, node.variable: fx.Num(member)}
            where = lower_expr(node.where, builder) if node.where is not None else fold.YES
            if where == fold.NO:
                continue
            if where == fold.YES and node.kind == "any":
                return fold.YES
            if where == fold.YES and node.kind == "first":
                return fx.Num(member)
            added.append(lower_not_none(node.value, builder) if node.value is not None else fx.Num(1))
            counted.append(member)
    finally:
        builder.substitutions = outer
    match node.kind:
        case "any":
            return fold.NO
        case "first":
            return fx.Num(NONE)
        case "count" | "sum":
            total: fx.Expr = fx.Num(0)
            for each in added:
                total = fold.plus(total, each)
            return total
        case "min" | "max" | "lowest" | "highest":
            return best_of_constants(node.kind, counted, added)
        case _:
            assert_never(node.kind)


def best_of_constants(kind: fx.BestKind, members: Sequence[int], values: Sequence[fx.Expr]) -> fx.Expr:
    """Return the best of some constant values, or the member that has it; none without any.

    Raises:
        ValueError: Some value is no constant, which the checks should have rejected.
    """
    numbers = [each.value for each in values if isinstance(each, fx.Num)]
    if len(numbers) < len(values):
        raise ValueError(f"values that are not known beforehand: {values}")
    choose = min if fx.better_comparison(kind) == "<" else max
    best = choose(range(len(numbers)), key=numbers.__getitem__, default=None)
    if best is None:
        return fold.NOTHING
    return fx.Num(members[best] if fx.gives_member(kind) else numbers[best])


def constant_members(members: fx.Source) -> Iterable[int]:
    """The values of the members of a domain, which must all be constants.

    Raises:
        ValueError: Some member is no constant, which the checks should have rejected.
    """
    match members:
        case fx.Numbers(first=fx.Num(value=first), last=fx.Num(value=last)):
            return range(first, last + 1)
        case fx.Values(values=values) if all(isinstance(each, fx.Num) for each in values):
            return [each.value for each in values if isinstance(each, fx.Num)]
    raise ValueError(f"members that are not known beforehand: {members}")


def lower_domain(node: x.Domain, builder: FunctionBuilder) -> fx.Source:
    """Lower the domain of a loop, a choice or a quantifier to a flat source of members."""
    return builder.unit.lowering_table.sources[type(node)](node, builder)


def lower_enum_domain(node: x.EnumDomain, builder: FunctionBuilder) -> fx.Source:
    """Lower a domain of all values of an enum."""
    size = len(builder.unit.enums[node.enum].values)
    return fx.Numbers(fx.Num(0), fx.Num(size - 1), size)


def lower_set_domain(node: x.SetDomain, builder: FunctionBuilder) -> fx.Source:
    """Lower a domain of listed values, in text order."""
    return fx.Values(tuple(lower_expr(member, builder) for member in node.members))


def lower_elements_domain(node: x.ElementsDomain, builder: FunctionBuilder) -> fx.Source:
    """Lower a domain of the elements of a state list, in the order of their slots."""
    return fx.Elements(node.list, builder.unit.layout.pools[node.list].capacity)


def lower_local_list_domain(node: x.LocalListDomain, builder: FunctionBuilder) -> fx.Source:
    """Lower a domain of the values of a list variable."""
    list_ = builder.list_of_type(node.type) if isinstance(node.type, ElementType) else None
    held = builder.types[node.variable]
    assert isinstance(held, ListType)
    return fx.Held(builder.locals.name_of(node.variable), held.capacity, list_)


def lower_range_domain(node: x.RangeDomain, builder: FunctionBuilder) -> fx.Source:
    """Lower a domain of the numbers from ``low`` to ``high``."""
    low, high = lower_in_order((node.low, node.high), builder, not_none=True)
    return fx.Numbers(low, high, range_size(node.low, node.high))
