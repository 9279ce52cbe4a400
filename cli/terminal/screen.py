"""Consoles, sanitized text, portable signs, and messages for every display.

No text from a file reaches the terminal unsanitized: control characters would let a rules file paint the screen.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_file
from bombsight.boundary.texts import replace_controls
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.listing import join_names
from bombsight.dsl.render import GUTTER, render
from bombsight.dsl.source import Source

if TYPE_CHECKING:  # imported only to draw
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.status import Status
    from rich.text import Text

SIZE_VARIABLES = ("COLUMNS", "LINES")
VALID_SIZE = re.compile(r"[1-9][0-9]{0,3}")
"""The pattern of a valid screen size in the environment."""

MAX_LINE_LENGTH = 200
"""The maximum number of characters of a source line that is shown."""

CHUNK_SIZE = 50
"""How many texts are printed in one call."""

SEVERITY_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.ADVICE: "cyan"}


def make_console(*, stderr: bool = False) -> Console:
    """Make a console that prints text as given: no markup, no emoji, no automatic highlighting.

    An impossible size in the environment is ignored.
    """
    from bombsight.cli.terminal.piped_console import PipedConsole

    environment = {
        name: value for name, value in os.environ.items() if name not in SIZE_VARIABLES or VALID_SIZE.fullmatch(value)
    }
    return PipedConsole(stderr=stderr, markup=False, emoji=False, highlight=False, _environ=environment)


def reading_spinner(message: str = "Reading the rules") -> Status:
    """Make a spinner to show while rules are read, since checking a new game takes some seconds."""
    return make_console(stderr=True).status(message, spinner="line")


def sanitize(text: str) -> str:
    """Replace the control characters in a text, so that a terminal can print it."""
    return replace_controls(text, "\N{REPLACEMENT CHARACTER}" if can_show_unicode() else "?")


def styled_text(text: str, style: str = "") -> Text:
    """Make sanitized text in a style."""
    from rich.text import Text

    return Text(sanitize(text), style=style)


def choose_sign(unicode_sign: str, ascii_sign: str) -> str:
    """Return a Unicode sign, or its ASCII replacement if the output cannot show it."""
    return unicode_sign if can_show_unicode() else ascii_sign


def replace_plus_minus(text: str) -> str:
    """Replace the sign ``±`` in a text by ``+-`` if the terminal cannot show it."""
    return text.replace("±", choose_sign("±", "+-"))


def arrow_sign() -> str:
    """The arrow sign that the output can show, as printed before a result."""
    return choose_sign("→", "->")


def pluralize(count: int, singular: str, plural: str = "") -> str:
    """Format a count with a noun: ``1 error``, ``2 errors``."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


# --- messages


def show_error(error: InputError) -> None:
    """Print an input error on stderr: the message, the place with its source line, the hint."""
    error = error.for_front_end("command line")
    head = styled_text("error", style="bold red")
    head.append(f" {sanitize(error.place)}" if error.place else "", style="default not bold")
    head.append(f": {sanitize(error.message)}", style="default not bold")
    out = make_console(stderr=True)
    out.print(head, soft_wrap=True)
    line = source_line_at(error.place)
    if line:
        number = error.place.rpartition(":")[2]
        out.print(styled_text(f"{number:>{GUTTER}} | {line}"), soft_wrap=True)
    if error.hint:
        out.print(styled_text(f" {error.hint}"), soft_wrap=True)


def source_line_at(place: str) -> str:
    """Read the source line at a ``file:line``; empty if it cannot be read or shown."""
    path, colon, number = place.rpartition(":")
    if not (colon and number.isdecimal() and len(number) < 9):
        return ""
    try:
        lines = read_file(path).decode("utf-8").split("\n")
    except (OSError, ValueError):
        return ""
    line = lines[int(number) - 1].rstrip() if 0 < int(number) <= len(lines) else ""
    return line if len(line) <= MAX_LINE_LENGTH else ""


def show_findings(
    findings: Sequence[Diagnostic], sources: Mapping[str, Source], *, stderr: bool = True, summary: bool = True
) -> None:
    """Print findings about rules, each with its source line, and their number.

    Args:
        findings: The findings, in display order.
        sources: The texts of the files by path.
        stderr: Whether to print to stderr, as messages.
        summary: Whether to say how many there are.
    """
    if not findings:
        return
    out = make_console(stderr=stderr)
    print_lines(out, (text for finding in findings for text in (draw_finding(finding, sources), styled_text(""))))
    if summary:
        out.print(styled_text(summarize_findings(findings), style="bold"))


class UnwrappedTexts:
    """A Rich renderable of unwrapped lines: like ``print(text, soft_wrap=True)`` for each, in a third of the time."""

    def __init__(self, texts: Iterable[Text]) -> None:
        """Store the styled texts."""
        self._texts = texts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the segments of the texts; those with tabs or several lines are left to Rich."""
        for text in self._texts:
            if "\t" in text.plain or "\n" in text.plain:
                yield text
            else:
                yield from text.render(console, "\n")


def print_lines(out: Console, texts: Iterable[Text]) -> None:
    """Print texts on lines of their own, in chunks: one call for each of thousands would be slow."""
    remaining = iter(texts)
    while chunk := [*islice(remaining, CHUNK_SIZE)]:
        out.print(UnwrappedTexts(chunk), end="", soft_wrap=True)


def draw_finding(finding: Diagnostic, sources: Mapping[str, Source]) -> Text:
    """Render a finding with its source line, its heading and marks in colour."""
    text = styled_text(render(finding, sources))
    colour = SEVERITY_COLOURS[finding.severity]
    text.stylize(f"bold {colour}", 0, len(f"{finding.severity.value}[{finding.code}]"))
    text.highlight_regex(r"(?m)^ +\| +\^+ .*$|^ +\| +\^+$", style=colour)
    return text


def summarize_findings(findings: Iterable[Diagnostic]) -> str:
    """Summarize the number of findings of each severity."""
    counts = dict.fromkeys(Severity, 0)
    for finding in findings:
        counts[finding.severity] += 1
    counts_by_severity = [
        pluralize(counts[Severity.ERROR], "error"),
        pluralize(counts[Severity.WARNING], "warning"),
        pluralize(counts[Severity.ADVICE], "piece of advice", "pieces of advice"),
    ]
    nonzero = [text for text in counts_by_severity if not text.startswith("0 ")]
    return join_names(nonzero) if nonzero else "no findings"


def print_notice(text: str) -> None:
    """Print a message on stderr that is no error."""
    make_console(stderr=True).print(styled_text(text), soft_wrap=True)


def flush_output() -> None:
    """Flush standard output."""
    sys.stdout.flush()
