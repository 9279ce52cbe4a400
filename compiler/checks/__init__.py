"""What the compiler proves of a resolved program: one small module for each check."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.compiler.chapters import Section
from bombsight.compiler.checks import (
    alike,
    boards,
    chapters,
    choices,
    choosers,
    circles,
    conditions,
    constants,
    context,
    dead_rows,
    dropped,
    ends,
    exceptions,
    fields,
    gaps,
    idle,
    loops,
    modifiers,
    overlaps,
    ranges,
    readings,
    results,
    shown,
    sources,
    spare,
    tallies,
    untold,
    untried,
    usage,
    whens,
)
from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.doubt import Doubt
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Code, Diagnostic
from bombsight.dsl.source import Source

CHECKS = (
    gaps,
    dead_rows,
    overlaps,
    whens,
    modifiers,
    exceptions,
    circles,
    choices,
    choosers,
    ends,
    usage,
    fields,
    idle,
    readings,
    dropped,
    spare,
    tallies,
    boards,
    untold,
    sources,
    chapters,
    untried,
    shown,
    constants,
    results,
    conditions,
    loops,
    ranges,
    alike,
)
"""The modules of the checks. Each has its ``CODES`` and a function ``check``."""

CODES: tuple[Code, ...] = tuple(code for module in (*CHECKS, context) for code in module.CODES)
"""Every finding of theirs, with its page."""


def check(
    graph: RuleGraph,
    items: Sequence[ast.Item],
    doubt: Doubt,
    house: Sequence[Source],
    proved: RuleGraph | None = None,
    parts: Sequence[Section] = (),
    base: Sequence[Source] = (),
) -> list[Diagnostic]:
    """Everything the checks find.

    Args:
        graph: The rule graph.
        items: The items it came from, amended.
        doubt: What was found before; what is wrong already is not looked at again, nor what rests on it.
        house: House-rule files, which are their author's word.
        proved: The same game with other overlays; what is as it was there is not proved again.
        parts: The files as written, chapter by chapter.
        base: The game's own files.
    """
    shared = Context(Program(graph, items, doubt, [source.path for source in house], proved), parts, (*base, *house))
    for module in CHECKS:
        run: Callable[[Context], None] = module.check
        run(shared)
    return shared.findings.diagnostics
