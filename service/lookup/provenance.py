"""The provenance of a game's tables and rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from attrs import frozen

from bombsight.compiler.edges import items_of, walk_with_owners
from bombsight.compiler.graph.nodes import Beforehand, Define, DefineException, Option, Procedure, RuleGraph, Table
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.graph.statements import Modifier, NaturalRow, Row
from bombsight.compiler.graph.tallies import is_statistic
from bombsight.dsl.origin import HOME_MADE, PRINTED, UNSEEN_STANDINGS, Origin
from bombsight.service.games.requests import HOUSE_FOLDER

AnyRow = Row | NaturalRow | Beforehand


@frozen(kw_only=True)
class Known:
    """The provenance of a table or a rule.

    Attributes:
        item: The id of the item, or of the item around the part.
        kind: ``table``, ``row``, ``enum``, ``procedure``, ``define``, ``except``, ``modifier`` or ``option``.
        name: Its name or id.
        of: The item around it, such as ``table Reef``; empty for an item.
        title: Its title; may be empty.
        names_source: Whether it names a source.
        chapter: The title of its chapter; empty if it has none.
        said: The standing that the rules give it.
        origin: Its origin; the standing is one of the four words, the weakest of its own and of the values that it is
            computed from.
    """

    item: str
    kind: str
    name: str
    of: str
    title: str
    said: str
    origin: Origin
    chapter: str = ""
    names_source: bool = True

    @property
    def standing(self) -> str:
        """How reliably the rule is known: printed, repaired, recovered or reconstructed."""
        return self.origin.standing

    @property
    def is_derived(self) -> bool:
        """Whether the standing (reliability) is weaker than stated, because of the values it is computed from."""
        return self.standing != self.said


def displayed_origin(node: Table, graph: RuleGraph) -> Origin:
    """The provenance of a table for display: ``home-made``, not ``printed``, if its author is the only source."""
    origin = node.origin.with_place(node.span)
    is_sourceless = graph.game.sources_optional or node.span.path.startswith(f"{HOUSE_FOLDER}/")
    is_home_made = is_sourceless and origin.standing == PRINTED and not node.origin.has_source
    return origin.with_standing(HOME_MADE) if is_home_made else origin


def displayed_standing(known_item: Known, graph: RuleGraph) -> str:
    """The standing (reliability) of a rule for display: ``home-made`` if it names no source and needs none."""
    is_home_made = graph.game.sources_optional and known_item.standing == PRINTED and not known_item.names_source
    return HOME_MADE if is_home_made else known_item.standing


def table_provenance(graph: RuleGraph) -> Iterator[Known]:
    """Yield the provenance of every table, and of every enum that states a provenance."""
    for table in graph.tables:
        yield make_provenance("table", table.id, table)
    for enum in graph.enums:
        if enum.origin.standing:
            yield make_provenance("enum", enum.name, enum)


def rule_provenance(graph: RuleGraph) -> Iterator[Known]:
    """Yield the provenance of options, procedures, defines, shared modifiers, and parts that state their own.

    A tally or forecast is no rule of play, and so is left out. A rule without a standing is printed, unless it is
    computed from values that are not.
    """
    seen_modifiers: set[str] = set()
    derived = {each.id: each for each in graph.derived}
    for id_, item in items_of(graph):
        kind, _, name = id_.partition(":")
        if is_statistic(item):
            continue
        if isinstance(item, Option | Define | Procedure):
            yield make_provenance(kind, name, item, derived=derived.get(id_))
        for _, part in walk_with_owners(id_, item):
            match part:
                case Modifier(shared=True) if part.id not in seen_modifiers:
                    seen_modifiers.add(part.id)
                    yield make_provenance("modifier", part.label, part, derived=derived.get(part.id), item=part.id)
                case Modifier(shared=False) if part.origin.standing or (part.id in derived):
                    item_standing = item.origin.standing if isinstance(item, Table) else PRINTED
                    yield make_provenance(
                        "modifier", part.label, part, f"{kind} {name}", derived.get(part.id), item_standing, item=id_
                    )
                case DefineException() if part.origin.standing:
                    weaker = derived.get(f"except:{name}/{part.label}")
                    yield make_provenance("except", part.label, part, f"{kind} {name}", weaker, item=id_)
                case _:  # the rest: has its item's provenance
                    pass


def unprinted_row_provenance(graph: RuleGraph) -> Iterator[Known]:
    """Yield the provenance of single rows that are recovered or reconstructed, in tables that are better known."""
    derived = {each.id: each for each in graph.derived}
    for table in graph.tables:
        if not table.origin.is_unseen:
            for row in distinct_rows(table):
                name = row.label.partition(",")[0] if grid_cell_of(row) else row.label
                item, weaker = f"table:{table.id}", derived.get(row.id)
                provenance = make_provenance(
                    "row", name, row, f"table {table.id}", weaker, table.origin.standing, item=item
                )
                if provenance.standing in UNSEEN_STANDINGS:
                    yield provenance


def count_printed_lines(graph: RuleGraph) -> int:
    """Count the rows, modifiers, exceptions and values known from print inside tables and rules that are not."""
    tables_and_defines: tuple[Table | Define, ...] = (*graph.tables, *graph.defines)
    items = [item for item in tables_and_defines if item.origin.is_unseen]
    rows = [row for item in items if isinstance(item, Table) for row in distinct_rows(item)]
    others = [part for item in items for _, part in walk_with_owners("", item) if is_nested_part(part)]
    part_origins = [part.origin for part in (*rows, *others)]
    values = [origin for enum in graph.enums if enum.origin.is_unseen for origin in enum.origins]
    return sum(origin.standing == PRINTED for origin in (*part_origins, *values))


def is_nested_part(part: object) -> TypeGuard[Modifier | DefineException]:
    """Whether a graph node is a modifier or an exception, which lie inside a table or define."""
    return isinstance(part, DefineException) or (isinstance(part, Modifier) and not part.shared)


def distinct_rows(table: Table) -> Iterator[AnyRow]:
    """Yield the rows of a table and its inline rolls; a grid line, which is a row for each cell, counts once."""
    lines: set[int] = set()
    for _, part in walk_with_owners("", table):
        if isinstance(part, AnyRow):
            cell = grid_cell_of(part)
            if cell is None or cell[0] not in lines:
                yield part
            if cell is not None:
                lines.add(cell[0])


def grid_cell_of(row: AnyRow) -> tuple[int, int] | None:
    """The grid line and column that a row comes from; None for a row outside grids."""
    return row.cell if isinstance(row, Row) else None


def make_provenance(
    kind: str,
    name: str,
    node: Any,
    of: str = "",
    derived: Derived | None = None,
    default_standing: str = PRINTED,
    item: str = "",
) -> Known:
    """Make the provenance record of a graph node: its standing (reliability) is the weakest of its own and its inputs'.

    Args:
        kind: Its kind: a table, a row, a procedure ...
        name: Its name or label.
        node: The node.
        of: The item around it; empty for an item.
        derived: The weaker standing of the values that it is computed from, if any.
        default_standing: Its standing if the rules give none.
        item: The id of the item around it; empty for an item.
    """
    origin: Origin = node.origin.with_place(node.span)
    if not origin.standing:
        origin = origin.with_standing(default_standing)
    weakest_origin = origin.with_standing_of(derived.origin) if derived else origin
    return Known(
        item=item or f"{kind}:{name}",
        kind=kind,
        name=name,
        of=of,
        title=getattr(node, "title", ""),
        said=origin.standing,
        origin=weakest_origin,
        names_source=node.origin.has_source,
    )
