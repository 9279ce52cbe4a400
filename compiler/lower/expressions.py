"""From the graph's expressions to flat ones.

Options become constants, or slots where they are open; reads become slots, and what draws dice or runs a procedure is
lifted out, left to right, into variables. A value whose type allows none is checked where none will not do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from bombsight.boundary.budget import Budget
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.effects import last_that_draws
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.spans import span_of
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.budgets import TOO_LONG
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

NEEDED = "a value is needed here, and this is none"


def value(node: x.Expr, frame: Frame) -> fx.Expr:
    """The flat form of a value; what it draws is emitted before."""
    return frame.unit.kinds.values[type(node)](node, frame)


# --- what a value is needed for


def needed(node: x.Expr, frame: Frame) -> fx.Expr:
    """A value that must not be none: a fault in play where its type does not rule that out."""
    found = value(node, frame)
    if not may_be_none(node, frame):
        return found
    return fold.some(found, frame.fault(node.span, NEEDED))


def may_be_none(node: x.Expr, frame: Frame) -> bool:
    """Whether a value may be none, as far as its type tells; an element held somewhere may have left its list."""
    if node.type.is_optional or isinstance(node.type, NoneType):
        return True
    is_element = isinstance(node.type, ElementType)
    match node:
        case x.RollFact():
            return True
        case x.OrElse(otherwise=otherwise):
            return may_be_none(otherwise, frame)
        case x.Var(name=name):
            return is_element and name not in frame.fresh
        case x.PartOf():
            return is_element
        case x.Read(field=name):
            return is_element and not frame.unit.layout.fields[name].field.type.is_optional
        case _:  # the rest: worked out here and now, so that an element is there
            return False


def coerced(node: x.Expr, type_: Type, frame: Frame) -> fx.Expr:
    """A value for a place of this type: a fault in play where it is none or out of range."""
    found = value(node, frame) if type_.is_optional else needed(node, frame)
    return fitted(found, node.type, type_, node.span, frame)


def settled(found: fx.Expr, actual: Type, wanted: Type, span: Span, frame: Frame) -> fx.Expr:
    """A value worked out already, for a place of this type: a fault in play where it is none or out of range.

    Args:
        found: The value.
        actual: Its type.
        wanted: That of the place.
        span: Where the fault is.
        frame: The function context.
    """
    if actual.is_optional and not wanted.is_optional:
        found = fold.some(found, frame.fault(span, NEEDED))
    return fitted(found, actual, wanted, span, frame)


def fitted(found: fx.Expr, actual: Type, wanted: Type, span: Span, frame: Frame) -> fx.Expr:
    """A value that must lie within a type's range, where its own type does not say so.

    Args:
        found: The value; none passes.
        actual: Its type.
        wanted: The type whose range counts.
        span: Where the fault is.
        frame: The function context.
    """
    if not out_of_range(actual, wanted) or not isinstance(wanted, IntType):
        return found
    if isinstance(found, fx.Num) and (found.value == NONE or wanted.low <= found.value <= wanted.high):
        return found
    site = frame.fault(span, f"this is outside {wanted.required()}")
    return fx.Fit(found, wanted.low, wanted.high, wanted.optional and actual.is_optional, site)


def out_of_range(actual: Type, type_: Type) -> bool:
    """Whether a number's type reaches beyond another's range."""
    if not isinstance(actual, IntType) or not isinstance(type_, IntType):
        return False
    return actual.low < type_.low or actual.high > type_.high


def several(nodes: Sequence[x.Expr], frame: Frame, *, all_needed: bool) -> list[fx.Expr]:
    """Values left to right: what a later one draws or does comes after the earlier ones were worked out."""
    found: list[fx.Expr] = []
    last = last_that_draws(nodes)
    for index, node in enumerate(nodes):
        result = needed(node, frame) if all_needed else value(node, frame)
        if index < last:
            result = frame.temporary(result, "first")
        found.append(result)
    return found


def arguments(args: Sequence[x.Expr], params: Sequence[Param], frame: Frame) -> tuple[fx.Expr, ...]:
    """Arguments, each of its parameter's type."""
    found: list[fx.Expr] = []
    last = last_that_draws(args)
    for index, (arg, param) in enumerate(zip(args, params, strict=True)):
        result = coerced(arg, param.type, frame)
        if index < last:
            result = frame.temporary(result, "first")
        found.append(result)
    return tuple(found)


