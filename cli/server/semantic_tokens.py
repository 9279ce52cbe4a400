"""Semantic tokens: the kinds of a file's words, for colouring."""

from __future__ import annotations

from itertools import chain

from lsprotocol import types

from bombsight.cli.server.request_context import RequestContext
from bombsight.service.language.tokens import TOKEN_KINDS, TOKEN_MODIFIERS, semantic_tokens

LEGEND = types.SemanticTokensLegend([*TOKEN_KINDS], [*TOKEN_MODIFIERS])
"""The legend of token kinds and modifiers."""

KIND_NUMBERS = {name: number for number, name in enumerate(TOKEN_KINDS)}
MODIFIER_BITS = {name: 1 << number for number, name in enumerate(TOKEN_MODIFIERS)}


def encode_tokens(context: RequestContext) -> types.SemanticTokens:
    """Encode the tokens of a file, five numbers each: line and column deltas, length, kind, modifiers."""
    mapper, text = context.converter.mapper, context.document.source.text
    encoded = []
    line = column = 0
    for token in semantic_tokens(context.workspace.space, context.path):
        place = context.range_of(token.span).start
        column_delta = place.character - column if place.line == line else place.character
        size = mapper.count_units(text[token.span.start : token.span.end])
        encoded.append(
            (
                place.line - line,
                column_delta,
                size,
                KIND_NUMBERS[token.kind],
                sum(MODIFIER_BITS[each] for each in token.modifiers),
            )
        )
        line, column = place.line, place.character
    return types.SemanticTokens([*chain.from_iterable(encoded)])
