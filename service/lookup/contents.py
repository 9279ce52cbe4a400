"""The contents of a game: all its declarations, a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import assert_never

from attrs import evolve, frozen

from bombsight.compiler.edges import items_of, walk_with_owners
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.boards import CrossPlan, Headline, Layout, Lined, Map, Picture, Plan
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.compiler.graph.relations import Derived
from bombsight.compiler.graph.statements import Modifier
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span
from bombsight.flat.types import Type
from bombsight.service.common.document import Document
from bombsight.service.lookup.kinds import THING_KINDS
from bombsight.service.lookup.provenance import make_provenance
from bombsight.service.lookup.record_cache import load_records
from bombsight.service.lookup.records import Holder, Records
from bombsight.service.lookup.rule_text import Sources, amount_text
from bombsight.service.lookup.rulings import forecast_values, option_line

KINDS_WITH_STANDING = ("table", "option", "define", "tally", "forecast", "procedure", "modifier")
"""The kinds whose standing is `printed` by default."""


@frozen(kw_only=True)
class Hit:
    """A text of a declaration that matches a search, with its place."""

    text: str
    place: Span


@frozen(kw_only=True)
class Thing:
    """A declaration of a game.

    Attributes:
        kind: ``table``, ``enum``, ``record``, ``state``, ``field``, ``option``, ``define``, ``tally``, ``procedure``,
            ``reroll``, ``board``, ``luck``, ``modifier``, ``errata``, ``variant`` or ``house``.
        name: Its name or id.
        title: Its title; may be empty.
        about: A short summary: its dice, its type, its values.
        of: The declaration around it, such as ``state night``; empty for an item.
        chapter: Its file.
        origin: Its origin; the standing is empty for kinds without one.
        hits: Its texts that match the search, if there is one.
    """

    kind: str
    name: str
    title: str
    about: str
    of: str
    chapter: str
    origin: Origin
    hits: tuple[Hit, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


@frozen(kw_only=True)
class Chapter:
    """A file of the rules with its declarations, sorted by kind."""

    name: str
    things: tuple[Thing, ...]


@frozen(kw_only=True)
class Contents(Document):
    """The JSON document of a game's declarations.

    Attributes:
        game: The game's id.
        title: The game's title.
        rules: The hash of the rules.
        chapters: Its files in order, without those that have no selected declaration.
    """

    document = "contents"

    game: str
    title: str
    rules: str
    chapters: tuple[Chapter, ...]


DeclaredNode = Node | Modifier
"""A graph node of a declaration, or of a part of one."""


@frozen
class ThingEntry:
    """A declaration with its graph nodes.

    Attributes:
        thing: The declaration.
        ids: The ids of its nodes: several for a field that holds a record.
        nodes: The nodes.
        listed: Whether the contents list it; they leave out the leaves of records.
    """

    thing: Thing
    ids: tuple[str, ...]
    nodes: tuple[DeclaredNode, ...]
    listed: bool = True


def build_contents(graph: n.RuleGraph, entries: Iterable[ThingEntry], sources: Sources) -> Contents:
    """Build the document of a game's contents: its declarations, sorted by file and kind."""
    order = {path: number for number, path in enumerate(dict.fromkeys(each.path for each in sources.values()))}
    things = [entry.thing for entry in entries]
    holders = {str(thing): thing for thing in things if thing.kind in ("record", "state")}

    def sort_key(thing: Thing) -> tuple[int, int, int, str, bool, int]:
        """The sort key of a declaration: file, kind, place; fields follow the record or state that holds them."""
        holder = holders.get(thing.of)
        listed_under = holder if holder is not None and holder.chapter == thing.chapter else thing
        kind = THING_KINDS.index(listed_under.kind)
        first = listed_under.origin.place.start
        return (
            order.get(thing.chapter, -1),
            kind,
            first,
            listed_under.name,
            listed_under is not thing,
            thing.origin.place.start,
        )

    things.sort(key=sort_key)
    chapters = groupby(things, key=lambda thing: thing.chapter)
    return Contents(
        game=graph.game.id,
        title=graph.game.title,
        rules=graph.rules_hash,
        chapters=tuple(Chapter(name=name, things=tuple(each)) for name, each in chapters),
    )


