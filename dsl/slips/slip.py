"""What a slip is, and the small items that show one."""

from __future__ import annotations

from bombsight.dsl.diagnostic import FIRST_RELEASE, Code
from bombsight.dsl.node_classes import frozen


@frozen
class Slip:
    """One kind of syntax error.

    Attributes:
        code: ``E`` and a number.
        name: What comments and calls may say for the code.
        title: The finding in one sentence.
        note: What is marked at the place, printed beside the carets.
        help: What to do.
        why: What the language asks for, for the page of the code.
        wrong: An item with this slip; empty where it is no matter of an item's text.
        right: The same item as it should be.
        like: Further items with the same slip in other places.
        matched: Whether the examples are what it is recognised by.
        since: The version of the program that was the first to have it; of a new one, that of the next release.
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
        """What ``bombsight explain`` prints."""
        parts = [self.why] if self.wrong else [f"{self.why} {self.help}"]
        for label, example in (("Instead of", self.wrong), ("write", self.right)):
            if example:
                shown = "\n".join("    " + line.replace("\t", "<tab>") for line in example.rstrip().split("\n"))
                parts.append(f"{label}\n\n{shown}")
        return Code(self.code, self.name, self.title, "\n\n".join(parts), since=self.since)


def make_item(header: str, *body: str) -> str:
    """An item of a header and lines below it, each indented by two spaces or more."""
    return "\n".join([header, *("  " + line for line in body)]) + "\n"


def make_table(*rows: str) -> str:
    """A small table with the given lines."""
    return make_item('table Sky "The sky"', "roll 1d6", *rows)


def make_procedure(*statements: str) -> str:
    """A small procedure with the given lines."""
    return make_item("procedure watch", *statements)
