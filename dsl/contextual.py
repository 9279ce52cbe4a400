"""Contextual keywords: words of the grammar that are names wherever a line can be parsed with them as names.

A word that joins the grammar later must not change older text, in which it may be a name. So a lexer never takes it by
itself. Where the parser's state accepts the keyword and the text has its word, the rest of the line is recognised by
the tables alone, without nodes: once with the word as before, once as the keyword. It is the keyword only if the line
cannot be read with it as a name, and can be read further with it as the keyword. Of several such words in a line the
first are names before the later ones are. A line includes its continuations in brackets, and whether a block may
follow.

It follows that text that was valid before a word joined the grammar parses as before: each of its lines can be read
with all these words as names. The decision for a line depends on that line and those above it, so a mistake elsewhere
does not change what a word is. The search runs only on text with one of the words, and only where both readings are
possible.

This is a backtracking parser's ordered choice (as of PEG), with a bounded lookahead, in front of an LALR(1) parser.
Both parsers use it: the :mod:`driver <bombsight.dsl.driver>`, and lark's lexers in
:mod:`bombsight.dsl.lark_contextual`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from bombsight.dsl.lalr import ACCEPT, Tables
from bombsight.dsl.lexers import Lexer, Lexers, TokenMatcher
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import is_word_character, mask_texts_and_comments
from bombsight.dsl.reserved import SPELLED, contextual_terminals

LINE_END, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
OPENING = frozenset(("LPAR", "LSQB", "LBRACE"))
CLOSING = frozenset(("RPAR", "RSQB", "RBRACE"))

TAB_WIDTH = 8
"""The columns that a tab counts for."""

MAX_ATTEMPTS = 200
"""The most failed readings of one line: more than any sensible line has."""

WORD_END = "(?![a-z0-9_A-Z])"
"""Matches the end of a word."""

Stack = tuple[int, ...]
"""The parser's state stack, bottom first."""

Keywords = tuple[tuple[int, str], ...]
"""Keywords by their terminals, each with the offset at which the token before it ends."""


@frozen
class TokenCandidate:
    """A possible next token.

    Attributes:
        stack: The state stack before it.
        kind: Its terminal.
        start: The offset of its start.
        end: The offset of its end.
        keywords: The keywords of its line, up to and including itself.
    """

    stack: Stack
    kind: str
    start: int
    end: int
    keywords: Keywords


@frozen
class LineDecision:
    """The keywords of a line, as decided by trying its readings.

    Attributes:
        text: The item.
        start: The offset at which the decided part begins.
        end: The offset at which it ends.
        keywords: The keywords' terminals, by the offset at which the token before each ends.
    """

    text: str
    start: int
    end: int
    keywords: Mapping[int, str]


