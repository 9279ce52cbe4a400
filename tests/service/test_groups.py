"""Campaigns of many: what is fixed for all, records of games, and what an umpire finds out about them."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import read_save
from bombsight.service.common.failure import WrongRules
from bombsight.service.group.group_file import GROUP_FILE, read_group
from bombsight.service.group.page import PAGE_MARK, render_page
from bombsight.service.group.results import PlayerResult, read_result, render_result, result_of_save
from bombsight.service.group.rows import write_rows
from bombsight.service.group.umpire import umpire_folder
from bombsight.service.play.start import start_game
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")

GROUP = f"""\
title = "Four nights"
game = "{LIGHTHOUSE}"
mission = 2
seed = 7
players = ["Aud", "Brand", "Cora", "Dag"]
own_dice = ["Dag"]

[options]
oil_ration = 12

[pins]
Weather = 7
"""


def folder_with(tmp_path: Path, text: str = GROUP) -> Path:
    (tmp_path / GROUP_FILE).write_text(text, encoding="utf-8")
    return tmp_path


def played(folder: Path, player: str, answers="auto", **otherwise) -> PlayerResult:
    """A player's record, of a game that is as the group has it, but for what is given."""
    group = evolve(read_group(folder / GROUP_FILE), **otherwise.pop("fixed", {}))
    save = folder / f"{player}.save"
    save.unlink(missing_ok=True)
    opening = evolve(group.make_game_setup(player), save=save, **otherwise)
    with start_game(group.game, group.make_rules(), opening, answers) as play:
        while play.view().outcome is None:
            play.throw([3] * unwrap(play.view().throw).dice.count)
    return result_of_save(save, player)


def put(folder: Path, told: PlayerResult, name: str = "") -> None:
    (folder / f"{name or told.player}.json").write_text(render_result(told.with_digest()), encoding="utf-8")


@pytest.fixture(name="whole", scope="module")
def fixture_whole(tmp_path_factory) -> Path:
    folder = folder_with(tmp_path_factory.mktemp("group"))
    for player in ("Aud", "Brand", "Cora", "Dag"):
        put(folder, played(folder, player))
    return folder


@pytest.fixture(name="folder")
def fixture_folder(whole: Path, tmp_path: Path) -> Path:
    for path in [whole / GROUP_FILE, *whole.glob("*.json")]:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def reason(folder: Path, name: str) -> str:
    """Why a record does not count."""
    (refused,) = [each for each in umpire_folder(folder).refused if each.file == f"{name}.json"]
    assert refused.message[0].islower() or refused.player
    return refused.reason


# --- what counts


def test_all_that_is_as_it_says_counts(whole):
    told = umpire_folder(whole)

    assert [each.player for each in told.players] == ["Aud", "Brand", "Cora", "Dag"]
    assert [each.dice for each in told.players] == ["seeded", "seeded", "seeded", "own"]
    assert (told.refused, told.missing) == ((), ())
    assert sum(each.count for each in told.results) == 4
    for at, each in enumerate(told.sums):
        numbers = [player.tallies[at].number for player in told.players]
        assert (each.total, each.lowest, each.highest) == (sum(numbers), min(numbers), max(numbers))


def test_players_are_ranked_in_a_league_table(whole):
    told = umpire_folder(whole)

    assert {place.player for place in told.league} == {each.player for each in told.players}
    ranks = [place.rank for place in told.league]
    assert ranks[0] == 1
    assert ranks == sorted(ranks)
    text = render_page(told)
    assert "The league table" in text
    assert '<th scope="col"></th>' not in text


def test_processes_make_no_difference(whole, monkeypatch):
    monkeypatch.setattr("bombsight.service.group.umpire.MAX_RECORDS_IN_PROCESS", 1)

    assert umpire_folder(whole, jobs=2) == umpire_folder(whole)


def test_each_player_has_dice_of_his_own(whole):
    group = read_group(whole / GROUP_FILE)

    assert len({group.seed_of(player) for player in group.players}) == 4
    assert evolve(group, players=(*group.players, "Erna")).seed_of("Dag") == group.seed_of("Dag")
    with pytest.raises(InputError, match="no player Doug"):
        group.seed_of("Doug")


