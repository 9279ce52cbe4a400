"""Coverage on the screen: a line for each file, then what no example reaches."""

from __future__ import annotations

from bombsight.cli.terminal.screen import console, words
from bombsight.service.testing.coverage import Covered, Missed, kind_named

NAME = 48
"""So wide is the column of files."""


TOLD = {
    "row": "row {}",
    "applies": "{} never applies",
    "does not apply": "{} always applies",
    "exception": "exception {} never holds",
    "note": "note {}",
    "holds": "never holds: {}",
    "does not hold": "always holds: {}",
    "option": "{} is never answered",
    "step": "step {}",
    "procedure": "never entered",
}
"""What is told of a place that nothing reaches, by its kind."""


def show_coverage(covered: Covered) -> None:
    """How much of each file is reached, of each kind of place, and what is not."""
    out = console()
    if not covered.files:
        out.print("There are no rules to reach.")
        return
    out.print(words(row("file", "places", "missed", "reached"), "bold"))
    for file in covered.files:
        out.print(words(counts(file.file, file.places, file.reached)), soft_wrap=True)
    places, reached = sum(file.places for file in covered.files), sum(file.reached for file in covered.files)
    out.print(words(counts("in all", places, reached), "bold"))
    out.print()
    for kind in covered.kinds:
        out.print(words(counts(f"  {kind_named(kind.kind, 2)}", kind.places, kind.reached)))
    for file in covered.files:
        if file.missed:
            out.print()
            out.print(words(file.file, "bold"), soft_wrap=True)
            for missed in file.missed:
                show_missed(missed)


def show_missed(missed: Missed) -> None:
    """A place that no example reaches, in no more than a line of eighty columns where the screen has them."""
    out = console()
    item = missed.owner.replace(":", " ", 1)
    told = TOLD[missed.kind].format(missed.label or missed.text)
    out.print(words(f"{missed.line:>5}  {item}: {told}"), no_wrap=True, overflow="ellipsis")


def counts(name: str, places: int, reached: int) -> str:
    """A line of the table; of a path that is too long only its end."""
    parts = name.split("/")
    while len("/".join(parts)) > NAME and len(parts) > 1:
        del parts[0]
    shown = "/".join(parts)
    return row(shown, str(places), str(places - reached), f"{100 * reached // places} %")


def row(name: str, *cells: str) -> str:
    """The cells of a line in their columns."""
    return f"{name:{NAME}}" + "".join(f"{cell:>9}" for cell in cells)
