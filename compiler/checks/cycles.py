"""Check of cycles: values that depend on themselves, and unbounded recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from bombsight.compiler.checks.checked_items import callee_name
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.scc import strongly_connected_components
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span

CODES = (
    Code("V017", "circular-value"),
    Code("M003", "modifiers-in-circle"),
    Code("P044", "unbounded-recursion"),
    Code("P096", "result-at-depth", Severity.ADVICE, since="0.2.0"),
    Code("P047", "recursive-owner"),
    Code("P048", "treat-as-circle"),
)

CallSites = Sequence[tuple[Callee, Span]]
"""Calls with their places, in text order."""

CallGraph = Mapping[Callee, Set[Callee]]
"""The callees of each caller."""


def check(context: CheckContext) -> None:
    """Report values that depend on themselves, and recursion without a bound."""
    check_values(context)
    check_modifier_sums(context)
    check_actions(context)
    tables = context.program.graph.tables
    for table, treats in zip(tables, context.program.item_memo.map_items("treats", tables, has_treat_as), strict=True):
        if treats:
            check_treat_as(context, table)


# --- values


def check_values(context: CheckContext) -> None:
    """Report defines and tables without dice whose value depends on itself (V017)."""
    effects = context.program.effects
    parts = value_providers(context, lambda table: (table.rows, table.beforehand))
    leads = {
        callee: callees_of_kinds(effects.own_effect_of(part).calls, "define", "table") for callee, part in parts.items()
    }
    for circle, sites in find_cycles(leads, lambda callee: find_calls(parts[callee], "define", "table")):
        if any(callee.startswith("define:") for callee in circle):
            context.findings.add(
                "V017",
                f"{callee_name(circle[0])} depends on itself",
                effects.callable_items[circle[0]].span,
                labels=[(span, f"asks for {callee_name(callee)}") for callee, span in sites],
                help="Take one of these out.",
            )


def value_providers(context: CheckContext, parts_of_table: Callable[[n.Table], object]) -> dict[Callee, object]:
    """Map each define and each table without dice to the part of it that can read other values."""
    parts: dict[Callee, object] = {f"define:{define.name}": define for define in context.program.graph.defines}
    for table in context.program.graph.tables:
        if table.rolled is None:
            parts[f"table:{table.id}"] = parts_of_table(table)
    return parts


def check_modifier_sums(context: CheckContext) -> None:
    """Report modifiers that depend on the modifier sum (`modifiers on`) to which they belong (M003)."""
    program = context.program
    parts: dict[Callee, object] = {f"define:{define.name}": define for define in program.graph.defines}
    for table in program.graph.tables:
        if table.rolled is None:
            parts[f"table:{table.id}"] = table
        else:
            parts[f"modifiers:{table.id}"] = tuple((m.amount, m.condition) for m in table.modifiers)
    kinds = ("define", "table", "modifiers")
    leads = {
        callee: callees_of_kinds(program.effects.own_effect_of(part).calls, *kinds) for callee, part in parts.items()
    }

    def calls_of(callee: Callee) -> CallSites:
        """Find the calls by which a callee reads defines, tables and modifier sums, with their places."""
        by_value = find_calls(parts[callee], "define", "table")
        return [*by_value, *find_calls(parts[callee], "modifiers")]

    for circle, sites in find_cycles(leads, calls_of):
        at = next((at for at, callee in enumerate(circle) if callee.startswith("modifiers:")), None)
        if at is not None:
            places = [*sites[at:], *sites[:at]]
            context.findings.add(
                "M003",
                f"a modifier of table {callee_name(circle[at])} asks for the sum of its modifiers",
                places[0][1],
                labels=[
                    (span, f"asks for {'the modifiers on ' * to.startswith('modifiers:')}{callee_name(to)}")
                    for to, span in places
                ],
                help="Write the condition without `modifiers on` this table.",
            )


# --- actions


def check_actions(context: CheckContext) -> None:
    """Report procedures and tables with unbounded recursion, and results or state that a recursive item cannot have."""
    program = context.program
    items = program.effects.callable_items
    called_in = calls_in_all_bodies(context)
    acting = (callee for callee, item in items.items() if not isinstance(item, n.Define))
    leads = {callee: callees_of_kinds(called_in[callee], *ACTING_KINDS) for callee in acting}

    def calls_of(callee: Callee) -> CallSites:
        """Find the calls of procedures and tables in the statements of a callee, with their places."""
        return find_calls(acting_parts(items[callee]), *ACTING_KINDS)

    bounded = {callee for callee in leads if getattr(items[callee], "deep", None) is not None}
    free = {callee: calls - bounded for callee, calls in leads.items() if callee not in bounded}
    for circle, sites in find_cycles(free, calls_of):
        context.findings.add(
            "P044",
            f"{callee_name(circle[0])} can reach itself, and nothing bounds how deep",
            items[circle[0]].span,
            labels=[(span, f"calls {callee_name(callee)}") for callee, span in sites],
            help=suggest_bound(circle, items),
        )
    for knot in strongly_connected_components(leads):
        for callee in knot:
            item = items[callee]
            if callee in bounded and needs_result(item) and (len(knot) > 1 or callee in leads[callee]):
                context.findings.add(
                    "P096",
                    f"{callee_name(callee)} must give a result, and has none where it is open too often: a rules fault",
                    item.span,
                    labels=[(span, f"calls {callee_name(to)}") for to, span in calls_of(callee) if to in knot],
                    help="Let the result be none, `... or none`, and say what is taken then: `or else ...`.",
                )
    fields: tuple[n.Field | n.StateList, ...] = (*program.graph.fields, *program.graph.lists)
    owned = {f"procedure:{one.owner}": one.span for one in reversed(fields)}
    for circle, _ in find_cycles(leads, calls_of):
        for callee in circle:
            if callee in owned:
                context.findings.add(
                    "P047",
                    f"this belongs to {callee_name(callee)}, which can reach itself",
                    owned[callee],
                    labels=[(items[callee].span, "the procedure")],
                    help="Let it belong to a procedure further out.",
                )


def suggest_bound(cycle: Sequence[Callee], items: Mapping[Callee, n.Table | n.Procedure | n.Define]) -> str:
    """The help text on how to bound the recursion of a cycle: ``Write `at most 4 deep` behind the title ...``."""
    text = "Write `at most 4 deep` behind the title of one of the circle"
    if all(needs_result(items[callee]) for callee in cycle):
        return f"{text}, and let its result be none, as that of a deeper call is: `... or none`."
    free = next((callee for callee in cycle if not needs_result(items[callee])), cycle[0])
    return f"{text}." if free == cycle[0] else f"{text}, best of {callee_name(free)}, which need not give a result."


def needs_result(item: n.Table | n.Procedure | n.Define) -> bool:
    """Whether every call of an item must give a result, because its result cannot be ``none``."""
    result = item.result if isinstance(item, n.Table | n.Procedure) else None
    return result is not None and not result.is_optional


ACTING_KINDS = ("procedure", "table")
"""The kinds of items whose calls have effects."""


def acting_parts(item: n.Table | n.Procedure | n.Define) -> object:
    """The parts of an item that may have effects: its statement blocks, but not its modifiers and conditions."""
    if isinstance(item, n.Table):
        rolled = item.rolled
        naturals = tuple(row.body for row in rolled.naturals) if rolled else ()
        rows_ = tuple(row.body for row in item.all_rows)
        return (tuple(row.body for row in item.beforehand), naturals, rows_, tuple(note.body for note in item.notes))
    return item.body if isinstance(item, n.Procedure) else ()


def calls_in_all_bodies(context: CheckContext) -> dict[Callee, frozenset[Callee]]:
    """Map each item to the callees in its statement blocks; accepted standing offers (rerolls) do not count."""
    items = context.program.effects.callable_items
    return dict(
        zip(items, context.program.item_memo.map_items("called in bodies", items.values(), calls_in_body), strict=True)
    )


def calls_in_body(item: n.Table | n.Procedure | n.Define) -> frozenset[Callee]:
    """The callees in the statement blocks of one item."""
    return frozenset().union(*(node_effect_of(part).calls for part in walk(acting_parts(item))))


# --- calls with their places


def callees_of_kinds(callees: Iterable[Callee], *kinds: str) -> frozenset[Callee]:
    """Select the callees of some kinds: for the kind ``table`` the keys that begin with ``table:``."""
    return frozenset(callee for callee in callees if callee.partition(":")[0] in kinds)


def find_calls(node: object, *kinds: str) -> list[tuple[Callee, Span]]:
    """Find the calls of callees of some kinds in a part of the graph, each with its place."""
    return [
        (callee, part.span) for part in walk(node) for callee in callees_of_kinds(node_effect_of(part).calls, *kinds)
    ]


# --- rows


def check_treat_as(context: CheckContext, table: n.Table) -> None:
    """Report rows of a table that `treat as` turns into each other in a cycle (P048)."""
    notes = {note.name: note.body for note in table.notes}
    sites = {str(at): list(treat_as_targets(row.body, notes, set())) for at, row in enumerate(table.all_rows)}
    leads = {at: {to for to, _ in found} for at, found in sites.items()}
    for circle, steps in find_cycles(leads, lambda at: sites[at]):
        first = table.all_rows[int(circle[0])]
        places = [(span, f"as row {table.all_rows[int(to)].label}") for to, span in steps]
        context.findings.add(
            "P048",
            f"row {first.label} is treated as itself in the end",
            places[0][0],
            labels=places[1:],
            help=f'This is table {table.id} "{table.title}". One of these rows must stay.',
        )


def has_treat_as(table: n.Table) -> bool:
    """Whether any row of a table is replaced by another row through `treat as`."""
    return any(isinstance(part, g.TreatAs) for part in walk(table))


def treat_as_targets(
    body: g.Block, notes: Mapping[str, g.Block], visited_notes: set[str]
) -> Iterator[tuple[str, Span]]:
    """Yield the indices (as text) and places of the rows that `treat as` puts in place of a row, also through notes."""
    for part in walk(body):
        if isinstance(part, g.TreatAs):
            yield str(part.row), part.span
        elif isinstance(part, g.UseNote) and part.note not in visited_notes:
            yield from treat_as_targets(notes.get(part.note, ()), notes, visited_notes | {part.note})


# --- search for cycles


def find_cycles(
    call_graph: CallGraph, calls_of: Callable[[Callee], CallSites]
) -> Iterator[tuple[list[Callee], CallSites]]:
    """Yield, for each strongly connected component of calls, a shortest cycle through its first member.

    Args:
        call_graph: The call graph.
        calls_of: Finds the calls of a member with their places; called for members of cycles only.
    """
    circular = {
        callee: number
        for number, knot in enumerate(strongly_connected_components(call_graph))
        for callee in knot
        if len(knot) > 1 or callee in call_graph[callee]
    }
    reported: set[int] = set()
    calls: dict[Callee, CallSites] = {}
    for start in call_graph:
        if start in circular and circular[start] not in reported:
            reported.add(circular[start])
            calls |= {at: calls_of(at) for at in circular if circular[at] == circular[start]}
            circle = shortest_cycle(calls, start)
            following = [*circle[1:], circle[0]]
            yield circle, [next(c for c in calls[at] if c[0] == to) for at, to in zip(circle, following, strict=True)]


def shortest_cycle(calls: Mapping[Callee, CallSites], start: Callee) -> list[Callee]:
    """Find a shortest path of calls from the callee ``start`` back to itself, by breadth-first search."""
    paths: dict[Callee, list[Callee]] = {start: [start]}
    open_ = [start]
    while open_:
        at = open_.pop(0)
        for callee, _ in calls.get(at, ()):
            if callee == start:
                return paths[at]
            if callee not in paths:
                paths[callee] = [*paths[at], callee]
                open_.append(callee)
    return [start]
