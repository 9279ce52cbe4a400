"""Who may see something: told with a step, worked out beside the run for fields and lists."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.asides import worth
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.sites import Hole, Seen
from bombsight.flat.types import ElementType, EnumType


def told_with(node: g.Seen | None, frame: Frame) -> tuple[Seen | None, tuple[fx.Expr, ...]]:
    """Who is told of a step, and the values that say so."""
    if node is None:
        return None, ()
    with frame.pure():
        when = value(node.when, frame) if node.when is not None else fold.YES
        by = value(node.by, frame) if node.by is not None else None
    if when == fold.NO:
        return None, ()
    values: list[fx.Expr] = []
    told: list[Hole | None] = []
    for part, of in ((by, node.by), (None if when == fold.YES else when, node.when)):
        told.append(Hole(len(values), of.type) if part is not None and of is not None else None)
        values += [part] if part is not None else []
    return Seen(*told), tuple(values)


def sights(unit: Unit) -> Iterator[tuple[str, Seen]]:
    """Who may see each field and list of which not everybody may, by its id."""
    for field in unit.graph.fields:
        if field.seen is not None:
            yield field.id, of_field(field, unit)
    for found in unit.graph.lists:
        if found.seen is not None:
            yield found.id, worked_out(found.seen, Frame(unit=unit, owner=f"list:{found.id}"), [])


def of_field(field: n.Field, unit: Unit) -> Seen:
    """Who may see a field: of its indices in their order, and behind them, of the element whose it is."""
    assert field.seen is not None
    frame = Frame(unit=unit, owner=f"field:{field.id}")
    names = [frame.declare(name, EnumType(enum)) for name, enum in zip(field.index_names, field.indices, strict=True)]
    if field.element:
        record = field.id.partition(".")[0]
        names.append(frame.declare(record, ElementType(record), fresh=True))
    return worked_out(field.seen, frame, [fx.Local(name) for name in names])


def of_procedure(procedure: n.Procedure, frame: Frame) -> Seen:
    """Who is told of a procedure: of what it is called with."""
    assert procedure.seen is not None
    return worked_out(procedure.seen, frame, [fx.Local(frame.locals.of(param.name)) for param in procedure.params])


def worked_out(node: g.Seen, frame: Frame, values: list[fx.Expr]) -> Seen:
    """The same of these variables."""
    by = worth(node.by, frame, values) if node.by is not None else None
    return Seen(by, worth(node.when, frame, values) if node.when is not None else None)
