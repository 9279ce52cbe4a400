"""The generator to the bit, against its page and against the plainest implementation."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.dice import KEEPS, Dice, parse_dice
from bombsight.runtime.batch.rollouts import rollout_seed
from bombsight.runtime.dice import LANES, UPPER_SHIFT, SeededDice, choices_seed, faces_by_upper_byte, mission_seed, mix
from tests.narrowing import unwrap

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
seeds = st.integers(0, 2**64 - 1)
sides = st.integers(1, 100) | st.sampled_from([2**16, 2**31 + 1, 3 * 2**30, 2**32])


def outputs(seed):
    """SplitMix64 as its page has it."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        yield z ^ (z >> 31)


def below(stream, limit):
    while True:
        product = (next(stream) >> 32) * limit
        if product % 2**32 >= 2**32 % limit:
            return product >> 32


@given(st.integers(1, 1000), st.integers(0, 2**32 - 1))
def test_upper_bits_tell_a_face_only_where_all_below_them_agree(sides, high):
    shown = faces_by_upper_byte(sides)[high >> UPPER_SHIFT]

    product = high * sides
    assert shown == 0 or (shown == (product >> 32) + 1 and product % 2**32 >= 2**32 % sides)


@given(st.integers(1, 1000))
def test_upper_bits_nearly_always_tell_a_face(sides):
    assert faces_by_upper_byte(sides).count(0) <= sides + 1


def rows_of(*head):
    """The rows of the page's table with this head."""
    lines = PAGE.split("\n")
    start = lines.index(f"| {' | '.join(head)} |") + 2
    for line in lines[start:]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_outputs_on_the_page():
    for seed, *expected in rows_of("seed", "1st", "2nd", "3rd"):
        stream = outputs(int(seed))
        assert [f"0x{next(stream):016X}" for _ in expected] == expected


def test_throws_on_the_page():
    for seed, dice, results in rows_of("seed", "dice", "results"):
        seeded = SeededDice(int(seed))
        assert [seeded.roll(0, parse_dice(dice)) for _ in range(12)] == [int(word) for word in results.split()]


def test_the_page_throws_dice_in_each_way_of_reading_them():
    assert {parse_dice(dice).keep for _, dice, _ in rows_of("seed", "dice", "results")} == set(KEEPS)


def test_redraws_on_the_page():
    found = unwrap(re.search(r"`below\((\d+)\)` with seed 42 gives\n([\d, ]+)\.", PAGE))
    limit, words = found.groups()
    seeded = SeededDice(42)
    assert [seeded.below(int(limit)) for _ in range(4)] == [int(word) for word in words.split(", ")]


def test_batch_seeds_on_the_page():
    for seed, mission, own, choices in rows_of("batch seed", "mission", "its seed", "seed of its random choices"):
        found = mission_seed(int(seed), int(mission))
        assert f"0x{found:016X}" == own
        assert f"0x{choices_seed(found):016X}" == choices


def test_seeds_of_runs_that_go_on_on_the_page():
    for seed, position, expected in rows_of("game's seed", "throws and answers", "seed of the runs that go on"):
        assert f"0x{rollout_seed(int(seed), int(position)):016X}" == expected


any_dice = st.one_of(
    st.builds(Dice, st.integers(1, 3), sides),
    st.builds(
        Dice, st.integers(2, 3), sides, st.sampled_from([keep for keep in KEEPS if keep not in ("digits", "fate")])
    ),
    *(st.just(parse_dice(dice)) for dice in ("d66", "highest 2 of 3d6", "lowest of 1d8, 1d6", "1d8 + 2d6", "2dF")),
)


@given(seeds, st.lists(any_dice, min_size=1, max_size=3 * LANES))
def test_every_throw_is_the_plain_one(seed, throws):
    seeded, faces, stream = SeededDice(seed), SeededDice(seed), outputs(seed)

    for dice in throws:
        expected = tuple(below(stream, sides) + dice.lowest_face for sides in dice.die_sides)

        assert faces.throw(0, dice) == expected
        assert seeded.roll(0, dice) == dice.total(expected)


@given(seeds, st.integers(0, 200))
def test_restart_goes_back(seed, used):
    seeded = SeededDice(seed)
    first = [seeded.roll(0, Dice(1, 6)) for _ in range(used)]
    seeded.restart()
    assert [seeded.roll(0, Dice(1, 6)) for _ in range(used)] == first
    seeded.restart(seed ^ 1)
    stream = outputs(seed ^ 1)
    assert [seeded.roll(0, Dice(1, 6)) for _ in range(8)] == [below(stream, 6) + 1 for _ in range(8)]


@given(
    seeds,
    st.lists(
        st.sampled_from([*map(parse_dice, ("1d6", "2d6", "d66", "lowest of 3d6", f"3d{2**31 + 1}"))]), max_size=60
    ),
    st.data(),
)
def test_seek_goes_to_where_it_was(seed, throws, data):
    """Also where draws were thrown away: of 2**31 + 1 sides, nearly every other."""
    dice = SeededDice(seed)
    positions, faces = [dice.position], []
    for throw in throws:
        faces.append(dice.throw(0, throw))
        positions.append(dice.position)
    behind = data.draw(st.integers(0, len(throws)))
    dice.seek(positions[behind])
    assert dice.position == positions[behind]
    assert [dice.throw(0, throw) for throw in throws[behind:]] == faces[behind:]


@given(seeds)
def test_outputs_are_the_mixed_states(seed):
    assert mission_seed(seed, 0) == next(outputs(seed))
    assert mix(0) == 0


def test_faces_fall_evenly():
    seeded = SeededDice(2024)
    count = 60_000
    for sides in (6, 10, 66):
        found = Counter(seeded.roll(0, Dice(1, sides)) for _ in range(count))
        assert set(found) == set(range(1, sides + 1))
        squares = sum((number - count / sides) ** 2 for number in found.values()) / (count / sides)
        # Chi-square: mean sides - 1, deviation sqrt(2 (sides - 1)); the seed is fixed, so this never wavers.
        assert squares < sides - 1 + 4 * (2 * (sides - 1)) ** 0.5
