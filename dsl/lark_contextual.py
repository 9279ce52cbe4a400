"""lark's lexers, extended by contextual keywords.

lark itself would take a keyword wherever the parser's state accepts it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import AbstractBasicLexer, BasicLexer, ContextualLexer, LexerState

from bombsight.dsl.contextual import ContextualKeywords, keyword_pattern
from bombsight.dsl.lalr import START, extract_tables, number_states
from bombsight.dsl.lexers import Lexers
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.reserved import contextual_terminals


class ContextualLarkLexer(AbstractBasicLexer):
    """A lark lexer for a state that accepts contextual keywords.

    Attributes:
        by_itself: The state's lexer without contextual keywords.
        alone: A lexer for each keyword.
        decisions: The shared decisions.
    """

    def __init__(
        self, lexer: AbstractBasicLexer, keyword_lexers: Mapping[str, BasicLexer], decisions: KeywordDecisions
    ) -> None:
        """Combine a state's lexer with a lexer for each contextual keyword that the state accepts."""
        self.by_itself = lexer
        self.alone = keyword_lexers
        self.decisions = decisions

    def next_token(self, lex_state: LexerState, parser_state: Any = None) -> Token:
        """Return the next token of a text: a contextual keyword, if one is decided there, else lark's own token."""
        text: Any = lex_state.text  # a plain text in lark 1.2
        whole = text if isinstance(text, str) else text.text
        keyword = self.decisions.keyword_at(parser_state.state_stack, whole, lex_state.line_ctr.char_pos)
        return (self.by_itself if keyword is None else self.alone[keyword]).next_token(lex_state, parser_state)


@frozen
class WordAhead:
    """The next word in a text that may begin a contextual keyword.

    Attributes:
        text: The text.
        start: The offset from which it was sought.
        found: The offset of the word; that of the text's end if none follows.
    """

    text: str
    start: int
    found: int


class KeywordDecisions:
    """Decides contextual keywords for lark's lexers, by the driver's tables, built when first needed."""

    def __init__(self, lark: Lark, words: re.Pattern[str]) -> None:
        """Prepare decisions for lark's parser; ``words`` is a pattern of the first words of contextual keywords."""
        self.lark = lark
        self.words = words
        self.ahead = WordAhead("", 0, 0)  # replaced atomically: threads may parse at once

    @cached_property
    def keywords_and_states(self) -> tuple[ContextualKeywords, dict[int, int]]:
        """The grammar's contextual keywords, and a map from lark's state numbers to those of the parse tables."""
        tables, table = extract_tables(self.lark), self.lark.parser.parser._parse_table
        return ContextualKeywords(tables, Lexers(tables)), number_states(table.states, table.start_states[START])

    def keyword_at(self, states: Sequence[int], text: str, position: int) -> str | None:
        """Return the contextual keyword's terminal at a text position, or None; ``states`` are numbered as in lark."""
        word = self.find_word(text, position)
        if text[position:word].strip(" \t") or word == len(text):
            return None
        contextual, numbers = self.keywords_and_states
        return contextual.keyword_at([numbers[state] for state in states], text, position)

    def find_word(self, text: str, position: int) -> int:
        """Return the offset of the next word that may begin a keyword; that of the text's end if none follows.

        Each part of a text is searched once, however many tokens stand in it.
        """
        ahead = self.ahead
        if ahead.text is not text or not ahead.start <= position <= ahead.found:
            found = self.words.search(text, position)
            self.ahead = ahead = WordAhead(text, position, found.start() if found else len(text))
        return ahead.found


def with_contextual_lexers(lark: Lark) -> Lark:
    """Replace a lark parser's lexers (private attributes) by ones that decide contextual keywords."""
    texts = {str(each.name): each.pattern.value for each in lark.terminals if each.pattern.type == "str"}
    names = contextual_terminals({str(each.name): texts.get(str(each.name)) for each in lark.terminals})
    words = keyword_pattern(names, texts)
    if words is None:
        return lark
    conf = lexer_conf_for(lark, {each.name for each in lark.terminals}.difference(names))
    rows = lark.parser.parser._parse_table.states
    others: dict[int, Collection[str]] = {state: row.keys() - names for state, row in rows.items()}
    lexer = ContextualLexer(conf, others, always_accept=tuple(conf.postlex.always_accept if conf.postlex else ()))
    decisions, alone = KeywordDecisions(lark, words), {name: BasicLexer(lexer_conf_for(lark, {name})) for name in names}
    for state, row in rows.items():
        if not row.keys().isdisjoint(names):
            lexer.lexers[state] = ContextualLarkLexer(lexer.lexers[state], alone, decisions)
    lark.parser.lexer.lexer = lexer
    return lark


def lexer_conf_for(lark: Lark, names: set[str]) -> LexerConf:
    """Copy lark's lexer configuration, limited to the terminals ``names`` and those that lexers ignore."""
    conf: LexerConf = copy(lark.parser.lexer_conf)
    conf.skip_validation = True  # validated already
    conf.terminals = [each for each in conf.terminals if each.name in names or each.name in conf.ignore]
    return conf
