"""Values as decision diagrams: exact over every state, however many there are.

A value that depends on fields, parameters or options is a diagram. A node asks one of them, an *atom*, and has a
branch for each of its values; a leaf is a number. Equal diagrams are one node, so two conditions that hold in the
same states have the same number, and a condition that never holds is the leaf 0. What would grow too large ends in
:class:`TooManyError`, and who asked must do with less.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager

from attrs import field, frozen

from bombsight.flat.types import Type

LEAF = 1 << 30
"""The level of leaves, below that of every atom."""

VOID = 1 << 40
"""The leaf that stands for no value at all."""

MOST_ATOMS = 200
WIDEST = 12_000


class TooManyError(Exception):
    """A diagram would grow too large."""


@frozen
class Atom:
    """Something that a value depends on.

    Attributes:
        key: What tells it from others.
        label: What the reader calls it.
        type: What it can be.
        values: All of that.
        guess: Whether it stands for something that was not worked out, so that some of its values, or some of
            them together with those of other atoms, may never occur.
        version: The field that it is, with its version; None for what is no field.
    """

    key: Hashable
    label: str
    type: Type
    values: tuple[int, ...]
    guess: bool = False
    version: tuple[str, int] | None = None


@frozen
class Operator:
    """What is done with the values of diagrams.

    Attributes:
        name: What tells it from others.
        function: What it makes of leaves.
        shortcut: The result where it can be told without looking further, else None; given the diagrams as they are.
    """

    name: Hashable
    function: Callable[..., int] = field(eq=False)
    shortcut: Callable[[tuple[int, ...]], int | None] = field(eq=False, default=lambda nodes: None)


def _and(nodes: tuple[int, ...]) -> int | None:
    left, right = nodes
    if left in (right, NO) or right == YES:
        return left
    return right if left == YES or right == NO else None


def _or(nodes: tuple[int, ...]) -> int | None:
    left, right = nodes
    if left in (right, YES) or right == NO:
        return left
    return right if left == NO or right == YES else None


def _choice(nodes: tuple[int, ...]) -> int | None:
    condition, yes, no = nodes
    if condition == YES or yes == no:
        return yes
    return no if condition == NO else None


NO, YES, NOTHING = 0, 1, 2
"""The nodes of the leaves 0, 1 and :data:`VOID`: the first three of every set of diagrams."""

AND = Operator("and", lambda a, b: a & b, _and)
OR = Operator("or", lambda a, b: a | b, _or)
NOT = Operator("not", lambda a: 1 - a)
CHOICE = Operator("choice", lambda condition, yes, no: yes if condition else no, _choice)


class Diagrams:
    """Diagrams over one set of atoms.

    Args:
        budget: How many branches may be made in all.
    """

    def __init__(self, budget: int = 600_000) -> None:
        self.atoms: list[Atom] = []
        self.levels: dict[Hashable, int] = {}
        self.nodes: list[tuple[int, tuple[int, ...]]] = []
        self.numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self.results: dict[tuple[Hashable, ...], int] = {}
        self.spent = 0
        self.limit = budget
        for value in (0, 1, VOID):
            self.leaf(value)

    # --- making them

    def leaf(self, value: int) -> int:
        """The diagram of a known value."""
        return self._number(LEAF, (value,))

    def atom(self, atom: Atom) -> int:
        """The diagram of an atom itself; each key makes one atom.

        Raises:
            TooManyError: It has too many values, or there are too many atoms.
        """
        level = self.levels.get(atom.key)
        if level is None:
            if len(self.atoms) == MOST_ATOMS or len(atom.values) > WIDEST:
                raise TooManyError
            level = self.levels[atom.key] = len(self.atoms)
            self.atoms.append(atom)
        return self._node(level, tuple(self.leaf(value) for value in self.atoms[level].values))

    def apply(self, operator: Operator, *nodes: int) -> int:
        """What an operator makes of diagrams, state by state.

        Raises:
            TooManyError: The budget is spent.
        """
        key = (operator.name, *nodes)
        found = self.results.get(key)
        if found is None:
            found = operator.shortcut(nodes)
            if found is None:
                found = self._apply(operator, nodes)
            self.results[key] = found
        return found

    def _apply(self, operator: Operator, nodes: tuple[int, ...]) -> int:
        tops = [self.nodes[node] for node in nodes]
        level = min(top[0] for top in tops)
        if level == LEAF:
            return self.leaf(operator.function(*(top[1][0] for top in tops)))
        width = len(self.atoms[level].values)
        self.spent += width
        if self.spent > self.limit:
            raise TooManyError
        columns = [top[1] if top[0] == level else (node,) * width for top, node in zip(tops, nodes, strict=True)]
        branches = []
        for parts in zip(*columns, strict=True):
            found = self.results.get((operator.name, *parts))
            branches.append(self.apply(operator, *parts) if found is None else found)
        return self._node(level, tuple(branches))

    def _node(self, level: int, branches: tuple[int, ...]) -> int:
        first = branches[0]
        return first if branches.count(first) == len(branches) else self._number(level, branches)

    def _number(self, level: int, branches: tuple[int, ...]) -> int:
        key = (level, branches)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return number

    @contextmanager
    def allowance(self, most: int) -> Iterator[None]:
        """Let what is made inside cost no more than ``most``; what failed is not counted."""
        outer, before = self.limit, self.spent
        self.limit = min(outer, before + most)
        try:
            yield
        except TooManyError:
            self.spent = before
            raise
        finally:
            self.limit = outer

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

    def choice(self, condition: int, yes: int, no: int) -> int:
        """One value where the condition holds, the other where it does not."""
        return self.apply(CHOICE, condition, yes, no)

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
        return len(self.leaves(node))

    def leaves(self, node: int) -> set[int]:
        """All the values of a diagram, that of no value among them."""
        seen, open_, found = {node}, [node], set()
        while open_:
            level, branches = self.nodes[open_.pop()]
            if level == LEAF:
                found.add(branches[0])
            else:
                new = set(branches) - seen
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
            level, branches = self.nodes[open_.pop()]
            if level != LEAF:
                levels.add(level)
                new = set(branches) - seen
                seen |= new
                open_.extend(new)
        return levels

    def sure(self, condition: int) -> int:
        """Where the condition holds whatever the guesses are worth."""
        level, branches = self.nodes[condition]
        if level == LEAF:
            return condition
        key = ("sure", condition)
        found = self.results.get(key)
        if found is None:
            inner = tuple(self.sure(branch) for branch in branches)
            found = self.both(*inner) if self.atoms[level].guess else self._node(level, inner)
            self.results[key] = found
        return found

    def witness(self, condition: int) -> list[tuple[Atom, int]] | None:
        """A state in which a condition holds, as far as it matters; None where it never does."""
        if condition == NO:
            return None
        found = []
        while condition != YES:
            level, branches = self.nodes[condition]
            at = min((at for at, branch in enumerate(branches) if branch != NO), key=lambda at: branches[at] != YES)
            found.append((self.atoms[level], self.atoms[level].values[at]))
            condition = branches[at]
        return found
