"""How well it is known what a site tells: by what it says itself, or by what its value is taken from."""

from __future__ import annotations

from bombsight.compiler.derived_standing import PRINTED, Known
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.sites import Origin
from bombsight.compiler.value_sources import FIELD, VARIABLE, taken_from

AnyLine = g.Row | g.NaturalRow | n.Beforehand | g.Modifier


def stated(node: object) -> Origin:
    """How a table, a procedure or something in one says that it came down to us."""
    return Origin(getattr(node, "standing", None) or "", getattr(node, "evidence", None) or "")


def item_origin(frame: Frame) -> Origin:
    """How the table or procedure that is being lowered came down to us; dice that belong to nothing else stand so."""
    kind, _, name = frame.owner.partition(":")
    if frame.table is not None:
        return stated(frame.table.table)
    if kind == "procedure":
        found = stated(frame.unit.procedures[name])
        return found if found.standing else Origin(PRINTED)
    return Origin()


def line_origin(line: AnyLine, frame: Frame) -> Origin:
    """How a row or a modifier is known where that is otherwise than what it stands in; empty where it is not."""
    derived = frame.unit.derived.get(line.id)
    return Origin(derived.standing, derived.evidence) if derived else stated(line)


def row_origin(row: g.Row | g.NaturalRow | n.Beforehand, frame: Frame) -> Origin:
    """How a row is known, as itself or as what it stands in."""
    found = line_origin(row, frame)
    return found if found.standing else item_origin(frame)


# --- values


def sources(parts: object, frame: Frame, *, fields: bool = True) -> frozenset[str]:
    """Ids of what the values in some parts are taken from, those of variables among them."""
    found: set[str] = set()
    for id_ in taken_from(parts):
        if id_.startswith(VARIABLE):
            found |= frame.taken.get(id_.removeprefix(VARIABLE), frozenset())
        elif fields or not id_.startswith(FIELD):
            found.add(id_)
    return frozenset(found)


def value_origin(told: object, frame: Frame, asked: object = ()) -> Origin:
    """How well the values are known that are told; empty where they are as printed.

    What is ``asked`` beside, such as what may be chosen, counts for what is looked up, not for the fields it reads.
    """
    return origin_of(frame.unit.known(sources(told, frame) | sources(asked, frame, fields=False)))


def looked_up(table: n.Table, frame: Frame) -> Origin:
    """How well it is known what a table says that is looked up."""
    return origin_of(frame.unit.known(frozenset({f"look:{table.id}"})))


def origin_of(known: Known) -> Origin:
    """What is told of it."""
    return Origin() if known.standing == PRINTED else Origin(known.standing, known.evidence)


def keep_sources(variable: str, value: object, frame: Frame, *, more: bool = False) -> None:
    """A variable holds a value from now on, or with ``more`` it may."""
    before = frame.taken.get(variable, frozenset()) if more else frozenset()
    frame.taken[variable] = before | sources(value, frame)
