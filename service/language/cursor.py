"""Where a cursor stands in a text that is being written: in which item, behind which words, and what may come next."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, frozen

from bombsight.dsl import ast
from bombsight.dsl.builder.trees import build
from bombsight.dsl.driver import driver
from bombsight.dsl.partial_parse import Begun, begun, sample
from bombsight.dsl.pieces import TEXT_OR_COMMENT, cut
from bombsight.dsl.source import Source, Span
from bombsight.dsl.syntax import limits

BEHIND_DOT = re.compile(r"(?<!\.)\.$")

ADDING = re.compile(r"\badd[ ]+$")
"""What a new element stands behind."""

ADDED = re.compile(r"\badd[ ]+(\w+)[ ]*\([^\n]*$")
"""A new element that is being written, in front of the list that it is added to."""

NEXT = re.compile(r"\n(?=[^ \t\r\n#])")

NAMES = ("NAME", "ID")
"""Terminals that are names of things."""

RECORD = (("LPAR", "("), ("NAME", "x"), ("COLON", ":"))
"""What makes a new element of a name."""

BRACKETS = {"(": ")", "[": "]", "{": "}"}

HOLE = "define value: yes/no = ("
"""The beginning of an item that can go on as the hole of a text can."""


@frozen(eq=False)
class Cursor:
    """A cursor, and what stands before it.

    Attributes:
        source: The file.
        offset: Where in the file its item begins.
        span: The part before the cursor of the word that is being written, which a proposal replaces; may be empty.
        begun: What stands before that word: the beginning of the item, or of what a hole in a text holds.
        rest: What stands behind the word on its line.
        below: What stands below that line, up to the next item.
        around: Where the cursor stands in the hole of a text, the item up to that text; else None.
    """

    source: Source
    offset: int
    span: Span
    begun: Begun
    rest: str
    below: str
    around: Begun | None = None

    @property
    def accepts(self) -> frozenset[str]:
        """The terminals that may come next."""
        return self.begun.accepts

    @property
    def is_for_names(self) -> bool:
        """Whether the name of something may come next."""
        return not self.accepts.isdisjoint(NAMES)

    @property
    def is_at_line_start(self) -> bool:
        """Whether nothing stands before the word on its line."""
        return not self.begun.text.rpartition("\n")[2].strip() and self.around is None

    @property
    def is_behind_dot(self) -> bool:
        """Whether what stands there belongs to what stands before it."""
        return bool(BEHIND_DOT.search(self.begun.text))

    def changed(self, name: str) -> Source:
        """The file with a name at the cursor, and nothing behind its item."""
        inside = self.begun.text if self.around is None else f'{self.around.text}"{{{self.hole(name)}}}"'
        text = f"{inside}{name}{self.rest}{self.below}" if self.around is None else inside
        return evolve(self.source, text=f"{self.source.text[: self.offset]}{text}\n")

    def items(self, name: str, lists: Mapping[str, str]) -> tuple[ast.Item, ...]:
        """The item with a name at the cursor, in each way in which it may go on; where it cannot, it ends behind it.

        Args:
            name: The name.
            lists: The list that holds the elements of each record.
        """
        if self.around is not None:
            return self.made(self.around, (("STRING", f'"{{{self.hole(name)}}}"'),))
        whole = self.read(name) or self.read(f"{name}{self.closing}")
        line = begun(self.begun.text + name + self.rest) if whole is None and self.rest.strip() else None
        added = ADDED.search(self.begun.text)
        target = lists.get(added[1], "x") if added is not None else "x"
        found = (whole,) if whole is not None else self.made(line, (), target) if line is not None else ()
        ways: list[tuple[tuple[str, str], ...]] = []
        if not found:
            ways += [((kind, name),) for kind in NAMES if kind in self.accepts]
        if added is not None or not found:
            ways.append((("NAME", name), ("COLON", ":")))
        if ADDING.search(self.begun.text):
            ways.append((("NAME", name), *RECORD))
        return (*found, *(item for way in ways for item in self.made(self.begun, way, target)))

    def read(self, name: str) -> ast.Item | None:
        """The item with a name at the cursor; None where it cannot be read so."""
        source = self.changed(name)
        return driver().read(source, self.offset, f"{source.text[self.offset :].rstrip()}\n")

    @property
    def closing(self) -> str:
        """What closes the brackets on the line that are open before the cursor and not closed behind it."""
        line = TEXT_OR_COMMENT.sub("", self.begun.text.rpartition("\n")[2])
        waiting: list[str] = []
        for sign in (*line, *TEXT_OR_COMMENT.sub("", self.rest)):
            if sign in BRACKETS:
                waiting.append(BRACKETS[sign])
            elif waiting and sign == waiting[-1]:
                waiting.pop()
        return "".join(reversed(waiting))

    def ended(self) -> tuple[ast.Item, ...]:
        """The item, ended before the cursor."""
        return self.made(self.begun, ()) if self.begun.text and self.around is None else ()

    def made(self, before: Begun, words: tuple[tuple[str, str], ...], target: str = "x") -> tuple[ast.Item, ...]:
        """The item with some words behind its beginning, ended as briefly as may be; none where they cannot stand.

        Args:
            before: The beginning.
            words: The words.
            target: What is written for a name behind them.
        """
        tree = before.with_words(words, target)
        item = build(tree, self.source, self.offset) if tree is not None and limits(tree) is None else None
        return () if item is None else (item,)

    def hole(self, name: str) -> str:
        """What the hole of a text holds, with a name at the cursor."""
        ending = self.begun.ending((("NAME", name),)) or ()
        closing = [sample(kind) for kind in ending if kind not in ("_NL", "_DEDENT")][:-1]
        return " ".join((self.begun.text.removeprefix(HOLE) + name, *closing))


def cursor_at(source: Source, offset: int) -> Cursor | None:
    """The cursor at a place of a file.

    Args:
        source: The file.
        offset: The place.

    Returns:
        None where nothing can be proposed: in a comment, in a text but for its holes, and where the line cannot be
        read up to there.
    """
    text = source.text
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : end if end >= 0 else len(text)].rstrip("\r")
    column = min(offset - start, len(line))
    quoted = quoted_around(line, column)
    if quoted is not None and quoted[0].startswith("#"):
        return None
    pieces = cut(text[: start + column]).pieces
    first = pieces[-1].offset if pieces and not opens_item(line[:column]) else start + column - len(line[:column])
    if quoted is not None:
        return in_text(source, first, start + column, start + quoted.start())
    return in_code(
        source, first, start + column, line[column:], text[start + len(line) : next_item(text, start + len(line))]
    )


def quoted_around(line: str, column: int) -> re.Match[str] | None:
    """The text or comment on a line that a place is in, or behind if it is not closed; None where it is in none.

    Args:
        line: The line.
        column: The place, from 0.
    """
    found = [each for each in TEXT_OR_COMMENT.finditer(line) if each.start() < column]
    if not found:
        return None
    last = found[-1]
    return last if last[0].startswith("#") or column < last.end() or not is_closed(last[0]) else None


def opens_item(line: str) -> bool:
    """Whether a line, up to the cursor, is the beginning of a new item's first word."""
    return not line or (line.isidentifier() and line.isascii())


