"""The reader of Markdown: its tables and lists, each under the heading above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field

from bombsight.boundary.documents import MAX_DEPTH
from bombsight.service.importing.dice_notation import find_throw_in_title, parse_throw
from bombsight.service.importing.keys import Span, parse_keys, rows_of_keys, split_key
from bombsight.service.importing.limits import check_cells
from bombsight.service.importing.lists import list_table
from bombsight.service.importing.model import CellTable, ImportedRow, ImportedTable, SourceParts, Throw
from bombsight.service.importing.row_texts import make_row

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_HEADING = 200
"""The most characters of a paragraph that may be the title of the table below it."""


@define
class Section:
    """Where the reader stands: the headings above, and a paragraph that may be a title.

    Attributes:
        path: The file.
        title: The title of the file.
        headings: The texts of the headings above, by level.
        caption: The text of the paragraph directly above; empty without a short one.
        tables: The tables found so far.
        named: The headings that have named a table.
    """

    path: str
    title: str
    headings: dict[int, str] = field(factory=dict)
    caption: str = ""
    tables: list[ImportedTable | CellTable] = field(factory=list)
    named: set[str] = field(factory=set)

    @property
    def heading(self) -> str:
        """The innermost heading; the title of the file without one."""
        return self.headings[max(self.headings)] if self.headings else self.title

    @property
    def group(self) -> str:
        """The heading above the innermost one; empty without one."""
        levels = sorted(self.headings)
        return self.headings[levels[-2]] if len(levels) > 1 else ""

    def name_table(self) -> str:
        """Name the next table: by its caption, if the heading has a table already, else by the heading."""
        caption = self.caption.rstrip(":").strip()
        heading = self.heading
        has_table = heading in self.named
        self.named.add(heading)
        return caption if caption and has_table and parse_throw(caption) is None else heading


def read_markdown(text: str, path: str, title: str) -> SourceParts:
    """Read the tables and lists of a text in Markdown.

    Args:
        text: The text.
        path: The file, for places.
        title: Its title, for tables without a heading.
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": MAX_DEPTH // 2}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])  # the texts are taken as they stand
    tokens = parser.parse(text)
    section = Section(path, title)
    number = 0
    while number < len(tokens):
        token = tokens[number]
        number += 1
        if token.level > 0:
            continue
        end = find_end(tokens, number - 1)
        match token.type:
            case "heading_open":
                level = int(token.tag[1:])
                heading = tokens[number].content
                section.headings = {each: above for each, above in section.headings.items() if each < level}
                section.headings[level] = plain_text(heading)
                section.caption = ""
            case "paragraph_open":
                content = tokens[number].content
                section.caption = plain_text(content) if len(content) <= MAX_HEADING else ""
            case "table_open":
                add_table(section, tokens[number:end])
                section.caption = ""
            case "bullet_list_open" | "ordered_list_open":
                add_list(section, tokens[number:end], is_ordered=token.type == "ordered_list_open")
                section.caption = ""
            case _:
                pass
        number = max(number, end)
    return SourceParts(path, title, tuple(section.tables))


def find_end(tokens: Sequence[Token], start: int) -> int:
    """Find the index behind the token that closes the one at ``start``."""
    if tokens[start].nesting != 1:
        return start + 1
    level = tokens[start].level
    for number in range(start + 1, len(tokens)):
        if tokens[number].nesting == -1 and tokens[number].level == level:
            return number + 1
    return len(tokens)


def add_table(section: Section, tokens: Sequence[Token]) -> None:
    """Add a table of Markdown."""
    lines: list[list[str]] = []
    places: list[int] = []
    for token in tokens:
        if token.type == "tr_open":
            lines.append([])
            places.append(token.map[0] + 1 if token.map else 0)
            check_cells(len(lines), 0, section.path)
        elif token.type == "inline" and lines:
            lines[-1].append(plain_text(token.content))
            check_cells(0, len(lines[-1]), section.path)
    # Rows have no places of their own: they follow the head and the line below it.
    start = next((place for place in places if place), 1)
    title = section.name_table()
    line_places = tuple(f"line {start + line + (1 if line else 0)}" for line in range(len(lines)))
    throw = throw_in_title(section)
    section.tables.append(CellTable(title, tuple(map(tuple, lines)), line_places, throw, group=section.group))


def throw_in_title(section: Section) -> Throw | None:
    """Find dice in the heading or the caption of a table: "Weather (2d6)"; None without any."""
    return find_throw_in_title(section.caption) or find_throw_in_title(section.heading)


def add_list(section: Section, tokens: Sequence[Token], *, is_ordered: bool) -> None:
    """Add the table that a list holds: its items are equally likely, or begin with keys: ``1-3: goblins``.

    Args:
        section: Where the reader stands.
        tokens: The tokens of the list.
        is_ordered: Whether its items are numbered.
    """
    items = list(read_items(tokens))
    if len(items) < 2:
        return
    title = section.name_table()
    keyed = [split_key(text) for _, text in items]
    throw = throw_in_title(section)
    if not is_ordered and all(keyed):
        rows: list[ImportedRow] = []
        keys: list[tuple[Span, ...]] = []
        for (place, _), split in zip(items, keyed, strict=True):
            assert split is not None
            keys.append(parse_keys(split[0]))
            rows.append(make_row(split[1], place))
        thrown, with_keys = rows_of_keys(keys, rows, throw)
        table = ImportedTable((title,), title, thrown, with_keys, items[0][0])
    else:
        table = list_table(items, title, (title,), throw)
    section.tables.append(evolve(table, group=section.group))


def read_items(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Yield the place and text of each item of a list; those of lists within it belong to its text."""
    texts: list[str] = []
    place = ""
    depth = 0
    for token in tokens:
        if token.type == "list_item_open":
            depth += 1
            if depth == 1:
                texts, place = [], f"line {token.map[0] + 1 if token.map else 0}"
        elif token.type == "list_item_close":
            depth -= 1
            if depth == 0:
                text = "; ".join(filter(None, texts))
                if text:
                    yield place, text
        elif token.type == "inline":
            texts.append(plain_text(token.content))


def plain_text(content: str) -> str:
    """Drop the marks of emphasis and code of a line of Markdown; links stay, for they may name tables."""
    text = content.replace("**", "").replace("__", "").replace("`", "").replace("<br>", " ").replace("<br/>", " ")
    if text.startswith(("*", "_")) and text.endswith(("*", "_")) and len(text) > 2:
        text = text[1:-1]
    return text.replace("\\|", "|").strip()
