"""What Python compiles of a source that is meant to be read: numbers for their names, the state at hand.

Lines stay where they are, so that a traceback shows the source. Python looks a global name up each time; a number is
part of the code, and what is added to it is added when the code is compiled. A parameter is the fastest of names. To
name a slot twice is sooner done than to keep its list and number at hand while something is added to it.
"""

from __future__ import annotations

import re

NUMBER_CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*) = (-?\d+)\b", re.MULTILINE)
"""A constant that is a number."""

SMALL_TUPLE = re.compile(r"^([A-Z][A-Z0-9_]*) = (\([^\n]{,80}\))$", re.MULTILINE)
"""A tuple of a few constants."""

TOKEN = re.compile(r'"[^"\n]*"|\b[A-Z][A-Z0-9_]*\b')
"""A text, in which nothing is changed, or a name that may be a constant's."""

AUGMENTED_ASSIGNMENT = re.compile(r"^( *)((?:S|CLOCKS)\[\d+(?: \+ \d+)?\]) ([+-])= ([^#\n]+)$", re.MULTILINE)
"""Something is added to a slot, or taken from it."""

DEFINITION = re.compile(r"^def \w+\((.*)\):\n((?:(?: .*)?\n)+)", re.MULTILINE)
"""A function, and the lines in it."""

NESTED_SCOPE = re.compile(r"^ *\S.* for |lambda|^ +def |^ +global ", re.MULTILINE)
"""What looks like a scope of its own in a function; each line is gone through once, for some are very long."""


def minify(source: str) -> str:
    """The source as it is compiled.

    Args:
        source: Constants, and below them functions.
    """
    at = source.index("\ndef ") + 1
    head, body = source[:at], source[at:]
    numbers = {name: f"({value})" if value < "0" else value for name, value in NUMBER_CONSTANT.findall(head)}
    numbers |= SMALL_TUPLE.findall(head)
    body = TOKEN.sub(lambda found: numbers.get(found[0], found[0]), body)
    body = AUGMENTED_ASSIGNMENT.sub(r"\1\2 = \2 \3 (\4)", body)
    return head + DEFINITION.sub(add_state_param, body)


def add_state_param(match: re.Match[str]) -> str:
    """A function that has the state as a parameter of its own, where that is no trouble."""
    params, inner = match.groups()
    if "S[" not in inner or "*" in params or NESTED_SCOPE.search(inner):
        return match[0]
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    return f"{match[0][:start]}{params}{', ' if params else ''}S=S{match[0][end:]}"
