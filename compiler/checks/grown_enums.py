"""Check of enums that an overlay has added a value to: lists of cases that have one for every value but the new one.

A define with an exception for each value, a chain of `else if`, a value by condition, rows tested before the dice, and
modifiers are such lists. (A table whose rows leave a value out is found by the check of gaps.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.dsl.walk import walk as walk_tree
from bombsight.flat.types import EnumType

CODES = (Code("O018", "case-not-added", Severity.WARNING, since="0.2.0"),)

MIN_CASES = 2
"""The fewest cases that make a list of them."""

MIN_CASES_BESIDE_BASE = 3
"""The fewest cases that make a list where one value of the enum has none of its own, but is what else holds."""

SHOWN = 6
"""The most lists that a finding shows."""


@frozen
class CaseList:
    """A list of cases.

    Attributes:
        title: What it is, such as ``define power``.
        span: Its place.
        conditions: The condition of each case.
    """

    title: str
    span: Span
    conditions: tuple[x.Expr, ...]


def check(context: CheckContext) -> None:
    """Report values that an overlay adds to an enum, and that lists of cases leave out alone."""
    added = {name: spans for name, spans in added_values(context.program.items) if spans}
    if not added:
        return
    lists = [*case_lists(context.program.graph)]
    for enum in context.program.graph.enums:
        for value, span in added.get(enum.name, {}).items():
            new = enum.values.index(value) if value in enum.values else -1
            old = frozenset(at for at, name in enumerate(enum.values) if name not in added[enum.name])
            lacking = [each for each in lists if new >= 0 and leaves_out(each, enum.name, new, old)]
            if lacking:
                report_missing_cases(context, f"{enum.name}.{value}", span, lacking)


def added_values(items: Sequence[ast.Item]) -> Iterator[tuple[str, dict[str, Span]]]:
    """Yield each enum's name with the places of those of its values that an overlay has added as a whole."""
    for item in items:
        if isinstance(item, ast.Enum):
            found: dict[str, Span] = {}
            for line in (*item.values, *item.rows):
                if line.touched and all(part.touched for part in walk_tree(line)):
                    match line:
                        case ast.EnumValue(name=name) | ast.GridRow(cells=(ast.Cell(items=(ast.Name(name=name),)), *_)):
                            found[name] = line.span
                        case _:  # the rest: a row whose first cell names no value
                            pass
            yield item.name, found


def case_lists(graph: n.RuleGraph) -> Iterator[CaseList]:
    """Yield the lists of cases of a graph."""
    for define in graph.defines:
        waiting = [define.exceptions]
        while waiting:
            exceptions = waiting.pop()
            waiting += [each.exceptions for each in exceptions]
            yield CaseList(f"define {define.name}", define.span, tuple(each.condition for each in exceptions))
    for table in graph.tables:
        title = f"table {table.id}"
        yield CaseList(title, table.span, tuple(row.condition for row in table.beforehand))
        amounts = (modifier.condition for modifier in table.modifiers)
        yield CaseList(title, table.span, tuple(condition for condition in amounts if condition is not None))
    owners = (
        *((f"define {define.name}", define) for define in graph.defines),
        *((f"table {table.id}", table) for table in graph.tables),
        *((f"procedure {procedure.name}", procedure) for procedure in graph.procedures),
    )
    for title, owner in owners:
        tails: set[int] = set()
        for part in walk(owner):
            is_written = isinstance(part, g.If) or (isinstance(part, x.Conditional) and part.condition.span != NOWHERE)
            if is_written and id(part) not in tails:
                chain = [*chain_of(part)]
                tails.update(map(id, chain))
                yield CaseList(title, part.span, tuple(each.condition for each in chain))


def chain_of(first: g.If | x.Conditional) -> Iterator[g.If | x.Conditional]:
    """Yield a conditional, and those that stand in its place where its condition does not hold: ``else if``."""
    part: object = first
    while isinstance(part, g.If | x.Conditional):
        yield part
        otherwise = part.otherwise
        part = otherwise[0] if isinstance(otherwise, tuple) and len(otherwise) == 1 else otherwise


def leaves_out(cases: CaseList, enum: str, new: int, old: frozenset[int]) -> bool:
    """Whether a list has a case for every old value of an enum, or for all but one, and none for a new value."""
    if len(cases.conditions) < MIN_CASES:
        return False
    tests = [test for condition in cases.conditions for test in value_tests(condition, enum)]
    for subject in [subject for at, (subject, _) in enumerate(tests) if subject not in [one for one, _ in tests[:at]]]:
        covered = frozenset().union(*(values for each, values in tests if each == subject))
        missing, separate = old - covered, sum(each == subject for each, _ in tests)
        enough = MIN_CASES if not missing else MIN_CASES_BESIDE_BASE
        if new not in covered and len(missing) <= 1 and separate >= enough:
            return True
    return False


def value_tests(condition: x.Expr, enum: str) -> Iterator[tuple[x.Expr, frozenset[int]]]:
    """Yield what a condition demands of a value of an enum: the value asked for, and those that it may have."""
    for term in condition.terms if isinstance(condition, x.AndExpr) else (condition,):
        match term:
            case x.Comparison(op="==", left=subject, right=x.Const(value=value)):
                values = frozenset((value,))
            case x.OneOf(value=subject, members=members) if all(isinstance(each, x.Const) for each in members):
                values = frozenset(each.value for each in members if isinstance(each, x.Const))
            case _:  # the rest: it asks for no single values
                continue
        if isinstance(subject.type, EnumType) and subject.type.enum == enum:
            yield subject, values


def report_missing_cases(context: CheckContext, value: str, span: Span, lists: Sequence[CaseList]) -> None:
    """Add finding O018: lists of cases leave out a value that an overlay has added."""
    titles = [*dict.fromkeys(each.title for each in lists)]
    shown = [*titles[:SHOWN], "more"] if len(titles) > SHOWN else titles
    context.findings.add(
        "O018",
        f"{value} is new, and {join_names(shown, 'and')} {'have' if len(titles) > 1 else 'has'} a case for every other",
        span,
        note="no case there for this value",
        labels=[
            (context.program.mark_of(each.span), f"{each.title} has a case for the others") for each in lists[:SHOWN]
        ],
        help="Add a case for it in each of them; or allow this, if what else holds there is right for it.",
    )