# --- constants, variables, state


def const(node: x.Const, frame: Frame) -> fx.Expr:
    """A known value: a number, yes or no, an enum value by its place, or none."""
    return fx.Num(node.value)


def option_read(node: x.OptionRead, frame: Frame) -> fx.Expr:
    """The value of an option: yes/no, a number, or one of its words (an enum named ``option NAME``)."""
    slot = frame.unit.layout.options.get(node.option)
    if slot is None or frame.beforehand is not None:
        return fx.Num(frame.unit.options[node.option].value)
    return fx.Slot(slot)


def var(node: x.Var, frame: Frame) -> fx.Expr:
    """A parameter, a variable, a loop's or a quantifier's name."""
    if node.name in frame.bound:
        return frame.bound[node.name]
    local = fx.Local(frame.locals.of(node.name))
    if isinstance(node.type, ElementType) and node.name not in frame.fresh:
        return fx.Live(frame.list_of(node.type), local)
    return local


def part_of(node: x.PartOf, frame: Frame) -> fx.Expr:
    """``x.part`` of a variable that holds a result with named parts; an element may have left its list since."""
    local = fx.Local(frame.locals.of(node.variable, node.part))
    return fx.Live(frame.list_of(node.type), local) if isinstance(node.type, ElementType) else local


def roll_fact(node: x.RollFact, frame: Frame) -> fx.Expr:
    """``x.natural`` or ``x.total`` of a kept roll (``let x = roll on T``)."""
    return fx.Local(frame.locals.of(node.variable, node.fact))


def natural_dice(node: x.NaturalDice, frame: Frame) -> fx.Expr:
    """The dice of the current roll as they fell; only inside a rolled table or a sub-roll."""
    if frame.natural is None:
        return fx.Failure(frame.fault(node.span, "no dice lie on the table"))
    return frame.natural


def read(node: x.Read, frame: Frame) -> fx.Expr:
    """The value of a state field."""
    return slot(node, frame)


def slot(node: x.Read, frame: Frame) -> fx.Slot:
    """The slot of a field."""
    placed = frame.unit.layout.fields[node.field]
    offset: fx.Expr = fx.Num(0)
    if node.element is not None:
        offset = fold.times(element_place(node.element, frame), placed.size)
    stride = placed.size
    for index, length in zip(node.indices, placed.shape, strict=True):
        stride //= length
        offset = fold.plus(offset, fold.times(needed(index, frame), stride))
    return fx.Slot(placed.base, offset)


def element_place(node: x.Expr, frame: Frame) -> fx.Expr:
    """Where an element's fields are; a fault where it may be none or may have left its list."""
    list_ = frame.list_of(node.type)
    alive = not may_be_none(node, frame)
    if isinstance(node, x.Var) and node.name not in frame.bound:
        found: fx.Expr = fx.Local(frame.locals.of(node.name))
    else:
        found = value(node, frame)
    site = None if alive else frame.fault(node.span, f"there is no such {node.type.required()} (any more)")
    return fx.Place(list_, found, site)


def enum_data(node: x.EnumData, frame: Frame) -> fx.Expr:
    """The printed datum of an enum value: ``ship.strength``."""
    enum = frame.unit.enums[node.enum]
    column = next(column for column in enum.columns if column.name == node.column)
    index = needed(node.value, frame)
    if isinstance(index, fx.Num):
        return fx.Num(column.values[index.value])
    return fx.Datum(frame.unit.datum(f"{enum.name}.{column.name}", column.values), index)


# --- results with parts


def all_values(node: x.Expr, frame: Frame) -> tuple[fx.Expr, ...]:
    """A value, or each part of a result with parts; what it draws is emitted before."""
    parts = frame.unit.kinds.parts.get(type(node))
    return (value(node, frame),) if parts is None else parts(node, frame)


