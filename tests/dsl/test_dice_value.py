"""Dice as a value: what they can show, how they are written and read together."""

from collections import Counter
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl import ast
from bombsight.dsl.dice import KEEPS, Dice, DiceGroup, Keep, parse_dice
from bombsight.dsl.reserved import SPELLED
from bombsight.flat.dice_encoding import decode_dice, encode_dice
from tests.dsl.reading import expression

LOWEST_OR_HIGHEST: list[Keep] = ["lowest", "highest"]
plain = st.builds(Dice, st.integers(1, 4), st.integers(2, 12))
kept = st.builds(Dice, st.integers(2, 4), st.integers(2, 8), st.sampled_from(LOWEST_OR_HIGHEST))


@st.composite
def unlike_dice(draw: st.DrawFn) -> Dice:
    """Dice of several kinds, or several kept: ``1d8 + 2d6``, ``highest 2 of 1d8, 1d6``."""
    sides = draw(st.lists(st.integers(2, 6), min_size=1, max_size=3, unique=True))
    first, *others = [DiceGroup(draw(st.integers(1, 2)), each) for each in sides]
    count = first.count + sum(other.count for other in others)
    keep = draw(st.sampled_from(["sum", *LOWEST_OR_HIGHEST] if count > 1 else ["sum"]))
    some = 1 if keep == "sum" else draw(st.integers(1, count - 1))
    return Dice(first.count, first.sides, cast(Keep, keep), some, tuple(others))


fate = st.builds(Dice, st.integers(1, 5), st.just(3), st.just("fate"))
any_dice = st.one_of(plain, kept, st.just(Dice(2, 6, "digits")), unlike_dice(), fate)
MANUAL = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
OF_EACH_KEEP = {keep: Dice(3, 8, keep) for keep in KEEPS} | {"digits": Dice(2, 6, "digits"), "fate": Dice(3, 3, "fate")}


@given(any_dice)
def test_the_notation_is_read_as_it_is_written(dice: Dice):
    assert parse_dice(dice.notation) == dice


@given(any_dice)
def test_the_encoding_is_read_as_it_is_written(dice: Dice):
    assert decode_dice(*encode_dice(dice)) == dice


@pytest.mark.parametrize("keep", [-1, len(KEEPS)])
def test_what_encodes_no_dice(keep: int):
    with pytest.raises(ValueError, match="says nothing of what is kept"):
        decode_dice(2, 6, keep)


def fallen(dice: Dice) -> Counter[int]:
    """What dice come to, in how many of all throws."""
    return Counter(dice.total(faces) for faces in product(*map(dice.faces_of_die, range(dice.die_count))))


@given(any_dice)
def test_ways_and_results_are_what_faces_make(dice: Dice):
    known = fallen(dice)
    assert dice.ways() == known
    assert dice.throw_count == known.total()
    assert dice.results == tuple(sorted(known))
    assert (dice.low, dice.high) == (min(known), max(known))
    assert dice.has_gaps == (len(known) < dice.high + 1 - dice.low)
    assert [number for number in range(min(dice.low, 0) - 1, dice.high + 12) if dice.can_show(number)] == sorted(known)


@given(any_dice)
def test_the_outcome_of_single_dice_tells_their_faces(dice: Dice):
    single = evolve(dice, single=True)
    assert decode_dice(*encode_dice(single)) == parse_dice(single.full_notation) == single
    throws = [*product(*map(dice.faces_of_die, range(dice.die_count)))]
    assert single.outcome_ways() == Counter(map(single.outcome, throws))
    assert single.outcomes == tuple(sorted({*map(single.outcome, throws)}))
    for faces in throws:
        outcome = single.outcome(faces)
        assert single.faces_in(outcome) == (faces if dice.keep == "digits" else tuple(sorted(faces)))
        assert single.result_of(outcome) == dice.total(faces)


def test_a_total_is_no_outcome_of_single_dice():
    with pytest.raises(ValueError, match="the faces of 2d6 are not known"):
        Dice(2, 6, single=True).outcome((7,))


@given(any_dice)
def test_a_result_alone_stands_for_its_faces(dice: Dice):
    for result in dice.results:
        faces = dice.faces_of(result)
        assert dice.total(faces) == result
        assert len(faces) in (1, dice.die_count)


@given(kept)
def test_one_of_several_dice_counts_alone(dice: Dice):
    assert dice.keeps_one
    assert all(dice.total((face,)) == face for face in dice.results)


def test_how_dice_are_read():
    faces = (4, 2, 7)
    assert Dice(3, 8).total(faces) == 13
    assert Dice(3, 8, "lowest").total(faces) == 2
    assert Dice(3, 8, "highest").total(faces) == 7
    assert parse_dice("d66").total((3, 5)) == 35
    assert parse_dice("d66") == Dice(2, 6, "digits")
    assert len(parse_dice("d66").results) == 36


@pytest.mark.parametrize(
    "notation", ["highest 3 of 4d6", "lowest 2 of 3d8", "highest 2 of 1d10, 2d6", "lowest of 1d8, 1d6"]
)
def test_a_library_counts_the_same_ways(notation: str):
    """icepool computes pools of dice by other means."""
    icepool = pytest.importorskip("icepool")
    dice = parse_dice(notation)
    pool = icepool.Pool([icepool.d(sides) for sides in dice.die_sides])
    counted = (pool.highest if dice.keep == "highest" else pool.lowest)(dice.kept).sum()
    of = dice.throw_count // counted.denominator()
    assert dice.ways() == {result: ways * of for result, ways in counted.items()}


def test_two_dice_of_66_sides_are_a_d66_as_they_ever_were():
    assert parse_dice("2d66") == parse_dice("d66")
    assert parse_dice("1d66") == Dice(1, 66)


@pytest.mark.parametrize("keep", KEEPS)
def test_rules_can_say_each_way_of_reading_dice(keep: Keep):
    """The grammar has the words for each way of reading dice, editors know them, and the manual tells of them."""
    dice = OF_EACH_KEEP[keep]
    words, of, _ = dice.notation.rpartition(" of ")
    assert not of or any(f"{words} of" in texts for texts in SPELLED.values())
    assert not of or f"`{words} of " in MANUAL
    read = expression(dice.notation)
    assert isinstance(read, ast.Dice)
    assert read.dice == dice


@pytest.mark.parametrize("word", ["", "2", "d6", "2d", "ad6", "1d6d6", "some of 2d6", "lowest of d6"])
def test_what_is_no_notation(word: str):
    with pytest.raises(ValueError, match=r"."):
        parse_dice(word)
