"""How the tables and rules of a game came down to us."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

from attrs import frozen

from bombsight.compiler.edges import items_of, walk_with_owners
from bombsight.compiler.graph.nodes import Beforehand, Define, DefineException, Option, Procedure, RuleGraph, Table
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.graph.statements import Modifier, NaturalRow, Row
from bombsight.dsl.origin import HOME_MADE, PRINTED, UNSEEN_STANDINGS, Origin
from bombsight.service.games.requests import HOUSE_FOLDER

AnyRow = Row | NaturalRow | Beforehand


@frozen(kw_only=True)
class Known:
    """A table or a rule, and how well it is known.

    Attributes:
        item: The id of the item that it is, or that it stands in.
        kind: ``table``, ``row``, ``enum``, ``procedure``, ``define``, ``except``, ``modifier`` or ``option``.
        name: Its name or id.
        of: What it stands in, such as ``table Reef``; empty for what stands in column 0.
        title: What people call it; may be empty.
        names_source: Whether it says anything of where it comes from.
        chapter: The title of the chapter that it stands in; empty where it stands in none.
        said: The standing that it says itself.
        origin: Its origin; the standing is one of the four words, the weakest of its own and of what it is computed
            from.
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
        """One of the four words."""
        return self.origin.standing

    @property
    def is_derived(self) -> bool:
        """Whether it is known less well than it says."""
        return self.standing != self.said


def displayed_origin(node: Table, graph: RuleGraph) -> Origin:
    """The origin of a table as people are told: home-made, where it is nobody's but its author's."""
    origin = node.origin.with_place(node.span)
    is_sourceless = graph.game.sources_optional or node.span.path.startswith(f"{HOUSE_FOLDER}/")
    is_home_made = is_sourceless and origin.standing == PRINTED and not node.origin.has_source
    return origin.with_standing(HOME_MADE) if is_home_made else origin


def displayed_standing(known_item: Known, graph: RuleGraph) -> str:
    """The standing of something in a game as people are told: home-made in a game that asks for no sources."""
    is_home_made = graph.game.sources_optional and known_item.standing == PRINTED and not known_item.names_source
    return HOME_MADE if is_home_made else known_item.standing


def table_provenance(graph: RuleGraph) -> Iterator[Known]:
    """Every table, and every enum that says how its printed data came down to us."""
    for table in graph.tables:
        yield provenance_of("table", table.id, table)
    for enum in graph.enums:
        if enum.origin.standing:
            yield provenance_of("enum", enum.name, enum)


def rule_provenance(graph: RuleGraph) -> Iterator[Known]:
    """Every option, procedure, define, and modifier outside tables; of what stands in one, what speaks for itself.

    A tally is no rule of play, and so is not among them.
    What says nothing of itself is as printed, unless it is computed from what is not.
    """
    seen_modifiers: set[str] = set()
    derived = {each.id: each for each in graph.derived}
    for id_, item in items_of(graph):
        kind, _, name = id_.partition(":")
        if isinstance(item, Define) and item.tally is not None:
            continue
        if isinstance(item, Option | Define | Procedure):
            yield provenance_of(kind, name, item, derived=derived.get(id_))
        for _, part in walk_with_owners(id_, item):
            match part:
                case Modifier(shared=True) if part.id not in seen_modifiers:
                    seen_modifiers.add(part.id)
                    yield provenance_of("modifier", part.label, part, derived=derived.get(part.id), item=part.id)
                case Modifier(shared=False) if part.origin.standing or (part.id in derived):
                    item_standing = item.origin.standing if isinstance(item, Table) else PRINTED
                    yield provenance_of(
                        "modifier", part.label, part, f"{kind} {name}", derived.get(part.id), item_standing, item=id_
                    )
                case DefineException() if part.origin.standing:
                    weaker = derived.get(f"except:{name}/{part.label}")
                    yield provenance_of("except", part.label, part, f"{kind} {name}", weaker, item=id_)
                case _:  # the rest: told of its item
                    pass


def unprinted_row_provenance(graph: RuleGraph) -> Iterator[Known]:
    """Rows that are not as printed, in tables that otherwise are."""
    derived = {each.id: each for each in graph.derived}
    for table in graph.tables:
        if not table.origin.is_unseen:
            for row in distinct_rows(table):
                name = row.label.partition(",")[0] if grid_cell_of(row) else row.label
                item, weaker = f"table:{table.id}", derived.get(row.id)
                provenance = provenance_of(
                    "row", name, row, f"table {table.id}", weaker, table.origin.standing, item=item
                )
                if provenance.standing in UNSEEN_STANDINGS:
                    yield provenance


def count_printed_lines(graph: RuleGraph) -> int:
    """How many rows, modifiers, exceptions and values are known from print, in what otherwise is not."""
    tables_and_defines: tuple[Table | Define, ...] = (*graph.tables, *graph.defines)
    items = [item for item in tables_and_defines if item.origin.is_unseen]
    rows = [row for item in items if isinstance(item, Table) for row in distinct_rows(item)]
    others = [part for item in items for _, part in walk_with_owners("", item) if is_nested_part(part)]
    part_origins = [part.origin for part in (*rows, *others)]
    values = [origin for enum in graph.enums if enum.origin.is_unseen for origin in enum.origins]
    return sum(origin.standing == PRINTED for origin in (*part_origins, *values))


def is_nested_part(part: object) -> TypeGuard[Modifier | DefineException]:
    """Whether it is a modifier or an exception that stands within its table or define."""
    return isinstance(part, DefineException) or (isinstance(part, Modifier) and not part.shared)


def distinct_rows(table: Table) -> Iterator[AnyRow]:
    """The rows of a table and of its sub-rolls; of a line of its grid, which is a row for each cell, the first."""
    lines: set[int] = set()
    for _, part in walk_with_owners("", table):
        if isinstance(part, AnyRow):
            cell = grid_cell_of(part)
            if cell is None or cell[0] not in lines:
                yield part
            if cell is not None:
                lines.add(cell[0])


def grid_cell_of(row: AnyRow) -> tuple[int, int] | None:
    """Line and column of a row that is a cell of a grid; None for a row that is written out."""
    return row.cell if isinstance(row, Row) else None


def provenance_of(
    kind: str,
    name: str,
    node: Any,
    of: str = "",
    derived: Derived | None = None,
    default_standing: str = PRINTED,
    item: str = "",
) -> Known:
    """How well one part of the graph is known; ``stands`` is how where it says nothing.

    Args:
        kind: What it is: a table, a row, a procedure ...
        name: Its name or label.
        node: Its node in the graph.
        of: What it is part of; empty where it stands by itself.
        derived: What its values rest on, where that is less well known; else None.
        default_standing: Its standing where it says none itself.
        item: The id of the item that it is part of; empty where it is one.
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
