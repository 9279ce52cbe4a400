"""The lexers of the parser's states: each matches only the tokens that its state accepts."""

from __future__ import annotations

import re
from collections.abc import Callable

from bombsight.dsl.lalr import Tables

SIGNS = frozenset(",=:|()[]{};*/")
"""Signs that begin no longer token."""

SIGN = "SIGN"
"""The name of the group that matches any sign."""

WORD = "NAME"
"""The terminal that matches any word."""

TokenMatcher = Callable[[str, int], "re.Match[str] | None"]
Lexer = tuple[TokenMatcher, dict[str, dict[str, str]]]
"""A matcher of the next token (behind skipped text), and by terminal the texts that are another terminal."""


class Lexers(dict[int, Lexer]):
    """The lexer of each state, compiled when first used.

    No lexer takes contextual keywords: see :mod:`bombsight.dsl.contextual`.
    """

    def __init__(self, tables: Tables) -> None:
        """Make lexers of the parse tables, of which none is compiled yet."""
        self.tables = tables
        self.signs = {text: name for name, text in tables.spelled.items() if text in SIGNS}

    def __missing__(self, state: int) -> Lexer:
        """Make the lexer of a state.

        Lexers that differ only in signs and fixed words share one: it matches all signs and any word, and the state's
        words are
        told apart afterwards. The parser refuses whatever the state does not accept.
        """
        tables, number = self.tables, self.tables.lexers[state]
        taken, spelled = tables.taken[number], tables.spelled
        fixed = {spelled[name]: name for name in taken if name in spelled and spelled[name].isalpha()}
        known = {*self.signs.values(), *fixed.values()}
        others = [name for name in taken if name not in known]
        signs = f"(?P<{SIGN}>[{re.escape(''.join(self.signs))}])"
        pattern = tables.lexer_pattern((*others, *(() if WORD in others else (WORD,))), signs)
        found = re.compile(pattern).match, {**(tables.words[number] or {WORD: fixed}), SIGN: self.signs}
        self.update((other, found) for other, each in enumerate(tables.lexers) if each == number)
        return found
