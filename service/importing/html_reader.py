"""The reader of HTML: its tables and numbered lists, each under the heading or caption above it."""

from __future__ import annotations

from html.parser import HTMLParser

from attrs import define, field

from bombsight.service.importing.dice_notation import find_throw_in_title
from bombsight.service.importing.html_tags import tame_html
from bombsight.service.importing.limits import MAX_CELLS, MAX_COLUMNS, check_cells
from bombsight.service.importing.lists import list_table
from bombsight.service.importing.model import CellTable, ImportedTable, SourceParts

BREAKING = frozenset(
    [
        "p",
        "div",
        "br",
        "li",
        "tr",
        "td",
        "th",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "table",
        "section",
        "article",
        "dd",
        "dt",
        "hr",
    ]
)
"""Elements that end a word."""

SKIPPED = frozenset(["script", "style", "head", "template", "noscript", "svg"])
"""Elements whose text is none for readers."""

HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])

MAX_SPAN = 1_000
"""The most lines or columns over which a cell may extend."""


@define
class OpenTable:
    """A table that is being read.

    Attributes:
        lines: Its lines of cells.
        places: Where each line stands.
        title: Its title: a caption, or the heading above.
        spans: For each column, the text of a cell that extends downwards, and over how many more lines.
    """

    title: str
    lines: list[list[str]] = field(factory=list)
    places: list[int] = field(factory=list)
    spans: dict[int, tuple[str, int]] = field(factory=dict)


@define
class OpenList:
    """A list that is being read, outside tables.

    Attributes:
        title: The heading above it.
        entries: The place and text of each item.
    """

    title: str
    entries: list[tuple[str, str]] = field(factory=list)


class TableParser(HTMLParser):
    """A parser that collects tables and numbered lists; tables within cells are text of the cell."""

    def __init__(self, path: str, title: str) -> None:
        """Make a parser of the file at ``path``, whose title is ``title``."""
        super().__init__(convert_charrefs=True)
        self.path = path
        self.heading = title
        self.tables: list[ImportedTable | CellTable] = []
        self.table: OpenTable | None = None
        self.list: OpenList | None = None
        self.texts: list[str] | None = None
        self.span = (1, 1)
        self.depth = 0
        self.skipped = 0
        self.cell_count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what an element begins."""
        if tag in SKIPPED and tag != "head":
            self.skipped += 1
        if tag in BREAKING and self.texts is not None:
            self.texts.append(" ")
        if tag == "table":
            self.depth += 1
            if self.depth == 1:
                self.list = None
                self.table = OpenTable(self.heading)
        elif self.table is not None and self.depth == 1:
            self.start_in_table(tag, dict(attrs))
        elif self.table is None and tag in HEADINGS:
            self.texts = []
        elif self.table is None and tag == "ol" and self.list is None:  # menus are lists without numbers
            self.list = OpenList(self.heading)
        elif self.table is None and tag == "li" and self.list is not None:
            self.end_item()
            self.texts = []

    def start_in_table(self, tag: str, attributes: dict[str, str | None]) -> None:
        """Begin a line, a cell or a caption of a table."""
        assert self.table is not None
        if tag == "tr":
            self.end_cell()
            self.table.lines.append([])
            self.table.places.append(self.getpos()[0])
            check_cells(len(self.table.lines), 0, self.path)
        elif tag in ("td", "th"):
            self.end_cell()
            self.texts = []
            self.span = (parse_extent(attributes.get("colspan")), parse_extent(attributes.get("rowspan")))
        elif tag == "caption":
            self.texts = []

    def handle_endtag(self, tag: str) -> None:
        """End what an element ends."""
        if tag in SKIPPED and tag != "head":
            self.skipped = max(0, self.skipped - 1)
        if tag in BREAKING and self.texts is not None:
            self.texts.append(" ")
        if tag == "table" and self.depth:
            self.depth -= 1
            if self.depth == 0:
                self.end_table()
        elif self.table is not None and self.depth == 1:
            if tag in ("td", "th", "tr"):
                self.end_cell()
            elif tag == "caption":
                self.table.title = self.take_text() or self.table.title
        elif self.table is None and tag in HEADINGS:
            self.heading = self.take_text() or self.heading
        elif self.table is None and tag == "li":
            self.end_item()
        elif self.table is None and tag == "ol":
            self.end_list()

    def handle_data(self, data: str) -> None:
        """Take a text."""
        if self.texts is not None and not self.skipped:
            self.texts.append(data)

    def take_text(self) -> str:
        """Take the text that has been collected, in one line, and collect no more."""
        text = " ".join("".join(self.texts or ()).split())
        self.texts = None
        return text

    def end_cell(self) -> None:
        """Put the text of a cell where it belongs; a cell that extends over others fills them."""
        if self.table is None or self.texts is None:
            return
        text = self.take_text()
        if not self.table.lines:
            self.table.lines.append([])
            self.table.places.append(self.getpos()[0])
        line = self.table.lines[-1]
        self.fill_from_above(line)
        columns, rows = self.span
        for _ in range(columns):
            if rows > 1:
                self.table.spans[len(line)] = (text, rows - 1)
            line.append(text)
            self.cell_count += 1
        check_cells(0 if self.cell_count <= MAX_CELLS else self.cell_count, len(line), self.path)
        self.fill_from_above(line)

    def fill_from_above(self, line: list[str]) -> None:
        """Fill the next cells of a line that extend from lines above."""
        assert self.table is not None
        while len(line) in self.table.spans and len(line) < MAX_COLUMNS:
            text, rows = self.table.spans.pop(len(line))
            if rows > 1:
                self.table.spans[len(line)] = (text, rows - 1)
            line.append(text)
            self.cell_count += 1

    def end_table(self) -> None:
        """Read the table that ends here."""
        self.end_cell()
        table, self.table = self.table, None
        if table is not None:
            throw = find_throw_in_title(table.title)
            places = tuple(f"line {place}" for place in table.places)
            self.tables.append(CellTable(table.title, tuple(map(tuple, table.lines)), places, throw))

    def end_item(self) -> None:
        """Take the text of an item of a list."""
        if self.list is not None and self.texts is not None:
            text = self.take_text()
            if text:
                self.list.entries.append((f"line {self.getpos()[0]}", text))
                check_cells(len(self.list.entries), 0, self.path)

    def end_list(self) -> None:
        """Read the list that ends here; one of a single item is none."""
        self.end_item()
        entries, self.list = self.list, None
        if entries is not None and len(entries.entries) > 1:
            self.tables.append(list_table(entries.entries, entries.title, (entries.title,)))


def parse_extent(text: str | None) -> int:
    """Parse over how many columns or lines a cell extends; 1 if it is no number."""
    return min(MAX_SPAN, max(1, int(text))) if text and text.isascii() and text.isdigit() and len(text) < 6 else 1


def read_html(text: str, path: str, title: str) -> SourceParts:
    """Read the tables and numbered lists of a page.

    Args:
        text: The page.
        path: The file, for places.
        title: Its title, for tables without a heading.

    Raises:
        InputError: It is too large.
    """
    parser = TableParser(path, title)
    parser.feed(tame_html(text))
    parser.close()
    if parser.table is not None:
        parser.end_table()
    return SourceParts(path, title, tuple(parser.tables))
