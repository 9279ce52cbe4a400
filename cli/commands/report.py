"""``bombsight report``: a save, told as a page or as text for a forum."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, Limit, Tell


class Format(StrEnum):
    """What a report is written as."""

    html = "html"
    md = "md"


def report(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="What is told.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write it here; else it is printed.", show_default=False),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(help="A page, or Markdown for a forum; else as FILE ends, or a page.", show_default=False),
    ] = None,
    tell: Tell = None,
    force: Annotated[bool, typer.Option("--force", help="Write over whatever lies there.")] = False,
    limit: Limit = 1,
    path: Folders = None,
) -> None:
    """Tell a save as a page: its story with its dice, the boards, who was hurt, the record."""
    from bombsight.cli.parameters import detail_of, rules_of
    from bombsight.cli.terminal.screen import clean, reading
    from bombsight.service.common.files import write_output
    from bombsight.service.report.gathering import report_of
    from bombsight.service.report.markdown import is_markdown, markdown
    from bombsight.service.report.page import is_page, page

    as_text = format is Format.md or (format is None and out is not None and out.suffix.lower() in (".md", ".markdown"))
    detail = detail_of(tell, quiet=False) if tell is not None else None
    with reading():
        told = report_of(save, rules_of(path).folders, detail=detail, limit=limit)
        text = markdown(told) if as_text else page(told)
    if out is None:
        typer.echo(clean(text), nl=False)
    else:
        write_output(out, text, is_markdown if as_text else is_page, force=force)
