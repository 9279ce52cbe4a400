"""Preferences as an overlay steer the autopilot and no rule: saves go on with them and without, runs by seed differ."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import bombsight
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.runtime.saves.reader import read_save
from bombsight.service.common.container import unpack
from bombsight.service.games.library import load_game_folder
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.lookup.rulings import rules_in_force
from bombsight.service.packages.contents import decode_package
from bombsight.service.packages.packing import make_package
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.programs.compile import compile_game
from bombsight.service.programs.prepare import program_for
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

SLEEPY = """\
preferences sleepy "A sleepy keeper" for lighthouse
  1 "Sleep first"
    add define drowsy: 0..30 = 5 * tired
    add forecast nights_kept in tenths: 0..120 = min(120, 10 * nights + 5)
    in procedure give_orders
      was answer rest prefer tired - 2
      now answer rest prefer drowsy
      was routine when unwarned is 0 and lamp is 3 and tired is 0
      now routine when unwarned is 0
"""


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch) -> None:
    """A user's data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def game(tmp_path) -> Path:
    """A game that can be changed."""
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse"))


@pytest.fixture
def file(tmp_path) -> Path:
    """Preferences in a file of one's own."""
    path = tmp_path / "sleepy.rules"
    path.write_text(SLEEPY)
    return path


def identity(game: Path, rules: Rules) -> tuple[str, str, str, tuple[str, ...]]:
    program = program_for(request_for_game(str(game), rules))
    return program.rules_hash, program.wording_hash, program.digest, program.overlays


def test_they_are_no_part_of_the_identity_of_rules_but_of_the_code(game, file):
    plain, by_file = identity(game, Rules()), identity(game, Rules(house=(file,)))
    shutil.copy(file, game / "learned.rules")
    by_folder, left_out = identity(game, Rules()), identity(game, Rules(without=("sleepy",)))

    assert plain == left_out
    assert (by_file[:2], by_file[3]) == (by_folder[:2], by_folder[3])
    assert plain[:2] == by_file[:2]
    assert plain[2] != by_file[2]
    assert [{*by_file[3]} - {*plain[3]}, {*plain[3]} - {*by_file[3]}] == [{"preferences sleepy"}, set()]


def test_house_rules_come_after_them_and_are_identified_as_if_without(game, file, tmp_path):
    house = tmp_path / "short.rules"
    rule = 'house short "Short of oil" for lighthouse\n  1 "Less"\n    in state night\n'
    house.write_text(
        f"{rule}      remove logged: 0..9 full = 0\n".replace("remove logged: 0..9 full = 0", "add less: 0..9 = 0")
    )
    quoting = tmp_path / "awake.rules"
    edit = "    in procedure give_orders\n      was prefer drowsy\n      now prefer 0\n"
    quoting.write_text(f'house awake "Awake" for lighthouse\n  1 "Never sleeps"\n{edit}')
    alone, together = (identity(game, Rules(house=paths)) for paths in ((house,), (house, file)))

    assert alone[0] == together[0] != identity(game, Rules())[0]
    assert "house awake" in identity(game, Rules(house=(quoting, file)))[3]


def test_the_rules_in_force_name_them(game, file):
    shutil.copy(file, game / "learned.rules")
    named, left_out = (
        rules_in_force(*compile_game(request_for_game(str(game), rules)))
        for rules in (Rules(), Rules(without=("sleepy",)))
    )

    assert [(each.kind, each.name) for each in named.overlays][-1] == ("preferences", "sleepy")
    assert [(each.name, each.title, each.values) for each in named.forecasts] == [
        ("nights_kept", "Nights kept", "0..120 in tenths")
    ]
    assert left_out.forecasts == ()
    assert "preferences sleepy" not in named.idle
    assert "preferences sleepy" in left_out.idle


def test_lint_is_content_with_them_wherever_they_stand(game, file):
    shutil.copy(file, game / "learned.rules")

    for target in (game, game / "learned.rules"):
        assert [each.message for each in bombsight.lint(target).findings] == []
    (game / "learned.rules").unlink()
    assert [each.message for each in bombsight.lint(file, rules=Rules(folders=(game.parent,))).findings] == []


def begun(game: Path, save: Path, rules: Rules) -> None:
    """Begin a season and answer 30 questions as suggested."""
    with start_game(str(game), rules, GameSetup(seed=4, campaign=True, save=save)) as play:
        for _ in range(30):
            question = unwrap(play.view().question)
            play.answer(question.options[question.preferred or 0].name)


