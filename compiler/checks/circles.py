"""Values that depend on themselves, and calls that go round without a bound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.effects import Callee, callees
from bombsight.compiler.checks.reasoning.walking import inside
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.knots import knots
from bombsight.dsl.diagnostic import Code
from bombsight.dsl.source import Span

CODES = (
    Code(
        "V017",
        "A derived value depends on itself",
        """\
To know it, it would have to be known already. The other places show the way round.

    define bright: yes/no = not dim
    define dim: yes/no = not bright""",
    ),
    Code(
        "M003",
        "`modifiers on` a table within itself",
        """\
A modifier of the table asks, perhaps through a define, for the sum of that table's modifiers,
which depends on it. In the table's rows and notes `modifiers on` may stand: there the sum is known.

    +1 luck when modifiers on Approach < 0     # in table Approach""",
    ),
    Code(
        "P044",
        "Calls go round without a bound",
        """\
Procedures and tables that can reach themselves would never end. One of the circle must say
how many calls may be open at once; deeper calls do nothing, and the journal says so.

    procedure burst(drum: Drum) "A drum bursts" at most 4 deep         cite "rule 9"

The finding stands on the first of the circle, the calls are the further places.""",
    ),
    Code(
        "P047",
        "State belongs to a procedure that can reach itself",
        """\
The fields of `state watch` live as long as `procedure watch` runs. If it can be called while it
runs, they would have to live twice. Let the state belong to a procedure further out.""",
    ),
    Code(
        "P048",
        "Rows are treated as each other",
        """\
`treat as row 4` in row 3 and `treat as row 3` in row 4 never end. `again at most n times` has a
bound; `treat as` has none, so it must lead to a row that stays.""",
    ),
)

Calls = Mapping[Callee, Sequence[tuple[Callee, Span]]]


def check(context: Context) -> None:
    """Look at all calls."""
    values(context)
    sums(context)
    actions(context)
    for table in context.program.graph.tables:
        rows(context, table)


# --- values


def values(context: Context) -> None:
    """Defines and printed tables that depend on themselves."""
    program = context.program
    calls: dict[Callee, list[tuple[Callee, Span]]] = {}
    for define in program.graph.defines:
        calls["define", define.name] = list(pure_calls(define))
    for table in program.graph.tables:
        if table.rolled is None:
            calls["table", table.id] = list(pure_calls((table.rows, table.beforehand)))
    for circle in circles(calls):
        if any(kind == "define" for kind, _ in circle):
            places = steps(calls, circle)
            context.findings.add(
                "V017",
                f"{circle[0][1]} depends on itself",
                program.effects.items[circle[0]].span,
                labels=[(span, f"asks for {callee[1]}") for callee, span in places],
                help="Take one of these out.",
            )


def pure_calls(node: object) -> Iterator[tuple[Callee, Span]]:
    """Defines and tables that a value asks for."""
    for part in inside(node):
        match part:
            case x.CallDefine(define=name, span=span):
                yield ("define", name), span
            case x.LookUp(table=name, span=span):
                yield ("table", name), span
            case _:
                pass


def sums(context: Context) -> None:
    """Modifiers that ask for the sum they belong to."""
    program = context.program
    asks: dict[Callee, list[tuple[Callee, Span]]] = {}
    for define in program.graph.defines:
        asks["define", define.name] = list(sum_calls(define))
    for table in program.graph.tables:
        kind = "table" if table.rolled is None else "modifiers"
        own = table if table.rolled is None else tuple((m.amount, m.condition) for m in table.modifiers)
        asks[kind, table.id] = list(sum_calls(own))
    for circle in circles(asks):
        first = next((callee for callee in circle if callee[0] == "modifiers"), None)
        if first is not None:
            at = circle.index(first)
            places = steps(asks, circle[at:] + circle[:at])
            context.findings.add(
                "M003",
                f"a modifier of table {first[1]} asks for the sum of its modifiers",
                places[0][1],
                labels=[(span, f"asks for {'the modifiers on ' * (c[0] == 'modifiers')}{c[1]}") for c, span in places],
                help="Write the condition without `modifiers on` this table.",
            )


def sum_calls(node: object) -> Iterator[tuple[Callee, Span]]:
    """What a value asks for, sums of modifiers among it."""
    yield from pure_calls(node)
    for part in inside(node):
        if isinstance(part, x.ModifiersOn):
            yield ("modifiers", part.table), part.span


# --- actions