def const_parts(node: x.Const, frame: Frame) -> tuple[fx.Expr, ...]:
    """A known value: a number, yes or no, an enum value by its place, or none: each part."""
    return (fx.Num(node.value),) * frame.unit.results(node.type)


def var_parts(node: x.Var, frame: Frame) -> tuple[fx.Expr, ...]:
    """A parameter, a variable, a loop's or a quantifier's name: each part."""
    if not isinstance(node.type, PartsType):
        return (value(node, frame),)
    return tuple(fx.Local(frame.locals.of(node.name, part.name)) for part in node.type.parts)


# --- operators


def arithmetic(node: x.Arithmetic, frame: Frame) -> fx.Expr:
    """``left op right``."""
    left, right = several((node.left, node.right), frame, all_needed=True)
    return fold.arithmetic(node.op, left, right)


def quotient(node: x.Quotient, frame: Frame) -> fx.Expr:
    """``left / divisor`` rounded; the divisor is a positive :class:`Const`, or :class:`EnumData` all positive."""
    left, divisor = several((node.left, node.divisor), frame, all_needed=True)
    return fold.quotient(left, divisor, node.rounding == "up")


def negation(node: x.Negation, frame: Frame) -> fx.Expr:
    """``-value``."""
    return fold.negative(needed(node.value, frame))


def comparison(node: x.Comparison, frame: Frame) -> fx.Expr:
    """``left op right``; ``==`` and ``!=`` compare none and elements too."""
    for side in (node.left, node.right):
        if isinstance(side.type, PartsType) and not isinstance(side, x.Const):
            none = fold.conjunction([fold.equal(part, NONE) for part in all_values(side, frame)])
            return none if node.op == "==" else fold.negation(none)
    equality = node.op in ("==", "!=")
    left, right = several((node.left, node.right), frame, all_needed=not equality)
    return fold.compare(node.op, left, right)


def in_range(node: x.InRange, frame: Frame) -> fx.Expr:
    """``value in low..high``."""
    found, low, high = several((node.value, node.low, node.high), frame, all_needed=True)
    return fold.between(found, low, high)


def one_of(node: x.OneOf, frame: Frame) -> fx.Expr:
    """``value in {a, b}``."""
    found, *members = several((node.value, *node.members), frame, all_needed=False)
    return fold.among(found, members)


def in_list(node: x.InList, frame: Frame) -> fx.Expr:
    """``value in list`` for a variable that is a list."""
    return fx.Contains(frame.locals.of(node.variable), value(node.value, frame))


def not_expr(node: x.NotExpr, frame: Frame) -> fx.Expr:
    """``not value``."""
    return fold.negation(value(node.value, frame))


def and_expr(node: x.AndExpr, frame: Frame) -> fx.Expr:
    """``a and b``: the later terms only where the earlier hold."""
    return fold.conjunction([value(term, frame) for term in node.terms])


def or_expr(node: x.OrExpr, frame: Frame) -> fx.Expr:
    """``a or b``: the later terms only where the earlier do not hold."""
    return fold.disjunction([value(term, frame) for term in node.terms])


def or_else(node: x.OrElse, frame: Frame) -> fx.Expr:
    """``value or else otherwise``: the other only where the value is none; it may be none itself."""
    found = value(node.value, frame)
    return fold.or_else(found, value(node.otherwise, frame))


def builtin(node: x.Builtin, frame: Frame) -> fx.Expr:
    """``min``, ``max``, ``abs`` (numbers), ``next``, ``previous`` (enum values; none past the ends)."""
    args = several(node.args, frame, all_needed=True)
    match node.function:
        case "abs":
            return magnitude(args[0], node.type, frame)
        case "min" | "max":
            return fold.extreme(node.function, args)
        case "next":
            return fold.neighbour(args[0], 1, size_of(node.args[0], frame))
        case "previous":
            return fold.neighbour(args[0], -1, size_of(node.args[0], frame))
        case _:
            assert_never(node.function)


def size_of(node: x.Expr, frame: Frame) -> int:
    """How many values the enum of a value has."""
    assert isinstance(node.type, EnumType)
    return frame.unit.enum_size(node.type)


