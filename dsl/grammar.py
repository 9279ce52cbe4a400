"""The parser of one item: loading the grammar, and turning indentation into blocks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import ClassVar

from lark import Lark, Token
from lark.exceptions import LarkError
from lark.indenter import DedentError, Indenter

from bombsight.dsl.caches import CACHE_VARIABLE, cache_folder

__all__ = ["CACHE_VARIABLE", "cache_folder", "item_parser", "make_lark"]

GRAMMAR = Path(__file__).with_name("grammar.lark")


def is_word(character: str) -> bool:
    """Whether a character belongs to a word or number."""
    return character.isalnum() or character == "_"


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


class Lines(Indenter):
    """Indentation opens and closes blocks; brackets hide line ends; words stand apart."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens as the parser wants them."""
        processed: Iterator[Token] = super().process(self.parted(stream))  # type: ignore[no-untyped-call]  # lark gives no types here
        return processed

    @staticmethod
    def parted(stream: Iterator[Token]) -> Iterator[Token]:
        """The same tokens, one by one, for what the lexer looks for next depends on what the parser has taken."""
        end, in_word = -1, False
        for token in stream:
            if in_word and token.start_pos == end and is_word(token[0]):
                raise GluedError(token)
            yield token
            end, in_word = token.end_pos or -1, is_word(token[-1])

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802  # lark's name
        """The tokens that a line end stands for; lark's own error does not say where it is."""
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            raise MisalignedError(token) from error


class Visible:
    """Which tokens count for a node's span: line ends and indentation do not.

    A class, not a function, because lark names its cached grammars by the text of its settings.
    """

    def __call__(self, node: object) -> bool:
        """Whether ``node`` is something a reader sees."""
        return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))

    def __str__(self) -> str:
        return "visible tokens"

    __repr__ = __str__


def make_lark(*, strict: bool = False, cache_file: str | None = None) -> Lark:
    """The parser of one item.

    Args:
        strict: Refuse any conflict in the grammar; slow, for tests.
        cache_file: Where lark keeps its tables between runs. What cannot be read there, or written, is passed over.
    """
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        strict=strict,
        cache=cache_file or False,
        postlex=Lines(),
        propagate_positions=Visible(),
        maybe_placeholders=True,
    )


@cache
def item_parser() -> Lark:
    """The one parser of a process, its tables read from lark's cache where there is one."""
    folder = cache_folder()
    with suppress(OSError):  # an unwritable folder only costs time: lark carries on without its cache
        folder.mkdir(parents=True, exist_ok=True)
    return make_lark(cache_file=str(folder / "grammar.lark-cache"))
