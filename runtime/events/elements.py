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

EVERY = 4096
"""The slots are kept at every so many events, so that it is never far back to where an event happened."""

Effect = Callable[[list[int], Sequence[int]], None]
"""What an event does to slots."""


class Elements:
    """The slots of a run's elements, at one event after the other.

    Attributes:
        slots: As they are behind the first ``at`` events; of slots that are no element's, what was told.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots = list(program.defaults)
        self.at = 0
        self._kept = [tuple(self.slots)]
        self._effects: dict[int, tuple[bool, Effect] | None] = {FINISHED: None, FAULTED: None}

    def begin_again(self, events: int) -> None:
        """Go back: of the run's events so many still count."""
        del self._kept[events // EVERY + 1 :]
        if self.at >= events:  # what happens at the next is there already
            self.at, self.slots = 0, list(self._kept[0])

    def then(self, events: Sequence[Sequence[int]], index: int) -> Sequence[int]:
        """The slots as they were when an event happened: what joins or moves is in its place, what leaves still is."""
        if not self.at <= index < self.at + EVERY:
            nearest = min(index // EVERY, len(self._kept) - 1)
            if index < self.at or nearest * EVERY > self.at:
                self.at, self.slots = nearest * EVERY, list(self._kept[nearest])
        slots, effects = self.slots, self._effects
        for at in range(self.at, index):
            event = events[at]
            effect = effects[event[0]] if event[0] in effects else self._effect(event[0])
            if effect is not None:
                effect[1](slots, event)
            if not (at + 1) % EVERY and len(self._kept) == (at + 1) // EVERY:
                self._kept.append(tuple(slots))
        self.at = index
        event = events[index]
        effect = effects[event[0]] if event[0] in effects else self._effect(event[0])
        if effect is not None and effect[0]:
            effect[1](slots, event)  # once more when the next is come to, which changes nothing
        return slots

    def _effect(self, number: int) -> tuple[bool, Effect] | None:
        """What events of a site do, and whether that is done when they are told."""
        site, found = self.program.sites[number], None
        lists = {pool.id: pool for pool in self.program.lists}
        match site:
            case ElementSite(list=list_, joins=True):
                found = (True, joining(self.program, lists[list_]))
            case ElementSite(list=list_):
                found = (False, leaving(lists[list_]))
            case MoveSite(list=list_, first=first):
                found = (True, moving(lists[list_], first=first))
            case ChangeSite():
                found = (True, changing)
            case LeaveSite(kind=kind, name=name):
                if kind == "procedure":
                    region = next((region for region in self.program.regions if region.owner == name), None)
                    found = (False, falling_back(self.program, region)) if region is not None else None
            case RollSite() | DrawSite() | BeforehandSite() | ResultSite() | ChoiceSite() | SaySite() | EnterSite():
                pass
            case LimitSite() | FaultSite():
                pass
            case _:
                assert_never(site)
        self._effects[number] = found
        return found


def changing(slots: list[int], event: Sequence[int]) -> None:
    """A slot changes."""
    _, slot, _, new = event
    slots[slot] = new


def joining(program: Program, pool: SlotList) -> Effect:
    """An element joins its list, with all that it holds."""
    fields = [(field.base, field.size) for field in program.fields if field.id in pool.fields]

    def join(slots: list[int], event: Sequence[int]) -> None:
        place = event[1] % pool.capacity
        slots[pool.base + place] = event[1]
        settle(pool, slots, event[1])
        at = 2
        for base, size in fields:
            slots[base + place * size : base + place * size + size] = event[at : at + size]
            at += size

    return join


def leaving(pool: SlotList) -> Effect:
    """An element leaves its list, and what held it holds none."""
    holding = [slot for run in pool.holders for slot in run.slots]

    def leave(slots: list[int], event: Sequence[int]) -> None:
        slots[pool.base + event[1] % pool.capacity] = NONE
        settle(pool, slots)
        for slot in holding:
            if slots[slot] == event[1]:
                slots[slot] = NONE

    return leave


def moving(pool: SlotList, *, first: bool) -> Effect:
    """An element becomes the first of its list, or the last."""

    def move(slots: list[int], event: Sequence[int]) -> None:
        others = [reference for reference in in_order(pool, slots) if reference != event[1]]
        set_row(pool, slots, [event[1], *others] if first else [*others, event[1]])

    return move


def settle(pool: SlotList, slots: list[int], joined: int = NONE) -> None:
    """Say how many elements a list has, and in which order where rules move them: who has ``joined`` is the last."""
    slots[pool.count] = pool.capacity - slots[pool.base : pool.base + pool.capacity].count(NONE)
    if pool.order is not None:  # else it is that of the places
        order = in_order(pool, slots)
        set_row(pool, slots, order if joined in (NONE, *order) else [*order, joined])


def in_order(pool: SlotList, slots: Sequence[int]) -> list[int]:
    """The elements that a list has, in its order."""
    there = {reference for reference in slots[pool.base : pool.base + pool.capacity] if reference != NONE}
    return [reference for reference in slots[pool.row : pool.row + pool.capacity] if reference in there]


def set_row(pool: SlotList, slots: list[int], order: Sequence[int]) -> None:
    """Give a list that has an order this one."""
    slots[pool.row : pool.row + pool.capacity] = [*order, *[NONE] * (pool.capacity - len(order))]


def falling_back(program: Program, region: Region) -> Effect:
    """A procedure ends, and its state falls back."""
    first, last = region.run.first, region.run.first + region.run.count

    def fall_back(slots: list[int], event: Sequence[int]) -> None:
        slots[first:last] = program.defaults[first:last]
        for run in region.cleared:
            slots[run.first : run.first + run.count] = [NONE] * run.count

    return fall_back
