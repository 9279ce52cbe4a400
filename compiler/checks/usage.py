"""What is declared and never used, read and never written, written and never read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from attrs import define

from bombsight.compiler.checks.context import Context
from bombsight.compiler.effects import Callee, Effect, joined
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.walk import walk
from bombsight.dsl import ast
from bombsight.dsl import walk as syntax
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.flat.types import TextType

CODES = (
    Code(
        "N014",
        "Declared and never used",
        """\
Nothing uses it: no rule that a mission or a career can reach calls the table, define or
procedure; no rule asks for the option; no row calls the note; no field has the type; no rule
touches the field. A procedure that an example calls with `given do` is used.

Take it out, or use it where the rulebook does: a table nobody rolls on is often a step forgotten.""",
    ),
    Code(
        "N015",
        "Read and never written",
        """\
Rules read the field, or its title shows it to the player, but no rule ever changes it: it always
has its default. `reset` brings the default back, and `given` in an example sets the scene; neither
is a change. A `text` gets its name by itself.

Perhaps the rule that changes it is missing. What never changes is better written as printed data
in an enum, or as an option.""",
    ),
    Code(
        "N016",
        "Written and never read",
        """\
Rules change the field, but no rule reads it and it has no title, so nobody ever sees it. What an
example expects does not count.

Give it a title if the player is to see it; use it; or take it out.""",
    ),
)


def check(context: Context) -> None:
    """Look at the whole program; of one with errors nothing can be said."""
    if context.program.whole:
        calls(context)
        options(context)
        notes(context)
        types(context)
        fields(context)


def unused(context: Context, what: str, span: Span, note: str = "") -> None:
    """Tell of something that nothing uses."""
    context.findings.add(
        "N014", f"{what} is never used", span, note=note, help="Take it out, or use it.", severity=Severity.WARNING
    )


# --- tables, defines, procedures


def calls(context: Context) -> None:
    """What neither a mission nor a career can reach."""
    graph, effects = context.program.graph, context.program.effects
    leads = {callee: uses(effects, item) for callee, item in effects.items.items()}
    roots: set[Callee] = {f"procedure:{name}" for name in (graph.game.mission, graph.game.career) if name}
    for node in (*graph.rerolls, *(example.setup for example in graph.examples)):
        roots |= uses(effects, node)
    played = closure(leads, roots)
    tried = closure(leads, {to for example in graph.examples for to in uses(effects, example)})
    lost = {callee: leads[callee] - {callee} for callee in leads if callee not in played}
    told: set[Callee] = set()
    for callee in lost:
        below = closure(lost, lost[callee])
        above = {other for other, to in lost.items() if callee in to}
        if above <= below and not below & told:
            told.add(callee)
            note = "only examples use it" if callee in tried else ""
            unused(context, callee.replace(":", " ", 1), effects.items[callee].span, note)


USED = ("modifiers:", "results:")
"""What of a table may be used without a roll on it."""


def uses(effects: Effects, node: object) -> frozenset[Callee]:
    """What a part of the graph calls, and the tables whose modifiers it adds up or whose results it goes through."""
    effect = effects.own(node)
    parts = (name.partition(":")[2] for name in (*effect.calls, *effect.reads) if name.startswith(USED))
    return effect.calls.union(f"table:{table}" for table in parts)


def closure(leads: Mapping[Callee, Set[Callee]], roots: Iterable[Callee]) -> set[Callee]:
    """All that can be reached."""
    found = set(roots)
    open_ = list(found)
    while open_:
        new = leads.get(open_.pop(), frozenset()) - found
        found |= new
        open_.extend(new)
    return found


# --- options, notes, types


def options(context: Context) -> None:
    """Options that no rule asks for."""
    read = in_play(context).reads
    for option in context.program.graph.options:
        if f"option:{option.name}" not in read:
            unused(context, f"option {option.name}", option.span, "it changes nothing")


def in_play(context: Context) -> Effect:
    """What all of a graph does itself, its examples apart."""
    return joined(map(context.program.effects.own, rules(context.program.graph)))


def rules(graph: n.RuleGraph) -> tuple[n.Node, ...]:
    """All that plays a part in play."""
    return (*graph.fields, *graph.tables, *graph.defines, *graph.procedures, *graph.rerolls)


def notes(context: Context) -> None:
    """Notes that no row of their table calls."""
    for table in context.program.graph.tables:
        used = context.program.effects.own(table).calls
        for note in table.notes:
            if f"note:{note.name}" not in used:
                unused(context, f"note {note.name} of table {table.id}", note.span)


def types(context: Context) -> None:
    """Records and enums that nothing has or names."""
    named = set(named_types(context.program.items))
    for item in context.program.items:
        if isinstance(item, ast.Record) and item.name not in named:
            unused(context, f"record {item.name}", item.span)
        if isinstance(item, ast.Enum) and item.name not in named and not spoken(context, item.name):
            unused(context, f"enum {item.name}", item.span)


def named_types(items: Iterable[ast.Item]) -> Iterator[str]:
    """Every name that stands for a type, or for all values of an enum."""
    for item in items:
        for node in syntax.walk(item):
            match node:
                case ast.NamedType(name=name) | ast.Name(name=name):
                    yield name
                case ast.ListType(element=name) | ast.Index(enum=name):
                    yield name
                case _:
                    pass


def spoken(context: Context, enum: str) -> bool:
    """Whether a value of an enum stands anywhere."""
    return any(
        isinstance(part, x.Const) and getattr(part.type, "enum", None) == enum
        for part in walk(rules(context.program.graph))
    )


# --- fields


@define
class Use:
    """What rules do with a declared field, all its leaves together."""

    name: str
    text: bool
    titled: bool = False
    read: bool = False
    written: bool = False


def fields(context: Context) -> None:
    """Fields and lists of state."""
    graph = context.program.graph
    effect = in_play(context)
    uses: dict[Span, Use] = {}
    for leaf in graph.fields:
        use = uses.setdefault(leaf.span, Use(leaf.id.split(".")[-1], isinstance(leaf.type, TextType)))
        note_use(use, f"field:{leaf.id}", leaf.title, effect)
    for state_list in graph.lists:
        use = uses.setdefault(state_list.span, Use(state_list.id, False))
        note_use(use, f"list:{state_list.id}", state_list.title, effect)
    for span, use in uses.items():
        tell(context, use, span)


def note_use(use: Use, id_: str, title: str, effect: Effect) -> None:
    """Add one leaf to what is known of its declaration."""
    use.titled |= bool(title)
    use.read |= id_ in effect.reads
    use.written |= id_ in effect.puts


def tell(context: Context, use: Use, span: Span) -> None:
    """What is wrong with the use of a field, if anything."""
    if use.text:
        if not use.read and not use.titled:
            unused(context, use.name, span)
    elif not use.read and not use.written and not use.titled:
        unused(context, use.name, span)
    elif not use.written:
        context.findings.add(
            "N015",
            f"{use.name} is {'read' if use.read else 'shown'}, but no rule changes it",
            span,
            note="it always has its default",
            help="Write the rule that changes it, or take it out.",
            severity=Severity.WARNING,
        )
    elif not use.read and not use.titled:
        context.findings.add(
            "N016",
            f"{use.name} is changed, but nothing reads it and it has no title",
            span,
            note="nobody ever sees it",
            help="Give it a title, use it, or take it out.",
            severity=Severity.WARNING,
        )
