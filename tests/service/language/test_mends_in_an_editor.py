"""Mends while somebody writes: texts changed in small pieces, all that is certain at once, comments that allow."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.suppressions import SUPPRESSION_CODES
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source
from bombsight.service.language.code_actions import make_suppression_edit, mend_file
from bombsight.service.language.diagnostics_remap import remap_diagnostics
from bombsight.service.language.text_diff import diff_texts
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap


@pytest.fixture
def folder(tmp_path):
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))


def lines(least: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(["", "a", "ab", "b", "  c", "d😀"]), min_size=least).map("\n".join)


@given(before=lines(0), after=lines(0))
def test_changes_make_one_text_of_another_and_touch_nothing_twice(before, after):
    made, at = "", 0
    for change in diff_texts(before, after):
        assert at <= change.start <= change.end
        made += before[at : change.start] + change.text
        at = change.end
    assert made + before[at:] == after


def test_a_change_within_a_line_is_no_longer_than_it_must_be():
    (change,) = diff_texts("a\nroll 1d6\nb\n", "a\nroll 2d6\nb\n")
    assert (change.start, change.end, change.text) == (7, 8, "2")


def test_all_that_is_certain_in_a_file_is_mended_with_what_it_uncovers(folder):
    tables = folder / "20-tables.rules"
    space = Workspace.open(folder)
    text = space.source(tables).text
    slips = text.replace("  roll 2d6", "  rol 2d6").replace("gives Sky", "gives Skyy")
    space.change_text(tables, slips)
    assert mend_file(space, tables, space.check_file(tables)) == text
    assert space.source(tables).text == slips


def test_a_finding_is_allowed_above_its_line_and_an_error_is_not(folder):
    more = folder / "60-more.rules"
    more.write_text('procedure idle cite "rule 1"\n  take 1 from oil\n  set oil to oil\n', encoding="utf-8")
    space = Workspace.open(folder)
    source = space.source(more)
    found = [finding for finding in unwrap(space.lint_all()) if Path(finding.span.path) == more]
    assert len(found) > 1
    assert {finding.span.line for finding in found} == {1, 3}
    for finding in found:
        edit = unwrap(make_suppression_edit(source, finding))
        text = source.text[: edit.span.start] + edit.text.replace("-- ", "-- why") + source.text[edit.span.end :]
        space.change_text(more, text)
        assert finding.code not in {each.code for each in unwrap(space.lint_all())}
    space.change_text(more, "procedure idle\n  take 1 from oyl\n")
    assert all(make_suppression_edit(space.source(more), finding) is None for finding in space.check_file(more))


def test_what_is_wrong_with_a_comment_that_allows_is_not_offered_to_be_allowed(folder):
    more = folder / "60-more.rules"
    more.write_text("# allow: unread --\ndefine idle: yes/no = oil is 0\n", encoding="utf-8")
    space = Workspace.open(folder)
    found = {finding.code: finding for finding in unwrap(space.lint_all())}
    assert {"E070", "E071", "E072"} == SUPPRESSION_CODES
    for code in SUPPRESSION_CODES:
        assert make_suppression_edit(space.source(more), evolve(found["E070"], code=code)) is None


def word_at(source: Source, start: int) -> Diagnostic:
    return Diagnostic("N014", "", source.span(start, start + 1), severity=Severity.ADVICE)


def texts_of(source: Source, numbers: Iterable[int]) -> Counter[str]:
    """How often each text stands in lines that are not empty."""
    return Counter(text for text in map(source.line_text, numbers) if text)


@given(before=lines(1), typed=lines(0), data=st.data())
def test_what_was_found_in_lines_that_stay_is_found_where_they_stand_now(before, typed, data):
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    old, new = Source("a", before), Source("a", before[:start] + typed + before[end:])
    found = [word_at(old, at) for at, letter in enumerate(before) if letter != "\n"]
    for finding in found:
        for now in remap_diagnostics([finding], old, new):
            assert now.span == new.span(now.span.start, now.span.end)
            assert new.line_text(now.span.line) == old.line_text(finding.span.line)
            assert now.span.column == finding.span.column
    untouched = {
        *range(1, old.line_and_column(start)[0]),
        *range(old.line_and_column(end)[0] + 1, len(old.line_starts) + 1),
    }
    kept = {one.span.line for one in found if [*remap_diagnostics([one], old, new)]}
    # Of lines alike any may be the one that stays: what is deleted between them cannot be told.
    assert texts_of(old, untouched) <= texts_of(old, kept)
