"""Rows that all apply: their odds against every throw, what is told of them, house rules, cards and comparisons."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bombsight
from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Source
from bombsight.flat.types import NONE
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.cards import look_up_card
from bombsight.service.lookup.phrases import Phrases
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.explanation import explain_events
from bombsight.service.present.story import Story
from bombsight.service.table_odds.situations import compute_table_odds
from tests.narrowing import unwrap

GAME = """\
game heath "The Heath"
  sources optional

enum Sky: clear, fog

state mission
  oil: 0..9 = 7
  sky: Sky = fog

table Costs "Costs"
  gives 0..9
  roll 1d6
  every row added up
  when sky is fog: 1
  natural 6: 2
  ..3 "Nails": 1
  2..5 "Rope": 3

table Signs "Signs"
  for weather: Sky
  every row
  clear..fog: say "A sign."
  fog "A loss": take 1 from oil

procedure mission
  let paid = roll on Costs
  say "{paid}"
  look up Signs(sky)
"""


@pytest.fixture(name="game", scope="module")
def fixture_game(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("heath")
    (folder / "heath.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def test_the_story_and_why_name_every_row(game):
    with start_game(game, Rules(), GameSetup(dice="manual"), "auto") as play:
        play.throw([3])
        told = [(each.text, each.names, each.result) for each in Story().tell(play.story) if each.kind != "chapter"]
        costs = [str(line).strip() for line in explain_events(play.story, "Costs", None, lambda _: (), Phrases())]
        signs = [str(line).strip() for line in explain_events(play.story, "Signs", None, lambda _: (), Phrases())]
    assert told[:4] == [
        ("Costs", ("when sky is fog",), "1"),
        ("Costs", (), "Nails"),
        ("Costs", ("row 2..5",), "Rope"),
        ("Costs", (), "5"),
    ]
    assert costs[:6] == ["Costs", "1d6: 3", "row ..3 → Nails", "when sky is fog → 1", "row 2..5 → Rope", "printed"]
    assert [line for line in signs if "row" in line] == ["row clear..fog", "row fog → A loss"]


def test_odds_of_rows_may_come_to_more_than_one(game):
    odds = compute_table_odds(request_for_game(game, Rules()), "Costs", ("sky is fog",))
    (found,) = odds.situations
    assert odds.every_row == "every row added up"
    assert {row.key: row.chance.fraction for row in found.chances.rows} == {
        "natural 6": Fraction(1, 6),
        "..3": Fraction(3, 6),
        "2..5": Fraction(4, 6),
        "when sky is fog": Fraction(1),
    }
    assert {each.name: each.chance.fraction for each in found.chances.results} == {
        "2": Fraction(1, 6),
        "3": Fraction(1, 6),
        "4": Fraction(2, 6),
        "5": Fraction(2, 6),
    }


def test_the_card_and_a_roll_name_every_row(game):
    card = look_up_card(request_for_game(game, Rules()), "Costs").table
    assert card.every_row == "every row added up"
    rolled = bombsight.roll(game, "Costs", dice=["5"], given=["sky is clear"])
    (case,) = rolled.cases
    assert case.result == "3"
    assert [throw.row and throw.row.key for throw in case.throws] == ["2..5"]


def test_a_house_rule_changes_rows_and_what_becomes_of_them(game, tmp_path):
    house = tmp_path / "house.rules"
    house.write_text(
        'house worse "Worse" for heath\n'
        '  1 "More"\n    in table Costs\n      add 1..4: 2\n'
        "      was every row added up\n      now every row highest\n",
        encoding="utf-8",
    )
    rules = Rules(house=(house,))
    (found,) = compute_table_odds(request_for_game(game, rules), "Costs", ("sky is fog",)).situations
    assert {each.name: each.chance.fraction for each in found.chances.results} == {
        "2": Fraction(2, 6),
        "3": Fraction(4, 6),
    }


# --- against every throw

AGGREGATE: dict[str, Callable[[list[int]], int | None]] = {
    "added up": sum,
    "counted": len,
    "highest": lambda values: max(values, default=None),
    "lowest": lambda values: min(values, default=None),
}

spans = st.tuples(st.integers(0, 8), st.integers(0, 4), st.integers(-5, 5))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    words=st.sampled_from(sorted(AGGREGATE)),
    rows=st.lists(spans, min_size=1, max_size=5),
    bonus=st.integers(-2, 2),
    fallback=st.none() | st.integers(-3, 3),
    natural=st.none() | st.integers(1, 6),
)
def test_both_backends_and_odds_give_what_counting_gives(words, rows, bonus, fallback, natural):
    lines = [f"  {low}..{low + width}: {value if words != 'counted' else 'nothing'}" for low, width, value in rows]
    if fallback is not None:
        lines.append(f"  else: {fallback if words != 'counted' else 'nothing'}")
    if natural is not None:
        lines.insert(0, f"  natural {natural}: {4 if words != 'counted' else 'nothing'}")
    gives = "-99..99" + (" or none" if words in ("highest", "lowest") else "")
    if words == "counted":
        gives = "0..99"
    modifier = f"  {bonus:+} more\n" if bonus else ""
    table = f"  gives {gives}\n  roll 1d6\n  every row {words}\n{modifier}" + "\n".join(lines)
    text = f'game g "G"\n  sources optional\n\ntable T "T"\n{table}\n\nprocedure mission: {gives}\n  return roll on T\n'

    def count(face: int) -> int | None:
        """What every row that holds for a face comes to."""
        found = [4] * (face == natural)
        found += [value for low, width, value in rows if low <= face + bonus <= low + width]
        if fallback is not None and not found:
            found = [fallback]
        return AGGREGATE[words](found)

    expected = [count(face) for face in range(1, 7)]
    graph = unwrap(compile_rules(Request(base=(Source("g.rules", text),))).graph)
    program = lower(graph)
    entry = next(each for each in program.entries if each.name == "mission")
    for load in (instantiate, instantiate_wasm):
        machine = load(program, partial(show_next, iter(range(1, 7))), lambda *_: 0)
        got = []
        for _ in range(6):
            machine.start()
            value = machine.call(entry)
            got.append(None if value == NONE else value)
        assert got == expected
    shares = Counter(str(value) if value is not None else "none" for value in expected)
    assert odds_of(text) == {name: Fraction(number, 6) for name, number in shares.items()}


def show_next(faces: Iterator[int], site: int, dice: Dice) -> int:
    """Throw the next face."""
    return next(faces)


def odds_of(text: str) -> dict[str, Fraction]:
    """The exact odds of table T."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "g.rules").write_text(text, encoding="utf-8")
        (found,) = compute_table_odds(request_for_game(folder, Rules()), "T", ()).situations
    return {each.name: each.chance.fraction for each in found.chances.results}
