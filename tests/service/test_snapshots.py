"""Saves go on by the rules that they were begun by, whatever the installed game says by now."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import time
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.session.replay import ReplayReport, replay
from bombsight.service.common.container import pack, unpack
from bombsight.service.common.user_folders import saves_folder, snapshots_folder
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.programs.loaders import load
from bombsight.service.saves import snapshots
from bombsight.service.saves.migration import migrate_save, preview_migration
from bombsight.service.saves.replay import SaveRun, run_save_or_script
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.snapshots import load_snapshot, prune_snapshots, snapshot_path, texts_of
from bombsight.service.site.gamefile import load_game_file
from tests.examples import LIGHTHOUSE
from tests.narrowing import narrow, unwrap

TABLES = "20-tables.rules"
MOON = {"new_moon": "yes"}


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch) -> Path:
    """A user's data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def game(tmp_path) -> Path:
    """A game that can be changed."""
    return Path(shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse"))


@pytest.fixture
def save(tmp_path, game) -> Path:
    """A season begun by the game as it is, with an option: some nights are over, and one goes on."""
    path = tmp_path / "season.save"
    with start_game(str(game), Rules(options=MOON), GameSetup(seed=4, campaign=True, save=path)) as play:
        for _ in range(30):
            question = play.view().question
            assert question is not None
            play.answer(question.options[question.preferred or 0].name)
    return path


def change(game: Path, was: str, now: str) -> None:
    """Change a text of a game."""
    file = game / TABLES
    text = file.read_text()
    assert was in text
    file.write_text(text.replace(was, now))


def change_rule(game: Path) -> None:
    """Make the sky worse than it was."""
    change(game, "  ..6: clear\n  7..8: rain\n", "  ..3: clear\n  4..8: rain\n")


def fly_on(save: Path) -> str:
    """Play a save to its end; what was noted."""
    with resume_game(save, answers="auto") as play:
        assert play.view().outcome is not None
        return "; ".join(play.session.notes)


def newer(save: Path) -> str:
    """What is noted of a save whose rules are others by now."""
    return (
        "the rules of The Keeper's Night have been changed since: this game goes on by the old ones, in their words. "
        f"What would become of it by the new, before anything is done: bombsight resume {save} --rules new"
    )


def test_a_save_names_its_rules_and_they_are_kept_once(save, tmp_path, game):
    header = read_save(str(save)).header
    kept = load_snapshot(header.snapshot)
    assert kept is not None
    assert [text.path for text in kept.texts.base] == [
        f"lighthouse/{file.name}" for file in sorted(game.glob("*.rules"))
    ]
    start_game(str(game), Rules(), GameSetup(seed=5, save=tmp_path / "other")).close()  # with other options
    assert read_save(str(tmp_path / "other")).header.snapshot == header.snapshot
    files = sorted(file.suffix for file in snapshots_folder().iterdir())
    assert files == [".flat", ".flat", ".game", ".saves"]
    assert {file.stat().st_mode & 0o077 for file in snapshots_folder().iterdir()} == {0}


def test_a_changed_sentence_is_read_and_refuses_nothing(save, game):
    change(game, '"Who comes up"', '"Who is coming"')
    with resume_game(save) as play:
        play.view()
        assert "Who is coming" in repr([*play.events()])
        assert play.session.notes == []


@pytest.mark.parametrize("hidden", [True, False])
def test_a_changed_rule_is_not_played_by(save, game, hidden, monkeypatch):
    """Neither with the program that was kept, nor where another version has to make it anew of the texts."""
    before = read_save(str(save))
    if not hidden:
        monkeypatch.setattr(snapshots, "code_digest", lambda: "another version")
    change_rule(game)
    assert fly_on(save) == newer(save)
    after = read_save(str(save))
    assert after.header == before.header
    assert after.records[: len(before.records)] == before.records
    assert after.end is not None
    again = run_save_or_script(save, Rules())
    assert isinstance(again, SaveRun)
    assert again.report.same


def test_a_game_that_is_gone_is_played_on(save, game):
    shutil.rmtree(game)
    assert (
        fly_on(save) == f"its game, lighthouse, is not in {game}: this game goes on by the rules that were kept of it"
    )
    assert fly_on(save) == ""  # of one that is over nobody need know


def test_a_game_with_errors_is_played_on(save, game):
    change(game, "roll 2d6", "roll 2d6 and more")
    found = fly_on(save)
    assert found.startswith("the rules that are there cannot be used (")
    assert "20-tables.rules:5:" in found


def test_house_rules_that_are_gone_are_played_on(tmp_path, game):
    house = tmp_path / "bright.rules"
    house.write_text(
        'house bright "Bright" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +2 bright\n'
    )
    path = tmp_path / "night.save"
    start_game(str(game), Rules(house=(house,)), GameSetup(seed=3, save=path)).close()
    house.unlink()
    assert "cannot be read" in fly_on(path)
    assert read_save(str(path)).header.overlays[-1].file == str(house)


def test_pins_are_kept_with_it(tmp_path, game):
    path = tmp_path / "night.save"
    from bombsight.service.programs.pins import parse_pin

    start_game(str(game), Rules(), GameSetup(seed=3, save=path, pins=(parse_pin("lamp=3"),))).close()
    change_rule(game)
    assert fly_on(path) == newer(path)
    for file in snapshots_folder().glob("*.flat"):
        file.unlink()
    rules = rules_of_save(read_save(str(path)).header, str(path))
    assert replay(rules.program, read_save(str(path)), str(path), load=load).same


def test_without_a_snapshot_one_is_told_what_to_do(save, game):
    shutil.rmtree(snapshots_folder())
    change_rule(game)
    with pytest.raises(InputError, match="have been changed since") as caught:
        resume_game(save)
    assert "resume(SAVE, snapshot=FILE)" in caught.value.hint
    assert "prospect(SAVE)" in caught.value.hint


def test_a_game_file_brings_the_rules(save, game, tmp_path):
    """The file by which a page plays is as good as what was kept."""
    file = tmp_path / "old.game"
    file.write_bytes(load_game_file(request_for_game(str(game), Rules())).content)
    shutil.rmtree(snapshots_folder())
    change_rule(game)
    with resume_game(save, snapshot=file) as play:
        assert play.view().question is not None
    assert fly_on(save) == newer(save)  # what was brought once is kept
    file.write_bytes(load_game_file(request_for_game(str(game), Rules())).content)
    with pytest.raises(InputError, match=r"old\.game holds other rules than it is played by"):
        resume_game(save, snapshot=file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no game file"),
        (b"\x1f\x8bnothing", "no game file"),
        (pack({}, {}), "does not hold the texts"),
        (pack({}, {"sources": b"{}"}), "not whole"),
        (pack({}, {"sources": b'{"base":[{"path":1,"text":""}],"house":[],"without":[],"variants":[]}'}), "not whole"),
        (pack({}, {"sources": b"[" * 100_000}), "not whole"),
        (pack({}, {"sources": b"x" * 9})[:-9], "not whole"),
    ],
)
def test_what_is_no_such_file_is_refused(save, tmp_path, content, message):
    file = tmp_path / "old.game"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message):
        resume_game(save, snapshot=file)


