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
    conditions,
    constant_tallies,
    constants,
    context,
    cycles,
    dead_rows,
    dead_stores,
    duplicate_conditions,
    example_claims,
    exceptions,
    fields,
    gaps,
    idle_options,
    list_capacity,
    loops,
    misplaced_ends,
    modifiers,
    overlaps,
    ranges,
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
from bombsight.compiler.checks.caller_guards import drop_guarded
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.item_checks import prove_all
from bombsight.compiler.checks.proofs import ProgramProofs, ProofHistory
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
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
    cycles,
    choices,
    choosers,
    misplaced_ends,
    usage,
    fields,
    dead_stores,
    idle_options,
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
    list_capacity,
    duplicate_conditions,
    titles,
)
"""The modules of the checks. Each has its ``CODES``, a function ``check``, and perhaps a ``SCOPE``."""

CODES: tuple[Code, ...] = tuple(code for module in (*CHECKS, context) for code in module.CODES)
"""Every finding of theirs, with its page."""

SEVERITIES = severities_of(CODES)

ITEM_CHECKS, WHOLE_PROGRAM_CHECKS = (
    tuple(module for module in CHECKS if getattr(module, "SCOPE", Scope.WHOLE) is scope) for scope in Scope
)
"""The checks that look at one item at a time, and those that look at all together."""

TABLE_CHECKS = (gaps, dead_rows, overlaps, beforehand_rows, modifiers)
"""Those of what a table itself says, first of those that look at one item at a time: nobody ever waits for them."""


@query
def prove_items(
    previous: ProofHistory | None,
    program: AnalyzedProgram,
    is_selected: Callable[[Node], bool] = lambda item: True,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    interactive: bool = False,
    effects: Effects | None = None,
    prior_cost: int = 0,
) -> ProofHistory:
    """What the checks that look at one item at a time find.

    Args:
        previous: What they found in programs before.
        program: The program.
        is_selected: Whether an item is to be looked at now, where that was not done before.
        should_stop: Asked before each of them: whether to leave the others for another time.
        interactive: Whether somebody waits: only items that are written otherwise than before are looked at, and what
            of them takes long is left for another time. Of the rest what was found before is told.
        effects: The effects of one of the programs before, where they are known.
        prior_cost: What proofs of the same rules have cost already, which counts for the same budget.
    """
    first = TABLE_CHECKS if interactive else None
    history = previous or ProofHistory()
    proofs = prove_all(
        program,
        ITEM_CHECKS,
        SEVERITIES,
        history.available_proofs,
        is_selected,
        should_stop,
        immediate_checks=first,
        effects=effects,
        prior_cost=prior_cost,
    )
    return history.with_latest(proofs)


def run_checks(
    program: AnalyzedProgram, proofs: ProgramProofs, sections: Sequence[Section] = (), sources: Sequence[Source] = ()
) -> list[Diagnostic]:
    """Everything the checks find.

    Args:
        program: The program.
        proofs: What those found in it that look at one item at a time; of all its items.
        sections: The files as written, chapter by chapter.
        sources: Their texts.
    """
    whole = CheckContext(program, SEVERITIES, sections, sources)
    whole.findings.extend(proofs.findings_of_check(0))
    for module in CHECKS:
        if module in ITEM_CHECKS:
            whole.findings.extend(
                drop_guarded(program, proofs.findings_of_check(1 + ITEM_CHECKS.index(module)), proofs.cost)
            )
        else:
            run: Callable[[CheckContext], None] = module.check
            run(whole)
    return whole.findings.diagnostics
