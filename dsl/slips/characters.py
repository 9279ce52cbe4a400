"""Slips in files, characters, texts and comments."""

from __future__ import annotations

from bombsight.dsl.slips.slip import Slip, make_procedure

FILES = (
    Slip(
        "E001",
        "unreadable-file",
        "The file cannot be read.",
        "",
        "Look whether it is there and may be read.",
        "The file is missing, is a folder, or belongs to somebody who keeps it closed.",
    ),
    Slip(
        "E002",
        "not-utf8",
        "The file is not written in UTF-8.",
        "this byte begins no character",
        "Save it as UTF-8 in your editor.",
        "Rules are plain text in UTF-8. An editor's menu `Save with encoding` makes it so.",
    ),
    Slip(
        "E003",
        "nul-character",
        "The file holds a NUL character, so it is no text.",
        "here",
        "Is this a rules file? Remove the character, or save the file as plain text.",
        "Plain text never holds the character with number 0. A file that does is a picture, a document of a word "
        "processor, or a damaged file.",
    ),
)

CHARACTERS = (
    Slip(
        "E004",
        "tab-character",
        "A tab stands outside texts and comments.",
        "a tab",
        "Put spaces in its place: two for each level.",
        "A tab is as wide as each editor pleases, so nobody can see how deep a line stands. Indent with spaces.",
        make_procedure("\tset oil to 3"),
        make_procedure("set oil to 3"),
    ),
    Slip(
        "E005",
        "strange-character",
        "A character stands here that the language does not use.",
        "no sign of the language",
        "Remove it. Inside a text in double quotes any character may stand.",
        "Outside texts and comments the language uses letters without accents, digits, spaces, and the signs "
        '. , : = < > + - * / | ( ) [ ] { } " and #, and a semicolon between the entries of a row.',
        make_procedure("set oil to 3;"),
        make_procedure("set oil to 3"),
    ),
    Slip(
        "E006",
        "curly-quotes",
        "Texts stand in straight double quotes.",
        "not a straight double quote",
        'Put a straight double quote (") on both sides of the text.',
        "Single quotes, and the curved quotes that word processors make of straight ones, begin no text. Inside a "
        "text they may stand as they like.",
        make_procedure("say 'The lamp is out.'"),
        make_procedure('say "The lamp is out."'),
    ),
    Slip(
        "E007",
        "unclosed-text",
        "A text is not closed.",
        "the text begins here",
        'Put a double quote (") behind its last character. A text cannot hold a double quote itself; use single ones.',
        "A text stands between two double quotes on one line.",
        make_procedure('say "The lamp is out.'),
        make_procedure('say "The lamp is out."'),
    ),
    Slip(
        "E008",
        "multiline-text",
        "A text runs over the end of its line.",
        "the text begins here and goes on below",
        "Write it on one line, however long.",
        "A text stands between two double quotes on one line.",
        make_procedure('say "The lamp', '  is out."'),
        make_procedure('say "The lamp is out."'),
    ),
    Slip(
        "E009",
        "foreign-comment",
        "This begins no comment.",
        "not the sign of a comment",
        "Begin the comment with #.",
        "A comment begins with # and goes on to the end of its line.",
        make_procedure("set oil to 3 // a full can"),
        make_procedure("set oil to 3 # a full can"),
    ),
    Slip(
        "E085",
        "quote-in-text",
        "A text cannot hold a double quote.",
        "the text ends here",
        "Write single quotes within it: 'closed'.",
        "A double quote ends the text that another began, so that there is no way to write one within it.",
        make_procedure('say "The sign says "closed"."'),
        make_procedure("say \"The sign says 'closed'.\""),
        (make_procedure(r'say "The sign says \"closed\"."'),),
        since="0.2.0",
    ),
    Slip(
        "E086",
        "markdown-rule",
        "This line belongs to Markdown.",
        "parts the head from the rows elsewhere",
        "Leave it out: the first row of a grid is its head.",
        "A grid has nothing between its head and its rows.",
        "enum Ship\n  | ship | due |\n  |------|-----|\n  | tug  | 3   |\n",
        "enum Ship\n  | ship | due |\n  | tug  | 3   |\n",
        since="0.2.0",
    ),
)
