"""The odds of tables that roll on themselves, directly or through others: rows are those of the call asked about."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.table_odds import counting, situations
from bombsight.service.table_odds.documents import Chances
from bombsight.service.table_odds.situations import compute_table_odds

HEAD = """\
game oracle "The Oracle"
  sources optional

state mission
  told: 0..99 full = 0
  lucky: yes/no = no

procedure mission
  roll on Omen

procedure look_again at most 2 deep
  roll on Omen
"""

TWICE = """
table Omen "An omen" at most 2 deep
  roll 1d10
  ..5 "A ruin": add 1 to told
  6..9 "A light": add 2 to told
  10 "Roll twice"
    roll on Omen
    roll on Omen
"""

MUTUAL = """
table Omen "An omen" at most 2 deep
  roll 1d10
  ..5 "A ruin": add 1 to told
  6..9 "A light": add 2 to told
  10 "A dream": roll on Dream

table Dream "A dream" at most 2 deep
  roll 1d4
  1: add 10 to told
  2..: roll on Omen
"""

BOUND_ELSEWHERE = """
table Omen "An omen"
  roll 1d10
  +1 lucky when lucky
  ..5 "A ruin": set lucky to yes
  6..9 "A light": add 2 to told
  10.. "Look again": do look_again
"""

THROWN_AGAIN = """
table Omen "An omen" at most 2 deep
  roll 1d10
  ..5 "A ruin": add 1 to told
  6..8 "A light": add 2 to told
  9 "Both"
    roll on Omen
    again at most 1 times
    return
  10 "Roll twice": roll on Omen
"""

OFFERED = """
reroll second_sight "Second sight" when not lucky at most 1 times
  prefer on Omen when natural is 10
  set lucky to yes

table Omen "An omen" at most 2 deep
  roll 1d10
  ..5 "A ruin": add 1 to told
  6..9 "A light": add 2 to told
  10 "Roll twice"
    roll on Omen
    roll on Omen
"""

WITHOUT_DICE = """
table Omen "An omen" at most 2 deep
  roll 1d10
  when lucky
    set lucky to no
    roll on Omen
  ..5 "A ruin": add 1 to told
  6..9 "A light": add 2 to told
  10 "Roll twice": roll on Omen
"""


def odds(folder: Path, rules: str, *given: str, table: str = "Omen") -> Chances:
    (folder / "oracle.rules").write_text(HEAD + rules, encoding="utf-8")
    (situation,) = compute_table_odds(request_for_game(str(folder), Rules()), table, given).situations
    return situation.chances


def rows(chances: Chances) -> list[Fraction]:
    assert {row.chance.low for row in chances.rows} == {row.chance.high for row in chances.rows} or not chances.left
    return [Fraction(row.chance.ratio) for row in chances.rows]


def inner(chances: Chances, table: str = "Omen") -> tuple[Fraction, list[Fraction]]:
    """How likely other rolls on a table are made, and each row of theirs comes up."""
    (found,) = (roll for roll in chances.rolls if roll.table == table)
    return Fraction(found.reached.ratio), [Fraction(row.chance.ratio) for row in found.rows]


def test_a_table_that_rolls_on_itself_twice(tmp_path):
    found = odds(tmp_path, TWICE)
    assert rows(found) == [Fraction(5, 10), Fraction(4, 10), Fraction(1, 10)]
    assert [row.chance.ratio for row in found.rows] == ["5/10", "4/10", "1/10"]
    assert inner(found) == (
        Fraction(1, 10),
        [Fraction(1, 10) * (1 - (1 - share) ** 2) for share in (Fraction(5, 10), Fraction(4, 10), Fraction(1, 10))],
    )


def test_tables_that_roll_on_each_other(tmp_path):
    found = odds(tmp_path, MUTUAL)
    assert rows(found) == [Fraction(5, 10), Fraction(4, 10), Fraction(1, 10)]
    assert inner(found)[0] == Fraction(1, 10) * Fraction(3, 4)
    assert rows(odds(tmp_path, MUTUAL, table="Dream")) == [Fraction(1, 4), Fraction(3, 4)]


@pytest.mark.parametrize(
    ("given", "expected", "other"), [((), [5, 4, 1], [4, 4, 2]), (("lucky",), [4, 4, 2], [5, 4, 1])]
)
def test_a_circle_that_another_bounds(tmp_path, given, expected, other):
    """The table itself says nothing of how deep it goes; of its modifiers count those of the call asked about."""
    found = odds(tmp_path, BOUND_ELSEWHERE, *given)
    assert rows(found) == [Fraction(share, 10) for share in expected]
    (modifier,) = found.modifiers
    assert modifier.counts == bool(given)
    assert [Fraction(each.chance.ratio) for each in modifier.outcomes] == [Fraction(share, 10) for share in other]


def test_dice_that_are_thrown_again_count_with_their_last_row(tmp_path):
    once = [Fraction(5, 10), Fraction(3, 10), Fraction(1, 10), Fraction(1, 10)]
    assert rows(odds(tmp_path, THROWN_AGAIN)) == [share + Fraction(1, 10) * share for share in once[:2]] + [
        Fraction(1, 10) * Fraction(1, 10),
        Fraction(1, 10) + Fraction(1, 10) * Fraction(1, 10),
    ]


def test_dice_that_an_offer_throws_again(tmp_path):
    assert rows(odds(tmp_path, OFFERED)) == [
        Fraction(5, 10) + Fraction(5, 100),
        Fraction(4, 10) + Fraction(4, 100),
        Fraction(1, 100),
    ]


def test_a_result_without_dice_that_rolls_on_the_table(tmp_path):
    found = odds(tmp_path, WITHOUT_DICE, "lucky")
    assert [(row.key, row.chance.share) for row in found.rows] == [("when lucky", 1)]
    assert inner(found)[0] == 1


def test_rows_are_exact_though_not_all_is_gone_through(tmp_path, monkeypatch):
    monkeypatch.setattr(situations, "MAX_RUNS", 12)
    monkeypatch.setattr(situations, "MIN_CASE_RUNS", 12)
    monkeypatch.setattr(counting.count_runs, "__defaults__", (12,))
    found = odds(tmp_path, TWICE)
    assert found.left > 0
    assert rows(found) == [Fraction(5, 10), Fraction(4, 10), Fraction(1, 10)]
