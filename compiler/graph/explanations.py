"""Words for who plays, in the rule graph: explanations of things, and primers. Play never evaluates them."""

from __future__ import annotations

from bombsight.compiler.graph.expressions import Template
from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.ast.explanations import ExplainedKind
from bombsight.dsl.node_classes import frozen


@frozen(kw_only=True)
class Explanation(BaseNode):
    """What a thing does in play.

    Attributes:
        kind: The kind of the thing.
        names: Its name in parts: an enum and perhaps its value, an option and perhaps its word, a field by its path, a
            question by its path, an answer by that of its question and its own name.
        text: One or a few sentences; the expressions in it are constants.
    """

    kind: ExplainedKind
    names: tuple[str, ...]
    text: Template

    @property
    def target(self) -> str:
        """The id of the thing: ``table:Sky``, ``enum:Weather/fog``, ``answer:watch/order/trim``."""
        return f"{self.kind}:{('.' if self.kind == 'field' else '/').join(self.names)}"


@frozen(kw_only=True)
class Primer(BaseNode):
    """A page on how a game goes, for who plays it for the first time.

    Attributes:
        paragraphs: Its paragraphs; the expressions in them are constants.
    """

    title: str
    paragraphs: tuple[Template, ...]
