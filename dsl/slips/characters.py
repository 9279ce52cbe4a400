"""Slips in files, characters, texts and comments."""

from __future__ import annotations

from bombsight.dsl.slips.slip import Slip

FILES = (
    Slip(
        "E001",
        "unreadable-file",
        "The file cannot be read.",
        "",
        "Look whether it is there and may be read.",
    ),
    Slip(
        "E002",
        "not-utf8",
        "The file is not written in UTF-8.",
        "this byte begins no character",
        "Save it as UTF-8 in your editor.",
    ),
    Slip(
        "E003",
        "nul-character",
        "The file holds a NUL character, so it is no text.",
        "here",
        "Is this a rules file? Remove the character, or save the file as plain text.",
    ),
)

CHARACTERS = (
    Slip(
        "E004",
        "tab-character",
        "A tab stands outside texts and comments.",
        "a tab",
        "Put spaces in its place: two for each level.",
    ),
    Slip(
        "E005",
        "strange-character",
        "A character stands here that the language does not use.",
        "no sign of the language",
        "Remove it. Inside a text in double quotes any character may stand.",
    ),
    Slip(
        "E006",
        "curly-quotes",
        "Texts stand in straight double quotes.",
        "not a straight double quote",
        'Put a straight double quote (") on both sides of the text.',
    ),
    Slip(
        "E007",
        "unclosed-text",
        "A text is not closed.",
        "the text begins here",
        'Put a double quote (") behind its last character. A text cannot hold a double quote itself; use single ones.',
    ),
    Slip(
        "E008",
        "multiline-text",
        "A text runs over the end of its line.",
        "the text begins here and goes on below",
        "Write it on one line, however long.",
    ),
    Slip(
        "E009",
        "foreign-comment",
        "This begins no comment.",
        "not the sign of a comment",
        "Begin the comment with #.",
    ),
    Slip(
        "E085",
        "quote-in-text",
        "A text cannot hold a double quote.",
        "the text ends here",
        "Write single quotes within it: 'closed'.",
        since="0.2.0",
    ),
    Slip(
        "E086",
        "markdown-rule",
        "This line belongs to Markdown.",
        "parts the head from the rows elsewhere",
        "Leave it out: the first row of a grid is its head.",
        since="0.2.0",
    ),
)
