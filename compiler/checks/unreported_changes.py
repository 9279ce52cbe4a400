"""Check of changes to marked (`good` or `bad`) fields without a message to the player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.report_outline import (
    AllOfThese,
    AnyOfThese,
    BlockOutline,
    PartOutline,
    SaysLine,
    acting_items,
    outline_item,
)
from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.source import Span

CODES = (Code("P072", "untold-change", Severity.WARNING),)


@frozen
class ReportedSpan:
    """A call or change in an item, and whether a line around it certainly reports it."""

    owner: Callee
    is_reported: bool
    span: Span


@define
class ReportAnalysis:
    """The lines, calls and changes of marked fields in all items of a graph.

    Attributes:
        marked_fields: The marked fields by id.
        callable_blocks: The alternative blocks of each callable part, by key.
        opaque_callees: The callees whose changes a line around the call does not report.
        says_line_memo: Memo of whether each callee certainly writes a line.
        calls: The calls in each item, each with its callee.
        changes: The changes of marked fields, each with its field.
    """

    marked_fields: dict[str, n.Field]
    callable_blocks: dict[Callee, tuple[BlockOutline, ...]]
    opaque_callees: frozenset[Callee]
    says_line_memo: dict[Callee, bool] = field(factory=dict)
    calls: dict[Callee, list[tuple[Callee, ReportedSpan]]] = field(factory=dict)
    changes: list[tuple[n.Field, ReportedSpan]] = field(factory=list)

    def visit_items(self) -> None:
        """Record the calls and changes in the blocks of all items."""
        for owner, ways in self.callable_blocks.items():
            for block in ways:
                self.visit_block(owner, block)

    def visit_block(self, owner: Callee, block: BlockOutline) -> None:
        """Record the calls and changes of a block and of its inner blocks, with whether a line reports each."""
        waiting: list[tuple[BlockOutline | PartOutline, bool]] = [(block, False)]
        while waiting:
            part, is_reported = waiting.pop()
            if isinstance(part, BlockOutline):
                is_reported = is_reported or self.says_line(part.says_line)
                waiting += [(each, is_reported) for each in part.parts]
            else:
                self.record_part(owner, part, is_reported)
                waiting.append((part.inner, is_reported and not part.begins_section))

    def record_part(self, owner: Callee, part: PartOutline, is_reported: bool) -> None:
        """Record the call and the changed fields of one part of a block, and whether a journal line reports them."""
        callee = part.callee
        if callee:
            place = ReportedSpan(owner, is_reported and callee not in self.opaque_callees, part.span)
            self.calls.setdefault(owner, []).append((callee, place))
        for id_ in part.changed_fields:
            if id_ in self.marked_fields:
                self.changes.append(
                    (
                        self.marked_fields[id_],
                        ReportedSpan(owner, is_reported or self.says_line(part.says_line_on_change), part.span),
                    )
                )

    # --- certain lines

    def says_line(self, condition: SaysLine) -> bool:
        """Evaluate the condition that a journal line is certainly written."""
        match condition:
            case bool():
                return condition
            case str():
                return self.call_says_line(condition)
            case AnyOfThese(parts):
                return any(map(self.says_line, parts))
            case AllOfThese(parts):
                return all(map(self.says_line, parts))

    def call_says_line(self, callee: Callee) -> bool:
        """Whether a call of an item certainly writes a journal line; a recursive call counts as not writing one."""
        if callee not in self.says_line_memo:
            self.says_line_memo[callee] = False
            ways = self.callable_blocks.get(callee, ())
            self.says_line_memo[callee] = bool(ways) and all(self.says_line(block.says_line) for block in ways)
        return self.says_line_memo[callee]

    # --- unreported callees

    def unreported_callees(self, roots: Iterable[Callee]) -> dict[Callee, ReportedSpan | None]:
        """Map each callee that play reaches by unreported calls to the first such call; None for the roots.

        Each is mapped to the call that reaches it first; None for the roots.
        """
        found: dict[Callee, ReportedSpan | None] = dict.fromkeys(roots)
        waiting = [*found]
        while waiting:
            for callee, place in self.calls.get(waiting.pop(), ()):
                if not place.is_reported and callee not in found:
                    found[callee] = place
                    waiting.append(callee)
        return found


def check(context: CheckContext) -> None:
    """Report changes of fields marked `good` or `bad` that no journal line tells to the player (P072)."""
    graph = context.program.graph
    marked = {each.id: each for each in graph.fields if each.matters}
    if not marked or not context.program.is_error_free:
        return
    outlines = context.program.item_memo.map_items("told", acting_items(graph), outline_item)
    analysis = ReportAnalysis(marked, dict(each for one in outlines for each in one), frozenset(opaque_calls(graph)))
    analysis.visit_items()
    roots = [f"procedure:{name}" for name in (graph.game.mission, graph.game.career) if name]
    roots += [f"reroll:{reroll.name}" for reroll in graph.rerolls]
    unreported = analysis.unreported_callees(roots)
    for changed, place in analysis.changes:
        if place.is_reported or place.owner not in unreported:
            continue
        caller = unreported[place.owner]
        context.findings.add(
            "P072",
            f'"{changed.title}" changes, and no line tells the player',
            place.span,
            note=f"{changed.id} is marked {changed.matters}",
            labels=[(caller.span, "called here, where none is said either")] if caller else [],
            help='Write `say "..." good` or `say "..." bad` beside it, or take the mark off the field.',
        )


def opaque_calls(graph: n.RuleGraph) -> Iterator[Callee]:
    """Yield the keys of titled procedures and of tables without results: a line at their call reports no change."""
    yield from (f"procedure:{procedure.name}" for procedure in graph.procedures if procedure.title)
    yield from (f"table:{table.id}" for table in graph.tables if table.result is None)