def test_a_snapshot_that_was_changed_is_none(save):
    digest = read_save(str(save)).header.snapshot
    file = snapshot_path(digest)
    container = unpack(file.read_bytes(), str(file))
    file.write_bytes(pack(container.head, {"sources": container.parts["sources"].replace(b"fog", b"hail")}))
    assert load_snapshot(digest) is None
    for word in ("", "x" * 64, f"../{digest[3:]}"):
        assert load_snapshot(word) is None


def test_a_snapshot_of_the_version_before_dice_were_told_otherwise_is_read(save):
    digest = read_save(str(save)).header.snapshot
    file = snapshot_path(digest)
    whole = gzip.decompress(file.read_bytes())
    assert whole.startswith(b'{"bombsight_game":3,')
    file.write_bytes(gzip.compress(whole.replace(b":3,", b":2,", 1)))
    assert load_snapshot(digest) is not None
    file.write_bytes(gzip.compress(whole.replace(b":3,", b":1,", 1)))
    assert load_snapshot(digest) is None


def test_what_this_version_cannot_compile_names_the_one_that_can(save, game):
    """A language that has changed under a snapshot: it is said who plays it."""
    header = read_save(str(save)).header
    shutil.rmtree(snapshots_folder())
    change(game, "roll 2d6", "roll 2d6 twice over")
    texts = texts_of(request_for_game(str(game), Rules()))
    data = save.read_bytes().replace(header.snapshot.encode(), texts.digest.encode())
    save.write_bytes(data)
    snapshots_folder().mkdir(parents=True)
    part = {"sources": snapshots.encode_sources(texts)}
    snapshot_path(texts.digest).write_bytes(pack({"snapshot": texts.digest, "version": "0.0.9"}, part))
    with pytest.raises(InputError, match="cannot be compiled") as caught:
        resume_game(save)
    assert caught.value.hint.startswith("Bombsight 0.0.9 plays it.")


