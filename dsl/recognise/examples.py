"""Slips recognised by an example that fails in the same way: lark's ``match_examples``."""

from __future__ import annotations

from functools import cache

from lark import Token, Tree, UnexpectedInput, UnexpectedToken

from bombsight.dsl.failure import Failure, attempt
from bombsight.dsl.recognise.finding import Finding, marked
from bombsight.dsl.slips import SLIPS


@cache
def examples() -> dict[str, UnexpectedInput]:
    """Lark's error for every example of a slip."""
    found: dict[str, UnexpectedInput] = {}
    for slip in SLIPS:
        for text in (slip.wrong, *slip.like) if slip.matched else ():
            failed = attempt(text)
            if isinstance(failed, Failure) and isinstance(failed.error, UnexpectedInput):
                found[text] = flat(failed.error)
    return found


def flat(error: UnexpectedInput) -> UnexpectedInput:
    """The error by its place in the grammar only: lark compares whole stacks, but a slip is the same at any depth."""
    error.state = getattr(error.state, "position", error.state)
    return error


def by_example(failed: Failure) -> Finding | None:
    """The slip whose example fails in the same place of the grammar, for the same kind of word, or None."""
    if not isinstance(failed.error, UnexpectedInput):
        return None

    def reread(text: str) -> Tree[Token]:
        raise examples()[text].with_traceback(None)  # else it keeps one more for every mistake that is looked at

    cases = (((slip.code, text), [text]) for slip in SLIPS for text in (slip.wrong, *slip.like) if text in examples())
    error = flat(failed.error)
    label = error.match_examples(reread, cases, token_type_match_fallback=True)
    if label is None:
        return None
    code, text = label
    example = examples()[text]
    same = isinstance(example, UnexpectedToken) and example.token.type == failed.kind
    if not same and len(failed.accepts) != 1:  # where only one thing may follow, the slip is to leave it out
        return None
    return marked(code, failed)
