"""The tree builder: constructs the syntax tree from the parser's output.

It has one method for every rule of ``grammar.lark``, named after the rule (``n_row`` for ``row``), in a module for each
chapter of the language. Each takes the rule's span, then the built children in the order of the grammar: words as
texts, None for absent parts.
"""

from __future__ import annotations

from bombsight.dsl.builder.boards import Boards
from bombsight.dsl.builder.examples import Examples
from bombsight.dsl.builder.explanations import Explanations
from bombsight.dsl.builder.expressions import Expressions
from bombsight.dsl.builder.holes import Holes
from bombsight.dsl.builder.statements import Statements

__all__ = ["Builder"]


class Builder(Holes, Boards, Statements, Examples, Explanations, Expressions):
    """The builder of all nodes; see :class:`bombsight.dsl.builder.base.Base`."""
