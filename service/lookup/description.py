"""One thing of a game with all that is known of it: what it is, where it stands, who uses it, what amended it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import frozen

from bombsight.compiler.edges import inside
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.chapters import Chapter
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.expressions import Const
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.overlays import OverlayEntry, OverlayInForce
from bombsight.compiler.graph.relations import EdgeKind
from bombsight.compiler.graph.tallies import moment
from bombsight.compiler.overlays.quoting import woven
from bombsight.compiler.request import Compiled, Request
from bombsight.dsl import ast
from bombsight.dsl.origin import UNSAID, Origin
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
from bombsight.service.lookup.cards import Amendment, Card, Change, Line, card_of, item_name
from bombsight.service.lookup.contents import Entry, Thing, entries_of
from bombsight.service.lookup.naming import find
from bombsight.service.lookup.quotation import amended_program, items_called
from bombsight.service.lookup.references import Reference, References, in_tests
from bombsight.service.lookup.rule_text import Sources, amount_text, block_lines, expression_text, span_lines
from bombsight.service.lookup.rulings import option_line
from bombsight.service.lookup.search import said
from bombsight.service.programs.compile import compiled

USES: tuple[tuple[str, tuple[EdgeKind, ...]], ...] = (
    ("rolled on by", ("rolls-on",)),
    ("called by", ("calls",)),
    ("changed by", ("writes",)),
    ("read by", ("reads",)),
)
"""How others may refer to a thing."""

NEEDS: tuple[tuple[str, tuple[EdgeKind, ...]], ...] = (
    ("calls", ("calls",)),
    ("rolls on", ("rolls-on",)),
    ("changes", ("writes",)),
    ("reads", ("reads",)),
)
"""How it may refer to others."""


@frozen(kw_only=True)
class Fact:
    """Something known of a thing, in a word and what is said of it: ``type``, ``0..4``."""

    name: str
    text: str


@frozen(kw_only=True)
class Links:
    """Things that hang together with the one described: ``read by``, ``calls`` and so on."""

    name: str
    references: tuple[Reference, ...]


@frozen(kw_only=True)
class Described(Document):
    """One thing of a game.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        thing: What it is.
        facts: What is known of it.
        table: The card of a table; None for all else.
        lines: What it is made of: fields, a base and exceptions, items of an overlay.
        head, grid: The values of an enum with their printed data.
        text: What it does, as written.
        links: Who uses it, and what it uses.
        amendments: The overlay items that touched it, with what they did.
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


def described_in(request: Request, word: str) -> Described:
    """The thing that a word names, as the rules of a request have it.

    Raises:
        InputError: There is no such thing, the word may mean several, or an option is unknown.
        WrongRules: The rules have errors.
    """
    graph, result = compiled(request)
    entries = entries_of(graph, result.sources)
    entry = find(entries, word, graph.game)
    program = amended_program(request, graph, result) if is_changed(entry, graph) else None
    return describe(entry, graph, entries, result.sources, program)


@frozen
class Uses:
    """Who uses what in a graph; worked out once for many things.

    Attributes:
        references: Who refers to whom.
        effects: What calls may do.
    """

    references: References
    effects: Effects


def uses_in(graph: n.RuleGraph) -> Uses:
    """Who uses what in a graph."""
    return Uses(References(graph), Effects(graph))


def all_described(
    request: Request, graph: n.RuleGraph, result: Compiled, entries: Sequence[Entry]
) -> Iterator[Described]:
    """All that is known of each thing that stands in the contents.

    Args:
        request: The rules.
        graph: Their graph.
        result: What it came from.
        entries: All that they declare.
    """
    uses = uses_in(graph)
    changed = {id(entry) for entry in entries if is_changed(entry, graph)}
    program = amended_program(request, graph, result) if changed else None
    for entry in entries:
        if entry.listed:
            yield describe(entry, graph, entries, result.sources, program if id(entry) in changed else None, uses)