class ContextualKeywords:
    """The contextual keywords of a grammar, with the test whether a word is one.

    Attributes:
        tables: The grammar's tables.
        lexers: The lexers of its states.
        patterns: A matcher for each keyword alone, by its terminal.
        settled: The decision for the last line.
    """

    def __init__(self, tables: Tables, lexers: Lexers) -> None:
        """Compile a pattern for each contextual keyword (a word that is a name elsewhere) from the parse tables."""
        self.tables = tables
        self.lexers = lexers
        names = contextual_terminals({name: tables.spelled.get(name) for name in tables.terminals})
        self.patterns = {name: re.compile(tables.lexer_pattern((name,)) + WORD_END).match for name in names}
        self.sought = keyword_pattern(names, tables.spelled)
        self.settled = LineDecision("", 0, 0, {})  # replaced atomically: threads may parse at once

    @cached_property
    def keywords(self) -> tuple[tuple[str, ...], ...]:
        """For each parser state, by number, the contextual keywords (names elsewhere) that the state accepts."""
        return tuple(tuple(name for name in self.patterns if name in row) for row in self.tables.actions)

    @cached_property
    def first_word_matcher(self) -> TokenMatcher:
        """Make a function that skips blanks and matches the first word of any contextual keyword at a text position."""
        return re.compile(self.tables.lexer_pattern(()) + (self.sought.pattern if self.sought else "(?!)")).match

    @cached_property
    def blank_matcher(self) -> TokenMatcher:
        """Make a function that matches what lexers ignore at a text position: blanks and comments."""
        return re.compile(self.tables.lexer_pattern(())).match

    @cached_property
    def bracket_levels(self) -> dict[int, int]:
        """Map parser states to the change of bracket depth there: 1 behind an opening one, -1 behind a closing one."""
        return nesting_levels(self.tables, OPENING, CLOSING)

    @cached_property
    def block_levels(self) -> dict[int, int]:
        """Map parser states to the change of block depth there: 1 behind an indent, -1 behind a dedent."""
        return nesting_levels(self.tables, frozenset((INDENT,)), frozenset((DEDENT,)))

    def may_occur_in(self, text: str) -> bool:
        """Whether a text contains the first word of any contextual keyword, which may also be a name there."""
        return bool(self.sought and self.sought.search(text))

    def keyword_at(self, states: Sequence[int], text: str, position: int) -> str | None:
        """The terminal of the contextual keyword at a position; None if there is none.

        Args:
            states: The parser's state stack, bottom first.
            text: The item.
            position: The end of the last token.
        """
        line = self.settled
        if line.text is text and line.start <= position < line.end:
            return line.keywords.get(position)
        if self.first_word_matcher(text, position) is None:
            return None
        default, *others = self.candidates(tuple(states), text, position)
        possible = [way for way in others if self.states_after(way.stack, way.kind) is not None]
        if not possible:
            return None
        if len(possible) == 1 and self.states_after(default.stack, default.kind) is None:
            return possible[0].kind
        line = self.settled = self.decide_line(default, possible, text, position)
        return line.keywords.get(position)

    def candidates(
        self, stack: Stack, text: str, position: int, line_keywords: Keywords = ()
    ) -> Iterator[TokenCandidate]:
        """Yield the possible next tokens: first the lexer's, then contextual keywords, the longest first.

        Args:
            stack: The parser's state stack.
            text: The item.
            position: The end of the last token.
            line_keywords: The keywords on the line so far.
        """
        match, words = self.lexers[stack[-1]]
        found = match(text, position)
        if found is None:
            blank = self.blank_matcher(text, position)
            start = blank.end() if blank else position
            yield TokenCandidate(stack, END if start == len(text) else "", start, start, line_keywords)
        else:
            kind = found.lastgroup or ""
            start, end = found.span(found.lastindex or 0)
            yield TokenCandidate(stack, words.get(kind, {}).get(text[start:end], kind), start, end, line_keywords)
        keywords = []
        for name in self.keywords[stack[-1]]:
            found = self.patterns[name](text, position)
            if found is not None:
                keywords.append(TokenCandidate(stack, name, *found.span(name), (*line_keywords, (position, name))))
        yield from sorted(keywords, key=lambda way: -way.end)

    def decide_line(
        self, default: TokenCandidate, alternatives: Sequence[TokenCandidate], text: str, position: int
    ) -> LineDecision:
        """Decide which words of a line are keywords, by its first complete parse, or else the longest partial one.

        Args:
            default: The next token if it is no keyword.
            alternatives: The same token as keywords.
            text: The item.
            position: The end of the last token.
        """
        waiting, visited = [*reversed(alternatives), default], set[tuple[Stack, int]]()
        furthest, best, failures = position, default, 0
        while waiting and failures < MAX_ATTEMPTS:
            way = waiting.pop()
            stack = self.advance(way, text)
            is_last = way.kind == END or (way.kind == LINE_END and stack is not way.stack)
            if stack is None or (is_last and not self.can_end_line(stack, text, way)):
                reached = way.start if stack is None else way.end
                if reached > furthest:
                    furthest, best = reached, way
                failures += 1
            elif is_last:
                return LineDecision(text, position, way.end, dict(way.keywords))
            else:
                default, *alternatives = self.candidates(stack, text, way.end, way.keywords)
                if alternatives and (stack, default.start) in visited:
                    continue
                if alternatives:
                    visited.add((stack, default.start))
                waiting += [*reversed(alternatives), default]
        return LineDecision(text, position, furthest + 1, dict(best.keywords))

    def advance(self, candidate: TokenCandidate, text: str) -> Stack | None:
        """Return the state stack behind a token; unchanged for a line end in brackets, None if the token is refused."""
        if candidate.kind == LINE_END and nesting_depth(candidate.stack, self.bracket_levels):
            return candidate.stack
        is_glued = is_word_character(text[candidate.start - 1 : candidate.start]) and is_word_character(
            text[candidate.start : candidate.start + 1]
        )
        return None if is_glued else self.states_after(candidate.stack, candidate.kind)

    def can_end_line(self, stack: Stack, text: str, line_end: TokenCandidate) -> bool:
        """Whether the parser accepts the line end at ``line_end``, with the indentation that follows the line end."""
        if line_end.kind == END:
            return True
        if line_end.end == len(text):
            remaining: Stack | None = stack
            for _ in range(nesting_depth(stack, self.block_levels)):
                remaining = remaining and self.states_after(remaining, DEDENT)
            return bool(remaining and self.states_after(remaining, END))
        column, own = (
            indent_width(text[line_end.start : line_end.end].rpartition("\n")[2]),
            column_of_logical_line(text, line_end.start),
        )
        return column == own or self.states_after(stack, INDENT if column > own else DEDENT) is not None

    def states_after(self, stack: Stack, kind: str) -> Stack | None:
        """Return the state stack behind a token of a kind (terminal), by LALR steps; None if the token is refused."""
        states, actions = [*stack], self.tables.actions
        while (action := actions[states[-1]].get(kind)) is not None and action < 0:
            if action == ACCEPT:
                return stack
            production = self.tables.productions[~action]
            if production.size:
                del states[-production.size :]
            states.append(actions[states[-1]][production.name])
        return None if action is None else (*states, action)


