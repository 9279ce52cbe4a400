"""The help on writing a house rule: each piece that it shows is valid rules."""

from __future__ import annotations

from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage
from tests.web.beside_node import needs_node, told_by


@needs_node
def test_each_piece_is_a_house_rule_with_no_more_than_advice(tmp_path):
    page = DeskPage(LIGHTHOUSE.parent)
    file = tmp_path / "help.rules"
    pieces = told_by("writingHelp")
    assert len(pieces) == 6
    for piece in pieces:
        page.write(file, piece["text"])
        page.check_all()
        found = page.findings[str(file)]
        assert [each for each in found if each["severity"] != "advice"] == [], piece["title"]
        assert page.call("tables_at", str(file), 0) or "procedure" in piece["text"], piece["title"]
