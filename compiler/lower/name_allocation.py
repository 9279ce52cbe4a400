"""Unique names in the flat form: of functions and data, and of a function's variables and labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import evolve

from bombsight.flat.functions import Variable


class NameAllocator:
    """An allocator of unique names."""

    def __init__(self) -> None:
        """Make an allocator without used names."""
        self.used_names = set[str]()

    def allocate(self, base: str) -> str:
        """Allocate a name: the base itself, or with a number appended if it is used."""
        name, number = base, 1
        while name in self.used_names:
            number += 1
            name = f"{base}_{number}"
        self.used_names.add(name)
        return name


VariableKey = tuple[str, str]
"""A variable of the rules, and a part of its multi-part result (or an empty string)."""


class LocalNames:
    """The variables and labels of one function.

    Attributes:
        names_in_scope: The names of the rules' variables in scope.
        ranges: The range of each variable; None if unknown.
    """

    def __init__(self) -> None:
        """Make the names of a function without variables."""
        self.names = NameAllocator()
        self.names_in_scope: dict[VariableKey, str] = {}
        self.ranges: dict[str, Variable | None] = {}
        self._spare: dict[str, list[str]] = {}
        self._open: list[str] = []

    def name_of(self, variable: str, part: str = "") -> str:
        """The local name for a variable of the rules, or for a part of its multi-part result."""
        key = (variable, part)
        if key not in self.names_in_scope:
            self.names_in_scope[key] = self._allocate(f"{variable}_{part}" if part else variable, None)
        return self.names_in_scope[key]

    def list_name(self, variable: str, capacity: int) -> str:
        """The local name for a list variable; a new one if the same variable had another capacity before."""
        name = self.names_in_scope.get((variable, ""))
        before = self.ranges.get(name) if name is not None else None
        if name is None or before is None or before.capacity != capacity:
            name = self.names_in_scope[variable, ""] = self._allocate(
                variable, Variable(name=variable, capacity=capacity)
            )
        return name

    def number_name(self, variable: str) -> str:
        """The local name for a numeric variable; a new one if the same variable was a list before."""
        name = self.names_in_scope.get((variable, ""))
        before = self.ranges.get(name) if name is not None else None
        if before is not None and before.capacity is not None:
            del self.names_in_scope[variable, ""]
        return self.name_of(variable)

    def widen_range(self, name: str, values: Variable) -> None:
        """Extend a variable's known range to include that of ``values``."""
        before = self.ranges[name]
        if before is not None:
            values = evolve(
                values,
                low=min(before.low, values.low),
                high=max(before.high, values.high),
                none=before.none or values.none,
                capacity=before.capacity,
            )
        self.ranges[name] = evolve(values, name=name)

    def new_temporary(self, hint: str, bounds: range | None = None) -> str:
        """Allocate a temporary variable with values in ``bounds``, and return its name."""
        variable = None if bounds is None else Variable(name=hint, low=bounds.start, high=bounds.stop - 1, none=False)
        return self._allocate(hint, variable)

    def new_list(self, hint: str, capacity: int) -> str:
        """Allocate a temporary list of row numbers or the like, and return its name."""
        return self._allocate(hint, Variable(name=hint, none=False, capacity=capacity))

    def new_label(self, hint: str) -> str:
        """Allocate a label of a block, and return it."""
        return self.names.allocate(hint)

    @contextmanager
    def quantifier_scope(self, variable: str) -> Iterator[str]:
        """Open the scope of a quantifier's variable, and yield a name that no open scope uses."""
        spare = self._spare.setdefault(variable, [])
        name = next((name for name in spare if name not in self._open), None)
        if name is None:
            name = self._allocate(variable, None)
            spare.append(name)
        before = self.names_in_scope.get((variable, ""))
        self.names_in_scope[variable, ""] = name
        self._open.append(name)
        yield name
        self._open.pop()
        if before is None:
            del self.names_in_scope[variable, ""]
        else:
            self.names_in_scope[variable, ""] = before

    def used_variables(self, used: Iterable[str]) -> tuple[Variable, ...]:
        """The declarations of the variables whose names are in ``used``."""
        used_names = set(used)
        return tuple(within or Variable(name=name) for name, within in self.ranges.items() if name in used_names)

    def _allocate(self, base: str, values: Variable | None) -> str:
        """Allocate a unique variable name from ``base``, and record its range of values."""
        name = self.names.allocate(base)
        self.ranges[name] = None if values is None else evolve(values, name=name)
        return name
