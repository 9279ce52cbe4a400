"""What things cost a backend, as far as the passes weigh them."""

from __future__ import annotations

from bombsight.dsl.node_classes import frozen


@frozen(kw_only=True)
class Price:
    """What a backend's calls and kept values cost, in parts of values worked out.

    Attributes:
        small: So many nodes a value may have to stand in the place of a call.
        lookup: The effort that a function must be to be kept, where it has no clocks.
        clock: How much more for each of its clocks.
        calling: Whether a loop is worth its turns one after the other where they call what acts: else that stands in
            the loop itself, if it is called only there.
    """

    small: int
    lookup: float
    clock: float
    calling: bool


NATIVE = Price(small=40, lookup=40.0, clock=0.0, calling=False)
"""Where a call is little, and clocks are added up in no time."""
