"""Optimizes printed source before compilation: numbers replace constants, the state becomes a parameter.

Lines stay where they are, so that a traceback shows the source. Python looks up a global each time; a number is part of
the code, and sums of numbers are folded at compile time. A parameter is the fastest of names. Writing a slot twice is
faster than an augmented assignment, which keeps list and index on the stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

NUMBER_CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]*) = (-?\d+)\b", re.MULTILINE)
"""Matches the definition of a numeric constant."""

SMALL_TUPLE = re.compile(r"^([A-Z][A-Z0-9_]*) = (\([^\n]{,80}\))$", re.MULTILINE)
"""Matches the definition of a short constant tuple."""

TOKEN = re.compile(r'"[^"\n]*"|\b[A-Z][A-Z0-9_]*\b')
"""Matches a string, which stays unchanged, or a name that may be a constant's."""

AUGMENTED_ASSIGNMENT = re.compile(r"^( *)((?:S|CLOCKS)\[\d+(?: \+ \d+)?\]) ([+-])= ([^#\n]+)$", re.MULTILINE)
"""Matches an augmented assignment to a slot."""

DEFINITION = re.compile(r"^def \w+\((.*)\):\n((?:(?: .*)?\n)+)", re.MULTILINE)
"""Matches a function with its lines."""

NESTED_SCOPE = re.compile(r"^ *\S.* for |lambda|^ +def |^ +global ", re.MULTILINE)
"""Matches any nested scope in a function; it reads each line once, for some are very long."""


def optimize_source(source: str) -> str:
    """Return generated Python source made faster: numbers in place of constants, and the state as a parameter."""
    at = source.index("\ndef ") + 1
    head, body = source[:at], source[at:]
    return head + optimize_functions(body, find_constants(head))


def find_constants(head: str) -> dict[str, str]:
    """Find the numeric constants and short constant tuples that the source before the first function defines."""
    numbers = {name: f"({value})" if value < "0" else value for name, value in NUMBER_CONSTANT.findall(head)}
    return numbers | dict(SMALL_TUPLE.findall(head))


def optimize_functions(functions: str, constants: Mapping[str, str]) -> str:
    """Return the source of functions made faster; ``constants`` maps names to the values that replace them."""
    functions = TOKEN.sub(lambda found: constants.get(found[0], found[0]), functions)
    functions = AUGMENTED_ASSIGNMENT.sub(r"\1\2 = \2 \3 (\4)", functions)
    return DEFINITION.sub(add_state_param, functions)


def add_state_param(match: re.Match[str]) -> str:
    """Callback of a substitution: return a function with the state as a parameter, unless it has nested scopes."""
    params, inner = match.groups()
    if "S[" not in inner or "*" in params or NESTED_SCOPE.search(inner):
        return match[0]
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    return f"{match[0][:start]}{params}{', ' if params else ''}S=S{match[0][end:]}"
