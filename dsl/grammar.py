"""lark's parser of one item: loads the grammar, and turns indentation into blocks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import ClassVar

from lark import Lark, Token, __version__
from lark.exceptions import LarkError
from lark.indenter import DedentError, Indenter

from bombsight.dsl.caches import cache_folder, export_file, load_cached, store_cached
from bombsight.dsl.lalr import GRAMMAR
from bombsight.dsl.lark_contextual import with_contextual_lexers
from bombsight.dsl.pieces import is_word_character

HOLES_GRAMMAR = GRAMMAR.with_name("holes.lark")
"""The grammar of holes, for items with damage."""


class MisalignedError(DedentError):
    """A line dedents to a column at which no open block began.

    Attributes:
        token: The line end before it.
    """

    def __init__(self, token: Token) -> None:
        """Make the error for the line end before a misaligned line."""
        super().__init__(str(token))
        self.token = token


class GluedError(LarkError):
    """A word or number follows another without a space: ``totwo``, which lark would read as ``to two``.

    Attributes:
        token: The second of them.
    """

    def __init__(self, token: Token) -> None:
        """Make the error for a token that lacks a space before it."""
        super().__init__(str(token))
        self.token = token


class RulesIndenter(Indenter):
    """lark's post-lexer: turns indentation into blocks, ignores line ends in brackets, refuses glued words."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Add indents and dedents to lark's tokens of one text; thread-safe, for each text has its own state."""
        processed: Iterator[Token] = super(RulesIndenter, RulesIndenter()).process(self.reject_glued_tokens(stream))  # type: ignore[no-untyped-call]  # lark gives no types here
        return processed

    @staticmethod
    def reject_glued_tokens(stream: Iterator[Token]) -> Iterator[Token]:
        """Yield tokens lazily; raise GluedError at a word that follows another word without a space.

        Raises:
            GluedError: Words or numbers stand together without a space.
        """
        end, in_word = -1, False
        for token in stream:
            if in_word and token.start_pos == end and is_word_character(token[0]):
                raise GluedError(token)
            yield token
            end, in_word = token.end_pos or -1, is_word_character(token[-1])

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802  # lark's name
        """Yield a line end, then the indents or dedents behind it; raise MisalignedError for a wrong dedent.

        Raises:
            MisalignedError: A line dedents to a column at which no open block began.
        """
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            raise MisalignedError(token) from error


class VisibleNodeFilter:
    """A filter of the tokens that count for a node's span: not line ends or indentation.

    A class, not a function, for lark saves it with its tables.
    """

    def __call__(self, node: object) -> bool:
        """Whether a token or tree counts for a node's span: it is no line end and no indentation."""
        return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))


def make_lark(*, strict: bool = False, holes: bool = False) -> Lark:
    """Make lark's parser of one item, perhaps with recovery's placeholders (``holes``); ``strict`` refuses conflicts.

    Args:
        strict: Refuse any conflict in the grammar; slow, for tests.
        holes: Whether the item may have holes.
    """
    parser = Lark(
        GRAMMAR.read_text(encoding="utf-8") + (HOLES_GRAMMAR.read_text(encoding="utf-8") if holes else ""),
        parser="lalr",
        strict=strict,
        postlex=RulesIndenter(),
        propagate_positions=VisibleNodeFilter(),
        maybe_placeholders=True,
    )
    return with_contextual_lexers(parser)


@cache
def item_parser() -> Lark:
    """The process's lark parser of one item, with placeholders (holes) of error recovery; cached on disk."""
    file = item_parser_file()
    cached = load_cached(file)
    if cached is not None:
        return with_contextual_lexers(Lark.load(BytesIO(cached)))
    parser = make_lark(holes=True)
    store_cached(file, dump_parser(parser))
    return parser


def item_parser_file() -> Path:
    """The cache file of the parser of one item; its key has our code, for lark pickles references to our classes."""
    version_key = f"{__version__}:{sys.version}:".encode() + Path(__file__).read_bytes()
    digest = sha256(version_key + GRAMMAR.read_bytes() + HOLES_GRAMMAR.read_bytes()).hexdigest()
    return cache_folder() / f"lark-{digest}"


def dump_parser(parser: Lark) -> bytes:
    """Dump lark's parser as bytes, from which it is loaded faster than it is made."""
    buffer = BytesIO()
    parser.save(buffer)
    return buffer.getvalue()


def export_item_parser(folder: Path) -> None:
    """Write the parser of one item among the cache files that come with the program, for this version of Python.

    Args:
        folder: The folder of those files.

    Raises:
        OSError: It cannot be written.
    """
    export_file(folder, item_parser_file(), dump_parser(make_lark(holes=True)))


@cache
def hole_characters() -> dict[str, str]:
    """The placeholder character of each hole (a token of error recovery), by the hole's terminal, in order."""
    characters = {terminal.name: str(terminal.pattern.value) for terminal in item_parser().terminals}
    return {
        name: characters[name] for name in sorted(characters, key=characters.__getitem__) if name.startswith("_HOLE")
    }
