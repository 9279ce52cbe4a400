"""Pictures of odds: whatever a game calls its things, nothing is cut, nothing lies over another, all can be read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.origin import Origin
from bombsight.service.common.markup import render_markup
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import (
    Chances,
    OutcomeOdds,
    PartOdds,
    RowOdds,
    SituationOdds,
    SubjectValues,
    TableOdds,
)
from bombsight.service.table_odds.drawing import STYLE, draw_odds, write_drawing
from tests.cli.browsing import BROWSER, MISSING, Browser
from tests.narrowing import unwrap

SVG = "{http://www.w3.org/2000/svg}"

EXACT = Chance(share=0.25, ratio="250001/1000000", low=0.25, high=0.25)
ESTIMATED = Chance(share=0.5, ratio="", low=0.4, high=0.6)
LONG = "MAMMOTH WAVES %%% " * 3 + "illicit filling fjord; " * 5 + "W" * 70 + "\N{CJK UNIFIED IDEOGRAPH-71C8}" * 50


def situation(text: str, chance: Chance, *, compared: bool, rows: bool) -> SituationOdds:
    outcomes = (OutcomeOdds(name=text, title=text, chance=chance), OutcomeOdds(name="b", title="", chance=EXACT))
    row = RowOdds(key="2..3", title=text, text="", standing="", chance=chance)
    chances = Chances(
        results=() if rows else outcomes,
        parts=() if rows else (PartOdds(part=text, outcomes=outcomes), PartOdds(part="b", outcomes=outcomes)),
        rows=(row,),
        rolls=(),
        modifiers=(),
        standings=(),
        faults=(),
        choices=("choice:" + text,),
        left=0.1,
        thrown=10_000,
    )
    where = SubjectValues(text=text, values=(text,), titles=(text,))
    return SituationOdds(where=(where,), chances=chances, against=chances if compared else None)


def odds(text: str, chance: Chance = ESTIMATED, *, compared: bool = False, rows: bool = False) -> TableOdds:
    one = situation(text, chance, compared=compared, rows=rows)
    return TableOdds(
        game="lighthouse",
        rules="0",
        table="K-1",
        title=text,
        dice="2d6",
        origin=Origin(cite=text, standing="reconstructed"),
        given=(text,),
        assumed=one.where,
        wide=(),
        rules_told=(text, "as it is") if compared else (),
        situations=(one, situation("other", EXACT, compared=compared, rows=rows)),
    )


CHANCES = st.floats(0, 1).map(lambda share: Chance(share=share, ratio="1/3", low=share * 0.9, high=min(1, share * 1.1)))


def length(mark: ElementTree.Element, attribute: str) -> float:
    """A length or a place in pixels, which must be there."""
    return float(mark.attrib[attribute])


@given(st.text(max_size=90), CHANCES, st.booleans(), st.booleans())
def test_every_picture_is_well_formed_and_keeps_its_marks_within(text, chance, compared, rows):
    picture = ElementTree.fromstring(render_markup(draw_odds(odds(text, chance, compared=compared, rows=rows))))
    width, height = length(picture, "width"), length(picture, "height")
    for mark in picture.iter(f"{SVG}rect"):
        assert 0 <= float(mark.get("x", 0)) <= float(mark.get("x", 0)) + length(mark, "width") <= width
        assert 0 <= float(mark.get("y", 0)) + length(mark, "height") <= height
    for mark in picture.iter(f"{SVG}line"):
        assert all(0 <= length(mark, end) <= width for end in ("x1", "x2"))
    assert all(0 < length(mark, "y") < height for mark in picture.iter(f"{SVG}text"))


def test_a_picture_says_what_its_bars_say():
    picture = ElementTree.fromstring(render_markup(draw_odds(odds("thunder", EXACT, compared=True))))
    ids = unwrap(picture.get("aria-labelledby")).split()
    title, told = (unwrap(next(each for each in picture.iter() if each.get("id") == name).text) for name in ids)

    assert picture.get("role") == "img"
    assert title == "Odds of K-1  thunder"
    assert "thunder, b: thunder 25.0 %, was 25.0 %; b 25.0 %, was 25.0 %." in told
    assert "90.0 % of all there can be was gone through" in told


def luminance(colour: str) -> float:
    """How bright a colour is by the guidelines for accessible content, 0 to 1."""
    digits = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1, 2], ids=["light", "dark", "print"])
def test_texts_and_bars_stand_out(scheme):
    colours = dict(re.findall(r"--(\w+):#(\w+)", f"--paper{STYLE.split('--paper')[scheme + 1]}"))

    assert all(contrast(colours[text], colours["paper"]) >= 4.5 for text in ("ink", "dim"))
    assert all(contrast(colours[bar], colours[ground]) >= 3 for bar in ("bar", "was") for ground in ("paper", "room"))


# --- in a browser


BOXES = """
[...document.querySelectorAll("text")].map(each => {
  const box = each.getBBox()
  return [box.x, box.y + 3, box.x + box.width, box.y + box.height - 3]
})
"""
"""Where texts lie; what is above and below letters may lie over another's."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


@pytest.mark.skipif(BROWSER is None, reason=MISSING)
@pytest.mark.parametrize(("compared", "rows"), [(False, True), (True, False)])
def test_no_text_is_cut_or_lies_over_another(browser, tmp_path, compared, rows):
    write_drawing(tmp_path / "odds.svg", odds(LONG, compared=compared, rows=rows))
    assert browser.open(tmp_path / "odds.svg", 800, scheme="dark") == []
    boxes = sorted(browser.asked(BOXES), key=lambda box: box[1])

    assert all(left >= 0 and right <= 360 for left, _, right, _ in boxes)
    for at, (left, _, right, bottom) in enumerate(boxes):
        assert not [each for each in boxes[at + 1 :] if each[1] < bottom and each[0] < right and left < each[2]]
