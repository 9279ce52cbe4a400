"""Edits of rules as people make them, drawn by a seed: for tests that compile nearly the same again."""

import re
from collections.abc import Callable, Sequence
from random import Random

from attrs import evolve

from bombsight.dsl.source import Source

Edit = Callable[[Random, str], str]


def code_lines(text: str) -> list[int]:
    """The numbers of lines that say something."""
    return [at for at, line in enumerate(text.split("\n")) if line.strip() and not line.lstrip().startswith("#")]


def with_line(text: str, at: int, *lines: str) -> str:
    """A text with other lines in the place of one."""
    all_ = text.split("\n")
    return "\n".join([*all_[:at], *lines, *all_[at + 1 :]])


def other_figure(random: Random, text: str) -> str:
    """Another figure."""
    found = list(re.finditer(r"(?<![\w.\"])\d+(?![\w.\"])", text))
    if not found:
        return text
    chosen = random.choice(found)
    return f"{text[: chosen.start()]}{int(chosen[0]) + random.choice((-1, 1, 7))}{text[chosen.end() :]}"


def line_gone(random: Random, text: str) -> str:
    """A line taken out."""
    lines = code_lines(text)
    return with_line(text, random.choice(lines)) if lines else text


def line_twice(random: Random, text: str) -> str:
    """A line said twice."""
    lines = code_lines(text)
    if not lines:
        return text
    at = random.choice(lines)
    line = text.split("\n")[at]
    return with_line(text, at, line, line)


def other_name(random: Random, text: str) -> str:
    """A name written otherwise in one place."""
    found = list(re.finditer(r"\b[a-z][a-z_]{3,}\b", text))
    if not found:
        return text
    chosen = random.choice(found)
    return f"{text[: chosen.start()]}{chosen[0]}x{text[chosen.end() :]}"


def name_everywhere(random: Random, text: str) -> str:
    """A name written otherwise wherever it stands in the file."""
    found = re.findall(r"\b[a-z][a-z_]{3,}\b", text)
    return re.sub(rf"\b{random.choice(found)}\b", "renamed", text) if found else text


def broken(random: Random, text: str) -> str:
    """A sign that belongs nowhere."""
    lines = code_lines(text)
    if not lines:
        return text
    at = random.choice(lines)
    return with_line(text, at, text.split("\n")[at] + random.choice((" )", " ?", " :", ' "')))


def line_between(random: Random, text: str) -> str:
    """A comment put in, which moves what stands below it."""
    lines = code_lines(text)
    if not lines:
        return text
    at = random.choice(lines)
    return with_line(text, at, "# a word in passing", text.split("\n")[at])


def wider(random: Random, text: str) -> str:
    """A blank put in, which moves what stands behind it."""
    found = [each.start() for each in re.finditer(": ", text)]
    at = random.choice(found) if found else 0
    return f"{text[:at]}{text[at : at + 2]} {text[at + 2 :]}"


KINDS: tuple[Edit, ...] = (
    *(other_figure, line_gone, line_twice, other_name, name_everywhere),
    *(broken, line_between, wider),
)


def edited(random: Random, files: Sequence[Source], kind: Edit | None = None) -> tuple[Source, ...]:
    """Files with one of them changed in one place."""
    at = random.randrange(len(files))
    change = kind or random.choice(KINDS)
    return tuple(evolve(one, text=change(random, one.text)) if at == n else one for n, one in enumerate(files))