def magnitude(number: fx.Expr, type_: Type, frame: Frame) -> fx.Expr:
    """How far a number is from 0; it is worked out once."""
    if isinstance(number, fx.Num | fx.Local):
        return fold.extreme("max", [number, fold.negative(number)])
    assert isinstance(type_, IntType)
    name = frame.locals.temporary("number", range(-type_.high, type_.high + 1))
    return fx.Let(name, number, magnitude(fx.Local(name), type_, frame))


# --- quantifiers


def quantifier(node: x.Quantifier, frame: Frame) -> fx.Expr:
    """``count``, ``any``, ``first`` or ``sum`` of the members for which ``where`` holds; ``first`` may be none."""
    members = source(node.domain, frame)
    if frame.beforehand is not None:
        return quantifier_beforehand(node, members, frame, frame.beforehand)
    with frame.quantified(node.variable, node.domain.type.required()) as name, frame.pure():
        where = value(node.where, frame) if node.where is not None else None
        added = needed(node.value, frame) if node.value is not None else None
    if where == fold.YES:
        where = None
    cost = frame.unit.costs.looks(node)
    if cost is None:
        return fx.Quantifier(node.kind, name, members, where, value=added)
    site = frame.fault(node.span, TOO_LONG)
    return fx.Quantifier(node.kind, name, members, where, frame.steps_of(cost), site, added)


def quantifier_beforehand(node: x.Quantifier, members: fx.Source, frame: Frame, looks: Budget) -> fx.Expr:
    """The same of members that are known before any run, worked out at once.

    Raises:
        OverBudgetError: More members would be gone through than may be.
    """
    added: list[fx.Expr] = []
    outer = frame.bound
    try:
        for member in numbers_of(members):
            looks.charge(1)
            frame.bound = {**outer, node.variable: fx.Num(member)}
            where = value(node.where, frame) if node.where is not None else fold.YES
            if where == fold.NO:
                continue
            if where == fold.YES and node.kind == "any":
                return fold.YES
            if where == fold.YES and node.kind == "first":
                return fx.Num(member)
            added.append(needed(node.value, frame) if node.value is not None else fx.Num(1))
    finally:
        frame.bound = outer
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
        case _:
            assert_never(node.kind)


def numbers_of(members: fx.Source) -> Iterable[int]:
    """Members that are known before any run.

    Raises:
        ValueError: They are not, which the checks have refused before.
    """
    match members:
        case fx.Numbers(first=fx.Num(value=first), last=fx.Num(value=last)):
            return range(first, last + 1)
        case fx.Values(values=values) if all(isinstance(each, fx.Num) for each in values):
            return [each.value for each in values if isinstance(each, fx.Num)]
    raise ValueError(f"members that are not known beforehand: {members}")


def source(node: x.Domain, frame: Frame) -> fx.Source:
    """What a loop, a choice or a quantifier goes through."""
    return frame.unit.kinds.sources[type(node)](node, frame)


def enum_domain(node: x.EnumDomain, frame: Frame) -> fx.Source:
    """Every value of an enum."""
    size = len(frame.unit.enums[node.enum].values)
    return fx.Numbers(fx.Num(0), fx.Num(size - 1), size)


def set_domain(node: x.SetDomain, frame: Frame) -> fx.Source:
    """The values written, in the order written."""
    return fx.Values(tuple(value(member, frame) for member in node.members))


def elements_domain(node: x.ElementsDomain, frame: Frame) -> fx.Source:
    """The elements of a state list, in the order of their slots."""
    return fx.Elements(node.list, frame.unit.layout.pools[node.list].capacity)


def local_list_domain(node: x.LocalListDomain, frame: Frame) -> fx.Source:
    """The values of a variable that is a list."""
    list_ = frame.list_of(node.type) if isinstance(node.type, ElementType) else None
    held = frame.types[node.variable]
    assert isinstance(held, ListType)
    return fx.Held(frame.locals.of(node.variable), held.capacity, list_)


def range_domain(node: x.RangeDomain, frame: Frame) -> fx.Source:
    """The numbers from ``low`` to ``high``."""
    low, high = several((node.low, node.high), frame, all_needed=True)
    return fx.Numbers(low, high, span_of(node.low, node.high))
