"""The syntax file for Vim and Neovim, made of the same words.

Of two patterns that fit at one place the later counts, other than with TextMate's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from editors.names import NAMED, before_items, declared
from editors.words import CALLED, LINE, Place, alone, group_of, grouped, phrases, places

LINKS = {
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
"""What colours each of our groups has, by the names that every scheme of colours knows."""

KINDS = {
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

NAME = r"[A-Za-z]\w*"
TABLE = r"\w+(-\w+)?"
HEAD = """\
" The rules of table games. Made of the language's grammar by `python -m editors`; not to be edited.
if exists("b:current_syntax")
  finish
endif
syn iskeyword @,48-57,_
"""


def syntax() -> str:
    """The file."""
    linked = [f"hi def link bombsight{group} {to}" for group, to in LINKS.items()]
    return "\n".join(
        [
            HEAD,
            *signs(),
            *words(),
            *named(),
            *parts(),
            *texts(),
            "",
            *linked,
            "",
            'let b:current_syntax = "bombsight"',
            "",
        ]
    )


def match(group: str, pattern: str, *more: str) -> str:
    """A line of the file: what fits a pattern, in Vim's `very magic` way of writing one, is of a group."""
    return " ".join((f"syn match bombsight{group} /\\v{pattern.replace('/', chr(92) + '/')}/", *more))


def signs() -> Iterator[str]:
    """Names, numbers, signs."""
    yield match("Type", r"<[A-Z]\w*>")
    yield match("Name", rf"<{NAME}\ze\(")
    yield match("Table", r"<[A-Z]\w*-\w+>")
    yield match("Number", r"<(\d+|d66|\d+d\d+)>")
    yield match("Sign", r"\.\.|[<>=+*/-]")
    yield match("Bar", r"\|")


def words() -> Iterator[str]:
    """The words of the language."""
    for group, found in grouped().items():
        yield match(group.title(), one_of({*found} & alone()))
    yield match("Function", rf"{one_of(CALLED)}\ze\(")
    yield match("Type", "<yes/no>")
    for group, pattern in phrases():
        yield match(group.title(), f"<{re.sub(r'[(][?].*', '>', pattern).replace('[ ]', chr(92) + 's')}")
    for place in places():
        yield match(place.group.title(), placed(place))


def placed(place: Place) -> str:
    """Where a word is one of the language."""
    before = "|".join(sorted(BEFORE.get(text) or f"{escaped(text)}\\s{some(text)}" for text in place.before))
    behind = "|".join(sorted(BEHIND.get(text) or f"\\s{some(text)}{escaped(text)}" for text in place.behind))
    return rf"({before})@<=({'|'.join(place.words)})>({behind})@="


BEFORE = {LINE: r"^\s+", "NAME": r"\w\s+", "STRING": r'"\s+'}
BEHIND = {LINE: r"\s*($|#)", "NAME": r"\s+\a", "INT": r"\s+\d", "SIGNED": r"\s+[-+]\d", "STRING": r'\s+"'}


def escaped(text: str) -> str:
    """A word or sign as a pattern that fits it alone."""
    return text if text.replace(" ", "").isalpha() else "\\" + text


def some(text: str) -> str:
    """How many blanks stand beside a word or sign."""
    return "+" if text[0].isalpha() else "*"


def named() -> Iterator[str]:
    """Names of which a word before them says what they are."""
    for kind in sorted({*KINDS.values()}):
        yield match(f"{kind}Named", TABLE if kind == "Table" else NAME, "contained")
        yield f"hi def link bombsight{kind}Named bombsight{kind}"
    constants = "|".join(grouped()["constant"])
    for words, kind in reversed(NAMED.items()):
        spaced = words.replace(" ", r"\s+")
        group = group_of(words.split()[0]).title()
        yield match(group, rf"<{spaced}>(\s+({constants})>)@!", f"nextgroup=bombsight{KINDS[kind]}Named skipwhite")
    before = rf"^(\s+({'|'.join(sorted(before_items()))}))?\s*"
    for word, kind in declared().items():
        yield match("Item", rf"{before}\zs{word}>", f"nextgroup=bombsight{KINDS[kind]}Named skipwhite")


def parts() -> Iterator[str]:
    """What stands behind a dot, whatever it is called; the label of a modifier."""
    yield match("Variable", rf"[[:alnum:]_\])]@1<=\.\zs{NAME}")
    amount = r"[+-](\d+|\([^()]*(\([^()]*\)[^()]*)*\))"
    yield match("Label", rf"^(\s+(was|now|add|remove))?\s*(modifier)?\s*{amount}\s+\zs{NAME}")


def texts() -> Iterator[str]:
    """Texts with the values that stand in them, and comments."""
    ends = r'end=/}/ end=/\ze"/'
    yield f"syn region bombsightHole matchgroup=bombsightHole start=/{{/ {ends} oneline contained contains=TOP"
    yield 'syn region bombsightText start=/"/ end=/"/ oneline contains=bombsightHole,@Spell'
    yield match("Allow", r"#\s*\zsallow:[^#]*\ze--", "contained")
    yield match("Comment", "#.*$", "contains=bombsightAllow,@Spell")


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of some words, as words."""
    return f"<({'|'.join(sorted(words))})>"
