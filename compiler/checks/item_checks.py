"""Looking at single items: what each check finds in them, unless that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from types import ModuleType

from bombsight.boundary.budget import WorkKind
from bombsight.compiler.checks.checked_items import callee_name, checked_items
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.proof_invalidation import valid_proofs
from bombsight.compiler.checks.proofs import ItemProof, ProgramProofs
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.work_limits import SpentError
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Severity

INTERACTIVE_LIMIT = 25_000
"""What all proofs may cost for which somebody waits, a blink of an eye; some are told at once whatever they cost."""

ITEM_SHARE = 2
"""An item may cost one half of what is left for it and those behind it: no one of them takes it all."""


def prove_all(
    program: AnalyzedProgram,
    checks: Sequence[ModuleType],
    severities: Mapping[str, Severity],
    previous: Iterable[ProgramProofs],
    is_selected: Callable[[Node], bool],
    should_stop: Callable[[], bool],
    *,
    immediate_checks: Sequence[ModuleType] | None = None,
    effects: Effects | None = None,
    prior_cost: int = 0,
) -> ProgramProofs:
    """What checks find in single items.

    Args:
        program: The program.
        checks: The checks.
        severities: How much what they may find matters.
        previous: What they found in programs before.
        is_selected: Whether an item is to be looked at now, where that was not done before.
        should_stop: Asked before each of them: whether to leave the others for another time.
        immediate_checks: Those of the checks for which somebody waits, where somebody does; None where nobody does.
            Then only
            items that are written otherwise than before are looked at, and by the other checks for no longer than
            :data:`INTERACTIVE_LIMIT`. Of the rest what was found before is told.
        effects: The effects of one of the programs before, where they are known.
        prior_cost: What proofs of the same rules have cost already, which counts for the same budget.
    """
    idle = program.idle_options  # before looking at single items, which cannot tell
    syntax = syntax_by_name(program.items)
    sound = {id_: item for id_, item in checked_items(program.graph) if program.is_sound(item)}
    previous = tuple(previous)
    proofs = {id_: proof for one in previous for id_, proof in valid_proofs(program, one, effects).items()}
    earlier_proofs = {id_: proof for one in previous for id_, proof in (*one.proofs.items(), *one.outdated.items())}
    outdated_candidates = (
        (id_, earlier_proofs[id_].relocate(syntax[callee_name(id_)]))
        for id_ in sound.keys() & earlier_proofs.keys() - proofs.keys()
    )
    outdated = {id_: proof for id_, proof in outdated_candidates if proof is not None}
    patience = INTERACTIVE_LIMIT
    remaining = max(0, program.allowance.limit_of(WorkKind.PROVE) - prior_cost)
    for id_, item in sound.items():
        most = remaining // ITEM_SHARE
        if id_ in proofs and not proofs[id_].is_valid_for_limit(most):
            del proofs[id_]
        if id_ not in proofs and is_selected(item) and (immediate_checks is None or id_ not in outdated):
            if should_stop():
                break
            waits = patience if immediate_checks is not None else None
            narrow, own = program.restrict_to_item(item), syntax[callee_name(id_)]
            proof, is_whole = prove_item(
                CheckContext(narrow, severities), item, checks, own, most, immediate_checks, waits
            )
            if is_whole:
                proofs[id_] = proof
                outdated.pop(id_, None)
            else:
                outdated[id_] = proof
            patience = max(0, patience - proof.cost)
        proof_so_far = proofs.get(id_) or outdated.get(id_)
        remaining -= proof_so_far.cost if proof_so_far is not None else 0
    heard = program.option_witnesses if program.is_error_free else program.earlier_witnesses
    return ProgramProofs(program.graph, program.is_error_free, idle, heard, proofs, tuple(sound), outdated)


def syntax_by_name(items: Iterable[ast.Item]) -> Mapping[str, tuple[ast.Item, ...]]:
    """Items as written by their names, a table together with the modifiers that are printed apart from it."""
    found: dict[str, tuple[ast.Item, ...]] = {}
    for item in items:
        if isinstance(item, ast.ModifierOn):
            names: Sequence[str] = item.tables
        else:
            names = (item.id if isinstance(item, ast.Table) else getattr(item, "name", ""),)
        for name in filter(None, names):
            found[name] = (*found.get(name, ()), item)
    return found


def prove_item(
    context: CheckContext,
    item: Node,
    checks: Sequence[ModuleType],
    syntax: tuple[ast.Item, ...],
    cost_limit: int,
    immediate_checks: Sequence[ModuleType] | None,
    interactive_limit: int | None,
) -> tuple[ItemProof, bool]:
    """What checks find in one item; and whether they came to an end, or to that of what it may cost for good.

    Args:
        context: A context of the program of that item, without findings.
        item: The item.
        checks: The checks.
        syntax: The item as written.
        cost_limit: What it may cost.
        immediate_checks: Those of the checks for which somebody waits.
        interactive_limit: What the others may cost before he has waited too long; None where nobody waits.
    """
    effort = context.program.effort
    effort.limit = cost_limit
    steps = run_item_checks(context, checks)
    findings: list[tuple[Diagnostic, ...]] = []
    try:
        findings += islice(steps, 1 + len(immediate_checks or ()))
        if interactive_limit is not None:
            effort.limit = min(cost_limit, interactive_limit)
        findings += steps
    except SpentError:
        if effort.spent <= cost_limit:
            return ItemProof(item, tuple(findings), syntax, effort.spent), False
        findings.append(new_findings(context, partial(CheckContext.report_too_costly, item=item)))
        findings += [()] * (1 + len(checks) - len(findings))
        return ItemProof(item, tuple(findings), syntax, min(cost_limit, effort.spent), cost_limit=cost_limit), True
    return ItemProof(item, tuple(findings), syntax, effort.spent), True


def run_item_checks(context: CheckContext, checks: Iterable[ModuleType]) -> Iterator[tuple[Diagnostic, ...]]:
    """What is found in a program of one item: first by looking what its dice can come to, then by each check."""
    yield new_findings(context, lambda context: context.roll_analyses)
    for module in checks:
        yield new_findings(context, module.check)


def new_findings(context: CheckContext, run: Callable[[CheckContext], object]) -> tuple[Diagnostic, ...]:
    """What somebody who looks has to tell that nobody told before."""
    before = len(context.findings.diagnostics)
    run(context)
    return tuple(context.findings.diagnostics[before:])