# --- saves of before


def test_a_save_of_the_first_stories_is_known_by_its_wording(save, game):
    """Such saves name no snapshot, and know their rules by all that they say."""
    with resume_game(save) as play:
        program = play.session.program
    head, *lines = save.read_text().splitlines(keepends=True)
    header = json.loads(head)
    del header["snapshot"]
    header |= {"journal": 1, "rules": program.wording_hash}
    bare = [
        json.dumps({name: value for name, value in json.loads(line).items() if name != "j"}) + "\n" for line in lines
    ]
    save.write_text("".join([json.dumps(header) + "\n", *bare]))
    with resume_game(save) as play:
        play.answer(unwrap(play.view().question).options[0].name)
    assert '"j":' in save.read_text()
    assert narrow(ReplayReport, run_save_or_script(save, Rules()).report).same
    change(game, '"Who comes up"', '"Who is coming"')
    with pytest.raises(InputError, match="have been changed since"):
        resume_game(save)


# --- going over


def test_what_holds_is_told_before_anything_is_done(save, game):
    change_rule(game)
    before = save.read_bytes()
    found = preview_migration(save)
    assert save.read_bytes() == before
    assert found.is_needed
    assert found.changes == ("table Weather is changed",)
    assert migrate_save(save) == found
    saved = read_save(str(save))
    assert len(saved.records) == found.holds.kept
    assert saved.header.snapshot != json.loads(before.splitlines()[0])["snapshot"]
    change(game, "..3: clear\n  4..8", "..2: clear\n  3..8")
    assert fly_on(save) == newer(save)  # the rules that it went over to are kept in their turn


def test_what_can_be_answered_so_may_yet_come_to_something_else(save, game):
    """All answers fit, and the story is another: it is said from which answer on."""
    change(game, "  9..10: fog\n  11..: gale\n", "  9..: gale\n")
    found = preview_migration(save).holds
    story = next(at for at, record in enumerate(read_save(str(save)).records) if getattr(record, "story", ""))
    assert found.differs_at or not found.is_whole
    change(game, "  9..: gale\n", "  9..10: fog\n  11..: gale\n")
    assert preview_migration(save).holds.differs_at == ""
    lines = save.read_bytes().splitlines(keepends=True)
    lines[1 + story] = lines[1 + story].replace(b'"j":"', b'"j":"0')
    save.write_bytes(b"".join(lines))
    assert preview_migration(save).holds.differs_at.startswith("answer 1 (")


def test_what_is_taken_back_is_copied_before(save, game):
    change(game, "  roll 2d6\n  +1 worse", "  roll 3d6\n  +1 worse")
    before = save.read_bytes()
    found = migrate_save(save)
    assert (found.holds.kept, found.holds.answers_kept) == (0, 0)
    assert found.copy == str(save.with_name("season.before.save"))
    assert Path(found.copy).read_bytes() == before
    with resume_game(Path(found.copy)) as play:
        assert len(play.session.records) > 0
    digest = read_save(found.copy).header.snapshot
    make_older(digest, hours=1000 * 24)
    save.unlink()
    prune_snapshots()
    assert load_snapshot(digest) is not None


def test_another_game_is_refused_before_anything_is_written(save, game):
    manifest = game / "00-game.rules"
    manifest.write_text(manifest.read_text().replace("game lighthouse", "game tower"))
    errata = game / "90-errata.rules"
    errata.write_text(errata.read_text().replace("for lighthouse", "for tower"))
    before = save.read_bytes()
    with pytest.raises(InputError, match=r"not of The Keeper's Night \(tower\)"):
        migrate_save(save)
    assert save.read_bytes() == before
    assert "goes on by the rules that were kept" in fly_on(save)


