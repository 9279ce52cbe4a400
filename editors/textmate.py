"""The grammar for editors that colour by TextMate's rules, among them VS Code: patterns, one line at a time.

A server that knows what names mean colours them better; this is what is seen before it has started, and without it.
Patterns are those that both Oniguruma and Python take, and none looks further than its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from bombsight.dsl.tables import language_tables
from bombsight.dsl.words import item_words
from editors.names import KEYWORD_NAME_KINDS, name_kinds_of_items, words_before_items
from editors.words import (
    FUNCTION_WORDS,
    LINE_EDGE,
    WordContext,
    first_words,
    line_start_terminals,
    phrase_patterns,
    unconditional_words,
    word_contexts,
    words_by_group,
)

Rule = dict[str, Any]

NAME_PATTERN = "[A-Za-z][A-Za-z0-9_]*"
TABLE_PATTERN = "[A-Za-z0-9][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)?"

GROUP_SCOPES = {
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

NAME_SCOPES = {
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


def build_grammar() -> Rule:
    """The grammar, as it is written to a file."""
    return {
        "information_for_contributors": [
            "Made of the grammar of the language by `python -m editors`; not to be edited."
        ],
        "name": "Bombsight",
        "scopeName": "source.bombsight",
        "patterns": [*map(make_include, ("modifier", "fields", "values", "settings", "declared", "line"))],
        "repository": {
            "modifier": make_modifier_rule(),
            "settings": make_item_rule("game", [make_setting_rule(), make_include("line")]),
            "fields": {
                "patterns": [
                    make_item_rule(word, [make_field_rule(), make_include("line")]) for word in ("record", "state")
                ]
            },
            "values": make_item_rule("enum", [make_enum_value_rule(), make_include("line")]),
            "declared": {"patterns": make_item_heads()},
            "line": {
                "patterns": [
                    *map(make_include, ("grid", "modifier", "declared")),
                    *make_line_rules(),
                    *map(make_include, ("comment", "text", "expression")),
                ]
            },
            "grid": make_grid_rule(),
            "comment": make_comment_rule(),
            "text": make_text_rule(),
            "expression": {"patterns": [make_member_rule(), *map(make_include, ("named", "words", "signs"))]},
            "named": {"patterns": make_name_rules()},
            "words": {"patterns": make_word_rules()},
            "signs": {"patterns": make_sign_rules()},
        },
    }


def make_include(name: str) -> Rule:
    """The rules that stand elsewhere under a name."""
    return {"include": f"#{name}"}


def make_capture_rule(pattern: str, *names: str) -> Rule:
    """A pattern and the names of its groups in their order; ``#part`` says that one is looked through by that part."""
    captures = {
        str(number): {"patterns": [make_include(name[1:])]} if name.startswith("#") else {"name": f"{name}.bombsight"}
        for number, name in enumerate(names, start=1)
    }
    return {"match": pattern, "captures": captures}


def make_match_rule(pattern: str, name: str) -> Rule:
    """A pattern that has one name as a whole."""
    return {"match": pattern, "name": f"{name}.bombsight"}


def any_word_pattern(words: Iterable[str]) -> str:
    """A pattern for any of some words, as words."""
    return rf"\b(?:{'|'.join(sorted(words))})\b"


# --- items


def make_item_rule(word: str, patterns: list[Rule]) -> Rule:
    """All of an item of some kind: from its first line to the next item."""
    begin = make_capture_rule(
        rf"^({word})[ ]+({NAME_PATTERN})", GROUP_SCOPES["item"], NAME_SCOPES[name_kinds_of_items()[word]]
    )
    return {
        "begin": begin["match"],
        "beginCaptures": begin["captures"],
        "end": r"^(?=[^ #])",
        "patterns": patterns,
    }


def make_item_heads() -> list[Rule]:
    """The first lines of items, as far as their names."""
    kinds = name_kinds_of_items()
    begin = rf"^[ ]*(?:({'|'.join(sorted(words_before_items()))})[ ]+)?"
    rules = [
        make_capture_rule(
            rf"{begin}({word})[ ]+({TABLE_PATTERN})", GROUP_SCOPES["line"], GROUP_SCOPES["item"], NAME_SCOPES[kind]
        )
        for word, kind in kinds.items()
    ]
    return [*rules, make_capture_rule(rf"^({'|'.join(sorted(item_words() - kinds.keys()))})\b", GROUP_SCOPES["item"])]


def make_field_rule() -> Rule:
    """The name of a field."""
    return make_capture_rule(rf"^[ ]+({NAME_PATTERN})(?=[^#]*:)", "variable.other.property")


def make_setting_rule() -> Rule:
    """The word of a line of the manifest, which are no words of the language."""
    return make_capture_rule(rf"^[ ]+({NAME_PATTERN})", GROUP_SCOPES["line"])


def make_enum_value_rule() -> Rule:
    """A value of an enum: what is neither a word of the language nor in a grid."""
    known = "|".join(sorted(unconditional_words()))
    return make_match_rule(rf"\b(?!(?:{known})\b){NAME_PATTERN}\b(?=[^|]*$)", "variable.other.enummember")


# --- lines


def make_line_rules() -> list[Rule]:
    """The words that begin a line, and are values or operators elsewhere; those that are words only in some places."""
    others = {word for group in ("constant", "operator", "function") for word in words_by_group()[group]}
    begin = "|".join(sorted(others & first_words(line_start_terminals())))
    return [*map(make_context_rule, word_contexts()), make_capture_rule(rf"^[ ]+({begin})\b", GROUP_SCOPES["line"])]


