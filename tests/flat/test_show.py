"""The flat form on a page: every kind of node can be shown, and a small program reads as it should."""

from __future__ import annotations

import os

from bombsight.flat.show import show
from tests.flat.lowered import FILES, programs

GOLDEN = FILES[0].with_name("shape.flat.txt")


def test_golden() -> None:
    """Rewritten with BOMBSIGHT_UPDATE=1; the difference is the review."""
    shown = show(programs()[0])
    if os.environ.get("BOMBSIGHT_UPDATE"):
        GOLDEN.write_text(shown, encoding="utf-8")

    assert shown == GOLDEN.read_text(encoding="utf-8")


def test_all_programs_can_be_shown() -> None:
    for program in programs():
        shown = show(program)
        assert all(f"function {function.name}(" in shown for function in program.functions)


def test_one_item_alone() -> None:
    shown = show(programs()[0], "table:Weather")

    assert "function roll:Weather(" in shown
    assert "do:mission" not in shown
