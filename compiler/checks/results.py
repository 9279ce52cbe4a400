"""Results that are asked for, and that a table or a procedure never gives."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.asking import within
from bombsight.compiler.checks.reasoning.outcomes import callee_of
from bombsight.compiler.checks.reasoning.spelling import render_values
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, Unknown
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.intervals import NUMBERS, IntervalSet
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.flat.types import NONE, PartsType, Type

SCOPE = Scope.ITEM

CODES = (
    Code(
        "T040",
        "never-given-result",
        "A result is asked for that is never given",
        """\
No row of the table, or no `return` of the procedure, gives it; errata, notes, sub-rolls and what
they roll on for it are counted.

    table Sky "The sky turns" printed
      gives Sky
      roll 1d6
      ..4: clear
      5..: rain

    procedure watch
      let sky_now = roll on Sky
      if sky_now is fog       # Sky gives clear and rain
        do sound

Mend the word, or the row that should give it.""",
        Severity.WARNING,
    ),
)


def check(context: Context) -> None:
    """Look at every comparison with what was rolled or returned; of a program with errors nothing can be said."""
    if context.program.whole:
        conditions = ((asked.condition, asked.known) for asked in context.asked)
        for expr, known in (*conditions, *context.values):
            for part, at, _ in within(expr, known):
                match part:
                    case x.Comparison(op="==" | "!=", left=left, right=x.Const() as right):
                        compared(context, left, (right,), at)
                    case x.Comparison(op="==" | "!=", left=x.Const() as left, right=right):
                        compared(context, right, (left,), at)
                    case x.OneOf(value=value, members=members):
                        compared(context, value, members, at)
                    case _:  # the rest: compares nothing with what is written
                        pass


def compared(context: Context, value: x.Expr, members: tuple[x.Expr, ...], known: Knowledge) -> None:
    """A value that is compared with words or numbers."""
    for call, part, type_ in origin(value, known):
        given = context.program.outcomes.of(callee_of(call))[part]
        if given is None:
            continue
        for member in members:
            if isinstance(member, x.Const) and member.value not in given and member.value != NONE:
                tell(context, call, type_, member, given)


def origin(value: x.Expr, known: Knowledge) -> Iterator[tuple[x.Call, int, Type]]:
    """The call that a value comes from, which part of its result it is, and its type; nothing where it is no such."""
    match value:
        case x.RollOn() | x.DoCall() if not isinstance(value.type, PartsType):
            yield value, 0, value.type
        case x.Var(name=name):
            named = known.names.get(name)
            if isinstance(named, Unknown) and named.call is not None:
                yield from origin(named.call, known)
        case x.PartOf(variable=variable, part=part):
            named = known.names.get(variable)
            if isinstance(named, Unknown) and named.call is not None and isinstance(named.call.type, PartsType):
                parts = [each.name for each in named.call.type.parts]
                yield named.call, parts.index(part), value.type
        case _:  # the rest: no result of a call
            return


def tell(context: Context, call: x.Call, type_: Type, member: x.Const, given: IntervalSet) -> None:
    """T040."""
    program = context.program
    item = program.effects.items[callee_of(call)]
    name = f"table {call.table}" if isinstance(call, x.RollOn) else f"procedure {call.procedure}"
    what = render_values(program, "what it gives", type_.required(), given & NUMBERS)
    span: Span = program.mark(item.span)
    context.findings.add(
        "T040",
        f"{name} never gives {program.value_text(type_, member.value)}",
        member.span,
        note=what,
        labels=[(span, name)],
        help="Mend the word, or the row that should give it." if isinstance(call, x.RollOn) else "Mend one of the two.",
    )
