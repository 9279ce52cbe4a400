"""From the graph's statements to flat ones: changes and control."""

from __future__ import annotations

from functools import singledispatch

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower import fold
from bombsight.compiler.lower.draws import KEPT, invoke, throw
from bombsight.compiler.lower.effects import draws
from bombsight.compiler.lower.expressions import (
    all_values,
    coerced,
    needed,
    out_of_range,
    settled,
    slot,
    source,
    value,
)
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import keep_sources, sources, value_origin
from bombsight.compiler.lower.texts import template
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.program import ChangeSite, ElementSite, EnterSite, LeaveSite, SaySite
from bombsight.flat.types import NONE, ElementType, IntType, ListType, PartsType, Type


@singledispatch
def statement(stmt: g.Stmt, frame: Frame) -> None:
    """Emit what a statement does."""
    raise TypeError(f"{type(stmt).__name__} is no statement")


def block(stmts: g.Block, frame: Frame) -> None:
    """Emit what a block within another does, charged with that other unless it is dear."""
    if stmts:
        frame.charge(frame.unit.costs.block(stmts, frame.own_table))
    statements(stmts, frame)


def statements(stmts: g.Block, frame: Frame) -> None:
    """Emit what statements do, as far as they can be reached; what they cost together is charged already."""
    for stmt in stmts:
        if frame.done:
            return
        frame.charge(frame.unit.costs.statement(stmt, frame.own_table))
        statement(stmt, frame)


@statement.register
def _(stmt: g.Nothing, frame: Frame) -> None:
    pass


@statement.register
def _(stmt: g.Evaluate, frame: Frame) -> None:
    match stmt.value:
        case x.RollOn() | x.DoCall() | x.LookUp() as call:
            invoke(call, frame, ())
        case other:
            value(other, frame)


@statement.register
def _(stmt: g.Say, frame: Frame) -> None:
    text, values = template(stmt.text, frame)
    where = frame.where(stmt.span, stmt.origin, value_origin(stmt.text.parts, frame))
    site = frame.unit.sites.add(SaySite(**where, text=text))
    frame.emit(fs.Event(site=site, values=values))


# --- fields and variables


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
    """A field or a variable gets a value that it can hold."""
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
    """The same for a number that may lie outside ``low..high``; an end that is None needs no check."""
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


@statement.register
def _(stmt: g.Assign, frame: Frame) -> None:
    target, type_ = stmt.target, declared_type(stmt.target, frame)
    found = value(stmt.value, frame) if type_.is_optional else needed(stmt.value, frame)
    if not isinstance(type_, IntType) or not out_of_range(stmt.value.type, type_):
        store(target, found, stmt, frame)
    elif is_full(target, frame):
        store(target, saturated(found, type_, frame), stmt, frame)
    else:
        checked_store(target, found, type_.low, type_.high, stmt, frame)


@statement.register
def _(stmt: g.Increase, frame: Frame) -> None:
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


@statement.register
def _(stmt: g.Let, frame: Frame) -> None:
    node = stmt.value
    if isinstance(stmt.type, ListType):
        frame.emit(fs.NewHeld(name=frame.declare(stmt.variable, stmt.type)))
        return
    assert node is not None
    if isinstance(stmt.type, PartsType):
        names = [frame.locals.of(stmt.variable, part.name) for part in stmt.type.parts]
    else:
        names = [frame.locals.of(stmt.variable)]
    if isinstance(node, x.RollDice):
        keep_dice(stmt, node, frame, names[0])
    elif isinstance(node, x.RollOn | x.DoCall):
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


def keep_result(stmt: g.Let, node: x.RollOn | x.DoCall, frame: Frame, names: list[str]) -> None:
    """What a table or a procedure gives is kept, and what belongs to the roll."""
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


@statement.register
def _(stmt: g.ResetFields, frame: Frame) -> None:
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


# --- lists


