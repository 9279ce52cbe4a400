"""What many runs came to, column by column: what every player of batches hands over."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

SLICE = 1024
"""So many runs are handed over at once, at most."""

NO_FAULT = -1
"""Stands for no fault in a column of sites."""


class TooMuchKnown(ValueError):  # noqa: N818 - what is wrong, in the words of what raises it
    """More of a run is known beforehand than a player has room for."""


@frozen(eq=False)
class Slice:
    """Runs that follow one another.

    Attributes:
        first: The number of the first.
        faults: For each the site of its fault, or -1.
        values: What each gave; none (``flat.types.NONE``) where it gives nothing or is a fault.
        tallies: A column for each tally of the entry, in their order; none for a run that is a fault.
    """

    first: int
    faults: Sequence[int]
    values: Sequence[int]
    tallies: tuple[Sequence[int], ...]
