"""Words for a page: no sentence of the desk names a command or an option of the terminal, which the page does not have.

Messages are written for a terminal, too, and may say which command tells more. On the page a help loses such sentences,
and a message the clause that says so; the page has findings, cards and odds beside the text in their place.
"""

from __future__ import annotations

import re

from bombsight.boundary.wording import words_for

COMMAND = re.compile(r"\bbombsight [a-z]+\b|(?<![\w-])--[a-z]")
"""A command or an option of the terminal."""

SENTENCE = re.compile(r"(?<=[.?!])\s+(?=\S)")
"""What stands between two sentences."""

CLAUSE = re.compile(r"(?:; |: |, (?=or |as |and ))")
"""What may stand before a clause that names a command."""


REFERENCE = re.compile(r",? ?`bombsight help [^`]*`")
"""A reference to a page of the manual by the command that shows it, behind the link to that page."""


def leave_out_commands(text: str) -> str:
    """Leave out the sentences that name a command or an option of the terminal; may leave nothing."""
    if not COMMAND.search(text):
        return text
    return " ".join(sentence for sentence in SENTENCE.split(text) if not COMMAND.search(sentence))


def shorten_message(message: str) -> str:
    """Leave out of a message what names a command: whole sentences, or the end from the clause that does."""
    if not COMMAND.search(message):
        return message
    rest = leave_out_commands(message)
    if rest:
        return rest
    parts = [found.start() for found in CLAUSE.finditer(message)]
    shorter = (message[:end] for end in reversed(parts))
    return next((part for part in shorter if not COMMAND.search(part)), message)


def help_for_page(text: str) -> str:
    """Take the words for a page of a help or a hint, without commands."""
    return leave_out_commands(words_for("page", text))


def message_for_page(text: str) -> str:
    """Take the words for a page of a message, without commands as far as something is left."""
    return shorten_message(words_for("page", text))


def markdown_for_page(text: str) -> str:
    """Leave out of Markdown the paragraphs that name a command of the terminal, but for code."""
    paragraphs = REFERENCE.sub("", text).split("\n\n")
    return "\n\n".join(each for each in paragraphs if each.startswith("```") or not COMMAND.search(each))
