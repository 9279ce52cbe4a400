"""Rules that look at each die of a throw: odds against all faces, dice typed by hand, saves, luck, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.boundary.errors import InputError
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.dice import Dice, parse_dice
from bombsight.dsl.source import Source
from bombsight.runtime.machine import Loader
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import replay
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.programs.loaders import load
from bombsight.service.table_odds.situations import compute_table_odds
from bombsight.service.table_rolls.rolling import roll_on_table
from tests.narrowing import unwrap

Faces = Sequence[int]
Test = Callable[[Faces], bool]


def matches(faces: Faces) -> int:
    return max(Counter(faces).values())


def asked_of(word: str, low: int, high: int) -> tuple[str, Test]:
    """A key of a natural row, and whether faces are what it asks."""
    tests: dict[str, Test] = {
        "any": lambda faces: any(low <= face <= high for face in faces),
        "all": lambda faces: all(low <= face <= high for face in faces),
        "doubles": lambda faces: matches(faces) >= 2,
        "matches": lambda faces: matches(faces) >= 2 + (high > 2),
    }
    span = str(low) if low == high else f"{low}..{high}"
    keys = {"any": f"any {span}", "all": f"all {span}", "doubles": "doubles", "matches": f"matches {2 + (high > 2)}.."}
    return keys[word], tests[word]


THROWN = ("2d6", "3d4", "1d3 + 2d2", "highest 2 of 3d4", "lowest of 2d6", "3dF", "d66", "5d3")

LOADERS: dict[str, Loader] = {"python": instantiate, "wasm": instantiate_wasm}


@st.composite
def rolled(draw: st.DrawFn) -> tuple[Dice, list[tuple[str, Test]]]:
    """Dice, and the keys of natural rows."""
    dice = parse_dice(draw(st.sampled_from(THROWN)))
    faces = range(dice.lowest_face, dice.lowest_face + min(dice.die_sides))
    rows = []
    for _ in range(draw(st.integers(1, 4))):
        low = draw(st.sampled_from(faces))
        high = draw(st.integers(low, faces[-1]))
        word = draw(st.sampled_from(["any", "all", "doubles", *(["matches"] if dice.die_count > 2 else [])]))
        rows.append(asked_of(word, low, high))
    return dice, rows


def rules_of(dice: Dice, keys: Sequence[str]) -> str:
    rows = "".join(f"  natural {key}: {number}\n" for number, key in enumerate(keys, start=1))
    return f"""\
game drawn "Drawn"
  sources optional
  mission mission

state mission
  fallen: -99..9999 = 0

table Fall "What falls"
  gives -9..999
  roll {dice.notation}
{rows}  else: natural + 100

procedure mission: -99..99999
  let found = roll on Fall
  let pairs = (100 when found.doubles, else 0)
  return found * 100 + found.matches * 10 + count 1 in found + pairs
"""


def expected_row(dice: Dice, rows: Sequence[tuple[str, Test]], faces: Faces) -> int:
    return next((at for at, (_, test) in enumerate(rows, start=1) if test(faces)), dice.total(faces) + 100)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(rolled())
def test_every_throw_is_judged_by_its_faces_and_odds_count_them_all(tmp_path_factory, case) -> None:
    dice, rows = case
    text = rules_of(dice, [key for key, _ in rows])
    throws = [*product(*map(dice.faces_of_die, range(dice.die_count)))]
    results = {faces: expected_row(dice, rows, faces) for faces in throws}

    graph = unwrap(compile_rules(Request(base=(Source("drawn.rules", text),))).graph)
    program = lower(graph)
    for name, loader in LOADERS.items():
        shown: list[Faces] = []
        machine = loader(program, lambda site, thrown: thrown.outcome(shown[-1]), lambda *_: 0)  # noqa: B023 - used here
        for faces in throws:
            shown.append(faces)
            machine.start()
            wanted = results[faces] * 100 + matches(faces) * 10 + list(faces).count(1)
            assert machine.call(program.find_entry("do", "mission")) == wanted + 100 * (matches(faces) > 1), (
                name,
                faces,
            )

    folder: Path = tmp_path_factory.mktemp("drawn")
    (folder / "drawn.rules").write_text(text, encoding="utf-8")
    (found,) = compute_table_odds(request_for_game(str(folder), Rules()), "Fall", ()).situations
    chances = {int(each.name): Fraction(each.chance.ratio) for each in found.chances.results}
    assert chances == {result: Fraction(ways, len(throws)) for result, ways in Counter(results.values()).items()}


GAME = """\
game inn "The Inn"
  sources optional

enum End: won, lost

state mission
  won "Won": 0..9 full = 0

table Cup "The cup" printed "card"
  gives 0..9
  roll 2d6
  +1 six when any 6 in natural
  natural all 1 "Snake eyes": 0
  natural doubles: 5
  ..7: 1
  8..: 2

luck cup "Won in the cup" good
  on Cup count result

procedure mission: End
  let found = roll on Cup
  if found.doubles
    add found to won
  let thrown = 3d6
  add count 6 in thrown to won
  if won > 0
    return End.won
  return lost
"""


@pytest.fixture(name="inn", scope="module")
def fixture_inn(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("inn")
    (folder / "inn.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def test_a_total_alone_does_not_do_where_rules_look_at_each_die(inn, tmp_path) -> None:
    path = tmp_path / "inn.save"
    with start_game(inn, Rules(), GameSetup(dice="manual", save=path), "auto") as play:
        with pytest.raises(InputError, match="the rules look at each of the 2 dice: write what each shows"):
            play.throw([8])
        with pytest.raises(InputError, match="the rules look at each of the 2 dice"):
            play.throw([1, 2, 3])
        play.throw([4, 4])
        with pytest.raises(InputError, match="the rules look at each of the 3 dice"):
            play.throw([17])
        play.throw([6, 1, 6])
        assert unwrap(play.view().outcome).result == "won"
    saved = read_save(str(path))
    assert replay(play.session.program, saved, str(path), load=load).same


def test_a_total_that_only_one_throw_has_is_that_throw(inn) -> None:
    with start_game(inn, Rules(), GameSetup(dice="manual"), "auto") as play:
        play.throw([12])
        play.throw([3])
        assert unwrap(play.view().outcome).result == "won"


@pytest.mark.parametrize(
    ("dice", "result", "row"),
    [(("3", "3"), "5", "natural doubles"), (("1", "1"), "0", "natural all 1"), (("1", "6"), "2", "8..")],
)
def test_one_roll_takes_the_row_that_its_faces_ask_for(inn, dice, result, row) -> None:
    (case,) = roll_on_table(request_for_game(inn, Rules()), "Cup", dice, (), seed=1).cases
    assert (case.result, unwrap(case.throws[0].row).key) == (result, row)


def test_a_roll_of_a_total_asks_for_the_dice(inn) -> None:
    with pytest.raises(InputError, match="the rules look at each of the 2 dice"):
        roll_on_table(request_for_game(inn, Rules()), "Cup", ("7",), (), seed=1)