def element_site(stmt: g.Stmt, list_: str, joins: bool, frame: Frame, values: object = ()) -> int:
    """The number of an element's joining or leaving; ``values`` are what is worked out for it."""
    where = frame.where(stmt.span, stmt.origin, value_origin((), frame, values))
    return frame.unit.sites.add(ElementSite(**where, list=list_, joins=joins))


@statement.register
def _(stmt: g.AddElement, frame: Frame) -> None:
    unit = frame.unit
    capacity = unit.layout.pools[stmt.list].capacity
    given: list[tuple[str, fx.Expr]] = []
    for index, init in enumerate(stmt.fields):
        field = unit.layout.fields[init.field].field
        if field.full and isinstance(field.type, IntType) and out_of_range(init.value.type, field.type):
            found = value(init.value, frame) if field.type.optional else needed(init.value, frame)
            found = saturated(found, field.type, frame)
        else:
            found = coerced(init.value, field.type, frame)
        if any(draws(later.value) for later in stmt.fields[index + 1 :]):
            found = frame.temporary(found, "first")
        given.append((init.field, found))
    full = frame.fault(stmt.span, f"{stmt.list} is full: it holds {capacity} at most")
    site = element_site(stmt, stmt.list, True, frame, stmt.fields)
    frame.emit(fs.NewElement(list=stmt.list, slots=tuple(given), site=site, full=full))


@statement.register
def _(stmt: g.Remove, frame: Frame) -> None:
    record = frame.unit.layout.pools[stmt.list].list.record
    element = x.Var(name=stmt.variable, type=frame.types.get(stmt.variable, ElementType(record)), span=stmt.span)
    if element.type.is_optional:
        found = fold.some(value(element, frame), frame.fault(stmt.span, f"there is no such {record} (any more)"))
    else:
        found = fx.Local(frame.locals.of(stmt.variable))
    site = element_site(stmt, stmt.list, False, frame)
    frame.emit(fs.RemoveElement(list=stmt.list, value=found, site=site))
    frame.removed_from(frozenset({stmt.list}))


@statement.register
def _(stmt: g.RemoveEach, frame: Frame) -> None:
    record = frame.unit.layout.pools[stmt.list].list.record
    name = frame.declare(stmt.variable, ElementType(record), fresh=True)
    where = None
    if stmt.where is not None:
        with frame.pure():
            where = value(stmt.where, frame)
    site = element_site(stmt, stmt.list, False, frame, stmt.where)
    frame.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=where, site=site))
    frame.removed_from(frozenset({stmt.list}))


@statement.register
def _(stmt: g.ResetList, frame: Frame) -> None:
    name = frame.locals.temporary("each")
    site = element_site(stmt, stmt.list, False, frame)
    frame.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=None, site=site))
    frame.removed_from(frozenset({stmt.list}))


@statement.register
def _(stmt: g.AppendValue, frame: Frame) -> None:
    type_ = frame.types[stmt.variable]
    assert isinstance(type_, ListType)
    found = coerced(stmt.value, type_.element, frame)
    site = frame.fault(stmt.span, f"{stmt.variable} is full: it holds {type_.capacity} at most")
    variable = frame.locals.of(stmt.variable)
    keep_sources(stmt.variable, stmt.value, frame, more=True)
    frame.emit(fs.Append(variable=variable, value=found, capacity=type_.capacity, site=site))


# --- control


@statement.register
def _(stmt: g.If, frame: Frame) -> None:
    condition = value(stmt.condition, frame)
    if isinstance(condition, fx.Num):
        block(stmt.body if condition.value else stmt.otherwise, frame)
        return
    with frame.fork() as fork:
        with fork.arm() as body:
            block(stmt.body, frame)
        with fork.arm() as otherwise:
            block(stmt.otherwise, frame)
    if body or otherwise or fold.can_fault(condition):
        frame.emit(fs.If(condition=condition, body=tuple(body), otherwise=tuple(otherwise)))


