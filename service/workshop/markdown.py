"""Markdown of hovers and findings' pages as HTML; HTML in it is shown as text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def markdown_parser() -> MarkdownIt:
    """Make the parser once, when it is first needed."""
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def render_markdown(text: str) -> str:
    """Render Markdown as HTML."""
    rendered: str = markdown_parser().render(text)
    return rendered
