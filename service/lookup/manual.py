"""The pages that come with the program, and what they say of a word of the language."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import near
from bombsight.dsl.suggestions import likely
from bombsight.dsl.words import words
from bombsight.service.games.find import called_so
from bombsight.service.games.library import GameFolder, find_games

DOCS = Path(__file__).resolve().parents[2] / "docs"
"""The folder of the pages, beside the parts of the program: in the repository, and where it is installed alike."""

FIRST = (
    "tutorial",
    "playing",
    "house-rules",
    "language",
    "overlays",
    "testing",
    "linting",
    "editor",
    "odds",
    "transcribing",
    "replacing",
)
"""The pages that most people want come first; the others follow by name."""

LANGUAGE = "language"
"""The page whose last section lists the words of the language, and where each is explained."""

LISTED = re.compile(
    r"^\| \[[^\]]*\]\((?P<page>[\w-]*)(?:\.md)?#(?P<anchor>[\w-]+)\) \| (?P<words>.*) \|$", re.MULTILINE
)
"""A line of that list."""

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
HEADING = "## "
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
        """Its Markdown."""
        return "\n".join(self.lines).strip("\n") + "\n"

    @property
    def anchor(self) -> str:
        """What a link to it says behind ``#``."""
        return anchor(self.title)


@frozen
class Page:
    """A page of the documentation.

    Attributes:
        name: As it is asked for: ``house-rules``.
        path: Its file.
        text: Its Markdown.
    """

    name: str
    path: Path
    text: str

    @property
    def title(self) -> str:
        """Its first heading."""
        return self.text.partition("\n")[0].removeprefix("# ").strip()

    @property
    def sections(self) -> list[Section]:
        """Its parts below headings of the second level, in order."""
        found: list[list[str]] = []
        inside = False
        for line in self.text.splitlines():
            inside ^= line.startswith(FENCE)
            if line.startswith(HEADING) and not inside:
                found.append([])
            if found:
                found[-1].append(line)
        return [Section(self.name, lines[0].removeprefix(HEADING).strip(), tuple(lines)) for lines in found]


def anchor(title: str) -> str:
    """What a link to a heading says behind ``#``."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


@cache
def pages() -> dict[str, Page]:
    """The pages by name, those that most people want first."""
    found = {path.stem: Page(path.stem, path, path.read_text(encoding="utf-8")) for path in sorted(DOCS.glob("*.md"))}
    return {name: found[name] for name in (*FIRST, *found) if name in found}


def page_of_game(word: str, folders: Iterable[Path] = ()) -> Page | None:
    """What a game says of itself; None where no game is called so, or it says nothing."""
    games: dict[str, GameFolder] = {game.id: game for game in reversed(find_games(folders))}
    found = games.get(word)
    path = found.path / "README.md" if found is not None else None
    if path is None or not path.is_file():
        return None
    return Page(word, path, path.read_text(encoding="utf-8", errors="replace"))


@cache
def sections_on_words() -> dict[str, Section]:
    """The section that explains each word of the language, and each phrase in which a word means something else."""
    found: dict[str, Section] = {}
    for line in LISTED.finditer(pages()[LANGUAGE].text):
        page = pages()[line["page"] or LANGUAGE]
        section = next(section for section in page.sections if section.anchor == line["anchor"])
        found |= dict.fromkeys(CODE.findall(line["words"]), section)
    return found


def section_on(word: str) -> Section | None:
    """The section that a word of the language has, or a phrase; None where it is none."""
    return sections_on_words().get(word)


def phrase_at(word: str, text: str) -> str:
    """The phrase that a text begins with and that means something by itself, ``take every``; else just the word.

    Args:
        word: The word with which the text begins.
        text: The text.
    """
    phrases = (each for each in sections_on_words() if each.startswith(f"{word} "))
    said = " ".join(text.split())
    return next((each for each in phrases if said == each or said.startswith(f"{each} ")), word)


def section_of(page: Page, word: str) -> Section:
    """The section of a page that a word names: its heading, the beginning of one, or a word of the language.

    Raises:
        InputError: There is none.
    """
    by_title = {section.title: section for section in page.sections}
    low = anchor(word)
    fits = [title for title in by_title if anchor(title) == low] or [
        title for title in by_title if low and low in anchor(title)
    ]
    if fits:
        return by_title[fits[0]]
    known = section_on(word)
    if known is not None and known.page == page.name:
        return known
    raise InputError(f"page {page.name} has no section {word}", "", near(word, by_title, "Its sections are"))


def no_page(word: str) -> InputError:
    """There is no page of this name whose section could be shown."""
    return InputError(f"there is no page {word}", "", near(word, [*pages()], "The pages are"))


@frozen
class Found:
    """A section in whose text something stands.

    Attributes:
        section: The section.
        sentence: The line that holds it, as somebody reads it.
        is_title: Whether its heading holds it, too.
    """

    section: Section
    sentence: str
    is_title: bool


def search(text: str) -> list[Found]:
    """The sections of all pages in which a text stands, whatever its capitals; those whose heading holds it first.

    The words of a text may stand apart in a line, if they stand nowhere together.
    """
    wanted = text.lower().split()
    found: list[Found] = []
    for together in (True, False):
        for page in pages().values():
            for section in page.sections:
                for line in section.lines:
                    low = line.lower()
                    if " ".join(wanted) in low if together else all(word in low for word in wanted):
                        is_title = section.lines[0] == line
                        found.append(Found(section, line.strip(" #|"), is_title))
                        break
        if found or not wanted:
            break
    return sorted(found, key=lambda each: not each.is_title)


def close_to(word: str, commands: Iterable[str], codes: Iterable[str]) -> Sequence[str]:
    """What is called nearly so, of all that there is help on."""
    names = [*pages(), *commands]
    return likely(word, [*names, *words(), *codes]) or called_so(word.lower(), names)


def no_help(word: str, commands: Iterable[str], codes: Iterable[str]) -> InputError:
    """There is no page of this name, and nothing else that is called so."""
    close = close_to(word, commands, codes)
    hint = f"Did you mean {' or '.join(close)}?" if close else "`bombsight help` lists what there is."
    return InputError(f"there is no help on {word}", "", hint)


def readable(page: Page | Section) -> str:
    """The Markdown as somebody reads it who has no files before him: links say the command that leads there."""
    folder = page.path.parent if isinstance(page, Page) else DOCS

    def told(link: re.Match[str]) -> str:
        text, target = link[1], link[2]
        path, _, part = target.partition("#")
        if re.match(r"[a-z]+:", target) or (not path and part):
            return f"{text} ({target})" if path else text
        if Path(os.path.normpath(folder / path)).parent == DOCS and Path(path).stem in pages():
            call = f"`bombsight help {Path(path).stem}{f' {part}' if part else ''}`"
            return call if text.removesuffix(".md") == Path(path).stem else f"{text} ({call})"
        place = Path(os.path.normpath(folder / path))
        return f"{text} ({place})" if place.exists() else text

    return LINK.sub(told, page.text)
