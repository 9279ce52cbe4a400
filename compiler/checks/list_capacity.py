"""Check of lists that certainly get more elements than their capacity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.loops import can_leave
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.listing import pluralize

CODES = (Code("V047", "overfull-list", Severity.WARNING),)

AddRun = tuple[g.AddElement, ...]
"""Consecutive additions to a list, without a possible removal between them."""

ListContents = Mapping[str, AddRun]
"""The elements that each list holds at least, by its name."""


def check(context: CheckContext) -> None:
    """Report lists to which a block certainly adds more elements than their capacity."""
    program = context.program
    graph = program.graph
    lists = {one.id: one for one in graph.lists}
    items: tuple[n.Table | n.Procedure | n.Reroll, ...] = (*graph.tables, *graph.procedures, *graph.rerolls)
    for item in items:
        if not any(f"list:{name}" in program.effects.own_effect_of(item).puts for name in lists) or not [
            *program.sound_nodes([item])
        ]:
            continue
        notes = item.notes if isinstance(item, n.Table) else ()
        over: dict[str, list[tuple[str, AddRun]]] = {}
        for what, block in blocks_of(item):
            adding = ListGrowth(program.effects, {name: one.type.capacity for name, one in lists.items()}, notes)
            adding.contents_after_block(block, {})
            for name, run in adding.overfull_runs.items():
                over.setdefault(name, []).append((what, run))
        for name, runs in over.items():
            report_overfull(context, lists[name], runs)


def blocks_of(item: n.Table | n.Procedure | n.Reroll) -> Iterator[tuple[str, g.Block]]:
    """Yield the statement blocks of an item, each with its description in messages: ``row 7``, ``this``."""
    if not isinstance(item, n.Table):
        yield "this", item.body
        return
    yield from ((f"row {row.label}", row.body) for row in item.all_rows)
    yield from (("this", one.body) for one in item.beforehand)
    yield from (("this", one.body) for one in item.notes)
    yield from (("this", one.body) for one in (item.rolled.naturals if item.rolled is not None else ()))


class ListGrowth:
    """A walker of a block that counts the certain additions to each list.

    Args:
        effects: The effects of the whole graph.
        capacities: The capacity of each list.
        notes: The notes of the item's table.

    Attributes:
        overfull_runs: For each list that overflows, the longest run of additions.
    """

    def __init__(self, effects: Effects, capacities: Mapping[str, int], notes: Sequence[n.Note] = ()) -> None:
        """Make a walker from the effects of all items, the capacities of lists and the notes of the item's table."""
        self.effects = effects
        self.capacities = capacities
        self.removed_in_notes = frozenset[str]().union(*(effects.effect_of(note).removes for note in notes))
        self.overfull_runs: dict[str, AddRun] = {}

    def contents_after_block(self, block: g.Block, contents: ListContents) -> ListContents | None:
        """Return what lists hold at least after a block, from ``contents`` before; None if its end is unreachable."""
        at: ListContents | None = contents
        for stmt in block:
            if at is None:
                return None
            at = self.contents_after(stmt, at)
        return at

    def contents_after(self, stmt: g.Stmt, contents: ListContents) -> ListContents | None:
        """Return what lists hold at least after a statement, from ``contents`` before; None if it never ends."""
        match stmt:
            case g.AddElement(list=name):
                run = (*contents.get(name, ()), stmt)
                if len(run) > max(self.capacities[name], len(self.overfull_runs.get(name, ()))):
                    self.overfull_runs[name] = run
                return {**contents, name: run}
            case g.Step(body=body):
                return self.contents_after_block(body, contents)
            case g.If(condition=condition, body=body, otherwise=otherwise):
                at = self.drop_removable(contents, condition)
                return merge_contents([self.contents_after_block(body, at), self.contents_after_block(otherwise, at)])
            case g.ChooseBranch(branches=branches):
                return merge_contents([self.contents_after_block(branch.body, contents) for branch in branches])
            case g.SubRoll(rolled=rolled):
                at = self.drop_removable(contents, *rolled.modifiers)
                bodies = [*(natural.body for natural in rolled.naturals), *(row.body for row in rolled.rows)]
                return merge_contents([self.contents_after_block(body, at) for body in bodies])
            case g.Repeat(times=x.Const(value=times), body=body) if not can_leave(body):
                for _ in range(min(times, max(self.capacities.values()) + 1)):
                    after = self.contents_after_block(body, contents)
                    if after is None:
                        return None
                    contents = after
                return contents
            case g.ForEach(body=body) | g.ForRange(body=body) | g.Repeat(body=body) | g.While(body=body):
                turn = self.drop_removable(contents, stmt)
                self.contents_after_block(body, turn)
                return turn
            case g.UseNote():
                return {name: run for name, run in contents.items() if name not in self.removed_in_notes}
            case _ if isinstance(stmt, g.Leaving):
                return None
            case _ if isinstance(stmt, g.Simple):
                return self.drop_removable(contents, stmt)
            case _:
                assert_never(stmt)

    def drop_removable(self, contents: ListContents, *nodes: object) -> ListContents:
        """Return the list contents without the lists from which the nodes may remove elements."""
        removed = frozenset[str]().union(*(self.effects.effect_of(node).removes for node in nodes))
        return {name: run for name, run in contents.items() if name not in removed}


def merge_contents(ends: Sequence[ListContents | None]) -> ListContents | None:
    """Merge the list contents at the ends of branches, keeping the fewest additions; None if no end is reachable."""
    reachable_ends = [end for end in ends if end is not None]
    if not reachable_ends:
        return None
    names = set(reachable_ends[0]).intersection(*reachable_ends)
    return {name: min((end[name] for end in reachable_ends), key=len) for name in names}


def report_overfull(context: CheckContext, list_: n.StateList, overfull_runs: Sequence[tuple[str, AddRun]]) -> None:
    """Report a list that blocks overfill (V047); ``overfull_runs`` has the name and the additions of each block."""
    block_name, run = max(overfull_runs, key=lambda one: len(one[1]))
    most = list_.type.capacity
    first, last = run[0].span, run[-1].span
    one_line = (first.path, first.line) == (last.path, last.line)
    number = len(overfull_runs) - 1
    others = f"; {pluralize(number, 'other')} {'adds' if number == 1 else 'add'} too much, too" if number else ""
    context.findings.add(
        "V047",
        f"{block_name} adds {len(run)} to {list_.id}, which holds {most} at most{others}",
        first.extend_to(last) if one_line else run[most].span,
        labels=[(list_.span, f"{most} at most")],
        help=f"Let it hold more, `at most {len(run)}`, or add fewer.",
    )
