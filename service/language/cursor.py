"""The cursor in a text that is being edited: its item, the parsed prefix before it, and the possible next terminals."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, frozen

from bombsight.dsl import ast
from bombsight.dsl.builder.trees import build_item
from bombsight.dsl.driver import shared_driver
from bombsight.dsl.partial_parse import PartialItem, parse_partial, sample_text
from bombsight.dsl.pieces import TEXT_OR_COMMENT, split_items
from bombsight.dsl.source import Source, Span
from bombsight.dsl.syntax import find_exceeded_limit

DOT_AT_END = re.compile(r"(?<!\.)\.$")

ADD_AT_END = re.compile(r"\badd[ ]+$")
"""The text before a new element of a list: `add` at the end of the prefix."""

ADDED_ELEMENT = re.compile(r"\badd[ ]+(\w+)[ ]*\([^\n]*$")
"""A new element whose arguments are being edited, in front of the list that it is added to."""

NEXT_ITEM = re.compile(r"\n(?=[^ \t\r\n#])")

NAME_TERMINALS = ("NAME", "ID")
"""The terminals that are names."""

NEW_RECORD_TOKENS = (("LPAR", "("), ("NAME", "x"), ("COLON", ":"))
"""The tokens that, after a name, complete a new record."""

CLOSING_BRACKETS = {"(": ")", "[": "]", "{": "}"}

HOLE_PREFIX = "define value: yes/no = ("
"""The beginning of an item that can continue as an expression in the hole of a text (`"... {hole} ..."`) can."""


@frozen(eq=False)
class Cursor:
    """A cursor with the text around it.

    Attributes:
        source: The file.
        offset: The offset in the file at which the cursor's item begins.
        span: The part before the cursor of the word at it, which a proposal replaces; may be empty.
        prefix: The parsed text before that word: from the item's beginning, or from that of a hole in a text.
        rest: The rest of the line after the word.
        below: The text below that line, up to the next item.
        outer_prefix: In the hole of a text, the parsed item before that text; else None.
    """

    source: Source
    offset: int
    span: Span
    prefix: PartialItem
    rest: str
    below: str
    outer_prefix: PartialItem | None = None

    @property
    def accepts(self) -> frozenset[str]:
        """The grammar's terminals that can follow the text before the cursor."""
        return self.prefix.accepts

    @property
    def accepts_name(self) -> bool:
        """Whether the grammar accepts a name at the cursor."""
        return not self.accepts.isdisjoint(NAME_TERMINALS)

    @property
    def is_at_line_start(self) -> bool:
        """Whether the word at the cursor is the first on its line."""
        return not self.prefix.text.rpartition("\n")[2].strip() and self.outer_prefix is None

    @property
    def is_behind_dot(self) -> bool:
        """Whether the word at the cursor follows a dot, so that it names a member."""
        return bool(DOT_AT_END.search(self.prefix.text))

    def source_with_name(self, name: str) -> Source:
        """Copy the file with a name inserted at the cursor, and the text after the cursor's item cut off."""
        prefix_text = (
            self.prefix.text if self.outer_prefix is None else f'{self.outer_prefix.text}"{{{self.hole_text(name)}}}"'
        )
        text = f"{prefix_text}{name}{self.rest}{self.below}" if self.outer_prefix is None else prefix_text
        return evolve(self.source, text=f"{self.source.text[: self.offset]}{text}\n")

    def items_with_name(self, name: str, list_by_record: Mapping[str, str]) -> tuple[ast.Item, ...]:
        """Parse the cursor's item with a name inserted; return one item for each way that the grammar continues it.

        `list_by_record` maps each record to the list that holds its elements.
        """
        if self.outer_prefix is not None:
            return self.build_items(self.outer_prefix, (("STRING", f'"{{{self.hole_text(name)}}}"'),))
        parsed_item = self.parse_with_name(name) or self.parse_with_name(f"{name}{self.closing_brackets}")
        line_prefix = (
            parse_partial(self.prefix.text + name + self.rest) if parsed_item is None and self.rest.strip() else None
        )
        added = ADDED_ELEMENT.search(self.prefix.text)
        target = list_by_record.get(added[1], "x") if added is not None else "x"
        items = (
            (parsed_item,)
            if parsed_item is not None
            else self.build_items(line_prefix, (), target)
            if line_prefix is not None
            else ()
        )
        continuations: list[tuple[tuple[str, str], ...]] = []
        if not items:
            continuations += [((kind, name),) for kind in NAME_TERMINALS if kind in self.accepts]
        if added is not None or not items:
            continuations.append((("NAME", name), ("COLON", ":")))
        if ADD_AT_END.search(self.prefix.text):
            continuations.append((("NAME", name), *NEW_RECORD_TOKENS))
        return (*items, *(item for way in continuations for item in self.build_items(self.prefix, way, target)))

    def parse_with_name(self, name: str) -> ast.Item | None:
        """Parse the cursor's item with a name inserted at the cursor; None if that is a syntax error."""
        source = self.source_with_name(name)
        return shared_driver().parse_item(source, self.offset, f"{source.text[self.offset :].rstrip()}\n")

    @property
    def closing_brackets(self) -> str:
        """The closing brackets that are missing on the line for those open before the cursor."""
        line = TEXT_OR_COMMENT.sub("", self.prefix.text.rpartition("\n")[2])
        open_brackets: list[str] = []
        for sign in (*line, *TEXT_OR_COMMENT.sub("", self.rest)):
            if sign in CLOSING_BRACKETS:
                open_brackets.append(CLOSING_BRACKETS[sign])
            elif open_brackets and sign == open_brackets[-1]:
                open_brackets.pop()
        return "".join(reversed(open_brackets))

    def items_ended_here(self) -> tuple[ast.Item, ...]:
        """Parse the cursor's item as if it ended at the cursor, with the shortest completion; empty if that fails."""
        return self.build_items(self.prefix, ()) if self.prefix.text and self.outer_prefix is None else ()

    def build_items(
        self, prefix: PartialItem, words: tuple[tuple[str, str], ...], target: str = "x"
    ) -> tuple[ast.Item, ...]:
        """Parse an item from a parsed prefix and further tokens, with the shortest completion; empty if that fails.

        Args:
            prefix: The beginning.
            words: The words, each with its terminal.
            target: The text that stands for any name needed to complete it.
        """
        tree = prefix.complete_with(words, target)
        item = (
            build_item(tree, self.source, self.offset)
            if tree is not None and find_exceeded_limit(tree) is None
            else None
        )
        return () if item is None else (item,)

    def hole_text(self, name: str) -> str:
        """The expression in the text literal's hole (``{...}``) at the cursor, with a name inserted there."""
        ending = self.prefix.shortest_ending((("NAME", name),)) or ()
        closing = [sample_text(kind) for kind in ending if kind not in ("_NL", "_DEDENT")][:-1]
        return " ".join((self.prefix.text.removeprefix(HOLE_PREFIX) + name, *closing))


