"""lark's lexers for a grammar with contextual keywords: each asks where its state has room for one.

lark itself would take a keyword wherever the parser's state has room for it.
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
from bombsight.dsl.reserved import contextual_terminals


class ContextualLarkLexer(AbstractBasicLexer):
    """A lexer of lark's for a state in which contextual keywords may stand.

    Attributes:
        by_itself: The state's lexer without them.
        alone: A lexer for each keyword.
        decisions: What they share.
    """

    def __init__(
        self, lexer: AbstractBasicLexer, keyword_lexers: Mapping[str, BasicLexer], decisions: KeywordDecisions
    ) -> None:
        self.by_itself = lexer
        self.alone = keyword_lexers
        self.decisions = decisions

    def next_token(self, lex_state: LexerState, parser_state: Any = None) -> Token:
        """The next token, which is a keyword where there is one."""
        text: Any = lex_state.text  # lark 1.2 has the text itself here
        whole = text if isinstance(text, str) else text.text
        keyword = self.decisions.keyword_at(parser_state.state_stack, whole, lex_state.line_ctr.char_pos)
        return (self.by_itself if keyword is None else self.alone[keyword]).next_token(lex_state, parser_state)


class KeywordDecisions:
    """What is decided for lark's lexers, by the same tables as for the driver, made when a word is first met."""

    def __init__(self, lark: Lark, words: re.Pattern[str]) -> None:
        self.lark = lark
        self.words = words

    @cached_property
    def keywords_and_states(self) -> tuple[ContextualKeywords, dict[int, int]]:
        """The keywords, and the numbers that lark's states have in the tables."""
        tables, table = extract_tables(self.lark), self.lark.parser.parser._parse_table
        return ContextualKeywords(tables, Lexers(tables)), number_states(table.states, table.start_states[START])

    def keyword_at(self, states: Sequence[int], text: str, position: int) -> str | None:
        """The same as :meth:`Contextual.keyword`, with states by lark's numbers."""
        end = text.find("\n", position)
        if not self.words.search(text, position, end if end >= 0 else len(text)):
            return None
        contextual, numbers = self.keywords_and_states
        return contextual.keyword_at([numbers[state] for state in states], text, position)


def with_contextual_lexers(lark: Lark) -> Lark:
    """A parser whose lexers take contextual keywords only where they are such; its attributes are lark's own."""
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
    """What a lexer is made of that takes some terminals, and passes over what is passed over."""
    conf: LexerConf = copy(lark.parser.lexer_conf)
    conf.skip_validation = True  # it was done
    conf.terminals = [each for each in conf.terminals if each.name in names or each.name in conf.ignore]
    return conf
