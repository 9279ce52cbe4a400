"""Multi-terminal decision diagrams (MTBDD): values, exact over every state, however many there are.

A value that depends on fields, parameters or options is a diagram. A node asks one of them, an *atom*, and has a
branch for each of its values; a leaf is a number. Equal diagrams are one node (hash-consing), so two conditions that
hold in the same states have the same number, and a condition that never holds is the leaf 0. What would grow too large
ends in :class:`TooManyError`, and who asked must do with less.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, repeat

from attrs import define, field

from bombsight.dsl.node_classes import unguarded
from bombsight.flat.types import Type

LEAF = 1 << 30
"""The level of leaves, below that of every atom."""

VOID = 1 << 40
"""The leaf that stands for no value at all."""

MOST_ATOMS = 200
WIDEST = 12_000


class TooManyError(Exception):
    """A diagram would grow too large."""


class LaterError(Exception):
    """It takes longer than somebody is to wait for it."""


@unguarded
class Atom:
    """Something that a value depends on.

    Attributes:
        key: What tells it from others.
        label: What the reader calls it.
        type: What it can be.
        values: All of that.
        guess: Whether it stands for something that was not worked out, so that some of its values, or some of
            them together with those of other atoms, may never occur.
        version: The id of the field that it is, with its version; None for what is no field.
        element: What its field is a column of, and the place in it; None for what is no cell of a column.
    """

    key: Hashable
    label: str
    type: Type
    values: tuple[int, ...]
    guess: bool = False
    version: tuple[str, int] | None = None
    element: Hashable = None


@unguarded
class Operator:
    """What is done with the values of diagrams, and what of it can be told without looking further.

    Attributes:
        name: What tells it from others.
        function: What it makes of leaves.
        commutes: Whether its two operands may change places.
        unit: The leaf that leaves the other operand as it is, on either side; None where there is none.
        zero: The leaf that makes itself of any other operand; None where there is none.
        same: The leaf that two equal operands make; None where that depends on them.
        idempotent: Whether two equal operands make the same again.
    """

    name: Hashable
    function: Callable[..., int] = field(eq=False)
    commutes: bool = field(eq=False, default=False)
    unit: int | None = field(eq=False, default=None)
    zero: int | None = field(eq=False, default=None)
    same: int | None = field(eq=False, default=None)
    idempotent: bool = field(eq=False, default=False)


NO, YES, NOTHING = 0, 1, 2
"""The nodes of the leaves 0, 1 and :data:`VOID`: the first three of every set of diagrams."""

AND = Operator("and", lambda a, b: a & b, commutes=True, unit=1, zero=0, idempotent=True)
OR = Operator("or", lambda a, b: a | b, commutes=True, unit=0, zero=1, idempotent=True)
NOT = Operator("not", lambda a: 1 - a)

ABSENT = -1
"""No node at all."""


@define
class Budget:
    """How many branches diagrams may have.

    Attributes:
        limit: How many in all.
        spent: How many were made so far, without those that came to nothing.
        wasted: How many came to nothing.
    """

    limit: int
    spent: int = 0
    wasted: int = 0


ENDLESS = 1 << 60
EACH = 10
"""What it costs to look at an expression, as branches of diagrams."""


@define
class Effort:
    """What somebody's proofs cost, told by what was done and not by a clock: it is the same on every machine.

    Attributes:
        limit: What they may cost in all.
        asked: How many expressions were looked at.
        budgets: Those of all diagrams that were made.
    """

    limit: int = ENDLESS
    asked: int = 0
    budgets: list[Budget] = field(factory=list)

    @property
    def spent(self) -> int:
        """What they have cost so far."""
        return EACH * self.asked + sum(budget.spent + budget.wasted for budget in self.budgets)

    @property
    def left(self) -> int:
        """What they may still cost."""
        return ENDLESS if self.limit == ENDLESS else self.limit - self.spent

    def go_on(self) -> None:
        """Ask whether to go on.

        Raises:
            LaterError: It has cost more than it may.
        """
        if self.left < 0:
            raise LaterError


class Diagrams:
    """Diagrams over one set of atoms.

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
        self.by_element = by_element
        self.atoms: dict[int, Atom] = {}
        self.itself: dict[int, int] = {}
        self.levels: dict[Hashable, int] = {}
        self.blocks: dict[Hashable, Iterator[int]] = {}
        self.level: list[int] = []
        self.branches: list[tuple[int, ...]] = []
        self.numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self.leaf_nodes: dict[int, int] = {}
        self.results: dict[Hashable, dict[int, int]] = {}
        self.binary: dict[Hashable, Callable[[int, int], int]] = {}
        self.widths: dict[int, int] = {}
        self.budget = Budget(budget)
        self.effort = effort or Effort()
        self.effort.budgets.append(self.budget)
        self.joined: list[dict[tuple[int, int], int]] = []
        self.chosen: dict[tuple[int, int, int], int] = {}
        self.choosing = self._choosing()
        for value in (0, 1, VOID):
            self.leaf(value)

    def __del__(self) -> None:
        """Let go of all nodes at once: functions that call themselves would keep them until the collector comes."""
        self.branches.clear()
        self.numbers.clear()
        self.chosen.clear()
        for known in self.joined:
            known.clear()

    # --- making them

    def leaf(self, value: int) -> int:
        """The diagram of a known value."""
        node = self.leaf_nodes.get(value)
        if node is None:
            node = self.leaf_nodes[value] = len(self.level)
            self.level.append(LEAF)
            self.branches.append((value,))
        return node

    def constant(self, node: int) -> int | None:
        """The value of a diagram that depends on nothing; else None."""
        return self.branches[node][0] if self.level[node] == LEAF else None

    def met(self, key: Hashable) -> int | None:
        """The diagram of the atom of a key; None where nobody met it so far."""
        level = self.levels.get(key)
        return None if level is None else self.itself[level]

    def atom(self, atom: Atom) -> int:
        """The diagram of an atom itself; each key makes one atom.

        Raises:
            TooManyError: It has too many values, or there are too many atoms.
        """
        level = self.levels.get(atom.key)
        if level is None:
            if len(self.atoms) == MOST_ATOMS or len(atom.values) > WIDEST:
                raise TooManyError
            level = self.levels[atom.key] = self._free_level(atom)
            self.atoms[level] = atom
            self.itself[level] = self._node(level, tuple(map(self.leaf, atom.values)))
        return self.itself[level]

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
            else:
                self._spend(len(branches))
                found = self._node(level, tuple([self._mapped(operator, known, branch) for branch in branches]))
            known[node] = found
        return found

    def _joining(self, operator: Operator) -> Callable[[int, int], int]:
        """What makes one diagram of two: branch by branch from the top, each pair of nodes once."""
        level, branches, numbers, budget = self.level, self.branches, self.numbers, self.budget
        leaves = self.leaf_nodes
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
            if top == below == LEAF:
                value = function(branches[a][0], branches[b][0])
                found = leaves.get(value)
                if found is None:
                    found = leaves[value] = len(level)
                    level.append(LEAF)
                    branches.append((value,))
                known[a, b] = found
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
                known_as = numbers.get((top, made))
                if known_as is None:
                    known_as = numbers[top, made] = len(level)
                    level.append(top)
                    branches.append(made)
                found = known_as
            known[a, b] = found
            return found

        return join

    def _choosing(self) -> Callable[[int, int, int], int]:
        """What makes a diagram of a condition and two values (if-then-else)."""
        level, branches, numbers, budget, known = self.level, self.branches, self.numbers, self.budget, self.chosen

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

    def _spend(self, width: int) -> None:
        self.budget.spent += width
        if self.budget.spent > self.budget.limit:
            raise TooManyError

    def _node(self, level: int, branches: tuple[int, ...]) -> int:
        first = branches[0]
        if branches.count(first) == len(branches):
            return first
        key = (level, branches)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.level)
            self.level.append(level)
            self.branches.append(branches)
        return number

    @property
    def left(self) -> int:
        """What may still be spent here."""
        return self.budget.limit - self.budget.spent

    @contextmanager
    def allowance(self, most: int) -> Iterator[None]:
        """Let what is made inside cost no more than ``most``; what failed is not counted.

        Raises:
            LaterError: All that is done has cost more than it may.
        """
        self.effort.go_on()
        budget = self.budget
        outer, before = budget.limit, budget.spent
        budget.limit = min(outer, before + most, before + self.effort.left)
        try:
            yield
        except TooManyError:
            self.effort.go_on()
            budget.wasted += budget.spent - before
            budget.spent = before
            raise
        finally:
            budget.limit = outer

    # --- logic

    def both(self, *conditions: int) -> int:
        """Where all conditions hold."""
        held = YES
        for condition in conditions:
            held = self.apply(AND, held, condition)
        return held

    def either(self, conditions: Sequence[int]) -> int:
        """Where one of the conditions holds; joined in pairs, which keeps the steps small."""
        level = list(conditions) or [NO]
        while len(level) > 1:
            pairs = [self.apply(OR, *level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
            level = pairs + level[len(pairs) * 2 :]
        return level[0]

    def negated(self, condition: int) -> int:
        """Where the condition does not hold."""
        return self.apply(NOT, condition)

    def among(self, node: int, values: Iterator[int] | Sequence[int]) -> int:
        """Where a value is one of several."""
        members = frozenset(values)
        return self.apply(Operator(("among", members), lambda value: int(value in members)), node)

    # --- asking them

    def values(self, node: int, where: int = YES) -> set[int]:
        """What a value can be where a condition holds."""
        if where == NO:
            return set()
        limited = self.choice(where, node, NOTHING)
        return {value for value in self.leaves(limited) if value != VOID}

    def width(self, node: int) -> int:
        """How many values a value can have."""
        found = self.widths.get(node)
        if found is None:
            found = self.widths[node] = len(self.leaves(node))
        return found

    def leaves(self, node: int) -> set[int]:
        """All the values of a diagram, that of no value among them."""
        seen, open_, found = {node}, [node], set()
        while open_:
            node = open_.pop()
            if self.level[node] == LEAF:
                found.add(self.branches[node][0])
            else:
                new = set(self.branches[node]) - seen
                seen |= new
                open_.extend(new)
        return found

    def asked(self, node: int) -> list[Atom]:
        """The atoms that a value depends on."""
        return [self.atoms[level] for level in sorted(self.support(node))]

    def support(self, node: int) -> set[int]:
        """The levels of the atoms that a value depends on."""
        seen, open_, levels = {node}, [node], set()
        while open_:
            node = open_.pop()
            if self.level[node] != LEAF:
                levels.add(self.level[node])
                new = set(self.branches[node]) - seen
                seen |= new
                open_.extend(new)
        return levels

    def sure(self, condition: int) -> int:
        """Where the condition holds whatever the guesses are worth."""
        level, branches = self.level[condition], self.branches[condition]
        if level == LEAF:
            return condition
        known = self.results.setdefault("sure", {})
        found = known.get(condition)
        if found is None:
            inner = tuple([self.sure(branch) for branch in branches])
            found = known[condition] = self.both(*inner) if self.atoms[level].guess else self._node(level, inner)
        return found

    def witness(self, condition: int) -> list[tuple[Atom, int]] | None:
        """A state in which a condition holds, as far as it matters; None where it never does."""
        if condition == NO:
            return None
        found = []
        while condition != YES:
            level, branches = self.level[condition], self.branches[condition]
            at = min((at for at, branch in enumerate(branches) if branch != NO), key=lambda at: branches[at] != YES)
            found.append((self.atoms[level], self.atoms[level].values[at]))
            condition = branches[at]
        return found
