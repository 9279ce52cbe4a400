"""The chronicle: the sentences of the journal that the rules mark for the report, by mission and by name.

Nothing is added to them: a paragraph consists of whole sentences, and each links to the line of the story of its event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from bombsight.flat.sites import Hole, SaySite
from bombsight.flat.types import NONE, TextType
from bombsight.runtime.events.views import SayView
from bombsight.runtime.session.session import Session
from bombsight.service.present.story import StoryLine

HEADING_JOINER = "\N{NO-BREAK SPACE}\N{MIDDLE DOT} "
"""What stands between the parts of a heading."""

UNLINKED_KINDS = ("chapter", "heading", "legend")
"""The kinds of story lines to which no sentence links unless it is one of them."""


@frozen
class GivenName:
    """A name of the game's lists, of a person or thing.

    Attributes:
        record: The record whose list it is from; empty for the game's general list.
        serial: Its number in the list, from 0.
        title: The name as shown.
    """

    record: str
    serial: int
    title: str


@frozen
class ChronicleEntry:
    """A sentence of the chronicle.

    Attributes:
        text: The sentence.
        is_headline: Whether it is a part of a mission's heading, and no sentence of the paragraph.
        anchor: The id of the story line that it links to; empty for the chapter's own.
        names: The names in it, each once.
    """

    text: str
    is_headline: bool
    anchor: str
    names: tuple[GivenName, ...]


@frozen
class NameChronicle:
    """The sentences that name a person or thing.

    Attributes:
        name: The name.
        chapters: The indices of the chapters with such sentences, in order, each with these sentences.
    """

    name: GivenName
    chapters: tuple[tuple[int, tuple[ChronicleEntry, ...]], ...]


def link_to_story(
    session: Session, said: Sequence[tuple[int, SayView]], lines_by_event: Iterable[tuple[int, Sequence[StoryLine]]]
) -> Iterator[StoryLine | ChronicleEntry]:
    """Yield the lines of a part of the story, with its entries of the chronicle, each behind the line it links to.

    A sentence links to its own line, or, if it has none, to the last line before it.

    Args:
        session: The game.
        said: The sentences, by the indices of their events.
        lines_by_event: The lines that each event brings, by its index.
    """
    views = dict(said)
    lines: list[StoryLine] = []
    entries: dict[int, list[ChronicleEntry]] = {}  # by the number of lines before them
    linked, anchor = -1, ""  # the index of the last line that can be linked to, and its id
    for event, new_lines in lines_by_event:
        for line in new_lines:
            if line.kind not in UNLINKED_KINDS and not (line.kind == "change" and not line.tone):
                linked, anchor = len(lines), f"event-{event}"
            lines.append(line)
        if event in views:
            if anchor:
                lines[linked] = evolve(lines[linked], anchor=anchor)
            entries.setdefault(len(lines), []).append(make_entry(session, event, views[event], anchor))
    for at, line in enumerate(lines):
        yield from entries.get(at, ())
        yield line
    yield from entries.get(len(lines), ())


def make_entry(session: Session, event: int, view: SayView, anchor: str) -> ChronicleEntry:
    """Make the entry of a sentence, by the index of its event and the id of the line that it links to."""
    return ChronicleEntry(view.text, view.chronicle == "headline", anchor, tuple(find_names(session, event)))


def find_names(session: Session, event: int) -> Iterator[GivenName]:
    """Yield the names in the sentence of an event, by its index, each once."""
    number, *values = session.journal.events[event]
    site = session.program.sites[number]
    assert isinstance(site, SaySite)
    found: set[tuple[str, int]] = set()
    for part in site.text:
        match part:
            case Hole(index=index, type=TextType(names=record) as kind) if values[index] != NONE:
                if (record, values[index]) not in found:
                    found.add((record, values[index]))
                    yield GivenName(record, values[index], session.describer.value_title(kind, values[index]))
            case _:  # the rest: fixed words, and values of other types
                pass


def join_headlines(entries: Iterable[ChronicleEntry]) -> str:
    """Join the parts of a mission's heading among the entries of its chapter; empty without any."""
    return HEADING_JOINER.join(entry.text.rstrip(".") for entry in entries if entry.is_headline)


def group_by_name(chapters: Sequence[Sequence[ChronicleEntry]]) -> list[NameChronicle]:
    """Group the sentences of the chapters by the names in them, in the order in which the names first stand there."""
    found: dict[tuple[str, int], list[tuple[GivenName, int, ChronicleEntry]]] = {}
    for at, entries in enumerate(chapters):
        for entry in entries:
            for name in entry.names if not entry.is_headline else ():
                found.setdefault((name.record, name.serial), []).append((name, at, entry))
    return [
        NameChronicle(
            lines[0][0],
            tuple(
                (at, tuple(entry for _, _, entry in same_chapter))
                for at, same_chapter in groupby(lines, key=lambda line: line[1])
            ),
        )
        for lines in found.values()
    ]
