"""The display of complaints: what one holds, before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, pluralize, sanitize, styled_text
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.common.files import write_output
from bombsight.service.common.project import ISSUES_KEY, project_urls
from bombsight.service.report.complaint import Complaint, is_complaint, render_complaint
from bombsight.service.report.scrubbing import scrub_text
from bombsight.service.report.unpacking import Unpacked

MAX_WIDTH = 100
"""The maximum width in columns."""

UNWRITTEN_HINT = "Nothing was written. With -o FILE it is written there; --json prints it whole."


def show_written(complaint: Complaint) -> None:
    """Print what a complaint holds, and that it was not written."""
    show_complaint(complaint)
    make_console().print(styled_text(UNWRITTEN_HINT, "dim"), soft_wrap=True)


def write_shown(complaint: Complaint, path: Path, *, force: bool, yes: bool) -> None:
    """Print what a complaint holds, ask whether to write it, and write it.

    Args:
        complaint: The complaint.
        path: The file.
        force: Replace any existing file.
        yes: Write without asking. Without a terminal nobody is asked either.

    Raises:
        InputError: Another file lies there, or it cannot be written.
    """
    out = make_console()
    show_complaint(complaint)
    if not yes and is_interactive() and not is_agreed(f"Write it into {path}? [y/N] "):
        out.print("Nothing was written.")
        return
    write_output(path, render_complaint(complaint), is_complaint, force=force)
    out.print(sanitize(f"Written into {path}. Look at it, then send it with your report."), soft_wrap=True)
    address = project_urls().get(ISSUES_KEY)
    if address is not None:
        out.print(styled_text(f"Reports are read at {address}", "dim"), soft_wrap=True)


def is_agreed(question: str) -> bool:
    """Ask a person at the terminal, and return whether the answer is yes; the end of the input is no."""
    try:
        return input(sanitize(question)).strip().lower() in ("y", "yes")
    except EOFError:
        return False


def show_complaint(complaint: Complaint) -> None:
    """Print what a complaint holds, part by part, and what in it is private."""
    out = make_console()
    width = min(out.width, MAX_WIDTH)
    for line in draw_complaint(complaint, width):
        out.print(line, soft_wrap=True)


def draw_complaint(complaint: Complaint, width: int) -> Iterator[Text]:
    """Render what a complaint holds."""
    for title, text in describe_parts(complaint):
        yield from wrap_text(styled_text(f"{title}  ", "bold").append(sanitize(scrub_text(text)), "not bold"), 0, width)
    if complaint.problems:
        yield styled_text("\nWhat could not be had", "bold yellow")
    for problem in complaint.problems:
        for line in problem.splitlines():
            yield from wrap_text(Text(sanitize(scrub_text(line))), 2, width)
    yield styled_text("\nPrivate in it", "bold yellow")
    for part in complaint.private:
        yield from wrap_text(Text(sanitize(part)), 2, width)
    yield Text("")


def describe_parts(complaint: Complaint) -> Iterator[tuple[str, str]]:
    """The parts of a complaint, each with what it holds in a line."""
    versions = complaint.versions
    packages = ", ".join(f"{name} {version}" for name, version in versions.packages.items())
    yield "Fault", complaint.sentence
    yield (
        "Program",
        f"Bombsight {versions.bombsight or '(not installed)'}, {versions.python}, {versions.system}; {packages}",
    )
    if (rules := complaint.rules) is not None:
        yield "Game", f"{rules.title or rules.game}, rules {rules.hash or 'with errors'}"
        lists = {
            "Options": [f"{name}={value}" for name, value in rules.options.items()],
            "Overlays": rules.overlays,
            "House rules": [each.name for each in rules.house],
        }
        yield from ((title, ", ".join(words)) for title, words in lists.items() if words)
    if (figure := complaint.figure) is not None:
        place = "".join(f", {noun} {word}" for noun, word in (("row", figure.row), ("column", figure.column)) if word)
        yield "Table", f"{figure.table}{place}" + (" with its card" if figure.card is not None else "")
    if (save := complaint.save) is not None:
        size = pluralize(len(save.content), "byte")
        yield "Save", f"{save.name}, {size}{'; it is damaged' if save.problem else ''}"


def show_unpacked(complaint: Complaint, unpacked: Unpacked) -> None:
    """Print what a complaint holds, and how to run its save again."""
    show_complaint(complaint)
    house = "".join(f" --house {quote_argument(str(path))}" for path in unpacked.house)
    if unpacked.save is not None:
        make_console().print(sanitize(f"bombsight replay {quote_argument(str(unpacked.save))}{house}"), soft_wrap=True)
    elif complaint.rules is not None and house:
        make_console().print(sanitize(f"bombsight rules {complaint.rules.game}{house}"), soft_wrap=True)