def describe(
    entry: Entry,
    graph: n.RuleGraph,
    entries: Sequence[Entry],
    sources: Sources,
    program: ast.File | None = None,
    uses: Uses | None = None,
) -> Described:
    """All that is known of a thing.

    Args:
        entry: The thing.
        graph: The game.
        entries: All that it declares.
        sources: The rules files.
        program: The rules as amended; None where nobody amended the thing, and it reads as in its file.
        uses: Who uses what in the graph; None to work it out.
    """
    uses = uses or uses_in(graph)
    node = entry.nodes[0] if entry.nodes else None
    return Described(
        game=graph.game.id,
        rules=graph.rules_hash,
        thing=entry.thing,
        facts=tuple(Fact(name=name, text=text) for name, text in facts_of(entry, graph, sources, uses.effects) if text),
        table=card_of(node, graph, sources) if isinstance(node, n.Table) else None,
        lines=tuple(lines_of(entry, entries, sources)),
        head=head_of(node) if isinstance(node, n.Enum) else (),
        grid=tuple(values(node, graph)) if isinstance(node, n.Enum) else (),
        text=tuple(text_of(entry, sources, program)),
        links=tuple(
            Links(name=name, references=found)
            for name, found in links_of(entry, graph, entries, uses.references)
            if found
        ),
        amendments=tuple(amendments(entry, graph)),
    )


# --- facts


def facts_of(entry: Entry, graph: n.RuleGraph, sources: Sources, effects: Effects) -> Iterator[tuple[str, str]]:
    """What is known of a thing; empty texts say nothing."""
    node = entry.nodes[0] if entry.nodes else None
    if entry.thing.kind == "field":
        yield from field_facts(entry, graph, sources)
    match node:
        case n.Option():
            yield "value", word_for(node.value, node.type, node.words)
            yield "default", word_for(node.default, node.type, node.words)
            yield "values", option_line(node).values
        case n.Define():
            yield "with", parameters(node.params)
            yield "type", str(node.type)
            yield from counting_facts(node, graph, effects)
            yield "known as", resting_of(f"define:{node.name}", graph)
        case n.Procedure():
            yield "with", parameters(node.params)
            yield "gives", str(node.result or "")
            yield "begins", begun(node.name, graph)
            yield "calls itself", f"{node.deep} deep at most" if node.deep else ""
            yield from effects_of(node, graph, effects)
            yield "known as", resting_of(f"procedure:{node.name}", graph)
        case n.Reroll():
            yield "when", expression_text(node.condition, sources)
            yield "at most", f"{node.limit} times in a mission" if node.limit != 1 else "once in a mission"
        case n.Board():
            yield "places", entry.thing.about
        case g.Modifier():
            yield "adds", amount_text(node.amount, sources)
            yield "when", node.text or "always"
        case OverlayInForce():
            yield "by", node.author or ""
        case n.Field() | n.StateList() | n.Enum() | n.Table() | n.Beforehand() | n.Note() | None:
            pass
        case Example() | n.Game() | Chapter():
            pass
        case _:
            assert_never(node)
    if entry.thing.kind in ("state", "record"):
        yield "state" if entry.thing.kind == "state" else "held", entry.thing.about


WANTED = {"good": "more of it", "bad": "less of it", "": ""}
"""What players want of what is marked so."""


def counting_facts(node: n.Define, graph: n.RuleGraph, effects: Effects) -> Iterator[tuple[str, str]]:
    """When a tally is counted, and whether players care for it."""
    if node.tally is not None:
        when = moment(node, graph, effects).procedure
        yield "counted", f"at the end of {begun(when, graph)} (procedure {when})"
        yield "players want", WANTED[node.tally.matters]


def parameters(params: Sequence[Param]) -> str:
    """Parameters with their types."""
    return ", ".join(f"{param.name}: {param.type}" for param in params)


def begun(name: str, graph: n.RuleGraph) -> str:
    """What a procedure plays, where it is what the manifest names."""
    return "a mission" if name == graph.game.mission else "the campaign" if name == graph.game.career else ""


def resting_of(id_: str, graph: n.RuleGraph) -> str:
    """What something rests on that is known less well than it says."""
    derived = next((each for each in graph.derived if each.id == id_), None)
    return derived.origin.reason if derived else ""


def effects_of(procedure: n.Procedure, graph: n.RuleGraph, effects: Effects) -> Iterator[tuple[str, str]]:
    """What a procedure asks, and what it may do with all that it calls."""
    asked = [part for _, part in inside("", procedure) if isinstance(part, g.Choose | g.ChooseBranch)]
    for part in asked:
        named = [said(branch.title) for branch in part.branches] if isinstance(part, g.ChooseBranch) else []
        yield "asks", ": ".join(text for text in (said(part.ask), ", ".join(named)) if text)
    whole = effects.call(f"procedure:{procedure.name}")
    if whole.asks and not asked:
        yield "asks", "by what it calls"
    yield "may end", ", ".join(sorted(whole.ends))


