"""The grammar for editors that colour by TextMate's rules, among them VS Code: patterns, one line at a time.

A server that knows what names mean colours them better; this is what is seen before it has started, and without it.
Patterns are those that both Oniguruma and Python take, and none looks further than its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bombsight.dsl.tables import tables
from bombsight.dsl.words import item_words
from editors.names import NAMED, before_items, declared
from editors.words import CALLED, LINE, Place, alone, begins_a_line, grouped, phrases, places, spelled

Rule = dict[str, Any]

NAME = "[A-Za-z][A-Za-z0-9_]*"
TABLE = "[A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?"

SCOPES = {
    "origin": "storage.modifier.origin",
    "item": "storage.type.item",
    "constant": "constant.language",
    "statement": "keyword.control.statement",
    "operator": "keyword.operator.wordlike",
    "function": "support.function",
    "line": "keyword.control.line",
    "joining": "keyword.control.joining",
}
"""How TextMate's custom calls each group of words."""

KINDS = {
    "type": "entity.name.type",
    "table": "entity.name.function.table",
    "procedure": "entity.name.function.procedure",
    "define": "entity.name.function.define",
    "option": "variable.other.constant.option",
    "variable": "variable.other.definition",
    "label": "entity.name.label",
    "heading": "entity.name.section",
}
"""How it calls each kind of name."""


def grammar() -> Rule:
    """The grammar, as it is written to a file."""
    return {
        "information_for_contributors": [
            "Made of the grammar of the language by `python -m editors`; not to be edited."
        ],
        "name": "Bombsight",
        "scopeName": "source.bombsight",
        "patterns": [*map(include, ("modifier", "fields", "values", "settings", "declared", "line"))],
        "repository": {
            "modifier": modifier(),
            "settings": block("game", [setting(), include("line")]),
            "fields": {"patterns": [block(word, [field(), include("line")]) for word in ("record", "state")]},
            "values": block("enum", [member(), include("line")]),
            "declared": {"patterns": items()},
            "line": {
                "patterns": [
                    *map(include, ("grid", "modifier", "declared")),
                    *line(),
                    *map(include, ("comment", "text", "expression")),
                ]
            },
            "grid": grid(),
            "comment": comment(),
            "text": text(),
            "expression": {"patterns": [part(), *map(include, ("named", "words", "signs"))]},
            "named": {"patterns": named()},
            "words": {"patterns": words()},
            "signs": {"patterns": signs()},
        },
    }


def include(name: str) -> Rule:
    """The rules that stand elsewhere under a name."""
    return {"include": f"#{name}"}


def scoped(pattern: str, *names: str) -> Rule:
    """A pattern and the names of its groups in their order; ``#part`` says that one is looked through by that part."""
    given = {
        str(number): {"patterns": [include(name[1:])]} if name.startswith("#") else {"name": f"{name}.bombsight"}
        for number, name in enumerate(names, start=1)
    }
    return {"match": pattern, "captures": given}


