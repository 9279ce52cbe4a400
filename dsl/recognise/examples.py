"""Recognition of slips by examples that fail in the same parser state (lark's ``match_examples``)."""

from __future__ import annotations

from functools import cache

from lark import Token, Tree, UnexpectedInput, UnexpectedToken

from bombsight.dsl.failure import Failure, try_parse
from bombsight.dsl.recognise.finding import Finding, finding_at_failure
from bombsight.dsl.slips import SLIPS


@cache
def example_errors() -> dict[str, UnexpectedInput]:
    """Map the text of each example of a common mistake (slip) to its parse error."""
    errors: dict[str, UnexpectedInput] = {}
    for slip in SLIPS:
        for text in slip.examples:
            failure = try_parse(text)
            if isinstance(failure, Failure) and isinstance(failure.error, UnexpectedInput):
                errors[text] = keep_position_only(failure.error)
    return errors


def keep_position_only(error: UnexpectedInput) -> UnexpectedInput:
    """Reduce a parse error to the top of its state stack, in place; lark would compare whole stacks."""
    error.state = getattr(error.state, "position", error.state)
    return error


def recognise_by_example(failure: Failure) -> Finding | None:
    """Return the finding of a mistake whose example fails in the same parser state on the same token, or None."""
    if not isinstance(failure.error, UnexpectedInput):
        return None

    def reparse(text: str) -> Tree[Token]:
        """Callback of lark's ``match_examples``: raise the stored parse error of an example, to be compared."""
        raise example_errors()[text].with_traceback(None)  # else the cache grows with every mistake

    cases = (((slip.code, text), [text]) for slip in SLIPS for text in slip.examples if text in example_errors())
    error = keep_position_only(failure.error)
    label = error.match_examples(reparse, cases, token_type_match_fallback=True)
    if label is None:
        return None
    code, text = label
    example = example_errors()[text]
    same = isinstance(example, UnexpectedToken) and example.token.type == failure.kind
    if not same and len(failure.accepts) != 1:  # if only one terminal may follow, the slip is its absence
        return None
    return finding_at_failure(code, failure)
