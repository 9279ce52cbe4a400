"""Names and titles of values, options, slots and texts.

A *name* is stable and goes into saves: ``fog``, ``7``, ``yes``, ``packet north``. A *title* is for reading: ``Fog``,
``the Packet, North``. Elements are named after the enum values and names in their fields (or else their numbers); of
several equal ones in a list, the later ones carry ``#2``, ``#3``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.dsl.node_classes import frozen
from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import PLAYER, ChoiceSite, Hole, TextParts
from bombsight.flat.types import NONE, BoolType, ElementType, EnumType, TextType, Type
from bombsight.flat.words import word_for
from bombsight.runtime.events.lexicon import lexicon_of
from bombsight.runtime.events.names import NameLookup, numbered_name

HIDDEN = NONE + 1
"""Replaces a value that the player may not see."""

if TYPE_CHECKING:
    from bombsight.runtime.run.derived_values import Asides


@frozen
class Option:
    """An option of a choice: its value, unique name, title and further identifying words.

    Attributes:
        name: Its stable name.
        title: Its title.
        marks: Further words that identify it.
        beside: The information that the rules show beside it; empty for none.
        grave: Whether the rules call it irreversible.
        piece: The piece that it is, as boards name it (:meth:`Describer.piece_name`); empty for none.
        short: Its short title, for where the title has no room; empty for none.
    """

    name: str
    title: str
    marks: frozenset[str] = frozenset()
    beside: str = ""
    grave: bool = False
    piece: str = ""
    short: str = ""

    @property
    def words(self) -> frozenset[str]:
        """The words by which a person can type this option: those of its title and its further marks."""
        return words_of(self.title) | self.marks


def words_of(text: str) -> frozenset[str]:
    """Split a name or title into a set of lower-case words, without punctuation except a minus sign."""
    return frozenset(re.findall(r"(?<![\w#])-\d+\b|[\w#]+", text.lower()))


class Describer:
    """Maps values, options, slots and text templates of a program, in one state, to names and titles.

    Attributes:
        slots: The state in which elements are looked up; a run sets it to its own.
        asides: Evaluates asides; a run sets it.
        name_lookup: The names to show; None for those of the manifest, which stable names always are.
        pinned: Ids of the fields that are pinned.
        unordered: Ids of lists whose order is hidden: equal elements of these are not numbered.
    """

    def __init__(self, program: Program) -> None:
        """Make a describer of a program's values; the caller sets ``slots``, the state to describe."""
        self.program = program
        self.asides: Asides | None = None
        self.name_lookup: NameLookup | None = None
        self.pinned: frozenset[str] = frozenset()
        self.unordered: frozenset[str] = frozenset()
        self.enums = program.enums
        self.lexicon = lexicon_of(program)
        self.slots: Sequence[int] = self.lexicon.unknown_state
        self.fields, self.lists = self.lexicon.fields, self.lexicon.lists
        self._worded: dict[tuple[str, NameLookup | None, bool], Callable[[tuple[int, ...]], str]] = {}

    def for_another_state(self) -> Describer:
        """Make a describer with the same names and caches, for another state, which the caller sets."""
        other = Describer(self.program)
        other.asides, other.name_lookup, other._worded = self.asides, self.name_lookup, self._worded
        return other

    # --- values

    def value_name(self, kind: Type | None, value: int) -> str:
        """Return the stable name of a value of a type, as saves and JSON have it: ``fog`` for 1 of an enum."""
        if value == HIDDEN:
            return "hidden"
        match kind:
            case TextType(names=record) if value != NONE:
                return self.given_name(record, value)
            case ElementType(record=record) if value != NONE:
                return self.element_name(record, value, titled=False)
            case EnumType(enum=enum) if enum in self.enums:
                return word_for(value, kind, self.enums[enum].values)
            case _:  # the rest: by its word, or its number
                return word_for(value, kind)

    def value_title(self, kind: Type | None, value: int) -> str:
        """Return the title of a value of a type, as people read it: ``Thick fog``."""
        if value not in (NONE, HIDDEN):
            match kind:
                case EnumType(enum=enum) if (info := self.enums.get(enum)) and 0 <= value < len(info.values):
                    return info.titles[value] or info.values[value].replace("_", " ")
                case ElementType(record=record):
                    return self.element_name(record, value, titled=True)
                case TextType(names=record) if self.name_lookup is not None:
                    return self.name_lookup(record, value)
                case _:  # the rest: its name is its title
                    pass
        return self.value_name(kind, value)

    def value_short(self, kind: Type | None, value: int) -> str:
        """Return the short title of a value of a type, for where its title has no room; empty without one."""
        if value in (NONE, HIDDEN):
            return ""
        match kind:
            case EnumType(enum=enum) if (info := self.enums.get(enum)) and 0 <= value < len(info.shorts):
                return info.shorts[value]
            case ElementType(record=record):
                return self._element_short(record, value)
            case _:  # the rest: has none
                return ""

    def _element_short(self, record: str, reference: int) -> str:
        """Compose an element's short title from the values that its record's template names; empty without one.

        A field that is none is left out, with the words before it.
        """
        pool = self.lexicon.list_of_record[record]
        parts = [
            (field.short_part, field.type, self.slots[field.base + reference % pool.capacity])
            for field, _ in self.lexicon.members[pool.id]
            if field.short_part is not None
        ]
        parts.sort(key=lambda part: part[0].order)
        if any(value == HIDDEN for _, _, value in parts):
            return ""
        return "".join(
            f"{part.before}{self.value_short(kind, value) or self.value_title(kind, value)}{part.after}"
            for part, kind, value in parts
            if value != NONE
        )

    def piece_name(self, kind: Type | None, value: int) -> str:
        """Return what identifies a value or an element as a piece of the game; empty for what is no piece.

        A value of an enum is ``Sky.fog``; an element is its list and its reference, ``ships#3``. An element of a list
        whose order is hidden is no piece, for its reference would tell when it was made.
        """
        if value in (NONE, HIDDEN):
            return ""
        match kind:
            case EnumType(enum=enum) if enum in self.enums:
                return f"{enum}.{self.value_name(kind, value)}"
            case ElementType(record=record):
                pool = self.lexicon.list_of_record[record]
                return "" if pool.id in self.unordered else f"{pool.id}#{value}"
            case _:  # the rest: numbers and names
                return ""

    def given_name(self, record: str, serial: int) -> str:
        """Return name number ``serial``, from 0, in the manifest's list of names for a record."""
        return numbered_name(next((found.names for found in self.program.names if found.record == record), ()), serial)

    # --- elements

    def element_name(self, record: str, reference: int, *, titled: bool) -> str:
        """Return a list element's name (title if ``titled``), numbered after an equal one: ``packet north #2``."""
        pool = self.lexicon.list_of_record[record]
        place = reference % pool.capacity
        describe = self._element_namer(pool, titled)
        words = describe(self.distinguishing_values(pool, place, place + 1)[0])
        if self.slots[pool.base + place] != reference or pool.id in self.unordered:
            return words
        earlier = (held for held in self.distinguishing_values(pool, 0, place) if held[0] != NONE)
        ordinal = 1 + [*map(describe, earlier)].count(words)
        return f"{words} #{ordinal}" if ordinal > 1 else words

    def element_names(self, pool: SlotList, *, titled: bool) -> list[str]:
        """Return the names (titles if ``titled``) of a list's elements, numbered as :meth:`element_name` does."""
        present = [held for held in self.distinguishing_values(pool, 0, pool.capacity) if held[0] != NONE]
        names = [*map(self._element_namer(pool, titled), present)]
        return names if pool.id in self.unordered else number_duplicates(names)

    def element_order(self, pool: SlotList) -> list[int]:
        """Return the indices (among the elements present) in the order in which the rules loop over a list."""
        living = [held for held in self.slots[pool.base : pool.base + pool.capacity] if held != NONE]
        return [living.index(held) for held in self.element_references(pool)]

    def element_references(self, pool: SlotList) -> list[int]:
        """Return the references (integer ids) of a list's elements in the order in which the rules loop over them."""
        return [held for held in self.slots[pool.row : pool.row + pool.capacity] if held != NONE]

    def distinguishing_values(self, pool: SlotList, first: int, last: int) -> list[tuple[int, ...]]:
        """Return the identifying values of a list's elements from ``first`` to before ``last``, a tuple for each.

        Each tuple begins with 0, or with ``NONE`` for a free position.
        """
        slots = self.slots
        presence = [NONE if held == NONE else 0 for held in slots[pool.base + first : pool.base + last]]
        columns = [slots[field.base + first : field.base + last] for field, _ in self.lexicon.members[pool.id]]
        return list(zip(presence, *columns, strict=True))

    def _element_namer(self, pool: SlotList, titled: bool) -> Callable[[tuple[int, ...]], str]:
        """Make a cached function from an element's identifying values to its name, for lists are named often."""
        key = pool.id, self.name_lookup, titled
        if key not in self._worded:
            speaker = Describer(self.program)  # its own, for this one's name_lookup may change
            speaker.name_lookup = self.name_lookup
            self._worded[key] = cache(partial(speaker._name_element, pool, titled))
        return self._worded[key]

    def _name_element(self, pool: SlotList, titled: bool, values: tuple[int, ...]) -> str:
        """Compose an element's name from its identifying values: enum values and names, or numbers if it has neither.

        Titles leave out fields without a title if some have one, and good or bad fields at their default, which are no
        news. Parts of a career's records are separated by commas, others by blanks.
        """
        words, numbers = [], []
        describe = self.value_title if titled else self.value_name
        members = self.lexicon.members[pool.id]
        hides = titled and any(field.title and isinstance(field.type, (EnumType, TextType)) for field, _ in members)
        for (field, member), value in zip(members, values[1:], strict=True):
            if hides and not field.title:
                continue
            if value in (NONE, HIDDEN) or (titled and field.matters and value == field.defaults[0]):
                continue
            if isinstance(field.type, (EnumType, TextType)):
                words.append(describe(field.type, value))
            elif not isinstance(field.type, BoolType):
                numbers.append(f"{member.replace('_', ' ') if titled else member} {value}")
        if HIDDEN in values:
            words.insert(0, pool.record.lower())
        between = ", " if titled and pool.owner == "career" else " "
        return between.join(words or numbers) or pool.record.lower()

    # --- options

    def describe_options(self, site: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> list[Option]:
        """Describe a choice's options by unique name and title; ``values`` are the question's parameters."""
        if site.option_type is not None:
            members = self.describe_members(site.option_type, [option * site.unit for option in options])
            return [evolve(found, grave=site.grave) for found in members]
        names = self.option_names(site, options)
        titles = [self.fill_text(site.branches[option][1], values) for option in options]
        return [
            Option(name, title, grave=site.grave or name in site.grave_branches)
            for name, title in zip(names, titles, strict=True)
        ]

    def describe_members(self, kind: Type, values: Sequence[int]) -> list[Option]:
        """Describe values of a type, each with a unique name."""
        names = number_duplicates(self._distinct_names(kind, values, titled=False))
        titles = number_duplicates(self._distinct_names(kind, values, titled=True))
        marks = [self._element_marks(kind, value, name) for value, name in zip(values, names, strict=True)]
        return [
            Option(name, title, mark, piece=self.piece_name(kind, value), short=self.value_short(kind, value))
            for name, title, mark, value in zip(names, titles, marks, values, strict=True)
        ]

    def option_names(self, site: ChoiceSite, options: Sequence[int]) -> list[str]:
        """Return the unique stable names of a choice's options, which are given as integers."""
        if site.option_type is None:
            return [site.branches[option][0] for option in options]
        values = [option * site.unit for option in options]
        return number_duplicates(self._distinct_names(site.option_type, values, titled=False))

    def _distinct_names(self, kind: Type, options: Sequence[int], *, titled: bool) -> list[str]:
        """Return the names (titles if ``titled``) of a type's values, equal ones of list elements numbered: ``#2``."""
        known: dict[int, str] = {}
        if isinstance(kind, ElementType):
            found = self.lexicon.list_of_record[kind.record]
            seen: Counter[str] = Counter()
            held, worded = self.distinguishing_values(found, 0, found.capacity), self._element_namer(found, titled)
            for reference, one in zip(self.slots[found.base : found.base + found.capacity], held, strict=True):
                if reference != NONE:
                    words = worded(one)
                    seen[words] += found.id not in self.unordered
                    known[reference] = f"{words} #{seen[words]}" if seen[words] > 1 else words
        describe = self.value_title if titled else self.value_name
        return [known[option] if option in known else describe(kind, option) for option in options]

    def _element_marks(self, kind: Type, option: int, name: str) -> frozenset[str]:
        """Return words that identify an element: its yes/no fields that are yes, and its number among equals."""
        if not isinstance(kind, ElementType) or option == NONE:
            return frozenset()
        found = self.lexicon.list_of_record[kind.record]
        place = option % found.capacity
        true_fields = {
            member
            for field, member in self.lexicon.members[found.id]
            if isinstance(field.type, BoolType) and self.slots[field.base + place]
        }
        ordinal = name.partition("#")[2] or "1"
        return frozenset(true_fields | {ordinal})

    # --- who answers

    def chooser_title(self, site: ChoiceSite, values: Sequence[int]) -> str:
        """Return who answers a choice: a player's title, another person's, or ``player`` for the first player."""
        if site.seat is None:
            return site.by
        seat = values[site.seat.index]
        return PLAYER if seat == 0 else self.value_title(site.seat.type, seat)

    def seat_name(self, site: ChoiceSite, values: Sequence[int]) -> str:
        """Return the stable name of the player whose turn a choice is; empty in a game for one player."""
        if self.program.players is None:
            return ""
        return self.value_name(EnumType(self.program.players), 0 if site.seat is None else values[site.seat.index])

    # --- texts and places

    def fill_text(self, parts: TextParts, values: Sequence[int]) -> str:
        """Render a text template of the rules with the titles of ``values`` filled in."""
        return "".join(
            self.value_title(part.type, values[part.index]) if isinstance(part, Hole) else part for part in parts
        )

    def fill_unnamed(self, parts: TextParts, values: Sequence[int]) -> str:
        """Render a text template with titles filled in, and with the manifest's names for names the player sees."""
        shown, self.name_lookup = self.name_lookup, None
        try:
            return self.fill_text(parts, values)
        finally:
            self.name_lookup = shown

    def field_at(self, slot: int) -> SlotField | None:
        """Return the field that a slot of the state belongs to; None for a slot of no field, such as a counter."""
        return self.lexicon.field_at(slot)

    def slot_name(self, slot: int, *, titled: bool = False) -> str:
        """The name of a slot: ``lamp``, ``posts[tower].manned``, ``ships[packet north].strength``."""
        field = self.field_at(slot)
        if field is None:
            return f"slot {slot}"
        return self._field_slot_name(field, slot - field.base, titled)

    def _field_slot_name(self, field: SlotField, offset: int, titled: bool) -> str:
        """The name of a slot of a field outside lists, with its indices: ``posts[tower].manned``.

        Args:
            field: The field.
            offset: The number of the slot within it.
            titled: Whether titles are wanted instead of names.
        """
        indices = []
        for length in reversed(field.shape):
            offset, index = divmod(offset, length)
            indices.append(index)
        indices.reverse()
        describe = self.value_title if titled else self.value_name
        first = len(field.shape) - len(field.indices)
        words = [describe(EnumType(enum), index) for enum, index in zip(field.indices, indices[first:], strict=True)]
        if first:
            return self._element_slot_name(field, indices[0], words, titled)
        if titled:
            return f"{field.title or field.id}{', ' if words else ''}{', '.join(words)}"
        head, dot, tail = field.id.partition(".")
        held = self.lexicon.holder_dimensions.get(head, 0) if dot else len(words)
        return head + _brackets(words[:held]) + dot + tail + _brackets(words[held:])

    def _element_slot_name(self, field: SlotField, place: int, words: list[str], titled: bool) -> str:
        """The name of a slot of a list element's field: ``ships[packet north].strength``.

        Args:
            field: The field.
            place: The position of the element in its list.
            words: The names of the field's indices.
            titled: Whether titles are wanted instead of names.
        """
        found = self.lists[field.owner]
        references = self.slots[found.base : found.base + found.capacity]
        live = next((r for r in references if r != NONE and r % found.capacity == place), place)
        element = self.element_name(found.record, live, titled=titled)
        if titled:
            return ", ".join([element, field.title or field.id.rpartition(".")[2], *words])
        return f"{found.id}[{element}].{field.id.rpartition('.')[2]}{_brackets(words)}"


def number_duplicates(names: list[str]) -> list[str]:
    """Make repeated names unique: the second gets ``#2``, the third ``#3``."""
    seen: Counter[str] = Counter()
    result = []
    for name in names:
        seen[name] += 1
        result.append(f"{name} #{seen[name]}" if seen[name] > 1 else name)
    return result


def _brackets(words: list[str]) -> str:
    """Render index words in brackets, ``[tower, 2]``; empty for no words."""
    return f"[{', '.join(words)}]" if words else ""


def numbers_of_unit(site: ChoiceSite, start: int, values: Sequence[int]) -> range:
    """Return the numbers of an amount among which the next question lets choose, if there are several.

    Args:
        site: The choice of the thousand.
        start: The name of the thousand that was chosen, a number.
        values: The values of the question's texts.
    """
    low, high = (values[index] for index in site.ends)
    return range(max(start, low), min(start + site.unit - 1, high) + 1)
