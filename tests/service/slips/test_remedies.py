"""Whoever writes a slip is told what to write: nine in ten of the table beside this file; no mend brings an error."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.edits import apply_edits
from bombsight.service.lint.document import message_with_help
from tests.mends_shown import changed_lines
from tests.service.slips.mending import HERE, LAMP, Linter, planted

NAMED = 0.9
"""The share of slips whose remedy is named."""

STRIDE = 12
"""Of the slips a quick run tries one in so many."""


@pytest.fixture(scope="module")
def linter() -> Linter:
    linter = Linter()
    assert linter.errors(LAMP) == []
    return linter


def remedies() -> Iterator[tuple[str, str, str]]:
    """The slips of the table: the place, the text and what must be named."""
    text = (HERE / "remedies.txt").read_text(encoding="utf-8")
    for found in re.finditer(r"^@(\w+)\n(.*?)\n~ ([^\n]*)\n", text, re.MULTILINE | re.DOTALL):
        yield found[1], found[2], found[3]


def describe_remedy(text: str, finding: Diagnostic) -> str:
    """What a finding says, and the lines that it mends or offers."""
    fixes = [fix for fix in (finding.fix, *finding.offers) if fix]
    return "\n".join(
        [
            message_with_help(finding),
            *(line for fix in fixes for line in changed_lines(text, apply_edits(text, fix.edits))),
        ]
    )


def share_named(linter: Linter, slips: list[tuple[str, str, str]]) -> float:
    """The share of slips, as far as they are any, of which the first error names the remedy."""
    named = wrong = 0
    for place, slip, remedy in slips:
        text = planted(place, slip)
        found = linter.errors(text)
        if found:
            wrong += 1
            *_, after = [text, *(now for now, _ in linter.mended(text))]
            named += bool(re.search(remedy, describe_remedy(text, found[0]) + "\n".join(changed_lines(text, after))))
            assert errors(linter, after) <= errors(linter, text), slip
    return named / wrong


def errors(linter: Linter, text: str) -> int:
    """The number of errors of a text."""
    return sum(finding.severity is Severity.ERROR for finding in linter.look(text).findings)


@pytest.mark.slow
def test_some_of_the_remedies_are_named(linter: Linter) -> None:
    assert share_named(linter, [*remedies()][::STRIDE]) >= NAMED


@pytest.mark.slow
def test_the_remedies_are_named(linter: Linter) -> None:
    slips = [*remedies()]
    assert len(slips) > 700
    assert share_named(linter, slips) >= NAMED
