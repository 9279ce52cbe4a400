"""The elements of lists as they were: events tell all that becomes of them, and that is done again.

An element joins with what it holds, a change tells its slot, a procedure that ends takes its lists with it.
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
"""The slots are kept at every so many events, so that it is never far back to where an event happened."""

Effect = Callable[[list[int], Sequence[int]], None]
"""What an event does to slots."""


class ElementHistory:
    """The slots of a run's elements, at one event after the other.

    Attributes:
        slots: As they are behind the first ``at`` events; of slots that are no element's, what was told.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots = list(program.defaults)
        self.at = 0
        self._snapshots = [tuple(self.slots)]
        self._effects: dict[int, tuple[bool, Effect] | None] = {FINISHED: None, FAULTED: None}

    def truncate(self, events: int) -> None:
        """Go back: of the run's events so many still count."""
        del self._snapshots[events // SNAPSHOT_INTERVAL + 1 :]
        if self.at >= events:  # what happens at the next is there already
            self.at, self.slots = 0, list(self._snapshots[0])

    def slots_at(self, events: Sequence[Sequence[int]], index: int) -> Sequence[int]:
        """The slots as they were when an event happened: what joins or moves is in its place, what leaves still is."""
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
            effect[1](slots, event)  # once more when the next is come to, which changes nothing
        return slots

    def _effect_of(self, number: int) -> tuple[bool, Effect] | None:
        """What events of a site do, and whether that is done when they are told."""
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
                    effect = (False, fall_back_effect(self.program, region)) if region is not None else None
            case RollSite() | DrawSite() | BeforehandSite() | ResultSite() | ChoiceSite() | SaySite() | EnterSite():
                pass
            case LimitSite() | FaultSite():
                pass
            case _:
                assert_never(site)
        self._effects[number] = effect
        return effect


def apply_change(slots: list[int], event: Sequence[int]) -> None:
    """A slot changes."""
    _, slot, _, new = event
    slots[slot] = new


def joining_effect(program: Program, pool: SlotList) -> Effect:
    """An element joins its list, with all that it holds."""
    fields = [(field.base, field.size) for field in program.fields if field.id in pool.fields]

    def join(slots: list[int], event: Sequence[int]) -> None:
        place = event[1] % pool.capacity
        slots[pool.base + place] = event[1]
        update_order(pool, slots, event[1])
        at = 2
        for base, size in fields:
            slots[base + place * size : base + place * size + size] = event[at : at + size]
            at += size

    return join


def leaving_effect(pool: SlotList) -> Effect:
    """An element leaves its list, and what held it holds none."""
    holding = [slot for run in pool.holders for slot in run.slots]

    def leave(slots: list[int], event: Sequence[int]) -> None:
        slots[pool.base + event[1] % pool.capacity] = NONE
        update_order(pool, slots)
        for slot in holding:
            if slots[slot] == event[1]:
                slots[slot] = NONE

    return leave


def moving_effect(pool: SlotList, *, first: bool) -> Effect:
    """An element becomes the first of its list, or the last."""

    def move(slots: list[int], event: Sequence[int]) -> None:
        others = [reference for reference in ordered_elements(pool, slots) if reference != event[1]]
        set_order(pool, slots, [event[1], *others] if first else [*others, event[1]])

    return move


def update_order(pool: SlotList, slots: list[int], joined_element: int = NONE) -> None:
    """Say how many elements a list has, and in which order where rules move them: who has ``joined`` is the last."""
    slots[pool.count] = pool.capacity - slots[pool.base : pool.base + pool.capacity].count(NONE)
    if pool.order is not None:  # else it is that of the places
        order = ordered_elements(pool, slots)
        set_order(pool, slots, order if joined_element in (NONE, *order) else [*order, joined_element])


def ordered_elements(pool: SlotList, slots: Sequence[int]) -> list[int]:
    """The elements that a list has, in its order."""
    present = {reference for reference in slots[pool.base : pool.base + pool.capacity] if reference != NONE}
    return [reference for reference in slots[pool.row : pool.row + pool.capacity] if reference in present]


def set_order(pool: SlotList, slots: list[int], order: Sequence[int]) -> None:
    """Give a list that has an order this one."""
    slots[pool.row : pool.row + pool.capacity] = [*order, *[NONE] * (pool.capacity - len(order))]


def fall_back_effect(program: Program, region: Region) -> Effect:
    """A procedure ends, and its state falls back."""
    first, last = region.run.first, region.run.first + region.run.count

    def fall_back(slots: list[int], event: Sequence[int]) -> None:
        slots[first:last] = program.defaults[first:last]
        for run in region.cleared:
            slots[run.first : run.first + run.count] = [NONE] * run.count

    return fall_back
