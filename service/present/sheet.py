"""The sheet: the titled fields of the state as a player sees them, in groups, with the index of each value in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from math import prod
from typing import Literal

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite
from bombsight.flat.types import NONE, ElementType, EnumType, IntType, TextType
from bombsight.runtime.events.describe import HIDDEN, Describer, number_duplicates

CAREER = "career"

MAX_SHOWN_CHARACTERS = 2_000_000
"""The maximum number of characters that the places and values of all fields may have: no game has a hundredth of it."""

MIN_SHOWN_LENGTH = 20
"""The minimum number of characters that are shown of a place or a value, however many there are."""


@frozen
class SheetValue:
    """A value on the sheet, with its place: the index of an indexed field, in words.

    Attributes:
        place: The place in words: ``Port``, ``Port inboard``; empty for a field with a single value and for the
            elements of a list.
        name: Its stable name.
        title: The display title.
        is_news: Whether it differs from the game's begin, or is pinned; never for a given name.
        is_bad: Whether it is worse than at the game's begin; for a quantity only if more of it is bad, for
            consumption is no damage.
    """

    place: str
    name: str
    title: str
    is_news: bool
    is_bad: bool = False


@frozen
class SheetLine:
    """A field or a list on the sheet, with its values.

    Attributes:
        id: The id in the rules.
        title: The title that the player sees.
        is_list: Whether it is a list of elements.
        has_places: Whether it is a field with a value for each of several places.
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty where it is neither.
        values: Its value, its values by place, or the elements of the list.
        is_named: Whether its values are given names.
        is_pinned: Whether its value is pinned.
    """

    id: str
    title: str
    is_list: bool
    has_places: bool
    values: tuple[SheetValue, ...]
    matters: Literal["good", "bad", ""] = ""
    is_named: bool = False
    is_pinned: bool = False

    @property
    def is_news(self) -> bool:
        """Whether any value differs from the game's begin, or is pinned (fixed before the game)."""
        return any(value.is_news for value in self.values)


@frozen
class SheetGroup:
    """The fields and lists with one lifetime: that of a procedure, or the whole career.

    Attributes:
        owner: The procedure, or ``career``.
        title: Its title.
        lines: Fields with a single value, then those with places, then lists.
    """

    owner: str
    title: str
    lines: tuple[SheetLine, ...]