def collect_entries(graph: n.RuleGraph, sources: Sources) -> tuple[ThingEntry, ...]:
    """Collect the contents entries of all declarations of a game, and of the members of records in its state."""
    records = load_records({source.path: source for source in sources.values()}.values())
    derived_by_id = {each.id: each for each in graph.derived}
    fields: list[n.Field | n.StateList] = [*graph.fields, *graph.lists]
    return (
        *(item_entry(id_, item, derived_by_id, sources) for id_, item in items_of(graph) if is_standalone_item(item)),
        *shared_modifier_entries(graph, derived_by_id, sources),
        *map(field_entry, (each for each in fields if not isinstance(each, n.Field) or "." not in each.id)),
        *(evolve(field_entry(each), listed=False) for each in graph.fields if "." in each.id and not each.element),
        *(holder_entry(each, graph, records) for each in records.holders.values()),
        *record_field_entries(graph, records),
        *(record_entry(name, place, graph, records) for name, place in records.places.items()),
        *state_entries(graph, records),
        *map(overlay_entry, graph.overlays),
    )


def is_standalone_item(item: n.Item) -> bool:
    """Whether a graph item is a declaration by itself, not a part of another one."""
    match item:
        case n.Enum(owner=owner):
            return owner == "game"
        case n.Option() | n.Table() | n.Define() | n.Procedure() | n.Reroll() | n.Board() | n.Luck():
            return True
        case n.Field() | n.StateList() | Example():
            return False
        case _:
            assert_never(item)


# --- items


def item_entry(id_: str, item: n.Item, derived_by_id: Mapping[str, Derived], sources: Sources) -> ThingEntry:
    """Make the contents entry of an option, enum, table, define, tally, forecast, procedure, reroll, board or luck.

    Args:
        id_: The item's id.
        item: The item.
        derived_by_id: The weaker standings.
        sources: The rules files.
    """
    kind, _, name = id_.partition(":")
    if isinstance(item, n.Define) and item.tally is not None:
        return make_entry(
            "tally",
            name,
            item,
            summarize_item(item),
            ids=(id_,),
            derived=derived_by_id.get(id_),
            title=item.tally.title,
        )
    if isinstance(item, n.Define) and item.forecast is not None:
        kind, name = "forecast", item.forecast.tally
    return make_entry(kind, name, item, summarize_item(item), ids=(id_,), derived=derived_by_id.get(id_))


def make_entry(
    kind: str,
    name: str,
    node: DeclaredNode,
    about: str,
    *,
    ids: tuple[str, ...] = (),
    of: str = "",
    derived: Derived | None = None,
    title: str = "",
) -> ThingEntry:
    """Make the contents entry of a graph node: its name, title, summary and provenance.

    Args:
        kind: The kind of declaration.
        name: Its name.
        node: The node.
        about: A short summary.
        ids: The node's ids.
        of: The declaration around it; empty for an item.
        derived: The weaker standing that it inherits, if any.
        title: Its title; empty for the node's own.
    """
    origin: Origin = node.origin.with_place(node.span)
    if kind in KINDS_WITH_STANDING:
        origin = make_provenance(kind, name, node, derived=derived).origin
    thing = Thing(
        kind=kind,
        name=name,
        title=title or str(getattr(node, "title", "")),
        about=about,
        of=of,
        chapter=node.span.path,
        origin=origin,
    )
    return ThingEntry(thing, ids, (node,))