def test_a_record_says_nothing_of_the_machine_and_is_small(whole):
    told = read_result(whole / "Aud.json")
    lines = zlib.decompress(b64decode(told.save)).decode()

    assert LIGHTHOUSE not in lines
    assert '"folder"' not in lines
    assert (whole / "Aud.json").stat().st_size < 6_000


def test_it_is_written_as_a_page_and_as_rows(whole, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow: python -m pip install '.[dev]'")
    told = umpire_folder(whole)
    named = [(*each.tallies, evolve(each.tallies[0], name="result")) for each in told.players]  # as a column of our own
    told = evolve(
        told, players=tuple(evolve(each, tallies=found) for each, found in zip(told.players, named, strict=True))
    )
    text = render_page(told)
    assert text.startswith(PAGE_MARK)
    assert all(f">{each.player}<" in text for each in told.players)

    write_rows(tmp_path / "group.parquet", told)
    table = parquet.read_table(tmp_path / "group.parquet")
    assert table.column("player").to_pylist() == ["Aud", "Brand", "Cora", "Dag"]
    assert table.column("result").to_pylist() == [each.result for each in told.players]
    assert table.column("result_tally").to_pylist() == [each.tallies[-1].number for each in told.players]
    for each in told.sums:
        assert sum(table.column(each.name).to_pylist()) == each.total


# --- what does not


def test_who_sent_nothing_is_missing(folder):
    (folder / "Cora.json").unlink()

    assert umpire_folder(folder).missing == ("Cora",)


def repacked(told: PlayerResult, was: str, now: str, count: int = 1) -> PlayerResult:
    """A record whose save was changed."""
    text = zlib.decompress(b64decode(told.save)).decode()
    assert was in text
    return evolve(told, save=b64encode(zlib.compress(text.replace(was, now, count).encode())).decode())


def test_dice_that_are_not_those_of_the_seed_are_found_out(folder):
    """They were thrown by hand, and all happened so: only the dice are not his."""
    told = repacked(played(folder, "Aud", dice="manual"), '"dice":"manual"', '"dice":"seeded"')
    put(folder, evolve(told, dice="seeded"))

    assert reason(folder, "Aud") == "other dice"


def test_laid_dice_where_nothing_is_pinned_are_found_out(folder):
    told = repacked(played(folder, "Aud", dice="manual"), '"dice":"manual"', '"dice":"seeded"')
    put(folder, repacked(evolve(told, dice="seeded"), '"at":"Traffic"}', '"at":"Traffic","by":"pin"}', 9))

    assert reason(folder, "Aud") == "other dice"


def test_a_face_that_was_changed_makes_another_story(folder):
    told = read_result(folder / "Aud.json")
    text = zlib.decompress(b64decode(told.save)).decode()
    line = next(line for line in text.splitlines() if line.startswith('{"d":[') and '"Weather"' not in line)
    face = int(line[6])
    put(folder, repacked(told, line, line.replace(f"[{face}", f"[{7 - face}", 1)))

    assert reason(folder, "Aud") == "other story"


def test_dice_that_begin_anew_by_a_seed_of_the_players_own_are_found_out(folder):
    told = read_result(folder / "Aud.json")
    text = zlib.decompress(b64decode(told.save)).decode()
    line = next(line for line in text.splitlines() if line.startswith('{"a":'))
    put(folder, repacked(told, line, line[:-1] + ',"seed":7}'))

    assert reason(folder, "Aud") == "other dice"


def test_a_story_that_did_not_happen_is_found_out(folder):
    told = read_result(folder / "Aud.json")
    text = zlib.decompress(b64decode(told.save)).decode()
    story = json.loads(text.splitlines()[-1])["end"]["journal"]
    put(folder, repacked(told, story, "0" * 64))

    assert reason(folder, "Aud") == "other story"


def test_a_story_that_is_not_told_is_no_way_out(folder):
    """A save of another version of the journal says nothing that this one could compare."""
    told = read_result(folder / "Aud.json")
    put(folder, repacked(told, '"journal":2', '"journal":0'))

    assert reason(folder, "Aud") == "other story"


def test_a_better_outcome_than_it_had_is_found_out(folder):
    told = read_result(folder / "Aud.json")
    first, *others = told.tallies
    put(folder, evolve(told, tallies=(evolve(first, number=first.number + 1), *others)))
    assert reason(folder, "Aud") == "other outcome"

    put(folder, evolve(told, result="all_safe" if told.result != "all_safe" else "dark"))
    assert reason(folder, "Aud") == "other outcome"


def test_words_are_those_of_the_rules_whatever_a_record_says(folder):
    told = read_result(folder / "Aud.json")
    put(folder, evolve(told, outcome="Best of all"))

    assert umpire_folder(folder).players[0].outcome == told.outcome


@pytest.mark.parametrize(
    ("why", "otherwise"),
    [
        ("other dice", {"seed": 12345}),
        ("other dice", {"dice": "manual"}),
        ("other pins", {"pins": ()}),
        ("other rules", {"mission": 3}),
        ("other rules", {"fixed": {"options": {"oil_ration": "20"}}}),
    ],
)
def test_what_was_played_otherwise_than_it_is_fixed_is_refused(folder, why, otherwise):
    put(folder, played(folder, "Brand", **otherwise))

    assert reason(folder, "Brand") == why


def test_nobody_counts_twice(folder):
    told = read_result(folder / "Dag.json")
    put(folder, told, "Zeus")
    assert reason(folder, "Zeus") == "same record"
    assert umpire_folder(folder).missing == ()

    put(folder, evolve(told, player="Hera"), "Zeus")
    assert reason(folder, "Zeus") == "other player"


def test_two_games_of_one_player_both_do_not_count(folder):
    put(folder, played(folder, "Dag", "random"), "Dag-2")

    found = {each.file: each.reason for each in umpire_folder(folder).refused}
    assert found == {"Dag.json": "same player", "Dag-2.json": "same player"}
    assert umpire_folder(folder).missing == ("Dag",)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"document":"result","version":2}',
        b"null",
    ],
    ids=["empty", "no-text", "deep", "nothing", "headless", "null"],
)
def test_what_cannot_be_read_is_told(folder, data):
    (folder / "Aud.json").write_bytes(data)

    assert reason(folder, "Aud") == "unreadable"


