"""The manual that comes with the program: its pages, and their sections on keywords."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.compiler.findings import describe_near_names
from bombsight.dsl.listing import join_names
from bombsight.dsl.suggestions import find_likely_names
from bombsight.dsl.words import language_words
from bombsight.service.common.project import DOCS
from bombsight.service.games.game_lookup import match_ids
from bombsight.service.games.library import GameFolder, find_games, load_game_folder

PAGE_ORDER = (
    "tutorial",
    "playing",
    "faq",
    "house-rules",
    "language",
    "overlays",
    "testing",
    "linting",
    "editor",
    "odds",
    "rolling",
    "simulating",
    "transcribing",
    "import",
    "compare",
    "replacing",
    "site",
    "two-players",
    "campaigns",
    "why",
)
"""The pages of most interest, in order; the others follow by name."""

LANGUAGE_PAGE = "language"
"""The page whose last section lists the keywords, with links to their explanations."""

WORD_LIST_LINE = re.compile(
    r"^\| \[[^\]]*\]\((?P<page>[\w-]*)(?:\.md)?#(?P<anchor>[\w-]+)\) \| (?P<words>.*) \|$", re.MULTILINE
)
"""A line of that list."""

LINK_PATTERN = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
IMAGE_LINE = re.compile(r"^!\[[^\]]*\]\([^)\s]+\)\n\n?", re.MULTILINE)
"""A picture on a line of its own, which a terminal cannot show."""

CODE_SPAN = re.compile(r"`([^`\n]+)`")
HEADING_PREFIX = "## "
FENCE = "```"


@frozen
class Section:
    """A section of a page.

    Attributes:
        page: The name of its page.
        title: Its heading.
        lines: Its Markdown, with the heading.
    """

    page: str
    title: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The Markdown text of the section."""
        return "\n".join(self.lines).strip("\n") + "\n"

    @property
    def anchor(self) -> str:
        """The URL fragment of a link to the section, without ``#``."""
        return heading_anchor(self.title)


@frozen
class Page:
    """A page of the documentation.

    Attributes:
        name: Its name: ``house-rules``.
        path: Its file.
        text: Its Markdown.
    """

    name: str
    path: Path
    text: str

    @property
    def title(self) -> str:
        """The page's first heading."""
        return self.text.partition("\n")[0].removeprefix("# ").strip()

    @property
    def sections(self) -> list[Section]:
        """The page's sections, split at headings of the second level."""
        section_lines: list[list[str]] = []
        in_code_block = False
        for line in self.text.splitlines():
            in_code_block ^= line.startswith(FENCE)
            if line.startswith(HEADING_PREFIX) and not in_code_block:
                section_lines.append([])
            if section_lines:
                section_lines[-1].append(line)
        return [
            Section(self.name, lines[0].removeprefix(HEADING_PREFIX).strip(), tuple(lines)) for lines in section_lines
        ]


def heading_anchor(title: str) -> str:
    """Derive the URL fragment of a link to a heading from its text, without ``#``."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


@cache
def load_pages() -> dict[str, Page]:
    """Load the manual's pages by name, the most important first."""
    pages_by_name = {
        path.stem: Page(path.stem, path, path.read_text(encoding="utf-8")) for path in sorted(DOCS.glob("*.md"))
    }
    return {name: pages_by_name[name] for name in (*PAGE_ORDER, *pages_by_name) if name in pages_by_name}


def load_game_page(word: str, folders: Iterable[Path] = ()) -> Page | None:
    """Load the README of a game, named by its id or its folder; None if there is no such game, or it has none."""
    folder = find_game_to_read(word, folders)
    path = folder.path / "README.md" if folder is not None else None
    if path is None or not path.is_file():
        return None
    return Page(word, path, path.read_text(encoding="utf-8", errors="replace"))


def find_game_to_read(word: str, folders: Iterable[Path]) -> GameFolder | None:
    """Find a game by its id or its folder; None without one."""
    games: dict[str, GameFolder] = {game.id: game for game in reversed(find_games(folders))}
    return games.get(word) or load_game_folder(Path(word))


@cache
def sections_by_word() -> dict[str, Section]:
    """Map each keyword and each phrase of the language to the manual's section that explains it."""
    sections: dict[str, Section] = {}
    for line in WORD_LIST_LINE.finditer(load_pages()[LANGUAGE_PAGE].text):
        page = load_pages()[line["page"] or LANGUAGE_PAGE]
        section = next(section for section in page.sections if section.anchor == line["anchor"])
        sections |= dict.fromkeys(CODE_SPAN.findall(line["words"]), section)
    return sections


def section_for_word(word: str) -> Section | None:
    """Find the manual's section that explains a keyword or phrase; None for other words."""
    return sections_by_word().get(word)


def leading_phrase(word: str, text: str) -> str:
    """Find the known phrase of several words, such as ``take every``, that a text begins with; else return ``word``."""
    phrases = (each for each in sections_by_word() if each.startswith(f"{word} "))
    normalized = " ".join(text.split())
    return next((each for each in phrases if normalized == each or normalized.startswith(f"{each} ")), word)


