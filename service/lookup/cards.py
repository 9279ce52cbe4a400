"""A table as a card: everything about it that a player needs, in words, for the screen or for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field, frozen

from bombsight.compiler.explanations import explanation_texts
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Beforehand, Note, RuleGraph, Table
from bombsight.compiler.graph.overlays import OverlayEntry, OverlayInForce
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.request import Request
from bombsight.dsl.aggregation import aggregation_line
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat.types import Type
from bombsight.service.common.document import Document
from bombsight.service.common.notebook import ShownInNotebooks
from bombsight.service.lookup.name_matching import find_table
from bombsight.service.lookup.provenance import displayed_origin
from bombsight.service.lookup.rule_text import Sources, amount_text, key_text
from bombsight.service.lookup.verbalizer import Verbalizer, readable_expression, readable_name, result_part_types
from bombsight.service.programs.compile import COMPILE_LOCK, compile_game


@frozen(kw_only=True)
class Line:
    """A row, a natural row (matched by the dice before modifiers), or a result without dice.

    Attributes:
        key: Its key as the rules write it: ``2..3``, ``natural 6``, ``when lamp is 0``.
        title: Its title on the card; may be empty.
        when: The condition of a natural row; empty for always.
        result: Its effects, line by line.
        origin: Its own origin; the standing is empty if it is the table's.
    """

    key: str
    title: str
    when: str = ""
    result: tuple[str, ...]
    origin: Origin


@frozen(kw_only=True)
class ModifierLine:
    """A modifier: its amount as the rules write it, its name, and its condition.

    Attributes:
        origin: Its own origin; the standing is empty if it is the table's.
    """

    amount: str
    label: str
    when: str
    shared: bool
    origin: Origin


@frozen(kw_only=True)
class NoteLine:
    """A note of the table."""

    name: str
    title: str
    text: tuple[str, ...]


@frozen(kw_only=True)
class Change:
    """A change by an overlay item; both texts are empty for a mere confirmation."""

    was: str
    now: str


@frozen(kw_only=True)
class Amendment:
    """An overlay item that touched the table: ``errata general 22`` with its title and its changes."""

    item: str
    title: str
    origin: Origin
    changes: tuple[Change, ...]


@frozen(kw_only=True)
class Card(ShownInNotebooks):
    """A table's card.

    Attributes:
        dice: ``2d6``; empty for a table that is looked up.
        gives: The possible results; empty if the table only acts.
        every_row: ``every row added up`` where every row applies that holds; empty where one row counts.
        each: The action on each entry of a row, and the parts of an entry; empty if rows have no entries.
        head, grid: The printed grid; both empty for a table in rows.
        cells: For a cell of the grid (line and column) the overlay items that touched it.
        origins: For a line of the grid its own standing, if it differs from the table's.
        explanation: What it does in play; empty if the rules do not say.
    """

    html_renderer = "lookup.card_html:render_card"

    id: str
    title: str
    origin: Origin
    params: tuple[str, ...]
    gives: str
    dice: str
    each: str
    before: tuple[Line, ...]
    modifiers: tuple[ModifierLine, ...]
    rows: tuple[Line, ...]
    head: tuple[str, ...]
    grid: tuple[tuple[str, ...], ...]
    cells: tuple[tuple[int, int, tuple[str, ...]], ...]
    origins: tuple[tuple[int, Origin], ...]
    notes: tuple[NoteLine, ...]
    amendments: tuple[Amendment, ...]
    explanation: str = ""
    every_row: str = ""

    def __repr__(self) -> str:
        """Name the card in a line; its parts are attributes."""
        return f"<Card {self.id} {self.title!r}: {self.dice or 'looked up'}, {len(self.rows or self.grid)} rows>"


@frozen(kw_only=True)
class TableTold(Document):
    """The JSON document of a table.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        table: The table's card.
    """

    document = "table"

    game: str
    rules: str
    table: Card


DerivedById = Mapping[str, Derived]
"""Weaker standings inherited from the values that a node is computed from, by the node's id."""


