"""The words of a file by what they are, for colouring: the protocol's semantic tokens."""

from __future__ import annotations

from itertools import chain

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.service.language.tokens import KINDS, MODIFIERS, tokens

LEGEND = types.SemanticTokensLegend([*KINDS], [*MODIFIERS])
"""What the numbers of kinds and of modifiers mean."""

KIND = {name: number for number, name in enumerate(KINDS)}
BIT = {name: 1 << number for number, name in enumerate(MODIFIERS)}


def coloured(asked: Asked) -> types.SemanticTokens:
    """The tokens of a file, each by five numbers: lines and columns behind the last, length, kind, modifiers."""
    ruler, text = asked.telling.ruler, asked.document.source.text
    found = []
    line = column = 0
    for token in tokens(asked.room.space, asked.path):
        place = asked.range(token.span).start
        behind = place.character - column if place.line == line else place.character
        size = ruler.units(text[token.span.start : token.span.end])
        found.append((place.line - line, behind, size, KIND[token.kind], sum(BIT[each] for each in token.modifiers)))
        line, column = place.line, place.character
    return types.SemanticTokens([*chain.from_iterable(found)])