def summarize_item(item: n.Item) -> str:
    """Summarize an item in a few words: its type, dice, parameters or counts, by kind."""
    match item:
        case n.Option():
            line = option_line(item)
            return f"{line.value} (of {line.values})"
        case n.Enum(values=values):
            return ", ".join(values)
        case n.Table(rolled=rolled, params=params):
            return " ".join(
                part for part in (rolled.dice.notation if rolled else "look up", format_signature(params)) if part
            )
        case n.Define(tally=n.Tally(matters=matters), type=kind):
            return f"{matters}: {kind}".lstrip(": ")
        case n.Define(forecast=n.Forecast(unit=unit), type=kind):
            return forecast_values(kind, unit)
        case n.Define(params=params, type=kind):
            return f"{format_signature(params)}: {kind}".lstrip(": ")
        case n.Procedure(params=params, result=kind):
            return (format_signature(params) + (f": {kind}" if kind else "")).lstrip(": ")
        case n.Reroll(limit=limit):
            return "once" if limit == 1 else f"{limit} times at most"
        case n.Board(layout=layout):
            return summarize_layout(layout)
        case n.Luck(matters=matters, lines=lines):
            return f"{matters}: {', '.join(dict.fromkeys(line.table for line in lines))}"
        case n.Field() | n.StateList() | Example():
            return ""
        case _:
            assert_never(item)


def summarize_layout(layout: Layout) -> str:
    """Summarize the layout of a board in a few words, such as its size."""
    match layout:
        case Plan(enums=enums):
            return f"a plan of {', '.join(enums)}"
        case CrossPlan(columns=columns, rows=rows):
            return f"a plan of {columns} by {rows}"
        case Map(across=(left, right), down=(top, bottom)):
            return f"a map, {left}..{right} across, {top}..{bottom} down"
        case Picture(enums=enums, across=(left, right), down=(top, bottom)):
            places = f" of {', '.join(enums)}" if enums else ""
            return f"a picture{places}, {left}..{right} across, {top}..{bottom} down"
        case Lined(by=by):
            return f"in {by}"
        case Headline():
            return "a line in sight all through play"
        case _:
            assert_never(layout)


def format_signature(params: Sequence[Param]) -> str:
    """Format the parameters of a callable item with their types: ``(s: Ship)``; empty without parameters."""
    return f"({', '.join(f'{param.name}: {param.type}' for param in params)})" if params else ""


def shared_modifier_entries(
    graph: n.RuleGraph, derived_by_id: Mapping[str, Derived], sources: Sources
) -> Iterator[ThingEntry]:
    """Make the contents entries of modifiers declared outside their tables."""
    modifiers: dict[str, Modifier] = {}
    tables: dict[str, list[str]] = {}
    for table in graph.tables:
        for _, part in walk_with_owners("", table):
            if isinstance(part, Modifier) and part.shared:
                modifiers.setdefault(part.id, part)
                tables.setdefault(part.id, []).append(table.id)
    for id_, modifier in modifiers.items():
        about = f"{amount_text(modifier.amount, sources)} on {', '.join(dict.fromkeys(tables[id_]))}"
        about += f" {modifier_condition_text(modifier)}" if modifier.text else ""
        yield make_entry("modifier", modifier.label, modifier, about, ids=(id_,), derived=derived_by_id.get(id_))


def modifier_condition_text(modifier: Modifier) -> str:
    """Format the condition of a modifier: ``when lamp is 0``; empty if it always counts."""
    return f"when {modifier.text}" if modifier.text and not modifier.text.startswith("unless") else modifier.text


def overlay_entry(overlay: OverlayInForce) -> ThingEntry:
    """Make the contents entry of an overlay in force, summarized by its number of items."""
    count = len(overlay.entries)
    return make_entry(overlay.kind, overlay.name, overlay, f"{count} items" if count != 1 else "1 item")


# --- state


def field_entry(field: n.Field | n.StateList) -> ThingEntry:
    """Make the contents entry of a field of state, or of a list."""
    kind, indices = ("field", field.indices) if isinstance(field, n.Field) else ("list", ())
    return make_entry(
        "field",
        field.id,
        field,
        type_with_dimensions(field.type, indices),
        ids=(f"{kind}:{field.id}",),
        of=f"state {field.owner}",
    )


