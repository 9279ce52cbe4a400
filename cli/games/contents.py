"""The display of a game's items: a line each."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Console
from rich.text import Text

from bombsight.cli.games.overview import HASH_DIGITS
from bombsight.cli.tables.card import STANDING_COLOURS
from bombsight.cli.terminal.screen import choose_sign, pluralize, sanitize, styled_text
from bombsight.dsl.origin import PRINTED
from bombsight.service.lookup.contents import Chapter, Contents, Thing

MAX_WIDTH = 140
"""The maximum width in columns of a line, however wide the terminal is."""

MAX_NAME_WIDTH = 26
"""The maximum width in columns of names."""

MAX_CITE_WIDTH = 22
"""The maximum width in columns of citations."""


def show_contents(contents: Contents, out: Console) -> None:
    """Print the items (top-level declarations) of a game, file by file."""
    count = sum(len(chapter.things) for chapter in contents.chapters)
    out.print(styled_text(contents.title, "bold"))
    out.print(
        styled_text(
            f"rules {contents.rules[:HASH_DIGITS]}; {pluralize(count, 'thing') if count else 'nothing of the kind'}",
            "dim",
        )
    )
    width = min(out.width, MAX_WIDTH)
    for chapter in contents.chapters:
        out.print()
        out.print(styled_text(chapter.name, "bold"))
        for line in draw_chapter(chapter, width):
            out.print(line, no_wrap=True, overflow="crop")


def draw_chapter(chapter: Chapter, width: int) -> list[Text]:
    """Render the declarations of a chapter, a line each, with the lines of the rules that a search has found."""
    holders = {str(thing) for thing in chapter.things if thing.kind in ("record", "state")}
    kind_width = max(len(thing.kind) for thing in chapter.things)
    name_width = min(MAX_NAME_WIDTH, max(len(display_name(thing, holders)) for thing in chapter.things))
    lines: list[Text] = []
    previous_kind = ""
    for thing in chapter.things:
        kind = thing.kind if thing.kind != previous_kind and thing.of not in holders else ""
        lines.append(draw_thing(thing, f"{kind:{kind_width}}", display_name(thing, holders), name_width, width))
        lines += [draw_matching_line(hit.text, f":{hit.place.line}", kind_width + 4, width) for hit in thing.hits]
        previous_kind = "" if thing.of in holders else thing.kind
    return lines


def display_name(thing: Thing, owner_names: Collection[str]) -> str:
    """The displayed name of a declaration; that of a field is its last part, indented, if its owner is listed.

    `owner_names` has the ids of the listed records and states.
    """
    return sanitize(f"  {thing.name.rpartition('.')[2]}" if thing.of in owner_names else thing.name)


def draw_thing(thing: Thing, kind: str, name: str, name_width: int, width: int) -> Text:
    """Render a declaration on one line: kind, name, title, description, source.

    Args:
        thing: The thing.
        kind: The text in the column of kinds; blank to avoid repetition.
        name: The displayed name.
        name_width: The width of the column of names.
        width: The columns of the line.
    """
    line = styled_text(f"  {kind}  ", "dim")
    line.append(
        truncate(name, name_width).ljust(name_width),
        style="not bold not dim" if name.startswith(" ") else "bold not dim",
    )
    right = Text()
    if thing.origin.standing not in ("", PRINTED):
        right.append(f"  {thing.origin.standing}", style=STANDING_COLOURS.get(thing.origin.standing, ""))
    if thing.origin.amended_by:
        right.append("  amended", style="magenta")
    if thing.origin.cite:
        right.append(f"  {truncate(sanitize(thing.origin.cite), MAX_CITE_WIDTH)}", style="dim")
    title_room = width - len(line) - len(right) - 2
    title, about = sanitize(thing.title), sanitize(thing.about)
    line.append("  ")
    line.append(truncate(title, title_room), style="not dim")
    remaining = title_room - len(title) - (3 if title else 0)
    if about and remaining >= min(len(about), 8):
        line.append((f" {choose_sign('·', '-')} " if title else "") + truncate(about, remaining), style="dim")
    line.append(" " * max(0, width - len(line) - len(right)))
    return line.append_text(right)


def draw_matching_line(text: str, place: str, indent: int, width: int) -> Text:
    """Render a line of the rules that matches the search, with its place.

    Args:
        text: The line.
        place: Its place.
        indent: The indentation in columns.
        width: The columns of the screen.
    """
    room = width - indent - len(place) - 2
    line = styled_text(" " * indent + truncate(sanitize(text).replace("\n", " "), room), "italic")
    return line.append(f"  {place}", style="dim not italic")


def truncate(text: str, room: int) -> str:
    """Cut a text to ``room`` columns, with a sign that it was cut."""
    if len(text) <= room:
        return text
    dots = choose_sign("…", "...")
    return text[: max(0, room - len(dots))] + dots if room > len(dots) else text[: max(0, room)]
