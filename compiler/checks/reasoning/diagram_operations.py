"""Operations on decision diagrams, memoized by operands.

An operator descends its operands branch by branch (Bryant's apply). Applied to linear forms at the leaves, it may give
nodes that test numbers again, above or below the levels already passed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import count, repeat
from weakref import proxy

from bombsight.compiler.checks.reasoning.atoms import (
    CONSTANT_LEVEL,
    FORM_LEVEL,
    MOST_ATOMS,
    NO,
    NO_NODE,
    WIDE_LIMIT,
    YES,
    Atom,
    Operator,
)
from bombsight.compiler.checks.reasoning.forms import Number
from bombsight.compiler.checks.reasoning.unique_table import UniqueTable
from bombsight.compiler.checks.reasoning.value_runs import number_values
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, WorkMeter
from bombsight.compiler.graph.intervals import IntervalSet, count_numbers
from bombsight.flat.types import NONE, IntType

FORM_COST = 60
"""The cost of applying an operator to a linear form, as branches of diagrams."""


class DiagramStore(UniqueTable):
    """A set of diagrams over common atoms, with its operations.

    The order of the atoms determines the size of diagrams. It is the order of first use; optionally cells of one
    element are
    kept together. That suits conditions that count or search elements: each element is decided before the next, while
    column
    by column all are open until the last. It does not suit conditions that compare all elements in one column.

    Args:
        by_element: Whether cells of one element are kept together.
        budget: The maximum number of branches to make.
        effort: The meter to charge, which ends the work at its limit.
    """

    def __init__(self, *, by_element: bool = False, budget: int = 600_000, effort: WorkMeter | None = None) -> None:
        """Make an empty set of diagrams; ``by_element`` keeps each element's atoms together in the variable order."""
        super().__init__(budget, effort)
        self.by_element = by_element
        self.atoms: dict[int, Atom] = {}
        self.atom_nodes: dict[int, int] = {}
        self.level_of_key: dict[Hashable, int] = {}
        self.blocks: dict[Hashable, Iterator[int]] = {}
        self.unary_memos: dict[Hashable, dict[int, int]] = {}
        self.binary_operators: dict[Hashable, Callable[[int, int], int]] = {}
        self.widths: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.lengths: dict[int, int] = {}
        self.binary_memos: list[dict[tuple[int, int], int]] = []
        self.choice_memo: dict[tuple[int, int, int], int] = {}
        self.choose_function = self._make_if_then_else()

    def __del__(self) -> None:
        """Release all nodes at once, since recursive closures would keep them until a garbage collection."""
        self.branches.clear()
        self.node_ids.clear()
        self.lifted_nodes.clear()
        self.choice_memo.clear()
        for known in self.binary_memos:
            known.clear()

    # --- construction

    def find_atom(self, key: Hashable) -> int | None:
        """Find the diagram of the atom (variable) with a key; None if there is none yet."""
        level = self.level_of_key.get(key)
        return None if level is None else self.atom_nodes[level]

    def atom_diagram(self, atom: Atom) -> int:
        """Return the diagram of an atom's (variable's) value, which is made at the atom's first use.

        Raises:
            TooManyError: There are too many atoms.
        """
        level = self.level_of_key.get(atom.key)
        if level is None:
            level = self._add_level(atom)
            if isinstance(atom.type, IntType) and count_numbers(atom.values) > WIDE_LIMIT and atom.dice is None:
                self.atom_nodes[level] = self._wide_diagram(level, IntervalSet.from_numbers(atom.values))
            else:
                self.atom_nodes[level] = self._make_node(level, tuple(map(self.leaf_node, atom.values)))
        return self.atom_nodes[level]

    def _add_level(self, atom: Atom) -> int:
        """Add an atom (variable) to the variable order, and return its level there."""
        if len(self.atoms) == MOST_ATOMS:
            raise TooManyError
        level = self.level_of_key[atom.key] = self._next_level(atom)
        self.atoms[level] = atom
        return level

    def _wide_diagram(self, level: int, values: IntervalSet) -> int:
        """Make the diagram of a wide-range number: a linear form, with a branch for ``none`` if that is a value."""
        places = self.places[level] = number_values(values)
        numbers = places.numbers.intervals
        form = self.leaf_node(self.forms.form_of_atom(level, numbers[0][0], numbers[-1][1]))
        return self._make_run_node(level, (1, places.count), (self.leaf_node(NONE), form)) if places.first else form

    def _next_level(self, atom: Atom) -> int:
        """Choose a new atom's level (place in the variable order): beside its element's other atoms, or last."""
        block = atom.element if self.by_element and atom.element else atom.key
        return next(self.blocks.setdefault(block, count(len(self.blocks) * MOST_ATOMS)))

    def apply(self, operator: Operator, node: int, other: int = NO_NODE) -> int:
        """Apply a unary or binary operator to diagrams, state by state.

        Raises:
            TooManyError: The budget is spent.
        """
        if other == NO_NODE:
            return self._apply_unary(operator, self.unary_memos.setdefault(operator.name, {}), node)
        join = self.binary_operators.get(operator.name)
        if join is None:
            join = self.binary_operators[operator.name] = self._make_binary(operator)
        return join(node, other)

    def if_then_else(self, condition: int, yes: int, no: int) -> int:
        """Build the diagram that equals ``yes`` where the condition holds and ``no`` elsewhere.

        Raises:
            TooManyError: The budget is spent.
        """
        return self.choose_function(condition, yes, no)

    def _apply_unary(self, operator: Operator, memo: dict[int, int], node: int) -> int:
        """Apply an operator to one diagram, with a memo of the results by node."""
        found = memo.get(node)
        if found is None:
            level, branches = self.level[node], self.branches[node]
            if level == CONSTANT_LEVEL:
                found = self.leaf_node(operator.function(branches[0]))
            elif level == FORM_LEVEL:
                assert operator.on_forms is not None
                found = operator.on_forms(self, self.leaf_forms[node])
            else:
                self._spend(len(branches))
                made = [self._apply_unary(operator, memo, branch) for branch in branches]
                found = (
                    self._make_node_above(level, self.stops.get(node), made)
                    if self.places
                    else self._make_node(level, tuple(made))
                )
            memo[node] = found
        return found

    def _make_binary(self, operator: Operator) -> Callable[[int, int], int]:
        """Make the memoized recursive function that applies a binary operator to two nodes."""
        level, branches, numbers, budget = self.level, self.branches, self.node_ids, self.budget
        leaves, forms, places = self.leaf_nodes, self.leaf_forms, self.places
        this: DiagramStore = proxy(self)  # a strong reference would be a cycle
        known: dict[tuple[int, int], int] = {}
        self.binary_memos.append(known)
        unit, zero, same = (
            NO_NODE if value is None else self.leaf_node(value)
            for value in (operator.unit, operator.absorbing, operator.on_equal)
        )
        commutes, idempotent, function = operator.is_commutative, operator.is_idempotent, operator.function

        def join(a: int, b: int) -> int:
            """Apply the operator to the diagrams ``a`` and ``b``, branch by branch."""
            if a == b and (idempotent or same != NO_NODE):
                return a if idempotent else same
            if a == unit or b == zero:
                return b
            if b == unit or a == zero:
                return a
            if commutes and a > b:
                a, b = b, a
            found = known.get((a, b))
            if found is not None:
                return found
            top, below = level[a], level[b]
            if top >= FORM_LEVEL and below >= FORM_LEVEL:
                if top == below == CONSTANT_LEVEL:
                    value = function(branches[a][0], branches[b][0])
                    found = leaves.get(value)
                    if found is None:
                        found = leaves[value] = len(level)
                        level.append(CONSTANT_LEVEL)
                        branches.append((value,))
                else:
                    found = this.apply_to_numbers(operator, this._leaf_value(a), this._leaf_value(b))
                known[a, b] = found
                return found
            if places and (top if top <= below else below) in places:
                found = known[a, b] = this._apply_to_runs(join, a, b)
                return found
            inner = branches[a] if top <= below else branches[b]
            budget.spent += len(inner)
            if budget.spent > budget.limit:
                raise TooManyError
            if top == below:
                made = tuple(map(join, inner, branches[b]))
            elif len(inner) == 2:
                one, other = inner
                if top < below:
                    made = (join(one, b), join(other, b))
                else:
                    top, made = below, (join(a, one), join(a, other))
            elif top < below:
                apart = dict.fromkeys(inner, b)
                for branch in apart:
                    apart[branch] = join(branch, b)
                made = tuple(map(apart.__getitem__, inner))
            else:
                top = below
                apart = dict.fromkeys(inner, a)
                for branch in apart:
                    apart[branch] = join(a, branch)
                made = tuple(map(apart.__getitem__, inner))
            # `_spend` and `_make_node`, inlined: this is the hot path
            found = made[0]
            if made.count(found) != len(made):
                if forms and min(map(level.__getitem__, made)) <= top:
                    found = this._make_node_above(top, None, made)
                else:
                    known_as = numbers.get((top, made))
                    if known_as is None:
                        known_as = numbers[top, made] = len(level)
                        level.append(top)
                        branches.append(made)
                    found = known_as
            known[a, b] = found
            return found

        return join

    def _apply_to_runs(self, join: Callable[[int, int], int], a: int, b: int) -> int:
        """Apply a function to two diagrams that test a wide-range number at the top, run by run of its values."""
        top = min(self.level[a], self.level[b])
        stops, (ones, others) = self._align_branches(top, (a, b))
        self._spend(len(ones))
        return self._make_node_above(top, stops, [*map(join, ones, others)])

    def _make_if_then_else(self) -> Callable[[int, int, int], int]:
        """Make the memoized recursive function of if-then-else."""
        level, branches, numbers, budget, known = (
            self.level,
            self.branches,
            self.node_ids,
            self.budget,
            self.choice_memo,
        )
        places = self.places
        this: DiagramStore = proxy(self)

        def choose(condition: int, yes: int, no: int) -> int:
            """Build the diagram that equals ``yes`` where the condition holds and ``no`` elsewhere."""
            if condition == YES or yes == no:
                return yes
            if condition == NO:
                return no
            found = known.get((condition, yes, no))
            if found is not None:
                return found
            first, second, third = level[condition], level[yes], level[no]
            top = first if first <= second else second
            top = top if top <= third else third
            if first == CONSTANT_LEVEL:
                found = yes if branches[condition][0] else no
            elif places and top in places:
                stops, nodes = this._align_branches(top, (condition, yes, no))
                this._spend(len(nodes[0]))
                found = this._make_node_above(top, stops, [*map(choose, *nodes)])
            else:
                if first == top:
                    width = len(branches[condition])
                else:
                    width = len(branches[yes] if second == top else branches[no])
                budget.spent += width
                if budget.spent > budget.limit:
                    raise TooManyError
                made = tuple(
                    map(
                        choose,
                        branches[condition] if first == top else repeat(condition, width),
                        branches[yes] if second == top else repeat(yes, width),
                        branches[no] if third == top else repeat(no, width),
                    )
                )
                found = made[0]
                if made.count(found) != width:
                    node = numbers.get((top, made))
                    if node is None:
                        node = numbers[top, made] = len(level)
                        level.append(top)
                        branches.append(made)
                    found = node
            known[condition, yes, no] = found
            return found

        return choose

    def apply_to_numbers(self, operator: Operator, *numbers: Number) -> int:
        """Apply an operator to constants and linear forms, and return the diagram of the result."""
        if all(isinstance(number, int) for number in numbers):
            return self.leaf_node(operator.function(*numbers))
        assert operator.on_forms is not None
        self._spend(FORM_COST)
        return operator.on_forms(self, *numbers)
