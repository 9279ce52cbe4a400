"""Guards: entry and exit code around the bodies of procedures."""

from __future__ import annotations

from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.sites import ENTER, FAULT, LEAVE
from bombsight.flat.statements import Block


@frozen(kw_only=True)
class Guard:
    """The entry and exit code of a function, from the outside in: recursion depth, events, reset.

    Attributes:
        number: Its number, if ``end`` can leave it; else None.
        resets: The owner of the region that resets at its end, or None.
        depth: The slot that counts open calls, or None.
        deepest: The most calls that may be open at once.
        height: The most nested calls that it may lead to, recursion aside.
        nested: The fault if the open calls in all would exceed their bound; None without a depth.
        too_deep: The block that runs instead beyond ``deepest``.
        enter, leave: Sites of the journal, or None.
    """

    number: int | None = None
    resets: str | None = None
    depth: int | None = None
    deepest: int = 0
    height: int = 0
    nested: int | None = field(default=None, metadata=FAULT)
    too_deep: Block = ()
    enter: int | None = field(default=None, metadata=ENTER)
    leave: int | None = field(default=None, metadata=LEAVE)

    @property
    def is_idle(self) -> bool:
        """Whether the guard does nothing at a function's entry and exit."""
        return all(part is None for part in (self.number, self.resets, self.depth, self.enter, self.leave))
