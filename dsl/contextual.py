"""Contextual keywords: words of the grammar that are names wherever a line can be read with them as names.

A word that joins the grammar later must leave alone what was written before, in which it may be a name. So a lexer
never takes it by itself. Where the parser's state has room for the keyword and the text has its word, the rest of the
line is read by the tables alone, which makes no nodes: with the word as whatever it was before, and as the keyword. It
is the keyword only where its line cannot be read with it as a name, and can be read further with it as the keyword. Of
several such words in a line the first are names before the later ones are. A line goes on within brackets, and what
may stand below it, a block or none, belongs to it.

It follows that what could be read before a word joined the grammar is read as it was: each of its lines can be read
with all of these words as names. What is decided for a line is decided by that line and those above it, so that a
mistake elsewhere does not change what a word is. Only a text that has one of the words is looked at, and only where
both ways are open.

This is a backtracking parser's ordered choice (as of PEG), with a bounded lookahead, in front of an LALR(1) parser.
Both ways of reading ask it: the :mod:`driver <bombsight.dsl.driver>`, and lark's lexers in
:mod:`bombsight.dsl.lark_contextual`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from bombsight.dsl.lalr import ACCEPT, Tables
from bombsight.dsl.lexers import Lexer, Lexers, Match
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import is_word, mask
from bombsight.dsl.reserved import SPELLED, contextual

LINE_END, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
OPENING = frozenset(("LPAR", "LSQB", "LBRACE"))
CLOSING = frozenset(("RPAR", "RSQB", "RBRACE"))

TAB = 8
"""How many columns a tab indents."""

MOST = 200
"""How many ways to read one line are tried that lead nowhere: more than any line has that is meant well."""

APART = "(?![a-z0-9_A-Z])"
"""What stands behind a word."""

Stack = tuple[int, ...]
"""The parser's states, the bottom first."""

Keywords = tuple[tuple[int, str], ...]
"""Keywords by their terminals, each with where the token before it ends."""


@frozen
class Way:
    """A token that may come next.

    Attributes:
        stack: The states before it.
        kind: Its terminal.
        start: Where in the text it begins.
        end: Where it ends.
        keywords: Those of its line, up to itself.
    """

    stack: Stack
    kind: str
    start: int
    end: int
    keywords: Keywords


@frozen
class Line:
    """The part of a line in which it is settled which words are keywords.

    Attributes:
        text: The item.
        start: Where in it the part begins.
        end: Where it ends.
        keywords: What they are, by where the token before them ends.
    """

    text: str
    start: int
    end: int
    keywords: Mapping[int, str]


