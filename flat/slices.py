"""Results of batches, column by column, and the policies that play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

SLICE_SIZE = 1024
"""The most runs in a slice."""

NO_FAULT = -1
"""The value for no fault in a column of sites."""


SimplePolicy = Literal["auto", "random"]
"""Policies that need only the question: the rules' own preference, or chance."""

PolicyName = Literal[SimplePolicy, "learned", "thoughtful"]
"""All policies; ``learned`` is the autopilot where preferences are in force, ``thoughtful`` looks ahead by rollouts."""


class TooManyPresets(ValueError):  # noqa: N818 - named by the problem, as its raisers are
    """A player of batches was given more preset values than it has room for."""


@frozen(eq=False)
class Slice:
    """The results of consecutive runs.

    Attributes:
        first: The number of the first.
        faults: For each run the site of its fault, or -1.
        values: The result of each; none (``flat.types.NONE``) without a result or with a fault.
        tallies: A column for each tally of the entry, in order; none for a run with a fault.
    """

    first: int
    faults: Sequence[int]
    values: Sequence[int]
    tallies: tuple[Sequence[int], ...]
