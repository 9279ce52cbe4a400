"""Slips recognised by an example that fails in the same way: lark's ``match_examples``."""

from __future__ import annotations

from functools import cache

from lark import Token, Tree, UnexpectedInput, UnexpectedToken

from bombsight.dsl.failure import Failure, try_parse
from bombsight.dsl.recognise.finding import Finding, finding_at_failure
from bombsight.dsl.slips import SLIPS


@cache
def example_errors() -> dict[str, UnexpectedInput]:
    """Lark's error for every example of a slip."""
    errors: dict[str, UnexpectedInput] = {}
    for slip in SLIPS:
        for text in (slip.wrong, *slip.like) if slip.matched else ():
            failed = try_parse(text)
            if isinstance(failed, Failure) and isinstance(failed.error, UnexpectedInput):
                errors[text] = keep_position_only(failed.error)
    return errors


def keep_position_only(error: UnexpectedInput) -> UnexpectedInput:
    """The error by its place in the grammar only: lark compares whole stacks, but a slip is the same at any depth."""
    error.state = getattr(error.state, "position", error.state)
    return error


def recognise_by_example(failed: Failure) -> Finding | None:
    """The slip whose example fails in the same place of the grammar, for the same kind of word, or None."""
    if not isinstance(failed.error, UnexpectedInput):
        return None

    def reparse(text: str) -> Tree[Token]:
        raise example_errors()[text].with_traceback(None)  # else it keeps one more for every mistake that is looked at

    cases = (
        ((slip.code, text), [text]) for slip in SLIPS for text in (slip.wrong, *slip.like) if text in example_errors()
    )
    error = keep_position_only(failed.error)
    label = error.match_examples(reparse, cases, token_type_match_fallback=True)
    if label is None:
        return None
    code, text = label
    example = example_errors()[text]
    same = isinstance(example, UnexpectedToken) and example.token.type == failed.kind
    if not same and len(failed.accepts) != 1:  # where only one thing may follow, the slip is to leave it out
        return None
    return finding_at_failure(code, failed)
