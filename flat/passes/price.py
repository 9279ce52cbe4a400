"""The backend's costs, as far as passes weigh them."""

from __future__ import annotations

from bombsight.dsl.node_classes import frozen


@frozen(kw_only=True)
class Price:
    """The costs of calls and memoization in a backend, in evaluated nodes.

    Attributes:
        small: The most nodes of a value that replaces a call.
        lookup: The least effort of a function to be memoized, without clocks.
        clock: What each of its clocks adds to that.
        calling: Whether to unroll loops that call functions with side effects; otherwise the callee is put into the
            loop, if it is called only there.
    """

    small: int
    lookup: float
    clock: float
    calling: bool


NATIVE = Price(small=40, lookup=40.0, clock=0.0, calling=False)
"""The costs where calls are cheap, and clocks are summed for free."""
