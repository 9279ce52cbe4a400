"""What Python compiles of a source that is meant to be read: numbers for their names, the state at hand.

Lines stay where they are, so that a traceback shows the source. Python looks a global name up each time; a number is
part of the code, and what is added to it is added when the code is compiled. A parameter is the fastest of names. To
name a slot twice is sooner done than to keep its list and number at hand while something is added to it.
"""

from __future__ import annotations

import re

NUMBER = re.compile(r"^([A-Z][A-Z0-9_]*) = (-?\d+)\b", re.MULTILINE)
"""A constant that is a number."""

FEW = re.compile(r"^([A-Z][A-Z0-9_]*) = (\([^\n]{,80}\))$", re.MULTILINE)
"""A tuple of a few constants."""

PART = re.compile(r'"[^"\n]*"|\b[A-Z][A-Z0-9_]*\b')
"""A text, in which nothing is changed, or a name that may be a constant's."""

CHANGE = re.compile(r"^( *)((?:S|CLOCKS)\[\d+(?: \+ \d+)?\]) ([+-])= ([^#\n]+)$", re.MULTILINE)
"""Something is added to a slot, or taken from it."""

DEFINITION = re.compile(r"^def \w+\((.*)\):\n((?:(?: .*)?\n)+)", re.MULTILINE)
"""A function, and the lines in it."""

INNER = re.compile(r"^ *\S.* for |lambda|^ +def |^ +global ", re.MULTILINE)
"""What looks like a scope of its own in a function; each line is gone through once, for some are very long."""


def compact(source: str) -> str:
    """The source as it is compiled.

    Args:
        source: Constants, and below them functions.
    """
    at = source.index("\ndef ") + 1
    head, body = source[:at], source[at:]
    numbers = {name: f"({value})" if value < "0" else value for name, value in NUMBER.findall(head)}
    numbers |= FEW.findall(head)
    body = PART.sub(lambda found: numbers.get(found[0], found[0]), body)
    body = CHANGE.sub(r"\1\2 = \2 \3 (\4)", body)
    return head + DEFINITION.sub(with_state, body)


def with_state(found: re.Match[str]) -> str:
    """A function that has the state as a parameter of its own, where that is no trouble."""
    params, inner = found.groups()
    if "S[" not in inner or "*" in params or INNER.search(inner):
        return found[0]
    start, end = found.start(1) - found.start(), found.end(1) - found.start()
    return f"{found[0][:start]}{params}{', ' if params else ''}S=S{found[0][end:]}"