def actions(context: Context) -> None:
    """Procedures and tables that can reach themselves."""
    program = context.program
    calls: dict[Callee, list[tuple[Callee, Span]]] = {}
    for callee, item in program.effects.items.items():
        if callee[0] != "define":
            calls[callee] = [call for call in acting(body_of(item)) if call[0][0] != "define"]
    bounded = {callee for callee in calls if getattr(program.effects.items[callee], "deep", None) is not None}
    free = {callee: [c for c in to if c[0] not in bounded] for callee, to in calls.items() if callee not in bounded}
    for circle in circles(free):
        item = program.effects.items[circle[0]]
        context.findings.add(
            "P044",
            f"{circle[0][1]} can reach itself, and nothing bounds how deep",
            item.span,
            labels=[(span, f"calls {callee[1]}") for callee, span in steps(free, circle)],
            help="Write `at most 4 deep` behind the title of one of the circle.",
        )
    fields: tuple[n.Field | n.StateList, ...] = (*program.graph.fields, *program.graph.lists)
    owned = {one.owner: one.span for one in reversed(fields)}
    for circle in circles(calls):
        for kind, name in circle:
            if kind == "procedure" and name in owned:
                context.findings.add(
                    "P047",
                    f"this belongs to {name}, which can reach itself",
                    owned[name],
                    labels=[(program.effects.items[kind, name].span, "the procedure")],
                    help="Let it belong to a procedure further out.",
                )


def body_of(item: n.Table | n.Procedure | n.Define) -> object:
    """What of an item acts: modifiers and conditions of a table do not."""
    if isinstance(item, n.Table):
        rolled = item.rolled
        naturals = tuple(row.body for row in rolled.naturals) if rolled else ()
        rows_ = tuple(row.body for row in item.all_rows)
        return (tuple(row.body for row in item.beforehand), naturals, rows_, tuple(note.body for note in item.notes))
    return item.body if isinstance(item, n.Procedure) else ()


def acting(body: object) -> Iterator[tuple[Callee, Span]]:
    """The calls of a body; to ask for a table's modifiers is none."""
    for callee, part in callees(body):
        if isinstance(part, x.Expr | g.Stmt) and not isinstance(part, x.ModifiersOn):
            yield callee, part.span


def rows(context: Context, table: n.Table) -> None:
    """Rows of one table that are treated as each other."""
    notes = {note.name: note.body for note in table.notes}
    calls: dict[Callee, list[tuple[Callee, Span]]] = {}
    for at, row in enumerate(table.all_rows):
        calls["row", str(at)] = list(treated(row.body, notes, set()))
    for circle in circles(calls):
        first = table.all_rows[int(circle[0][1])]
        places = [(span, f"as row {table.all_rows[int(to[1])].label}") for to, span in steps(calls, circle)]
        context.findings.add(
            "P048",
            f"row {first.label} is treated as itself in the end",
            places[0][0],
            labels=places[1:],
            help=f'This is table {table.id} "{table.title}". One of these rows must stay.',
        )


def treated(body: g.Block, notes: Mapping[str, g.Block], seen: set[str]) -> Iterator[tuple[Callee, Span]]:
    """The rows that a row is treated as, through notes too."""
    for part in inside(body):
        if isinstance(part, g.TreatAs):
            yield ("row", str(part.row)), part.span
        elif isinstance(part, g.UseNote) and part.note not in seen:
            yield from treated(notes.get(part.note, ()), notes, seen | {part.note})


# --- circles


def circles(calls: Calls) -> Iterator[list[Callee]]:
    """A shortest circle through the first member of each knot of calls, in the order of the text."""
    leads = {callee: [to for to, _ in found] for callee, found in calls.items()}
    circular = {
        callee: number
        for number, knot in enumerate(knots(leads))
        for callee in knot
        if len(knot) > 1 or callee in leads[callee]
    }
    told: set[int] = set()
    for start in calls:
        if start in circular and circular[start] not in told:
            told.add(circular[start])
            yield shortest(calls, start)


def shortest(calls: Calls, start: Callee) -> list[Callee]:
    """The shortest way from a call back to itself."""
    ways: dict[Callee, list[Callee]] = {start: [start]}
    open_ = [start]
    while open_:
        at = open_.pop(0)
        for callee, _ in calls.get(at, ()):
            if callee == start:
                return ways[at]
            if callee not in ways:
                ways[callee] = [*ways[at], callee]
                open_.append(callee)
    return [start]


def steps(calls: Calls, circle: Sequence[Callee]) -> list[tuple[Callee, Span]]:
    """The calls of a circle, with their places."""
    following: Iterable[Callee] = [*circle[1:], circle[0]]
    return [next(one for one in calls[at] if one[0] == to) for at, to in zip(circle, following, strict=True)]
