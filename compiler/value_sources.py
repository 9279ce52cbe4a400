"""Sources of values: the tables, grids, defines and options that an expression or a statement reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children, walk

VARIABLE_PREFIX, FIELD_PREFIX, GIVES_PREFIX = "variable:", "field:", "gives:"
"""Prefixes of the ids of variables, fields and procedure results."""


def data_sources_in(part: object) -> Iterator[str]:
    """Yield the ids of the tables, grids, defines and options from which values in a graph part are computed."""
    return (
        id_
        for id_ in walk_sources(part, with_calls=True)
        if not id_.startswith((VARIABLE_PREFIX, FIELD_PREFIX, GIVES_PREFIX))
    )


def value_sources_of(part: object) -> Iterator[str]:
    """Yield the ids of all that a value is computed from, variables, fields and procedure results included.

    Rolls are left out; their own rows carry provenance.
    """
    return walk_sources(part, with_calls=False)


def walk_sources(part: object, *, with_calls: bool) -> Iterator[str]:
    """Yield the ids of the fields, rolls and defines from which the values in a part of the graph are computed."""
    open_: list[Any] = [part]
    while open_:
        match open_.pop():
            case tuple() as several:
                open_.extend(reversed(several))
            case None | str() | int() | x.Template() | g.Say():
                pass
            case g.Choose(domain=domain, where=where) | g.Draw(domain=domain, where=where):
                open_ += [where, domain]
            case g.ChooseBranch(branches=branches):
                open_.append(branches)
            case g.Branch(condition=condition, body=body):
                open_ += [body, condition]
            case g.Evaluate(value=x.LookUp(args=args)):
                open_.append(args)
            case x.RollOn() if not with_calls:
                pass
            case x.DoCall(procedure=name) if not with_calls:
                yield GIVES_PREFIX + name
            case other:  # the rest: its own sources, and those of its children
                yield from own_sources_of(other)
                open_.extend(reversed(children(other)))


def result_sources(body: g.Block, notes: Mapping[str, g.Block]) -> Iterator[str]:
    """Yield the ids of all that a row's result is computed from, also in the notes that the row calls.

    Conditions for other effects do not count; calls, and rolls with rows of their own, carry their own provenance. Each
    note is visited once.
    """
    return walk_result_sources(body, notes, set())


def walk_result_sources(body: g.Block, notes: Mapping[str, g.Block], visited_notes: set[str]) -> Iterator[str]:
    """Yield the ids of all that a block's result is computed from, skipping visited notes and recording new ones."""
    for stmt in body:
        match stmt:
            case g.SubRoll() | g.Evaluate():
                pass
            case g.UseNote(note=name):
                if name not in visited_notes:
                    visited_notes.add(name)
                    yield from walk_result_sources(notes.get(name, ()), notes, visited_notes)
            case g.If(condition=condition, body=then, otherwise=otherwise):
                if gives_value(then) or gives_value(otherwise):
                    yield from data_sources_in(condition)
                yield from walk_result_sources((*then, *otherwise), notes, visited_notes)
            case _:  # the rest: its values are part of the result
                yield from data_sources_in(stmt)


def gives_value(body: g.Block) -> bool:
    """Whether a block of statements can return a value."""
    return any(isinstance(part, g.Give) and part.values for part in walk(body))


def own_sources_of(part: object) -> Iterator[str]:
    """Yield the ids of the tables, fields, defines and options that a node itself reads, without its children."""
    match part:
        case x.CallDefine(define=name):
            yield f"define:{name}"
        case x.LookUp(table=name, args=args) if values := constant_arguments(args):
            yield f"look:{name}({','.join(map(str, values))})"
        case x.LookUp(table=name) | x.EnumDomain(table=str(name)):
            yield f"look:{name}"
        case x.ModifiersOn(table=name):
            yield f"modifiers:{name}"
        case x.OptionRead(option=name):
            yield f"option:{name}"
        case x.EnumData(enum=name, value=x.Const(value=at)):
            yield f"data:{name}/{at}"
        case x.EnumData(enum=name):
            yield f"enum:{name}"
        case x.Read(field=name):
            yield FIELD_PREFIX + name
        case x.Var(name=name):
            yield VARIABLE_PREFIX + name
        case x.PartOf(variable=name) | x.InList(variable=name) | x.LocalListDomain(variable=name):
            yield VARIABLE_PREFIX + name
        case _:  # the rest: no source of its own
            pass


def constant_arguments(args: tuple[x.Expr, ...]) -> list[int] | None:
    """Return the values of call arguments if all are constant; None otherwise, or without arguments."""
    values = [arg.value for arg in args if isinstance(arg, x.Const)]
    return values if values and len(values) == len(args) else None
