"""``state``: what the player sees of the state, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from rich.text import Text

from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.flat.program import EnterSite, Program, SlotField
from bombsight.flat.types import NONE, BoolType, EnumType, TextType
from bombsight.runtime.describe import Describer

CAREER = "career"


def state_lines(describer: Describer, width: int, *, everything: bool = False) -> list[Text]:
    """Every titled field by its lifetime; unless ``everything`` is wanted, only what differs from its default."""
    lines: list[Text] = []
    for owner in owners(describer.program):
        group = [*scalars(describer, owner, everything), *arrays(describer, owner, everything)]
        group += lists(describer, owner, everything)
        if group:
            lines += [Text(), words(owner_title(describer.program, owner), "bold yellow")]
            for title, value in group:
                text = words(f"{title}: ", "dim")
                lines += wrapped(text.append(clean(value), style="not dim"), 2, width)
    return lines[1:] or [words("Nothing differs from how the game began: `state all` shows it.", "dim")]


def owners(program: Program) -> list[str]:
    """What fields and lists belong to, the longest-lived first."""
    pools = {found.id for found in program.lists}
    names = [field.owner for field in program.fields if field.owner not in pools]
    names += [found.owner for found in program.lists]
    return sorted(dict.fromkeys(names), key=lambda name: name != CAREER)


def owner_title(program: Program, owner: str) -> str:
    """The title of the procedure that state belongs to."""
    for site in program.sites:
        if isinstance(site, EnterSite) and site.kind == "procedure" and site.name == owner and site.title:
            return site.title
    return owner.replace("_", " ").capitalize()


def shown_fields(program: Program, owner: str) -> Iterator[SlotField]:
    """The titled fields of an owner that belong to no list."""
    for field in program.fields:
        if field.owner == owner and field.title and len(field.shape) == len(field.indices):
            yield field


def scalars(describer: Describer, owner: str, everything: bool) -> Iterator[tuple[str, str]]:
    """Fields with a single value."""
    for field in shown_fields(describer.program, owner):
        value = describer.slots[field.base]
        if not field.shape and (everything or is_news(field, 0, value)):
            yield field.title, describer.title(field.type, value)


def arrays(describer: Describer, owner: str, everything: bool) -> Iterator[tuple[str, str]]:
    """Fields with a value for each of several places, a line each."""
    for field in shown_fields(describer.program, owner):
        if field.shape:
            values = describer.slots[field.base : field.base + prod(field.shape)]
            news = [everything or is_news(field, offset, value) for offset, value in enumerate(values)]
            if any(news):
                yield field.title, array_text(describer, field, values, news)


def array_text(describer: Describer, field: SlotField, values: Sequence[int], news: Sequence[bool]) -> str:
    """The values that are news with their places: of yes and no, the places that say yes; one value for all once."""
    places = [place(describer, field, offset) for offset in range(len(values))]
    told = [describer.title(field.type, value) for value in values]
    if isinstance(field.type, BoolType) and not any(field.defaults):
        return ", ".join(name for name, value in zip(places, values, strict=True) if value) or "none"
    if all(news) and len(set(told)) == 1 and len(told) > 1:
        return told[0] if told[0] == "none" else f"{'both' if len(told) == 2 else 'all'} {told[0]}"
    plain = all(text.lstrip("-").isdecimal() for text in told)
    said = [f"{name}{' ' if plain else ': '}{text}" for name, text, new in zip(places, told, news, strict=True) if new]
    return (", " if plain else "; ").join(said)


def lists(describer: Describer, owner: str, everything: bool) -> Iterator[tuple[str, str]]:
    """The elements of lists."""
    for found in describer.program.lists:
        if found.owner == owner and found.title:
            held = [slot for slot in describer.slots[found.base : found.base + found.capacity] if slot != NONE]
            if held or everything:
                named = [describer.element(found.record, slot, titled=True) for slot in held]
                yield found.title, ", ".join(named) or "none"


def is_news(field: SlotField, offset: int, value: int) -> bool:
    """Whether a value differs from its default; names are news only where all is wanted."""
    return not isinstance(field.type, TextType) and value != field.defaults[offset]


def place(describer: Describer, field: SlotField, offset: int) -> str:
    """The place of a value in words: ``Port``, ``Port inboard``."""
    indices: list[int] = []
    for length in reversed(field.shape):
        offset, index = divmod(offset, length)
        indices.append(index)
    pairs: Sequence[tuple[str, int]] = list(zip(field.indices, reversed(indices), strict=True))
    return " ".join(describer.title(EnumType(enum), index) for enum, index in pairs)
