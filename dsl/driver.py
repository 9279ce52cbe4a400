"""The fast parser for valid items: an LALR driver on lark's tables that builds nodes as it goes.

lark's driver makes a tree of tokens, from which the builder then makes the nodes. This driver makes a rule's node when
the rule is reduced: there are no tokens and no tree between, no position is looked up twice, and unit rules (nine of
them lie around every number) only change the state. The shipped games parse 3 to 4 times as fast (``python -m
bench.compile`` measures it).

Everything else is left to lark, so this driver needs no error messages. Findings come from lark and
:mod:`bombsight.dsl.syntax` alone, and a test checks that both parsers give equal nodes and spans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, cast

from bombsight.dsl import ast
from bombsight.dsl.builder import Builder
from bombsight.dsl.contextual import (
    CLOSING,
    DEDENT,
    END,
    INDENT,
    LINE_END,
    OPENING,
    TAB_WIDTH,
    ContextualKeywords,
    ContextualLexers,
)
from bombsight.dsl.lalr import ACCEPT, Parts, Tables
from bombsight.dsl.lexers import Lexers
from bombsight.dsl.limits import MAX_TREE_DEPTH, is_number_too_large
from bombsight.dsl.pieces import is_word_character
from bombsight.dsl.source import Source, Span
from bombsight.dsl.tables import language_tables

UNKNOWN_KIND = ""
"""The kind of a token that no state accepts."""

JOINED_TEXT = "JOINED"
"""The kind of a text that goes over several lines."""

NUMBERS = frozenset(("INT", "SIGNED", "DICE"))

Position = tuple[int, int, int]
"""A place in a file: offset, line, column."""

Token = tuple[str, str, Position | None, Position]
"""Kind, text, start and end; tokens for layout have no start."""

Build = Callable[..., Any]


class Driver:
    """An LALR parser: the grammar's tables, bound to the methods of a builder."""

    def __init__(self, tables: Tables, builder: Builder) -> None:
        """Make a parser of the tables' grammar that builds nodes by the methods of the builder."""
        self.tables = tables
        self.lexers = Lexers(tables)
        self.contextual = ContextualKeywords(tables, self.lexers)
        self.passed: dict[tuple[int, int, str], int] = {}  # see `skip_unit_rules`
        self.rules: list[tuple[str, int, bool, bool, Parts | None, int, Build | None]] = [
            (
                each.name,
                each.size,
                each.is_unit,
                each.alone,
                each.parts,
                each.absent,
                getattr(builder, each.method, None),
            )
            for each in tables.productions
        ]

    def parse_item(self, source: Source, offset: int, text: str, text_start: int = 0) -> ast.Item | None:
        """Parse a top-level declaration by the fast LALR driver; None if it is not entirely valid.

        Args:
            source: The file.
            offset: The offset of the piece in it.
            text: The piece, ended by one line end.
            text_start: The position from which the text stands in the file; before it is a carrier.
        """
        path, actions, rules, passed = source.path, self.tables.actions, self.rules, self.passed
        place = source.line_and_column(offset)
        nowhere = Span(path, offset, offset, *place, *place)
        last: Position = (offset, *place)  # the end of the last token
        # The state stack, and for each symbol on it its value, its start (None for layout), and the nesting depth of
        # rules in it.
        state = self.tables.begin
        states = [state]
        values: list[Any] = []
        begins: list[Position | None] = []
        depths: list[int] = []
        for kind, token, begin, end in self.tokenize(source, offset, text, text_start, states):
            while (action := actions[state].get(kind)) is not None and action < 0:
                if action == ACCEPT:
                    return cast(ast.Item, values[0])
                name, size, is_unit, alone, parts, absent, build = rules[~action]
                if is_unit:
                    below = states[-2]
                    state = states[-1] = passed.get((below, state, kind)) or self.skip_unit_rules(below, state, kind)
                    continue
                if size == 1:  # the most frequent case
                    states.pop()
                    value, first, depth = [values.pop()], begins.pop(), depths.pop()
                    if parts is not None:
                        value = select_parts(value, parts, absent)
                elif size:
                    value = values[-size:]
                    first = begins[-size]
                    if first is None:
                        first = next((each for each in begins[-size:] if each is not None), None)
                    depth = max(depths[-size:])
                    del states[-size:], values[-size:], begins[-size:], depths[-size:]
                    if parts is not None:
                        value = select_parts(value, parts, absent)
                else:
                    value, first, depth = [None] * absent, None, 0
                if alone and len(value) == 1:
                    (value,) = value
                elif build is not None:
                    depth += 1
                    if depth >= MAX_TREE_DEPTH:
                        return None
                    span = (
                        nowhere
                        if first is None
                        else Span(path, first[0], last[0], first[1], first[2], last[1], last[2])
                    )
                    value = build(span, *value)
                state = actions[states[-1]][name]
                states.append(state)
                values.append(value)
                begins.append(first)
                depths.append(depth)
            if action is None:
                return None
            state = action
            states.append(state)
            values.append(token)
            begins.append(begin)
            depths.append(0)
            if begin is not None:
                last = end
        return None

    def skip_unit_rules(self, state_below: int, state: int, kind: str) -> int:
        """Return the parser state after a chain of unit reductions (rules that pass on their one part); cache it.

        Args:
            state_below: The state below them on the stack.
            state: The state in which the first is reduced.
            kind: The kind of the next token.
        """
        actions, target = self.tables.actions, state
        while (action := actions[target].get(kind)) is not None and ACCEPT != action < 0 and self.rules[~action][2]:
            target = actions[state_below][self.rules[~action][0]]
        self.passed[state_below, state, kind] = target
        return target

    def tokenize(
        self, source: Source, offset: int, text: str, text_start: int, states: Sequence[int]
    ) -> Iterator[Token]:
        """Yield the tokens of an item's text, including line ends, indents and dedents.

        Args:
            source: The file.
            offset: The offset of the piece in it.
            text: The piece.
            text_start: The position from which the text stands in the file.
            states: The parser's live state stack, which selects the lexer.
        """
        lexers = ContextualLexers(self.contextual, states) if self.contextual.may_occur_in(text) else self.lexers
        line, column = source.line_and_column(offset + text_start)
        line -= text.count("\n", 0, text_start)
        shift = column - text_start - 1  # from a position in the text to its column, less 1
        position = brackets = 0
        columns = [0]  # the columns of open blocks, outermost first
        end: Position = (offset, line, column)
        last_end = -1  # the end of the last token
        while position < len(text):
            state = states[-1]
            match, words = lexers[state]
            found = match(text, position)
            if found is None:
                yield UNKNOWN_KIND, "", None, end
                return
            kind = found.lastgroup or UNKNOWN_KIND
            start, position = found.span(found.lastindex or 0)
            token = text[start:position]
            if kind in words:
                kind = words[kind].get(token, kind)
            if (
                start == last_end and is_word_character(text[start - 1]) and is_word_character(token[0])
            ):  # two tokens glued in one word
                yield UNKNOWN_KIND, "", None, end
                return
            if kind in NUMBERS and is_number_too_large(token):
                yield UNKNOWN_KIND, "", None, end
                return
            last_end = position
            if kind != LINE_END:
                if kind in OPENING:
                    brackets += 1
                elif kind in CLOSING:
                    brackets -= 1
                begin = (offset + start, line, start + shift + 1)
                if kind == JOINED_TEXT:
                    line += token.count("\n")
                    shift = -(start + token.rindex("\n") + 1)
                end = (offset + position, line, position + shift + 1)
                yield kind, token, begin, end
                continue
            line += token.count("\n")
            indent = token.rpartition("\n")[2]
            if position > text_start:
                shift = len(indent) - position
            if brackets:
                continue
            yield kind, "", None, end
            column = indent.count(" ") + TAB_WIDTH * indent.count("\t")
            if column > columns[-1]:
                columns.append(column)
                yield INDENT, "", None, end
            while column < columns[-1]:
                del columns[-1]
                yield (DEDENT if column <= columns[-1] else UNKNOWN_KIND), "", None, end
        for _ in columns[1:]:
            yield DEDENT, "", None, end
        yield END, "", None, end


def select_parts(values: Sequence[Any], parts: Parts, missing: int) -> list[Any]:
    """Select from the values of a grammar rule's parts the children for its builder method, None for absent ones."""
    result: list[Any] = []
    for at, opened, gap in parts:
        if gap:
            result.extend([None] * gap)
        if not opened:
            result.append(values[at])
        elif result:
            result.extend(values[at])
        else:  # extend the unshared list in place: a copy for each part would take quadratic time
            result = values[at]
    if missing:
        result.extend([None] * missing)
    return result


@cache
def shared_driver() -> Driver:
    """The parser driver shared by the whole process."""
    return Driver(language_tables(), Builder())
