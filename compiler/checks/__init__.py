"""What the compiler proves of a resolved program: one small module for each check."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.compiler.chapters import Section
from bombsight.compiler.checks import (
    beforehand_rows,
    boards,
    chapters,
    choices,
    choosers,
    circles,
    conditions,
    constant_tallies,
    constants,
    context,
    dead_rows,
    dead_stores,
    duplicate_conditions,
    ends,
    example_claims,
    exceptions,
    fields,
    gaps,
    loops,
    modifiers,
    overfull,
    overlaps,
    ranges,
    readings,
    redundant_lines,
    results,
    secrets,
    sources,
    tallies,
    titles,
    unreported_changes,
    untested,
    unused_results,
    usage,
)
from bombsight.compiler.checks.caller_guards import but_guarded
from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.item_checks import proofs_of
from bombsight.compiler.checks.proofs import ProofHistory, Proofs
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.findings import severities_of
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.incremental.query import query
from bombsight.dsl.diagnostic import Code, Diagnostic
from bombsight.dsl.source import Source

CHECKS = (
    gaps,
    dead_rows,
    overlaps,
    beforehand_rows,
    modifiers,
    exceptions,
    circles,
    choices,
    choosers,
    ends,
    usage,
    fields,
    dead_stores,
    readings,
    unused_results,
    redundant_lines,
    tallies,
    constant_tallies,
    boards,
    unreported_changes,
    secrets,
    sources,
    chapters,
    untested,
    example_claims,
    constants,
    results,
    conditions,
    loops,
    ranges,
    overfull,
    duplicate_conditions,
    titles,
)
"""The modules of the checks. Each has its ``CODES``, a function ``check``, and perhaps a ``SCOPE``."""

CODES: tuple[Code, ...] = tuple(code for module in (*CHECKS, context) for code in module.CODES)
"""Every finding of theirs, with its page."""

SEVERITIES = severities_of(CODES)

BY_ITEM, AT_LAST = (
    tuple(module for module in CHECKS if getattr(module, "SCOPE", Scope.WHOLE) is scope) for scope in Scope
)
"""The checks that look at one item at a time, and those that look at all together."""

OF_TABLES = (gaps, dead_rows, overlaps, beforehand_rows, modifiers)
"""Those of what a table itself says, first of those that look at one item at a time: nobody ever waits for them."""


@query
def prove(
    before: ProofHistory | None,
    program: Program,
    wanted: Callable[[Node], bool] = lambda item: True,
    stop: Callable[[], bool] = lambda: False,
    *,
    at_once: bool = False,
    effects: Effects | None = None,
    spent: int = 0,
) -> ProofHistory:
    """What the checks that look at one item at a time find.

    Args:
        before: What they found in programs before.
        program: The program.
        wanted: Whether an item is to be looked at now, where that was not done before.
        stop: Asked before each of them: whether to leave the others for another time.
        at_once: Whether somebody waits: only items that are written otherwise than before are looked at, and what of
            them takes long is left for another time. Of the rest what was found before is told.
        effects: The effects of one of the programs before, where they are known.
        spent: What proofs of the same rules have cost already, which counts for the same budget.
    """
    first = OF_TABLES if at_once else None
    known = before or ProofHistory()
    found = proofs_of(program, BY_ITEM, SEVERITIES, known.all, wanted, stop, first=first, effects=effects, spent=spent)
    return known.followed_by(found)


def check(
    program: Program, proved: Proofs, parts: Sequence[Section] = (), files: Sequence[Source] = ()
) -> list[Diagnostic]:
    """Everything the checks find.

    Args:
        program: The program.
        proved: What those found in it that look at one item at a time; of all its items.
        parts: The files as written, chapter by chapter.
        files: Their texts.
    """
    whole = Context(program, SEVERITIES, parts, files)
    whole.findings.extend(proved.by(0))
    for module in CHECKS:
        if module in BY_ITEM:
            whole.findings.extend(but_guarded(program, proved.by(1 + BY_ITEM.index(module)), proved.cost))
        else:
            run: Callable[[Context], None] = module.check
            run(whole)
    return whole.findings.diagnostics