@statement.register
def _(stmt: g.Step, frame: Frame) -> None:
    sites, where = frame.unit.sites, frame.where(stmt.span, stmt.origin)
    cite, frame.cite = frame.cite, stmt.origin.cite or frame.cite
    frame.emit(
        fs.Event(site=sites.add(EnterSite(**where, kind="step", name=stmt.name, title=stmt.title)), note=stmt.name)
    )
    leave = sites.add(LeaveSite(**where, kind="step", name=stmt.name))
    frame.steps.append((len(frame.loops), leave))
    statements(stmt.body, frame)
    frame.steps.pop()
    frame.cite = cite
    if not frame.done:
        frame.emit(fs.Event(site=leave))


@statement.register
def _(stmt: g.StopLoop, frame: Frame) -> None:
    frame.leave_steps(sum(depth < len(frame.loops) for depth, _ in frame.steps))
    frame.emit(fs.Leave(label=frame.loops[-1]))


@statement.register
def _(stmt: g.EndProcedure, frame: Frame) -> None:
    result = frame.unit.procedures[stmt.procedure].result
    found: fx.Expr = fx.Num(0)
    if stmt.value is not None and result is not None:
        found = coerced(stmt.value, result, frame)
    frame.emit(fs.EndOuter(procedure=frame.unit.ended[stmt.procedure], value=found))


# --- loops


def loop_body(stmt: g.ForEach | g.ForRange | g.Repeat | g.While, frame: Frame, label: str) -> fs.Block:
    """The body of a loop, whose earlier turns may have removed elements."""
    frame.loops.append(label)
    with frame.block() as body:
        frame.emit(frame.count(frame.unit.costs.turn(stmt, frame.own_table), stmt.span))
        statements(stmt.body, frame)
    frame.loops.pop()
    return tuple(body)


@statement.register
def _(stmt: g.ForEach, frame: Frame) -> None:
    members = source(stmt.domain, frame)
    removes = frame.removes(stmt.body)
    frame.removed_from(removes)
    before = set(frame.fresh)
    type_ = stmt.domain.type.required() if isinstance(stmt.domain.type, ElementType) else stmt.domain.type
    taken = sources(stmt.domain, frame)
    name = frame.declare(stmt.variable, type_, fresh=True)
    frame.taken[stmt.variable] = taken
    where = None
    if stmt.where is not None:
        with frame.pure():
            where = value(stmt.where, frame)
    if where == fold.YES:
        where = None
    watched = None
    if isinstance(type_, ElementType) and isinstance(members, fx.Elements | fx.Held):
        list_ = frame.list_of(type_)
        watched = list_ if list_ in removes or isinstance(members, fx.Held) else None
    label = frame.locals.temporary("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before - {stmt.variable}
    frame.emit(fs.Each(label=label, variable=name, source=members, watched=watched, where=where, body=body))


@statement.register
def _(stmt: g.ForRange, frame: Frame) -> None:
    first = needed(stmt.first, frame)
    last = needed(stmt.last, frame)
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    name = frame.declare(stmt.variable, stmt.type)
    label = frame.locals.temporary("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    frame.emit(fs.Numbered(label=label, variable=name, first=first, last=last, down=stmt.down, body=body))


@statement.register
def _(stmt: g.Repeat, frame: Frame) -> None:
    times = needed(stmt.times, frame)
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    label = frame.locals.temporary("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    frame.emit(fs.Turns(label=label, times=times, body=body))


@statement.register
def _(stmt: g.While, frame: Frame) -> None:
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    with frame.pure():
        condition = value(stmt.condition, frame)
    label = frame.locals.temporary("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    told = fs.Event(site=frame.limit(stmt.span, f"{stmt.limit} turns at most"))
    after = fs.If(condition=condition, body=(told,))
    if condition != fold.NO:
        frame.emit(fs.While(label=label, condition=condition, limit=stmt.limit, body=body, after=(after,)))