def whole(pattern: str, name: str) -> Rule:
    """A pattern that has one name as a whole."""
    return {"match": pattern, "name": f"{name}.bombsight"}


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of some words, as words."""
    return rf"\b(?:{'|'.join(sorted(words))})\b"


# --- items


def block(word: str, patterns: list[Rule]) -> Rule:
    """All of an item of some kind: from its first line to the next item."""
    begin = scoped(rf"^({word})[ ]+({NAME})", SCOPES["item"], KINDS[declared()[word]])
    return {
        "begin": begin["match"],
        "beginCaptures": begin["captures"],
        "end": r"^(?=[^ #])",
        "patterns": patterns,
    }


def items() -> list[Rule]:
    """The first lines of items, as far as their names."""
    found = declared()
    begin = rf"^[ ]*(?:({'|'.join(sorted(before_items()))})[ ]+)?"
    rules = [
        scoped(rf"{begin}({word})[ ]+({TABLE})", SCOPES["line"], SCOPES["item"], KINDS[kind])
        for word, kind in found.items()
    ]
    return [*rules, scoped(rf"^({'|'.join(sorted(item_words() - found.keys()))})\b", SCOPES["item"])]


def field() -> Rule:
    """The name of a field."""
    return scoped(rf"^[ ]+({NAME})(?=[^#]*:)", "variable.other.property")


def setting() -> Rule:
    """The word of a line of the manifest, which are no words of the language."""
    return scoped(rf"^[ ]+({NAME})", SCOPES["line"])


def member() -> Rule:
    """A value of an enum: what is neither a word of the language nor in a grid."""
    known = "|".join(sorted(alone()))
    return whole(rf"\b(?!(?:{known})\b){NAME}\b(?=[^|]*$)", "variable.other.enummember")


# --- lines


def line() -> list[Rule]:
    """The words that begin a line, and are values or operators elsewhere; those that are words only in some places."""
    others = {word for group in ("constant", "operator", "function") for word in grouped()[group]}
    begin = "|".join(sorted(others & spelled(begins_a_line())))
    return [*map(placed, places()), scoped(rf"^[ ]+({begin})\b", SCOPES["line"])]


def placed(place: Place) -> Rule:
    """A word where it is one of the language."""
    before = "|".join(sorted(BEFORE.get(text) or f"(?<={re.escape(text)})[ ]{some(text)}" for text in place.before))
    behind = "|".join(sorted(BEHIND.get(text) or f"[ ]{some(text)}{re.escape(text)}" for text in place.behind))
    return scoped(rf"(?:{before})({'|'.join(place.words)})(?={behind})", SCOPES[place.group])


def some(text: str) -> str:
    """How many blanks stand beside a word or sign."""
    return "+" if text[0].isalpha() else "*"


BEFORE = {LINE: "^[ ]+", "NAME": r"(?<=\w)[ ]+", "STRING": r'(?<=")[ ]+'}
BEHIND = {
    LINE: r"[ ]*(?:#|$)",
    "NAME": "[ ]+[A-Za-z]",
    "INT": "[ ]+[0-9]",
    "SIGNED": "[ ]+[-+][0-9]",
    "STRING": '[ ]+"',
}


def modifier() -> Rule:
    """The amount of a modifier, and its label."""
    amount = r"[+-](?:[0-9]+|\((?:[^()]|\([^()]*\))*\))"
    begin = r"[ ]*(?:was|now|add|remove)?[ ]*(?:modifier)?"
    return scoped(rf"^({begin})[ ]+({amount})[ ]+({NAME})", "#words", "#expression", f"{KINDS['label']}.modifier")


def grid() -> Rule:
    """A row of a grid."""
    cells = [whole(r"\|", "punctuation.separator.cell"), whole(r"(?<=\|)[ ]*-(?=[ ]*\|)", "constant.language.blank")]
    return {
        "begin": r"(?:^[ ]+|(?<=was|now|add)[ ]+|(?<=remove)[ ]+)(?=\|)",
        "end": "$",
        "patterns": [*cells, include("line")],
    }


# --- what a line is made of


def comment() -> Rule:
    """A comment; what it allows is part of the language."""
    begin = scoped(r"#(?:[ ]*(allow)(:))?", "keyword.other.allow", "punctuation.separator.allow")
    finding = whole(r"(?<=[:,])[ ]*[\w-]+(?=[^-]*--)", "constant.other.finding")
    return {
        "begin": begin["match"],
        "beginCaptures": begin["captures"],
        "end": "$",
        "name": "comment.line.number-sign.bombsight",
        "patterns": [finding],
    }


def text() -> Rule:
    """A text, with the values that stand in it."""
    hole = {
        "begin": r"\{",
        "end": r'\}|(?=")|$',
        "name": "meta.embedded.line.bombsight",
        "beginCaptures": {"0": {"name": "punctuation.section.embedded.begin.bombsight"}},
        "endCaptures": {"0": {"name": "punctuation.section.embedded.end.bombsight"}},
        "patterns": [include("expression")],
    }
    return {"begin": '"', "end": '"|$', "name": "string.quoted.double.bombsight", "patterns": [hole]}


def part() -> Rule:
    """What stands behind a dot, whatever it is called."""
    return scoped(rf"(?<=[\w\])])\.({NAME})", "variable.other.property")


def named() -> list[Rule]:
    """Names of which a word before them says what they are."""
    constants = "|".join(grouped()["constant"])
    return [
        scoped(rf"\b({word.replace(' ', '[ ]+')})[ ]+(?!(?:{constants})\b)({TABLE})", "#words", KINDS[kind])
        for word, kind in NAMED.items()
    ]


def words() -> list[Rule]:
    """The words of the language."""
    rules = [whole(rf"\b{pattern}", SCOPES[group]) for group, pattern in phrases()]
    rules += [whole(rf"\b{tables().terminals['YESNO']}", "support.type.yesno")]
    rules += [whole(one_of({*words} & alone()), SCOPES[group]) for group, words in grouped().items()]
    return [*rules, whole(rf"{one_of(CALLED)}(?=\()", SCOPES["function"])]


def signs() -> list[Rule]:
    """Dice, numbers, operators, names."""
    return [
        scoped(r"(?<=:)[ ]+(text)\b", "support.type.text"),
        whole(rf"\b{tables().terminals['DICE']}", "constant.numeric.dice"),
        whole(r"\b[A-Z][A-Za-z0-9]*-[A-Za-z0-9_]+\b", "entity.name.function.table"),
        whole(r"\b[0-9]+\b", "constant.numeric.integer"),
        whole(r"\.\.", "keyword.operator.range"),
        whole(r"<=|>=|<|>|\+|-|\*|/|=", "keyword.operator"),
        whole(rf"\b{NAME}(?=\()", "entity.name.function"),
        whole(r"\b[A-Z][A-Za-z0-9_]*\b", "entity.name.type"),
        whole(rf"\b{NAME}\b", "variable.other"),
    ]