def make_context_rule(place: WordContext) -> Rule:
    """A word where it is one of the language."""
    before = "|".join(
        sorted(BEFORE_PATTERNS.get(text) or f"(?<={re.escape(text)})[ ]{blanks_beside(text)}" for text in place.before)
    )
    behind = "|".join(
        sorted(BEHIND_PATTERNS.get(text) or f"[ ]{blanks_beside(text)}{re.escape(text)}" for text in place.behind)
    )
    return make_capture_rule(rf"(?:{before})({'|'.join(place.words)})(?={behind})", GROUP_SCOPES[place.group])


def blanks_beside(text: str) -> str:
    """How many blanks stand beside a word or sign."""
    return "+" if text[0].isalpha() else "*"


BEFORE_PATTERNS = {LINE_EDGE: "^[ ]+", "NAME": r"(?<=\w)[ ]+", "STRING": r'(?<=")[ ]+'}
BEHIND_PATTERNS = {
    LINE_EDGE: r"[ ]*(?:#|$)",
    "NAME": "[ ]+[A-Za-z]",
    "INT": "[ ]+[0-9]",
    "SIGNED": "[ ]+[-+][0-9]",
    "STRING": '[ ]+"',
}


def make_modifier_rule() -> Rule:
    """The amount of a modifier, and its label."""
    amount = r"[+-](?:[0-9]+|\((?:[^()]|\([^()]*\))*\))"
    begin = r"[ ]*(?:was|now|add|remove)?[ ]*(?:modifier)?"
    return make_capture_rule(
        rf"^({begin})[ ]+({amount})[ ]+({NAME_PATTERN})", "#words", "#expression", f"{NAME_SCOPES['label']}.modifier"
    )


def make_grid_rule() -> Rule:
    """A row of a grid."""
    cells = [
        make_match_rule(r"\|", "punctuation.separator.cell"),
        make_match_rule(r"(?<=\|)[ ]*-(?=[ ]*\|)", "constant.language.blank"),
    ]
    return {
        "begin": r"(?:^[ ]+|(?<=was|now|add)[ ]+|(?<=remove)[ ]+)(?=\|)",
        "end": "$",
        "patterns": [*cells, make_include("line")],
    }


# --- what a line is made of


def make_comment_rule() -> Rule:
    """A comment; what it allows is part of the language."""
    begin = make_capture_rule(r"#(?:[ ]*(allow)(:))?", "keyword.other.allow", "punctuation.separator.allow")
    finding = make_match_rule(r"(?<=[:,])[ ]*[\w-]+(?=[^-]*--)", "constant.other.finding")
    return {
        "begin": begin["match"],
        "beginCaptures": begin["captures"],
        "end": "$",
        "name": "comment.line.number-sign.bombsight",
        "patterns": [finding],
    }


def make_text_rule() -> Rule:
    """A text, with the values that stand in it."""
    hole = {
        "begin": r"\{",
        "end": r'\}|(?=")|$',
        "name": "meta.embedded.line.bombsight",
        "beginCaptures": {"0": {"name": "punctuation.section.embedded.begin.bombsight"}},
        "endCaptures": {"0": {"name": "punctuation.section.embedded.end.bombsight"}},
        "patterns": [make_include("expression")],
    }
    return {"begin": '"', "end": '"|$', "name": "string.quoted.double.bombsight", "patterns": [hole]}


def make_member_rule() -> Rule:
    """What stands behind a dot, whatever it is called."""
    return make_capture_rule(rf"(?<=[\w\])])\.({NAME_PATTERN})", "variable.other.property")


def make_name_rules() -> list[Rule]:
    """Names of which a word before them says what they are."""
    constants = "|".join(words_by_group()["constant"])
    return [
        make_capture_rule(
            rf"\b({word.replace(' ', '[ ]+')})[ ]+(?!(?:{constants})\b)({TABLE_PATTERN})", "#words", NAME_SCOPES[kind]
        )
        for word, kind in KEYWORD_NAME_KINDS.items()
    ]


def make_word_rules() -> list[Rule]:
    """The words of the language."""
    rules = [make_match_rule(rf"\b{pattern}", GROUP_SCOPES[group]) for group, pattern in phrase_patterns()]
    rules += [make_match_rule(rf"\b{language_tables().terminals['YESNO']}", "support.type.yesno")]
    rules += [
        make_match_rule(any_word_pattern({*words} & unconditional_words()), GROUP_SCOPES[group])
        for group, words in words_by_group().items()
    ]
    return [*rules, make_match_rule(rf"{any_word_pattern(FUNCTION_WORDS)}(?=\()", GROUP_SCOPES["function"])]


def make_sign_rules() -> list[Rule]:
    """Dice, numbers, operators, names."""
    return [
        make_capture_rule(r"(?<=:)[ ]+(text)\b", "support.type.text"),
        make_match_rule(rf"\b{language_tables().terminals['DICE']}", "constant.numeric.dice"),
        make_match_rule(r"\b[A-Z][A-Za-z0-9]*-[A-Za-z0-9_]+\b", "entity.name.function.table"),
        make_match_rule(r"\b[0-9]+\b", "constant.numeric.integer"),
        make_match_rule(r"\.\.", "keyword.operator.range"),
        make_match_rule(r"<=|>=|<|>|\+|-|\*|/|=", "keyword.operator"),
        make_match_rule(rf"\b{NAME_PATTERN}(?=\()", "entity.name.function"),
        make_match_rule(r"\b[A-Z][A-Za-z0-9_]*\b", "entity.name.type"),
        make_match_rule(rf"\b{NAME_PATTERN}\b", "variable.other"),
    ]
