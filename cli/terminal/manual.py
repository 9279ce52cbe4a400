"""Pages of the manual on the screen: drawn, and through a pager, at a terminal; their Markdown where nobody looks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence

from bombsight.cli.terminal.plain_signs import PLAINLY
from bombsight.cli.terminal.screen import clean, console, words
from bombsight.cli.terminal.streams import shows_unicode
from bombsight.service.lookup.manual import Found, Page, Section, readable

PAGER = ("LESS", "FRX")
"""How `less` is asked to show colours and to leave at once what fits a screen, unless somebody has set it himself."""

STYLES = {"markdown.code": "cyan", "markdown.h2": "bold", "markdown.h1.border": "dim"}
"""What is told apart by colour or weight, on any background."""

WIDEST = 100
"""Lines are no longer, however wide the screen."""


def show_pages(pages: Iterable[Page]) -> None:
    """The names of the pages with their titles, and what else there is help on."""
    from rich.table import Table

    out = console()
    out.print(words("bombsight help PAGE [SECTION]", "bold"))
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    for page in pages:
        table.add_row(words(page.name, "bold"), words(page.title))
    out.print(table)
    out.print(words("bombsight help WORD", "bold"))
    for kind, example in (
        ("a word of the rules language", "natural"),
        ("the code of a finding, or its name", "T003"),
        ("a command", "lint"),
        ("a game, what its maker says of it", "GAME"),
    ):
        out.print(words(f"  {kind}: bombsight help {example}"), soft_wrap=True)


MOST = 12
"""So many sections are listed at most in which something was found."""


def show_found(word: str, found: Sequence[Found]) -> None:
    """The sections in which a word stands, each with the line and the command that shows it."""
    out = console()
    out.print(words(f"Nothing is called {word}. It stands in:"))
    for each in found[:MOST]:
        out.print(words(f"  bombsight help {each.section.page} {each.section.anchor}", "bold"), soft_wrap=True)
        if not each.is_title:
            out.print(words(f"    {each.sentence}"), soft_wrap=True)
    if len(found) > MOST:
        out.print(words(f"  and in {len(found) - MOST} more"))


def read(page: Page | Section) -> None:
    """Show a page or a section of one."""
    text = clean(readable(page))
    if not sys.stdout.isatty():
        if not shows_unicode():
            text = text.encode("ascii", PLAINLY).decode("ascii")
        sys.stdout.write(text)
        return
    from rich.markdown import Markdown
    from rich.theme import Theme

    out = console()
    out.push_theme(Theme(STYLES))
    drawn = Markdown(text, code_theme="ansi_dark", hyperlinks=False)
    os.environ.setdefault(*PAGER)
    with out.pager(styles=not out.no_color):
        out.print(drawn, width=min(out.width, WIDEST))
