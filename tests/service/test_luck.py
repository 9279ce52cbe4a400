"""Luck: throws against the distribution that they had, by brute force and on average."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isclose
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bombsight
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.flat.sites import RollSite
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.judged_throws import JudgedThrow
from bombsight.runtime.run.throw_preview import preview_throw
from bombsight.runtime.session.session import Session
from bombsight.service.games.requests import Rules
from bombsight.service.luck.distribution import Distribution, chances_of_dice, convolve_all
from bombsight.service.luck.lines import render_luck_record, render_mission_luck
from bombsight.service.luck.measuring import LuckRecord, measure_luck, measure_mission_luck
from bombsight.service.luck.wording import describe_share
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import visit_states
from tests.examples import EXAMPLES
from tests.marking import slow_but
from tests.narrowing import unwrap

HERE = Path(__file__).parent
LIGHTHOUSE, FERRY = str(EXAMPLES / "lighthouse"), str(HERE / "ferry")


def played(game: str, seed: int, *, campaign: bool = False) -> LuckRecord:
    with start_game(game, Rules(), GameSetup(seed=seed, campaign=campaign), "random") as play:
        play.view()
        return measure_luck(play.session)


def script_before(session: Session, event: int) -> list[int]:
    """The throws and answers of a session before the event of a throw, without that throw."""
    before = next(at for at, step in enumerate(session.trail) if step.events >= event)
    return session.script[:before]


def test_the_luck_at_an_earlier_event_counts_no_later_throw() -> None:
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=1), "random") as play:
        play.view()
        event_count = play.session.event_count
        counts = [
            sum(measure.throws for measure in unwrap(measure_mission_luck(play.session, end)).measures)
            for end in (1, event_count // 2, event_count, None)
        ]
    assert counts[0] == 0 < counts[1] < counts[2] == counts[3]


@pytest.mark.parametrize("game", slow_but([LIGHTHOUSE, FERRY], LIGHTHOUSE))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_rows_are_those_that_other_dice_lead_to_in_a_run(game: str, seed: int) -> None:
    with start_game(game, Rules(), GameSetup(seed=seed), "random") as play:
        play.view()
        session = play.session
        program, events = session.program, session.journal.events
        tables = {table.table: table for table in program.judged_tables}
        asides = Asides(program, session.load)
        judged: list[tuple[int, dict[int, int]]] = []

        def visit(at: int, slots: object) -> None:
            site = program.sites[events[at][0]]
            assert isinstance(site, RollSite)
            throw = JudgedThrow(
                tables[unwrap(site.table)],
                site.dice,
                tuple(events[at][1:]),
                lambda: asides.evaluator_at(slots),  # type: ignore[arg-type]  # the slots of the replay
            )
            judged.append((at, throw.find_rows()))

        wanted = [
            at
            for at, event in enumerate(events)
            if event[0] >= 0 and getattr(program.sites[event[0]], "table", None) in tables
            if isinstance(program.sites[event[0]], RollSite)
        ]
        visit_states(session, wanted, visit)
        assert judged
        for at, rows in judged:
            site = program.sites[events[at][0]]
            assert isinstance(site, RollSite)
            script = script_before(session, at)
            for outcome, row in rows.items():
                view = preview_throw(program, session.entry, session.header.args, script, session.load, outcome=outcome)
                assert unwrap(unwrap(view).row) == site.rows[row], (site.table, outcome)


@settings(deadline=None, max_examples=40)
@given(
    st.one_of(
        st.builds(Dice, st.integers(1, 4), st.integers(2, 8), st.sampled_from(("sum", "lowest", "highest"))),
        st.sampled_from(["d66", "3dF", "highest 3 of 4d6", "lowest of 1d8, 2d6", "1d8 + 2d6"]).map(parse_dice),
    )
)
def test_dice_have_the_chances_that_their_faces_have(dice: Dice) -> None:
    ways: dict[int, int] = {}
    for faces in product(*map(dice.faces_of_die, range(dice.die_count))):
        ways[dice.total(faces)] = ways.get(dice.total(faces), 0) + 1
    found = chances_of_dice(dice)
    assert {*found} == {*ways} == {*dice.results}
    assert all(isclose(found[result], number / dice.throw_count) for result, number in ways.items())


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4), max_size=5))
def test_sums_have_the_chances_that_their_terms_have(weights: list[list[int]]) -> None:
    exact: dict[int, Fraction] = {0: Fraction(1)}
    for own in weights:
        sums: dict[int, Fraction] = {}
        for number, chance in exact.items():
            for more, weight in enumerate(own):
                sums[number + more] = sums.get(number + more, Fraction()) + chance * Fraction(weight, sum(own))
        exact = sums
    found = convolve_all(Distribution(0, tuple(weight / sum(own) for weight in own)) for own in weights)
    mean = sum(number * chance for number, chance in exact.items())
    variance = sum((number - mean) ** 2 * chance for number, chance in exact.items())
    assert isclose(found.mean, mean, abs_tol=1e-9)
    assert isclose(found.variance, variance, abs_tol=1e-9)
    for number in range(-1, len(exact) + 1):
        above = sum(chance for each, chance in exact.items() if each > number)
        below = sum(chance for each, chance in exact.items() if each < number)
        assert isclose(found.chance_above(number), above, abs_tol=1e-9)
        assert isclose(found.chance_below(number), below, abs_tol=1e-9)


@pytest.mark.parametrize("game", slow_but([LIGHTHOUSE, FERRY], LIGHTHOUSE))
def test_on_average_what_falls_is_what_was_to_be_expected(game: str) -> None:
    away: dict[str, float] = {}
    spread: dict[str, float] = {}
    for seed in range(60):
        record = played(game, seed)
        assert record.unjudged == 0
        for each in record.total:
            away[each.name] = away.get(each.name, 0.0) + each.counted - each.expected
            spread[each.name] = spread.get(each.name, 0.0) + each.deviation**2
    assert any(spread.values())
    for name, variance in spread.items():
        assert abs(away[name]) <= 4 * max(variance, 1e-9) ** 0.5, name


def test_missions_add_up_to_the_whole() -> None:
    record = played(LIGHTHOUSE, 7, campaign=True)
    assert record.career
    assert len(record.missions) > 1
    for number, total in enumerate(record.total):
        measures = [mission.measures[number] for mission in record.missions]
        assert total.counted == sum(each.counted for each in measures)
        assert isclose(total.expected, sum(each.expected for each in measures), abs_tol=1e-4)
        assert isclose(total.deviation**2, sum(each.deviation**2 for each in measures), abs_tol=1e-4)


def test_the_mission_so_far_is_the_last_of_the_career() -> None:
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=7, campaign=True)) as play:
        for _ in range(30):
            question = unwrap(play.view().question)
            play.answer(question.options[question.preferred].name)
        assert measure_mission_luck(play.session) == measure_luck(play.session).missions[-1]
        assert any("Hours of fog" in each.text for each in render_mission_luck(measure_mission_luck(play.session)))


def test_a_save_has_its_luck(tmp_path: Path) -> None:
    save = tmp_path / "night.save"
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=7, save=save), "random") as play:
        play.view()
        expected = measure_luck(play.session)
    assert bombsight.luck(save, [EXAMPLES]) == expected
    assert any("Hours of fog and gales: " in each.text for each in render_luck_record(expected))


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.0, "no mission does better"),
        (0.0004, "hardly any mission does better"),
        (0.002, "one mission in 500 does better"),
        (0.125, "one mission in eight does better"),
        (0.4, "one mission in three does better"),
        (0.5, "every second mission does better"),
        (0.72, "seven missions in ten do better"),
        (0.97, "nearly every mission does better"),
    ],
)
def test_a_share_is_said_in_words(share: float, words: str) -> None:
    assert describe_share(share, is_career=False) == words
    assert describe_share(share, is_career=True) == words.replace("mission", "campaign")
