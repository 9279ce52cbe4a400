"""Places that can be reached, and the counting of those that are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import field, frozen

from bombsight.compiler.graph import statements as g
from bombsight.dsl.source import Span

SpotKind = Literal[
    "row", "applies", "does not apply", "exception", "note", "holds", "does not hold", "option", "step", "procedure"
]

KINDS: Mapping[str, tuple[str, str]] = {
    "row": ("row", "rows"),
    "applies": ("modifier that applies", "modifiers that apply"),
    "does not apply": ("modifier that does not apply", "modifiers that do not apply"),
    "exception": ("exception", "exceptions"),
    "note": ("note", "notes"),
    "holds": ("condition that holds", "conditions that hold"),
    "does not hold": ("condition that does not hold", "conditions that do not hold"),
    "option": ("option of a choice", "options of choices"),
    "step": ("step", "steps"),
    "procedure": ("procedure", "procedures"),
}
"""Every :data:`SpotKind` with what one of them is called, and several; in the order in which they are told."""


@frozen
class Spot:
    """A place that can be reached.

    Attributes:
        kind: What is reached; `KINDS` says how it is called.
        owner: The item it stands in: ``table:Sky``.
        span: Where it stands.
        label: What it is called there: a row's key, a modifier's label; may be empty.
    """

    kind: SpotKind
    owner: str
    span: Span
    label: str


@frozen(kw_only=True)
class Thrown:
    """What a throw reaches.

    Attributes:
        naturals: How many natural rows there are: they come before modifiers are asked.
        modifiers: Of each modifier, where it applies, and where it does not; None for one that always does.
    """

    naturals: int
    modifiers: Sequence[tuple[Spot, Spot | None]]


@frozen(kw_only=True)
class Searched:
    """What a look-up reaches.

    Attributes:
        params: The names of the parameters, in the order in which they are told.
        rows: The rows, each with what it stands for.
    """

    params: Sequence[str]
    rows: Sequence[tuple[g.Row, Spot]]

    def found(self, values: Sequence[int]) -> Spot | None:
        """The row that parameters lead to; None where there is none."""
        given = dict(zip(self.params, values, strict=True))
        for otherwise in (False, True):
            for row, spot in self.rows:
                if row.otherwise is otherwise and all(given[match.param] in match.values for match in row.matches):
                    return spot
        return None


@frozen
class Hits:
    """The places that runs have reached.

    Attributes:
        lines: What is reached where an event of a site is told.
        throws: The same for throws.
        searches: The same for look-ups.
        spots: Those reached so far.
    """

    lines: Mapping[int, Spot]
    throws: Mapping[int, Thrown]
    searches: Mapping[int, Searched]
    spots: set[Spot] = field(factory=set)

    def told(self, site: int, *values: int) -> bool:
        """Take an event; whether it is of the rules, and no probe's."""
        spot = self.lines.get(site)
        if spot is not None:
            self.spots.add(spot)
            return False
        search = self.searches.get(site)
        if search is not None:
            found = search.found(values)
            if found is not None:
                self.spots.add(found)
            return False
        throw = self.throws.get(site)
        if throw is not None and not 0 <= values[2] < throw.naturals:
            for (applies, not_), amount in zip(throw.modifiers, values[3:], strict=False):
                if amount:
                    self.spots.add(applies)
                elif not_ is not None:
                    self.spots.add(not_)
        return True
