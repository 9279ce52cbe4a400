"""How well it is known what a site tells: by what it says itself, or by what its value is taken from."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.value_sources import FIELD, VARIABLE, taken_from
from bombsight.dsl.origin import PRINTED, UNSAID, Origin

AnyLine = g.Row | g.NaturalRow | n.Beforehand | g.Modifier


def item_origin(frame: Frame) -> Origin:
    """How the table or procedure that is being lowered came down to us; dice that belong to nothing else stand so."""
    kind, _, name = frame.owner.partition(":")
    if frame.table is not None:
        return frame.table.table.origin
    if kind == "procedure":
        found = frame.unit.procedures[name].origin
        return found if found.standing else found.known(PRINTED)
    return UNSAID


def line_origin(line: AnyLine, frame: Frame) -> Origin:
    """The origin of a row or a modifier; its standing is empty where that is the one of what it stands in."""
    derived = frame.unit.derived.get(line.id)
    origin = line.origin.at(line.span)
    origin = origin.known_as(derived.origin) if derived else origin
    return origin.cited_in(frame.table.table.origin) if frame.table else origin


def row_origin(row: g.Row | g.NaturalRow | n.Beforehand, frame: Frame) -> Origin:
    """The origin of a row, its standing its own or that of what it stands in."""
    found = line_origin(row, frame)
    return found if found.standing else found.known_as(item_origin(frame))


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
    return frame.unit.known(sources(told, frame) | sources(asked, frame, fields=False)).origin


def looked_up(table: n.Table, frame: Frame) -> Origin:
    """How well it is known what a table says that is looked up."""
    return frame.unit.known(frozenset({f"look:{table.id}"})).origin


def keep_sources(variable: str, value: object, frame: Frame, *, more: bool = False) -> None:
    """Note which sources a variable rests on from now on (taint).

    Args:
        variable: The variable.
        value: The part of the graph that it holds.
        frame: The function context.
        more: Whether it may hold what it held before, too.
    """
    before = frame.taken.get(variable, frozenset()) if more else frozenset()
    frame.taken[variable] = before | sources(value, frame)
