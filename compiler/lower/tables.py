"""Tables: one function for each way in which a table is used.

``roll`` throws its dice, ``act`` looks it up for what its rows do, ``look`` looks it up for its value, ``every``
takes each of its rows once, ``modifiers`` sums what would change a roll now.
"""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.effect_lifting import KEPT
from bombsight.compiler.lower.effects import asks_for_dice
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import NESTED, Frame, TableCall
from bombsight.compiler.lower.lines import other_info
from bombsight.compiler.lower.lookups import look_rows
from bombsight.compiler.lower.origins import looked_up
from bombsight.compiler.lower.returns import give_nothing
from bombsight.compiler.lower.rolls import bonuses, rolled_rows
from bombsight.compiler.lower.rows import NO_ROW, own_conditions
from bombsight.compiler.lower.rowstatements import taken_row
from bombsight.compiler.lower.statements import block
from bombsight.compiler.lower.unit import Unit
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import BeforehandSite, ResultSite
from bombsight.flat.types import PartsType


def table_frame(table: n.Table, unit: Unit) -> Frame:
    """A frame for one of a table's functions."""
    frame = Frame(unit=unit, owner=f"table:{table.id}", cite=table.origin.cite, result=table.result)
    for param in table.params:
        frame.declare(param.name, param.type, fresh=True)
    frame.table = TableCall(table)
    return frame


def function(table: n.Table, frame: Frame, name: str, kind: str, results: int, guard: Guard | None = None) -> Function:
    """The function with what the frame was filled with."""
    about = f'{kind} {table.id} "{table.title}"  {table.span}'
    return frame.function(name, about, [frame.locals.of(param.name) for param in table.params], results, guard)


def depth_guard(table: n.Table, frame: Frame, results: int) -> Guard | None:
    """How deep a table that can reach itself may go; None for one that cannot."""
    if table.deep is None:
        return None
    unit = frame.unit
    with frame.block() as too_deep:
        text = f"{table.id} is already open {table.deep} times"
        frame.emit(fs.Event(site=frame.limit(table.span, text)))
        if table.result is not None and not table.result.is_optional:
            frame.emit(fs.Fail(site=frame.fault(table.span, text)))
        else:
            frame.emit(fs.Return(values=(fold.NOTHING,) * results))
    return Guard(
        depth=unit.layout.depths[f"table:{table.id}"],
        deepest=table.deep,
        height=unit.height(f"table:{table.id}"),
        nested=frame.fault(table.span, NESTED),
        too_deep=tuple(too_deep),
    )


def result_site(table: n.Table, frame: Frame, known: Origin = UNSAID) -> int | None:
    """Where a table's result is told; None where it only acts. How a roll's is known, the roll says."""
    if table.result is None:
        return None
    parts = table.result.parts if isinstance(table.result, PartsType) else ()
    names = tuple(part.name for part in parts) or ("",)
    types = tuple(part.type for part in parts) or (table.result,)
    return frame.unit.sites.add(
        ResultSite(
            **frame.where(table.span, table.origin, known),
            table=table.id,
            title=table.title,
            names=names,
            types=types,
        )
    )


def has(table: n.Table, kind: type[g.Stmt]) -> bool:
    """Whether some row, natural row or note of a table has a statement of this kind."""
    return any(isinstance(part, kind) for part in walk((table.rolled or (), table.rows, table.beforehand, table.notes)))


# --- calls