def is_closed(quoted: str) -> bool:
    """Whether a text on a line has its second quote."""
    return len(quoted) > 1 and quoted.endswith('"')


def next_item(text: str, offset: int) -> int:
    """Where the next item begins below an offset, or the text ends."""
    found = NEXT.search(text, offset)
    return found.start() if found is not None else len(text)


def in_code(source: Source, first: int, offset: int, rest: str, below: str) -> Cursor | None:
    """A cursor outside texts."""
    text = source.text[first:offset]
    rest = rest[word_end(rest) :]
    for length in dict.fromkeys((partial(text, "-"), partial(text))):
        before = begun(text[: len(text) - length])
        if before is not None and (length == partial(text) or "ID" in before.accepts):
            return Cursor(source, first, source.span(offset - length, offset), before, rest, below)
    return None


def in_text(source: Source, first: int, offset: int, quote: int) -> Cursor | None:
    """A cursor in a text: only where a hole is open before it, in which an expression stands."""
    text = source.text[quote + 1 : offset]
    brace = text.rfind("{")
    if brace < 0 or "}" in text[brace:]:
        return None
    inner = text[brace + 1 :]
    length = partial(inner)
    around = begun(source.text[first:quote])
    before = begun(HOLE + inner[: len(inner) - length])
    if around is None or before is None or "STRING" not in around.accepts:
        return None
    return Cursor(source, first, source.span(offset - length, offset), before, "", "", around)


def partial(text: str, also: str = "") -> int:
    """How many characters at the end of a text belong to a word that is being written.

    Args:
        text: The text.
        also: Signs that may stand in it, as in the id of a table; without them it begins with a letter.
    """
    end = len(text)
    while end and (text[end - 1].isascii() and (text[end - 1].isalnum() or text[end - 1] in f"_{also}")):
        end -= 1
    while not also and end < len(text) and not text[end].isalpha():
        end += 1
    return len(text) - end


def word_end(text: str) -> int:
    """Where the rest of a word ends that the cursor stands in."""
    return next(
        (at for at, sign in enumerate(text) if not (sign.isascii() and (sign.isalnum() or sign == "_"))), len(text)
    )
