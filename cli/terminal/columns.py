"""Columns of text without lines between them."""

from __future__ import annotations

from typing import Any

from rich.table import Table


class FoldingTable(Table):
    """A table whose columns break what is too long for them."""

    def add_column(self, *args: Any, **settings: Any) -> None:
        """Add a column."""
        super().add_column(*args, **{"overflow": "fold", **settings})


def make_borderless_table() -> Table:
    """A table without lines that takes the whole width, and loses no text however narrow that is."""
    return FoldingTable(box=None, pad_edge=False, show_header=False, expand=True, padding=(0, 2, 0, 0))
