"""What mending did, or would do."""

from __future__ import annotations

from bombsight.cli.lint.findings import tell
from bombsight.cli.lint.patches import show_patch
from bombsight.cli.terminal.output import print_exactly
from bombsight.cli.terminal.screen import console, print_lines, words
from bombsight.service.lint.fixes import Mended
from bombsight.service.lint.rewriting import write


def show_mended(done: Mended, form: str, *, write_files: bool, stdin: str | None) -> None:
    """Write the files, or show what would change in them; then tell of what was mended and of what is left.

    Where it is asked for a text, that goes to the output, and what is told about it to stderr: a patch, or the whole
    of standard input mended.

    Args:
        done: What came of mending.
        form: Of the findings that are left.
        write_files: Whether to put the files in their places; else a patch is shown.
        stdin: What stands on standard input, if it was mended.

    Raises:
        InputError: A file cannot be written.
    """
    if not write_files:
        for file in done.files:
            show_patch(file)
        return
    if stdin is not None:
        print_exactly(next((file.after for file in done.files), stdin))
    else:
        write(done.files)
    out = console(stderr=True) if form != "text" or stdin is not None else console()
    mended = ((finding.span, finding.fix.title) for finding in done.mended if finding.fix is not None)
    print_lines(out, (words(f"mended {span}: {title}") for span, title in mended))
    if form == "text" or stdin is None:
        tell(done.found, form, len(done.mended), stderr=stdin is not None)
