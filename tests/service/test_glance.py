"""What of the sheet fits into a line."""

from __future__ import annotations

from bombsight.service.present.glance import list_facts
from bombsight.service.present.sheet import SheetGroup, SheetLine, SheetValue


def line(title: str, name: str, *, news: bool = True) -> SheetLine:
    return SheetLine(title.lower(), title, False, False, (SheetValue("", name, name, news),))


def test_what_is_so_is_told_by_its_title_alone_and_what_is_as_ever_not():
    sheet = [SheetGroup("night", "Night", (line("Homeward", "yes"), line("Oil", "6"), line("Sky", "fog", news=False)))]

    assert [(fact.title, fact.value) for fact in list_facts(sheet)] == [("Homeward", ""), ("Oil", "6")]
