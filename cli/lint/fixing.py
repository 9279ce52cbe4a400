"""The display of applied or possible fixes."""

from __future__ import annotations

from bombsight.cli.lint.findings import print_findings
from bombsight.cli.lint.patches import show_patch
from bombsight.cli.terminal.output import print_verbatim
from bombsight.cli.terminal.screen import make_console, print_lines, styled_text
from bombsight.service.lint.fixes import MendResult
from bombsight.service.lint.rewritten_files import overwrite_files


def write_or_show_fixes(result: MendResult, findings_format: str, *, write_files: bool, stdin: str | None) -> None:
    """Write the fixed files, or print a patch; then print the applied fixes and the remaining findings.

    A patch or the fixed standard input goes to stdout, and the report to stderr.

    Args:
        result: The result of fixing.
        findings_format: The format of the findings left.
        write_files: Whether to write the files; else a patch is shown.
        stdin: The text of standard input, if that was fixed.

    Raises:
        InputError: A file cannot be written.
    """
    if not write_files:
        for file in result.files:
            show_patch(file)
        return
    if stdin is not None:
        print_verbatim(next((file.after for file in result.files), stdin))
    else:
        overwrite_files(result.files)
    out = make_console(stderr=True) if findings_format != "text" or stdin is not None else make_console()
    fixed_titles = ((finding.span, finding.fix.title) for finding in result.mended if finding.fix is not None)
    print_lines(out, (styled_text(f"mended {span}: {title}") for span, title in fixed_titles))
    if findings_format == "text" or stdin is None:
        print_findings(result.remaining, findings_format, len(result.mended), stderr=stdin is not None)
