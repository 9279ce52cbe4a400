"""Tables of text columns without borders."""

from __future__ import annotations

from typing import Any

from rich.table import Table


class FoldingTable(Table):
    """A Rich table whose columns fold text that is too long."""

    def add_column(self, *args: Any, **settings: Any) -> None:
        """Add a column that folds long text."""
        super().add_column(*args, **{"overflow": "fold", **settings})


def make_borderless_table() -> Table:
    """Make a full-width table without borders, which loses no text however narrow it is."""
    return FoldingTable(box=None, pad_edge=False, show_header=False, expand=True, padding=(0, 2, 0, 0))
