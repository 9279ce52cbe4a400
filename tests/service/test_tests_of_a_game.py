"""A game's folder ``tests``: read by ``test`` alone, its examples played by the rules and options that they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import load_game_folder
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint.lint import lint
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.testing.coverage import measure_games
from bombsight.service.testing.examples import Check, run_tests
from bombsight.service.testing.mutants import mutate_games

GAME = """\
game tower "Tower"
  sources optional

option tide "The tide" = no

state career
  oil: 0..20 = 10

procedure mission: 0..20
  if option tide
    add -1 to oil
  add -2 to oil
  return oil

example "A mission" cite "page 1"
  do mission
  expect oil is 8

example "A mission at high tide" cite "page 1"
  given option tide = yes
  do mission
  expect oil is 7

errata sheet "A sheet" for tower
  1 "Less oil" cite "sheet"
    in procedure mission
      was add -2 to oil
      now add -3 to oil

variant thrift "Thrift" for tower
  1 "No oil"
    in procedure mission
      was add -3 to oil
      now add 0 to oil
"""
GAME = GAME.replace("oil is 8", "oil is 7").replace("oil is 7\n\nerrata", "oil is 6\n\nerrata")

OIL = """\
example "As corrected"
  do mission
  expect oil is 7

example "As printed"
  given without sheet
  do mission
  | given option tide | expect oil |
  | no                | 8          |
  | yes               | 7          |

example "Thrifty"
  given variant thrift
  do mission
  expect oil is 9
"""


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    game = tmp_path / "tower"
    (game / "tests").mkdir(parents=True)
    (game / "10-tower.rules").write_text(GAME)
    (game / "tests" / "oil.rules").write_text(OIL)
    return game


def run(*names: Path, only: str = "") -> list[Check]:
    return [*run_tests([*map(str, names)], Rules(), only)]


def told(checks: list[Check]) -> list[tuple[str, bool]]:
    return [(check.title, check.mismatch is None) for check in checks]


ALL = [
    ("A mission", True),
    ("A mission at high tide", True),
    ("As corrected", True),
    ("As printed (no)", True),
    ("As printed (yes)", True),
    ("Thrifty", False),
]


def test_every_example_is_played_as_it_asks(folder: Path):
    checks = run(folder)
    assert told(checks) == ALL
    mismatch = checks[-1].mismatch
    assert mismatch is not None
    assert (mismatch.expected, mismatch.found) == ("expect oil is 9", "oil is 10")
    assert mismatch.place == checks[-1].place.replace(":12:1", ":15:3")
    assert told(run(folder)) == ALL  # from the cache


def test_one_file_and_only_some(folder: Path):
    assert told(run(folder / "tests" / "oil.rules")) == [each for each in ALL if not each[0].startswith("A mission")]
    assert told(run(folder / "10-tower.rules")) == [each for each in ALL if each[0].startswith("A mission")]
    assert told(run(folder, only="PRINTED (no)")) == [("As printed (no)", True)]
    assert told(run(folder, only="10-tower")) == [ALL[0], ALL[1]]
    assert told(run(folder, only="Page 1")) == [ALL[0], ALL[1]]


GONE = """\
house damp "Damp" for tower by "A"
  1 "Never dry"
    remove define dry: yes/no = oil is 0
"""

DRY = """\
example "Not dry" cite "page 2"
  do mission
  expect not dry

example "Less oil"
  do mission
  expect oil is 7
