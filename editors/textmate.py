"""Generator of the TextMate grammar, for VS Code among others: patterns within single lines.

The language server knows names and colours them better; this grammar serves until it has started, and without it.
All patterns are valid in both Oniguruma and Python, and none looks beyond its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from bombsight.dsl.tables import language_tables
from bombsight.dsl.words import item_words, reserved_words
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
"""The TextMate scope of each group of words."""

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
"""The TextMate scope of each kind of name."""

NO_ANCHORS = r"|line[ ]+\w|others\b"
"""Matches, among what is no name behind `before` and `after`, the word before a quoted line, and `after others`."""


def build_grammar() -> Rule:
    """Build the whole TextMate grammar as JSON data for its file."""
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
    """Make a rule that includes another rule of the repository by name."""
    return {"include": f"#{name}"}


def make_capture_rule(pattern: str, *names: str) -> Rule:
    """Make a rule of a pattern with the scopes of its groups in order; ``#part`` tokenizes a group by that part."""
    captures = {
        str(number): {"patterns": [make_include(name[1:])]} if name.startswith("#") else {"name": f"{name}.bombsight"}
        for number, name in enumerate(names, start=1)
    }
    return {"match": pattern, "captures": captures}


def make_match_rule(pattern: str, name: str) -> Rule:
    """Make a rule that gives the matches of a pattern one scope."""
    return {"match": pattern, "name": f"{name}.bombsight"}


def any_word_pattern(words: Iterable[str]) -> str:
    """Make a pattern that matches any of the words, as whole words."""
    return rf"\b(?:{'|'.join(sorted(words))})\b"


# --- items


def make_item_rule(word: str, patterns: list[Rule]) -> Rule:
    """Make the begin/end rule of a kind of item, from its first line to the next item."""
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
    """Make the rules for the first lines of items (top-level declarations), up to their names."""
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
    """Make the rule for names of state fields."""
    return make_capture_rule(rf"^[ ]+({NAME_PATTERN})(?=[^#]*:)", "variable.other.property")


def make_setting_rule() -> Rule:
    """Make the rule for the first words of manifest lines, which are no keywords."""
    return make_capture_rule(rf"^[ ]+({NAME_PATTERN})", GROUP_SCOPES["line"])


def make_enum_value_rule() -> Rule:
    """Make the rule for enum values, which are neither keywords nor in a grid."""
    known = "|".join(sorted(unconditional_words()))
    return make_match_rule(rf"\b(?!(?:{known})\b){NAME_PATTERN}\b(?=[^|]*$)", "variable.other.enummember")


# --- lines


def make_line_rules() -> list[Rule]:
    """Make the rules for words that are keywords only at the beginning of a line, and for contextual keywords."""
    others = {word for group in ("constant", "operator", "function") for word in words_by_group()[group]}
    begin = "|".join(sorted(others & first_words(line_start_terminals())))
    return [*map(make_context_rule, word_contexts()), make_capture_rule(rf"^[ ]+({begin})\b", GROUP_SCOPES["line"])]


def make_context_rule(place: WordContext) -> Rule:
    """Make the rule for a word that is a keyword only between certain neighbours."""
    before = "|".join(
        sorted(BEFORE_PATTERNS.get(text) or f"(?<={re.escape(text)})[ ]{blanks_beside(text)}" for text in place.before)
    )
    behind = "|".join(
        sorted(BEHIND_PATTERNS.get(text) or f"[ ]{blanks_beside(text)}{re.escape(text)}" for text in place.behind)
    )
    return make_capture_rule(rf"(?:{before})({'|'.join(place.words)})(?={behind})", GROUP_SCOPES[place.group])


def blanks_beside(text: str) -> str:
    """The quantifier of blanks beside a token: ``+`` (required) for a word, ``*`` for a sign."""
    return "+" if text[0].isalpha() else "*"


def make_name_before() -> str:
    """Make the pattern that looks behind for a name: the end of a word that is not reserved, and blanks.

    A lookbehind of Python has one width, so that each length of reserved words has its own.
    """
    words = sorted(reserved_words(), key=lambda word: (len(word), word))
    equally_long = ("|".join(found) for _, found in groupby(words, len))
    none_reserved = "".join(rf"(?<!\b(?:{alternatives}))" for alternatives in equally_long)
    return rf"(?<=\w){none_reserved}[ ]+"


BEFORE_PATTERNS = {LINE_EDGE: "^[ ]+", "NAME": make_name_before(), "STRING": r'(?<=")[ ]+'}
BEHIND_PATTERNS = {
    LINE_EDGE: r"[ ]*(?:#|$)",
    "NAME": "[ ]+[A-Za-z]",
    "CHOICE": "[ ]+[A-Za-z0-9_-]+/",
    "INT": "[ ]+[0-9]",
    "SIGNED": "[ ]+[-+][0-9]",
    "STRING": '[ ]+"',
}


def make_modifier_rule() -> Rule:
    """Make the rule for a modifier's amount and label: ``+1 fog``."""
    amount = r"[+-](?:[0-9]+|\((?:[^()]|\([^()]*\))*\))"
    begin = r"[ ]*(?:was|now|add|remove)?[ ]*(?:modifier)?"
    return make_capture_rule(
        rf"^({begin})[ ]+({amount})[ ]+({NAME_PATTERN})", "#words", "#expression", f"{NAME_SCOPES['label']}.modifier"
    )


def make_grid_rule() -> Rule:
    """Make the rule for a row of a grid: cells between pipes."""
    cells = [
        make_match_rule(r"\|", "punctuation.separator.cell"),
        make_match_rule(r"(?<=\|)[ ]*-(?=[ ]*\|)", "constant.language.blank"),
    ]
    return {
        "begin": r"(?:^[ ]+|(?<=was|now|add)[ ]+|(?<=remove)[ ]+)(?=\|)",
        "end": "$",
        "patterns": [*cells, make_include("line")],
    }


# --- parts of lines


def make_comment_rule() -> Rule:
    """Make the rule for comments; suppressions in them are part of the language."""
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
    """Make the rule for quoted texts, with the values in braces inside them."""
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
    """Make the rule for names after a dot, which are never keywords."""
    return make_capture_rule(rf"(?<=[\w\])])\.({NAME_PATTERN})", "variable.other.property")


def make_name_rules() -> list[Rule]:
    """Make the rules for names whose kind the word before them reveals."""
    constants = "|".join(words_by_group()["constant"])
    return [
        make_capture_rule(
            rf"\b({word.replace(' ', '[ ]+')})[ ]+(?!(?:{constants})\b{NO_ANCHORS})({TABLE_PATTERN})",
            "#words",
            NAME_SCOPES[kind],
        )
        for word, kind in KEYWORD_NAME_KINDS.items()
    ]


def make_word_rules() -> list[Rule]:
    """Make the rules for keywords, a rule for each colour group."""
    rules = [make_match_rule(rf"\b{pattern}", GROUP_SCOPES[group]) for group, pattern in phrase_patterns()]
    rules += [make_match_rule(rf"\b{language_tables().terminals['YESNO']}", "support.type.yesno")]
    rules += [
        make_match_rule(any_word_pattern({*words} & unconditional_words()), GROUP_SCOPES[group])
        for group, words in words_by_group().items()
    ]
    return [*rules, make_match_rule(rf"{any_word_pattern(FUNCTION_WORDS)}(?=\()", GROUP_SCOPES["function"])]


def make_sign_rules() -> list[Rule]:
    """Make the rules for dice, numbers, operators and other names."""
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
