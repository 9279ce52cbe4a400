"""Thousands of slips that nobody has thought of: no mend of theirs brings an error, and none changes a value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.checks import CODES
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.edits import apply_edits
from bombsight.service.lint.masked_errors import count_content
from tests.service.slips.mending import LAMP, Linter
from tests.service.slips.mutations import mutated, words

CHECKED = {code.code for code in CODES}
"""What checks find waits until an item can be read."""

RENAMED = {"E022", "E023", "E024"}
"""Mends that write one word for another that is nearly the same, or means the same elsewhere; so do those of names."""

SUBJECTS = {"1", "100", *words("oil lamp tired sky b far due ship")}
"""What a second comparison repeats of the first, and numbers that a sign stands for."""

ARTICLES = {"the", "a", "an"}
SAID = {
    *words("increase decrease otherwise unless break pass print becomes than least greater less call run endif equals"),
    *words("exists default returns throw dice null type other then do"),
}
"""Words of other languages that say what a sign or a word says here."""

MAY_CHANGE: dict[str, Callable[[Counter[str], Counter[str]], bool]] = {
    "E009": lambda lost, gained: not gained,  # what stands behind the sign of a comment is none of the rule
    "E019": lambda lost, gained: not gained and set(lost) <= {"then", "do"},
    "E036": lambda lost, gained: (
        max(map(int, (*lost, *gained)), default=0) - min(map(int, (*lost, *gained)), default=0) < 2
    ),
    "E038": lambda lost, gained: not lost and set(gained) <= {"1"},
    "E039": lambda lost, gained: not lost and set(gained) <= {"1"},
    "E044": lambda lost, gained: [f"-{number}" for number in lost.elements()] == [*gained.elements()],  # or neither
    "E084": lambda lost, gained: joined(gained, lost) or (set(lost) <= ARTICLES | SAID and set(gained) <= SUBJECTS),
}
"""What a mend may change of the numbers and names of a text, by its code; others change none."""


@pytest.fixture(scope="module")
def linter() -> Linter:
    linter = Linter()
    assert linter.errors(LAMP) == []
    return linter


def test_no_mend_of_a_slip_brings_an_error_or_changes_a_value(linter):
    @given(st.integers(0, 2**40))
    def of_one(seed):
        look_at(linter, seed)

    of_one()


def test_a_word_too_many_is_no_part_of_a_name(linter):
    slip = LAMP.replace('answer rest "Sleep', 'answer is rest "Sleep')
    assert slip != LAMP
    assert [*linter.mended(slip)] == []


def test_an_error_that_was_there_may_stand_in_a_mended_line(linter):
    assert look_at(linter, 11506007)


def test_a_name_is_missed_where_a_slip_stands_in_its_declaration(linter):
    assert look_at(linter, 462399)


def test_a_comment_that_names_what_is_used_below_may_be_a_rule(linter):
    text = LAMP.replace("    let far = 1d6", "    -- far = 1d6")
    assert text != LAMP
    assert [*linter.mended(text)] == []
    aside = LAMP.replace("    let far = 1d6", "    -- so it is printed\n    let far = 1d6")
    assert [after for after, _ in linter.mended(aside)] == [aside.replace("--", "#")]


@pytest.mark.slow
def test_nor_of_some_thousand_slips(linter):
    mended = sum(look_at(linter, seed) for seed in range(2_000))
    assert mended > 200


def look_at(linter: Linter, seed: int) -> bool:
    """See that what is mended of a slip is mended rightly; whether anything is."""
    text = mutated(LAMP, Random(seed))
    changed = [(was, now) for was, now in zip(LAMP.split("\n"), text.split("\n"), strict=True) if was != now]
    planted = {now for _, now in changed}
    undeclared = words_of("\n".join(was for was, _ in changed)) - words_of("\n".join(planted))
    before, *_ = now, *_ = [text]
    for after, mended in linter.mended(text):
        for finding in mended:
            assert keeps_values(now, finding), (seed, finding)
        now = after
    known, left = errors(linter, before), errors(linter, now)
    more = Counter(code for code, _ in left.elements()) - Counter(code for code, _ in known.elements())
    for code, line in left - known:  # one that was there before may stand in a line that is mended otherwise
        is_named_elsewhere = code == "N001" and undeclared & words_of(line)  # the slip is in its declaration
        assert code in CHECKED or line in planted or code not in more or is_named_elsewhere, (seed, code, line)
    return now != before


def words_of(text: str) -> set[str]:
    """The words of a text."""
    return {*re.findall(r"\w+", text)}


def errors(linter: Linter, text: str) -> Counter[tuple[str, str]]:
    """The errors of a text, each with what its line says."""
    lines = text.split("\n")
    found = [each for each in linter.look(text).findings if each.severity is Severity.ERROR]
    return Counter((each.code, lines[each.span.line - 1]) for each in found)


def keeps_values(text: str, finding: Diagnostic) -> bool:
    """Whether a mend leaves the numbers and names of a text as they are, but for what it is there to change."""
    assert finding.fix is not None
    was, now = count_content(text), count_content(apply_edits(text, finding.fix.edits))
    lost, gained = was - now, now - was
    if finding.code in RENAMED or not finding.code.startswith("E"):
        return sum(lost.values()) <= len(finding.fix.edits) and sum(gained.values()) <= len(finding.fix.edits)
    return MAY_CHANGE.get(finding.code, lambda lost, gained: not (lost or gained))(lost, gained)


def number(words: Counter[str]) -> int:
    """The one number that there is, or 0."""
    return int("".join(words) or 0)


def joined(gained: Counter[str], lost: Counter[str]) -> bool:
    """Whether a name has come to be of several that stood beside each other."""
    return len(gained) == 1 and Counter("".join(gained).split("_")) == Counter("_".join(lost.elements()).split("_"))
