"""Parse failures: the place where the parser stopped in an item, with queries about it."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen
from lark import Token, Tree, UnexpectedInput, UnexpectedToken
from lark.exceptions import LarkError

from bombsight.dsl.grammar import GluedError, MisalignedError, hole_characters, item_parser
from bombsight.dsl.pieces import mask_texts_and_comments

AFTER_LINE = frozenset({"_INDENT", "_DEDENT", "$END"})
"""The terminals that lark places at the line end before them."""

MISALIGNED, GLUED, CHARACTER = "misaligned", "glued", "character"
"""Kinds of failure at which the parser got no token."""


@frozen(slots=False)
class Failure:
    """The place at which the parser stopped in an item.

    Attributes:
        text: The item.
        kind: The terminal that the parser refused, or one of the kinds without a terminal.
        start: The offset of its start in the text.
        end: The offset of its end.
        error: lark's error.
    """

    text: str
    kind: str
    start: int
    end: int
    error: LarkError = field(eq=False, repr=False)

    @cached_property
    def expected_with_holes(self) -> frozenset[str]:
        """The terminals that the parser would accept, with error recovery's placeholders (holes); empty if unknown."""
        if not isinstance(self.error, UnexpectedInput):
            return frozenset()
        return frozenset(self.error.interactive_parser.accepts())  # type: ignore[no-untyped-call]  # lark gives no types here

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The terminals that the parser would accept, without recovery's placeholders (holes); empty if unknown.

        A text that goes over several lines, which may stand where any text may, is not among them.
        """
        return self.expected_with_holes - hole_characters().keys() - {"JOINED"}

    @property
    def holes(self) -> frozenset[str]:
        """The terminals of error recovery (holes: placeholders for unreadable parts) that the parser would accept."""
        return self.expected_with_holes & hole_characters().keys()

    @cached_property
    def line_start(self) -> int:
        """The offset of the start of the line on which the parser stopped."""
        return self.text.rfind("\n", 0, self.start) + 1

    @cached_property
    def line_end(self) -> int:
        """The offset of the end of the line on which the parser stopped."""
        end = self.text.find("\n", self.start)
        return end if end >= 0 else len(self.text)

    @cached_property
    def line(self) -> str:
        """The code of the line on which the parser stopped, with texts and comments blanked out."""
        return mask_texts_and_comments(self.text[self.line_start : self.line_end])

    @property
    def line_before(self) -> str:
        """The code from the start of the line to the place where the parser stopped."""
        return self.text[self.line_start : self.start]

    @property
    def line_after(self) -> str:
        """The code from the place where the parser stopped to the end of its line."""
        return self.text[self.start : self.line_end]

    @property
    def word(self) -> str:
        """The text of the token that the parser refused."""
        return self.text[self.start : self.end]


def try_parse(text: str) -> Tree[Token] | Failure:
    """Parse one item, and return its tree or the parse failure; never raises."""
    try:
        tree: Tree[Token] = item_parser().parse(text)
    except LarkError as error:
        return make_failure(text, error)
    return tree


def make_failure(text: str, error: LarkError) -> Failure:
    """Convert an error of lark to a parse failure."""
    if isinstance(error, UnexpectedToken | MisalignedError | GluedError):
        token = error.token
        start, end = token.start_pos or 0, token.end_pos or 0
        if isinstance(error, GluedError):
            return Failure(text, GLUED, start, end, error)
        if isinstance(error, MisalignedError):
            return Failure(text, MISALIGNED, end, end, error)
        if token.type == "_INDENT":
            return Failure(text, token.type, end, end, error)
        if token.type == "_NL" or token.type in AFTER_LINE:
            return Failure(text, token.type, start, start, error)
        return Failure(text, token.type, start, end, error)
    if isinstance(error, UnexpectedInput) and error.pos_in_stream is not None:
        return Failure(text, CHARACTER, error.pos_in_stream, error.pos_in_stream + 1, error)
    return Failure(text, CHARACTER, 0, 1, error)


def can_read_with(failure: Failure, start: int, end: int, replacement: str) -> bool:
    """Whether the line on which the parser stopped can be parsed after a replacement.

    Args:
        failure: The failure.
        start: The offset of the first character replaced.
        end: The offset behind the last one.
        replacement: The new text; may be empty.
    """
    return failure_after_replacing(failure, start, end, replacement) is None


def is_line_superfluous(failure: Failure) -> bool:
    """Whether an item parses up to the start of the line where the parser stopped, so that removing it might help."""
    outcome = try_parse(failure.text[: failure.line_start])
    return isinstance(outcome, Tree) or outcome.kind in AFTER_LINE or outcome.start >= failure.line_start


def failure_after_replacing(failure: Failure, start: int, end: int, replacement: str) -> Failure | None:
    """Parse again with a replacement; return the failure that remains on its line, None if the line then parses.

    Args:
        failure: The failure.
        start: The offset of the first character replaced.
        end: The offset behind the last one.
        replacement: The new text; may be empty.
    """
    text = failure.text[:start] + replacement + failure.text[end:]
    line_end = text.find("\n", start + len(replacement))
    if not mask_texts_and_comments(text[: line_end + 1]).strip():  # a comment alone
        return None
    outcome = try_parse(text[: line_end + 1])
    is_read = isinstance(outcome, Tree) or outcome.kind in AFTER_LINE or outcome.start > line_end
    return None if is_read or isinstance(outcome, Tree) else outcome
