"""How a table or a procedure gives its result."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import draws
from bombsight.compiler.lower.expressions import all_values, coerced, fitted, value
from bombsight.compiler.lower.frame import Frame
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.types import PartsType, Type


def give_result(stmt: g.Give, frame: Frame) -> None:
    """The result of a table's row, of a procedure or of a note: it ends the row, the procedure or the note."""
    run = frame.table
    if run is not None and run.notes and not stmt.values:
        _, label, steps = run.notes[-1]
        frame.leave_steps(steps)
        frame.emit(fs.Leave(label=label))
    elif run is not None and run.every is not None:
        for node in stmt.values:
            if draws(node):
                value(node, frame)
        leave_row(run.every, frame)
    else:
        give(result_values(stmt.values, frame.result, frame), frame)


def result_values(nodes: Sequence[x.Expr], result: Type | None, frame: Frame) -> tuple[fx.Expr, ...]:
    """The values of a result, each of its type."""
    if result is None:
        for node in nodes:
            value(node, frame)
        return ()
    if not isinstance(result, PartsType):
        return tuple(coerced(node, result, frame) for node in nodes[:1])
    if len(nodes) == 1 and isinstance(nodes[0].type, PartsType):
        found = all_values(nodes[0], frame)
        return tuple(
            fitted(part, actual.type, wanted.type, nodes[0].span, frame)
            for part, actual, wanted in zip(found, nodes[0].type.parts, result.parts, strict=True)
        )
    values: list[fx.Expr] = []
    for at, (node, part) in enumerate(zip(nodes, result.parts, strict=True)):
        one = coerced(node, part.type, frame)
        values.append(frame.temporary(one, "first") if any(map(draws, nodes[at + 1 :])) else one)
    return tuple(values)


def give(values: tuple[fx.Expr, ...], frame: Frame) -> None:
    """End the function with a result; open steps end with it, once it is known that the result is no fault."""
    if frame.steps:
        values = tuple(frame.temporary(each, "result") if fold.can_fault(each) else each for each in values)
    frame.leave_steps()
    run = frame.table
    facts: tuple[fx.Expr, ...] = ()
    if run is not None and run.natural is not None and run.total is not None:
        facts = (run.natural, run.total)
    frame.emit(fs.Return(values=values, facts=facts, site=run.site if run else None))


def leave_row(label: str, frame: Frame) -> None:
    """Go on to the next row, where every row is taken."""
    assert frame.table is not None
    frame.leave_steps(frame.table.every_steps)
    frame.emit(fs.Leave(label=label))


def give_nothing(frame: Frame, span: Span) -> None:
    """End the function where no result was given: ``no`` for a grid of keys, none where that may be, else a fault."""
    run = frame.table
    count = frame.unit.results(frame.result)
    if run is not None and run.every is not None:
        leave_row(run.every, frame)
    elif frame.result is None:
        give((), frame)
    elif run is not None and run.table.relation:
        give((fold.NO,), frame)
    elif may_be_nothing(frame.result):
        give((fold.NOTHING,) * count, frame)
    else:
        frame.emit(fs.Fail(site=frame.fault(span, "no result was given")))


def may_be_nothing(result: Type) -> bool:
    """Whether a result may be none, whole or in all its parts."""
    if isinstance(result, PartsType) and all(part.type.is_optional for part in result.parts):
        return True
    return result.is_optional