def test_house_rules_that_are_gone_can_be_left_out(tmp_path, game):
    text = 'house {0} "{0}" for lighthouse\n  1 "A lamp"\n    in table {1}\n      add +2 {0}\n'
    houses = [tmp_path / "bright.rules", tmp_path / "tall.rules"]
    for house, table in zip(houses, ("Reef", "Weather"), strict=True):
        house.write_text(text.format(house.stem, table))
    path = tmp_path / "night.save"
    start_game(str(game), Rules(house=tuple(houses)), GameSetup(seed=3, save=path)).close()
    houses[1].unlink()
    found = preview_migration(path)
    assert found.changes[0] == "house tall was in force and is not"
    assert preview_migration(path, house=(houses[0],)).changes == found.changes
    migrate_save(path)
    assert [overlay.name for overlay in read_save(str(path)).header.overlays][-1] == "house bright"


def test_where_nothing_differs_nothing_is_done(save):
    before = save.read_bytes()
    assert not migrate_save(save).is_needed
    assert save.read_bytes() == before


def test_a_save_that_was_edited_goes_on_with_what_holds(save):
    lines = save.read_bytes().splitlines(keepends=True)
    at = next(index for index, line in enumerate(lines) if b'"a":' in line and index > 20)
    lines[at] = b'{"a":"nothing_such","at":"choice:nowhere"}\n'
    save.write_bytes(b"".join(lines))
    with resume_game(save) as play, pytest.raises(InputError, match="does not fit") as caught:
        play.view()
    assert "prospect(" in caught.value.hint
    found = migrate_save(save)
    assert (found.changes, found.is_needed, found.holds.kept) == ((), True, at - 1)
    with resume_game(save) as play:
        assert play.view().question is not None


# --- pruning


@pytest.fixture
def old(game) -> str:
    """The snapshot of a save in the user's folder, made some hours ago."""
    saves_folder().mkdir(parents=True)
    path = saves_folder() / "night.save"
    start_game(str(game), Rules(), GameSetup(seed=3, save=path)).close()
    digest = read_save(str(path)).header.snapshot
    make_older(digest, hours=2)
    return digest


def make_older(digest: str, hours: int) -> None:
    """Let a snapshot be unused for so long."""
    then = time.time() - hours * 3600
    os.utime(snapshot_path(digest), (then, then))


def test_a_snapshot_stays_while_a_save_names_it(old):
    prune_snapshots()
    assert load_snapshot(old) is not None


def test_it_goes_with_the_last_of_them(old):
    (saves_folder() / "night.save").unlink()
    prune_snapshots()
    assert [*snapshots_folder().iterdir()] == []


def test_a_new_one_waits_for_its_save(old):
    (saves_folder() / "night.save").unlink()
    make_older(old, hours=0)
    prune_snapshots()
    assert load_snapshot(old) is not None


def test_saves_elsewhere_hold_it_and_may_have_been_moved(save):
    digest = read_save(str(save)).header.snapshot
    make_older(digest, hours=1000 * 24)
    prune_snapshots()
    assert load_snapshot(digest) is not None
    save.rename(save.with_name("moved.save"))
    make_older(digest, hours=300 * 24)
    prune_snapshots()
    assert load_snapshot(digest) is not None
    make_older(digest, hours=400 * 24)
    prune_snapshots()
    assert load_snapshot(digest) is None


@pytest.mark.skipif(os.name == "nt", reason="there names are words")
@pytest.mark.parametrize("name", ["a\nb.save", os.fsdecode(b"\xff.save"), "it's süß.save"])
def test_a_save_of_any_name_holds_it(game, tmp_path, name):
    path = tmp_path / name
    start_game(str(game), Rules(), GameSetup(seed=3, save=path)).close()
    digest = read_save(str(path)).header.snapshot
    make_older(digest, hours=1000 * 24)
    prune_snapshots()
    assert load_snapshot(digest) is not None


def test_a_save_that_went_over_holds_both(save, game):
    old = read_save(str(save)).header.snapshot
    change_rule(game)
    migrate_save(save)
    new = read_save(str(save)).header.snapshot
    for digest in (old, new):
        make_older(digest, hours=1000 * 24)
    prune_snapshots()
    assert all(snapshot_path(digest).exists() for digest in (old, new))
