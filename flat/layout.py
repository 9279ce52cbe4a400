"""Where state lives: runs of slots, what each of them is for, and what falls back together."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import Seen, Tone
from bombsight.flat.types import Type

STEPS_SLOT = 0
"""The slot that counts down the steps left."""

RESERVE = -1
"""The slot that holds what a mission that begins may fill the steps up from: the last of all."""

NAMES_SLOT = 1
"""The slot that counts the names given of the first list; the counts of the others follow."""


@frozen
class Run:
    """Slots one after the other: ``count`` of them from ``first`` on."""

    first: int
    count: int

    @property
    def slots(self) -> range:
        """Their numbers."""
        return range(self.first, self.first + self.count)


@frozen
class Naming:
    """Names are given to slots anew: each takes the number in the slot ``counter``, which goes up by 1."""

    counter: int
    run: Run


@frozen(kw_only=True)
class Region:
    """What falls back to its defaults when a procedure ends, without events.

    Attributes:
        owner: The procedure, or ``career`` for what lasts.
        run: Its slots; none of them for an owner that only counts.
        namings: Names among them that are given anew.
        cleared: Slots elsewhere that may hold an element of its lists: they hold none then.
        zeroed: Counters that are 0 then.
    """

    owner: str
    run: Run
    namings: tuple[Naming, ...] = ()
    cleared: tuple[Run, ...] = ()
    zeroed: tuple[int, ...] = ()


@frozen(kw_only=True)
class Counter:
    """A slot that no rule sees.

    Attributes:
        kind: The steps left, the reserve they are filled up from, names given of a list, open calls of what can
            call itself (``depth``), all of these together (``open``), how often a standing offer was taken, whether
            ``end`` of a procedure was come to (``ended``), which only examples ask.
        name: Whose: the record of the names, the key of what is called, the offer.
    """

    slot: int
    kind: Literal["steps", "reserve", "names", "depth", "open", "offer", "ended"]
    name: str = ""


@frozen(kw_only=True)
class OpenOption:
    """An option whose value stands in a slot, which no rule changes and no player sees.

    Attributes:
        name: As in the rules.
        type: yes/no, a range, or the enum of its readings.
    """

    name: str
    slot: int
    type: Type


@frozen(kw_only=True)
class Following:
    """Slots whose default is worked out of open options: it follows them where they are given other values.

    Attributes:
        slots: The slots.
        entry: The aside that gives their default, by its name, in a state in which the options have their values.
        arguments: What it takes: the values of enums that the slots stand for.
    """

    slots: tuple[int, ...]
    entry: str
    arguments: tuple[int, ...] = ()


@frozen(kw_only=True)
class SlotField:
    """Where a field lives.

    Attributes:
        id: As in the graph: ``lamp``, ``keeper.watches``, ``Ship.strength``.
        owner: The procedure as long as which it lives, ``career``, or the list of an element's field.
        title: What the player sees; empty for internal.
        type: The type of one value.
        base: The first slot.
        shape: The number of values of each dimension; for an element's field the list's capacity comes first.
        indices: Enum names of the dimensions (without the list's capacity).
        defaults: The default of each value in slot order (for an element's field of one element's values; 0 for a
            name, which is given when play begins).
        counter: For names, the slot that counts those given.
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty where it is neither.
        seen: Who may see it, of its indices in their order, and behind them its element; None for everybody.
    """

    id: str
    owner: str
    title: str
    type: Type
    base: int
    shape: tuple[int, ...]
    indices: tuple[str, ...]
    defaults: tuple[int, ...]
    counter: int | None = None
    matters: Tone = ""
    seen: Seen | None = None

    @property
    def size(self) -> int:
        """How many slots it takes; an element's field, how many of each element."""
        return len(self.defaults)


@frozen(kw_only=True)
class SlotList:
    """Where a list lives: ``capacity`` slots that each hold an element's reference, or NONE where free.

    The element with reference ``r`` has its fields at place ``r % capacity``. Where rules move elements the list has an
    order: ``capacity`` slots more, with the references once more, in order, and NONE behind the last. A new element is
    the last then. In a list without one the order is that of the places.

    Attributes:
        count: The slot that counts its elements.
        serial: The slot that counts the elements it ever had.
        holders: Slots that may hold one of its elements, and hold none when it leaves.
        order: The first of the slots that hold the references in order; None where the order is that of the places.
        seen: Who may see what it holds; None for everybody.
    """

    id: str
    owner: str
    title: str
    record: str
    base: int
    capacity: int
    fields: tuple[str, ...]
    count: int
    serial: int
    holders: tuple[Run, ...] = ()
    order: int | None = None
    seen: Seen | None = None

    @property
    def row(self) -> int:
        """The first of the slots that hold the references in order."""
        return self.base if self.order is None else self.order