def cursor_at(source: Source, offset: int) -> Cursor | None:
    """Analyze the code around an offset of a file as a cursor for completion.

    Returns:
        None where nothing can be proposed, that is in a comment, in a text outside its holes, and after a syntax error
        on the line.
    """
    text = source.text
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : end if end >= 0 else len(text)].rstrip("\r")
    column = min(offset - start, len(line))
    quoted = text_or_comment_at(line, column)
    if quoted is not None and quoted[0].startswith("#"):
        return None
    pieces = split_items(text[: start + column]).pieces
    first = pieces[-1].offset if pieces and not is_item_start(line[:column]) else start + column - len(line[:column])
    if quoted is not None:
        return cursor_in_text(source, first, start + column, start + quoted.start())
    return cursor_in_code(
        source, first, start + column, line[column:], text[start + len(line) : next_item_start(text, start + len(line))]
    )


def text_or_comment_at(line: str, column: int) -> re.Match[str] | None:
    """Match the text literal (closed or not) or comment at a column of a line; None in code."""
    matches = [each for each in TEXT_OR_COMMENT.finditer(line) if each.start() < column]
    if not matches:
        return None
    last = matches[-1]
    return last if last[0].startswith("#") or column < last.end() or not is_closed_text(last[0]) else None


def is_item_start(line: str) -> bool:
    """Whether the text of a line before the cursor is empty, or the beginning of an item's keyword."""
    return not line or (line.isidentifier() and line.isascii())


def is_closed_text(quoted: str) -> bool:
    """Whether a text literal, from its opening quote on, ends with a closing quote."""
    return len(quoted) > 1 and quoted.endswith('"')


def next_item_start(text: str, offset: int) -> int:
    """Find the offset of the first item that begins after an offset; else the end of the text."""
    match = NEXT_ITEM.search(text, offset)
    return match.start() if match is not None else len(text)


def cursor_in_code(source: Source, item_start: int, offset: int, rest_of_line: str, lines_below: str) -> Cursor | None:
    """Make the cursor inside of code, with what may follow the text before it; None if that text has a syntax error.

    Args:
        source: The file.
        item_start: The offset of its item.
        offset: The offset of the cursor.
        rest_of_line: The rest of the line from the cursor on.
        lines_below: The text below the line, up to the next item.
    """
    text = source.text[item_start:offset]
    rest_of_line = rest_of_line[word_end(rest_of_line) :]
    for length in dict.fromkeys((partial_word_length(text, "-"), partial_word_length(text))):
        prefix = parse_partial(text[: len(text) - length])
        if prefix is not None and (length == partial_word_length(text) or "ID" in prefix.accepts):
            return Cursor(source, item_start, source.span(offset - length, offset), prefix, rest_of_line, lines_below)
    return None


def cursor_in_text(source: Source, item_start: int, offset: int, quote: int) -> Cursor | None:
    """Make a cursor in the hole (``{...}``) of a text literal; None outside holes.

    Args:
        source: The file.
        item_start: The offset of its item.
        offset: The offset of the cursor.
        quote: The offset of the opening quote.
    """
    text = source.text[quote + 1 : offset]
    brace = text.rfind("{")
    if brace < 0 or "}" in text[brace:]:
        return None
    inner = text[brace + 1 :]
    length = partial_word_length(inner)
    outer_prefix = parse_partial(source.text[item_start:quote])
    prefix = parse_partial(HOLE_PREFIX + inner[: len(inner) - length])
    if outer_prefix is None or prefix is None or "STRING" not in outer_prefix.accepts:
        return None
    return Cursor(source, item_start, source.span(offset - length, offset), prefix, "", "", outer_prefix)


def partial_word_length(text: str, extra_characters: str = "") -> int:
    """Count the characters at the end of a text that belong to the unfinished word at the cursor.

    Args:
        text: The text.
        extra_characters: Other characters allowed in the word, as in a table's id; without them it begins with a
            letter.
    """
    end = len(text)
    while end and (text[end - 1].isascii() and (text[end - 1].isalnum() or text[end - 1] in f"_{extra_characters}")):
        end -= 1
    while not extra_characters and end < len(text) and not text[end].isalpha():
        end += 1
    return len(text) - end


def word_end(rest_of_line: str) -> int:
    """Find the index in the rest of a line, from the cursor on, at which the word at the cursor ends."""
    return next(
        (at for at, sign in enumerate(rest_of_line) if not (sign.isascii() and (sign.isalnum() or sign == "_"))),
        len(rest_of_line),
    )
