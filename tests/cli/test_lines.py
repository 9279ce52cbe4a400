"""Lines of spans at a terminal: a style for each role, hanging continuations, rules, signs that ASCII has."""

from __future__ import annotations

from typing import get_args

import pytest

from bombsight.cli.terminal import lines as terminal
from bombsight.cli.terminal.lines import ROLE_STYLES, draw_lines
from bombsight.service.present.lines import BLANK, Line, Role, Span, line


@pytest.fixture
def ascii_only(monkeypatch):
    monkeypatch.setattr(terminal, "can_show_unicode", lambda: False)
    monkeypatch.setattr("bombsight.cli.terminal.screen.can_show_unicode", lambda: False)


def rows(*lines: Line, width: int = 20) -> list[str]:
    return [text.plain.rstrip() for text in draw_lines(lines, width)]


def test_every_role_has_a_style():
    assert {*ROLE_STYLES} == {*get_args(Role)}


def test_a_line_hangs_and_a_paragraph_is_flush():
    text = "one two three four five six"
    assert rows(line(text, indent=1)) == ["  one two three four", "    five six"]
    assert rows(Line((Span(text),), kind="paragraph")) == ["one two three four", "five six"]


def test_a_rule_goes_across_the_page(monkeypatch):
    monkeypatch.setattr("bombsight.cli.terminal.screen.can_show_unicode", lambda: True)
    assert rows(BLANK, Line((Span("Night", "heading"),), kind="rule")) == ["", "── Night ───────────"]


def test_signs_are_plain_where_only_ascii_can_be_shown(ascii_only):
    assert rows(line("4 → safe · amended by x"), width=40) == ["4 -> safe - amended by x"]
    assert rows(Line((Span("Night", "heading"),), kind="rule")) == ["-- Night -----------"]


def test_a_control_character_never_reaches_the_terminal(ascii_only):
    assert rows(line("a\x1b[2Jb")) == ["a?[2Jb"]
