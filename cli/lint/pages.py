"""The display of finding pages."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from bombsight.cli.terminal.screen import make_console, styled_text
from bombsight.dsl.diagnostic import Code
from bombsight.service.lint.codes_catalog import AREA_NAMES, read_page


def show_page(code: Code) -> None:
    """Print the page of a finding's code: its sentence, name, severity, version and explanation."""
    out, page = make_console(), read_page(code.code)
    title = styled_text(code.code, "bold")
    title.append("  ")
    title.append_text(styled_text(page.title, "bold"))
    out.print(title)
    out.print(styled_text(f"{code.name}: {code.severity.value}, since {code.since}", "dim"))
    out.print()
    for part in page.explanation.split("\n\n"):
        example = all(line.startswith("    ") for line in part.split("\n"))
        out.print(
            styled_text(part if example else " ".join(part.split("\n")), "cyan" if example else ""), soft_wrap=example
        )
        out.print()


def show_codes(codes: Iterable[Code]) -> None:
    """Print the codes of findings with their names and sentences, area by area."""
    out = make_console()
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    area = ""
    for code in codes:
        if code.code[0] != area:
            if area:
                table.add_row("", "", "")
            area = code.code[0]
            table.add_row(styled_text(area, "bold"), styled_text(AREA_NAMES[area], "bold not dim"), "")
        table.add_row(styled_text(code.code, "bold"), styled_text(code.name), styled_text(read_page(code.code).title))
    out.print(table)
