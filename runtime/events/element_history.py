"""Past states of a run's elements, reconstructed from its events.

An event of a new element has its fields, a change has its slot, and the end of a procedure resets its lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from bombsight.flat.layout import Region, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import (
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    DrawSite,
    ElementSite,
    EnterSite,
    FaultSite,
    LeaveSite,
    LimitSite,
    MoveSite,
    ResultSite,
    RollSite,
    SaySite,
)
from bombsight.flat.types import NONE
from bombsight.runtime.events.reader import FAULTED, FINISHED

SNAPSHOT_INTERVAL = 4096
"""Events between two snapshots of the slots, which bound the events to replay."""

Effect = Callable[[list[int], Sequence[int]], None]
"""Applies an event to slots."""


class ElementHistory:
    """Reconstructs the state slots of list elements, as of any event of a run, by replaying from snapshots.

    Attributes:
        slots: The slots after the first ``at`` events; other slots have the last value that an event told.
    """

    def __init__(self, program: Program) -> None:
        """Make a history at the start of a run, with the state's defaults as its first snapshot."""
        self.program = program
        self.slots = list(program.defaults)
        self.at = 0
        self._snapshots = [tuple(self.slots)]
        self._effects: dict[int, tuple[bool, Effect] | None] = {FINISHED: None, FAULTED: None}

    def truncate(self, events: int) -> None:
        """Forget snapshots and states after the first ``events`` events."""
        del self._snapshots[events // SNAPSHOT_INTERVAL + 1 :]
        if self.at >= events:  # the effect of the next event is already applied
            self.at, self.slots = 0, list(self._snapshots[0])

    def slots_at(self, events: Sequence[Sequence[int]], index: int) -> Sequence[int]:
        """Replay ``events`` and return the state at an index, with any element that joins or leaves just there."""
        if not self.at <= index < self.at + SNAPSHOT_INTERVAL:
            nearest = min(index // SNAPSHOT_INTERVAL, len(self._snapshots) - 1)
            if index < self.at or nearest * SNAPSHOT_INTERVAL > self.at:
                self.at, self.slots = nearest * SNAPSHOT_INTERVAL, list(self._snapshots[nearest])
        slots, effects = self.slots, self._effects
        for at in range(self.at, index):
            event = events[at]
            effect = effects[event[0]] if event[0] in effects else self._effect_of(event[0])
            if effect is not None:
                effect[1](slots, event)
            if not (at + 1) % SNAPSHOT_INTERVAL and len(self._snapshots) == (at + 1) // SNAPSHOT_INTERVAL:
                self._snapshots.append(tuple(slots))
        self.at = index
        event = events[index]
        effect = effects[event[0]] if event[0] in effects else self._effect_of(event[0])
        if effect is not None and effect[0]:
            effect[1](slots, event)  # applied again with the next event, without effect
        return slots

    def _effect_of(self, number: int) -> tuple[bool, Effect] | None:
        """Return how events of a site (code location) change slots, and whether at once; None if they do not."""
        site, effect = self.program.sites[number], None
        lists = {pool.id: pool for pool in self.program.lists}
        match site:
            case ElementSite(list=list_, joins=True):
                effect = (True, joining_effect(self.program, lists[list_]))
            case ElementSite(list=list_):
                effect = (False, leaving_effect(lists[list_]))
            case MoveSite(list=list_, first=first):
                effect = (True, moving_effect(lists[list_], first=first))
            case ChangeSite():
                effect = (True, apply_change)
            case LeaveSite(kind=kind, name=name):
                if kind == "procedure":
                    region = next((region for region in self.program.regions if region.owner == name), None)
                    effect = (False, region_reset_effect(self.program, region)) if region is not None else None
            case RollSite() | DrawSite() | BeforehandSite() | ResultSite() | ChoiceSite() | SaySite() | EnterSite():
                pass
            case LimitSite() | FaultSite():
                pass
            case _:
                assert_never(site)
        self._effects[number] = effect
        return effect


def apply_change(slots: list[int], event: Sequence[int]) -> None:
    """Write the new value of a change event to its slot."""
    _, slot, _, new = event
    slots[slot] = new


def joining_effect(program: Program, pool: SlotList) -> Effect:
    """Make the function that replays an event by which an element, with its fields, joins a list."""
    fields = [(field.base, field.size) for field in program.fields if field.id in pool.fields]

    def join(slots: list[int], event: Sequence[int]) -> None:
        """Write the reference and the fields of the event's element into the state."""
        place = event[1] % pool.capacity
        slots[pool.base + place] = event[1]
        update_order(pool, slots, event[1])
        at = 2
        for base, size in fields:
            slots[base + place * size : base + place * size + size] = event[at : at + size]
            at += size

    return join


def leaving_effect(pool: SlotList) -> Effect:
    """Make the function that replays an event by which an element leaves a list; references to it become none."""
    holding = [slot for run in pool.holders for slot in run.slots]

    def leave(slots: list[int], event: Sequence[int]) -> None:
        """Remove the event's element from its list, and replace references to the element by none."""
        slots[pool.base + event[1] % pool.capacity] = NONE
        update_order(pool, slots)
        for slot in holding:
            if slots[slot] == event[1]:
                slots[slot] = NONE

    return leave


def moving_effect(pool: SlotList, *, first: bool) -> Effect:
    """Make the function that replays an event by which an element becomes the first or last of its list."""

    def move(slots: list[int], event: Sequence[int]) -> None:
        """Move the element to the front or the end of its list's order."""
        others = [reference for reference in ordered_elements(pool, slots) if reference != event[1]]
        set_order(pool, slots, [event[1], *others] if first else [*others, event[1]])

    return move


def update_order(pool: SlotList, slots: list[int], joined_element: int = NONE) -> None:
    """Recount a list's elements, and rewrite its order if it keeps one; ``joined_element`` becomes the last."""
    slots[pool.count] = pool.capacity - slots[pool.base : pool.base + pool.capacity].count(NONE)
    if pool.order is not None:  # else the order is that of the places
        order = ordered_elements(pool, slots)
        set_order(pool, slots, order if joined_element in (NONE, *order) else [*order, joined_element])


def ordered_elements(pool: SlotList, slots: Sequence[int]) -> list[int]:
    """The references of a list's elements, in the list's order."""
    present = {reference for reference in slots[pool.base : pool.base + pool.capacity] if reference != NONE}
    return [reference for reference in slots[pool.row : pool.row + pool.capacity] if reference in present]


def set_order(pool: SlotList, slots: list[int], order: Sequence[int]) -> None:
    """Write the order of a list's elements into the slots."""
    slots[pool.row : pool.row + pool.capacity] = [*order, *[NONE] * (pool.capacity - len(order))]


def region_reset_effect(program: Program, region: Region) -> Effect:
    """Make the function that replays a procedure's end, which resets the fields that live as long as the procedure."""
    first, last = region.run.first, region.run.first + region.run.count

    def reset_region(slots: list[int], event: Sequence[int]) -> None:
        """Reset the procedure's slots to their defaults, and empty its lists."""
        slots[first:last] = program.defaults[first:last]
        for run in region.cleared:
            slots[run.first : run.first + run.count] = [NONE] * run.count

    return reset_region
