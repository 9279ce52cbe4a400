"""The frame of the project's own pages, which is that of the reference pages with a style sheet of their own.

Their style is one file, so that a device never mixes a new page with a kept style sheet of the games.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.service.common.markup import Node
from bombsight.service.site.built_programs import BUILT_FOLDER
from bombsight.service.site.pages.all_pages import STYLESHEET as REFERENCE_STYLESHEET
from bombsight.service.site.pages.frame import Page, render_page
from bombsight.service.site.surroundings import Surroundings

PROJECT_STYLESHEET = "site.css"
"""The path of the style sheet of the project's pages, in the site and in this folder."""


def render_project_page(
    path: str, title: str, description: str, content: Iterable[Node], surroundings: Surroundings
) -> Page:
    """Render a whole page of the project around its content.

    Args:
        path: Its path in the site.
        title: Its title.
        description: Its description for web searches, a sentence.
        content: Its content.
        surroundings: The parts of the site.
    """
    return render_page(path, title, description, content, surroundings=surroundings, stylesheets=(PROJECT_STYLESHEET,))


def build_stylesheet() -> str:
    """Build the style sheet of the project's pages: plain elements, the reference pages' parts, and their own."""
    files = (BUILT_FOLDER / "base.css", REFERENCE_STYLESHEET, Path(__file__).with_name(PROJECT_STYLESHEET))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)
