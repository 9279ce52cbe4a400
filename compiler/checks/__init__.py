"""Static checks of a resolved program: one module for each check.

A module of this folder with a function ``check`` is a check; nothing else has to name it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from bombsight.compiler.chapters import Section
from bombsight.compiler.checks import (
    beforehand_rows,
    conditions,
    constants,
    context,
    dead_rows,
    gaps,
    modifiers,
    overlaps,
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

TABLE_CHECKS = (gaps, dead_rows, overlaps, beforehand_rows, modifiers)
"""The checks of a table's own rows, which run first and immediately, even in an editor."""

LAST_CHECKS = (constants, conditions)
"""The checks that report nothing where an earlier one has reported the cause."""


def import_checks() -> tuple[ModuleType, ...]:
    """Import the checks, which are the modules of this folder with a function ``check``, in the order of their runs."""
    names = (module.name for module in iter_modules(__path__) if not module.ispkg)
    modules = (import_module(f"{__name__}.{name}") for name in names)
    ordered = (*TABLE_CHECKS, *LAST_CHECKS)
    others = (module for module in modules if hasattr(module, "check") and module not in ordered)
    return (*TABLE_CHECKS, *others, *LAST_CHECKS)


CHECKS = import_checks()
"""The modules of the checks, each with its ``CODES``, a function ``check`` and perhaps a ``SCOPE``."""

CODES: tuple[Code, ...] = tuple(code for module in (*CHECKS, context) for code in module.CODES)
"""The codes of all findings of the checks."""

SEVERITIES = severities_of(CODES)

ITEM_CHECKS, WHOLE_PROGRAM_CHECKS = (
    tuple(module for module in CHECKS if getattr(module, "SCOPE", Scope.WHOLE) is scope) for scope in Scope
)
"""The checks that examine one item at a time, and those that examine all together."""


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
    """Run the checks of single items, reuse their results for earlier programs, and return the updated history.

    Args:
        previous: The results for earlier programs.
        program: The program.
        is_selected: Whether to check an item now if there is no result for it yet.
        should_stop: Polled before each item: whether to leave the rest for another time.
        interactive: Whether a user waits. Then only items with changed text are checked, within a small budget; for
            the others the earlier findings are kept.
        effects: The effects of an earlier program, if known.
        prior_cost: The cost of earlier proofs of the same rules, which is charged to the same budget.
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
    """Run the whole-program checks, and return their findings together with those of the checks of single items.

    Args:
        program: The program.
        proofs: The results of the checks of single items, complete.
        sections: The parsed files, by chapters.
        sources: The texts of the files.
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
