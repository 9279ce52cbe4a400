"""The description of one declaration: type, source text, users, dependencies, amendments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import frozen

from bombsight.compiler.edges import walk_with_owners
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.chapters import Chapter
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.explanations import Explanation, Primer
from bombsight.compiler.graph.expressions import Const
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.overlays import OverlayEntry, OverlayInForce
from bombsight.compiler.graph.relations import EdgeKind
from bombsight.compiler.graph.tallies import counting_moment_of
from bombsight.compiler.overlays.quoting import rebuild_lines
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl import ast
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat.types import (
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)
from bombsight.flat.words import word_for
from bombsight.service.common.document import Document
from bombsight.service.lookup.cards import Amendment, Card, Change, Line, build_card, overlay_item_name
from bombsight.service.lookup.contents import Thing, ThingEntry, collect_entries
from bombsight.service.lookup.entry_search import find_entry
from bombsight.service.lookup.quotation import build_amended_program, items_with_name
from bombsight.service.lookup.references import Reference, ReferenceIndex, split_tests
from bombsight.service.lookup.rule_text import Sources, amount_text, block_lines, expression_text, span_lines
from bombsight.service.lookup.rulings import option_line
from bombsight.service.lookup.search import template_text
from bombsight.service.programs.compile import compile_game

INCOMING_LINKS: tuple[tuple[str, tuple[EdgeKind, ...]], ...] = (
    ("rolled on by", ("rolls-on",)),
    ("called by", ("calls",)),
    ("changed by", ("writes",)),
    ("read by", ("reads",)),
)
"""The labels of references to a declaration, with the kinds of graph edges of each."""

OUTGOING_LINKS: tuple[tuple[str, tuple[EdgeKind, ...]], ...] = (
    ("calls", ("calls",)),
    ("rolls on", ("rolls-on",)),
    ("changes", ("writes",)),
    ("reads", ("reads",)),
)
"""The labels of references from a declaration, with the kinds of graph edges of each."""


@frozen(kw_only=True)
class Fact:
    """A property of a declaration and its value: ``type``, ``0..4``."""

    name: str
    text: str


@frozen(kw_only=True)
class Links:
    """Declarations related to the described one in one way: ``read by``, ``calls`` and so on."""

    name: str
    references: tuple[Reference, ...]


@frozen(kw_only=True)
class Described(Document):
    """The JSON document that describes a declaration.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        thing: The declaration.
        facts: Its properties.
        table: The card of a table; None for all other kinds.
        lines: Its parts: fields, a base and exceptions, items of an overlay.
        head, grid: The values of an enum with their printed data.
        text: Its statements, as the rules write them.
        links: Its users, and its dependencies.
        amendments: The overlay items that touched it, with their changes.
    """

    document = "thing"

    game: str
    rules: str
    thing: Thing
    facts: tuple[Fact, ...]
    table: Card | None
    lines: tuple[Line, ...]
    head: tuple[str, ...]
    grid: tuple[tuple[str, ...], ...]
    text: tuple[str, ...]
    links: tuple[Links, ...]
    amendments: tuple[Amendment, ...]


def look_up_thing(request: Request, word: str) -> Described:
    """Find the declaration that a word names, and make the document that describes it.

    Raises:
        InputError: There is no such declaration, the word may mean several, or an option is unknown.
        WrongRules: The rules have errors.
    """
    graph, result = compile_game(request)
    entries = collect_entries(graph, result.sources)
    entry = find_entry(entries, word, graph.game)
    program = build_amended_program(request, graph, result) if is_amended(entry, graph) else None
    return describe_thing(entry, graph, entries, result.sources, program)


@frozen
class UsageIndex:
    """The references and effects of a graph, computed once for many descriptions.

    Attributes:
        references: The references between items.
        effects: The effects of calls.
    """

    references: ReferenceIndex
    effects: Effects


def build_usage_index(graph: n.RuleGraph) -> UsageIndex:
    """Compute the references and effects in a rule graph, once for many descriptions."""
    return UsageIndex(ReferenceIndex(graph), Effects(graph))


def describe_all(
    request: Request, graph: n.RuleGraph, result: Compilation, entries: Sequence[ThingEntry]
) -> Iterator[Described]:
    """Yield the description of every declaration of a game.

    Args:
        request: The compilation request.
        graph: Its rule graph.
        result: Its result.
        entries: All declarations.
    """
    usage = build_usage_index(graph)
    amended_ids = {id(entry) for entry in entries if is_amended(entry, graph)}
    program = build_amended_program(request, graph, result) if amended_ids else None
    for entry in entries:
        if entry.listed:
            yield describe_thing(
                entry, graph, entries, result.sources, program if id(entry) in amended_ids else None, usage
            )


def describe_thing(
    entry: ThingEntry,
    graph: n.RuleGraph,
    entries: Sequence[ThingEntry],
    sources: Sources,
    program: ast.File | None = None,
    usage: UsageIndex | None = None,
) -> Described:
    """Build the description of a declaration: properties, source text, users, dependencies, amendments.

    Args:
        entry: The declaration.
        graph: The rule graph.
        entries: All declarations of the game.
        sources: The rules files.
        program: The rules as amended; None if the declaration was not amended and reads as in its file.
        usage: The references and effects of the graph; None to compute them.
    """
    usage = usage or build_usage_index(graph)
    node = entry.nodes[0] if entry.nodes else None
    return Described(
        game=graph.game.id,
        rules=graph.rules_hash,
        thing=entry.thing,
        facts=tuple(
            Fact(name=name, text=text) for name, text in facts_of(entry, graph, sources, usage.effects) if text
        ),
        table=build_card(node, graph, sources) if isinstance(node, n.Table) else None,
        lines=tuple(lines_of(entry, entries, sources)),
        head=enum_table_head(node) if isinstance(node, n.Enum) else (),
        grid=tuple(enum_table_rows(node, graph)) if isinstance(node, n.Enum) else (),
        text=tuple(body_lines(entry, sources, program)),
        links=tuple(
            Links(name=name, references=found)
            for name, found in links_of(entry, graph, entries, usage.references)
            if found
        ),
        amendments=tuple(find_amendments(entry, graph)),
    )


# --- facts


def facts_of(entry: ThingEntry, graph: n.RuleGraph, sources: Sources, effects: Effects) -> Iterator[tuple[str, str]]:
    """Yield the properties of a declaration as name and value: ``type``, ``0..4``; an empty value is to be dropped.

    Args:
        entry: The declaration.
        graph: The rule graph.
        sources: The rules files.
        effects: The effects of the rules.
    """
    node = entry.nodes[0] if entry.nodes else None
    if entry.thing.kind == "field":
        yield from field_facts(entry, graph, sources)
    match node:
        case n.Option():
            yield "value", word_for(node.value, node.type, node.words)
            yield "default", word_for(node.default, node.type, node.words)
            yield "values", option_line(node).values
        case n.Define():
            yield "with", format_parameters(node.params)
            yield "type", str(node.type)
            yield from tally_facts(node, graph, effects)
            yield "known as", derivation_reason(f"define:{node.name}", graph)
        case n.Procedure():
            yield "with", format_parameters(node.params)
            yield "gives", str(node.result or "")
            yield "begins", procedure_role(node.name, graph)
            yield "calls itself", f"{node.deep} deep at most" if node.deep else ""
            yield from effect_facts(node, graph, effects)
            yield "known as", derivation_reason(f"procedure:{node.name}", graph)
        case n.Reroll():
            yield "when", expression_text(node.condition, sources)
            yield "at most", f"{node.limit} times in a mission" if node.limit != 1 else "once in a mission"
        case n.Board():
            yield "places", entry.thing.about
        case n.Luck():
            yield "players want", PREFERENCE_WORDS[node.matters]
            yield "counts throws on", ", ".join(dict.fromkeys(line.table for line in node.lines))
        case g.Modifier():
            yield "adds", amount_text(node.amount, sources)
            yield "when", node.text or "always"
        case OverlayInForce():
            yield "by", node.author or ""
        case n.Field() | n.StateList() | n.Enum() | n.Table() | n.Beforehand() | n.Note() | None:
            pass
        case Example() | n.Game() | Chapter() | Explanation() | Primer():
            pass
        case _:
            assert_never(node)
    if entry.thing.kind in ("state", "record"):
        yield "state" if entry.thing.kind == "state" else "held", entry.thing.about


PREFERENCE_WORDS = {"good": "more of it", "bad": "less of it", "": ""}
"""The wording of `good` and `bad` marks."""


def tally_facts(node: n.Define, graph: n.RuleGraph, effects: Effects) -> Iterator[tuple[str, str]]:
    """Yield the properties of a tally or forecast: when it is counted, and of a tally whether more of it is better."""
    if node.forecast is not None:
        yield "counted", f"at the end of a mission of the campaign (procedure {graph.game.mission})"
    if node.tally is not None:
        when = counting_moment_of(node, graph, effects).procedure
        yield "counted", f"at the end of {procedure_role(when, graph)} (procedure {when})"
        yield "players want", PREFERENCE_WORDS[node.tally.matters]


def format_parameters(params: Sequence[Param]) -> str:
    """Format parameters with their types, separated by commas; empty without parameters."""
    return ", ".join(f"{param.name}: {param.type}" for param in params)


def procedure_role(name: str, graph: n.RuleGraph) -> str:
    """The role that the manifest gives a procedure: ``a mission`` or ``the campaign``; else empty."""
    return "a mission" if name == graph.game.mission else "the campaign" if name == graph.game.career else ""


def derivation_reason(id_: str, graph: n.RuleGraph) -> str:
    """Explain from which values an item's standing (reliability) is weaker than stated; empty if it is not."""
    derived = next((each for each in graph.derived if each.id == id_), None)
    return derived.origin.standing_text if derived else ""


