"""What of the state fits into a line: what the rules show there, or else of the sheet."""

from __future__ import annotations

from bombsight.runtime.boards import MarkShown
from bombsight.service.present.glance import Fact, headline_facts, list_facts
from bombsight.service.present.sheet import SheetGroup, SheetLine, SheetValue


def line(title: str, name: str, *, news: bool = True) -> SheetLine:
    return SheetLine(title.lower(), title, False, False, (SheetValue("", name, name, news),))


def test_what_is_so_is_told_by_its_title_alone_and_what_is_as_ever_not():
    sheet = [SheetGroup("night", "Night", (line("Homeward", "yes"), line("Oil", "6"), line("Sky", "fog", news=False)))]

    assert [(fact.title, fact.value) for fact in list_facts(sheet)] == [("Homeward", ""), ("Oil", "6")]


def test_the_marks_of_the_rules_stand_for_themselves():
    marks = [MarkShown(text="Oil 2", tone="bad", column=0), MarkShown(text="Home", tone="good", column=0)]
    assert headline_facts(marks) == [
        Fact(title="Oil 2", value="", is_bad=True),
        Fact(title="Home", value="", is_bad=False, is_good=True),
    ]
