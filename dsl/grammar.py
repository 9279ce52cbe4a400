"""The parser of one item: loading the grammar, and turning indentation into blocks."""

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

from bombsight.dsl.caches import cache_folder, load_cached, store_cached
from bombsight.dsl.lalr import GRAMMAR
from bombsight.dsl.lark_contextual import with_contextual_lexers
from bombsight.dsl.pieces import is_word_character

HOLES_GRAMMAR = GRAMMAR.with_name("holes.lark")
"""What the grammar takes besides, in an item of which something was left out."""


class MisalignedError(DedentError):
    """A line goes back to a column at which no open block began.

    Attributes:
        token: The line end before it.
    """

    def __init__(self, token: Token) -> None:
        super().__init__(str(token))
        self.token = token


class GluedError(LarkError):
    """A word or number follows another without a space, as in ``totwo``, which lark would read as ``to two``.

    Attributes:
        token: The second of them.
    """

    def __init__(self, token: Token) -> None:
        super().__init__(str(token))
        self.token = token


class RulesIndenter(Indenter):
    """Indentation opens and closes blocks; brackets hide line ends; words stand apart."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens as the parser wants them, of each text by a value of its own: threads may read at once."""
        processed: Iterator[Token] = super(RulesIndenter, RulesIndenter()).process(self.reject_glued_tokens(stream))  # type: ignore[no-untyped-call]  # lark gives no types here
        return processed

    @staticmethod
    def reject_glued_tokens(stream: Iterator[Token]) -> Iterator[Token]:
        """The same tokens, one by one, for what the lexer looks for next depends on what the parser has taken.

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
        """The tokens that a line end stands for; lark's own error does not say where it is.

        Raises:
            MisalignedError: A line goes back to a column in which no block began.
        """
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            raise MisalignedError(token) from error


class VisibleNodeFilter:
    """Which tokens count for a node's span: line ends and indentation do not.

    A class, not a function, for lark saves it with its tables.
    """

    def __call__(self, node: object) -> bool:
        """Whether ``node`` is something a reader sees."""
        return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))


def make_lark(*, strict: bool = False, holes: bool = False) -> Lark:
    """The parser of one item, its tables worked out anew.

    Args:
        strict: Refuse any conflict in the grammar; slow, for tests.
        holes: Whether holes may stand in the item.
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
    """The one parser of a process, which takes holes, from the cache folder or made now."""
    version_key = (
        f"{__version__}:{sys.version}:".encode() + Path(__file__).read_bytes()
    )  # what lark saves names our classes
    file = (
        cache_folder() / f"lark-{sha256(version_key + GRAMMAR.read_bytes() + HOLES_GRAMMAR.read_bytes()).hexdigest()}"
    )
    cached = load_cached(file)
    if cached is not None:
        return with_contextual_lexers(Lark.load(BytesIO(cached)))
    parser = make_lark(holes=True)
    buffer = BytesIO()
    parser.save(buffer)
    store_cached(file, buffer.getvalue())
    return parser


@cache
def hole_characters() -> dict[str, str]:
    """The character of each hole, by its terminal, in their order."""
    characters = {terminal.name: str(terminal.pattern.value) for terminal in item_parser().terminals}
    return {
        name: characters[name] for name in sorted(characters, key=characters.__getitem__) if name.startswith("_HOLE")
    }