def type_with_dimensions(base_type: Type | str, indices: Sequence[str]) -> str:
    """Format a type with the enums that index it: ``0..4 for each Post``."""
    return f"{base_type} for each {' and '.join(indices)}" if indices else str(base_type)


def holder_entry(holder: Holder, graph: n.RuleGraph, records: Records) -> ThingEntry:
    """Make the contents entry of a field that holds a record, of which the graph has the leaf fields only."""
    leaves = tuple(field for field in graph.fields if records.is_part_of(field.id, holder.name))
    thing = Thing(
        kind="field",
        name=holder.name,
        title=holder.title,
        about=type_with_dimensions(holder.record, holder.indices),
        of=f"state {holder.owner}" if holder.owner else f"record {holder.name.partition('.')[0]}",
        chapter=holder.span.path,
        origin=Origin(place=holder.span),
    )
    return ThingEntry(thing, tuple(f"field:{leaf.id}" for leaf in leaves), leaves)


def record_field_entries(graph: n.RuleGraph, records: Records) -> Iterator[ThingEntry]:
    """Make the contents entries of the members of records, each covering all its instances in the state."""
    leaves_by_name: dict[str, list[n.Field]] = {}
    for field in graph.fields:
        name = records.member_name(field.id)
        if name:
            leaves_by_name.setdefault(name, []).append(field)
    for name, leaves in leaves_by_name.items():
        first = leaves[0]
        title = title_without_holders(first.id, first.title, records)
        thing = make_entry("field", name, first, str(first.type), of=f"record {name.rpartition('.')[0]}").thing
        yield ThingEntry(evolve(thing, title=title), tuple(f"field:{leaf.id}" for leaf in leaves), tuple(leaves))


def title_without_holders(id_: str, title: str, records: Records) -> str:
    """Strip holders' titles from a record member's full title: ``Keeper: Watches`` becomes ``Watches``."""
    path = id_.split(".")[:-1]
    for count in range(1, len(path) + 1):
        name = ".".join(path[:count])
        holder = records.holders.get(records.member_name(name) or name)
        if holder is not None and holder.title:
            title = "" if title == holder.title else title.removeprefix(f"{holder.title}: ")
    return title


def record_entry(name: str, place: Span, graph: n.RuleGraph, records: Records) -> ThingEntry:
    """Make the contents entry of a record type.

    Args:
        name: The record's name.
        place: Its declaration.
        graph: The rule graph.
        records: All records.
    """
    lists = [each for each in graph.lists if each.record == name]
    leaves = [field for field in graph.fields if records.member_name(field.id).rpartition(".")[0] == name]
    used = dict.fromkeys(field.id.rpartition(".")[0] for field in leaves if not field.element)
    held = [*used, *(each.id for each in lists)]
    thing = Thing(
        kind="record",
        name=name,
        title="",
        about=f"in {', '.join(held)}" if held else "",
        of="",
        chapter=place.path,
        origin=Origin(place=place),
    )
    return ThingEntry(thing, (f"record:{name}", *(f"list:{each.id}" for each in lists)), (*lists, *leaves))


def state_entries(graph: n.RuleGraph, records: Records) -> Iterator[ThingEntry]:
    """Make a contents entry for the state of each owner (procedure, mission or career), merging its blocks."""
    for owner, place in records.states.items():
        state: list[n.Field | n.StateList] = [*graph.fields, *graph.lists]
        fields = [each for each in state if each.owner == owner]
        life = "lasts" if owner == "career" else f"as long as {owner} runs"
        thing = Thing(
            kind="state",
            name=owner,
            title="",
            about=life,
            of="",
            chapter=place.path,
            origin=Origin(place=place),
        )
        yield ThingEntry(thing, (), tuple(fields))
