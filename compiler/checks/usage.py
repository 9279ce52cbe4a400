"""Check of reachability: items that are declared and never used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from bombsight.compiler.checks.checked_items import PART_PREFIXES
from bombsight.compiler.checks.choosers import answering_values
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.tallies import is_statistic
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.references import referenced_type_name
from bombsight.dsl import ast
from bombsight.dsl import walk as syntax
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.flat.types import EnumType

CODES = (Code("N014", "unused-name", Severity.WARNING),)


def check(context: CheckContext) -> None:
    """Report unused tables, defines, procedures, options, notes, records and enums."""
    if context.program.is_half_written:
        return
    check_callables(context)
    check_options(context)
    check_notes(context)
    check_types(context)


UNUSED_HELP = "Take it out, or use it."


def report_unused(context: CheckContext, name: str, span: Span, note: str = "", help: str = UNUSED_HELP) -> None:
    """Report an unused item (N014).

    Args:
        context: The context of the check.
        name: Its kind and name, with which its place begins; not reported if the name is tainted by errors.
        span: The place of its declaration.
        note: The note; may be empty.
        help: The help text.
    """
    place = span.first_characters(len(name.partition(" of ")[0]))
    context.findings.add("N014", f"{name} is never used", place, note=note, help=help)


# --- tables, defines, procedures


def check_callables(context: CheckContext) -> None:
    """Report the tables, defines and procedures that neither a mission nor a career can reach."""
    graph, effects = context.program.graph, context.program.effects
    leads = {callee: uses_of(effects, item) for callee, item in effects.callable_items.items()}
    roots: set[Callee] = {f"procedure:{name}" for name in (graph.game.mission, graph.game.career) if name}
    roots |= {f"define:{define.name}" for define in graph.defines if is_statistic(define)}
    visibilities = [field.seen for field in graph.fields if field.seen] + [
        held.seen for held in graph.lists if held.seen
    ]
    for node in (*graph.rerolls, *graph.boards, *visibilities, *(example.setup for example in graph.examples)):
        roots |= uses_of(effects, node)
    may_be_used = context.program.doubt.words.union(*context.program.undefined_names.values())
    roots |= {callee for callee in leads if callee.partition(":")[2] in may_be_used}
    reachable = transitive_closure(leads, roots)
    reachable_from_examples = transitive_closure(
        leads, {to for example in graph.examples for to in uses_of(effects, example)}
    )
    unreachable = {callee: leads[callee] - {callee} for callee in leads if callee not in reachable}
    reported: set[Callee] = set()
    for callee in unreachable:
        below = transitive_closure(unreachable, unreachable[callee])
        above = {other for other, to in unreachable.items() if callee in to}
        if above <= below and not below & reported:
            reported.add(callee)
            note = "only examples use it" if callee in reachable_from_examples else ""
            kind, _, name = callee.partition(":")
            career = not graph.game.career and kind == "procedure" and f"procedure:{graph.game.mission}" in below
            help = career_help(name) if career else UNUSED_HELP
            report_unused(context, f"{kind} {name}", effects.callable_items[callee].span, note, help)


def career_help(name: str) -> str:
    """The help text for an unused procedure that plays missions: name it ``career`` or name it in the manifest."""
    return (
        "Missions are played one after the other by `procedure career`: call it so, or write "
        f"`career {name}` in the manifest."
    )


def uses_of(effects: Effects, node: object) -> frozenset[Callee]:
    """The callees of a part of the graph, and the tables whose modifier sum or results it uses without a roll."""
    effect = effects.own_effect_of(node)
    parts = (name.partition(":")[2] for name in (*effect.calls, *effect.reads) if name.startswith(PART_PREFIXES))
    return effect.calls.union(f"table:{table}" for table in parts)


def transitive_closure(
    call_graph: Mapping[Callee, Set[Callee]], roots: Iterable[Callee], avoided: Set[Callee] = frozenset()
) -> set[Callee]:
    """Find all callees that are reachable from the roots, themselves included, by paths around the avoided ones."""
    found = set(roots) - avoided
    open_ = list(found)
    while open_:
        new = call_graph.get(open_.pop(), frozenset()) - found - avoided
        found |= new
        open_.extend(new)
    return found


# --- options, notes, types


def check_options(context: CheckContext) -> None:
    """Report options that no rule reads."""
    read = context.program.effect_with_boards.reads
    for option in context.program.graph.options:
        if f"option:{option.name}" not in read and option.name not in context.program.doubt.words:
            report_unused(context, f"option {option.name}", option.span, "it changes nothing")


def check_notes(context: CheckContext) -> None:
    """Report notes that no row of their table calls."""
    for table in context.program.graph.tables:
        used = context.program.effects.own_effect_of(table).calls
        for note in table.notes:
            if f"note:{note.name}" not in used and note.name not in context.program.doubt.words:
                report_unused(context, f"note {note.name} of table {table.id}", note.span)


def check_types(context: CheckContext) -> None:
    """Report records and enums that nothing uses."""
    held_names = types_in_use(context) | context.program.doubt.words
    doubtful = [
        item
        for item in context.program.items
        if isinstance(item, ast.Record | ast.Enum) and item.name not in held_names
    ]
    named = all_type_names(context) | {enum for enum, _ in answering_values(context)} if doubtful else set()
    for item in doubtful:
        if item.name not in named and not (isinstance(item, ast.Enum) and has_value_in_rules(context, item.name)):
            report_unused(context, f"{'enum' if isinstance(item, ast.Enum) else 'record'} {item.name}", item.span)


def types_in_use(context: CheckContext) -> set[str]:
    """The names of records and enums that are types of lists, fields, parameters or values read."""
    graph = context.program.graph
    found = {name.partition(":")[2] for name in context.program.effect_in_play.reads if name.startswith("enum:")}
    found.update(one.record for one in graph.lists)
    items: tuple[n.Table | n.Define | n.Procedure, ...] = (*graph.tables, *graph.defines, *graph.procedures)
    for type_ in (*(one.type for one in graph.fields), *(param.type for item in items for param in item.params)):
        if isinstance(type_, EnumType):
            found.add(type_.enum)
    return found.union(*(one.indices for one in graph.fields))


def all_type_names(context: CheckContext) -> set[str]:
    """The names in all items' text that denote a record, an enum or all values of an enum."""
    return set().union(*context.program.item_memo.map_items("named types", context.program.items, type_names_in))


def type_names_in(item: ast.Item) -> frozenset[str]:
    """The names in one item's text that denote a record, an enum or all values of an enum."""
    nodes = list(syntax.walk(item))
    bare = (node.name for node in nodes if isinstance(node, ast.Name))
    return frozenset(map(referenced_type_name, nodes)).union(bare) - {""}


def has_value_in_rules(context: CheckContext, enum: str) -> bool:
    """Whether any rule contains a value of an enum as a constant."""
    return any(
        isinstance(part, x.Const) and getattr(part.type, "enum", None) == enum
        for part in walk(context.program.rule_items)
    )