def effect_facts(procedure: n.Procedure, graph: n.RuleGraph, effects: Effects) -> Iterator[tuple[str, str]]:
    """Yield the properties of a procedure's effects: the questions that it asks, the procedures that it may end."""
    questions = [part for _, part in walk_with_owners("", procedure) if isinstance(part, g.Choose | g.ChooseBranch)]
    for part in questions:
        branch_titles = (
            [template_text(branch.title) for branch in part.branches] if isinstance(part, g.ChooseBranch) else []
        )
        yield "asks", ": ".join(text for text in (template_text(part.ask), ", ".join(branch_titles)) if text)
    total_effect = effects.call_effect(f"procedure:{procedure.name}")
    if total_effect.asks and not questions:
        yield "asks", "by what it calls"
    yield "may end", ", ".join(sorted(total_effect.ends))


def field_facts(entry: ThingEntry, graph: n.RuleGraph, sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield the properties of a field: its type, default and lifetime."""
    leaves = [node for node in entry.nodes if isinstance(node, n.Field)]
    yield "type", entry.thing.about
    if len(leaves) == len(entry.nodes) and len({(str(leaf.type), leaf.span) for leaf in leaves}) == 1:
        first = leaves[0]
        yield "default", default_text(first, graph, sources)
        yield "full", "what is beyond its range is lost" if first.full else ""
        yield "players want", PREFERENCE_WORDS[first.matters]
    if entry.thing.of.startswith("record"):
        yield "as", ", ".join(dict.fromkeys(leaf.id for leaf in leaves if leaf.id != entry.thing.name))
    owners = dict.fromkeys(node.owner for node in entry.nodes if isinstance(node, n.Field | n.StateList))
    lists = {each.id for each in graph.lists}
    yield "in", f"{entry.thing.of}: {', '.join(lifetime_text(owner, lists) for owner in owners)}"


def default_text(field: n.Field, graph: n.RuleGraph, sources: Sources) -> str:
    """Format the initial value of a field."""
    value = field.default
    if isinstance(field.type, TextType):
        return "a name of the list" + (f" of {field.type.names}" if field.type.names else "")
    if not isinstance(value, Const) or value.span.path:
        return expression_text(value, sources)
    words = next(
        (enum.values for enum in graph.enums if isinstance(field.type, EnumType) and enum.name == field.type.enum), ()
    )
    return word_for(value.value, field.type, words)


def lifetime_text(owner: str, lists: set[str]) -> str:
    """Describe in words how long state lives, by its owner: a list, the career or a procedure."""
    if owner in lists:
        return f"as long as its element is in {owner}"
    return "from mission to mission" if owner == "career" else f"as long as procedure {owner} runs"


# --- parts


def lines_of(entry: ThingEntry, entries: Sequence[ThingEntry], sources: Sources) -> Iterator[Line]:
    """Yield a line for each part of a declaration: a field, a define's base or exception, an overlay's item."""
    node = entry.nodes[0] if entry.nodes else None
    match node:
        case n.Define():
            yield Line(key="base", title="", result=(expression_text(node.base, sources),), origin=NO_ORIGIN)
            yield from exception_lines(node.exceptions, "except", sources)
        case OverlayInForce():
            for each in node.entries:
                yield Line(
                    key=each.number, title=each.title, result=tuple(summarize_overlay_item(each)), origin=each.origin
                )
        case _:  # the rest: has no parts
            pass
    if entry.thing.kind in ("state", "record"):
        for field in entries:
            if field.listed and field.thing.of == str(entry.thing):
                name = field.thing.name.rpartition(".")[2]
                yield Line(key=name, title=field.thing.title, result=(field.thing.about,), origin=field.thing.origin)


def exception_lines(exceptions: Sequence[n.DefineException], word: str, sources: Sources) -> Iterator[Line]:
    """Yield a line for each exception of a define, each followed by the exceptions to itself."""
    for each in exceptions:
        text = f"{expression_text(each.value, sources)} when {expression_text(each.condition, sources)}"
        over = f" over {', '.join(each.over)}" if each.over else ""
        origin = each.origin.with_place(each.span)
        yield Line(key=f"{word} {each.label}", title="", result=(text + over,), origin=origin)
        yield from exception_lines(each.exceptions, f"  {word}", sources)


def summarize_overlay_item(entry: OverlayEntry) -> Iterator[str]:
    """Yield a summary for each target of an overlay item: ``amends table K-1``, or ``confirms ...``."""
    for target in dict.fromkeys(change.target for change in entry.changes):
        kinds = {change.kind for change in entry.changes if change.target == target}
        yield f"{'confirms' if kinds == {'confirmed'} else 'amends'} {target}"


def enum_table_head(enum: n.Enum) -> tuple[str, ...]:
    """The column heads of an enum's data table; that of the optional column of origins is empty."""
    names = [column.name for column in enum.columns] + [column.name for column in enum.table_columns]
    return ("value", "title", *names, *[""] * any(map(origin_text, enum.origins)))


def enum_table_rows(enum: n.Enum, graph: n.RuleGraph) -> Iterator[tuple[str, ...]]:
    """Yield the rows of an enum's data table: value, title, data, and origin if any value has its own."""
    origins = [*map(origin_text, enum.origins)]
    enums = {each.name: each.values for each in graph.enums}
    for at, (value, title) in enumerate(zip(enum.values, enum.titles, strict=True)):
        data = (
            word_for(column.values[at], column.type, enums.get(getattr(column.type, "enum", ""), ()))
            for column in enum.columns
        )
        tables = (f"table {name}" if (name := column.tables[at]) else "-" for column in enum.table_columns)
        yield (value, title if title != value else "", *data, *tables, *origins[at : at + 1] * any(origins))


def origin_text(origin: Origin) -> str:
    """Format a standing (printed, reconstructed ...) with its citation: ``printed [rule 4.6]``."""
    cite = f"[{origin.cite}]" if origin.cite else ""
    return f"{origin.standing}{origin.standing_text.removeprefix(origin.standing)} {cite}".strip()


def body_lines(entry: ThingEntry, sources: Sources, program: ast.File | None) -> Iterator[str]:
    """The source lines of a procedure, reroll, board or luck; rendered from the syntax tree if overlays amended it."""
    node = entry.nodes[0] if entry.nodes else None
    if not isinstance(node, n.Procedure | n.Reroll | n.Board | n.Luck):
        return
    if program is None:
        if isinstance(node, n.Board | n.Luck):
            yield from (line.removeprefix("  ") for line in span_lines(node.span, sources)[1:])
        else:
            yield from block_lines(node.body, sources)
        return
    for item in items_with_name(entry.thing.kind, entry.thing.name, program):
        if isinstance(item, ast.Procedure | ast.Reroll):
            for stmt in item.body:
                yield from rebuild_lines(stmt, sources)
        elif isinstance(item, ast.Board | ast.Luck):
            for line in item.lines:
                yield from rebuild_lines(line, sources)


# --- links


def links_of(
    entry: ThingEntry, graph: n.RuleGraph, entries: Sequence[ThingEntry], references: ReferenceIndex
) -> Iterator[tuple[str, tuple[Reference, ...]]]:
    """Yield each relation of a declaration, such as ``read by`` or ``calls``, with the declarations so related.

    Args:
        entry: The declaration.
        graph: The rule graph.
        entries: All declarations of the game.
        references: The references between items.
    """
    tests_by_name: dict[str, Reference] = {}
    node = entry.nodes[0] if entry.nodes else None
    for name, kinds in INCOMING_LINKS:
        rules, tests = split_tests(references.references_to(entry.ids, kinds))
        tests_by_name.update((each.name, each) for each in tests)
        word = (
            {"table": "looked up by", "define": "asked by", "tally": "asked by", "forecast": "asked by"}.get(
                entry.thing.kind, name
            )
            if kinds == ("calls",)
            else name
        )
        yield word, rules
    if isinstance(node, n.Enum):
        yield "type of", tuple(find_users_of_enum(node.name, entries))
    if isinstance(node, g.Modifier):
        tables = [edge.target for edge in graph.edges if edge.kind == "modifies" and edge.source in entry.ids]
        yield "modifies", tuple(references.make_reference(id_, ()) for id_ in tables if id_ in references.items)
    if isinstance(node, n.Table):
        yield (
            "modifiers printed elsewhere",
            tuple(
                Reference(kind="modifier", name=each.label, title=each.text, places=(each.span,))
                for each in node.modifiers
                if each.shared
            ),
        )
    if isinstance(node, n.Table | n.Define | n.Procedure | n.Reroll | n.Field):
        for name, kinds in OUTGOING_LINKS:
            yield name, references.references_from(entry.ids, kinds)
    yield "tried by", tuple(tests_by_name.values())


def find_users_of_enum(enum: str, entries: Sequence[ThingEntry]) -> Iterator[Reference]:
    """Yield references to the fields and callable items that have an enum in their type or parameters."""
    for entry in entries:
        node = entry.nodes[0] if entry.nodes else None
        types = [getattr(node, "type", None), getattr(node, "result", None)]
        types += [param.type for param in getattr(node, "params", ())]
        indexed = enum in getattr(node, "indices", ()) and entry.listed
        if entry.listed and len(entry.nodes) == 1 and (indexed or any(mentions_enum(each, enum) for each in types)):
            thing = entry.thing
            yield Reference(kind=thing.kind, name=thing.name, title=thing.title, places=(thing.origin.place,))


def mentions_enum(type_: Type | None, enum: str) -> bool:
    """Whether a type is an enum, or a list or parts with that enum."""
    match type_:
        case EnumType(enum=name):
            return name == enum
        case ListType(element=element):
            return mentions_enum(element, enum)
        case PartsType(parts=parts):
            return any(mentions_enum(part.type, enum) for part in parts)
        case BoolType() | IntType() | ElementType() | TextType() | NoneType() | UnknownType() | None:
            return False
        case _:
            assert_never(type_)


# --- amendments


def find_amendments(entry: ThingEntry, graph: n.RuleGraph) -> Iterator[Amendment]:
    """Yield the overlay items that changed or confirmed a declaration, with these changes."""
    thing = entry.thing
    node = entry.nodes[0] if entry.nodes else None
    if isinstance(node, n.Table | OverlayInForce):
        return  # the card lists them; an overlay has items instead
    is_field = thing.kind == "field"
    target = thing.of if is_field else str(thing)
    amending = {item for part in entry.nodes for item in amending_items(part)}
    for overlay in graph.overlays:
        for each in overlay.entries:
            item = overlay_item_name(overlay, each)
            changes = tuple(
                Change(was=change.was, now=change.now)
                for change in each.changes
                if change.target == target and (not is_field or item in amending)
            )
            if changes or item in amending:
                yield Amendment(item=item, title=each.title, origin=each.origin, changes=changes)


def is_amended(entry: ThingEntry, graph: n.RuleGraph) -> bool:
    """Whether overlay items changed a declaration, beyond confirming it."""
    return any(
        not each.changes or any(change.was or change.now for change in each.changes)
        for each in find_amendments(entry, graph)
    )


def amending_items(node: object) -> Iterator[str]:
    """Yield the names of the overlay items that changed or confirmed a node or a part of it."""
    for _, part in walk_with_owners("", node):
        origin: Origin = getattr(part, "origin", NO_ORIGIN)
        yield from origin.amended_by
    if isinstance(node, n.Enum):
        for origin in node.origins:
            yield from origin.amended_by
