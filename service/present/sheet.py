"""The state as a player sees it: what has a title, group by group, with its places."""

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
"""Characters that the places and values of all fields may come to: no game has a hundredth of it."""

MIN_SHOWN_LENGTH = 20
"""Characters that are shown of a place or a value at least, however many there are."""


@frozen
class SheetValue:
    """A value.

    Attributes:
        place: Where it stands, in words: ``Port``, ``Port inboard``; empty for a field with a single value and for the
            elements of a list.
        name: Its stable name.
        title: The same for reading.
        is_news: Whether it is another than when the game began, or is pinned; of a name that was given, never.
        is_bad: Whether it is worse than when the game began; of what there can be more or fewer of, only where more
            is bad, for what is used up is no damage.
    """

    place: str
    name: str
    title: str
    is_news: bool
    is_bad: bool = False


@frozen
class SheetLine:
    """A field or a list that the player sees.

    Attributes:
        id: As in the rules.
        title: What the player sees it called.
        is_list: Whether it is a list of elements.
        has_places: Whether it is a field with a value for each of several places.
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty where it is neither.
        values: Its value, its values by place, or the elements of the list.
        is_named: Whether its values are names that were given.
        is_pinned: Whether it was settled beforehand what the rules set it to.
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
        """Whether anything in it is another than when the game began, or is pinned."""
        return any(value.is_news for value in self.values)


@frozen
class SheetGroup:
    """What lives as long as one procedure, or as the whole career.

    Attributes:
        owner: The procedure, or ``career``.
        title: Its title.
        lines: Fields with a single value, then those with places, then lists.
    """

    owner: str
    title: str
    lines: tuple[SheetLine, ...]


class Sheet:
    """The sheet of one program: what does not change, its groups, titles and places, is worked out once."""

    def __init__(self, describer: Describer) -> None:
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
        """The sheet of the same program in another state."""
        sheet_copy = copy(self)
        sheet_copy.describer, sheet_copy._line_cache, sheet_copy._list_cache = (
            describer,
            {**self._line_cache},
            {**self._list_cache},
        )
        return sheet_copy

    def groups(self, *, lists: bool = True, earlier_state: Sequence[int] | None = None) -> tuple[SheetGroup, ...]:
        """Every name, and every field and list with a title, what lives longest first; empty groups are left out.

        Args:
            lists: Whether lists are wanted; to name the elements of long ones takes a while.
            earlier_state: An earlier state: what was as bad then is not called bad. None for how the game began.
        """
        all_groups = (
            SheetGroup(owner, title, tuple(self._owner_lines(owner, lists, earlier_state)))
            for owner, title in self._groups
        )
        return tuple(group for group in all_groups if group.lines)

    def _owner_lines(self, owner: str, lists: bool, earlier_state: Sequence[int] | None) -> Iterator[SheetLine]:
        for field in self._fields[owner]:
            yield self._field_line(field, earlier_state)
        for pool in self.describer.program.lists:
            if lists and pool.owner == owner and pool.title:
                yield SheetLine(pool.id, pool.title, True, False, self._list_values(pool))

    def _field_line(self, field: SlotField, earlier_state: Sequence[int] | None) -> SheetLine:
        """A field's line; told again only where what it says has changed, for most of a sheet seldom does."""
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
        if not isinstance(field.type, ElementType):  # what an element is called depends on more than what is held here
            self._line_cache[field.id] = cache_key, line
        return line

    def _truncate(self, text: str) -> str:
        """A text as far as it is shown."""
        if self._max_length is None or len(text) <= self._max_length:
            return text
        return f"{text[: self._max_length - 1]}\N{HORIZONTAL ELLIPSIS}"

    def _field_values(
        self, field: SlotField, slots: Sequence[int], earlier: Sequence[int], *, is_pinned: bool
    ) -> Iterator[SheetValue]:
        """The values of a field, place by place."""
        texts: dict[int, tuple[str, str]] = {}
        # Names are given as the game begins, so they never are what the rules' default says.
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
        """The elements of a list; told again only where they have changed, for records of a career grow long."""
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
    """How many characters of each place and value are shown; None for all, where they come to no more than may be.

    Whatever stands in state: so the same text is always shown as long.
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
    """Whether a value is damage, measured by an earlier one."""
    if value in (NONE, HIDDEN, earlier) or not field.matters:
        return False
    if field.matters == "bad":
        return earlier == NONE or value > earlier
    return not isinstance(field.type, IntType) and value < earlier


def list_owners(program: Program) -> list[str]:
    """What fields and lists belong to, the longest-lived first."""
    pool_ids = {pool.id for pool in program.lists}
    names = [field.owner for field in program.fields if field.owner not in pool_ids]
    names += [pool.owner for pool in program.lists]
    return sorted(dict.fromkeys(names), key=lambda name: name != CAREER)


def procedure_titles(program: Program) -> dict[str, str]:
    """The titles of the procedures that have one, by their names."""
    titles: dict[str, str] = {}
    for site in program.sites:
        if isinstance(site, EnterSite) and site.kind == "procedure" and site.title:
            titles.setdefault(site.name, site.title)
    return titles


def title_from_name(name: str) -> str:
    """A name as a title, where the rules give none."""
    return name.replace("_", " ").capitalize()


def shown_fields_of(program: Program, owner: str) -> list[SlotField]:
    """The fields of an owner that people see and that belong to no list, those with a single value first."""
    fields = (field for field in program.fields if field.owner == owner and is_shown_field(field))
    return sorted(fields, key=lambda field: bool(field.shape))


def is_shown_field(field: SlotField) -> bool:
    """Whether people see a field: it has a title, or it is a name; and it is of no list."""
    return len(field.shape) == len(field.indices) and (bool(field.title) or isinstance(field.type, TextType))


def holder_title(field: SlotField) -> str:
    """What holds a single name: ``Boat`` for ``boat.name``."""
    return field.title.partition(":")[0] or title_from_name(field.id.partition(".")[0])


def place_title(describer: Describer, field: SlotField, offset: int) -> str:
    """The place of a value in words: ``Port``, ``Port inboard``."""
    indices: list[int] = []
    for length in reversed(field.shape):
        offset, index = divmod(offset, length)
        indices.append(index)
    pairs: Sequence[tuple[str, int]] = list(zip(field.indices, reversed(indices), strict=True))
    return " ".join(describer.value_title(EnumType(enum), index) for enum, index in pairs)
