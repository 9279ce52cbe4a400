"""Lookup tables for describing a program's events, built once and shared by all its runs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import assert_never

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import (
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    DrawSite,
    ElementSite,
    EnterSite,
    FaultSite,
    Hole,
    LeaveSite,
    LimitSite,
    MoveSite,
    ResultSite,
    RollSite,
    SaySite,
    Site,
    TextParts,
)
from bombsight.flat.types import NONE, ElementType

CACHED_LEXICONS = 8
"""Number of programs whose lexicons are cached."""


class Lexicon:
    """Lookup tables of a program: fields by slot, lists by id, and which events refer to list elements.

    Attributes:
        fields, lists: Fields and lists by their ids.
        list_of_record: Lists by the record of their elements.
        members: The fields that identify a list's elements, with their names, by list id.
        by_base, bases: Fields in order of their slots, and their first slots.
        holder_dimensions: The number of dimensions of a record's holder, by the holder's name.
        element_slots: Slots of elements' fields, and slots that refer to elements.
        mission_sites: Sites where a mission begins.
        unknown_state: A state with every value none.
    """

    def __init__(self, program: Program) -> None:
        """Make the lookup tables of a program."""
        self.program = program
        self.fields = {field.id: field for field in program.fields}
        self.lists = {found.id: found for found in program.lists}
        self.list_of_record = {found.record: found for found in program.lists}
        self.members = {found.id: self._distinguishing_fields(found) for found in program.lists}
        self.by_base = sorted(program.fields, key=lambda field: field.base)
        self.bases = [field.base for field in self.by_base]
        self.holder_dimensions = _holder_dimensions(program.fields)
        self.element_slots = frozenset(
            slot
            for field in program.fields
            if isinstance(field.type, ElementType) or len(field.shape) != len(field.indices)
            for slot in range(field.base, field.base + prod(field.shape))
        )
        self.mission_sites = frozenset(
            number
            for number, site in enumerate(program.sites)
            if isinstance(site, EnterSite) and site.kind == "procedure" and site.name == program.mission.name
        )
        self.unknown_state = (NONE,) * program.slots
        self._naming: dict[int, bool] = {}

    def field_at(self, slot: int) -> SlotField | None:
        """The field that a slot belongs to; None for a slot of no field, such as a counter."""
        index = bisect_right(self.bases, slot) - 1
        if index < 0:
            return None
        field = self.by_base[index]
        return field if slot < field.base + prod(field.shape) else None

    def names_elements(self, event: Sequence[int]) -> bool:
        """Whether an event refers to list elements, whose names depend on the state at that moment."""
        number = event[0]
        if number < 0:
            return False
        if number not in self._naming:
            self._naming[number] = _names_elements(self.program.sites[number])
        return self._naming[number] and (
            not isinstance(self.program.sites[number], ChangeSite) or event[1] in self.element_slots
        )

    def _distinguishing_fields(self, pool: SlotList) -> list[tuple[SlotField, str]]:
        """List the fields that tell a list's elements apart, with names: those without index or reference."""
        fields = [self.fields[id] for id in pool.fields]
        return [
            (field, field.id.rpartition(".")[2])
            for field in fields
            if len(field.shape) == 1 and not isinstance(field.type, ElementType)
        ]


def _names_elements(site: Site) -> bool:
    """Whether events of a site (a code location) may refer to list elements."""
    match site:
        case ElementSite() | MoveSite() | ChangeSite():
            return True
        case ChoiceSite():
            texts = [site.ask, *(title for _, title in site.branches)]
            return isinstance(site.option_type, ElementType) or any(map(_holds_element, texts))
        case DrawSite():
            return isinstance(site.type, ElementType)
        case SaySite():
            return _holds_element(site.text)
        case EnterSite() | ResultSite() | RollSite():
            return any(isinstance(kind, ElementType) for kind in site.types)
        case BeforehandSite() | LeaveSite() | LimitSite() | FaultSite():
            return False
        case _:
            assert_never(site)


def _holds_element(text: TextParts) -> bool:
    """Whether a text template mentions an element of a list, whose name must be filled in."""
    return any(isinstance(part, Hole) and isinstance(part.type, ElementType) for part in text)


class _IdentityKey:
    """A cache key that compares programs by identity, since comparing their fields is slow."""

    def __init__(self, program: Program) -> None:
        """Make the cache key of a program."""
        self.program = program

    def __hash__(self) -> int:
        """Hash the program by its identity, not its fields."""
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        """Whether the other key is of the very same program object."""
        return isinstance(other, _IdentityKey) and self.program is other.program


@lru_cache(CACHED_LEXICONS)
def _cached_lexicon(key: _IdentityKey) -> Lexicon:
    """Make the lexicon (lookup tables) of a key's program, memoized by the program's identity."""
    return Lexicon(key.program)


def lexicon_of(program: Program) -> Lexicon:
    """Return the lexicon (lookup tables) of a program, from a cache of recently used ones."""
    return _cached_lexicon(_IdentityKey(program))


def _holder_dimensions(fields: Sequence[SlotField]) -> dict[str, int]:
    """Map each field of records to the number of its own indices: 1 for ``posts`` in ``posts[tower].manned``."""
    shared: dict[str, tuple[str, ...]] = {}
    for field in fields:
        head, dot, _ = field.id.partition(".")
        if not dot or len(field.shape) != len(field.indices):
            continue
        shared_so_far = shared.get(head, field.indices)
        same = [a == b for a, b in zip(shared_so_far, field.indices, strict=False)]
        shared[head] = shared_so_far[: same.index(False) if False in same else len(same)]
    return {head: len(indices) for head, indices in shared.items()}
