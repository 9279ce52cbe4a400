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
class CoverageSpot:
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
class ThrowSpots:
    """What a throw reaches.

    Attributes:
        naturals: How many natural rows there are: they come before modifiers are asked.
        modifiers: Of each modifier, where it applies, and where it does not; None for one that always does.
    """

    naturals: int
    modifiers: Sequence[tuple[CoverageSpot, CoverageSpot | None]]


@frozen(kw_only=True)
class LookUpSpots:
    """What a look-up reaches.

    Attributes:
        params: The names of the parameters, in the order in which they are told.
        rows: The rows, each with what it stands for.
    """

    params: Sequence[str]
    rows: Sequence[tuple[g.Row, CoverageSpot]]

    def find_row(self, values: Sequence[int]) -> CoverageSpot | None:
        """The row that parameters lead to; None where there is none."""
        arguments = dict(zip(self.params, values, strict=True))
        for otherwise in (False, True):
            for row, spot in self.rows:
                if row.otherwise is otherwise and all(arguments[match.param] in match.values for match in row.matches):
                    return spot
        return None


@frozen
class CoverageRecorder:
    """The places that runs have reached.

    Attributes:
        line_spots: What is reached where an event of a site is told.
        throw_spots: The same for throws.
        look_up_spots: The same for look-ups.
        reached_spots: Those reached so far.
    """

    line_spots: Mapping[int, CoverageSpot]
    throw_spots: Mapping[int, ThrowSpots]
    look_up_spots: Mapping[int, LookUpSpots]
    reached_spots: set[CoverageSpot] = field(factory=set)

    def record_event(self, site: int, *values: int) -> bool:
        """Take an event; whether it is of the rules, and no probe's."""
        spot = self.line_spots.get(site)
        if spot is not None:
            self.reached_spots.add(spot)
            return False
        search = self.look_up_spots.get(site)
        if search is not None:
            found = search.find_row(values)
            if found is not None:
                self.reached_spots.add(found)
            return False
        throw = self.throw_spots.get(site)
        if throw is not None and not 0 <= values[2] < throw.naturals:
            for (applies, not_), amount in zip(throw.modifiers, values[3:], strict=False):
                if amount:
                    self.reached_spots.add(applies)
                elif not_ is not None:
                    self.reached_spots.add(not_)
        return True
