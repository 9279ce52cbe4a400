"""Fixes are tried: on texts in which every line that begins with `!` is an error, and proposes what it says."""

import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.diagnostic import Diagnostic, Edit, Fix
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path
from bombsight.service.lint.drafts import EMPTY_DRAFT, apply_to_draft
from bombsight.service.lint.fix_trials import MAX_LOOKS, LintSnapshot, try_fixes

FILE = "a.rules"
SLIP = re.compile(r"^!(?P<code>\w+)(?: (?P<proposed>[^|\n]*))?(?:\|(?P<others>.*))?$", re.MULTILINE)
"""An error with what it proposes to write in the place of its line: a fix, and behind `|` offers."""


def seen(text):
    """What is found in a text."""
    source = Source(FILE, text)
    found = []
    for slip in SLIP.finditer(text):
        span = source.span(*slip.span())
        fix, *others = (
            Fix(put, (Edit(span, put),)) for put in (slip["proposed"] or "", *(slip["others"] or "").split("|"))
        )
        offers = tuple(each for each in others if each.title)
        found.append(Diagnostic(slip["code"], slip[0], span, fix=fix if fix.title else None, offers=offers))
    return LintSnapshot(tuple(found), {canonical_path(FILE): source})


def tried(text, looked=None):
    """Of each error the fix that is certain, and the offers, by what they write."""
    looks = looked if looked is not None else []

    def look(texts):
        looks.append(texts)
        return seen(texts.get(canonical_path(FILE), text))

    before = seen(text)
    return [
        (found.fix and found.fix.title, [offer.title for offer in found.offers])
        for found in try_fixes(before.findings, before, look)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("!E032 good", [("good", [])]),
        ("!E032 !E032 good", [("!E032 good", [])]),  # what it brings is mended in its turn
        ("!E032 !P001", [(None, [])]),  # it brings an error
        ("!P001 !P001", [(None, [])]),  # it leaves its own
        ("!E032 !N001", [(None, ["!N001"])]),  # a name may be the next mistake
        ("!E032 good|better", [("good", [])]),
        ("!E032 !P001|better", [(None, ["better"])]),
        ("!E032 !N001|better", [("better", [])]),
        ("!E032 |good|better", [(None, ["good", "better"])]),
        ("!E032 |good|!N001", [("good", [])]),
        ("!E032 |good|!P001", [(None, ["good"])]),  # the other could be meant, too
        ("!E032 |!P001|!P002", [(None, [])]),
        ("!E032 ", [(None, [])]),
        ("!E032 good\n!E032 !P001\n!E032 good", [("good", []), (None, []), ("good", [])]),
        ("good\n\n!E032 !P001\n\n!E033 good", [(None, []), ("good", [])]),
    ],
)
def test_what_is_certain_and_what_is_offered(text, found):
    assert tried(text) == found


def test_what_can_only_be_read_beside_another_mend_is_tried_beside_it():
    """An item is not looked through while a line of it cannot be read: alone, each mend would seem to hold."""
    text = "!E001 fine\n!E002 fault"

    def look(texts):
        now = texts.get(canonical_path(FILE), text)
        return seen(now if "!" in now else now.replace("fault", "!P001"))

    before = seen(text)
    first, second = try_fixes(before.findings, before, look)
    assert (first.fix and first.fix.title, second.fix, second.offers) == ("fine", None, ())


def test_what_holds_is_tried_in_one_look():
    looks: list[object] = []
    assert {fix for fix, _ in tried("!E032 good\n" * 40, looks)} == {"good"}
    assert len(looks) == 1


def test_trials_come_to_an_end():
    looks: list[object] = []
    assert {fix for fix, _ in tried("!E032 !P001\n" * 200, looks)} == {None}
    assert len(looks) <= MAX_LOOKS


def test_an_offer_that_is_doubtful_is_never_certain():
    before = seen("!E032 |good")
    (found,) = before.findings
    doubtful = evolve(found, offers=tuple(evolve(offer, doubtful=True) for offer in found.offers))
    (after,) = try_fixes([doubtful], before, lambda texts: seen(texts[canonical_path(FILE)]))
    assert (after.fix, [offer.title for offer in after.offers]) == (None, ["good"])


LINES = st.lists(st.integers(0, 3), min_size=1, max_size=12)
"""How many lines stand in the place of each line of a text."""


@given(LINES)
def test_lines_of_a_draft_are_known_by_their_numbers(puts):
    names = [f"line {number}" for number in range(len(puts))]
    source = Source(FILE, "\n".join(names))
    fixes = []
    for number, put in enumerate(puts):
        if put:  # so many lines in its place, of which the first keeps its name
            start = sum(len(name) + 1 for name in names[:number])
            span = source.span(start, start + len(names[number]))
            fixes.append(Fix("", (Edit(span, "\n".join([names[number], *["more"] * (put - 1)])),)))
    draft = apply_to_draft(EMPTY_DRAFT, fixes, {canonical_path(FILE): source})
    now = draft.texts.get(canonical_path(FILE), source.text).split("\n")
    for number, name in enumerate(names):
        assert now[draft.current_line(canonical_path(FILE), number + 1) - 1] == name
    changed = {number for number, line in enumerate(now, start=1) if line == "more" or puts[names.index(line)]}
    assert draft.touched.get(canonical_path(FILE), frozenset()) == changed
