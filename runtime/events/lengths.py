"""How long what events tell may be, known before words are made of them: so that a journal's size has a bound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from bombsight.flat.layout import SlotField
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
    RowInfo,
    SaySite,
    Site,
    TextParts,
)
from bombsight.flat.types import (
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)
from bombsight.runtime.events.display_names import lexicon
from bombsight.runtime.events.names import LONGEST

EVENT = 100
"""Bytes that an event counts for, whatever it tells: it is kept, and so is what is made of it."""

NUMBER = 12
"""Bytes of a number, or of yes and no, with what stands between it and the next."""


class Lengths:
    """The lengths of a program's events, in bytes of UTF-8: at least what their texts may have, not the keys of a save.

    Each is worked out when its site is first met.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.lexicon = lexicon(program)
        self._sites: dict[int, tuple[int, int]] = {}
        self._slots: dict[int, int] = {}
        self._types: dict[Type | None, int] = {}

    def __call__(self, event: Sequence[int]) -> int:
        """How many bytes an event counts for; none for how a run ended."""
        number = event[0]
        known = self._sites.get(number)
        if known is None:
            if number < 0:
                return 0
            known = self._sites[number] = self._site(self.program.sites[number])
        fixed, each = known
        return fixed + each * len(event) if fixed else self._change(event[1])

    def _change(self, slot: int) -> int:
        """A field changes: its title, with the indices of the slot, and the values."""
        found = self._slots.get(slot)
        if found is None:
            field = self.lexicon.field_at(slot)
            found = self._slots[slot] = EVENT + (self._field(field) if field is not None else 2 * NUMBER)
        return found

    def _field(self, field: SlotField) -> int:
        pool = self.lexicon.lists.get(field.owner)
        element = self._type(ElementType(pool.record)) if pool is not None else 0
        indices = sum(self._type(EnumType(name)) for name in field.indices)
        return size(field.title) + element + indices + 2 * self._type(field.type)

    def _site(self, site: Site) -> tuple[int, int]:
        """What events of a site count for, and for each of their integers besides; nothing for a change."""
        match site:
            case SaySite(text=text):
                return EVENT + self._text(text), 0
            case EnterSite(title=title, types=types):
                return EVENT + size(title) + self._values(types), 0
            case RollSite(title=title, types=types, rows=rows, modifiers=modifiers, dice=dice):
                changed = sum(size(modifier.text) + NUMBER for modifier in modifiers)
                return EVENT + size(title) + NUMBER * dice.count + longest(rows) + changed + self._values(types), 0
            case ChoiceSite(ask=ask, branches=branches, option_type=kind):
                titles = sum(self._text(title) for _, title in branches)
                return EVENT + self._text(ask) + titles, 0 if kind is None else self._type(kind)
            case ResultSite(title=title, types=types):
                return EVENT + size(title) + self._values(types), 0
            case BeforehandSite(title=title, row=row):
                return EVENT + size(title) + longest([row]), 0
            case DrawSite(type=kind):
                return EVENT, self._type(kind)
            case ElementSite(list=list_) | MoveSite(list=list_):
                found = self.lexicon.lists[list_]
                return EVENT + size(found.title) + self._type(ElementType(found.record)), 0
            case LimitSite(text=text) | FaultSite(text=text):
                return EVENT + size(text), 0
            case LeaveSite():
                return EVENT, 0
            case ChangeSite():  # its slot tells the rest
                return 0, 0
            case _:
                assert_never(site)

    def _text(self, text: TextParts) -> int:
        return sum(self._type(part.type) if isinstance(part, Hole) else size(part) for part in text)

    def _values(self, types: Iterable[Type]) -> int:
        return sum(map(self._type, types))

    def _type(self, kind: Type | None) -> int:
        """The longest that a value of a type is called."""
        found = self._types.get(kind)
        if found is None:
            found = self._types[kind] = self._longest(kind)
        return found

    def _longest(self, kind: Type | None) -> int:
        program = self.program
        match kind:
            case EnumType(enum=enum) if enum in program.enums:
                told = program.enums[enum]
                return max((size(told.titles[at] or name) for at, name in enumerate(told.values)), default=0)
            case TextType():
                given = (size(name) for names in program.names for name in names.names)
                return max(given, default=0) + 4 * LONGEST
            case ElementType(record=record):
                found = self.lexicon.list_of_record.get(record)
                members = self.lexicon.members[found.id] if found is not None else []
                return NUMBER + sum(self._type(field.type) for field, _ in members)
            case EnumType() | BoolType() | IntType() | NoneType() | ListType() | PartsType() | UnknownType() | None:
                return NUMBER
            case _:
                assert_never(kind)


def longest(rows: Iterable[RowInfo]) -> int:
    """The longest that is told of one of some rows."""
    return max((size(row.label) + size(row.title) + size(row.text) for row in rows), default=0)


def size(text: str) -> int:
    """Bytes of a text."""
    return len(text) if text.isascii() else len(text.encode(errors="replace"))
