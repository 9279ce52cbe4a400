"""Independence of stacked edits: whether the order of two overlays that add at one place makes a difference.

Two sequences of statements commute if neither writes state that the other reads or writes (Bernstein's conditions),
callees included, and neither may leave the block around them. Dice and questions are no state: their order is that of
the files, and no result hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bombsight.compiler.effects import Effect, merge_effects
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.walk import children, walk_without_expressions
from bombsight.compiler.overlays.amend import OverlayEdit
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span, is_within

LOOPS = (g.ForEach, g.ForRange, g.Repeat, g.While)

SHOWN = 3
"""The most names of shared state that a message lists."""


def check_stacks(
    stacks: Sequence[tuple[OverlayEdit, OverlayEdit]], graph: n.RuleGraph, effects: Effects
) -> Iterator[Diagnostic]:
    """Yield a finding for each pair of stacked edits whose order makes a difference.

    Args:
        stacks: Pairs of edits of different overlays that insert statements at one place.
        graph: The amended rules.
        effects: The effects of its parts.
    """
    edits = {id(each.edit): each.edit for pair in stacks for each in pair}
    inserted = {key: tuple(statements_inside(graph, edit.span)) for key, edit in edits.items()}
    for first, second in stacks:
        reason = dependence(inserted[id(first.edit)], inserted[id(second.edit)], effects, (first.label, second.label))
        if reason:
            yield dependent_edits(first, second, reason)


def statements_inside(graph: n.RuleGraph, span: Span) -> Iterator[g.BaseStmt]:
    """Yield the outermost statements of a graph whose text stands inside a span of a file."""
    waiting: list[object] = [*graph.procedures, *graph.tables]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += part
        elif isinstance(part, g.BaseStmt) and is_within(part.span, span):
            yield part
        elif part is not None and type(part) is not str:
            waiting += children(part)


def dependence(
    first: Iterable[g.BaseStmt], second: Iterable[g.BaseStmt], effects: Effects, labels: tuple[str, str]
) -> str:
    """Return why the order of two sequences of statements makes a difference; empty if it makes none.

    Args:
        first: The statements that come first.
        second: The statements behind them.
        effects: The effects of the rules.
        labels: The overlay item of each.
    """
    first, second = tuple(first), tuple(second)
    for statements, label in zip((first, second), labels, strict=True):
        if any(map(may_leave, statements)) or any(effects.effect_of(each).ends for each in statements):
            return f"{label} may end what stands behind it"
    one, other = (merge_effects(map(effects.effect_of, statements)) for statements in (first, second))
    if one.writes & other.writes:
        return f"both change {state_names(one.writes & other.writes)}"
    for (reader, reads), (writer, writes) in (
        ((labels[1], other), (labels[0], one)),
        ((labels[0], one), (labels[1], other)),
    ):
        shared = shared_state(reads, writes)
        if shared:
            return f"{reader} reads {state_names(shared)}, which {writer} changes"
    return ""


def shared_state(reading: Effect, writing: Effect) -> frozenset[str]:
    """Return the state that one effect reads and another writes."""
    return reading.reads & (writing.writes | frozenset(f"list:{name}" for name in writing.removes))


def may_leave(statement: g.BaseStmt) -> bool:
    """Whether a statement may end the block around it: it returns, or stops a loop that stands outside of it."""
    if any(isinstance(part, g.Give) for part in walk_without_expressions(statement)):
        return True
    waiting: list[object] = [statement]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += part
        elif isinstance(part, g.StopLoop):
            return True
        elif part is not None and type(part) is not str and not isinstance(part, LOOPS):
            waiting += children(part)
    return False


def state_names(names: frozenset[str]) -> str:
    """Name state as the rules do, such as ``oil and lamp``; of many only the first."""
    shown = sorted({name.partition(":")[2].rpartition(".")[2] for name in names})
    return join_names([*shown[:SHOWN], "more"] if len(shown) > SHOWN else shown, "and")


def dependent_edits(first: OverlayEdit, second: OverlayEdit, reason: str) -> Diagnostic:
    """Make finding O005: two overlays of one layer insert lines at one place, and their order makes a difference."""
    where = anchor_words(second.edit)
    return Diagnostic(
        "O005",
        f"{first.label} and {second.label} add lines at the same place, and {reason}",
        second.edit.span,
        f"{second.label} adds them here",
        (Label(first.edit.span, f"{first.label} adds them here"),),
        f"Write `{where} after others` in the one that is to come second, or let one overlay hold both: its items build"
        " on each other.",
    )


def anchor_words(edit: ast.Node) -> str:
    """Return the words of an edit that name its place, such as ``before work``; of a quoted line ``add``."""
    match edit:
        case ast.Edit(verb="start" | "end" as edge):
            return f"at {edge}"
        case ast.Edit(verb=side, anchor=str(anchor)):
            return f"{side} {anchor}"
        case _:  # the rest: beside a quoted line
            return "add"