class ContextualLexers:
    """Lexers for the driver that also take contextual keywords.

    Attributes:
        words: The keywords.
        states: The parser's live state stack.
    """

    def __init__(self, words: ContextualKeywords, states: Sequence[int]) -> None:
        """Make lexers for the contextual keywords ``words`` that read a parser's live state stack, ``states``."""
        self.words = words
        self.states = states

    def __getitem__(self, state: int) -> Lexer:
        """Return the lexer of a parser state, extended by the contextual keywords that the state accepts."""
        words, states = self.words, self.states
        match, fixed = words.lexers[state]

        def match_token(text: str, position: int) -> re.Match[str] | None:
            """Match the contextual keyword at a position, or else the state's own next token."""
            keyword = words.keyword_at(states, text, position)
            return (match if keyword is None else words.patterns[keyword])(text, position)

        return (match_token, fixed) if words.keywords[state] else (match, fixed)


def indent_width(indent: str) -> int:
    """The width of an indentation in columns."""
    return indent.count(" ") + TAB_WIDTH * indent.count("\t")


def column_of_logical_line(text: str, position: int) -> int:
    """Return the indentation of the line that ends at ``position``, or of the first that a bracket or text joins."""
    opened = 0
    while True:
        start = text.rfind("\n", 0, position) + 1
        line = mask_texts_and_comments(text[start:position])
        opened += sum(line.count(sign) for sign in ")]}") - sum(line.count(sign) for sign in "([{")
        goes_on = text[start:position].lstrip(" \t").startswith('"')
        if (opened <= 0 and not goes_on) or not start:
            return indent_width(line[: len(line) - len(line.lstrip(" \t"))])
        position = start - 1


def keyword_pattern(keywords: Sequence[str], spelled: Mapping[str, str]) -> re.Pattern[str] | None:
    """Compile a pattern of the first words of keywords, whose texts ``spelled`` holds; None without keywords."""
    texts = {text.partition(" ")[0] for name in keywords for text in SPELLED.get(name) or (spelled[name],)}
    return re.compile(rf"(?<![a-z0-9_A-Z])(?:{'|'.join(map(re.escape, sorted(texts)))}){WORD_END}") if texts else None


def nesting_levels(tables: Tables, opening: frozenset[str], closing: frozenset[str]) -> dict[int, int]:
    """Map parser states to changes of nesting depth: 1 behind a symbol of ``opening``, -1 behind one of ``closing``."""
    shifts = ((symbol, state) for row in tables.actions for symbol, state in row.items() if state >= 0)
    return {state: (symbol in opening) - (symbol in closing) for symbol, state in shifts if symbol in opening | closing}


def nesting_depth(stack: Stack, levels: dict[int, int]) -> int:
    """Return how deep a state stack is nested, in brackets or blocks: the sum of its states' ``levels``."""
    return sum(levels.get(state, 0) for state in stack)
