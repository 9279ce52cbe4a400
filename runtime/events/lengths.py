"""Upper bounds on the text of events, computed without rendering it, so that a journal's size is bounded."""

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
from bombsight.runtime.events.lexicon import lexicon_of
from bombsight.runtime.events.names import LONGEST_NAME

EVENT_BYTES = 100
"""Bytes that count for any event, for its own storage and that of its view."""

NUMBER_BYTES = 12
"""Bytes of a number, or of yes and no, with the separator."""


class EventLengths:
    """Computes for each event of a program an upper bound on the bytes of its text in UTF-8.

    Each site's length is computed once.
    """

    def __init__(self, program: Program) -> None:
        """Make a calculator of bounds for a program's events; bounds are cached once computed."""
        self.program = program
        self.lexicon = lexicon_of(program)
        self._sites: dict[int, tuple[int, int]] = {}
        self._slots: dict[int, int] = {}
        self._types: dict[Type | None, int] = {}

    def __call__(self, event: Sequence[int]) -> int:
        """Return an upper bound on the bytes of an event's text; 0 for the event that ends a run."""
        number = event[0]
        cached = self._sites.get(number)
        if cached is None:
            if number < 0:
                return 0
            cached = self._sites[number] = self._site_length(self.program.sites[number])
        fixed, per_integer = cached
        return fixed + per_integer * len(event) if fixed else self._change_length(event[1])

    def _change_length(self, slot: int) -> int:
        """Bound the bytes of a text about a change of a slot: the field's title, its indices and two values."""
        length = self._slots.get(slot)
        if length is None:
            field = self.lexicon.field_at(slot)
            length = self._slots[slot] = EVENT_BYTES + (
                self._field_length(field) if field is not None else 2 * NUMBER_BYTES
            )
        return length

    def _field_length(self, field: SlotField) -> int:
        """Bound the bytes of the words for a field's change: its title, its element, its indices and two values."""
        pool = self.lexicon.lists.get(field.owner)
        element = self._value_length(ElementType(pool.record)) if pool is not None else 0
        indices = sum(self._value_length(EnumType(name)) for name in field.indices)
        return byte_size(field.title) + element + indices + 2 * self._value_length(field.type)

    def _site_length(self, site: Site) -> tuple[int, int]:
        """Bound the bytes of texts of a site's (code location's) events: a constant, and bytes for each integer."""
        match site:
            case SaySite(text=text):
                return EVENT_BYTES + self._text_length(text), 0
            case EnterSite(title=title, types=types):
                return EVENT_BYTES + byte_size(title) + self._value_lengths(types), 0
            case RollSite(title=title, types=types, rows=rows, modifiers=modifiers, dice=dice):
                changed = sum(byte_size(modifier.text) + NUMBER_BYTES for modifier in modifiers)
                return EVENT_BYTES + byte_size(title) + NUMBER_BYTES * dice.die_count + longest_row(
                    rows
                ) + changed + self._value_lengths(types), 0
            case ChoiceSite(ask=ask, branches=branches, option_type=kind):
                titles = sum(self._text_length(title) for _, title in branches)
                return EVENT_BYTES + self._text_length(ask) + titles, 0 if kind is None else self._value_length(kind)
            case ResultSite(title=title, types=types):
                return EVENT_BYTES + byte_size(title) + self._value_lengths(types), 0
            case BeforehandSite(title=title, row=row):
                return EVENT_BYTES + byte_size(title) + longest_row([row]), 0
            case DrawSite(type=kind):
                return EVENT_BYTES, self._value_length(kind)
            case ElementSite(list=list_) | MoveSite(list=list_):
                found = self.lexicon.lists[list_]
                return EVENT_BYTES + byte_size(found.title) + self._value_length(ElementType(found.record)), 0
            case LimitSite(text=text) | FaultSite(text=text):
                return EVENT_BYTES + byte_size(text), 0
            case LeaveSite():
                return EVENT_BYTES, 0
            case ChangeSite():  # its slot determines the length
                return 0, 0
            case _:
                assert_never(site)

    def _text_length(self, text: TextParts) -> int:
        """Bound the bytes of a text template after its values are filled in."""
        return sum(self._value_length(part.type) if isinstance(part, Hole) else byte_size(part) for part in text)

    def _value_lengths(self, types: Iterable[Type]) -> int:
        """Bound the bytes of the names of one value of each of several types, all together."""
        return sum(map(self._value_length, types))

    def _value_length(self, kind: Type | None) -> int:
        """Bound the bytes of the name or title of a value of a type; cached."""
        length = self._types.get(kind)
        if length is None:
            length = self._types[kind] = self._longest_value(kind)
        return length

    def _longest_value(self, kind: Type | None) -> int:
        """Compute the bytes of the longest name or title that a value of a type can have."""
        program = self.program
        match kind:
            case EnumType(enum=enum) if enum in program.enums:
                info = program.enums[enum]
                return max((byte_size(info.titles[at] or name) for at, name in enumerate(info.values)), default=0)
            case TextType():
                name_lengths = (byte_size(name) for names in program.names for name in names.names)
                return max(name_lengths, default=0) + 4 * LONGEST_NAME
            case ElementType(record=record):
                found = self.lexicon.list_of_record.get(record)
                members = self.lexicon.members[found.id] if found is not None else []
                return NUMBER_BYTES + sum(self._value_length(field.type) for field, _ in members)
            case EnumType() | BoolType() | IntType() | NoneType() | ListType() | PartsType() | UnknownType() | None:
                return NUMBER_BYTES
            case _:
                assert_never(kind)


def longest_row(rows: Iterable[RowInfo]) -> int:
    """The greatest number of bytes of a table row's label, title and text together."""
    return max((byte_size(row.label) + byte_size(row.title) + byte_size(row.text) for row in rows), default=0)


def byte_size(text: str) -> int:
    """The number of bytes of a text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode(errors="replace"))
