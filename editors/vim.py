"""Generator of the syntax file for Vim and Neovim, from the same words.

Of two patterns that match at one position the later wins, unlike in TextMate grammars.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bombsight.dsl.words import reserved_words
from editors.names import KEYWORD_NAME_KINDS, name_kinds_of_items, words_before_items
from editors.textmate import blanks_beside
from editors.words import (
    FUNCTION_WORDS,
    LINE_EDGE,
    WordContext,
    group_of,
    phrase_patterns,
    unconditional_words,
    word_contexts,
    words_by_group,
)

HIGHLIGHT_LINKS = {
    "Origin": "StorageClass",
    "Item": "Structure",
    "Constant": "Boolean",
    "Statement": "Statement",
    "Operator": "Operator",
    "Function": "Function",
    "Line": "Keyword",
    "Joining": "Keyword",
    "Comment": "Comment",
    "Allow": "SpecialComment",
    "Text": "String",
    "Hole": "Special",
    "Number": "Number",
    "Sign": "Operator",
    "Bar": "Delimiter",
    "Type": "Type",
    "Name": "Function",
    "Table": "Function",
    "Label": "Label",
    "Variable": "Identifier",
    "Heading": "Title",
}
"""The standard highlight group of each of our groups, which every colour scheme knows."""

NAME_GROUPS = {
    "type": "Type",
    "table": "Table",
    "procedure": "Name",
    "define": "Name",
    "option": "Variable",
    "variable": "Variable",
    "label": "Label",
    "heading": "Heading",
}
"""The group of each kind of name."""

NAME_PATTERN = r"[A-Za-z]\w*"
TABLE_PATTERN = r"\w+(-\w+)?"
FILE_HEAD = """\
" The rules of table games. Made of the language's grammar by `python -m editors`; not to be edited.
if exists("b:current_syntax")
  finish
endif
syn iskeyword @,48-57,_
"""


def render_syntax() -> str:
    """Render the syntax file."""
    links = [f"hi def link bombsight{group} {to}" for group, to in HIGHLIGHT_LINKS.items()]
    return "\n".join(
        [
            FILE_HEAD,
            *render_signs(),
            *render_words(),
            *render_names(),
            *render_members(),
            *render_texts(),
            "",
            *links,
            "",
            'let b:current_syntax = "bombsight"',
            "",
        ]
    )


def render_match(group: str, pattern: str, *more: str) -> str:
    """Render a ``syntax match`` line that puts matches of a `very magic` pattern into a colour group."""
    return " ".join((f"syn match bombsight{group} /\\v{pattern.replace('/', chr(92) + '/')}/", *more))


def render_signs() -> Iterator[str]:
    """Render the lines for dice, numbers, operators and other names."""
    yield render_match("Type", r"<[A-Z]\w*>")
    yield render_match("Name", rf"<{NAME_PATTERN}\ze\(")
    yield render_match("Table", r"<[A-Z]\w*-\w+>")
    yield render_match("Number", r"<(\d+|d66|\d+d\d+)>")
    yield render_match("Sign", r"\.\.|[<>=+*/-]")
    yield render_match("Bar", r"\|")


def render_words() -> Iterator[str]:
    """Render the lines for keywords, by colour group."""
    for group, group_words in words_by_group().items():
        yield render_match(group.title(), any_word_pattern({*group_words} & unconditional_words()))
    yield render_match("Function", rf"{any_word_pattern(FUNCTION_WORDS)}\ze\(")
    yield render_match("Type", "<yes/no>")
    for group, pattern in phrase_patterns():
        yield render_match(group.title(), f"<{re.sub(r'[(][?].*', '>', pattern).replace('[ ]', chr(92) + 's')}")
    for place in word_contexts():
        yield render_match(place.group.title(), context_pattern(place))


def context_pattern(place: WordContext) -> str:
    """The pattern of a word that is a keyword only between certain neighbours."""
    before = "|".join(
        sorted(BEFORE_PATTERNS.get(text) or f"{literal_pattern(text)}\\s{blanks_beside(text)}" for text in place.before)
    )
    behind = "|".join(
        sorted(BEHIND_PATTERNS.get(text) or f"\\s{blanks_beside(text)}{literal_pattern(text)}" for text in place.behind)
    )
    return rf"({before})@<=({'|'.join(place.words)})>({behind})@="


BEFORE_PATTERNS = {
    LINE_EDGE: r"^\s+",
    "NAME": rf"<(({'|'.join(sorted(reserved_words()))})>)@!\w+\s+",
    "STRING": r'"\s+',
}
BEHIND_PATTERNS = {
    LINE_EDGE: r"\s*($|#)",
    "NAME": r"\s+\a",
    "CHOICE": r"\s+[A-Za-z0-9_-]+/",
    "INT": r"\s+\d",
    "SIGNED": r"\s+[-+]\d",
    "STRING": r'\s+"',
}


def literal_pattern(text: str) -> str:
    """The pattern that matches only a word or sign."""
    return text if text.replace(" ", "").isalpha() or text == "/" else "\\" + text  # a match escapes its own delimiter


def render_names() -> Iterator[str]:
    """Render the lines for names whose kind the word before them reveals."""
    for kind in sorted({*NAME_GROUPS.values()}):
        yield render_match(f"{kind}Named", TABLE_PATTERN if kind == "Table" else NAME_PATTERN, "contained")
        yield f"hi def link bombsight{kind}Named bombsight{kind}"
    constants = "|".join(words_by_group()["constant"])
    for words, kind in reversed(KEYWORD_NAME_KINDS.items()):
        spaced = words.replace(" ", r"\s+")
        group = group_of(words.split()[0]).title()
        yield render_match(
            group,
            rf"<{spaced}>(\s+(({constants})>|line\s+\w|others>))@!",
            f"nextgroup=bombsight{NAME_GROUPS[kind]}Named skipwhite",
        )
    before = rf"^(\s+({'|'.join(sorted(words_before_items()))}))?\s*"
    for word, kind in name_kinds_of_items().items():
        yield render_match("Item", rf"{before}\zs{word}>", f"nextgroup=bombsight{NAME_GROUPS[kind]}Named skipwhite")


def render_members() -> Iterator[str]:
    """Render the lines for names after a dot, and for labels of modifiers."""
    yield render_match("Variable", rf"[[:alnum:]_\])]@1<=\.\zs{NAME_PATTERN}")
    amount = r"[+-](\d+|\([^()]*(\([^()]*\)[^()]*)*\))"
    yield render_match("Label", rf"^(\s+(was|now|add|remove))?\s*(modifier)?\s*{amount}\s+\zs{NAME_PATTERN}")


def render_texts() -> Iterator[str]:
    """Render the lines for texts with the values inside them, and comments."""
    ends = r'end=/}/ end=/\ze"/'
    yield f"syn region bombsightHole matchgroup=bombsightHole start=/{{/ {ends} oneline contained contains=TOP"
    yield 'syn region bombsightText start=/"/ end=/"/ oneline contains=bombsightHole,@Spell'
    yield render_match("Allow", r"#\s*\zsallow:[^#]*\ze--", "contained")
    yield render_match("Comment", "#.*$", "contains=bombsightAllow,@Spell")


def any_word_pattern(words: Iterable[str]) -> str:
    """Make a pattern that matches any of the words, as whole words."""
    return f"<({'|'.join(sorted(words))})>"
