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
from bombsight.runtime.events.describe import HIDDEN, Describer, distinct

CAREER = "career"

MOST_SHOWN = 2_000_000
"""Characters that the places and values of all fields may come to: no game has a hundredth of it."""

SHORTEST = 20
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
        self._groups = [(owner, titles.get(owner) or worded(owner)) for owner in owners(program)]
        self._fields = {owner: fields_of(program, owner) for owner, _ in self._groups}
        self._longest = longest_shown(program, [field for fields in self._fields.values() for field in fields])
        self._places = {
            field.id: [self._short(place(describer, field, offset)) for offset in range(prod(field.shape))]
            for fields in self._fields.values()
            for field in fields
        }
        self._lines_told: dict[str, tuple[object, SheetLine]] = {}
        self._told: dict[str, tuple[object, tuple[SheetValue, ...]]] = {}

    def at(self, describer: Describer) -> Sheet:
        """The sheet of the same program in another state."""
        other = copy(self)
        other.describer, other._lines_told, other._told = describer, {**self._lines_told}, {**self._told}
        return other

    def groups(self, *, lists: bool = True, since: Sequence[int] | None = None) -> tuple[SheetGroup, ...]:
        """Every name, and every field and list with a title, what lives longest first; empty groups are left out.

        Args:
            lists: Whether lists are wanted; to name the elements of long ones takes a while.
            since: An earlier state: what was as bad then is not called bad. None for how the game began.
        """
        made = (SheetGroup(owner, title, tuple(self._lines(owner, lists, since))) for owner, title in self._groups)
        return tuple(group for group in made if group.lines)

    def _lines(self, owner: str, lists: bool, since: Sequence[int] | None) -> Iterator[SheetLine]:
        for field in self._fields[owner]:
            yield self._line(field, since)
        for found in self.describer.program.lists:
            if lists and found.owner == owner and found.title:
                yield SheetLine(found.id, found.title, True, False, self._elements(found))

    def _line(self, field: SlotField, since: Sequence[int] | None) -> SheetLine:
        """A field's line; told again only where what it says has changed, for most of a sheet seldom does."""
        here = slice(field.base, field.base + len(self._places[field.id]))
        slots, then = self.describer.slots[here], field.defaults if since is None else since[here]
        is_pinned = field.id in self.describer.pinned
        held = tuple(slots), tuple(then), is_pinned, self.describer.shown
        if field.id in self._lines_told and self._lines_told[field.id][0] == held:
            return self._lines_told[field.id][1]
        line = SheetLine(
            field.id,
            field.title or title_of(field),
            is_list=False,
            has_places=bool(field.shape),
            values=tuple(self._values(field, slots, then, is_pinned=is_pinned)),
            matters=field.matters,
            is_named=isinstance(field.type, TextType),
            is_pinned=is_pinned,
        )
        if not isinstance(field.type, ElementType):  # what an element is called depends on more than what is held here
            self._lines_told[field.id] = held, line
        return line

    def _short(self, text: str) -> str:
        """A text as far as it is shown."""
        if self._longest is None or len(text) <= self._longest:
            return text
        return f"{text[: self._longest - 1]}\N{HORIZONTAL ELLIPSIS}"

    def _values(
        self, field: SlotField, slots: Sequence[int], then: Sequence[int], *, is_pinned: bool
    ) -> Iterator[SheetValue]:
        """The values of a field, place by place."""
        told: dict[int, tuple[str, str]] = {}
        # Names are given as the game begins, so they never are what the rules' default says.
        is_given = isinstance(field.type, TextType)
        for where, value, default, before in zip(self._places[field.id], slots, field.defaults, then, strict=True):
            if value not in told:
                name, title = self.describer.name(field.type, value), self.describer.title(field.type, value)
                told[value] = name, self._short(title)
            is_news = not is_given and (value not in (default, HIDDEN) or (is_pinned and value != NONE))
            is_bad = is_worse(field, value, default) and is_worse(field, value, before)
            yield SheetValue(where, *told[value], is_news, is_bad)

    def _elements(self, found: SlotList) -> tuple[SheetValue, ...]:
        """The elements of a list; told again only where they have changed, for records of a career grow long."""
        is_ordered = found.order is not None and found.id not in self.describer.unordered
        order = self.describer.in_order(found) if is_ordered else None
        held = self.describer.held(found, 0, found.capacity), self.describer.shown, order
        if found.id not in self._told or self._told[found.id][0] != held:
            names, titles = (self.describer.elements(found, titled=titled) for titled in (False, True))
            pairs = list(zip(names, titles, strict=True))
            if found.id in self.describer.unordered:
                pairs.sort()
                pairs = list(
                    zip(*map(distinct, ([name for name, _ in pairs], [title for _, title in pairs])), strict=True)
                )
            told = tuple(SheetValue("", *each, True) for each in pairs)
            self._told[found.id] = held, told if order is None else tuple(told[number] for number in order)
        return self._told[found.id][1]


