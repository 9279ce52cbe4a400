"""The coverage recorder: places of the rules that can be reached, and those that were."""

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
"""The singular and plural name of each :data:`SpotKind`, in display order."""


@frozen
class CoverageSpot:
    """A place of the rules that can be reached.

    Attributes:
        kind: The kind of place, a key of `KINDS`.
        owner: The item that contains it: ``table:Sky``.
        span: Its place in the text.
        label: Its label: a row's key, a modifier's label; may be empty.
    """

    kind: SpotKind
    owner: str
    span: Span
    label: str


@frozen(kw_only=True)
class ThrowSpots:
    """The places that a throw can reach.

    Attributes:
        naturals: The number of natural rows, which are tried before modifiers are evaluated.
        modifiers: For each modifier, the places "applies" and "does not apply"; None if it always applies.
    """

    naturals: int
    modifiers: Sequence[tuple[CoverageSpot, CoverageSpot | None]]


@frozen(kw_only=True)
class LookUpSpots:
    """The places that a look-up can reach.

    Attributes:
        params: The names of the parameters, in the order of the event's values.
        rows: The rows, each with its place.
    """

    params: Sequence[str]
    rows: Sequence[tuple[g.Row, CoverageSpot]]

    def find_row(self, values: Sequence[int]) -> CoverageSpot | None:
        """Find the coverage place of the row that matches the argument values; None if no row does."""
        arguments = dict(zip(self.params, values, strict=True))
        for otherwise in (False, True):
            for row, spot in self.rows:
                if row.otherwise is otherwise and all(arguments[match.param] in match.values for match in row.matches):
                    return spot
        return None


@frozen
class CoverageRecorder:
    """The recorder of the places that runs have reached.

    Attributes:
        line_spots: The place of each line probe, by site number.
        throw_spots: The places of each throw, by site number.
        look_up_spots: The places of each look-up, by site number.
        reached_spots: The places reached so far.
    """

    line_spots: Mapping[int, CoverageSpot]
    throw_spots: Mapping[int, ThrowSpots]
    look_up_spots: Mapping[int, LookUpSpots]
    reached_spots: set[CoverageSpot] = field(factory=set)

    def record_event(self, site: int, *values: int) -> bool:
        """Record the places that an event of a site (code location) reaches; return false for an event of a probe."""
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
