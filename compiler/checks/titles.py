"""Check of titles that look like templates, where a title cannot have holes: only rows that dice select fill theirs."""

from __future__ import annotations

import re

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (Code("T034", "hole-in-title", Severity.ADVICE, since="0.2.0"),)

HOLE = re.compile(r"\{[^{}]+\}")


def check(context: CheckContext) -> None:
    """Report titles that contain holes for values, such as ``{oil}``, which these titles cannot have."""
    for item in (*context.program.graph.tables, *context.program.graph.procedures):
        own_rows = item.rows if isinstance(item, n.Table) else ()
        titled = (each for each in walk(item) if isinstance(each, n.Table | n.Procedure | n.Note | g.Step))
        for node in (*titled, *own_rows):
            hole = HOLE.search(node.title)
            if hole is not None:
                context.findings.add(
                    "T034",
                    f"this title holds no value: `{hole[0]}` is shown as it stands",
                    context.program.mark_of(node.span),
                    note="its title has braces",
                    help="Only a row that dice select has values in its title; elsewhere leave the braces out."
                    if isinstance(node, g.Row)
                    else "Leave the braces out.",
                )
