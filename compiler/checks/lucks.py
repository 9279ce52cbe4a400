"""Check of measures of luck: what each result counts is known before the throw, and some results count."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.luck_counts import MAX_COUNT, count_rows
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import join_names

CODES = (
    Code("L002", "unknown-count", since="0.2.0"),
    Code("L003", "luck-without-chance", Severity.WARNING, since="0.2.0"),
)


def check(context: CheckContext) -> None:
    """Report lines of luck that count what is not known before the throw (L002), or the same of each row (L003)."""
    graph = context.program.graph
    if not context.program.is_error_free:
        return
    tables = {table.id: table for table in context.program.sound_nodes(graph.tables)}
    enums = {enum.name: enum for enum in graph.enums}
    for luck in context.program.sound_nodes(graph.lucks):
        for line in luck.lines:
            if line.table in tables:
                check_line(context, line, tables[line.table], enums)


def check_line(context: CheckContext, line: n.LuckLine, table: n.Table, enums: dict[str, n.Enum]) -> None:
    """Report the mistakes of one line of luck, for one of its tables."""
    assert table.rolled is not None, "the resolver leaves out tables without dice"
    labels = [f"natural {row.label}" for row in table.rolled.naturals] + [row.label for row in table.rolled.rows]
    counts = count_rows(line, table, enums)
    unknown = [label for label, count in zip(labels, counts, strict=True) if count is None]
    unfit = [label for label, count in zip(labels, counts, strict=True) if count and not 0 <= count <= MAX_COUNT]
    if unknown:
        rows = f"row {unknown[0]}" if len(unknown) == 1 else f"rows {join_names(unknown[:3], 'and')}"
        context.findings.add(
            "L002",
            f"what {rows} of {table.id} {'counts' if len(unknown) == 1 else 'count'} cannot be known before the throw",
            line.span,
            help="A result counts what its row alone says: name rows with `row 5..`, or test a plain result.",
        )
    elif unfit:
        context.findings.add(
            "L002",
            f"row {unfit[0]} of {table.id} counts less than 0 or more than {MAX_COUNT:,}",
            line.span,
            help="A throw counts 0 or more.",
        )
    elif len(set(counts)) == 1:
        context.findings.add(
            "L003",
            f"every row of {table.id} counts {counts[0]}, so no luck is in it",
            line.span,
            help="Say which results count: `when result is hit`, `row 5..` or `count result`.",
        )
