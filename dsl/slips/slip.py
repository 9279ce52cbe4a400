"""The class of slips, and small items for their examples."""

from __future__ import annotations

from bombsight.dsl.diagnostic import FIRST_RELEASE, Code
from bombsight.dsl.node_classes import frozen


@frozen
class Slip:
    """A kind of syntax error.

    Attributes:
        code: ``E`` and a number.
        name: The name for use in place of the code in comments and calls.
        title: The finding in one sentence.
        note: The remark printed beside the carets.
        help: The advice.
        why: The rule of the language, for the page of the code.
        wrong: An item with this slip; empty if it does not depend on an item's text.
        right: The same item, corrected.
        like: Further items with the same slip in other places.
        matched: Whether the slip is recognised by its examples.
        since: The first version of the program that has it; for a new one, that of the next release.
    """

    code: str
    name: str
    title: str
    note: str
    help: str
    why: str
    wrong: str = ""
    right: str = ""
    like: tuple[str, ...] = ()
    matched: bool = False
    since: str = FIRST_RELEASE

    @property
    def page(self) -> Code:
        """The entry of the error catalogue that ``bombsight explain`` prints for this syntax error."""
        parts = [self.why] if self.wrong else [f"{self.why} {self.help}"]
        for label, example in (("Instead of", self.wrong), ("write", self.right)):
            if example:
                shown = "\n".join("    " + line.replace("\t", "<tab>") for line in example.rstrip().split("\n"))
                parts.append(f"{label}\n\n{shown}")
        return Code(self.code, self.name, self.title, "\n\n".join(parts), since=self.since)


def make_item(header: str, *body: str) -> str:
    """Make the text of an item, from its first line and lines to indent below."""
    return "\n".join([header, *("  " + line for line in body)]) + "\n"


def make_table(*rows: str) -> str:
    """Make the text of a small table with the given rows."""
    return make_item('table Sky "The sky"', "roll 1d6", *rows)


def make_procedure(*statements: str) -> str:
    """Make the text of a small procedure with the given statements."""
    return make_item("procedure watch", *statements)
