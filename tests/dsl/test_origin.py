import pytest

from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import Span
from tests.dsl.reading import origin

HERE = Span("a.rules", 0, 1, 3, 5, 3, 6)
PLAIN = origin("printed", cite="rule 2")
GUESS = origin("reconstructed", "sums to 36", cite="rule 4")


@pytest.mark.parametrize(
    ("inner", "outer", "whole"),
    [
        (NO_ORIGIN, GUESS, GUESS),
        (GUESS, PLAIN, GUESS),
        (origin(cite="rule 9"), GUESS, origin("reconstructed", "sums to 36", cite="rule 9")),
        (origin("printed"), GUESS, origin("printed", cite="rule 4")),
    ],
)
def test_what_is_not_said_what_holds_it_says(inner, outer, whole):
    assert inner.inherit_from(outer) == whole


def test_what_holds_it_says_nothing_of_its_amendments_nor_of_its_place():
    outer = GUESS.with_amendments(["errata a 1"]).with_place(HERE)

    assert NO_ORIGIN.inherit_from(outer) == GUESS


def test_a_mark_stands_once():
    assert NO_ORIGIN.with_amendments(["errata a 1"]).with_amendments(["errata b 2", "errata a 1"]).amended_by == (
        "errata a 1",
        "errata b 2",
    )


@pytest.mark.parametrize(
    "quoted", [NO_ORIGIN, origin("reconstructed"), origin(cite="rule 4"), GUESS, GUESS.with_place(HERE)]
)
def test_a_quotation_may_leave_out_what_it_likes(quoted):
    assert quoted.is_quote_of(GUESS)


@pytest.mark.parametrize("quoted", [PLAIN, origin("printed"), origin("reconstructed", "a guess"), origin(cite="x")])
def test_a_quotation_may_not_say_otherwise(quoted):
    assert not quoted.is_quote_of(GUESS)


@pytest.mark.parametrize(
    ("was", "now", "then"),
    [
        (NO_ORIGIN, NO_ORIGIN, GUESS),
        (origin("reconstructed"), origin("reconstructed"), GUESS),
        (origin("reconstructed"), origin("repaired"), origin("repaired", "sums to 36", cite="rule 4")),
        (NO_ORIGIN, origin("printed"), origin("printed", cite="rule 4")),
        (origin("reconstructed"), NO_ORIGIN, origin(cite="rule 4")),
        (NO_ORIGIN, origin(cite="rule 5"), origin("reconstructed", "sums to 36", cite="rule 5")),
        (origin(cite="rule 4"), NO_ORIGIN, origin("reconstructed", "sums to 36")),
    ],
)
def test_what_an_edit_does_not_mention_is_kept(was, now, then):
    assert GUESS.replace_quoted(was, now) == then


@pytest.mark.parametrize(
    ("known", "words"),
    [(NO_ORIGIN, ""), (PLAIN, "printed"), (GUESS, "reconstructed: sums to 36"), (Origin(evidence="x"), "")],
)
def test_how_it_came_down_in_words(known, words):
    assert known.standing_text == words