class Sheet:
    """The sheet of one program: its titled fields by group; what no state changes is computed once."""

    def __init__(self, describer: Describer) -> None:
        """Make the sheet of a describer's program, in the state that the describer puts into words."""
        self.describer = describer
        program = describer.program
        titles = procedure_titles(program)
        self._groups = [(owner, titles.get(owner) or title_from_name(owner)) for owner in list_owners(program)]
        self._fields = {owner: shown_fields_of(program, owner) for owner, _ in self._groups}
        self._max_length = shown_length_limit(program, [field for fields in self._fields.values() for field in fields])
        self._places = {
            field.id: [self._truncate(place_title(describer, field, offset)) for offset in range(prod(field.shape))]
            for fields in self._fields.values()
            for field in fields
        }
        self._line_cache: dict[str, tuple[object, SheetLine]] = {}
        self._list_cache: dict[str, tuple[object, tuple[SheetValue, ...]]] = {}

    def for_describer(self, describer: Describer) -> Sheet:
        """Copy the sheet for another state of the same program, with a describer of that state."""
        sheet_copy = copy(self)
        sheet_copy.describer, sheet_copy._line_cache, sheet_copy._list_cache = (
            describer,
            {**self._line_cache},
            {**self._list_cache},
        )
        return sheet_copy

    def groups(self, *, lists: bool = True, earlier_state: Sequence[int] | None = None) -> tuple[SheetGroup, ...]:
        """Make the groups of all titled fields, names and lists, the longest-lived first, without empty groups.

        Args:
            lists: Whether to include lists; naming the elements of long ones takes time.
            earlier_state: The state to compare with: values no worse than there are not marked bad. None for the
                game's begin.
        """
        all_groups = (
            SheetGroup(owner, title, tuple(self._owner_lines(owner, lists, earlier_state)))
            for owner, title in self._groups
        )
        return tuple(group for group in all_groups if group.lines)

    def _owner_lines(self, owner: str, lists: bool, earlier_state: Sequence[int] | None) -> Iterator[SheetLine]:
        """Yield the lines of an owner's (procedure's or career's) fields, and with ``lists`` of its lists."""
        for field in self._fields[owner]:
            yield self._field_line(field, earlier_state)
        for pool in self.describer.program.lists:
            if lists and pool.owner == owner and pool.title:
                yield SheetLine(pool.id, pool.title, True, False, self._list_values(pool))

    def _field_line(self, field: SlotField, earlier_state: Sequence[int] | None) -> SheetLine:
        """Make the line of a field; reuse the cached one if its values have not changed."""
        field_slots = slice(field.base, field.base + len(self._places[field.id]))
        slots, earlier = (
            self.describer.slots[field_slots],
            field.defaults if earlier_state is None else earlier_state[field_slots],
        )
        is_pinned = field.id in self.describer.pinned
        cache_key = tuple(slots), tuple(earlier), is_pinned, self.describer.name_lookup
        if field.id in self._line_cache and self._line_cache[field.id][0] == cache_key:
            return self._line_cache[field.id][1]
        line = SheetLine(
            field.id,
            field.title or holder_title(field),
            is_list=False,
            has_places=bool(field.shape),
            values=tuple(self._field_values(field, slots, earlier, is_pinned=is_pinned)),
            matters=field.matters,
            is_named=isinstance(field.type, TextType),
            is_pinned=is_pinned,
        )
        if not isinstance(field.type, ElementType):  # an element's name depends on more than its own slots
            self._line_cache[field.id] = cache_key, line
        return line

    def _truncate(self, text: str) -> str:
        """Truncate a text to the length limit of the sheet."""
        if self._max_length is None or len(text) <= self._max_length:
            return text
        return f"{text[: self._max_length - 1]}\N{HORIZONTAL ELLIPSIS}"

    def _field_values(
        self, field: SlotField, slots: Sequence[int], earlier: Sequence[int], *, is_pinned: bool
    ) -> Iterator[SheetValue]:
        """Yield the sheet values of a field, one for each of its indices.

        Args:
            field: The field.
            slots: The state.
            earlier: The state to compare with.
            is_pinned: Whether the field is pinned.
        """
        texts: dict[int, tuple[str, str]] = {}
        # Names are given as the game begins, so they always differ from the default.
        is_given = isinstance(field.type, TextType)
        for where, value, default, earlier_value in zip(
            self._places[field.id], slots, field.defaults, earlier, strict=True
        ):
            if value not in texts:
                name, title = (
                    self.describer.value_name(field.type, value),
                    self.describer.value_title(field.type, value),
                )
                texts[value] = name, self._truncate(title)
            is_news = not is_given and (value not in (default, HIDDEN) or (is_pinned and value != NONE))
            is_bad = is_worse(field, value, default) and is_worse(field, value, earlier_value)
            yield SheetValue(where, *texts[value], is_news, is_bad)

    def _list_values(self, pool: SlotList) -> tuple[SheetValue, ...]:
        """List the elements of a list as sheet values; reuse the cached ones if unchanged, as lists grow long."""
        is_ordered = pool.order is not None and pool.id not in self.describer.unordered
        order = self.describer.element_order(pool) if is_ordered else None
        cache_key = self.describer.distinguishing_values(pool, 0, pool.capacity), self.describer.name_lookup, order
        if pool.id not in self._list_cache or self._list_cache[pool.id][0] != cache_key:
            names, titles = (self.describer.element_names(pool, titled=titled) for titled in (False, True))
            pairs = list(zip(names, titles, strict=True))
            if pool.id in self.describer.unordered:
                pairs.sort()
                pairs = list(
                    zip(
                        *map(number_duplicates, ([name for name, _ in pairs], [title for _, title in pairs])),
                        strict=True,
                    )
                )
            values = tuple(SheetValue("", *each, True) for each in pairs)
            self._list_cache[pool.id] = (
                cache_key,
                values if order is None else tuple(values[number] for number in order),
            )
        return self._list_cache[pool.id][1]


