"""Whatever somebody types: nothing raises, and formatting says the same again."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bombsight.dsl.formatter import format_source
from bombsight.dsl.parser import parse
from bombsight.dsl.render import render_all
from bombsight.dsl.syntax import CODES
from bombsight.dsl.words import spellings
from tests.dsl.reading import SAMPLES, sample, source

KNOWN = {code.code for code in CODES}
SIGNS = sorted({word for spelling in spellings().values() for word in spelling})
FRAGMENTS = st.sampled_from(
    [*SIGNS, "a", "Sky", "O-6", "12", "+1", "2d6", '"t"', '"', "#", "# c", "\t", "\r\n", "\u00a0", "==", "'", "\0"]
)
GAPS = st.sampled_from([" ", " ", " ", "", "\n", "\n  ", "\n  ", "\n    ", "\n      ", "\n\n"])
LOOSE = st.lists(st.tuples(FRAGMENTS, GAPS), max_size=40).map(lambda parts: "".join(a + b for a, b in parts))

TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|\.\.|[<>]=|\w+|\n *|[^\s\w]| +')
TEXTS = [sample(path).text for path in SAMPLES]
ITEMS = [piece for text in TEXTS for piece in re.split(r"\n(?=[a-z])", text) if piece.strip()]


@st.composite
def slipped(draw):
    """Some items of the samples with a few tokens taken away, doubled, exchanged or put in."""
    tokens = TOKEN.findall("\n".join(draw(st.lists(st.sampled_from(ITEMS), min_size=1, max_size=3))))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(tokens) - 1))
        other = draw(st.integers(0, len(tokens) - 1))
        change = draw(st.sampled_from(["delete", "double", "exchange", "insert"]))
        if change == "delete" and len(tokens) > 1:
            del tokens[at]
        elif change == "double":
            tokens.insert(at, tokens[at])
        elif change == "exchange":
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens.insert(at, draw(FRAGMENTS))
    return "".join(tokens)


def check(text):
    """Reading and formatting hold for any text."""
    before = parse(source(text))
    for found in before.diagnostics:
        assert found.code in KNOWN
        assert found.message
        assert 0 <= found.span.start <= found.span.end
        assert found.span.start <= len(text)
    assert render_all(before.diagnostics, {before.file.path: source(text)}) or not before.diagnostics
    formatted = format_source(source(text))
    after = parse(source(formatted))
    assert after.file.items == before.file.items
    assert [found.code for found in after.diagnostics] == [found.code for found in before.diagnostics]
    assert format_source(source(formatted)) == formatted


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text(text):
    check(text)


@settings(deadline=None)
@given(LOOSE)
def test_any_row_of_words_and_signs(text):
    check(text)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(slipped())
def test_samples_with_slips(text):
    check(text)


@settings(deadline=None)
@given(st.sampled_from(ITEMS), st.lists(st.integers(1, 3), min_size=1), st.booleans())
def test_spaces_do_not_matter(item, widths, crlf):
    """Wider gaps between tokens change nothing that the text says."""
    widths = iter(widths * len(item))

    def wider(found):
        if found[0].startswith(('"', "#")):
            return found[0]
        return found[0] * next(widths)

    text = re.sub(r'"[^"\n]*"|#[^\n]*|(?<=\S) +(?=\S)', wider, item) + "\n"
    text = text.replace("\n", "\r\n") if crlf else text
    assert parse(source(text)).file.items == parse(source(item)).file.items
    assert format_source(source(text)) == format_source(source(item))
    check(text)
