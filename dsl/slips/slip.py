"""The class of slips, and functions that write small items as examples of them."""

from __future__ import annotations

from bombsight.dsl.diagnostic import FIRST_RELEASE
from bombsight.dsl.node_classes import frozen


@frozen
class Slip:
    """A kind of syntax error.

    Attributes:
        code: ``E`` and a number.
        name: The name for use in place of the code in comments and calls.
        title: The finding in one sentence, which is also the heading of its page.
        note: The remark printed beside the carets.
        help: The advice.
        examples: Items with this slip, by which it is recognised; empty if code recognises it.
        since: The first version of the program that has it; for a new one, that of the next release.
    """

    code: str
    name: str
    title: str
    note: str
    help: str
    examples: tuple[str, ...] = ()
    since: str = FIRST_RELEASE


def make_item(header: str, *body: str) -> str:
    """Make the text of an item, from its first line and lines to indent below."""
    return "\n".join([header, *("  " + line for line in body)]) + "\n"


def make_table(*rows: str) -> str:
    """Make the text of a small table with the given rows."""
    return make_item('table Sky "The sky"', "roll 1d6", *rows)


def make_procedure(*statements: str) -> str:
    """Make the text of a small procedure with the given statements."""
    return make_item("procedure watch", *statements)