def shown_length_limit(program: Program, fields: Sequence[SlotField]) -> int | None:
    """Compute the maximum length of a text on a program's sheet, so that it stays readable; None for no limit.

    It does not depend on the state, so the same text is always truncated alike.
    """
    longest = {id_: max(map(len, (*info.titles, *info.values)), default=0) for id_, info in program.enums.items()}
    longest_name = max((len(name) for name_list in program.names for name in name_list.names), default=0)
    places = characters = 0
    for field in fields:
        size = prod(field.shape)
        value = longest[field.type.enum] if isinstance(field.type, EnumType) else longest_name
        if isinstance(field.type, ElementType):
            value = max(longest.values(), default=0) + longest_name
        places += size
        characters += size * (value + sum(longest[enum] for enum in field.indices))
    return max(MIN_SHOWN_LENGTH, MAX_SHOWN_CHARACTERS // (2 * places)) if characters > MAX_SHOWN_CHARACTERS else None


def is_worse(field: SlotField, value: int, earlier: int) -> bool:
    """Whether a field's value is worse for the player than an earlier one, by the field's mark good or bad."""
    if value in (NONE, HIDDEN, earlier) or not field.matters:
        return False
    if field.matters == "bad":
        return earlier == NONE or value > earlier
    return not isinstance(field.type, IntType) and value < earlier


def list_owners(program: Program) -> list[str]:
    """List the owners (procedures, or the career) of a program's fields and lists, the longest-lived first."""
    pool_ids = {pool.id for pool in program.lists}
    names = [field.owner for field in program.fields if field.owner not in pool_ids]
    names += [pool.owner for pool in program.lists]
    return sorted(dict.fromkeys(names), key=lambda name: name != CAREER)


def procedure_titles(program: Program) -> dict[str, str]:
    """Map the names of a program's titled procedures to their titles."""
    titles: dict[str, str] = {}
    for site in program.sites:
        if isinstance(site, EnterSite) and site.kind == "procedure" and site.title:
            titles.setdefault(site.name, site.title)
    return titles


def title_from_name(name: str) -> str:
    """Convert a name of the rules to a title: ``fuel_left`` becomes ``Fuel left``."""
    return name.replace("_", " ").capitalize()


def shown_fields_of(program: Program, owner: str) -> list[SlotField]:
    """Return the visible fields of an owner (procedure or career) outside of lists, single values first."""
    fields = (field for field in program.fields if field.owner == owner and is_shown_field(field))
    return sorted(fields, key=lambda field: bool(field.shape))


def is_shown_field(field: SlotField) -> bool:
    """Whether a field is visible on the sheet: it belongs to no list, and has a title or is a name."""
    return len(field.shape) == len(field.indices) and (bool(field.title) or isinstance(field.type, TextType))


def holder_title(field: SlotField) -> str:
    """Return the title of the record that a single name field names: ``Boat`` for ``boat.name``."""
    return field.title.partition(":")[0] or title_from_name(field.id.partition(".")[0])


def place_title(describer: Describer, field: SlotField, offset: int) -> str:
    """Describe the indices of a value in an indexed field by the value's offset in the field: ``Port inboard``."""
    indices: list[int] = []
    for length in reversed(field.shape):
        offset, index = divmod(offset, length)
        indices.append(index)
    pairs: Sequence[tuple[str, int]] = list(zip(field.indices, reversed(indices), strict=True))
    return " ".join(describer.value_title(EnumType(enum), index) for enum, index in pairs)