"""


def test_an_example_fails_of_what_an_overlay_takes_away(folder: Path, tmp_path: Path):
    """It is no mistake in the file of tests, and keeps no other example from being run."""
    (folder / "20-dry.rules").write_text("define dry: yes/no = oil is 0\n")
    (folder / "tests" / "oil.rules").write_text(DRY)
    house = tmp_path / "damp.rules"
    house.write_text(GONE)
    assert told(run(folder))[-2:] == [("Not dry", True), ("Less oil", True)]
    for _ in range(2):  # what is kept of the first run does not leave it out of the second
        *others, check = run_tests([str(folder)], Rules(house=[str(house)]))
        assert told(others)[-1] == ("Less oil", True)
        assert (check.title, check.cite) == ("Not dry", "page 2")
        assert check.mismatch is not None
        assert check.mismatch.expected == "expect not dry"
        assert check.mismatch.found.startswith("by these rules there is no")
        assert check.mismatch.place.endswith("oil.rules:3:14")
    assert told([*run_tests([str(folder)], Rules(house=[str(house)]), "less")])[-1] == ("Less oil", True)


def test_a_slip_in_an_example_is_an_error_by_other_rules_too(folder: Path, tmp_path: Path):
    (folder / "tests" / "oil.rules").write_text(DRY.replace("oil is 7", "sett oil"))
    house = tmp_path / "damp.rules"
    house.write_text('house damp "Damp" for tower by "A"\n  1 "A"\n    confirms procedure mission\n')
    with pytest.raises(WrongRules):
        [*run_tests([str(folder)], Rules(house=[str(house)]))]


def test_missions_are_played_and_a_fault_is_told_with_a_way_to_see_it(folder: Path):
    spent = GAME.replace("  add -2 to oil\n", "  if 1d6 is 6\n    add -9 to oil\n  add -2 to oil\n")
    assert spent != GAME
    (folder / "10-tower.rules").write_text(spent)
    checks = [check for check in run_tests([str(folder)], Rules(), missions=12) if check.kind == "mission"]
    faults = [check for check in checks if check.mismatch is not None]

    assert len(checks) == 24
    assert 0 < len(faults) < 24
    for check in faults:
        assert check.mismatch is not None
        assert check.mismatch.place == check.place
        assert check.place.startswith(f"{folder / '10-tower.rules'}:")
        word, *flags, seed = check.title.split()
        assert word == str(folder)
        with start_game(word, Rules(), GameSetup(seed=int(seed)), "auto" if "--auto" in flags else "random") as play:
            outcome = play.view().outcome
            assert outcome is not None
            assert f"rules fault: {outcome.fault}" == check.mismatch.found


def test_the_tests_are_no_part_of_the_game(folder: Path):
    game = load_game_folder(folder)
    assert game is not None
    assert [file.name for file in game.files] == ["10-tower.rules"]
    assert [file.name for file in game.tests] == ["oil.rules"]
    assert [target.name for target in find_targets([str(folder.parent)])] == ["tower"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("state mission\n  fog: 0..3\n", "E065"), ("example\n", "E026"), ('example "A"\n  do fly\n', "N001")],
)
def test_what_is_wrong_in_them_is_told_before_any_is_run(folder: Path, text: str, code: str):
    (folder / "tests" / "wrong.rules").write_text(text)
    with pytest.raises(WrongRules) as caught:
        run(folder)
    assert [finding.code for finding in caught.value.findings] == [code]
    assert not lint(find_targets([str(folder)]), Rules()).has_errors
    found = lint(find_targets([str(folder / "tests" / "wrong.rules")]), Rules()).findings
    assert code in [finding.code for finding in found]


def test_scripts_by_the_same_rules_count_for_mutants_and_coverage(tmp_path):
    game = GAME.split('\nexample "A mission"')[0] + "\nerrata" + GAME.split("\nerrata", 1)[1]
    (tmp_path / "tower").mkdir()
    (tmp_path / "tower" / "10-tower.rules").write_text(game, encoding="utf-8")
    (tmp_path / "tower" / "tide.script").write_text(
        "game tower\nmission 1\noption tide yes\nexpect oil is 6\n", encoding="utf-8"
    )
    rules = Rules(folders=[str(tmp_path)])
    told = [*mutate_games(["tower"], rules, 20)]
    assert any(one.noticed_by is not None and one.noticed_by.endswith("tide.script") for one in told)
    before = measure_games(["tower"], rules).files[0].missed

    (tmp_path / "tower" / "tide.script").write_text(
        "game tower\nmission 1\noption tide yes\nwithout sheet\nexpect oil is 7\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match="has no examples"):
        [*mutate_games(["tower"], rules, 20)]
    assert len(measure_games(["tower"], rules).files[0].missed) > len(before)


def test_a_fault_in_a_line_that_examples_share_is_told_where_it_stands_in_each(tmp_path):
    text = "".join(f'\nexample "{title}"\n  given oil = 10 - spent\n  do mission\n' for title in ("First", "Second"))
    game = GAME.replace("state career\n", "state career\n  spent: 0..20 = 11\n").split('\nexample "A mission"')[0]
    (tmp_path / "tower").mkdir()
    (tmp_path / "tower" / "10-tower.rules").write_text(f"{game}\n{text}", encoding="utf-8")
    checks = run_tests(["tower"], Rules(folders=[str(tmp_path)]))
    told = [check.mismatch.found for check in checks if check.mismatch is not None]
    lines = [number for number, line in enumerate(f"{game}\n{text}".split("\n"), 1) if "10 - spent" in line]
    assert [f":{line}:" in found for line, found in zip(lines, told, strict=True)] == [True, True]


@pytest.fixture(name="doubter")
def fixture_doubter(folder: Path) -> Path:
    """House rules that quote what the errata of the game wrote."""
    (folder / "sheet.script").write_text("game tower\nmission 1\nwithout sheet\nexpect oil is 8\n")
    file = folder.parent / "doubter.rules"
    file.write_text(
        'house doubter "The sheet is wrong" for tower by "A. Keeper"\n'
        '  1 "Even less"\n    in procedure mission\n      was add -3 to oil\n      now add -4 to oil\n'
    )
    return file


def test_what_asks_for_rules_that_house_rules_do_not_fit_is_left_out_with_the_reason(folder: Path, doubter: Path):
    for _ in range(2):  # the second time from the cache
        checks = [*run_tests([str(folder)], Rules(house=[doubter]))]
        assert told([check for check in checks if not check.left_out]) == [
            ("A mission", False),
            ("A mission at high tide", False),
            ("As corrected", False),
        ]
        left_out = [check for check in checks if check.left_out]
        assert [check.title for check in left_out] == ["As printed", "Thrifty", "sheet.script"]
        assert all(check.mismatch is None for check in left_out)
        assert left_out[0].place.endswith("oil.rules:5:1")
        assert left_out[0].left_out.startswith(
            "it asks for the rules without sheet, over which those of the call cannot be laid: "
        )
        assert left_out[0].left_out.endswith(f"({doubter}:4:11)")
        assert "with thrift" in left_out[1].left_out


def test_only_what_house_rules_bring_is_a_reason_to_leave_out(folder: Path, doubter: Path):
    (folder / "tests" / "wrong.rules").write_text('example "A"\n  given without sheet\n  do fly\n')
    with pytest.raises(WrongRules):
        [*run_tests([str(folder)], Rules(house=[doubter]))]
    (folder / "tests" / "wrong.rules").write_text('example "A"\n  given without sheet\n  given variant thrift\n')
    with pytest.raises(WrongRules):
        run(folder)  # the variant quotes the sheet, and the example asks for both


def test_a_failed_fact_tells_what_a_name_of_its_case_stands_for(folder: Path):
    (folder / "tests" / "oil.rules").write_text(
        'example "Oil"\n  given oil = before\n  do mission\n  expect oil is after and oil > 0\n'
        "  | before | after |\n  | 9      | 6     |\n  | 9      | 5     |\n",
        encoding="utf-8",
    )
    told = [check.mismatch for check in run(folder / "tests" / "oil.rules")]
    assert [each and (each.expected, each.found) for each in told] == [
        None,
        ("expect oil is after, where after is 5", "oil is 6"),
    ]


# --- missions that never end


def test_nobody_waits_for_further_missions_where_the_first_two_never_end(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    endless = "  repeat 100000 times\n    repeat 100000 times\n      nothing\n"
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "g.rules").write_text(f'game g "G"\n  sources optional\n\nprocedure mission\n{endless}')

    first, second, rest = run_tests([str(folder)], Rules(), missions=10)
    assert [check.kind for check in (first, second, rest)] == ["mission"] * 3
    assert all(check.mismatch is not None and "too long" in check.mismatch.found for check in (first, second))
    assert rest.mismatch is None
    assert "each of the first 2 goes on for too long" in rest.left_out
