"""The news of versions: a page made from the changelog, and what is newest for the front page."""

from __future__ import annotations

import os
import re
from pathlib import Path

from attrs import frozen

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.site.pages.addresses import relative_link
from bombsight.service.site.pages.frame import Page
from bombsight.service.site.surroundings import Surroundings
from website.gathering import ROOT, docs_address, page_sources
from website.markdown_elements import MarkdownOptions, render_markdown_text
from website.project_page import render_project_page
from website.site_parts import NEWS

CHANGELOG = ROOT / "CHANGELOG.md"
CHANGELOG_PAGE = "docs/changelog/index.html"
HEADLINE_PATTERN = re.compile(r"- \*\*(.+?)\*\*", re.DOTALL)
MAX_HEADLINES = 24
"""The most headlines of a version on the page of news; the changelog has all."""


@frozen
class VersionNews:
    """What is new in a version.

    Attributes:
        title: Its heading in the changelog.
        summary: The paragraphs below the heading, as Markdown.
        headlines: What its entries say in bold, in their order, as Markdown.
    """

    title: str
    summary: str
    headlines: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The anchor of the version's heading on the changelog's page."""
        return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", self.title.lower()).strip())


def read_news(changelog: str) -> tuple[VersionNews, ...]:
    """Read the versions of a changelog, the newest first."""
    versions = []
    for section in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        summary, _, entries = body.partition("\n### ")
        found = HEADLINE_PATTERN.findall(entries)
        headlines = tuple(" ".join(each.split()).rstrip(".:") for each in found)
        versions.append(VersionNews(title.strip(), summary.strip(), headlines))
    return tuple(versions)


def load_news() -> tuple[VersionNews, ...]:
    """Read the project's changelog."""
    return read_news(CHANGELOG.read_text(encoding="utf-8"))


def build_news_page(versions: tuple[VersionNews, ...], surroundings: Surroundings) -> Page:
    """Build the page of news."""
    content: list[Node] = [
        tag(
            "header",
            tag("h1", "News"),
            tag(
                "p",
                "What each version brought to those who play, who write rules, or whose programs read them. ",
                tag("a", "The changelog", href=relative_link(NEWS.path, CHANGELOG_PAGE)),
                " has every entry.",
                class_="lede",
            ),
            class_="head",
        )
    ]
    content += [render_version(each, NEWS.path) for each in versions]
    return render_project_page(
        NEWS.path, "News", "What is new in Bombsight, version by version.", content, surroundings
    )


def render_version(version: VersionNews, path: str) -> Element:
    """Render a version on the page at a path: its summary, and its headlines."""
    options = changelog_links(path)
    shown = version.headlines[:MAX_HEADLINES]
    rest = len(version.headlines) - len(shown)
    address = relative_link(path, f"{CHANGELOG_PAGE}#{version.anchor}")
    more = f"{rest} more, and every detail" if rest else "Every detail"
    return tag(
        "section",
        tag("h2", version.title),
        tag("div", render_markdown_text(version.summary, options), class_="summary"),
        [tag("ul", (tag("li", inline_nodes(each, options)) for each in shown), class_="headlines")] if shown else [],
        tag("p", tag("a", more, href=address)),
        class_="version",
    )


def inline_nodes(text: str, options: MarkdownOptions) -> tuple[Node, ...]:
    """Render a line of Markdown without the paragraph around it."""
    (paragraph,) = render_markdown_text(text, options)
    assert isinstance(paragraph, Element)
    return paragraph.children


def changelog_links(path: str) -> MarkdownOptions:
    """Make options by which the changelog's links lead from the page at a path to the documentation's pages."""
    pages = page_sources()

    def resolve_link(target: str) -> str | None:
        """Make the address of a link's target; None for a file that is no page."""
        if re.match(r"[a-z]+:", target):
            return target
        file, sign, anchor = target.partition("#")
        page = pages.get(Path(os.path.normpath(CHANGELOG.parent / file)))
        return None if page is None else relative_link(path, docs_address(page) + sign + anchor)

    return MarkdownOptions(resolve_link=resolve_link, heading_shift=1)
