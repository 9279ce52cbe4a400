"""Procedures, standing offers, and the functions of examples."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower import fold
from bombsight.compiler.lower.draws import invoke
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import NESTED, Frame
from bombsight.compiler.lower.giving import give, give_nothing
from bombsight.compiler.lower.statements import statements
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Guard
from bombsight.flat.program import ChoiceSite, EnterSite, LeaveSite
from bombsight.flat.types import PartsType, Type

RESULT = "result"
"""What an example's lines call what its call gave."""


def make_do(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function of a procedure."""
    procedure = unit.procedures[name]
    frame = Frame(unit=unit, owner=f"procedure:{name}", cite=procedure.origin.cite, result=procedure.result)
    for param in procedure.params:
        frame.declare(param.name, param.type, fresh=True)
    guard = procedure_guard(procedure, frame)
    if name == unit.graph.game.mission:
        frame.emit(fs.Refill())
    frame.emit(frame.count(unit.costs.procedure(procedure), procedure.span))
    statements(procedure.body, frame)
    if not frame.done:
        give_nothing(frame, procedure.span)
    effect = unit.effects.call(f"procedure:{name}")
    title = f' "{procedure.title}"' if procedure.title else ""
    return Function(
        name=function_name,
        about=f"procedure {name}{title}  {procedure.span}".rstrip(),
        params=tuple(frame.locals.of(param.name) for param in procedure.params),
        results=unit.results(procedure.result),
        body=tuple(frame.out or ()),
        guard=guard,
        asks=effect.asks,
        ends=bool(effect.ends),
    )


def procedure_guard(procedure: n.Procedure, frame: Frame) -> Guard:
    """What stands around a procedure's body."""
    unit = frame.unit
    name = procedure.name
    where = frame.where(procedure.span, procedure.origin)
    enter = EnterSite(
        **where,
        kind="procedure",
        name=name,
        title=procedure.title,
        types=tuple(param.type for param in procedure.params),
        names=tuple(param.name for param in procedure.params),
    )
    too_deep: list[fs.Stmt] = []
    if procedure.deep is not None:
        with frame.block() as too_deep:
            text = f"{name} is already open {procedure.deep} times"
            frame.emit(fs.Event(site=frame.limit(procedure.span, text)))
            if procedure.result is not None and not procedure.result.is_optional:
                frame.emit(fs.Fail(site=frame.fault(procedure.span, text)))
            else:
                frame.emit(fs.Return(values=(fold.NOTHING,) * unit.results(procedure.result)))
    return Guard(
        number=unit.ended.get(name),
        escapes=bool(unit.effects.total[f"procedure:{name}"].ends),
        resets=name if unit.falls_back(name) else None,
        depth=unit.layout.depths.get(f"procedure:{name}"),
        deepest=procedure.deep or 0,
        height=unit.height(f"procedure:{name}"),
        nested=frame.fault(procedure.span, NESTED),
        too_deep=tuple(too_deep),
        enter=unit.sites.add(enter),
        leave=unit.sites.add(LeaveSite(**where, kind="procedure", name=name)),
    )


def make_enter(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The same procedure, its state left as it is when it ends."""
    function = make_do(unit, name, variant, unit.function("do", name))
    assert function.guard is not None
    return evolve(function, name=function_name, guard=evolve(function.guard, resets=None), shares=function.name)


def make_offer(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function of a standing offer: whether it was made and taken."""
    reroll = next(reroll for reroll in unit.graph.rerolls if reroll.name == name)
    frame = Frame(unit=unit, owner=f"reroll:{name}", cite=reroll.origin.cite)
    used = fx.Slot(unit.layout.offers[name])
    condition = fold.conjunction([fold.compare("<", used, fx.Num(reroll.limit)), value(reroll.condition, frame)])
    site = ChoiceSite(
        **frame.where(reroll.span, reroll.origin),
        id=f"offer:{name}",
        ask=(reroll.title,),
        by="player",
        option_type=None,
        branches=(("keep", ("Keep the dice",)), ("again", ("Throw again",))),
        offer=True,
    )
    with frame.block() as body:
        taken = frame.locals.temporary("taken")
        frame.emit(fs.AskAgain(name=taken, site=unit.sites.add(site)))
        with frame.block() as paid:
            frame.bare = (fold.YES,)
            frame.emit(frame.count(unit.costs.offer(reroll), reroll.span))
            frame.emit(fs.SetCounter(slot=used, value=fold.plus(used, 1)))
            statements(reroll.body, frame)
            if not frame.done:
                give((), frame)
        frame.emit(fs.If(condition=fx.Local(taken), body=tuple(paid)))
    frame.emit(fs.If(condition=condition, body=tuple(body)))
    frame.emit(fs.Return(values=(fold.NO,)))
    effect = unit.effects.call(f"reroll:{name}")
    return Function(
        name=function_name,
        about=f'reroll {name} "{reroll.title}"  {reroll.span}'.rstrip(),
        params=("wanted",),
        results=1,
        body=tuple(frame.out or ()),
        asks=True,
        ends=bool(effect.ends),
    )


# --- examples


def example_frame(unit: Unit, example: n.Example) -> Frame:
    """A frame for an example's functions."""
    return Frame(unit=unit, owner=example.id, cite=example.origin.cite)


def example_function(frame: Frame, example: n.Example, name: str, params: tuple[str, ...], results: int) -> Function:
    """The function with what the frame was filled with."""
    return Function(
        name=name,
        about=f'example "{example.title}"  {example.span}'.rstrip(),
        params=params,
        results=results,
        body=tuple(frame.out or ()),
        asks=True,
        ends=True,
    )


def make_setup(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """What sets an example's scene."""
    example = unit.graph.examples[int(name)]
    frame = example_frame(unit, example)
    statements(example.setup, frame)
    if not frame.done:
        give((), frame)
    return example_function(frame, example, function_name, (), 0)


def make_call(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """An example's one call. A procedure called leaves its state, to be looked at."""
    example = unit.graph.examples[int(name)]
    frame = example_frame(unit, example)
    results = 0
    if isinstance(example.call, x.RollOn | x.DoCall | x.LookUp):
        results = unit.results(example_result(example, unit))
        names = [frame.locals.temporary("result") for _ in range(results)]
        invoke(example.call, frame, names, kept=True)
        frame.emit(fs.Return(values=tuple(fx.Local(local) for local in names)))
    else:
        give((), frame)
    return example_function(frame, example, function_name, (), results)


def example_result(example: n.Example, unit: Unit) -> Type | None:
    """What an example's call gives."""
    match example.call:
        case x.RollOn(table=table) | x.LookUp(table=table):
            return unit.tables[table].result
        case x.DoCall(procedure=procedure):
            return unit.procedures[procedure].result
        case _:
            return None


def make_expect(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """Whether what an example expects is so; it is called with what the example's call gave."""
    example = unit.graph.examples[int(name)]
    line = example.lines[int(variant)]
    assert isinstance(line, n.ExampleExpect)
    frame = example_frame(unit, example)
    result = example_result(example, unit)
    params: tuple[str, ...] = ()
    if isinstance(result, PartsType):
        params = tuple(frame.locals.of(RESULT, part.name) for part in result.parts)
    elif result is not None:
        params = (frame.declare(RESULT, result),)
    frame.emit(fs.Return(values=(value(line.condition, frame),)))
    return example_function(frame, example, function_name, params, 1)