def find_section(page: Page, word: str) -> Section:
    """Find a section of a page by its heading, the beginning of the heading, or a keyword.

    Raises:
        InputError: There is none.
    """
    by_title = {section.title: section for section in page.sections}
    wanted_anchor = heading_anchor(word)
    matching_titles = [title for title in by_title if heading_anchor(title) == wanted_anchor] or [
        title for title in by_title if wanted_anchor and wanted_anchor in heading_anchor(title)
    ]
    if matching_titles:
        return by_title[matching_titles[0]]
    word_section = section_for_word(word)
    if word_section is not None and word_section.page == page.name:
        return word_section
    raise InputError(
        f"page {page.name} has no section {word}", "", describe_near_names(word, by_title, "Its sections are")
    )


def find_page_or_section(word: str, section: str | None = None, folders: Iterable[Path] = ()) -> Page | Section:
    """Find the manual's page with a name, a section of it, or the section that explains a word of the language.

    Args:
        word: A page, a game (for its README), or a word of the language.
        section: The heading of a section of the page; None for the whole page.
        folders: Folders to look for games in, besides the usual places.

    Raises:
        InputError: There is none.
    """
    page = load_pages().get(word.removesuffix(".md").lower()) or load_game_page(word, folders)
    if page is not None:
        return page if section is None else find_section(page, section)
    if section is not None:
        raise no_page_error(word)
    word_section = section_for_word(word.lower())
    if word_section is None:
        raise find_readme_error(word, folders) or no_help_error(word, (), ())
    return word_section


def no_page_error(word: str) -> InputError:
    """Make the error that a section was requested of a page that does not exist."""
    return InputError(
        f"there is no page {word}",
        "",
        describe_near_names(word, [*load_pages()], ending="`bombsight help` lists the pages."),
    )


@frozen
class SearchHit:
    """A section whose text matches a search.

    Attributes:
        section: The section.
        sentence: The matching line, without markup.
        is_title: Whether its heading matches, too.
    """

    section: Section
    sentence: str
    is_title: bool


def search_pages(text: str) -> list[SearchHit]:
    """Search the manual's sections for a text, ignoring case; matches in headings come first.

    If the text occurs nowhere as it is, its words may be apart in a line.
    """
    query_words = text.lower().split()
    hits: list[SearchHit] = []
    for as_phrase in (True, False):
        for page in load_pages().values():
            for section in page.sections:
                for line in section.lines:
                    low = line.lower()
                    if " ".join(query_words) in low if as_phrase else all(word in low for word in query_words):
                        is_title = section.lines[0] == line
                        hits.append(SearchHit(section, line.strip(" #|"), is_title))
                        break
        if hits or not query_words:
            break
    return sorted(hits, key=lambda each: not each.is_title)


def similar_topics(word: str, commands: Iterable[str], codes: Iterable[str]) -> Sequence[str]:
    """Find help topics (pages, commands, keywords, codes) whose name is similar to a word."""
    page_and_command_names = [*load_pages(), *commands]
    return find_likely_names(word, [*page_and_command_names, *language_words(), *codes]) or match_ids(
        word.lower(), page_and_command_names
    )


def find_readme_error(word: str, folders: Iterable[Path] = ()) -> InputError | None:
    """Make the error that a game, named by id or folder, has no README; None if there is no game, or it has one."""
    if find_game_to_read(word, folders) is None or load_game_page(word, folders) is not None:
        return None
    hint = either(
        f"`bombsight table {word}` lists its tables; `bombsight rules {word}` shows the rules in force; "
        f"`bombsight play {word}` plays it.",
        "Its maker may write one, a README.md in its folder.",
    )
    return InputError(f"{word} brings no README", "", hint)


def no_help_error(word: str, commands: Iterable[str], codes: Iterable[str]) -> InputError:
    """Make the error that no help topic has a name, with suggestions."""
    close = similar_topics(word, commands, codes)
    hint = (
        f"Did you mean {' or '.join(close)}?"
        if close
        else either("`bombsight help` lists what there is.", f"The pages are {join_names([*load_pages()])}.")
    )
    return InputError(f"there is no help on {word}", "", hint)


def render_links_as_commands(page: Page | Section) -> str:
    """Replace Markdown links by the commands that show their targets, and leave out pictures, for the terminal."""
    folder = page.path.parent if isinstance(page, Page) else DOCS

    def render_link(link: re.Match[str]) -> str:
        """Replace one matched link by the command that shows its target, or by its text and target."""
        text, target = link[1], link[2]
        path, _, part = target.partition("#")
        if re.match(r"[a-z]+:", target) or (not path and part):
            return f"{text} ({target})" if path else text
        if Path(os.path.normpath(folder / path)).parent == DOCS and Path(path).stem in load_pages():
            call = f"`bombsight help {Path(path).stem}{f' {part}' if part else ''}`"
            return call if text.removesuffix(".md") == Path(path).stem else f"{text} ({call})"
        place = Path(os.path.normpath(folder / path))
        return f"{text} ({place})" if place.exists() else text

    return LINK_PATTERN.sub(render_link, IMAGE_LINE.sub("", page.text))
