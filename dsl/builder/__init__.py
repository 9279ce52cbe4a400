"""From what the parser reads to the syntax tree.

One method for every rule of ``grammar.lark``, under the rule's name, in a module for each chapter of the language.
"""

from __future__ import annotations

from bombsight.dsl.builder.boards import Boards
from bombsight.dsl.builder.examples import Examples
from bombsight.dsl.builder.expressions import Expressions
from bombsight.dsl.builder.items import Items
from bombsight.dsl.builder.overlays import Overlays
from bombsight.dsl.builder.statements import Statements

__all__ = ["Builder"]


class Builder(Items, Boards, Statements, Overlays, Examples, Expressions):
    """Builds all nodes; see :class:`bombsight.dsl.builder.base.Base`."""
