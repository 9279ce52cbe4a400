"""Reading an item by lark itself, for what the :mod:`driver <bombsight.dsl.driver>` does not take.

This is the account of what the language is: it finds what is wrong, and where, and reads all that is right as the
driver does.
"""

from __future__ import annotations

from bombsight.dsl import ast
from bombsight.dsl.builder.trees import build
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.failure import Failure, attempt
from bombsight.dsl.pieces import Piece
from bombsight.dsl.source import Source
from bombsight.dsl.syntax import explain, limits, tab


def read_carefully(source: Source, piece: Piece) -> tuple[ast.Item | None, tuple[Diagnostic, ...]]:
    """One item, and what is wrong with it. With a tab it may still be whole."""
    tabbed = tab(source, piece)
    tree = attempt(piece.code)
    if isinstance(tree, Failure):
        return None, (tabbed or explain(source, piece, tree),)
    beyond = limits(source, piece, tree)
    if beyond:
        return None, (beyond,)
    return build(tree, source, piece.offset), (tabbed,) if tabbed else ()
