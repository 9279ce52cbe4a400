"""The part of FEEL (DMN 1.5, chapter 10) that decision tables of constants use: literals and unary tests."""

from __future__ import annotations

import re
from fractions import Fraction

from attrs import frozen

Literal = str | Fraction | bool
"""A constant: a text, a number, true or false."""

MAX_EXPRESSION = 4_000
"""The most characters of an expression."""

STRING = r'"(?:[^"\\]|\\.)*"'
NUMBER = r"-?\s*(?:\d{1,12}(?:\.\d{1,9})?|\.\d{1,9})"
LITERAL = rf"(?:{STRING}|{NUMBER}|true|false)"
LITERAL_PATTERN = re.compile(LITERAL)
COMPARISON = re.compile(rf"(<=|>=|<|>|=|!=)?\s*({LITERAL})")
INTERVAL = re.compile(rf"([\[(\]])\s*({NUMBER})\s*\.\.\s*({NUMBER})\s*([\])\[])")


class NotTaken(Exception):  # noqa: N818  # it is no error of the model
    """Raised for an expression that is no constant, or no test of constants.

    Attributes:
        text: The expression.
    """

    def __init__(self, text: str) -> None:
        """Make the exception for an expression."""
        super().__init__(text)
        self.text = text


@frozen
class Interval:
    """A range of numbers.

    Attributes:
        low, high: Its ends; None for an open one.
        has_low, has_high: Whether the end itself belongs to it.
    """

    low: Fraction | None
    high: Fraction | None
    has_low: bool = True
    has_high: bool = True


@frozen
class UnaryTests:
    """A test of an input.

    Attributes:
        parts: The constants and ranges for which it holds; empty for any value.
        is_negated: Whether it holds for all others instead.
    """

    parts: tuple[Literal | Interval, ...] = ()
    is_negated: bool = False


def parse_literal(text: str) -> Literal | None:
    """Parse a constant: a text, a number, ``true`` or ``false``; None for ``null``, ``-`` or nothing.

    Raises:
        NotTaken: It is another expression.
    """
    text = text.strip()
    if text in ("", "-", "null"):
        return None
    if len(text) > MAX_EXPRESSION or LITERAL_PATTERN.fullmatch(text) is None:
        raise NotTaken(text)
    return literal_value(text)


def literal_value(text: str) -> Literal:
    """The value of a literal that matches its pattern."""
    text = text.strip()
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    if text in ("true", "false"):
        return text == "true"
    return Fraction(text.replace(" ", ""))


def parse_unary_tests(text: str) -> UnaryTests:
    """Parse the test of an input: ``-``, constants, comparisons and ranges with commas between them, ``not(...)``.

    Raises:
        NotTaken: It is another expression.
    """
    text = text.strip()
    if text in ("", "-"):
        return UnaryTests()
    if len(text) > MAX_EXPRESSION:
        raise NotTaken(text)
    negated = re.fullmatch(r"not\s*\((.*)\)", text, re.DOTALL)
    parts: list[Literal | Interval] = []
    rest = negated[1] if negated else text
    while True:
        part, rest = parse_test(rest.strip(), text)
        parts += part
        if not rest:
            return UnaryTests(tuple(parts), negated is not None)


def parse_test(rest: str, whole: str) -> tuple[list[Literal | Interval], str]:
    """Parse the first test of a list; return it, and what stands behind its comma.

    Args:
        rest: The list.
        whole: The whole expression, for the exception.

    Raises:
        NotTaken: It is another expression.
    """
    found = INTERVAL.match(rest)
    parts: list[Literal | Interval]
    if found is not None:
        low, high = (Fraction(found[end].replace(" ", "")) for end in (2, 3))
        parts = [Interval(low, high, found[1] == "[", found[4] == "]")]
    else:
        found = COMPARISON.match(rest)
        if found is None:
            raise NotTaken(whole)
        parts = compared(found[1] or "=", literal_value(found[2]), whole)
    behind = rest[found.end() :].strip()
    if not behind:
        return parts, ""
    if not behind.startswith(",") or not behind[1:].strip():
        raise NotTaken(whole)
    return parts, behind[1:]


def compared(sign: str, value: Literal, whole: str) -> list[Literal | Interval]:
    """The constants and ranges for which a comparison holds.

    Args:
        sign: The sign of comparison.
        value: What stands behind it.
        whole: The whole expression, for the exception.

    Raises:
        NotTaken: It compares what has no size.
    """
    if sign == "=":
        return [value]
    if isinstance(value, bool) and sign == "!=":
        return [not value]
    if not isinstance(value, Fraction) or isinstance(value, bool):
        raise NotTaken(whole)
    match sign:
        case "<":
            return [Interval(None, value, has_high=False)]
        case "<=":
            return [Interval(None, value)]
        case ">":
            return [Interval(value, None, has_low=False)]
        case ">=":
            return [Interval(value, None)]
        case _:
            return [Interval(None, value, has_high=False), Interval(value, None, has_low=False)]
