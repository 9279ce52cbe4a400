"""The pages of the site as Markdown: the repository's, with rewritten links, and generated ones."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from bombsight.dsl.diagnostic import Code
from bombsight.service.lint.codes_catalog import AREA_NAMES, all_codes, read_page
from bombsight.service.lookup.manual import Section, sections_by_word

ROOT = Path(__file__).resolve().parent.parent
PLAY_LINK = '<a href="../play/index.html" class="md-button">Play the example game in this browser</a>'
"""The link from the documentation's first page to the games; they are no page of it, so it is no Markdown link."""

PICTURES = ROOT / "docs" / "pictures"
FINDINGS_PAGE = "findings/index.md"
FENCE = "```"
LINK_PATTERN = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
SPAN_PATTERN = re.compile(r"\[[^\]]*\]\([^)\s]+\)|`[^`\n]+`|(?<![\w-])[A-Z][0-9]{3}(?![\w-])")
"""Matches spans that are or may become links: Markdown links, inline code, codes of findings."""


def page_sources() -> dict[Path, str]:
    """Map the path of each Markdown file of the repository that becomes a page to its name on the site."""
    pages = {path: path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    pages |= {
        ROOT / "README.md": "index.md",
        ROOT / "docs" / "codes.md": FINDINGS_PAGE,
    }  # each has a page of its own on the site
    pages |= {ROOT / f"{name}.md": f"{name.lower()}.md" for name in ("CONTRIBUTING", "CHANGELOG")}
    pages |= {path: f"games/{path.parent.name}.md" for path in sorted(ROOT.glob("games/*/README.md"))}
    pages |= {ROOT / "editors" / "README.md": "parts/editors.md"}
    pages |= {ROOT / "editors" / name / "README.md": f"editors/{name}.md" for name in ("vscode", "nvim")}
    stages = sorted((ROOT / "docs" / "architecture").glob("*.md"))
    pages |= {path: f"architecture/{path.name}" for path in stages}
    decisions = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    pages |= {path: f"decisions/{path.name}" for path in decisions}
    pages |= {ROOT / "docs" / "decisions" / "README.md": "decisions/index.md"}
    parts = ("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service", "cli")
    return pages | {ROOT / part / "README.md": f"parts/{part}.md" for part in parts}


def docs_address(page: str) -> str:
    """Return the path in the site at which a page of the documentation is built, given its name there."""
    stem = page.removesuffix(".md")
    folder = stem.removesuffix("index").rstrip("/") if PurePosixPath(stem).name == "index" else stem
    return f"docs/{folder}/index.html" if folder else "docs/index.html"


@cache
def picture_sources() -> Mapping[Path, str]:
    """Map the path of each picture of the repository to its name on the site."""
    pictures = (*sorted(PICTURES.iterdir()), ROOT / "editors" / "vscode" / "picture.png")
    return {path: f"pictures/{path.name}" for path in pictures}


def build_pages(commands: Mapping[str, str]) -> dict[str, str]:
    """Build every page of the site, by name.

    Args:
        commands: The help text of each command, by name.
    """
    places = page_sources()
    codes = all_codes()
    words = sections_by_word()
    pages = {
        name: link_words(rewrite_links(path.read_text(encoding="utf-8"), path, name, places), name, codes, words)
        for path, name in places.items()
        if name != FINDINGS_PAGE
    }
    title, _, rest = pages["index.md"].partition("\n")
    pages["index.md"] = f"{title}\n\n{PLAY_LINK}\n{rest}"
    pages["commands.md"] = render_commands_page(commands)
    pages[FINDINGS_PAGE] = render_findings_page(codes.values())
    return pages | {f"findings/{code.code}.md": render_finding_page(code) for code in codes.values()}


# --- links


def rewrite_links(text: str, path: Path, name: str, places: Mapping[Path, str]) -> str:
    """Point a page's links to repository files at the site's pages; links to other files become plain text.

    Words after the language of a code fence are for the tests, and are removed.

    Args:
        text: The page as Markdown.
        path: Its file in the repository.
        name: Its name on the site.
        places: The name on the site of each file that is a page.
    """

    def rewrite_link(link: re.Match[str]) -> str:
        """Rewrite one matched Markdown link."""
        target, sharp, part = link[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return link[0]
        at = Path(os.path.normpath(path.parent / target))
        if at in (pictures := picture_sources()):
            return f"[{link[1]}]({relative_link(name, pictures[at])})"
        place = places.get(at) or places.get(at / "README.md")
        if place == FINDINGS_PAGE and part:
            return f"[{link[1]}]({relative_link(name, f'findings/{part.upper()}.md')})"
        return f"[{link[1]}]({relative_link(name, place)}{sharp}{part})" if place is not None else link[1]

    return (
        "\n".join(
            render_fence(line) if code else LINK_PATTERN.sub(rewrite_link, line) for line, code in page_lines(text)
        )
        + "\n"
    )


def render_fence(line: str) -> str:
    """Render the line that opens a code block with its language only; for a patch also its file as the title."""
    if not line.startswith(FENCE):
        return line
    language, _, more = line.removeprefix(FENCE).partition(" ")
    return f'{FENCE}{language} title="{more}"' if language == "diff" else f"{FENCE}{language}"


def link_words(text: str, name: str, codes: Mapping[str, Code], words: Mapping[str, Section]) -> str:
    """Link the codes of findings, and the first mention of each language word, to the pages that explain them.

    Args:
        text: The page as Markdown.
        name: Its name on the site.
        codes: The codes of findings.
        words: The section of the manual that explains each word.
    """
    linked_words: set[str] = set()
    title = ""

    def link_span(span: re.Match[str]) -> str:
        """Make a matched code or word a link, unless its section is the current one."""
        text = span[0]
        if text in codes:
            return f"[{text}]({relative_link(name, f'findings/{text}.md')})"
        word = text.strip("`")
        section = words.get(word)
        if text[0] != "`" or section is None or word in linked_words:
            return text
        linked_words.add(word)
        here = name == f"{section.page}.md" and section.title == title
        return text if here else f"[{text}]({relative_link(name, f'{section.page}.md')}#{section.anchor})"

    output_lines: list[str] = []
    for line, code in page_lines(text):
        if line.startswith("## ") and not code:
            title = line[3:].strip()
        output_lines.append(line if code or line.startswith("#") else SPAN_PATTERN.sub(link_span, line))
    return "\n".join(output_lines) + "\n"


def relative_link(page: str, target: str) -> str:
    """The relative link from one page of the site to another."""
    return PurePosixPath(os.path.relpath(target, PurePosixPath(page).parent)).as_posix()


def page_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a page, each with whether it is code or a code fence."""
    is_in_code = False
    for line in text.splitlines():
        is_fence = line.startswith(FENCE)
        yield line, is_in_code or is_fence or line.startswith("    ")
        is_in_code ^= is_fence


# --- generated pages


def render_commands_page(commands: Mapping[str, str]) -> str:
    """Render the page with the help text of every command."""
    parts = ["# Commands", "What `bombsight COMMAND --help` prints, of every command."]
    for name, help_text in commands.items():
        parts += [f"## {name}", f"{FENCE}text\n{help_text}\n{FENCE}"]
    return "\n\n".join([*parts, ""])


def render_findings_page(codes: Iterable[Code]) -> str:
    """Render the page that lists the codes of all findings, by area."""
    parts = ["# Findings", "What `bombsight lint` can find. `bombsight explain CODE` prints the page of one."]
    area = ""
    for code in codes:
        if code.code[0] != area:
            area = code.code[0]
            parts.append(
                f"\n## {area}: {AREA_NAMES.get(area, 'others')}\n\n| code | name "
                "| severity | finding |\n|---|---|---|---|"
            )
        title = read_page(code.code).title.replace("|", "\\|")
        parts.append(f"| [{code.code}]({code.code}.md) | `{code.name}` | {code.severity.value} | {title} |")
    return "\n".join([*parts, ""])


def render_finding_page(code: Code) -> str:
    """Render the page that explains one finding."""
    summary = f"`{code.name}`, {code.severity.value}, since {code.since}"
    page = read_page(code.code)
    return f"# {code.code}: {page.title}\n\n{summary}\n\n{page.explanation}\n"
