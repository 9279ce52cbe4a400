"""The unique table of decision diagrams: each node is made once, so equal diagrams have one number.

A node that asks for a number of few values has a branch for each of them. One that asks for a *wide* number has a
branch for each run of values, as an interval decision diagram has; the number itself is then a leaf that is a linear
form, and what is compared with it cuts the runs. So what it costs depends on how many figures it is compared with.
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
    """Nodes, each with the level that it asks for and the branches that it has there.

    Args:
        budget: How many branches may be made in all.
        effort: Counts what is done, and ends it.

    Attributes:
        places: The values of each wide number, by its level.
        forms: The bases of linear forms.
    """

    def __init__(self, budget: int, effort: WorkMeter | None) -> None:
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
        """The diagram of a known value, or of a linear form."""
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
        """The value of a diagram that depends on nothing; else None."""
        return self.branches[node][0] if self.level[node] == CONSTANT_LEVEL else None

    def _leaf_value(self, leaf: int) -> Number:
        """What a leaf stands for."""
        return self.branches[leaf][0] if self.level[leaf] == CONSTANT_LEVEL else self.leaf_forms[leaf]

    # --- what it costs

    def _spend(self, width: int) -> None:
        self.budget.spent += width
        if self.budget.spent > self.budget.limit:
            raise TooManyError

    @property
    def remaining_budget(self) -> int:
        """What may still be spent here."""
        return self.budget.limit - self.budget.spent

    @contextmanager
    def limit_cost(self, most: int) -> Iterator[None]:
        """Let what is made inside cost no more than ``most``; what failed is not counted.

        Raises:
            SpentError: All that is done has cost more than it may.
        """
        self.effort.check_limit()
        budget = self.budget
        outer, before = budget.limit, budget.spent
        budget.limit = min(outer, before + most, before + self.effort.remaining)
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
        """The node that has, for each run of a wide number, a branch that asks for what stands below it."""
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
        """The diagram of branches that may ask for anything: what operators make of forms is none of what they were.

        Args:
            level: The level that tells the branches apart.
            stops: The runs that they are for; None where there is one for each value.
            branches: What is to be asked there.
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
        """The same where one of the branches asks for the level itself, or for one above."""
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
        """Runs and their branches where some of these ask for the same number again: each for what is in its run."""
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
        """The branches of nodes at a level, a node that asks for what stands below it being the same in each.

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