class Contextual:
    """The contextual keywords of a grammar: which words they are, and where a word is one of them.

    Attributes:
        tables: The grammar's tables.
        lexers: Those of its states.
        patterns: A lexer for each keyword alone, by its terminal.
        settled: The line that was read last.
    """

    def __init__(self, tables: Tables, lexers: Lexers) -> None:
        self.tables = tables
        self.lexers = lexers
        names = contextual({name: tables.spelled.get(name) for name in tables.terminals})
        self.patterns = {name: re.compile(tables.pattern((name,)) + APART).match for name in names}
        self.sought = word_of(names, tables.spelled)
        self.settled = Line("", 0, 0, {})  # replaced as a whole: threads may read at once

    @cached_property
    def keywords(self) -> tuple[tuple[str, ...], ...]:
        """Those that each state has room for."""
        return tuple(tuple(name for name in self.patterns if name in row) for row in self.tables.actions)

    @cached_property
    def begun(self) -> Match:
        """What takes the first word of any of them."""
        return re.compile(self.tables.pattern(()) + (self.sought.pattern if self.sought else "(?!)")).match

    @cached_property
    def blank(self) -> Match:
        """What takes all that is passed over."""
        return re.compile(self.tables.pattern(())).match

    @cached_property
    def brackets(self) -> dict[int, int]:
        """The states behind brackets; see :func:`levels`."""
        return levels(self.tables, OPENING, CLOSING)

    @cached_property
    def blocks(self) -> dict[int, int]:
        """The states behind the beginnings and ends of blocks."""
        return levels(self.tables, frozenset((INDENT,)), frozenset((DEDENT,)))

    def may_be_in(self, text: str) -> bool:
        """Whether any of the words stands in a text."""
        return bool(self.sought and self.sought.search(text))

    def keyword(self, states: Sequence[int], text: str, position: int) -> str | None:
        """The keyword that stands at a place, by its terminal; None where something else does.

        Args:
            states: The parser's, the bottom first.
            text: The item.
            position: Where the last token ended.
        """
        line = self.settled
        if line.text is text and line.start <= position < line.end:
            return line.keywords.get(position)
        if self.begun(text, position) is None:
            return None
        plain, *others = self.ways(tuple(states), text, position)
        possible = [way for way in others if self.behind(way.stack, way.kind) is not None]
        if not possible:
            return None
        if len(possible) == 1 and self.behind(plain.stack, plain.kind) is None:
            return possible[0].kind
        line = self.settled = self.read(plain, possible, text, position)
        return line.keywords.get(position)

    def ways(self, stack: Stack, text: str, position: int, before: Keywords = ()) -> Iterator[Way]:
        """What may come next: what the state's lexer takes, then keywords, the longest first."""
        match, words = self.lexers[stack[-1]]
        found = match(text, position)
        if found is None:
            blank = self.blank(text, position)
            start = blank.end() if blank else position
            yield Way(stack, END if start == len(text) else "", start, start, before)
        else:
            kind = found.lastgroup or ""
            start, end = found.span(found.lastindex or 0)
            yield Way(stack, words.get(kind, {}).get(text[start:end], kind), start, end, before)
        keywords = []
        for name in self.keywords[stack[-1]]:
            found = self.patterns[name](text, position)
            if found is not None:
                keywords.append(Way(stack, name, *found.span(name), (*before, (position, name))))
        yield from sorted(keywords, key=lambda way: -way.end)

    def read(self, plain: Way, others: Sequence[Way], text: str, position: int) -> Line:
        """The rest of a line: the first way to read it, names before keywords; or that in which it is read furthest.

        Args:
            plain: The token that comes next if it is no keyword.
            others: It as keywords.
            text: The item.
            position: Where the last token ended.
        """
        waiting, seen = [*reversed(others), plain], set[tuple[Stack, int]]()
        furthest, best, failures = position, plain, 0
        while waiting and failures < MOST:
            way = waiting.pop()
            stack = self.taken(way, text)
            is_last = way.kind == END or (way.kind == LINE_END and stack is not way.stack)
            if stack is None or (is_last and not self.goes_on(stack, text, way)):
                reached = way.start if stack is None else way.end
                if reached > furthest:
                    furthest, best = reached, way
                failures += 1
            elif is_last:
                return Line(text, position, way.end, dict(way.keywords))
            else:
                plain, *others = self.ways(stack, text, way.end, way.keywords)
                if others and (stack, plain.start) in seen:
                    continue
                if others:
                    seen.add((stack, plain.start))
                waiting += [*reversed(others), plain]
        return Line(text, position, furthest + 1, dict(best.keywords))

    def taken(self, way: Way, text: str) -> Stack | None:
        """The states behind a token: as they are if it ends a line within brackets, none if it cannot stand there."""
        if way.kind == LINE_END and depth(way.stack, self.brackets):
            return way.stack
        is_glued = is_word(text[way.start - 1 : way.start]) and is_word(text[way.start : way.start + 1])
        return None if is_glued else self.behind(way.stack, way.kind)

    def goes_on(self, stack: Stack, text: str, end: Way) -> bool:
        """Whether a line may end where a block below it begins, or its own ends, or the next line follows."""
        if end.kind == END:
            return True
        if end.end == len(text):
            left: Stack | None = stack
            for _ in range(depth(stack, self.blocks)):
                left = left and self.behind(left, DEDENT)
            return bool(left and self.behind(left, END))
        column, own = width(text[end.start : end.end].rpartition("\n")[2]), column_of_line(text, end.start)
        return column == own or self.behind(stack, INDENT if column > own else DEDENT) is not None

    def behind(self, stack: Stack, kind: str) -> Stack | None:
        """The states behind a token; None where it cannot stand there."""
        states, actions = [*stack], self.tables.actions
        while (action := actions[states[-1]].get(kind)) is not None and action < 0:
            if action == ACCEPT:
                return stack
            made = self.tables.productions[~action]
            if made.size:
                del states[-made.size :]
            states.append(actions[states[-1]][made.name])
        return None if action is None else (*states, action)


class Choosing:
    """The lexers of the driver for a text that has such words.

    Attributes:
        words: The keywords.
        states: Those that the parser stands in while it reads.
    """

    def __init__(self, words: Contextual, states: Sequence[int]) -> None:
        self.words = words
        self.states = states

    def __getitem__(self, state: int) -> Lexer:
        """The lexer of a state, which takes a keyword where there is one."""
        words, states = self.words, self.states
        match, fixed = words.lexers[state]

        def chosen(text: str, position: int) -> re.Match[str] | None:
            keyword = words.keyword(states, text, position)
            return (match if keyword is None else words.patterns[keyword])(text, position)

        return (chosen, fixed) if words.keywords[state] else (match, fixed)


def width(indent: str) -> int:
    """How many columns blanks take."""
    return indent.count(" ") + TAB * indent.count("\t")


def column_of_line(text: str, position: int) -> int:
    """The column of a line that ends at a position: of the first of its lines where it is broken in brackets."""
    opened = 0
    while True:
        start = text.rfind("\n", 0, position) + 1
        line = mask(text[start:position])
        opened += sum(line.count(sign) for sign in ")]}") - sum(line.count(sign) for sign in "([{")
        if opened <= 0 or not start:
            return width(line[: len(line) - len(line.lstrip(" \t"))])
        position = start - 1


def word_of(keywords: Sequence[str], spelled: Mapping[str, str]) -> re.Pattern[str] | None:
    """The pattern of the words with which keywords begin; None where there are none.

    Args:
        keywords: By their terminals.
        spelled: The fixed texts of terminals.
    """
    texts = {text.partition(" ")[0] for name in keywords for text in SPELLED.get(name) or (spelled[name],)}
    return re.compile(rf"(?<![a-z0-9_A-Z])(?:{'|'.join(map(re.escape, sorted(texts)))}){APART}") if texts else None


def levels(tables: Tables, opening: frozenset[str], closing: frozenset[str]) -> dict[int, int]:
    """The states behind what opens something, as 1, and behind what closes it, as -1."""
    shifts = ((symbol, state) for row in tables.actions for symbol, state in row.items() if state >= 0)
    return {state: (symbol in opening) - (symbol in closing) for symbol, state in shifts if symbol in opening | closing}


def depth(stack: Stack, levels: dict[int, int]) -> int:
    """How much is open: what was closed is still on the stack, or nothing of it."""
    return sum(levels.get(state, 0) for state in stack)
