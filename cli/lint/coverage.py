"""The display of coverage: a line for each file, then the places that no example reaches."""

from __future__ import annotations

from bombsight.cli.terminal.screen import make_console, styled_text
from bombsight.service.testing.coverage import Covered, Missed, kind_title

NAME_WIDTH = 48
"""The columns for file names."""


MISSED_TEXTS = {
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
"""The texts about a place that no example reaches, by its kind."""


def show_coverage(coverage: Covered) -> None:
    """Print the test coverage of each rules file and of each kind of place, then the places not reached."""
    out = make_console()
    if not coverage.files:
        out.print("There are no rules to reach.")
        return
    out.print(styled_text(format_row("file", "places", "missed", "reached"), "bold"))
    for file in coverage.files:
        out.print(styled_text(format_counts(file.file, file.places, file.reached)), soft_wrap=True)
    places, reached = sum(file.places for file in coverage.files), sum(file.reached for file in coverage.files)
    out.print(styled_text(format_counts("in all", places, reached), "bold"))
    out.print()
    for kind in coverage.kinds:
        out.print(styled_text(format_counts(f"  {kind_title(kind.kind, 2)}", kind.places, kind.reached)))
    for file in coverage.files:
        if file.missed:
            out.print()
            out.print(styled_text(file.file, "bold"), soft_wrap=True)
            for missed in file.missed:
                show_missed_place(missed)


def show_missed_place(missed: Missed) -> None:
    """Print a place that no example reaches, in a line of eighty columns if the screen has them."""
    out = make_console()
    item = missed.owner.replace(":", " ", 1)
    message = MISSED_TEXTS[missed.kind].format(missed.label or missed.text)
    out.print(styled_text(f"{missed.line:>5}  {item}: {message}"), no_wrap=True, overflow="ellipsis")


def format_counts(name: str, places: int, reached: int) -> str:
    """Format a line of coverage: name, number of places, number reached; a long path loses its beginning."""
    parts = name.split("/")
    while len("/".join(parts)) > NAME_WIDTH and len(parts) > 1:
        del parts[0]
    shortened = "/".join(parts)
    return format_row(shortened, str(places), str(places - reached), f"{100 * reached // places} %")


def format_row(name: str, *cells: str) -> str:
    """Format cells in the columns of the coverage table."""
    return f"{name:{NAME_WIDTH}}" + "".join(f"{cell:>9}" for cell in cells)