def field_facts(entry: Entry, graph: n.RuleGraph, sources: Sources) -> Iterator[tuple[str, str]]:
    """Type, default and life of a field."""
    leaves = [node for node in entry.nodes if isinstance(node, n.Field)]
    yield "type", entry.thing.about
    if len(leaves) == len(entry.nodes) and len({(str(leaf.type), leaf.span) for leaf in leaves}) == 1:
        first = leaves[0]
        yield "default", default_text(first, graph, sources)
        yield "full", "what is beyond its range is lost" if first.full else ""
        yield "players want", WANTED[first.matters]
    if entry.thing.of.startswith("record"):
        yield "as", ", ".join(dict.fromkeys(leaf.id for leaf in leaves if leaf.id != entry.thing.name))
    owners = dict.fromkeys(node.owner for node in entry.nodes if isinstance(node, n.Field | n.StateList))
    lists = {each.id for each in graph.lists}
    yield "in", f"{entry.thing.of}: {', '.join(life(owner, lists) for owner in owners)}"


def default_text(field: n.Field, graph: n.RuleGraph, sources: Sources) -> str:
    """What a field is at the start of its life."""
    value = field.default
    if isinstance(field.type, TextType):
        return "a name of the list" + (f" of {field.type.names}" if field.type.names else "")
    if not isinstance(value, Const) or value.span.path:
        return expression_text(value, sources)
    words = next(
        (enum.values for enum in graph.enums if isinstance(field.type, EnumType) and enum.name == field.type.enum), ()
    )
    return word_for(value.value, field.type, words)


def life(owner: str, lists: set[str]) -> str:
    """How long state lives."""
    if owner in lists:
        return f"as long as its element is in {owner}"
    return "from mission to mission" if owner == "career" else f"as long as procedure {owner} runs"


# --- what it is made of


def lines_of(entry: Entry, entries: Sequence[Entry], sources: Sources) -> Iterator[Line]:
    """Fields, a base and exceptions, items."""
    node = entry.nodes[0] if entry.nodes else None
    match node:
        case n.Define():
            yield Line(key="base", title="", result=(expression_text(node.base, sources),), origin=UNSAID)
            yield from exceptions(node.exceptions, "except", sources)
        case OverlayInForce():
            for each in node.entries:
                yield Line(key=each.number, title=each.title, result=tuple(changed(each)), origin=each.origin)
        case _:  # the rest: has no lines of its own
            pass
    if entry.thing.kind in ("state", "record"):
        for field in entries:
            if field.listed and field.thing.of == str(entry.thing):
                name = field.thing.name.rpartition(".")[2]
                yield Line(key=name, title=field.thing.title, result=(field.thing.about,), origin=field.thing.origin)


def exceptions(found: Sequence[n.DefineException], word: str, sources: Sources) -> Iterator[Line]:
    """The exceptions of a define, each before those to it."""
    for each in found:
        text = f"{expression_text(each.value, sources)} when {expression_text(each.condition, sources)}"
        over = f" over {', '.join(each.over)}" if each.over else ""
        origin = each.origin.at(each.span)
        yield Line(key=f"{word} {each.label}", title="", result=(text + over,), origin=origin)
        yield from exceptions(each.exceptions, f"  {word}", sources)


def changed(entry: OverlayEntry) -> Iterator[str]:
    """What an item of an overlay does, target by target."""
    for target in dict.fromkeys(change.target for change in entry.changes):
        kinds = {change.kind for change in entry.changes if change.target == target}
        yield f"{'confirms' if kinds == {'confirmed'} else 'amends'} {target}"


def head_of(enum: n.Enum) -> tuple[str, ...]:
    """What stands above the values of an enum; above where its lines come from, nothing."""
    return ("value", "title", *(column.name for column in enum.columns), *[""] * any(map(origin_text, enum.origins)))


def values(enum: n.Enum, graph: n.RuleGraph) -> Iterator[tuple[str, ...]]:
    """The values of an enum with their titles, their printed data, and where they come from if any says so itself."""
    origins = [*map(origin_text, enum.origins)]
    enums = {each.name: each.values for each in graph.enums}
    for at, (value, title) in enumerate(zip(enum.values, enum.titles, strict=True)):
        data = (
            word_for(column.values[at], column.type, enums.get(getattr(column.type, "enum", ""), ()))
            for column in enum.columns
        )
        yield (value, title if title != value else "", *data, *origins[at : at + 1] * any(origins))


def origin_text(origin: Origin) -> str:
    """How a line came down to us and where it stands: ``printed [rule 4.6]``."""
    cite = f"[{origin.cite}]" if origin.cite else ""
    return f"{origin.standing}{origin.reason.removeprefix(origin.standing)} {cite}".strip()


