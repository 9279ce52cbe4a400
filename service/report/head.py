"""The head of a career's report: things with a name of their own, who did best, the worst mission.

All of it stands in the career's state and in the tallies of its missions; the rules' marks ``good`` and ``bad`` decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.flat.layout import SlotField
from bombsight.flat.types import NONE, EnumType, IntType, TextType
from bombsight.runtime.events.describe import Describer
from bombsight.service.present import sentences
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.sheet import CAREER, holder_title, is_shown_field, place_title
from bombsight.service.saves.careers import column_head

MAX_BEST = 3
"""The maximum number of names that are best, or next to the best."""


@frozen
class Figure:
    """A number that a career keeps of somebody, of which more is good.

    Attributes:
        serial: The number of the name in its list, which tells people apart.
        name: The name, with the place or post if the career keeps one.
        title: The number's title.
        number: The number.
    """

    serial: int
    name: str
    title: str
    number: int


def describe_career(describer: Describer, debriefings: Sequence[Debriefing]) -> Iterator[tuple[str, str]]:
    """Yield what the head says of a career, as titles and texts: its single named things, the best, the worst."""
    program = describer.program
    for field in program.fields:
        if field.owner == CAREER and not field.shape and isinstance(field.type, TextType) and is_shown_field(field):
            yield holder_title(field), ", ".join(names_in_turn(describer, field))
    figures = {figure.serial: figure for figure in find_figures(describer)}
    best = sorted(figures.values(), key=lambda figure: -figure.number)[:MAX_BEST]
    if best:
        first, *others = best
        texts = [sentences.figure_of(first.name, first.title, first.number)]
        texts += [sentences.next_best(other.name, other.number) for other in others]
        yield sentences.BEST_TITLE, "; ".join(texts)
    worst = find_worst(debriefings)
    if worst:
        yield sentences.WORST_TITLE, worst


def names_in_turn(describer: Describer, field: SlotField) -> list[str]:
    """Return the names that a single named thing of a career had: those in its lists of the past, then the present."""
    serials: dict[int, None] = {}
    for pool in describer.program.lists:
        for column in describer.program.fields:
            if pool.owner == CAREER and column.owner == pool.id and column.type == field.type:
                for reference in describer.element_references(pool):
                    serials[describer.slots[column.base + reference % pool.capacity]] = None
    serials[describer.slots[field.base]] = None
    return [describer.value_title(field.type, serial) for serial in serials if serial != NONE]


def find_figures(describer: Describer) -> Iterator[Figure]:
    """Yield the good numbers above 0 of the people of a career, of those who are there and of its lists of the past.

    Of several numbers it is the first that is marked good.
    """
    fields = describer.program.fields
    for names in (field for field in fields if field.owner == CAREER and is_people(field)):
        prefix = names.id.rpartition(".")[0]
        beside = [field for field in fields if field.owner == CAREER and field.id.rpartition(".")[0] == prefix]
        for field in first_good(beside):
            for offset in range(len(names.defaults)):
                yield from make_figure(describer, names, field, offset, place_title(describer, names, offset))
    posts = {field.indices for field in fields if field.owner == CAREER and is_people(field)}
    for pool in (pool for pool in describer.program.lists if pool.owner == CAREER and pool.title):
        columns = [field for field in fields if field.owner == pool.id and len(field.shape) == 1]
        named = [field for field in columns if isinstance(field.type, TextType) and not field.type.names]
        post = [field for field in columns if isinstance(field.type, EnumType) and (field.type.enum,) in posts]
        for field in first_good(columns) if named else ():
            for reference in describer.element_references(pool):
                at = reference % pool.capacity
                titles = [describer.value_title(each.type, describer.slots[each.base + at]) for each in post[:1]]
                yield from make_figure(describer, named[0], field, at, *titles)


def is_people(field: SlotField) -> bool:
    """Whether a field holds the names of people by their places."""
    return bool(field.shape) and field.type == TextType() and is_shown_field(field)


def first_good(fields: Sequence[SlotField]) -> list[SlotField]:
    """Return the first number of which more is good; no field if there is none."""
    return [field for field in fields if field.matters == "good" and isinstance(field.type, IntType)][:1]


def make_figure(describer: Describer, names: SlotField, field: SlotField, offset: int, *post: str) -> Iterator[Figure]:
    """Yield the number of somebody at an offset of the fields of names and numbers, if it is above 0."""
    serial, number = describer.slots[names.base + offset], describer.slots[field.base + offset]
    if serial != NONE and number > 0:
        yield Figure(serial, ", ".join([describer.value_title(names.type, serial), *post]), column_head(field), number)


def find_worst(debriefings: Sequence[Debriefing]) -> str:
    """Describe the mission with the most of the first number that is bad; empty if no mission has any."""
    found = ""
    most = 0
    for debriefing in debriefings:
        for tally in debriefing.tallies:
            if tally.matters == "bad" and tally.number is not None and tally.value not in ("yes", "no"):
                if tally.number > most:
                    found, most = sentences.figure_of(debriefing.title, tally.title, tally.number), tally.number
                break
    return found
