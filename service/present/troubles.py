"""Troubles: all damage on the sheet, grouped by the person or place that has it.

A game keeps its books by kind of damage; a player who decides thinks of the man who is hurt and the tank that leaks. So
damaged values at the same place, whatever field they are of, are grouped under the place's own name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from bombsight.dsl.listing import capitalize_first
from bombsight.service.lookup.phrases import lowercase_title
from bombsight.service.present.sheet import SheetGroup, SheetLine, SheetValue


@frozen
class Trouble:
    """The damage at one place of the sheet: a person, a thing, or an index in words.

    Attributes:
        place: The place in words; empty for damage without a place.
        name: The name of the man or ship there; empty for none.
        told: The damages, each in a few words.
    """

    place: str
    name: str
    told: tuple[str, ...]

    def __str__(self) -> str:
        """Describe the damage: ``NAME, PLACE: DAMAGE; DAMAGE``."""
        if not self.place:
            return "; ".join(self.told)
        who = f"{self.name}, {self.place}" if self.name else capitalize_first(self.place)
        return f"{who}: {'; '.join(self.told)}"


def find_troubles(sheet: Sequence[SheetGroup], names: Mapping[str, str] | None = None) -> list[Trouble]:
    """Collect all damage on a sheet by place, the worst-hit first; then damage without a place.

    Args:
        sheet: The groups of the sheet.
        names: The names of those hit, by their places; None for the present ones.
    """
    names = given_names(sheet) if names is None else names
    wrong_by_place: dict[str, list[str]] = {}
    for line in (line for group in sheet for line in group.lines):
        for value in bad_values(line):
            place_troubles = wrong_by_place.setdefault(value.place, [])
            place_troubles += [
                each
                for each in (describe_trouble(line, value, is_of_man=value.place in names),)
                if each not in place_troubles
            ]
    with_places = [Trouble(place, names.get(place, ""), tuple(told)) for place, told in wrong_by_place.items() if place]
    with_places.sort(key=lambda each: (not each.name, -len(each.told)))
    return [*with_places, *(Trouble("", "", (each,)) for each in wrong_by_place.get("", ()))]


def bad_values(line: SheetLine) -> Iterator[SheetValue]:
    """Yield the values of a sheet line that are marked as damage: worse than when the game began."""
    yield from (value for value in line.values if value.is_bad)


def describe_trouble(line: SheetLine, value: SheetValue, *, is_of_man: bool = False) -> str:
    """Describe one damaged value: the field's title if it is yes, or title and amount; for a named person, the value.

    For a named man the value is enough: ``Bo, Mate: asleep``.
    """
    holder, _, quality = line.title.rpartition(": ")
    quality = lowercase_title(quality) if value.place else quality
    if value.name == "yes":
        return quality
    if value.name == "no":
        return f"no {quality}"
    if value.title.lstrip("-").isdecimal() or not (holder or is_of_man):
        return f"{quality} {value.title}" if value.place else f"{quality}: {value.title}"
    return value.title


def given_names(sheet: Sequence[SheetGroup]) -> dict[str, str]:
    """Map places of the sheet to the names of the people there; leave out places with several names."""
    names_by_place: dict[str, set[str]] = {}
    for line in (line for group in sheet for line in group.lines if line.is_named and line.has_places):
        for value in line.values:
            names_by_place.setdefault(value.place, set()).add(value.title)
    return {place: names.pop() for place, names in names_by_place.items() if len(names) == 1}
