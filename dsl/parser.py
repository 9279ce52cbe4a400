"""From text to syntax tree, item by item.

Every item starts in column 0, so the text is cut there and each piece parsed alone:
one bad item spoils only itself.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from attrs import frozen
from lark import Lark, Token, UnexpectedInput
from lark.indenter import Indenter
from lark.tree import Tree

from dsl import ast
from dsl.build import Builder
from dsl.diagnostic import Diagnostic
from dsl.source import Source

GRAMMAR = Path(__file__).with_name("grammar.lark")


class Lines(Indenter):
    """Indentation opens and closes blocks; brackets hide line ends."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


class Visible:
    """Which tokens count for a node's span: line ends and indentation do not.

    A class, not a function, because lark names its cached grammars by the text of its settings.
    """

    def __call__(self, node: object) -> bool:
        return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))

    def __str__(self) -> str:
        return "visible tokens"

    __repr__ = __str__


def make_lark(*, strict: bool = False, cache_file: str | None = None) -> Lark:
    """The parser of one item; ``strict`` refuses any conflict in the grammar."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        strict=strict,
        cache=cache_file or False,
        postlex=Lines(),
        propagate_positions=Visible(),  # type: ignore[arg-type]  # lark takes a filter here
        maybe_placeholders=True,
    )


@frozen
class Parsed:
    """What was read of a file, and what could not be."""

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]


@cache
def item_parser() -> Lark:
    """The one parser of a process, its grammar read from lark's cache where there is one."""
    return make_lark()


ITEM_START = re.compile(r"^[^\s#]", re.MULTILINE)


def pieces(text: str) -> list[tuple[int, str]]:
    """The items of a file with the offsets at which they begin."""
    starts = [match.start() for match in ITEM_START.finditer(text)]
    return [(start, text[start:end]) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def parse(source: Source) -> Parsed:
    """Read a rules file.

    Never raises on what a user wrote: what cannot be read is a diagnostic, and the items around it are kept.
    """
    items: list[ast.Item] = []
    diagnostics: list[Diagnostic] = []
    for offset, text in pieces(source.text):
        try:
            tree: Tree[Token] = item_parser().parse(text.rstrip() + "\n")
        except UnexpectedInput as error:
            diagnostics.append(explain(error, source, offset))
        else:
            items.append(Builder(source, offset).build(tree))
    return Parsed(ast.File(source.path, tuple(items), span=source.span(0, len(source.text))), tuple(diagnostics))


def explain(error: UnexpectedInput, source: Source, offset: int) -> Diagnostic:
    """A syntax error in the reader's words."""
    start = offset + (error.pos_in_stream or 0)
    return Diagnostic("E001", str(error).splitlines()[0], source.span(start, start + 1))