def finished(save: Path) -> list[str]:
    """Play a save to its end; what is noted on the way."""
    with resume_game(save, answers="auto") as play:
        assert play.view().outcome is not None
        return list(play.session.notes)


def test_a_save_begun_before_them_goes_on_with_them(game, file, tmp_path):
    begun(game, tmp_path / "a.save", Rules())
    shutil.copy(file, game / "learned.rules")

    with resume_game(tmp_path / "a.save") as play:
        assert "preferences sleepy" in play.session.program.overlays
    assert not [note for note in finished(tmp_path / "a.save") if "changed" in note]


def test_a_save_begun_with_them_goes_on_without(game, file, tmp_path):
    shutil.copy(file, game / "learned.rules")
    begun(game, tmp_path / "a.save", Rules())
    (game / "learned.rules").unlink()

    assert "preferences sleepy" in [overlay.name for overlay in read_save(str(tmp_path / "a.save")).header.overlays]
    with resume_game(tmp_path / "a.save") as play:
        assert "preferences sleepy" not in play.session.program.overlays
    assert not [note for note in finished(tmp_path / "a.save") if "changed" in note]


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_save_begun_with_a_file_of_them_goes_on_though_it_is_gone(game, file, tmp_path, is_gone):
    begun(game, tmp_path / "a.save", Rules(house=(file,)))
    if is_gone:
        file.unlink()

    with resume_game(tmp_path / "a.save") as play:
        assert ("preferences sleepy" in play.session.program.overlays) is not is_gone
    assert not [note for note in finished(tmp_path / "a.save") if "changed" in note]


def test_a_simulation_names_them_and_plays_by_them(game, file):
    plain, sleepy = (
        bombsight.simulate(game, rules, missions=300, seed=1).counted for rules in (Rules(), Rules(house=(file,)))
    )

    assert "preferences sleepy" in sleepy.overlays
    assert plain.rules == sleepy.rules
    assert plain.columns != sleepy.columns


def test_a_package_of_the_game_has_them(game, file):
    shutil.copy(file, game / "learned.rules")
    manifest = game / "00-game.rules"
    manifest.write_text(manifest.read_text().replace("  career season\n", '  career season\n  version "1.0"\n'))
    packed = decode_package(make_package(unwrap(load_game_folder(game))).content, "")

    assert packed.files["learned.rules"].decode() == SLEEPY
    program = json.loads(unpack(packed.game_file, "").parts["program"])
    assert "preferences sleepy" in program["overlays"]


def test_what_else_they_hold_is_a_finding():
    """Each edit that changes a rule is one, and so is a rule that reads a define of theirs."""
    mistakes = {
        "in procedure sound\n      was add 1 to tired\n      now add 2 to tired": ["O021"],
        'add tally oily "Oil" good: 0..20 = min(20, oil)': ["O021"],
        "in define unwarned\n      was base: count(s in ships where not s.warned)\n      now base: count(s in ships)": [
            "P065"
        ],
        "add define worn: 0..9 = tired": ["N014"],
        "confirms procedure sound": [],
    }
    files = [Source(path.name, path.read_text(encoding="utf-8")) for path in sorted(LIGHTHOUSE.glob("*.rules"))]
    for edit, codes in mistakes.items():
        text = f'preferences bad "Bad" for lighthouse\n  1 "Bad"\n    {edit}\n'
        found = compile_rules(Request(base=tuple(files), house=(Source("bad.rules", text),)))
        assert sorted({each.code for each in found.diagnostics}) == codes, edit


def test_the_learned_policy_is_the_autopilot_where_preferences_are_in_force(game, file):
    by_file = Rules(house=(file,))
    learned = bombsight.simulate(game, by_file, missions=50, policy="learned")

    assert learned["ships_lost"] == bombsight.simulate(game, by_file, missions=50)["ships_lost"]
    assert learned["ships_lost"] != bombsight.simulate(game, missions=50)["ships_lost"]
    with bombsight.open(game, by_file, seed=2, answers="learned") as play:
        assert play.view().outcome is not None


def test_the_learned_policy_wants_preferences(game, tmp_path):
    with pytest.raises(bombsight.InputError, match="no preferences are in force") as told:
        bombsight.simulate(game, policy="learned")
    assert "bombsight.learn('lighthouse'" in told.value.hint
    with pytest.raises(bombsight.InputError, match="no preferences are in force"):
        bombsight.open(game, answers="learned", save=tmp_path / "one.save")
    assert not (tmp_path / "one.save").exists()
