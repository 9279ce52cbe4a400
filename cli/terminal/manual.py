"""The display of the manual: rendered through a pager at a terminal, else as Markdown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from bombsight.cli.terminal.plain_signs import ASCII_ERROR_HANDLER
from bombsight.cli.terminal.screen import make_console, sanitize, styled_text
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.service.lookup.manual import Page, SearchHit, Section, render_links_as_commands

PAGER_VARIABLE = ("LESS", "FRX")
"""The environment variable that makes `less` show colours and quit if the text fits, unless the user sets it."""

MARKDOWN_STYLES = {"markdown.code": "cyan", "markdown.h2": "bold", "markdown.h1.border": "dim"}
"""The styles of Markdown elements: colour or weight, for any background."""

MAX_WIDTH = 100
"""The maximum width in columns of a line, however wide the screen."""


def show_page_list(pages: Iterable[Page]) -> None:
    """Print the names and titles of the manual's pages, and other kinds of help."""
    from rich.table import Table

    out = make_console()
    out.print(styled_text("bombsight help PAGE [SECTION]", "bold"))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    for page in pages:
        table.add_row(styled_text(page.name, "bold"), styled_text(page.title))
    out.print(table)
    out.print(styled_text("bombsight help WORD", "bold"))
    for kind, example in (
        ("a word of the rules language", "natural"),
        ("the code of a finding, or its name", "T003"),
        ("a command", "lint"),
        ("a game, what its maker says of it", "GAME"),
    ):
        out.print(styled_text(f"  {kind}: bombsight help {example}"), soft_wrap=True)


MAX_SECTIONS = 12
"""The maximum number of sections in a list of search results."""


def show_search_results(word: str, results: Sequence[SearchHit]) -> None:
    """Print the sections that contain a word, each with the line and the command that shows it."""
    out = make_console()
    out.print(styled_text(f"Nothing is called {word}. It stands in:"))
    for each in results[:MAX_SECTIONS]:
        out.print(styled_text(f"  bombsight help {each.section.page} {each.section.anchor}", "bold"), soft_wrap=True)
        if not each.is_title:
            out.print(styled_text(f"    {each.sentence}"), soft_wrap=True)
    if len(results) > MAX_SECTIONS:
        out.print(styled_text(f"  and in {len(results) - MAX_SECTIONS} more"))


def show_manual(page: Page | Section) -> None:
    """Show a page of the manual, or a section of one."""
    text = sanitize(render_links_as_commands(page))
    if not sys.stdout.isatty():
        if not can_show_unicode():
            text = text.encode("ascii", ASCII_ERROR_HANDLER).decode("ascii")
        sys.stdout.write(text)
        return
    from rich.markdown import Markdown
    from rich.theme import Theme

    out = make_console()
    out.push_theme(Theme(MARKDOWN_STYLES))
    drawn = Markdown(text, code_theme="ansi_dark", hyperlinks=False)
    os.environ.setdefault(*PAGER_VARIABLE)
    with out.pager(styles=not out.no_color):
        out.print(drawn, width=min(out.width, MAX_WIDTH))
