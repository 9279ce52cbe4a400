"""Reading an item that is right, quickly: an LALR driver on lark's own tables that builds nodes as it goes.

lark's driver makes a tree of tokens, and the builder then makes the nodes from that. Here a rule's node is made when
the last of its parts is read: there are no tokens and no tree between, no place is looked up twice, and a rule of one
part that stands for itself (nine of them lie around every number) only changes the state. The shipped games are read
3 to 4 times as fast (``python -m bench.compile`` measures it).

Whatever cannot be read so is left to lark: a driver that knows no errors needs no words for them. So findings are
lark's and those of :mod:`bombsight.dsl.syntax` alone, and a test holds the nodes and places of both ways equal.
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
"""The kind of a token that no state takes."""

NUMBERS = frozenset(("INT", "SIGNED", "DICE"))

Position = tuple[int, int, int]
"""A place in a file: offset, line, column."""

Token = tuple[str, str, Position | None, Position]
"""Kind, text, where it begins and where it ends; what only orders lines begins nowhere."""

Build = Callable[..., Any]


class Driver:
    """The tables of the grammar, bound to the methods of a builder."""

    def __init__(self, tables: Tables, builder: Builder) -> None:
        self.tables = tables
        self.lexers = Lexers(tables)
        self.contextual = ContextualKeywords(tables, self.lexers)
        self.passed: dict[tuple[int, int, str], int] = {}  # see `beyond`
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
        """The item that a piece of a file holds; None where it is not right in every way.

        Args:
            source: The file.
            offset: Where in it the piece begins.
            text: The piece, ended by one line end.
            text_start: From where on the text stands in the file.
        """
        path, actions, rules, passed = source.path, self.tables.actions, self.rules, self.passed
        place = source.line_and_column(offset)
        nowhere = Span(path, offset, offset, *place, *place)
        last: Position = (offset, *place)  # where what was taken so far ends
        # The states gone through, and what led from each to the next: its value, where it begins (None where nobody
        # sees it), and how deeply rules stand within each other in it.
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
                if size == 1:  # most often
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

    def skip_unit_rules(self, below: int, state: int, kind: str) -> int:
        """The state behind a row of rules of one part each, which is gone through once for each place to stand in.

        Args:
            below: The state that they stand on.
            state: That in which the first of them is read.
            kind: Of the token that comes next.
        """
        actions, target = self.tables.actions, state
        while (action := actions[target].get(kind)) is not None and ACCEPT != action < 0 and self.rules[~action][2]:
            target = actions[below][self.rules[~action][0]]
        self.passed[below, state, kind] = target
        return target

    def tokenize(
        self, source: Source, offset: int, text: str, text_start: int, states: Sequence[int]
    ) -> Iterator[Token]:
        """The words and signs of a piece, the ends of its lines, and where blocks begin and end.

        Args:
            source: The file.
            offset: Where in it the piece begins.
            text: The piece.
            text_start: From where on it stands in the file.
            states: Those of the parser, which say what may come next.
        """
        lexers = ContextualLexers(self.contextual, states) if self.contextual.may_be_in(text) else self.lexers
        line, column = source.line_and_column(offset + text_start)
        line -= text.count("\n", 0, text_start)
        shift = column - text_start - 1  # from a position in the text to how much stands before it on its line
        position = brackets = 0
        columns = [0]  # where the open blocks begin, outermost first
        end: Position = (offset, line, column)
        last_end = -1  # where the last token ended
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
            ):  # two of them in one word
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
                end = (offset + position, line, position + shift + 1)
                yield kind, token, (offset + start, line, start + shift + 1), end
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
    """The parts of a rule that its builder is given."""
    result: list[Any] = []
    for at, opened, gap in parts:
        if gap:
            result.extend([None] * gap)
        if not opened:
            result.append(values[at])
        elif result:
            result.extend(values[at])
        else:  # a list in the making, which nobody else holds: to copy it for each of its parts would take for ever
            result = values[at]
    if missing:
        result.extend([None] * missing)
    return result


@cache
def shared_driver() -> Driver:
    """The one driver of a process."""
    return Driver(language_tables(), Builder())
