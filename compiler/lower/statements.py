"""From the graph's statements to flat ones: changes and control."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.draws import KEPT, invoke, throw
from bombsight.compiler.lower.effects import draws
from bombsight.compiler.lower.expressions import (
    all_values,
    coerced,
    highest,
    needed,
    out_of_range,
    settled,
    slot,
    source,
    span_of,
    value,
)
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import keep_sources, sources, value_origin
from bombsight.compiler.lower.texts import template
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import ChangeSite, ElementSite, EnterSite, LeaveSite, SaySite
from bombsight.flat.types import NONE, ElementType, IntType, ListType, PartsType, Type


def statement(stmt: g.Stmt, frame: Frame) -> None:
    """Emit what a statement does."""
    frame.unit.kinds.statements[type(stmt)](stmt, frame)


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


def nothing(stmt: g.Nothing, frame: Frame) -> None:
    """Nothing happens."""


def evaluate(stmt: g.Evaluate, frame: Frame) -> None:
    """A roll, a look-up or a procedure for its effects."""
    match stmt.value:
        case x.RollOn() | x.DoCall() | x.LookUp() as call:
            invoke(call, frame, ())
        case other:
            value(other, frame)


def say(stmt: g.Say, frame: Frame) -> None:
    """A line of text for the journal."""
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


# --- lists


def element_site(stmt: g.Stmt, list_: str, joins: bool, frame: Frame, values: object = ()) -> int:
    """The number of an element's joining or leaving; ``values`` are what is worked out for it."""
    where = frame.where(stmt.span, stmt.origin, value_origin((), frame, values))
    return frame.unit.sites.add(ElementSite(**where, list=list_, joins=joins))


def add_element(stmt: g.AddElement, frame: Frame) -> None:
    """A new element in a state list; fields not named have their defaults."""
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


def remove(stmt: g.Remove, frame: Frame) -> None:
    """An element leaves its list; every field and variable that held it is none."""
    record = frame.unit.layout.pools[stmt.list].list.record
    element = x.Var(name=stmt.variable, type=frame.types.get(stmt.variable, ElementType(record)), span=stmt.span)
    if element.type.is_optional:
        found = fold.some(value(element, frame), frame.fault(stmt.span, f"there is no such {record} (any more)"))
    else:
        found = fx.Local(frame.locals.of(stmt.variable))
    site = element_site(stmt, stmt.list, False, frame)
    frame.emit(fs.RemoveElement(list=stmt.list, value=found, site=site))
    frame.removed_from(frozenset({stmt.list}))


def remove_each(stmt: g.RemoveEach, frame: Frame) -> None:
    """Every element for which ``where`` holds leaves the list."""
    record = frame.unit.layout.pools[stmt.list].list.record
    name = frame.declare(stmt.variable, ElementType(record), fresh=True)
    where = None
    if stmt.where is not None:
        with frame.pure():
            where = value(stmt.where, frame)
    site = element_site(stmt, stmt.list, False, frame, stmt.where)
    frame.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=where, site=site))
    frame.removed_from(frozenset({stmt.list}))


def reset_list(stmt: g.ResetList, frame: Frame) -> None:
    """A list is emptied: a state list by its id."""
    name = frame.locals.temporary("each")
    site = element_site(stmt, stmt.list, False, frame)
    frame.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=None, site=site))
    frame.removed_from(frozenset({stmt.list}))


def append_value(stmt: g.AppendValue, frame: Frame) -> None:
    """``add value to variable`` for a variable that is a list."""
    type_ = frame.types[stmt.variable]
    assert isinstance(type_, ListType)
    found = coerced(stmt.value, type_.element, frame)
    site = frame.fault(stmt.span, f"{stmt.variable} is full: it holds {type_.capacity} at most")
    variable = frame.locals.of(stmt.variable)
    keep_sources(stmt.variable, stmt.value, frame, more=True)
    frame.emit(fs.Append(variable=variable, value=found, site=site))


# --- control


def if_(stmt: g.If, frame: Frame) -> None:
    """One of two blocks."""
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


def step(stmt: g.Step, frame: Frame) -> None:
    """A named step of a procedure."""
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


def stop_loop(stmt: g.StopLoop, frame: Frame) -> None:
    """Leave the innermost loop."""
    frame.leave_steps(sum(depth < len(frame.loops) for depth, _ in frame.steps))
    frame.emit(fs.Leave(label=frame.loops[-1]))


def end_procedure(stmt: g.EndProcedure, frame: Frame) -> None:
    """Leave a running procedure from however deep, with a value where it has a type."""
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


def for_each(stmt: g.ForEach, frame: Frame) -> None:
    """A loop over members fixed when it begins; an element removed meanwhile is passed over."""
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
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before - {stmt.variable}
    frame.emit(fs.Each(label=label, variable=name, source=members, watched=watched, where=where, body=body))


def for_range(stmt: g.ForRange, frame: Frame) -> None:
    """A loop over numbers, up or down; none if the bounds are the wrong way round."""
    first = needed(stmt.first, frame)
    last = needed(stmt.last, frame)
    most = span_of(stmt.last, stmt.first) if stmt.down else span_of(stmt.first, stmt.last)
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    name = frame.declare(stmt.variable, stmt.type)
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    frame.emit(fs.Numbered(label=label, variable=name, first=first, last=last, most=most, down=stmt.down, body=body))


def repeat(stmt: g.Repeat, frame: Frame) -> None:
    """A loop of as many turns as the value says when it begins."""
    times = needed(stmt.times, frame)
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    frame.emit(fs.Turns(label=label, times=times, most=highest(stmt.times), body=body))


def while_(stmt: g.While, frame: Frame) -> None:
    """A loop while the condition holds, ``limit`` turns at most."""
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    with frame.pure():
        condition = value(stmt.condition, frame)
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    told = fs.Event(site=frame.limit(stmt.span, f"{stmt.limit} turns at most"))
    after = fs.If(condition=condition, body=(told,))
    if condition != fold.NO:
        frame.emit(fs.While(label=label, condition=condition, limit=stmt.limit, body=body, after=(after,)))