def longest_shown(program: Program, fields: Sequence[SlotField]) -> int | None:
    """How many characters of each place and value are shown; None for all, where they come to no more than may be.

    Whatever stands in state: so the same text is always shown as long.
    """
    longest = {id_: max(map(len, (*info.titles, *info.values)), default=0) for id_, info in program.enums.items()}
    other = max((len(name) for found in program.names for name in found.names), default=0)
    places = characters = 0
    for field in fields:
        size = prod(field.shape)
        value = longest[field.type.enum] if isinstance(field.type, EnumType) else other
        if isinstance(field.type, ElementType):
            value = max(longest.values(), default=0) + other
        places += size
        characters += size * (value + sum(longest[enum] for enum in field.indices))
    return max(SHORTEST, MOST_SHOWN // (2 * places)) if characters > MOST_SHOWN else None


def is_worse(field: SlotField, value: int, default: int) -> bool:
    """Whether a value is damage, measured by an earlier one."""
    if value in (NONE, HIDDEN, default) or not field.matters:
        return False
    if field.matters == "bad":
        return default == NONE or value > default
    return not isinstance(field.type, IntType) and value < default


def owners(program: Program) -> list[str]:
    """What fields and lists belong to, the longest-lived first."""
    pools = {found.id for found in program.lists}
    names = [field.owner for field in program.fields if field.owner not in pools]
    names += [found.owner for found in program.lists]
    return sorted(dict.fromkeys(names), key=lambda name: name != CAREER)


def procedure_titles(program: Program) -> dict[str, str]:
    """The titles of the procedures that have one, by their names."""
    titles: dict[str, str] = {}
    for site in program.sites:
        if isinstance(site, EnterSite) and site.kind == "procedure" and site.title:
            titles.setdefault(site.name, site.title)
    return titles


def worded(name: str) -> str:
    """A name as a title, where the rules give none."""
    return name.replace("_", " ").capitalize()


def fields_of(program: Program, owner: str) -> list[SlotField]:
    """The fields of an owner that people see and that belong to no list, those with a single value first."""
    found = (field for field in program.fields if field.owner == owner and is_shown(field))
    return sorted(found, key=lambda field: bool(field.shape))


def is_shown(field: SlotField) -> bool:
    """Whether people see a field: it has a title, or it is a name; and it is of no list."""
    return len(field.shape) == len(field.indices) and (bool(field.title) or isinstance(field.type, TextType))


def title_of(field: SlotField) -> str:
    """What holds a single name: ``Boat`` for ``boat.name``."""
    return field.title.partition(":")[0] or worded(field.id.partition(".")[0])


def place(describer: Describer, field: SlotField, offset: int) -> str:
    """The place of a value in words: ``Port``, ``Port inboard``."""
    indices: list[int] = []
    for length in reversed(field.shape):
        offset, index = divmod(offset, length)
        indices.append(index)
    pairs: Sequence[tuple[str, int]] = list(zip(field.indices, reversed(indices), strict=True))
    return " ".join(describer.title(EnumType(enum), index) for enum, index in pairs)
