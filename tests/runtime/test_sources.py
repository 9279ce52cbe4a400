"""Dice that people bring."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.flat.sites import RollSite
from bombsight.runtime.run.play import Pending, run
from bombsight.runtime.run.policies import Pause, autopilot_policy
from bombsight.runtime.run.sources import FileDice, ManualDice, parse_numbers, parse_throw, read_faces
from tests.narrowing import narrow
from tests.runtime.harbour import NUMBERS, harbour, load

D66, TWO, LOWEST, HIGHEST = map(parse_dice, ("d66", "2d6", "lowest of 2d10", "highest of 2d10"))
KEPT = [*map(parse_dice, ("lowest of 2d6", "highest of 3d4"))]
throws = st.sampled_from([*map(parse_dice, ("1d6", "2d6", "3d6", "1d10", "2d10", "d66", "1d66")), *KEPT])


@given(throws, st.data())
def test_faces_are_read_as_they_fell(dice, data):
    faces = tuple(data.draw(st.lists(st.integers(1, dice.sides), min_size=dice.count, max_size=dice.count)))

    assert read_faces(faces, dice) == faces
    told = read_faces((dice.total(faces),), dice)
    assert dice.total(told) == dice.total(faces)


@given(throws, st.lists(st.integers(-5, 500), max_size=4))
def test_what_no_dice_show_is_told(dice, numbers):
    read = read_faces(tuple(numbers), dice)
    if not isinstance(read, str):
        possible = dice.total(read)
        tens, units = divmod(possible, 10)
        assert 1 <= tens <= 6 and 1 <= units <= 6 if dice == D66 else possible in dice.results


def test_d66_is_read_from_its_number():
    assert read_faces((25,), D66) == (2, 5)
    assert read_faces((17,), D66) == "17 is no result of d66"


def test_of_dice_of_which_one_is_kept_a_number_is_that_one():
    assert read_faces((4, 9), LOWEST) == (4, 9)
    assert read_faces((4,), LOWEST) == (4,)
    assert read_faces((10,), LOWEST) == (10, 10)
    assert read_faces((1,), HIGHEST) == (1, 1)
    assert read_faces((11,), LOWEST) == "11 is no result of lowest of 2d10"
    assert read_faces((1, 2, 3), LOWEST) == ("lowest of 2d10 wants 2 numbers, or the one that is kept, not 3")


def dice_file(tmp_path, text):
    path = tmp_path / "dice.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return FileDice(str(path))


def test_a_file_gives_one_number_a_die(tmp_path):
    dice = dice_file(tmp_path, "# an evening in May\n3 4\n2, 5 # d66\n\n6\n")
    assert [dice.throw(0, TWO), dice.throw(0, D66), dice.throw(0, Dice(1, 6))] == [(3, 4), (2, 5), (6,)]
    with pytest.raises(InputError, match="no dice left"):
        dice.throw(0, Dice(1, 6))
    dice.restart()
    dice.skip(0, TWO)
    assert dice.throw(0, Dice(1, 6)) == (2,)
    dice.seek(1)
    assert (dice.throw(0, Dice(2, 6)), dice.position) == ((4, 2), 3)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("1 2\nfour", 2, "'four' is no number"),
        ("1\n2 # two\n7", 3, "7 is not on a die with 6 sides"),
        ("1 2 0", 1, "0 is not on a die"),
        ("3\n-x", 2, "'-x' is no number"),
        ("1\n2.5", 2, "'2.5' is no number"),
        (b"1 2\n\xff", 2, "UTF-8"),
    ],
)
def test_dice_that_are_none_have_a_place(tmp_path, text, line, message):
    with pytest.raises(InputError, match=message) as caught:
        dice_file(tmp_path, text).throw(0, Dice(3, 6))
    assert caught.value.place == f"{tmp_path / 'dice.txt'}:{line}"


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        FileDice(str(tmp_path / "none.txt"))
    with pytest.raises(InputError, match="cannot be read"):
        FileDice(str(tmp_path))


@given(st.text() | st.text("0123456789 ,#\n-x"))
def test_any_text_is_numbers_or_told(text):
    lines = enumerate(text.split("\n"), start=1)
    words = [(word, line) for line, content in lines for word in re.findall(r"[^\s,]+", content.partition("#")[0])]
    wrong = [line for word, line in words if not re.fullmatch("-?[0-9]{1,9}", word)]
    if not wrong:
        assert parse_numbers(text, "dice.txt") == tuple(words)
        return
    with pytest.raises(InputError) as caught:
        parse_numbers(text, "dice.txt")
    assert caught.value.place == f"dice.txt:{wrong[0]}"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("", "write what each die shows, or their total"),
        ("seven", "write what each die shows, or their total"),
        ("7 1", "7 is not on a die with 6 sides"),
        ("13", "13 is no total of 2d6"),
        ("1 2 3", "2d6 wants 2 numbers, or their total, not 3"),
        ("3 + 4", (3, 4)),
        ("3,4", (3, 4)),
        ("7", (7,)),
    ],
)
def test_dice_as_they_are_typed(typed, read):
    assert parse_throw(typed, TWO) == read


@pytest.mark.parametrize(
    ("typed", "dice", "read"),
    [
        ("+ 0 - +", "4dF", (1, 0, -1, 1)),
        ("+1 0 \N{MINUS SIGN}1,1", "4dF", (1, 0, -1, 1)),
        ("-4", "4dF", (-1, -1, -1, -1)),
        ("3", "4dF", (3,)),
        ("5", "4dF", "5 is no total of 4dF"),
        ("2 0 0 0", "4dF", "2 is not on a Fate die: -1, 0, 1"),
        ("7 3", "1d8 + 1d6", (7, 3)),
        ("3 7", "1d8 + 1d6", "7 is not on a die with 6 sides"),
        ("14", "1d8 + 1d6", (8, 6)),
        ("6 5 4 3", "highest 3 of 4d6", (6, 5, 4, 3)),
        ("12", "highest 3 of 4d6", (12,)),
        ("0 4", "highest of 1d10, 1d6", (10, 4)),
        ("0", "highest of 1d10, 1d6", (10,)),
    ],
)
def test_unlike_dice_as_they_are_typed(typed, dice, read):
    assert parse_throw(typed, parse_dice(dice)) == read


@pytest.mark.parametrize(
    ("typed", "dice", "read"),
    [
        ("0", "1d10", (10,)),
        ("0 3", "2d10", (10, 3)),
        ("0", "2d10", "0 is no total of 2d10"),
        ("0", "lowest of 2d10", (10, 10)),
        ("00", "1d100", (100,)),
        ("0", "1d100", "0 is not on a die with 100 sides"),
        ("0", "1d6", "0 is not on a die with 6 sides"),
        ("0 3", "d66", "0 is not on a die with 6 sides"),
    ],
)
def test_a_nought_is_what_stands_on_dice_for_their_highest_face(typed, dice, read):
    assert parse_throw(typed, parse_dice(dice)) == read


def test_a_nought_in_a_file_is_the_ten_of_a_die(tmp_path):
    dice = dice_file(tmp_path, "0 3")
    assert (dice.throw(0, Dice(1, 10)), dice.throw(0, Dice(1, 6))) == ((10,), (3,))


@pytest.mark.parametrize("dice", [*map(parse_dice, ("1d6", "2d6", "3d6", "2d10", "d66")), *KEPT], ids=str)
def test_exactly_the_totals_that_dice_can_show_are_totals(dice):
    taken = {number for number in range(150) if not isinstance(read_faces((number,), dice), str)}
    possible = {dice.total(faces) for faces in product(range(1, dice.sides + 1), repeat=dice.count)}
    assert taken == possible


def test_a_person_may_leave_the_dice_lying():
    def ask(site):
        raise Pause

    program = harbour()
    outcome = run(program, program.mission, (2,), ManualDice(program, ask).throw, autopilot_policy(program), load=load)
    assert outcome == Pending(narrow(RollSite, program.sites[NUMBERS["SKY"]]))
