"""Who may see something: told with a step, else worked out beside the run.

What an option leaves out is not there; and a program with open options, which one person plays, hides nothing but what
happens in a step that nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.derived_values import worth
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.sites import Hole, Seen
from bombsight.flat.types import ElementType, EnumType


def told_with(
    node: g.Seen | None, frame: Frame, first: int = 0, *, alone: bool = False
) -> tuple[Seen | None, tuple[fx.Expr, ...]]:
    """Who is told of a step or a line, and the values that say so.

    Args:
        node: What the rules say.
        frame: Where the values are worked out.
        first: The number of the first value.
        alone: Whether it counts for one who plays alone, too.
    """
    if node is None or not ((alone and frame.unit.layout.options) or counts(node, frame)):
        return None, ()
    values: list[fx.Expr] = []
    told: list[Hole | None] = []
    with frame.pure():
        for part in (node.by, node.when):
            told.append(Hole(first + len(values), part.type) if part is not None else None)
            values += [value(part, frame)] if part is not None else []
    return Seen(*told), tuple(values)


def sights(unit: Unit) -> Iterator[tuple[str, Seen]]:
    """Who may see each field and list of which not everybody may, by its id."""
    for field in unit.graph.fields:
        seen = of_field(field, unit)
        if seen is not None:
            yield field.id, seen
    for found in unit.graph.lists:
        seen = worked_out(found.seen, Frame(unit=unit, owner=f"list:{found.id}"), [])
        if seen is not None:
            yield found.id, seen


def of_field(field: n.Field, unit: Unit) -> Seen | None:
    """Who may see a field: of its indices in their order, and behind them, of the element whose it is."""
    if field.seen is None:
        return None
    frame = Frame(unit=unit, owner=f"field:{field.id}")
    names = [frame.declare(name, EnumType(enum)) for name, enum in zip(field.index_names, field.indices, strict=True)]
    if field.element:
        record = field.id.partition(".")[0]
        names.append(frame.declare(record, ElementType(record), fresh=True))
    return worked_out(field.seen, frame, [fx.Local(name) for name in names])


def of_procedure(procedure: n.Procedure, frame: Frame) -> Seen | None:
    """Who is told of a procedure: of what it is called with."""
    if procedure.seen is not None and procedure.seen.by is procedure.seen.when is None:
        return Seen(None)  # all of them, whoever plays
    return worked_out(procedure.seen, frame, [fx.Local(frame.locals.of(param.name)) for param in procedure.params])


def worked_out(node: g.Seen | None, frame: Frame, values: list[fx.Expr]) -> Seen | None:
    """Who may see something, worked out of the values of these variables."""
    if node is None or not counts(node, frame):
        return None
    by = worth(node.by, frame, values) if node.by is not None else None
    return Seen(by, worth(node.when, frame, values) if node.when is not None else None)


def counts(node: g.Seen, frame: Frame) -> bool:
    """Whether it can ever be so that not everybody sees it."""
    if frame.unit.layout.options:
        return False
    with frame.pure():
        return node.when is None or value(node.when, frame) != fold.NO
