"""The command ``report``: renders a save as a page, or as text for a forum."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from click import echo

from bombsight.boundary.errors import InputError
from bombsight.cli.parameters import DetailOption, Folders, Limit
from bombsight.cli.signatures import Argument, Option


class ReportFormat(StrEnum):
    """The output formats of a report."""

    html = "html"
    md = "md"


def report(
    save: Annotated[Path, Argument(metavar="SAVE", help="What is told.", kind="save")],
    out: Annotated[
        Path | None,
        Option("--out -o", metavar="FILE", help="Write it here; else it is printed."),
    ] = None,
    format: Annotated[
        ReportFormat | None,
        Option(help="A page, or Markdown for a forum; else as FILE ends, or a page."),
    ] = None,
    brief: Annotated[bool, Option("--brief", help="In brief: Markdown of at most 60 lines, for a forum.")] = False,
    tell: DetailOption = None,
    force: Annotated[bool, Option("--force", help="Write over whatever lies there.")] = False,
    limit: Limit = 1,
    path: Folders = None,
) -> None:
    """Tell a save as a page: its story with its dice, the boards, who was hurt, the record."""
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner, sanitize
    from bombsight.service.common.files import write_output
    from bombsight.service.report.brief import render_brief
    from bombsight.service.report.markdown import is_own_markdown, render_markdown
    from bombsight.service.report.page import is_own_page, render_page
    from bombsight.service.report.report_data import build_report
    from bombsight.service.saves.bookmarks import refuse_untold_story

    if brief and format is ReportFormat.html:
        raise InputError("a brief report is Markdown", "--format html", "Leave out --format, or --brief.")
    as_text = (
        brief
        or format is ReportFormat.md
        or (format is None and out is not None and out.suffix.lower() in (".md", ".markdown"))
    )
    detail = detail_of(tell, quiet=False) if tell is not None else None
    refuse_untold_story(save)
    with reading_spinner():
        save_report = build_report(save, rules_from_options(path).folders, detail=detail, limit=limit)
        if brief:
            text = render_brief(save_report)
        else:
            text = render_markdown(save_report) if as_text else render_page(save_report)
    if out is None:
        echo(sanitize(text), nl=False)
    else:
        write_output(out, text, is_own_markdown if as_text else is_own_page, force=force)
