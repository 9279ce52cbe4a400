"""The lexers of the parser's states: what may stand next is all that each of them looks for."""

from __future__ import annotations

import re
from collections.abc import Callable

from bombsight.dsl.lalr import Tables

SIGNS = frozenset(",=:|()[]{};*/")
"""Signs with which nothing longer begins."""

SIGN = "SIGN"
"""The group of a pattern that takes any of them."""

WORD = "NAME"
"""The terminal of words of any kind."""

TokenMatcher = Callable[[str, int], "re.Match[str] | None"]
Lexer = tuple[TokenMatcher, dict[str, dict[str, str]]]
"""What finds the next token and what is passed over before it, and by terminal the texts that are another one."""


class Lexers(dict[int, Lexer]):
    """The lexer of each state, whose pattern is compiled when it is first wanted.

    No lexer takes contextual keywords: see :mod:`bombsight.dsl.contextual`.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.signs = {text: name for name, text in tables.spelled.items() if text in SIGNS}

    def __missing__(self, state: int) -> Lexer:
        """Make the lexer of a state.

        Lexers that differ only in signs and fixed words share one: it takes all signs, and any word, and the words that
        this state takes are told apart behind it. What the state does not take is not right there, whatever it is.
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
