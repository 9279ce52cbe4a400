"""What a game declares, on the screen: a line for each thing."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Console
from rich.text import Text

from bombsight.cli.games.overview import HASH_DIGITS
from bombsight.cli.tables.card import STANDING_COLOURS
from bombsight.cli.terminal.screen import clean, counted, sign, words
from bombsight.dsl.origin import PRINTED
from bombsight.service.lookup.contents import Chapter, Contents, Thing

WIDEST = 140
"""A line is no wider than this, however wide the terminal is."""

NAME = 26
"""The widest that a column of names is."""

CITE = 22
"""The widest that a citation is."""


def show_contents(told: Contents, out: Console) -> None:
    """Print what a game declares, file by file."""
    count = sum(len(chapter.things) for chapter in told.chapters)
    out.print(words(told.title, "bold"))
    out.print(
        words(f"rules {told.rules[:HASH_DIGITS]}; {counted(count, 'thing') if count else 'nothing of the kind'}", "dim")
    )
    width = min(out.width, WIDEST)
    for chapter in told.chapters:
        out.print()
        out.print(words(chapter.name, "bold"))
        for line in chapter_lines(chapter, width):
            out.print(line, no_wrap=True, overflow="crop")


def chapter_lines(chapter: Chapter, width: int) -> list[Text]:
    """The things of a chapter, a line for each, with the lines of them that were looked for."""
    holders = {str(thing) for thing in chapter.things if thing.kind in ("record", "state")}
    kinds = max(len(thing.kind) for thing in chapter.things)
    names = min(NAME, max(len(name_of(thing, holders)) for thing in chapter.things))
    lines: list[Text] = []
    before = ""
    for thing in chapter.things:
        kind = thing.kind if thing.kind != before and thing.of not in holders else ""
        lines.append(thing_line(thing, f"{kind:{kinds}}", name_of(thing, holders), names, width))
        lines += [hit_line(hit.text, f":{hit.place.line}", kinds + 4, width) for hit in thing.hits]
        before = "" if thing.of in holders else thing.kind
    return lines


def name_of(thing: Thing, holders: Collection[str]) -> str:
    """The name of a thing; that of a field is set in below the record or the state that it stands in."""
    return clean(f"  {thing.name.rpartition('.')[2]}" if thing.of in holders else thing.name)


def thing_line(thing: Thing, kind: str, name: str, names: int, width: int) -> Text:
    """A thing on one line: its kind, its name, its title, what it is, its source.

    Args:
        thing: The thing.
        kind: The column of its kind; blank where that was said above.
        name: Its name as it is shown.
        names: The width of the column of names.
        width: Of the line.
    """
    line = words(f"  {kind}  ", "dim")
    line.append(cut(name, names).ljust(names), style="not bold not dim" if name.startswith(" ") else "bold not dim")
    right = Text()
    if thing.origin.standing not in ("", PRINTED):
        right.append(f"  {thing.origin.standing}", style=STANDING_COLOURS.get(thing.origin.standing, ""))
    if thing.origin.amended_by:
        right.append("  amended", style="magenta")
    if thing.origin.cite:
        right.append(f"  {cut(clean(thing.origin.cite), CITE)}", style="dim")
    room = width - len(line) - len(right) - 2
    title, about = clean(thing.title), clean(thing.about)
    line.append("  ")
    line.append(cut(title, room), style="not dim")
    left = room - len(title) - (3 if title else 0)
    if about and left >= min(len(about), 8):
        line.append((f" {sign('·', '-')} " if title else "") + cut(about, left), style="dim")
    line.append(" " * max(0, width - len(line) - len(right)))
    return line.append_text(right)


def hit_line(text: str, place: str, indent: int, width: int) -> Text:
    """A line that holds what was looked for, and where it stands."""
    room = width - indent - len(place) - 2
    line = words(" " * indent + cut(clean(text).replace("\n", " "), room), "italic")
    return line.append(f"  {place}", style="dim not italic")


def cut(text: str, room: int) -> str:
    """A text, cut where there is no more room."""
    if len(text) <= room:
        return text
    dots = sign("…", "...")
    return text[: max(0, room - len(dots))] + dots if room > len(dots) else text[: max(0, room)]
