"""What many runs came to, column by column: what every player of batches hands over; and who answers in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

SLICE_SIZE = 1024
"""So many runs are handed over at once, at most."""

NO_FAULT = -1
"""Stands for no fault in a column of sites."""


SimplePolicy = Literal["auto", "random"]
"""Who answers by the question alone: the rules' own preference, or chance."""

PolicyName = Literal[SimplePolicy, "thoughtful"]
"""Who answers: besides those whoever looks ahead to what each answer leads to, and is made for that."""


class TooManyPresets(ValueError):  # noqa: N818 - what is wrong, in the words of what raises it
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
