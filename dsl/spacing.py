"""Spacing between tokens: single spaces between words, none where signs bind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token


def terminal_set(names: str) -> frozenset[str]:
    """Split a text at blanks into a set of names of terminals."""
    return frozenset(names.split())


VALUE_ENDS = terminal_set(
    "NAME ID INT SIGNED DICE DIE KEPT_LIST STRING JOINED RPAR RSQB RBRACE YES NO NONE YESNO ROUNDED OR_NONE NATURAL"
)
"""Terminals after which `-` subtracts."""

BOUND_ENDS = VALUE_ENDS - {"NATURAL", "STRING", "JOINED"}
"""Terminals that can end the lower bound of a range; `natural ..2` is a row."""

BOUND_STARTS = terminal_set(
    "NAME INT SIGNED KEPT KEPT_LIST DICE LPAR LBRACE MINUS NATURAL OPTION COUNT ANY FIRST _SUM EXTREME LOOK MODIFIERS"
)
CALLABLE = terminal_set("NAME ID COUNT ANY FIRST _SUM EXTREME")
OPENING = terminal_set("LPAR LSQB LBRACE")
TIGHT_BEFORE = terminal_set("RPAR RSQB RBRACE COMMA SEMICOLON COLON LSQB DOT DIE")
MULTI_WORD = terminal_set(
    "OR_NONE _OR_ELSE DOWN ROUNDED KEPT KEPT_LIST _RESULTS_OF _SEEN_BY SEEN_BY_ALL _OVER_ALL LEAVE_OUT LEADS_TO "
    "NOTHING_ELSE AFTER_OTHERS ADDED_UP UNIT"
)
"""Terminals of several words, which any number of spaces may separate."""


def render_token(token: Token) -> str:
    """Render a token in canonical layout: with single spaces between the words of a token such as ``or none``."""
    if token.type not in MULTI_WORD:
        return str(token)
    return re.sub(" ?, ?", ", ", " ".join(token.split()))


def needs_space_before(tokens: Sequence[Token], index: int) -> bool:
    """Whether canonical layout has a space before ``tokens[index]``, which is not the first token."""
    previous, token = tokens[index - 1], tokens[index]
    if previous.type in OPENING or previous.type == "DOT" or token.type in TIGHT_BEFORE:
        return False
    if token == "..":
        return previous.type not in BOUND_ENDS
    if previous == "..":
        return token.type not in BOUND_STARTS
    if is_unary_sign(tokens, index - 1):
        return token.type in ("INT", "SIGNED", "KEPT", "KEPT_LIST", "DICE", "VBAR")  # `- 1` negates 1
    if token.type == "LPAR":
        return previous.type not in CALLABLE
    return True


def is_unary_sign(tokens: Sequence[Token], index: int) -> bool:
    """Whether ``tokens[index]`` is a plus or minus with no value before it, so that it is a sign and no operator."""
    if tokens[index].type not in ("PLUS", "MINUS"):
        return False
    return index == 0 or tokens[index - 1].type not in VALUE_ENDS


def render_tokens(tokens: Sequence[Token]) -> str:
    """Render tokens on one line, with canonical spacing."""
    parts: list[str] = []
    for index, token in enumerate(tokens):
        if index and needs_space_before(tokens, index):
            parts.append(" ")
        parts.append(render_token(token))
    return "".join(parts)
