"""State layout: runs of slots, their purposes, and regions that reset together."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import Seen, Tone
from bombsight.flat.types import Type

STEPS_SLOT = 0
"""The slot that counts down the remaining steps."""

RESERVE = -1
"""The slot of the step reserve, which refills the steps at the start of a mission: the last of all."""

NAMES_SLOT = 1
"""The slot that counts the names given from the first list; those of the other lists follow."""


@frozen
class Run:
    """A range of slots: ``count`` of them from ``first`` on."""

    first: int
    count: int

    @property
    def slots(self) -> range:
        """The numbers of the slots in the run."""
        return range(self.first, self.first + self.count)


@frozen
class Naming:
    """Slots that get new names: each takes the number in the slot ``counter``, which goes up by 1."""

    counter: int
    run: Run


@frozen(kw_only=True)
class Region:
    """The slots that reset together when their procedure ends, without events.

    Attributes:
        owner: The procedure, or ``career`` for state that outlives missions.
        run: Its slots; none for an owner that only has counters.
        namings: Slots among them that get new names.
        cleared: Slots elsewhere that may refer to an element of its lists: they become none.
        zeroed: Counters that become 0.
    """

    owner: str
    run: Run
    namings: tuple[Naming, ...] = ()
    cleared: tuple[Run, ...] = ()
    zeroed: tuple[int, ...] = ()


@frozen(kw_only=True)
class Counter:
    """A slot that no rule can read.

    Attributes:
        kind: The remaining steps, their reserve, names given from a list, open calls of a recursive function
            (``depth``), all of these together (``open``), uses of a standing offer, whether ``end`` of a procedure was
            reached (``ended``), which only examples ask.
        name: Its subject: the record of the names, the key of the callee, the offer.
    """

    slot: int
    kind: Literal["steps", "reserve", "names", "depth", "open", "offer", "ended"]
    name: str = ""


@frozen(kw_only=True)
class OpenOption:
    """An option whose value is in a slot, which no rule changes and no player sees.

    Attributes:
        name: The name in the rules.
        type: yes/no, a range, or the enum of its words.
    """

    name: str
    slot: int
    type: Type


@frozen(kw_only=True)
class Following:
    """Slots whose default depends on open options, and must be recomputed when these get other values.

    Attributes:
        slots: The slots.
        entry: The name of the aside that computes the default, in a state in which the options have their values.
        arguments: Its arguments: the enum values that index the slots.
    """

    slots: tuple[int, ...]
    entry: str
    arguments: tuple[int, ...] = ()


@frozen(kw_only=True)
class ShortPart:
    """The part of a field in the short title of its element.

    Attributes:
        order: Its number among the parts.
        before: The text before its value.
        after: The text behind its value; empty but for the last part.
    """

    order: int
    before: str = ""
    after: str = ""


@frozen(kw_only=True)
class SlotField:
    """The slots of a field.

    Attributes:
        id: The id in the graph: ``lamp``, ``keeper.watches``, ``Ship.strength``.
        owner: The procedure during whose calls it lives, ``career``, or the list of an element's field.
        title: The title for players; empty for an internal field.
        type: The type of one value.
        base: The first slot.
        shape: The number of values of each dimension; for an element's field the list's capacity comes first.
        indices: Enum names of the dimensions (without the list's capacity).
        defaults: The default of each value in slot order (for an element's field of one element's values; 0 for a
            name, which is given when play begins).
        counter: For names, the slot that counts those given.
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty for neither.
        seen: Who may see it, with arguments: its indices in order, then its element; None for everybody.
        short_part: Its part in the short title of its element; None for none.
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
    short_part: ShortPart | None = None

    @property
    def size(self) -> int:
        """The number of slots of the field; for an element's field, per element."""
        return len(self.defaults)


@frozen(kw_only=True)
class SlotList:
    """The slots of a list: ``capacity`` slots that each hold an element's reference, or NONE if free.

    The element with reference ``r`` has its fields at place ``r % capacity``. If rules move elements, the list has an
    order: another ``capacity`` slots with the same references, in order, and NONE behind the last. A new element is
    then
    the last. A list without such slots has the order of the places.

    Attributes:
        count: The slot that counts its elements.
        serial: The slot that counts all elements it ever had.
        holders: Slots that may refer to one of its elements, and become none when it leaves.
        order: The first of the slots with the references in order; None without them.
        seen: Who may see its elements; None for everybody.
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
        """The first of the adjacent slots with references to the elements, in the order that rules see."""
        return self.base if self.order is None else self.order
