"""The driver of the checks of single items, which reuses valid proofs and spends a budget."""

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
"""The budget of all proofs while a user waits, a fraction of a second; the immediate checks are exempt."""

ITEM_SHARE = 2
"""The divisor of the remaining budget that bounds one item: no item may spend more than half of it."""


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
    """Run the checks of single items on the selected items that have no valid proof (reusable check result).

    Args:
        program: The program.
        checks: The checks.
        severities: The severity of each code.
        previous: The proofs of earlier programs.
        is_selected: Whether to check an item now if it has no valid proof.
        should_stop: Polled before each item: whether to leave the rest for another time.
        immediate_checks: The checks that run at any cost while a user waits; None if none waits. With them only
            items with
            changed text are checked, the other checks spend at most :data:`INTERACTIVE_LIMIT`, and earlier findings are
            kept for the rest.
        effects: The effects of an earlier program, if known.
        prior_cost: The cost of earlier proofs of the same rules, which is charged to the same budget.
    """
    idle = program.idle_options  # computed for the whole program, before it is restricted
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
    """Group the syntax trees of items by item name; a table's group includes the modifiers shared with it."""
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
    """Run the checks on one item; return its findings as a proof, and whether that is final or may be improved later.

    Args:
        context: A context of the program restricted to that item, without findings.
        item: The item.
        checks: The checks.
        syntax: The syntax of the item.
        cost_limit: The budget of the item.
        immediate_checks: The checks that run at any cost while a user waits.
        interactive_limit: The budget of the other checks while a user waits; None if none waits.
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
    """Run the checks on a program of one item, and yield the findings of its roll analyses, then of each check."""
    yield new_findings(context, lambda context: context.roll_analyses)
    for module in checks:
        yield new_findings(context, module.check)


def new_findings(context: CheckContext, check: Callable[[CheckContext], object]) -> tuple[Diagnostic, ...]:
    """Call a check (a function of the context), and return the findings that it added to the context."""
    before = len(context.findings.diagnostics)
    check(context)
    return tuple(context.findings.diagnostics[before:])