def text_of(entry: Entry, sources: Sources, program: ast.File | None) -> Iterator[str]:
    """What a procedure or an offer does, or what a board shows, as written; put together where it was amended."""
    node = entry.nodes[0] if entry.nodes else None
    if not isinstance(node, n.Procedure | n.Reroll | n.Board):
        return
    if program is None:
        if isinstance(node, n.Board):
            yield from (line.removeprefix("  ") for line in span_lines(node.span, sources)[1:])
        else:
            yield from block_lines(node.body, sources)
        return
    for item in items_called(entry.thing.kind, entry.thing.name, program):
        if isinstance(item, ast.Procedure | ast.Reroll):
            for stmt in item.body:
                yield from woven(stmt, sources)
        elif isinstance(item, ast.Board):
            for line in item.lines:
                yield from woven(line, sources)


# --- what it hangs together with


def links_of(
    entry: Entry, graph: n.RuleGraph, entries: Sequence[Entry], references: References
) -> Iterator[tuple[str, tuple[Reference, ...]]]:
    """Who uses a thing, and what it uses."""
    tried: dict[str, Reference] = {}
    node = entry.nodes[0] if entry.nodes else None
    for name, kinds in USES:
        rules, tests = in_tests(references.to(entry.ids, kinds))
        tried.update((each.name, each) for each in tests)
        word = (
            {"table": "looked up by", "define": "asked by", "tally": "asked by"}.get(entry.thing.kind, name)
            if kinds == ("calls",)
            else name
        )
        yield word, rules
    if isinstance(node, n.Enum):
        yield "type of", tuple(of_type(node.name, entries))
    if isinstance(node, g.Modifier):
        tables = [edge.target for edge in graph.edges if edge.kind == "modifies" and edge.source in entry.ids]
        yield "modifies", tuple(references.reference(id_, ()) for id_ in tables if id_ in references.items)
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
        for name, kinds in NEEDS:
            yield name, references.of(entry.ids, kinds)
    yield "tried by", tuple(tried.values())


def of_type(enum: str, entries: Sequence[Entry]) -> Iterator[Reference]:
    """The fields, tables, defines and procedures that have a value of an enum, or take one."""
    for entry in entries:
        node = entry.nodes[0] if entry.nodes else None
        types = [getattr(node, "type", None), getattr(node, "result", None)]
        types += [param.type for param in getattr(node, "params", ())]
        indexed = enum in getattr(node, "indices", ()) and entry.listed
        if entry.listed and len(entry.nodes) == 1 and (indexed or any(mentions(each, enum) for each in types)):
            thing = entry.thing
            yield Reference(kind=thing.kind, name=thing.name, title=thing.title, places=(thing.origin.place,))


def mentions(kind: Type | None, enum: str) -> bool:
    """Whether a type is made of an enum."""
    match kind:
        case EnumType(enum=name):
            return name == enum
        case ListType(element=element):
            return mentions(element, enum)
        case PartsType(parts=parts):
            return any(mentions(part.type, enum) for part in parts)
        case BoolType() | IntType() | ElementType() | TextType() | NoneType() | UnknownType() | None:
            return False
        case _:
            assert_never(kind)


# --- amendments


def amendments(entry: Entry, graph: n.RuleGraph) -> Iterator[Amendment]:
    """The overlay items that touched a thing, with what they did to it."""
    thing = entry.thing
    node = entry.nodes[0] if entry.nodes else None
    if isinstance(node, n.Table | OverlayInForce):
        return  # the card says them; an overlay is told by its items
    is_field = thing.kind == "field"
    target = thing.of if is_field else str(thing)
    touched = {item for part in entry.nodes for item in amended_by(part)}
    for overlay in graph.overlays:
        for each in overlay.entries:
            item = item_name(overlay, each)
            changes = tuple(
                Change(was=change.was, now=change.now)
                for change in each.changes
                if change.target == target and (not is_field or item in touched)
            )
            if changes or item in touched:
                yield Amendment(item=item, title=each.title, origin=each.origin, changes=changes)


def is_changed(entry: Entry, graph: n.RuleGraph) -> bool:
    """Whether it no longer stands as in its file: overlay items touched it that did more than confirm it."""
    return any(
        not each.changes or any(change.was or change.now for change in each.changes)
        for each in amendments(entry, graph)
    )


def amended_by(node: object) -> Iterator[str]:
    """The overlay items that touched a node or a part of it."""
    for _, part in inside("", node):
        origin: Origin = getattr(part, "origin", UNSAID)
        yield from origin.amended_by
    if isinstance(node, n.Enum):
        for origin in node.origins:
            yield from origin.amended_by