def make_roll(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function that rolls on a table."""
    table = unit.tables[name]
    frame, run = _prepared(table, unit)
    rolled = table.rolled
    assert rolled is not None
    natural = fx.Local(frame.locals.temporary("natural"))
    total = fx.Local(frame.locals.temporary("total")) if rolled.modifiers else natural
    kept = table.id in unit.kept
    results = unit.results(table.result) + (len(KEPT) if kept else 0)
    guard = depth_guard(table, frame, results)
    frame.counted(unit.costs.entry(table), table.span)
    run.site = result_site(table, frame)
    run.first_row = len(rolled.naturals)
    if has(table, g.TreatAs):
        run.row = frame.locals.temporary("row")
        frame.emit(fs.SetLocal(name=run.row, value=fx.Num(NO_ROW)))
        for local in dict.fromkeys((natural, total)):
            frame.emit(fs.SetLocal(name=local.name, value=fold.NOTHING))
    if kept:
        run.natural, run.total = (natural, total) if run.row else (fold.NOTHING, fold.NOTHING)
    beforehand(table, frame, run)
    if not frame.done:
        if kept:
            run.natural, run.total = natural, total
        if has(table, g.Again):
            run.again = frame.locals.temporary("again")
            frame.emit(fs.SetLocal(name=run.again, value=fx.Num(0)))
        run.label = frame.locals.label("rows")
        if run.again or run.row:
            frame.removed_from(unit.effects.call(f"table:{table.id}").removes)
        with frame.block() as body:
            rolled_rows(rolled, frame, (natural, total), table, table)
        frame.emit(fs.Labelled(label=run.label, body=tuple(body)))
        if not frame.done:
            give_nothing(frame, table.span)
    return function(table, frame, function_name, "table", results, guard)


def make_act(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function that looks a table up for what its rows do."""
    table = unit.tables[name]
    frame, run = _prepared(table, unit)
    results = unit.results(table.result)
    guard = depth_guard(table, frame, results)
    frame.counted(unit.costs.entry(table), table.span)
    run.site = result_site(table, frame, looked_up(table, frame))
    _looked_up(table, frame, run)
    return function(table, frame, function_name, "look up", results, guard)


def make_look(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function that looks a table up for its value."""
    if unit.effects.total[f"table:{name}"].acts:
        return make_act(unit, name, variant, function_name)
    table = unit.tables[name]
    frame, run = _prepared(table, unit)
    run.pure = True
    frame.charge_value(unit.costs.looked_up(name), table.span)
    _looked_up(table, frame, run)
    return function(table, frame, function_name, "table", unit.results(table.result))


def _prepared(table: n.Table, unit: Unit) -> tuple[Frame, TableCall]:
    frame = table_frame(table, unit)
    assert frame.table is not None
    return frame, frame.table


def _looked_up(table: n.Table, frame: Frame, run: TableCall) -> None:
    if has(table, g.TreatAs):
        run.row = frame.locals.temporary("row")
        frame.emit(fs.SetLocal(name=run.row, value=fx.Num(NO_ROW)))
    beforehand(table, frame, run)
    if frame.done:
        return
    run.label = frame.locals.label("rows")
    if run.row:
        frame.removed_from(frame.unit.effects.call(f"table:{table.id}").removes)
    with frame.block() as body:
        look_rows(table, frame)
    frame.emit(fs.Labelled(label=run.label, body=tuple(body)))
    if not frame.done:
        give_nothing(frame, table.span)


def beforehand(table: n.Table, frame: Frame, run: TableCall) -> None:
    """The results that need no dice; a row that treats itself as another goes on to that one."""
    run.label = frame.locals.label("before")
    run.in_rows = False
    with frame.block() as body:
        for row in table.beforehand:
            with frame.pure():
                condition = value(row.condition, frame)
            if condition == fold.NO or frame.done:
                continue
            with frame.fork() as fork:
                fork.none_taken()
                with fork.arm() as then:
                    if not run.pure:
                        info = other_info(row, frame)
                        site = BeforehandSite(
                            **frame.where(row.span, row.origin), table=table.id, title=table.title, row=info
                        )
                        frame.emit(fs.Event(site=frame.unit.sites.add(site)))
                    block(row.body, frame)
                    if not frame.done:
                        give_nothing(frame, row.span)
            if condition == fold.YES:
                for stmt in then:
                    frame.emit(stmt)
            else:
                frame.emit(fs.If(condition=condition, body=tuple(then), note=f"when {row.label}"))
    run.in_rows = True
    if body:
        frame.emit(fs.Labelled(label=run.label, body=tuple(body)))


# --- every row, and the sum of modifiers


def make_every(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function that takes each row of a table once."""
    table = unit.tables[name]
    frame, run = _prepared(table, unit)
    run.subrows = bool(variant)
    guard = depth_guard(table, frame, 0)
    frame.counted(unit.costs.every(table), table.span)
    conditions = own_conditions(table.all_rows, frame)
    for number, row in enumerate(table.all_rows):
        condition = conditions[number]
        if row.otherwise and not table.rolled:
            others = [conditions[at] for at, other in enumerate(table.all_rows) if not other.otherwise]
            condition = fold.conjunction([condition, fold.negation(fold.disjunction(others))])
        with frame.fork() as fork:
            fork.none_taken()
            with fork.arm() as body:
                taken_row(row, frame)
        if condition == fold.YES:
            for stmt in body:
                frame.emit(stmt)
        elif condition != fold.NO:
            frame.emit(fs.If(condition=condition, body=tuple(body)))
    if not frame.done:
        frame.emit(fs.Return())
    return function(table, frame, function_name, "every row of", 0, guard)


def make_modifiers(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function that sums the modifiers that would apply now; those that ask for the dice do not."""
    table = unit.tables[name]
    frame = table_frame(table, unit)
    frame.charge_value(unit.costs.modifiers(name), table.span)
    total = frame.locals.temporary("total")
    frame.emit(fs.SetLocal(name=total, value=fx.Num(0)))
    bonuses([m for m in table.modifiers if not asks_for_dice((m.amount, m.condition))], total, frame)
    frame.emit(fs.Return(values=(fx.Local(total),)))
    return function(table, frame, function_name, "modifiers on", 1)
