"""GitHub workflow commands that annotate lines of a pull request with findings."""

from __future__ import annotations

from bombsight.cli.terminal.screen import sanitize
from bombsight.dsl.diagnostic import Severity
from bombsight.service.lint.document import message_with_help
from bombsight.service.lint.lint import Linted

GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "notice"}


def format_github_commands(linted: Linted) -> list[str]:
    """Format findings as GitHub workflow commands: ``::error file=...,line=3::message``."""
    return [
        f"::{GITHUB_LEVELS[finding.severity]} "
        + ",".join(
            f"{name}={escape(str(value), ',:')}"
            for name, value in (
                ("file", finding.span.path),
                ("line", finding.span.line),
                ("col", finding.span.column),
                ("endLine", finding.span.end_line),
                ("endColumn", finding.span.end_column),
                ("title", finding.code),
            )
        )
        + f"::{escape(message_with_help(finding))}"
        for finding in linted.findings
    ]


def escape(text: str, extra_characters: str = "") -> str:
    """Escape a text for a GitHub workflow command: ``%25`` for ``%``, no control characters."""
    text = sanitize(text).replace("%", "%25").replace("\n", "%0A")
    for character in extra_characters:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
