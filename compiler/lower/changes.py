"""Fields and variables get their values."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.effect_lifting import KEPT, invoke, throw
from bombsight.compiler.lower.expressions import (
    all_values,
    coerced,
    needed,
    out_of_range,
    settled,
    slot,
    value,
)
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import keep_sources, value_origin
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import ChangeSite
from bombsight.flat.types import NONE, IntType, ListType, PartsType, Type


def change_site(stmt: g.Stmt, values: object, frame: Frame) -> int:
    """The number of a change; ``values`` are what is worked out for it."""
    where = frame.where(stmt.span, stmt.origin, value_origin(values, frame))
    return frame.unit.sites.add(ChangeSite(**where))


def declared_type(target: x.Read | x.Var, frame: Frame) -> Type:
    """What a field or a variable may hold, whatever is known of it here."""
    if isinstance(target, x.Var):
        return frame.types.get(target.name, target.type)
    return frame.unit.layout.fields[target.field].field.type


def store(target: x.Read | x.Var, found: fx.Expr, stmt: g.Stmt, frame: Frame) -> None:
    """A field or a variable gets a value that it can hold.

    Args:
        target: What is set.
        found: The value, within the target's range.
        stmt: The statement of the graph, whose place and sources are told.
        frame: The function context.
    """
    if isinstance(target, x.Read):
        old = target if isinstance(stmt, g.Increase) else target.indices
        site = change_site(stmt, (old, getattr(stmt, "value", None)), frame)
        frame.emit(fs.SetSlot(slot=slot(target, frame), value=found, site=site))
    else:
        keep_sources(target.name, getattr(stmt, "value", None), frame, more=True)
        frame.emit(fs.SetLocal(name=frame.locals.of(target.name), value=found))
        frame.freshen(target.name, frame.stays(stmt))


def checked_store(
    target: x.Read | x.Var, found: fx.Expr, low: int | None, high: int | None, stmt: g.Stmt, frame: Frame
) -> None:
    """A field or a variable gets a number that may lie outside ``low..high``, which is a fault then.

    Args:
        target: What is set.
        found: The number.
        low: The least that it can hold; None where nothing less can come.
        high: The greatest; None where nothing greater can come.
        stmt: The statement of the graph, whose place and sources are told.
        frame: The function context.
    """
    if low is not None or high is not None:
        type_ = declared_type(target, frame)
        found = frame.temporary(found, "new")
        outside = []
        if low is not None:
            outside.append(fold.compare("<", found, fx.Num(low)))
        if high is not None:
            outside.append(fold.compare(">", found, fx.Num(high)))
        condition = fold.disjunction(outside)
        if type_.is_optional:
            condition = fold.conjunction([fold.compare("!=", found, fold.NOTHING), condition])
        if condition != fold.NO:
            frame.emit(fs.Check(condition=condition, site=frame.fault(stmt.span, f"this leaves {type_.required()}")))
    store(target, found, stmt, frame)


def is_full(target: x.Read | x.Var, frame: Frame) -> bool:
    """Whether a field stays at the end of its range instead of leaving it."""
    return isinstance(target, x.Read) and frame.unit.layout.fields[target.field].field.full


def saturated(found: fx.Expr, type_: IntType, frame: Frame) -> fx.Expr:
    """A number brought into its range; none stays none where it may be."""
    if not type_.optional:
        return fold.clamp(found, type_.low, type_.high)
    found = frame.temporary(found, "new")
    return fold.pick(fold.equal(found, NONE), fold.NOTHING, fold.clamp(found, type_.low, type_.high))


def assign(stmt: g.Assign, frame: Frame) -> None:
    """``set target to value``: a field or a variable."""
    target, type_ = stmt.target, declared_type(stmt.target, frame)
    found = value(stmt.value, frame) if type_.is_optional else needed(stmt.value, frame)
    if not isinstance(type_, IntType) or not out_of_range(stmt.value.type, type_):
        store(target, found, stmt, frame)
    elif is_full(target, frame):
        store(target, saturated(found, type_, frame), stmt, frame)
    else:
        checked_store(target, found, type_.low, type_.high, stmt, frame)


def increase(stmt: g.Increase, frame: Frame) -> None:
    """``add value to target`` for a number: it saturates where the field is ``full``, else may fault."""
    target, type_ = stmt.target, declared_type(stmt.target, frame)
    amount = needed(stmt.value, frame)
    old = needed(target, frame)
    assert isinstance(type_, IntType)
    assert isinstance(stmt.value.type, IntType)
    least, most = stmt.value.type.low, stmt.value.type.high
    if isinstance(amount, fx.Num):
        least = most = amount.value
    new = fold.plus(old, amount)
    if not is_full(target, frame):
        checked_store(target, new, type_.low if least < 0 else None, type_.high if most > 0 else None, stmt, frame)
    elif amount == fx.Num(1) or amount == fx.Num(-1):
        room = fold.compare("<", old, fx.Num(type_.high)) if least > 0 else fold.compare(">", old, fx.Num(type_.low))
        with frame.block() as body:
            store(target, new, stmt, frame)
        frame.emit(fs.If(condition=room, body=tuple(body)))
    elif least >= 0:
        store(target, fold.extreme("min", [new, fx.Num(type_.high)]), stmt, frame)
    elif most <= 0:
        store(target, fold.extreme("max", [new, fx.Num(type_.low)]), stmt, frame)
    else:
        store(target, fold.clamp(new, type_.low, type_.high), stmt, frame)


def let(stmt: g.Let, frame: Frame) -> None:
    """A name or a variable comes to be."""
    node = stmt.value
    if isinstance(stmt.type, ListType):
        frame.emit(fs.NewHeld(name=frame.declare(stmt.variable, stmt.type), capacity=stmt.type.capacity))
        return
    assert node is not None
    if isinstance(stmt.type, PartsType):
        names = [frame.locals.of(stmt.variable, part.name) for part in stmt.type.parts]
    else:
        names = [frame.locals.number_of(stmt.variable)]
    if isinstance(node, x.RollDice):
        keep_dice(stmt, node, frame, names[0])
    elif isinstance(node, x.Call):
        keep_result(stmt, node, frame, names)
    elif isinstance(stmt.type, PartsType):
        for name, found in zip(names, all_values(node, frame), strict=True):
            frame.emit(fs.SetLocal(name=name, value=found))
    else:
        found = coerced(node, stmt.type, frame) if stmt.declared else value(node, frame)
        frame.emit(fs.SetLocal(name=names[0], value=found))
    frame.declare(stmt.variable, stmt.type)
    keep_sources(stmt.variable, node, frame)
    frame.freshen(stmt.variable, frame.stays(node))


def keep_result(stmt: g.Let, node: x.Call, frame: Frame, names: list[str]) -> None:
    """What a table or a procedure gives is kept, and what belongs to the roll.

    Args:
        stmt: The ``let``, which says whether the dice and the total are kept too.
        node: The call.
        frame: The function context.
        names: The variables for the result, one for each part.
    """
    converted = stmt.declared and stmt.type != node.type
    given = [frame.locals.temporary("given")] if converted else names if frame.unit.results(node.type) else []
    facts = [
        frame.locals.of(stmt.variable, fact) if asked else None
        for fact, asked in zip(KEPT, (stmt.natural, stmt.total), strict=True)
    ]
    invoke(node, frame, [*given, *(facts if stmt.natural or stmt.total else ())])
    if converted:
        found = settled(fx.Local(given[0]), node.type, stmt.type, node.span, frame)
        frame.emit(fs.SetLocal(name=names[0], value=found))


def keep_dice(stmt: g.Let, node: x.RollDice, frame: Frame, name: str) -> None:
    """Dice that no table owns are kept: their natural sum is their total."""
    thrown = throw(node, frame, frame.locals.temporary("thrown"))
    found = settled(thrown, node.type, stmt.type, node.span, frame) if stmt.declared else thrown
    frame.emit(fs.SetLocal(name=name, value=found))
    for fact, asked in zip(KEPT, (stmt.natural, stmt.total), strict=True):
        if asked:
            frame.emit(fs.SetLocal(name=frame.locals.of(stmt.variable, fact), value=thrown))


def reset_fields(stmt: g.ResetFields, frame: Frame) -> None:
    """Fields fall back to their defaults."""
    indices = [needed(index, frame) for index in stmt.indices]
    for id_ in stmt.fields:
        placed = frame.unit.layout.fields[id_]
        offset: fx.Expr = fx.Num(0)
        count = placed.size
        for index, length in zip(indices, placed.shape, strict=False):
            count //= length
            offset = fold.plus(offset, fold.times(index, count))
        site = change_site(stmt, (stmt.indices, placed.field.default), frame)
        names = frame.unit.layout.counter_of(placed.field.type)
        frame.emit(fs.FallBack(slot=fx.Slot(placed.base, offset), count=count, names=names, site=site))
