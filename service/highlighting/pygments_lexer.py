"""The Pygments lexer of rules, registered as ``bombsight``: Sphinx, MkDocs, Jupyter and Rich colour rules by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments import token
from pygments.lexer import Lexer

from bombsight.service.highlighting.textmate import tokenize

__all__ = ["RulesLexer"]  # Pygments finds it by this list

TOKEN_TYPES = {
    "comment": token.Comment,
    "string": token.String,
    "meta.embedded": token.Name,
    "punctuation": token.Punctuation,
    "constant.numeric": token.Number,
    "constant.language": token.Keyword.Constant,
    "constant": token.Name.Constant,
    "storage.type": token.Keyword.Declaration,
    "storage.modifier": token.Keyword.Pseudo,
    "support.type": token.Keyword.Type,
    "support.function": token.Name.Builtin,
    "keyword.operator.wordlike": token.Operator.Word,
    "keyword.operator": token.Operator,
    "keyword": token.Keyword,
    "entity.name.type": token.Name.Class,
    "entity.name.function": token.Name.Function,
    "entity.name": token.Name.Label,
    "variable": token.Name,
}
"""The Pygments token types of TextMate scope prefixes; the first match counts."""


class RulesLexer(Lexer):  # type: ignore[misc]  # Pygments has no types of its own
    """Pygments lexer of rules, by the editors' TextMate grammar."""

    name = "Bombsight"
    aliases = ("bombsight", "rules")
    filenames = ("*.rules",)
    url = "https://github.com/bombsight/bombsight"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yield the tokens of a text with offsets, and the text between them."""
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        at = 0
        for grammar_token in tokenize(text):
            start, end = (
                starts[grammar_token.line] + grammar_token.start,
                starts[grammar_token.line] + grammar_token.end,
            )
            if at < start:
                yield at, token.Text, text[at:start]
            yield start, token_type_of(grammar_token.scopes[-1]), text[start:end]
            at = end
        if at < len(text):
            yield at, token.Text, text[at:]


def token_type_of(scope: str) -> Any:
    """Map a TextMate scope to the Pygments token type with its colour."""
    return next((kind for name, kind in TOKEN_TYPES.items() if scope.startswith(name)), token.Text)
