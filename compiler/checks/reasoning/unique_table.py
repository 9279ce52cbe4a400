"""The unique table of decision diagrams: each node exists once, so equal diagrams have the same number.

A node that tests a number of few values has a branch per value. One that tests a *wide* number has a branch per run of
values, as in an interval decision diagram; the number itself is a leaf with a linear form, and comparisons cut the
runs.
So the cost depends on how many constants it is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from bombsight.compiler.checks.reasoning.atoms import CONSTANT_LEVEL, FORM_LEVEL, VOID
from bombsight.compiler.checks.reasoning.forms import FormTable, LinearForm, Number
from bombsight.compiler.checks.reasoning.value_runs import Stops, ValuePlaces, refine_branches
from bombsight.compiler.checks.reasoning.work_limits import NodeBudget, TooManyError, WorkMeter


class UniqueTable:
    """A table of nodes, each with its level and its branches.

    Args:
        budget: The maximum number of branches to make.
        effort: The meter to charge, which ends the work at its limit.

    Attributes:
        places: The values of each wide number, by level.
        forms: The bases of linear forms.
    """

    def __init__(self, budget: int, effort: WorkMeter | None) -> None:
        """Make a table of constants alone; ``budget`` limits its branches, and ``effort`` meters its work."""
        self.level: list[int] = []
        self.branches: list[tuple[int, ...]] = []
        self.stops: dict[int, Stops] = {}
        self.node_ids: dict[tuple[object, ...], int] = {}
        self.leaf_nodes: dict[Number, int] = {}
        self.leaf_forms: dict[int, LinearForm] = {}
        self.places: dict[int, ValuePlaces] = {}
        self.forms = FormTable()
        self.lifted_nodes: dict[tuple[object, ...], int] = {}
        self.budget = NodeBudget(budget)
        self.effort = effort or WorkMeter()
        self.effort.budgets.append(self.budget)
        for value in (0, 1, VOID):
            self.leaf_node(value)

    # --- leaves

    def leaf_node(self, value: Number) -> int:
        """Return the node number of the leaf for a constant or linear form, which is made if new."""
        node = self.leaf_nodes.get(value)
        if node is None:
            node = self.leaf_nodes[value] = len(self.level)
            if isinstance(value, int):
                self.level.append(CONSTANT_LEVEL)
                self.branches.append((value,))
            else:
                self.level.append(FORM_LEVEL)
                self.branches.append(())
                self.leaf_forms[node] = value
        return node

    def constant_value(self, node: int) -> int | None:
        """The value of a diagram that is a constant; None for other diagrams."""
        return self.branches[node][0] if self.level[node] == CONSTANT_LEVEL else None

    def _leaf_value(self, leaf: int) -> Number:
        """The constant or linear form of a leaf."""
        return self.branches[leaf][0] if self.level[leaf] == CONSTANT_LEVEL else self.leaf_forms[leaf]

    # --- budget

    def _spend(self, branch_count: int) -> None:
        """Charge a number of branches to the budget, or raise `TooManyError`."""
        self.budget.spent += branch_count
        if self.budget.spent > self.budget.limit:
            raise TooManyError

    @property
    def remaining_budget(self) -> int:
        """The number of branches that may still be made."""
        return self.budget.limit - self.budget.spent

    @contextmanager
    def limit_cost(self, max_branches: int) -> Iterator[None]:
        """In a ``with`` block, allow at most ``max_branches`` branches; the branches of a failed block are refunded.

        Raises:
            SpentError: The limit of all work is exceeded.
        """
        self.effort.check_limit()
        budget = self.budget
        outer, before = budget.limit, budget.spent
        budget.limit = min(outer, before + max_branches, before + self.effort.remaining)
        try:
            yield
        except TooManyError:
            self.effort.check_limit()
            budget.wasted += budget.spent - before
            budget.spent = before
            raise
        finally:
            budget.limit = outer

    # --- nodes

    def _make_node(self, level: int, branches: tuple[int, ...]) -> int:
        """Return the node that tests a level with a branch for each value; the branch itself if all are equal."""
        first = branches[0]
        if branches.count(first) == len(branches):
            return first
        key = (level, branches)
        number = self.node_ids.get(key)
        if number is None:
            number = self.node_ids[key] = len(self.level)
            self.level.append(level)
            self.branches.append(branches)
        return number

    def _make_run_node(self, level: int, stops: Sequence[int], branches: Sequence[int]) -> int:
        """Return the node that tests a wide-range number with a branch for each run (interval) of its values."""
        merged = [
            (stop, branch)
            for at, (stop, branch) in enumerate(zip(stops, branches, strict=True))
            if at + 1 == len(branches) or branches[at + 1] != branch
        ]
        if len(merged) == 1:
            return branches[0]
        ends, made = (tuple(each) for each in zip(*merged, strict=True))
        key = (level, ends, made)
        number = self.node_ids.get(key)
        if number is None:
            number = self.node_ids[key] = len(self.level)
            self.level.append(level)
            self.branches.append(made)
            self.stops[number] = ends
        return number

    def _make_node_above(self, level: int, stops: Sequence[int] | None, branches: Sequence[int]) -> int:
        """Make the diagram that tests a level, also if its branches test the same level or levels above.

        There is a branch for each run up to one of the ``stops``; without stops, one for each value.
        """
        if all(branch == branches[0] for branch in branches):
            return branches[0]
        top = min(map(self.level.__getitem__, branches))
        if top > level:
            return (
                self._make_node(level, tuple(branches))
                if stops is None
                else self._make_run_node(level, stops, branches)
            )
        key = (level, None if stops is None else tuple(stops), tuple(branches))
        found = self.lifted_nodes.get(key)
        if found is None:
            found = self.lifted_nodes[key] = self._lift_branches(top, level, stops, branches)
        return found

    def _lift_branches(self, top: int, level: int, stops: Sequence[int] | None, branches: Sequence[int]) -> int:
        """Make the diagram that tests a level, if one of its branches tests the same level or one above.

        Args:
            top: The highest level among the branches.
            level: The level of the test.
            stops: The ends of its runs; None for a branch per value.
            branches: Its branches.
        """
        if top == level:
            if stops is None:
                self._spend(len(branches))
                own = [
                    self.branches[branch][at] if self.level[branch] == level else branch
                    for at, branch in enumerate(branches)
                ]
                return self._make_node(level, tuple(own))
            return self._make_run_node(level, *self._cut_runs(level, stops, branches))
        upper, apart = self._align_branches(top, branches)
        width = len(apart[0])
        self._spend(width * len(branches))
        made = [self._make_node_above(level, stops, [one[at] for one in apart]) for at in range(width)]
        return self._make_node(top, tuple(made)) if upper is None else self._make_run_node(top, upper, made)

    def _cut_runs(self, level: int, stops: Sequence[int], branches: Sequence[int]) -> tuple[list[int], list[int]]:
        """Cut the runs (intervals of values) of branches that test the same number again, each to its own part."""
        found: list[tuple[int, int]] = []
        start = 0
        for stop, branch in zip(stops, branches, strict=True):
            if self.level[branch] == level:
                own = zip(self.stops[branch], self.branches[branch], strict=True)
                inside = [(min(end, stop), inner) for end, inner in own if end > start]
                found += inside[: next(at for at, (end, _) in enumerate(inside) if end == stop) + 1]
            else:
                found.append((stop, branch))
            start = stop
        self._spend(len(found))
        return [stop for stop, _ in found], [branch for _, branch in found]

    def _align_branches(self, top: int, nodes: Sequence[int]) -> tuple[Stops | None, list[Sequence[int]]]:
        """Split nodes at the level ``top`` into branches for common runs; a node of a lower level is repeated.

        Returns:
            The runs that they are for, None where there is a branch for each value; and the branches of each node.
        """
        asking = [node for node in nodes if self.level[node] == top]
        if top not in self.places:
            width = len(self.branches[asking[0]])
            return None, [self.branches[node] if self.level[node] == top else (node,) * width for node in nodes]
        different = {self.stops[node] for node in asking}
        stops = different.pop() if len(different) == 1 else tuple(sorted({*chain(*different)}))
        return stops, [
            (*refine_branches(stops, self.stops[node], self.branches[node]),)
            if self.level[node] == top
            else (node,) * len(stops)
            for node in nodes
        ]
