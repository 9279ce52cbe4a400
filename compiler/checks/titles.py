"""Check of titles that look like templates; only lines, questions and answers may have holes."""

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

HOLE = re.compile(r"\{(?P<value>[^{}]+)\}")
DICE = re.compile(r"\d+d\d+(?: ?[-+] ?\d+)?")


def check(context: CheckContext) -> None:
    """Report titles that contain holes for values, such as ``{oil}``, which only texts of lines may have."""
    for item in (*context.program.graph.tables, *context.program.graph.procedures):
        for node in walk(item):
            if isinstance(node, n.Table | n.Procedure | g.Row | n.Note | g.Step):
                hole = HOLE.search(node.title)
                if hole is not None:
                    context.findings.add(
                        "T034",
                        f"this title holds no value: `{hole[0]}` is shown as it stands",
                        context.program.mark_of(node.span),
                        note="its title has braces",
                        help=suggest_row_text(node.title, hole) if isinstance(node, g.Row) else "Leave the braces out.",
                    )


def suggest_row_text(title: str, hole: re.Match[str]) -> str:
    """The help text on how to say a row's text in a line instead of its title, since a title cannot have holes."""
    if DICE.fullmatch(hole["value"].strip()):
        text = title.replace(hole[0], "{n}", 1)
        return f'Leave the title out, and write below the row `let n = {hole["value"].strip()}` and `say "{text}"`.'
    return f'Leave the title out, and write `say "{title}"` below the row.'
