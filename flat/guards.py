"""What stands around the bodies of procedures."""

from __future__ import annotations

from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.sites import ENTER, FAULT, LEAVE
from bombsight.flat.statements import Block


@frozen(kw_only=True)
class Guard:
    """What stands around a function's body, from the outside in: its depth, its events, its end.

    Attributes:
        number: Its number, where ``end`` can leave it; else None.
        resets: The owner of the region that falls back at its end, or None.
        depth: The slot that counts open calls, or None.
        deepest: How many may be open at once.
        height: How many calls it may come to, what calls itself apart.
        nested: Fault where it would come to more than may be open in all; None without a depth.
        too_deep: What happens instead beyond ``deepest``.
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
        """Whether it does nothing."""
        return all(part is None for part in (self.number, self.resets, self.depth, self.enter, self.leave))
