"""The pages of the site, as Markdown: those of the repository with links that hold there, and those that are made."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from bombsight.dsl.diagnostic import Code
from bombsight.service.lint.pages import AREAS, all_codes
from bombsight.service.lookup.manual import Section, sections_on_words

ROOT = Path(__file__).resolve().parent.parent
FINDINGS = "findings/index.md"
FENCE = "```"
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
SPANS = re.compile(r"\[[^\]]*\]\([^)\s]+\)|`[^`\n]+`|(?<![\w-])[A-Z][0-9]{3}(?![\w-])")
"""What may be a link in a line: one that is there, a piece of code, the code of a finding."""


def sources() -> dict[Path, str]:
    """The pages of the repository, and where each stands on the site."""
    found = {path: path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    found |= {ROOT / "README.md": "index.md", ROOT / "docs" / "codes.md": FINDINGS}  # each has a page of its own here
    found |= {ROOT / f"{name}.md": f"{name.lower()}.md" for name in ("CONTRIBUTING", "CHANGELOG")}
    found |= {path: f"games/{path.parent.name}.md" for path in sorted(ROOT.glob("games/*/README.md"))}
    found |= {ROOT / "editors" / "README.md": "parts/editors.md"}
    found |= {ROOT / "editors" / name / "README.md": f"editors/{name}.md" for name in ("vscode", "nvim")}
    stages = sorted((ROOT / "docs" / "architecture").glob("*.md"))
    found |= {path: f"architecture/{path.name}" for path in stages}
    decisions = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    found |= {path: f"decisions/{path.name}" for path in decisions}
    found |= {ROOT / "docs" / "decisions" / "README.md": "decisions/index.md"}
    parts = ("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service", "cli")
    return found | {ROOT / part / "README.md": f"parts/{part}.md" for part in parts}


def gathered(commands: Mapping[str, str]) -> dict[str, str]:
    """Every page of the site by its name.

    Args:
        commands: What each command of the program says of itself, by its name.
    """
    places = sources()
    codes = all_codes()
    words = sections_on_words()
    pages = {
        name: linked(moved(path.read_text(encoding="utf-8"), path, name, places), name, codes, words)
        for path, name in places.items()
        if name != FINDINGS
    }
    pages["commands.md"] = of_commands(commands)
    pages[FINDINGS] = of_findings(codes.values())
    return pages | {f"findings/{code.code}.md": of_finding(code) for code in codes.values()}


# --- links


def moved(text: str, path: Path, name: str, places: Mapping[Path, str]) -> str:
    """A page whose links to files of the repository lead to their pages on the site; a link to another becomes text.

    What a fence of code says besides its language is for the tests, and goes.
    """

    def told(link: re.Match[str]) -> str:
        target, sharp, part = link[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return link[0]
        at = Path(os.path.normpath(path.parent / target))
        place = places.get(at) or places.get(at / "README.md")
        if place == FINDINGS and part:
            return f"[{link[1]}]({way(name, f'findings/{part.upper()}.md')})"
        return f"[{link[1]}]({way(name, place)}{sharp}{part})" if place is not None else link[1]

    return "\n".join(fence(line) if code else LINK.sub(told, line) for line, code in lines(text)) + "\n"


def fence(line: str) -> str:
    """A line of code as the site has it: the beginning of a block says its language, a patch also its file."""
    if not line.startswith(FENCE):
        return line
    language, _, more = line.removeprefix(FENCE).partition(" ")
    return f'{FENCE}{language} title="{more}"' if language == "diff" else f"{FENCE}{language}"


def linked(text: str, name: str, codes: Mapping[str, Code], words: Mapping[str, Section]) -> str:
    """A page on which the code of a finding, and a word of the language where it comes first, lead to their pages."""
    met: set[str] = set()
    title = ""

    def told(span: re.Match[str]) -> str:
        found = span[0]
        if found in codes:
            return f"[{found}]({way(name, f'findings/{found}.md')})"
        word = found.strip("`")
        section = words.get(word)
        if found[0] != "`" or section is None or word in met:
            return found
        met.add(word)
        here = name == f"{section.page}.md" and section.title == title
        return found if here else f"[{found}]({way(name, f'{section.page}.md')}#{section.anchor})"

    made: list[str] = []
    for line, code in lines(text):
        if line.startswith("## ") and not code:
            title = line[3:].strip()
        made.append(line if code or line.startswith("#") else SPANS.sub(told, line))
    return "\n".join(made) + "\n"


def way(name: str, to: str) -> str:
    """The link from one page of the site to another."""
    return PurePosixPath(os.path.relpath(to, PurePosixPath(name).parent)).as_posix()


def lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a page, and whether each is code or the fence of code."""
    inside = False
    for line in text.splitlines():
        is_fence = line.startswith(FENCE)
        yield line, inside or is_fence or line.startswith("    ")
        inside ^= is_fence


# --- pages that are made


def of_commands(commands: Mapping[str, str]) -> str:
    """The page of all commands."""
    parts = ["# Commands", "What `bombsight COMMAND --help` prints, of every command."]
    for name, told in commands.items():
        parts += [f"## {name}", f"{FENCE}text\n{told}\n{FENCE}"]
    return "\n\n".join([*parts, ""])


def of_findings(codes: Iterable[Code]) -> str:
    """The list of all findings, by area."""
    parts = ["# Findings", "What `bombsight lint` can find. `bombsight explain CODE` prints the page of one."]
    area = ""
    for code in codes:
        if code.code[0] != area:
            area = code.code[0]
            parts.append(
                f"\n## {area}: {AREAS.get(area, 'others')}\n\n| code | name | severity | finding |\n|---|---|---|---|"
            )
        title = code.title.replace("|", "\\|")
        parts.append(f"| [{code.code}]({code.code}.md) | `{code.name}` | {code.severity.value} | {title} |")
    return "\n".join([*parts, ""])


def of_finding(code: Code) -> str:
    """The page of a finding."""
    said = f"`{code.name}`, {code.severity.value}, since {code.since}"
    return f"# {code.code}: {code.title}\n\n{said}\n\n{code.explanation.strip()}\n"
