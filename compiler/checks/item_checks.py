"""Looking at single items: what each check finds in them, unless that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from types import ModuleType

from bombsight.boundary.budget import Work
from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.proof_invalidation import still_holding
from bombsight.compiler.checks.proofs import Proof, Proofs
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.reasoning.work_limits import SpentError
from bombsight.compiler.checks.single import items_of, name_of
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Severity

PATIENCE = 25_000
"""What all proofs may cost for which somebody waits, a blink of an eye; some are told at once whatever they cost."""

SHARE = 2
"""An item may cost one half of what is left for it and those behind it: no one of them takes it all."""


def proofs_of(
    program: Program,
    checks: Sequence[ModuleType],
    severities: Mapping[str, Severity],
    before: Iterable[Proofs],
    wanted: Callable[[Node], bool],
    stop: Callable[[], bool],
    *,
    first: Sequence[ModuleType] | None = None,
    effects: Effects | None = None,
    spent: int = 0,
) -> Proofs:
    """What checks find in single items.

    Args:
        program: The program.
        checks: The checks.
        severities: How much what they may find matters.
        before: What they found in programs before.
        wanted: Whether an item is to be looked at now, where that was not done before.
        stop: Asked before each of them: whether to leave the others for another time.
        first: Those of the checks for which somebody waits, where somebody does; None where nobody does. Then only
            items that are written otherwise than before are looked at, and by the other checks for no longer than
            :data:`PATIENCE`. Of the rest what was found before is told.
        effects: The effects of one of the programs before, where they are known.
        spent: What proofs of the same rules have cost already, which counts for the same budget.
    """
    idle = program.idle_options  # before looking at single items, which cannot tell
    written = written_by_name(program.items)
    sound = {id_: item for id_, item in items_of(program.graph) if program.is_sound(item)}
    before = tuple(before)
    found = {id_: proof for one in before for id_, proof in still_holding(program, one, effects).items()}
    known = {id_: proof for one in before for id_, proof in (*one.proofs.items(), *one.outdated.items())}
    waiting = ((id_, known[id_].as_of(written[name_of(id_)])) for id_ in sound.keys() & known.keys() - found.keys())
    outdated = {id_: proof for id_, proof in waiting if proof is not None}
    patience = PATIENCE
    left = max(0, program.allowance.limit(Work.PROVE) - spent)
    for id_, item in sound.items():
        most = left // SHARE
        if id_ in found and not found[id_].costs_within(most):
            del found[id_]
        if id_ not in found and wanted(item) and (first is None or id_ not in outdated):
            if stop():
                break
            waits = patience if first is not None else None
            narrow, own = program.looking_at(item), written[name_of(id_)]
            proof, is_whole = prove_item(Context(narrow, severities), item, checks, own, most, first, waits)
            if is_whole:
                found[id_] = proof
                outdated.pop(id_, None)
            else:
                outdated[id_] = proof
            patience = max(0, patience - proof.cost)
        looked = found.get(id_) or outdated.get(id_)
        left -= looked.cost if looked is not None else 0
    heard = program.heard if program.whole else program.heard_before
    return Proofs(program.graph, program.whole, idle, heard, found, tuple(sound), outdated)


def written_by_name(items: Iterable[ast.Item]) -> Mapping[str, tuple[ast.Item, ...]]:
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
    context: Context,
    item: Node,
    checks: Sequence[ModuleType],
    written: tuple[ast.Item, ...],
    most: int,
    first: Sequence[ModuleType] | None,
    waits: int | None,
) -> tuple[Proof, bool]:
    """What checks find in one item; and whether they came to an end, or to that of what it may cost for good.

    Args:
        context: A context of the program of that item, without findings.
        item: The item.
        checks: The checks.
        written: The item as written.
        most: What it may cost.
        first: Those of the checks for which somebody waits.
        waits: What the others may cost before he has waited too long; None where nobody waits.
    """
    effort = context.program.effort
    effort.limit = most
    looking = looked_at(context, checks)
    looked: list[tuple[Diagnostic, ...]] = []
    try:
        looked += islice(looking, 1 + len(first or ()))
        if waits is not None:
            effort.limit = min(most, waits)
        looked += looking
    except SpentError:
        if effort.spent <= most:
            return Proof(item, tuple(looked), written, effort.spent), False
        looked.append(told(context, partial(Context.too_costly, item=item)))
        looked += [()] * (1 + len(checks) - len(looked))
        return Proof(item, tuple(looked), written, min(most, effort.spent), given=most), True
    return Proof(item, tuple(looked), written, effort.spent), True


def looked_at(context: Context, checks: Iterable[ModuleType]) -> Iterator[tuple[Diagnostic, ...]]:
    """What is found in a program of one item: first by looking what its dice can come to, then by each check."""
    yield told(context, lambda context: context.reaches)
    for module in checks:
        yield told(context, module.check)


def told(context: Context, look: Callable[[Context], object]) -> tuple[Diagnostic, ...]:
    """What somebody who looks has to tell that nobody told before."""
    before = len(context.findings.diagnostics)
    look(context)
    return tuple(context.findings.diagnostics[before:])
