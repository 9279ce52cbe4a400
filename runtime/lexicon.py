"""What describing the events of a program takes, worked out once and shared by all its runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import (
    ChangeSite,
    ChoiceSite,
    ElementSite,
    EnterSite,
    Hole,
    ResultSite,
    RollSite,
    SaySite,
    Site,
)
from bombsight.flat.types import ElementType, Type

Stretch = tuple[int, int]
"""Slots, from the first to behind the last, that tell the elements of one list apart."""

Watched = tuple[Stretch, ...] | dict[int, tuple[Stretch, ...]]
"""The stretches that an event's elements are named by; of a change, by its slot."""

KEPT = 8
"""So many programs are remembered."""


class Lexicon:
    """The places of a program's fields and lists, and which events name elements.

    Attributes:
        fields, lists: By their ids.
        list_of_record: Lists by what they hold.
        members: Of each list by its id, the fields that tell its elements apart, with their names.
        by_base, bases: Fields in order of their slots, and where they begin.
        holder_dimensions: How many dimensions belong to what holds a record, by its name.
        changes: The stretches that a change of a slot is described by, for slots that belong to elements or hold them.
        watched: By site what of the state must be kept with its events, for elements can only be named while they are
            there; None for sites not met with yet. Behind the sites stand those that are none.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fields = {field.id: field for field in program.fields}
        self.lists = {found.id: found for found in program.lists}
        self.list_of_record = {found.record: found for found in program.lists}
        self.members = {found.id: self._members(found) for found in program.lists}
        self.by_base = sorted(program.fields, key=lambda field: field.base)
        self.bases = [field.base for field in self.by_base]
        self.holder_dimensions = _holder_dimensions(program.fields)
        self._stretches = {found.record: self._stretch(found) for found in program.lists}
        self.changes: dict[int, tuple[Stretch, ...]] = {}
        for field in program.fields:
            stretches = self._of_field(field)
            if stretches:
                self.changes |= dict.fromkeys(range(field.base, field.base + prod(field.shape)), stretches)

        self.watched: list[Watched | None] = [*[None] * len(program.sites), (), ()]

    def watch(self, number: int) -> Watched:
        """Find what is watched at a site."""
        found = self.watched[number] = self._watched(self.program.sites[number])
        return found

    def _watched(self, site: Site) -> Watched:
        match site:
            case ChangeSite():
                return self.changes
            case ElementSite():
                return self._of_types([ElementType(self.lists[site.list].record)])
            case ChoiceSite():
                texts = [site.ask, *(title for _, title in site.branches)]
                holes = [part.type for text in texts for part in text if isinstance(part, Hole)]
                return self._of_types([*holes, *([site.option_type] if site.option_type else [])])
            case SaySite():
                return self._of_types([part.type for part in site.text if isinstance(part, Hole)])
            case EnterSite() | ResultSite() | RollSite():
                return self._of_types(site.types)
        return ()

    def _members(self, found: SlotList) -> list[tuple[SlotField, str]]:
        """The fields that tell a list's elements apart, with their names: those with one value, but no elements."""
        fields = [self.fields[id] for id in found.fields]
        return [
            (field, field.id.rpartition(".")[2])
            for field in fields
            if len(field.shape) == 1 and not isinstance(field.type, ElementType)
        ]

    def _stretch(self, found: SlotList) -> Stretch:
        bases = [found.base, *(field.base for field, _ in self.members[found.id])]
        return min(bases), max(bases) + found.capacity

    def _of_types(self, types: Sequence[Type]) -> tuple[Stretch, ...]:
        records = dict.fromkeys(kind.record for kind in types if isinstance(kind, ElementType))
        return tuple(self._stretches[record] for record in records)

    def _of_field(self, field: SlotField) -> tuple[Stretch, ...]:
        """What a change of the field is described by: the elements it holds, and the one it belongs to."""
        types = [field.type]
        if len(field.shape) != len(field.indices):
            types.append(ElementType(self.lists[field.owner].record))
        return self._of_types(types)


class _Same:
    """A program as itself: two that are equal are compared field by field, which takes long."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.program is other.program


@lru_cache(KEPT)
def _remembered(same: _Same) -> Lexicon:
    return Lexicon(same.program)


def lexicon(program: Program) -> Lexicon:
    """The lexicon of a program; worked out again only where many others came between."""
    return _remembered(_Same(program))


def _holder_dimensions(fields: Sequence[SlotField]) -> dict[str, int]:
    """How many dimensions belong to what holds a record: those that all its fields begin with."""
    shared: dict[str, tuple[str, ...]] = {}
    for field in fields:
        head, dot, _ = field.id.partition(".")
        if not dot or len(field.shape) != len(field.indices):
            continue
        known = shared.get(head, field.indices)
        same = [a == b for a, b in zip(known, field.indices, strict=False)]
        shared[head] = known[: same.index(False) if False in same else len(same)]
    return {head: len(indices) for head, indices in shared.items()}
