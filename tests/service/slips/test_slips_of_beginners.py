"""What people write who know other languages, spreadsheets, cards and English: what is said, and what is mended.

A paragraph of a file `*.slips` is a slip, which stands in the game beside them where its file says. Below it stands
what is told (`!`), the lines that `--fix` writes (`=`) and what is offered (`?`).
"""

import os
from collections import Counter

import pytest

from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.edits import apply_edits
from bombsight.service.lint.document import message_with_help
from tests.marking import slow_but
from tests.mends_shown import changed_lines
from tests.service.slips.mending import HERE, LAMP, PLACES, Linter, planted

UPDATE = "BOMBSIGHT_UPDATE"
"""Set this variable to write what is found instead of comparing it."""

TOLD = ("! ", "= ", "? ")


@pytest.fixture(scope="module")
def linter():
    linter = Linter()
    assert linter.errors(LAMP) == []
    return linter


def slips(kind):
    """The slips of a file, without what is told of them."""
    text = (HERE / f"{kind}.slips").read_text(encoding="utf-8")
    for paragraph in text.strip().split("\n\n"):
        yield "\n".join(line for line in paragraph.split("\n") if not line.startswith(TOLD))


def lines(before, after):
    """The lines that one text has instead of those of another, without their numbers and their depth."""
    return [line[8:].strip() or "(nothing)" if line[6] == "+" else "(nothing)" for line in changed_lines(before, after)]


def told(linter, kind, slip):
    """A slip with what is told of it."""
    text = planted(kind, slip)
    found = linter.errors(text)
    yield slip
    for finding in found:
        yield f"! {finding.code} {message_with_help(finding)}"
        for offer in finding.offers:
            yield f"? {' / '.join(lines(text, apply_edits(text, offer.edits)))}"
    mended = [text, *(now for now, _ in linter.mended(text))][-1]
    if mended != text:
        yield from (f"= {line}" for line in lines(text, mended))


@pytest.mark.parametrize("kind", slow_but(PLACES, "choices", "dice", "exceptions", "fields", "heads", "items", "lines"))
def test_what_is_told_and_mended(linter, kind):
    file = HERE / f"{kind}.slips"
    found = "\n\n".join("\n".join(told(linter, kind, slip)) for slip in slips(kind)) + "\n"
    if os.environ.get(UPDATE):
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLACES)
def test_what_is_mended_brings_no_error(linter, kind):
    for slip in slips(kind):
        text = planted(kind, slip)
        *_, now = [text, *(now for now, _ in linter.mended(text))]
        before, after = codes(linter, text), codes(linter, now)
        assert not after - before, (slip, after)


def codes(linter, text):
    """The errors of a text, without their places."""
    return Counter(found.code for found in linter.look(text).findings if found.severity is Severity.ERROR)


def test_a_number_given_twice_elsewhere_in_an_overlay_keeps_no_line_of_it_from_being_mended(linter):
    errata = (
        'errata sheet "Sheet" for lamp\n  1 "One"\n    in table K-1\n      {}\n  1 "Two"\n    in table K-1\n      {}\n'
    )
    text = planted("items", errata.format("add +1 late when oil = 3", "was ..6: clear\n      now ..6: rain"))
    assert [each.code for each in linter.errors(text) if each.fix] == ["E031"]


@pytest.mark.parametrize(("target", "mended"), [("K-1", True), ("K-1 row 7..8", False)])
def test_a_row_alone_in_an_overlay_is_told_how_one_is_added(linter, target, mended):
    house = f'house h "H" for lamp by "A"\n  1 "A"\n    in table {target}\n      was 7..8: rain\n      now 7: rain\n'
    text = planted("items", f"{house}      8: fog")
    (found,) = linter.errors(text)
    assert message_with_help(found) == (
        "A row alone cannot stand here. A row is added with `add 8: fog`, under `in table` and the table's name, "
        "without `row`."
    )
    assert (found.fix is not None) is mended
    if mended:
        *_, (now, _) = linter.mended(text)
        assert lines(text, now) == ["add 8: fog"]
