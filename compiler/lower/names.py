"""Names in the flat form: of functions and data, and of one function's variables and labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import evolve

from bombsight.flat.functions import Variable


class Names:
    """Names given out once."""

    def __init__(self) -> None:
        self.taken = set[str]()

    def unique(self, wanted: str) -> str:
        """The name, numbered if it is taken."""
        name, number = wanted, 1
        while name in self.taken:
            number += 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name


Key = tuple[str, str]
"""A variable of the rules, and a part of the result it holds or nothing."""


class Locals:
    """The variables and labels of one function.

    Attributes:
        known: The names of the rules' variables that are in reach.
        ranges: What each variable can be, where that is known.
    """

    def __init__(self) -> None:
        self.names = Names()
        self.known: dict[Key, str] = {}
        self.ranges: dict[str, Variable | None] = {}
        self._spare: dict[str, list[str]] = {}
        self._open: list[str] = []

    def of(self, variable: str, part: str = "") -> str:
        """The name for a variable of the rules, or for a part of the result it holds."""
        key = (variable, part)
        if key not in self.known:
            self.known[key] = self._made(f"{variable}_{part}" if part else variable, None)
        return self.known[key]

    def list_of(self, variable: str, capacity: int) -> str:
        """The name for a variable of the rules that is a list with this capacity."""
        name = self.known.get((variable, ""))
        before = self.ranges.get(name) if name is not None else None
        if name is None or before is None or before.capacity != capacity:
            name = self.known[variable, ""] = self._made(variable, Variable(name=variable, capacity=capacity))
        return name

    def number_of(self, variable: str) -> str:
        """The name for a variable of the rules that is a number: another than that of a list before it."""
        name = self.known.get((variable, ""))
        before = self.ranges.get(name) if name is not None else None
        if before is not None and before.capacity is not None:
            del self.known[variable, ""]
        return self.of(variable)

    def holds(self, name: str, within: Variable) -> None:
        """A variable holds such values too."""
        before = self.ranges[name]
        if before is not None:
            within = evolve(
                within,
                low=min(before.low, within.low),
                high=max(before.high, within.high),
                none=before.none or within.none,
                capacity=before.capacity,
            )
        self.ranges[name] = evolve(within, name=name)

    def temporary(self, hint: str, within: range | None = None) -> str:
        """A name of its own for a value in between, which lies within a range."""
        known = None if within is None else Variable(name=hint, low=within.start, high=within.stop - 1, none=False)
        return self._made(hint, known)

    def label(self, hint: str) -> str:
        """A name of its own for a place that can be jumped to."""
        return self.names.unique(hint)

    @contextmanager
    def quantified(self, variable: str) -> Iterator[str]:
        """A quantifier's variable: in reach only here, and its name is that of nothing else in reach."""
        spare = self._spare.setdefault(variable, [])
        name = next((name for name in spare if name not in self._open), None)
        if name is None:
            name = self._made(variable, None)
            spare.append(name)
        before = self.known.get((variable, ""))
        self.known[variable, ""] = name
        self._open.append(name)
        yield name
        self._open.pop()
        if before is None:
            del self.known[variable, ""]
        else:
            self.known[variable, ""] = before

    def variables(self, used: Iterable[str]) -> tuple[Variable, ...]:
        """Those of the variables that are used."""
        wanted = set(used)
        return tuple(within or Variable(name=name) for name, within in self.ranges.items() if name in wanted)

    def _made(self, wanted: str, within: Variable | None) -> str:
        name = self.names.unique(wanted)
        self.ranges[name] = None if within is None else evolve(within, name=name)
        return name