@pytest.mark.parametrize("change", [{"save": "AAAA"}, {"save": ""}, {"save": "no base 64"}, {"digest": "0"}])
def test_what_is_damaged_is_told(folder, change):
    told = evolve(read_result(folder / "Aud.json"), **change)
    (folder / "Aud.json").write_text(
        render_result(told if "digest" in change else told.with_digest()), encoding="utf-8"
    )

    assert reason(folder, "Aud") == "unreadable"


def test_a_game_that_goes_on_has_no_record(folder):
    group = read_group(folder / GROUP_FILE)
    save = folder / "left.save"
    with start_game(group.game, group.make_rules(), group.make_game_setup("Aud", save)) as play:
        play.view()
    with pytest.raises(InputError, match="this game goes on"):
        result_of_save(save, "Aud")

    told, saved = read_result(folder / "Aud.json"), read_save(str(folder / "left.save"))
    (folder / "Aud.save").write_bytes((folder / "left.save").read_bytes())
    assert saved.end is None
    lines = zlib.decompress(b64decode(told.save)).decode().splitlines()[:-1]
    put(folder, evolve(told, save=b64encode(zlib.compress("\n".join([*lines, ""]).encode())).decode()))
    assert reason(folder, "Aud") == "unfinished"


# --- the file of a group


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title =", "no TOML"),
        (GROUP.replace("seed = 7\n", ""), "does not say seed"),
        (GROUP.replace("mission = 2", "misson = 2"), "has no misson"),
        (GROUP.replace("mission = 2", 'mission = "2"'), "mission is a number"),
        (GROUP.replace('"Brand"', "5"), "players is a list of texts"),
        (GROUP.replace('"Brand"', '"Aud"'), "Aud plays twice"),
        (GROUP.replace('own_dice = ["Dag"]', 'own_dice = ["Doug"]'), "Doug, who does not play"),
        (GROUP.replace("seed = 7", "seed = -7"), "-7 is no seed"),
        (GROUP.replace("Weather = 7", "Weather = 13"), "Weather=13"),
        (GROUP.replace("Weather = 7", "Weather = [7]"), "pins is a section"),
        (GROUP.replace("oil_ration = 12", "oil = 12"), "oil"),
    ],
)
def test_what_a_group_cannot_say_is_told(tmp_path, text, message):
    with pytest.raises((InputError, WrongRules), match=message):
        umpire_folder(folder_with(tmp_path, text))