def look_up_card(request: Request, word: str) -> TableTold:
    """Find the table that a word names, and make the JSON document of its card.

    Raises:
        InputError: There is no such table, or an option is unknown.
        WrongRules: The rules have errors.
    """
    graph, result = compile_game(request)
    card = build_card(find_table(graph, word), graph, result.sources)
    return TableTold(game=graph.game.id, rules=graph.rules_hash, table=card)


@define
class CardBox:
    """The cards of a game that is played: its rules are read once, when the first card is asked for; each is kept.

    Attributes:
        request: The rules.
    """

    request: Request
    _rules: tuple[RuleGraph, Sources] | None = None
    _cards: dict[str, Card] = field(factory=dict)

    def card(self, word: str) -> Card:
        """Return the card of the table that a word names.

        Raises:
            InputError: There is no such table, or an option is unknown.
            WrongRules: The rules have errors.
        """
        if word not in self._cards:
            graph, sources = self.read_rules()
            self._cards[word] = build_card(find_table(graph, word), graph, sources)
        return self._cards[word]

    def read_rules(self) -> tuple[RuleGraph, Sources]:
        """Read the rules, once, and return them.

        Raises:
            InputError: An option is unknown.
            WrongRules: The rules have errors.
        """
        with COMPILE_LOCK:  # who comes while another thread reads them waits, and need not read them again
            if self._rules is None:
                graph, result = compile_game(self.request)
                self._rules = graph, result.sources
        return self._rules


def build_card(table: Table, graph: RuleGraph, sources: Sources) -> Card:
    """Build the card of a table: everything about it that a player needs, in words."""
    verbalizer = Verbalizer(graph, sources, {note.name: note.title for note in table.notes})
    derived_by_id = {each.id: each for each in graph.derived}
    rolled = table.rolled
    naturals = rolled.naturals if rolled else ()
    rows = [row for row in table.all_rows if row.cell is None or table.grid is None]
    keys = [param.type for param in table.params]
    cells = [*keys, *result_part_types(table.result)]
    return Card(
        id=table.id,
        title=table.title,
        origin=displayed_origin(table, graph),
        params=tuple(f"{param.name}: {param.type}" for param in table.params),
        gives=describe_result_type(table, graph),
        dice=rolled.dice.notation if rolled else "",
        each=verbalizer.entry_heading(table),
        before=(
            *(beforehand_line(row, verbalizer, derived_by_id) for row in table.beforehand),
            *(natural_line(row, verbalizer, derived_by_id) for row in naturals),
        ),
        modifiers=tuple(modifier_line(modifier, sources, derived_by_id) for modifier in table.modifiers),
        rows=tuple(row_line(row, verbalizer, derived_by_id, keys[:1] if rolled is None else ()) for row in rows),
        head=tuple(verbalizer.substitute_titles(cell, keys) for cell in table.grid.head) if table.grid else (),
        grid=tuple(tuple(verbalizer.substitute_titles(cell, cells) for cell in line) for line in table.grid.lines)
        if table.grid
        else (),
        cells=tuple((mark.line, mark.column, mark.amended_by) for mark in table.grid.marks) if table.grid else (),
        origins=tuple(dict.fromkeys(grid_line_origins(table, derived_by_id))),
        notes=tuple(note_line(note, verbalizer) for note in table.notes),
        amendments=tuple(find_amendments(table, graph.overlays)),
        explanation=explanation_texts(graph).get(f"table:{table.id}", ""),
        every_row=aggregation_line(table.aggregation) if table.aggregation is not None else "",
    )


def describe_result_type(table: Table, graph: RuleGraph) -> str:
    """Describe the type of a table's result in words; empty if the table gives none."""
    if table.result is None:
        return ""
    if table.words is not None:
        enum_of_words = next((enum for enum in graph.enums if enum.name == table.words), None)
        return ", ".join(enum_of_words.values).replace("_", " ") if enum_of_words else ""
    return str(table.result)


