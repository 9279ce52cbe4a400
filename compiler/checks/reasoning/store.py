"""Operations on decision diagrams: what operators make of nodes is worked out once.

An operator goes down the nodes that it is given, branch by branch. Where leaves are linear forms, what it makes of
them may ask for numbers again, whatever was asked on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import count, repeat
from weakref import proxy

from bombsight.compiler.checks.reasoning.atoms import ABSENT, DENSE, FORM, LEAF, MOST_ATOMS, NO, YES, Atom, Operator
from bombsight.compiler.checks.reasoning.forms import Number
from bombsight.compiler.checks.reasoning.runs import places_of
from bombsight.compiler.checks.reasoning.unique import UniqueTable
from bombsight.compiler.checks.reasoning.work_limits import Effort, TooManyError
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.flat.types import NONE, IntType

EACH_FORM = 60
"""What it costs to work something out of a linear form, as branches of diagrams."""


class Store(UniqueTable):
    """Diagrams over one set of atoms, and what is made of them.

    How large they grow hangs on the order of the atoms. They stand in the order in which they are met; but cells of one
    element may be kept together. That suits what counts elements or looks for one, for then what was asked of one is
    settled before the next, while column by column all of them are open until the last. It suits less what asks of
    each element which of them all is chosen.

    Args:
        by_element: Whether cells of one element stand together.
        budget: How many branches may be made in all.
        effort: Counts what is done, and ends it.
    """

    def __init__(self, *, by_element: bool = False, budget: int = 600_000, effort: Effort | None = None) -> None:
        super().__init__(budget, effort)
        self.by_element = by_element
        self.atoms: dict[int, Atom] = {}
        self.itself: dict[int, int] = {}
        self.levels: dict[Hashable, int] = {}
        self.blocks: dict[Hashable, Iterator[int]] = {}
        self.results: dict[Hashable, dict[int, int]] = {}
        self.binary: dict[Hashable, Callable[[int, int], int]] = {}
        self.widths: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.lengths: dict[int, int] = {}
        self.joined: list[dict[tuple[int, int], int]] = []
        self.chosen: dict[tuple[int, int, int], int] = {}
        self.choosing = self._choosing()

    def __del__(self) -> None:
        """Let go of all nodes at once: functions that call themselves would keep them until the collector comes."""
        self.branches.clear()
        self.numbers.clear()
        self.lifted.clear()
        self.chosen.clear()
        for known in self.joined:
            known.clear()

    # --- making them

    def met(self, key: Hashable) -> int | None:
        """The diagram of the atom of a key; None where nobody met it so far."""
        level = self.levels.get(key)
        return None if level is None else self.itself[level]

    def atom(self, atom: Atom) -> int:
        """The diagram of an atom itself; each key makes one atom.

        Raises:
            TooManyError: There are too many atoms.
        """
        level = self.levels.get(atom.key)
        if level is None:
            level = self._level(atom)
            if isinstance(atom.type, IntType) and len(atom.values) > DENSE:
                self.itself[level] = self._wide(level, IntervalSet.of(atom.values))
            else:
                self.itself[level] = self._node(level, tuple(map(self.leaf, atom.values)))
        return self.itself[level]

    def _level(self, atom: Atom) -> int:
        """The level of a new atom."""
        if len(self.atoms) == MOST_ATOMS:
            raise TooManyError
        level = self.levels[atom.key] = self._free_level(atom)
        self.atoms[level] = atom
        return level

    def _wide(self, level: int, values: IntervalSet) -> int:
        """The diagram of a wide atom itself: a form, beside none where it may be none."""
        places = self.places[level] = places_of(values)
        numbers = places.numbers.intervals
        form = self.leaf(self.forms.of_atom(level, numbers[0][0], numbers[-1][1]))
        return self._runs(level, (1, places.count), (self.leaf(NONE), form)) if places.first else form

    def _free_level(self, atom: Atom) -> int:
        """The level of a new atom: in a block of its own, or of its element, behind all blocks that there are."""
        block = atom.element if self.by_element and atom.element else atom.key
        return next(self.blocks.setdefault(block, count(len(self.blocks) * MOST_ATOMS)))

    def apply(self, operator: Operator, node: int, other: int = ABSENT) -> int:
        """What an operator makes of one diagram or two, state by state.

        Raises:
            TooManyError: The budget is spent.
        """
        if other == ABSENT:
            return self._mapped(operator, self.results.setdefault(operator.name, {}), node)
        join = self.binary.get(operator.name)
        if join is None:
            join = self.binary[operator.name] = self._joining(operator)
        return join(node, other)

    def choice(self, condition: int, yes: int, no: int) -> int:
        """One value where the condition holds, the other where it does not.

        Raises:
            TooManyError: The budget is spent.
        """
        return self.choosing(condition, yes, no)

    def _mapped(self, operator: Operator, known: dict[int, int], node: int) -> int:
        """What an operator makes of one diagram; ``known`` is what it made before."""
        found = known.get(node)
        if found is None:
            level, branches = self.level[node], self.branches[node]
            if level == LEAF:
                found = self.leaf(operator.function(branches[0]))
            elif level == FORM:
                assert operator.of_forms is not None
                found = operator.of_forms(self, self.leaf_forms[node])
            else:
                self._spend(len(branches))
                made = [self._mapped(operator, known, branch) for branch in branches]
                found = (
                    self._above(level, self.stops.get(node), made) if self.places else self._node(level, tuple(made))
                )
            known[node] = found
        return found

    def _joining(self, operator: Operator) -> Callable[[int, int], int]:
        """What makes one diagram of two: branch by branch from the top, each pair of nodes once."""
        level, branches, numbers, budget = self.level, self.branches, self.numbers, self.budget
        leaves, forms, places = self.leaf_nodes, self.leaf_forms, self.places
        this: Store = proxy(self)  # to hold it would keep it from going, as it holds the function
        known: dict[tuple[int, int], int] = {}
        self.joined.append(known)
        unit, zero, same = (
            ABSENT if value is None else self.leaf(value) for value in (operator.unit, operator.zero, operator.same)
        )
        commutes, idempotent, function = operator.commutes, operator.idempotent, operator.function

        def join(a: int, b: int) -> int:
            if a == b and (idempotent or same != ABSENT):
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
            if top >= FORM and below >= FORM:
                if top == below == LEAF:
                    value = function(branches[a][0], branches[b][0])
                    found = leaves.get(value)
                    if found is None:
                        found = leaves[value] = len(level)
                        level.append(LEAF)
                        branches.append((value,))
                else:
                    found = this.of_numbers(operator, this._number(a), this._number(b))
                known[a, b] = found
                return found
            if places and (top if top <= below else below) in places:
                found = known[a, b] = this._join_runs(join, a, b)
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
            # what `_spend` and `_node` do, without the calls: nothing else takes as long
            found = made[0]
            if made.count(found) != len(made):
                if forms and min(map(level.__getitem__, made)) <= top:
                    found = this._above(top, None, made)
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

    def _join_runs(self, join: Callable[[int, int], int], a: int, b: int) -> int:
        """What a function makes of two diagrams of which the first to be asked is a wide number."""
        top = min(self.level[a], self.level[b])
        stops, (ones, others) = self._aligned(top, (a, b))
        self._spend(len(ones))
        return self._above(top, stops, [*map(join, ones, others)])

    def _choosing(self) -> Callable[[int, int, int], int]:
        """What makes a diagram of a condition and two values (if-then-else)."""
        level, branches, numbers, budget, known = self.level, self.branches, self.numbers, self.budget, self.chosen
        places = self.places
        this: Store = proxy(self)

        def choose(condition: int, yes: int, no: int) -> int:
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
            if first == LEAF:
                found = yes if branches[condition][0] else no
            elif places and top in places:
                stops, nodes = this._aligned(top, (condition, yes, no))
                this._spend(len(nodes[0]))
                found = this._above(top, stops, [*map(choose, *nodes)])
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

    def of_numbers(self, operator: Operator, *numbers: Number) -> int:
        """What an operator makes of known numbers and linear forms."""
        if all(isinstance(number, int) for number in numbers):
            return self.leaf(operator.function(*numbers))
        assert operator.of_forms is not None
        self._spend(EACH_FORM)
        return operator.of_forms(self, *numbers)
