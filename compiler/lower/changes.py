"""Lowering of assignments: statements that set fields and variables."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.effect_lifting import KEPT_ROLL_FACTS, emit_call, emit_throw
from bombsight.compiler.lower.expressions import (
    can_be_out_of_range,
    coerce_value,
    lower_all_parts,
    lower_as_type,
    lower_expr,
    lower_field_slot,
    lower_not_none,
)
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_values, record_sources
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import ChangeSite
from bombsight.flat.types import NONE, IntType, ListType, PartsType, Type


def add_change_site(stmt: g.Stmt, values: object, builder: FunctionBuilder) -> int:
    """Add the site (display metadata) of a change, computed from ``values``, and return its number."""
    where = builder.site_fields(stmt.span, stmt.origin, origin_of_values(values, builder))
    return builder.unit.sites.site_number(ChangeSite(**where))


def declared_type(target: x.Read | x.Var, builder: FunctionBuilder) -> Type:
    """The declared type of a field or a variable, without narrowing by known facts."""
    if isinstance(target, x.Var):
        return builder.types.get(target.name, target.type)
    return builder.unit.layout.fields[target.field].field.type


def emit_store(target: x.Read | x.Var, new_value: fx.Expr, stmt: g.Stmt, builder: FunctionBuilder) -> None:
    """Emit a store of a value that is known to fit a field or a variable.

    Args:
        target: The field or variable to set.
        new_value: The value, within the target's range.
        stmt: The statement of the graph, which gives the site its place and sources.
        builder: The function context.
    """
    if isinstance(target, x.Read):
        old = target if isinstance(stmt, g.Increase) else target.indices
        site = add_change_site(stmt, (old, getattr(stmt, "value", None)), builder)
        builder.emit(fs.SetSlot(slot=lower_field_slot(target, builder), value=new_value, site=site))
    else:
        record_sources(target.name, getattr(stmt, "value", None), builder, keeps_previous=True)
        builder.emit(fs.SetLocal(name=builder.locals.name_of(target.name), value=new_value))
        builder.set_fresh(target.name, builder.is_element_kept(stmt))


def emit_checked_store(
    target: x.Read | x.Var,
    new_value: fx.Expr,
    low: int | None,
    high: int | None,
    stmt: g.Stmt,
    builder: FunctionBuilder,
) -> None:
    """Emit a store of a number, with a fault if it lies outside ``low..high``.

    Args:
        target: The field or variable to set.
        new_value: The number.
        low: The least value allowed; None if no smaller one can occur.
        high: The greatest value allowed; None if no greater one can occur.
        stmt: The statement of the graph, which gives the site its place and sources.
        builder: The function context.
    """
    if low is not None or high is not None:
        type_ = declared_type(target, builder)
        new_value = builder.assign_temporary(new_value, "new")
        outside = []
        if low is not None:
            outside.append(fold.compare("<", new_value, fx.Num(low)))
        if high is not None:
            outside.append(fold.compare(">", new_value, fx.Num(high)))
        condition = fold.disjunction(outside)
        if type_.is_optional:
            condition = fold.conjunction([fold.compare("!=", new_value, fold.NOTHING), condition])
        if condition != fold.NO:
            builder.emit(
                fs.Check(
                    condition=condition, site=builder.add_fault_site(stmt.span, f"this leaves {type_.without_none()}")
                )
            )
    emit_store(target, new_value, stmt, builder)


def is_saturating(target: x.Read | x.Var, builder: FunctionBuilder) -> bool:
    """Whether a field saturates at the ends of its range instead of faulting."""
    return isinstance(target, x.Read) and builder.unit.layout.fields[target.field].field.full


def clamp_to_type(number: fx.Expr, type_: IntType, builder: FunctionBuilder) -> fx.Expr:
    """Clamp a number to the range of its type; ``none`` stays ``none`` if the type allows it."""
    if not type_.optional:
        return fold.clamp(number, type_.low, type_.high)
    number = builder.assign_temporary(number, "new")
    return fold.pick(fold.equal(number, NONE), fold.NOTHING, fold.clamp(number, type_.low, type_.high))


def lower_assign(stmt: g.Assign, builder: FunctionBuilder) -> None:
    """Lower ``set target to value``, for a field or a variable."""
    target, type_ = stmt.target, declared_type(stmt.target, builder)
    new_value = lower_expr(stmt.value, builder) if type_.is_optional else lower_not_none(stmt.value, builder)
    if not isinstance(type_, IntType) or not can_be_out_of_range(stmt.value.type, type_):
        emit_store(target, new_value, stmt, builder)
    elif is_saturating(target, builder):
        emit_store(target, clamp_to_type(new_value, type_, builder), stmt, builder)
    else:
        emit_checked_store(target, new_value, type_.low, type_.high, stmt, builder)


def lower_increase(stmt: g.Increase, builder: FunctionBuilder) -> None:
    """Lower ``add value to target`` for a number: saturate for a ``full`` field, else check the range."""
    target, type_ = stmt.target, declared_type(stmt.target, builder)
    amount = lower_not_none(stmt.value, builder)
    old = lower_not_none(target, builder)
    assert isinstance(type_, IntType)
    assert isinstance(stmt.value.type, IntType)
    least, most = stmt.value.type.low, stmt.value.type.high
    if isinstance(amount, fx.Num):
        least = most = amount.value
    new = fold.plus(old, amount)
    if not is_saturating(target, builder):
        emit_checked_store(
            target, new, type_.low if least < 0 else None, type_.high if most > 0 else None, stmt, builder
        )
    elif amount == fx.Num(1) or amount == fx.Num(-1):
        room = fold.compare("<", old, fx.Num(type_.high)) if least > 0 else fold.compare(">", old, fx.Num(type_.low))
        with builder.inner_block() as body:
            emit_store(target, new, stmt, builder)
        builder.emit(fs.If(condition=room, body=tuple(body)))
    elif least >= 0:
        emit_store(target, fold.extreme("min", [new, fx.Num(type_.high)]), stmt, builder)
    elif most <= 0:
        emit_store(target, fold.extreme("max", [new, fx.Num(type_.low)]), stmt, builder)
    else:
        emit_store(target, fold.clamp(new, type_.low, type_.high), stmt, builder)


def lower_let(stmt: g.Let, builder: FunctionBuilder) -> None:
    """Lower ``let``: declare a name or a variable and store its value."""
    node = stmt.value
    if isinstance(stmt.type, ListType):
        builder.emit(fs.NewHeld(name=builder.declare_variable(stmt.variable, stmt.type), capacity=stmt.type.capacity))
        return
    assert node is not None
    if isinstance(stmt.type, PartsType):
        names = [builder.locals.name_of(stmt.variable, part.name) for part in stmt.type.parts]
    else:
        names = [builder.locals.number_name(stmt.variable)]
    if isinstance(node, x.RollDice):
        store_dice(stmt, node, builder, names[0])
    elif isinstance(node, x.Call):
        store_call_result(stmt, node, builder, names)
    elif isinstance(stmt.type, PartsType):
        for name, found in zip(names, lower_all_parts(node, builder), strict=True):
            builder.emit(fs.SetLocal(name=name, value=found))
    else:
        found = lower_as_type(node, stmt.type, builder) if stmt.declared else lower_expr(node, builder)
        builder.emit(fs.SetLocal(name=names[0], value=found))
    builder.declare_variable(stmt.variable, stmt.type)
    record_sources(stmt.variable, node, builder)
    builder.set_fresh(stmt.variable, builder.is_element_kept(node))


def store_call_result(stmt: g.Let, node: x.Call, builder: FunctionBuilder, names: list[str]) -> None:
    """Store the result of a table or procedure in variables, with the facts of the roll that the ``let`` keeps.

    Args:
        stmt: The ``let``, which says whether natural dice, total and single dice are kept too.
        node: The call.
        builder: The function context.
        names: The variables for the result, one per part.
    """
    converted = stmt.declared and stmt.type != node.type
    result_names = (
        [builder.locals.new_temporary("given")] if converted else names if builder.unit.result_width(node.type) else []
    )
    facts = [
        builder.locals.name_of(stmt.variable, fact) if is_wanted else None
        for fact, is_wanted in zip(KEPT_ROLL_FACTS, (stmt.natural, stmt.total, stmt.faces), strict=True)
    ]
    kept = facts if stmt.faces else facts[:2] if stmt.natural or stmt.total else []
    emit_call(node, builder, [*result_names, *kept])
    if converted:
        found = coerce_value(fx.Local(result_names[0]), node.type, stmt.type, node.span, builder)
        builder.emit(fs.SetLocal(name=names[0], value=found))


def store_dice(stmt: g.Let, node: x.RollDice, builder: FunctionBuilder, name: str) -> None:
    """Store a throw of dice without a table (``let n = 2d6``) in a variable; the total is the natural sum."""
    faces = builder.locals.name_of(stmt.variable, "faces") if stmt.faces else None
    total = emit_throw(node, builder, builder.locals.new_temporary("thrown"), faces)
    found = coerce_value(total, node.type, stmt.type, node.span, builder) if stmt.declared else total
    builder.emit(fs.SetLocal(name=name, value=found))
    for fact, asked in (("natural", stmt.natural), ("total", stmt.total)):
        if asked:
            builder.emit(fs.SetLocal(name=builder.locals.name_of(stmt.variable, fact), value=total))


def lower_reset_fields(stmt: g.ResetFields, builder: FunctionBuilder) -> None:
    """Lower the reset of fields to their defaults."""
    indices = [lower_not_none(index, builder) for index in stmt.indices]
    for id_ in stmt.fields:
        placed = builder.unit.layout.fields[id_]
        offset: fx.Expr = fx.Num(0)
        count = placed.size
        for index, length in zip(indices, placed.shape, strict=False):
            count //= length
            offset = fold.plus(offset, fold.times(index, count))
        site = add_change_site(stmt, (stmt.indices, placed.field.default), builder)
        names = builder.unit.layout.name_counter_of(placed.field.type)
        builder.emit(fs.FallBack(slot=fx.Slot(placed.base, offset), count=count, names=names, site=site))
