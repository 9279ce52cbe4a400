"""Builder methods for words to who plays: explanations, and the primer."""

from __future__ import annotations

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, drop_missing, unquote
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span


class Explanations(Base):
    """Builder of explanations and primers."""

    def n_explain(self, span: Span, explained: ast.Explained, text: str, origin: Origin) -> ast.Explain:
        """Build an explanation on one line: ``explain table Sky "..."``."""
        return ast.Explain(explained, (unquote(text),), origin, span=span)

    def n_explain_block(self, span: Span, explained: ast.Explained, origin: Origin, *texts: str) -> ast.Explain:
        """Build an explanation whose text stands on lines below."""
        return ast.Explain(explained, texts, origin, span=span)

    def n_primer(self, span: Span, title: str, origin: Origin, *texts: str) -> ast.Primer:
        """Build the primer of a game from its heading and its lines."""
        return ast.Primer(unquote(title), texts, origin, span=span)

    def n_paragraph_line(self, _span: Span, text: str) -> str:
        """Build a line of an explanation or a primer: its text without quotes."""
        return unquote(text)

    def n_explained_table(self, span: Span, name: str) -> ast.Explained:
        """Build ``table Sky``."""
        return ast.Explained("table", (str(name),), span=span)

    def n_explained_option(self, span: Span, name: str, word: str | None) -> ast.Explained:
        """Build ``option moon``, or ``option moon.full`` for one of its words."""
        return ast.Explained("option", drop_missing((name, word)), span=span)

    def n_explained_enum(self, span: Span, name: str, value: str | None) -> ast.Explained:
        """Build ``enum Weather``, or ``enum Weather.fog`` for one of its values."""
        return ast.Explained("enum", drop_missing((name, value)), span=span)

    def n_explained_field(self, span: Span, *names: str) -> ast.Explained:
        """Build ``field keeper.watches``."""
        return ast.Explained("field", names, span=span)

    def n_explained_procedure(self, span: Span, name: str) -> ast.Explained:
        """Build ``procedure watch``."""
        return ast.Explained("procedure", (name,), span=span)

    def n_explained_define(self, span: Span, name: str) -> ast.Explained:
        """Build ``define visibility``."""
        return ast.Explained("define", (name,), span=span)

    def n_explained_tally(self, span: Span, name: str) -> ast.Explained:
        """Build ``tally lost``."""
        return ast.Explained("tally", (name,), span=span)

    def n_explained_question(self, span: Span, path: str) -> ast.Explained:
        """Build ``question watch/order:``."""
        return ast.Explained("question", tuple(path.split("/")), span=span)

    def n_explained_answer(self, span: Span, question: str, name: str) -> ast.Explained:
        """Build ``answer watch/order: trim``."""
        return ast.Explained("answer", (*question.split("/"), name), span=span)