def beforehand_line(row: Beforehand, verbalizer: Verbalizer, derived_by_id: DerivedById) -> Line:
    """Make the card line of a result that applies without dice while a condition holds."""
    return Line(
        key=f"when {readable_name(row.label) or verbalizer.value_text(row.condition)}",
        title="",
        result=tuple(verbalizer.block_lines(row.body)),
        origin=origin_of(row, derived_by_id),
    )


def natural_line(row: g.NaturalRow, verbalizer: Verbalizer, derived_by_id: DerivedById) -> Line:
    """Make the card line of a natural row (matched by the dice before modifiers)."""
    return Line(
        key=f"natural {row.label or key_text(row.keys, verbalizer.sources)}",
        title=row.title,
        when=verbalizer.natural_condition_text(row),
        result=tuple(verbalizer.block_lines(row.body)),
        origin=origin_of(row, derived_by_id),
    )


def row_line(row: g.Row, verbalizer: Verbalizer, derived_by_id: DerivedById, keys: Iterable[Type]) -> Line:
    """Make the card line of a row: its key, title, effect and provenance.

    Args:
        row: The row.
        verbalizer: Finds words for values and effects.
        derived_by_id: The weaker standings.
        keys: The types of the keys; empty if they are totals of dice.
    """
    return Line(
        key=verbalizer.substitute_titles(row.label, keys) or key_text(row.keys, verbalizer.sources),
        title=row.title,
        result=tuple(verbalizer.block_lines(row.body)),
        origin=origin_of(row, derived_by_id),
    )


def origin_of(part: g.Row | g.NaturalRow | Beforehand | g.Modifier, derived_by_id: DerivedById) -> Origin:
    """The provenance of a row or modifier; its standing (reliability) is empty if the same as the table's."""
    own = part.origin.with_place(part.span)
    return own.with_standing_of(derived_by_id[part.id].origin) if part.id in derived_by_id else own


def grid_line_origins(table: Table, derived_by_id: DerivedById) -> Iterator[tuple[int, Origin]]:
    """Yield the grid lines that have a standing (printed ...) of their own, once for each cell of the line."""
    for row in table.all_rows:
        row_origin = origin_of(row, derived_by_id)
        if row.cell is not None and row_origin.standing:
            yield row.cell[0], NO_ORIGIN.with_standing_of(row_origin)


def modifier_line(modifier: g.Modifier, sources: Sources, derived_by_id: DerivedById) -> ModifierLine:
    """Make the card line of a modifier: amount, name, condition and provenance."""
    return ModifierLine(
        amount=amount_text(modifier.amount, sources),
        label=modifier.label,
        when=readable_expression(modifier.text),
        shared=modifier.shared,
        origin=origin_of(modifier, derived_by_id),
    )


def note_line(note: Note, verbalizer: Verbalizer) -> NoteLine:
    """Make the card's entry of a note (a named footnote of the table)."""
    return NoteLine(name=note.name, title=note.title, text=tuple(verbalizer.block_lines(note.body)))


def find_amendments(table: Table, overlays: Iterable[OverlayInForce]) -> Iterator[Amendment]:
    """Yield the overlay items that changed or confirmed a table or its modifiers, with these changes."""
    own_targets = {f"table {table.id}", *(f"modifier {modifier.label}" for modifier in table.modifiers)}
    origins = [table.origin, *(modifier.origin for modifier in table.modifiers)]
    amended_by = {item for origin in origins for item in origin.amended_by}
    for overlay in overlays:
        for entry in overlay.entries:
            item = overlay_item_name(overlay, entry)
            changes = tuple(Change(was=c.was, now=c.now) for c in entry.changes if c.target in own_targets)
            if changes or item in amended_by:
                yield Amendment(item=item, title=entry.title, origin=entry.origin, changes=changes)


def overlay_item_name(overlay: OverlayInForce, entry: OverlayEntry) -> str:
    """Build the name of an overlay item in provenance records: ``errata general 22``."""
    return f"{overlay.kind} {overlay.name} {entry.number}"
