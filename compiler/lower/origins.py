"""Provenance of sites: from the site's own item, or from the sources of the values that it shows."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.value_sources import FIELD_PREFIX, VARIABLE_PREFIX, value_sources_of
from bombsight.dsl.origin import NO_ORIGIN, PRINTED, Origin

AnyLine = g.Row | g.NaturalRow | n.Beforehand | g.Modifier


def origin_of_item(builder: FunctionBuilder) -> Origin:
    """The origin (citation and reliability) of the table or procedure being lowered; empty for anything else."""
    kind, _, name = builder.owner.partition(":")
    if builder.table_context is not None:
        return builder.table_context.table.origin
    if kind == "procedure":
        found = builder.unit.procedures[name].origin
        return found if found.standing else found.with_standing(PRINTED)
    return NO_ORIGIN


def origin_of_line(line: AnyLine, builder: FunctionBuilder) -> Origin:
    """The origin (citation, reliability) of a row or modifier; no reliability if it equals that of the item."""
    derived = builder.unit.derived.get(line.id)
    origin = line.origin.with_place(line.span)
    origin = origin.with_standing_of(derived.origin) if derived else origin
    return origin.with_citation_of(builder.table_context.table.origin) if builder.table_context else origin


def origin_of_row(row: g.Row | g.NaturalRow | n.Beforehand, builder: FunctionBuilder) -> Origin:
    """The origin (citation and reliability) of a row; the reliability comes from its item if it has none of its own."""
    found = origin_of_line(row, builder)
    return found if found.standing else found.with_standing_of(origin_of_item(builder))


# --- values


def source_ids(parts: object, builder: FunctionBuilder, *, include_fields: bool = True) -> frozenset[str]:
    """Ids of the rules and fields from which values are computed, traced through variables (taint tracking)."""
    found: set[str] = set()
    for id_ in value_sources_of(parts):
        if id_.startswith(VARIABLE_PREFIX):
            found |= builder.variable_sources.get(id_.removeprefix(VARIABLE_PREFIX), frozenset())
        elif include_fields or not id_.startswith(FIELD_PREFIX):
            found.add(id_)
    return frozenset(found)


def origin_of_values(shown_parts: object, builder: FunctionBuilder, domain_parts: object = ()) -> Origin:
    """The combined origin (citation, reliability) of shown values and their domains; empty if all printed.

    For the values of ``domain_parts``, such as the members of a choice, look-ups count, but fields do not.
    """
    return builder.unit.provenance_of(
        source_ids(shown_parts, builder) | source_ids(domain_parts, builder, include_fields=False)
    ).origin


def origin_of_look_up(table: n.Table, builder: FunctionBuilder) -> Origin:
    """The origin (citation, reliability) of a table's looked-up result, derived from all its inputs."""
    return builder.unit.provenance_of(frozenset({f"look:{table.id}"})).origin


def record_sources(variable: str, value: object, builder: FunctionBuilder, *, keeps_previous: bool = False) -> None:
    """Record from which rules a variable's new value is computed (taint tracking).

    Args:
        variable: The variable.
        value: The part of the graph that it is set to.
        builder: The function context.
        keeps_previous: Whether the earlier value may remain.
    """
    before = builder.variable_sources.get(variable, frozenset()) if keeps_previous else frozenset()
    builder.variable_sources[variable] = before | source_ids(value, builder)
