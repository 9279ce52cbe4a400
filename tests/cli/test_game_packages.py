"""A game goes from hand to hand as one file: packed, added, replaced, removed; its saves go on."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from bombsight.boundary.zips import pack_zip
from bombsight.service.common.container import pack, unpack


@pytest.fixture
def begun(shell):
    """A shell in whose folder a game was begun."""
    assert shell.call("new", "mygame").exit_code == 0
    return shell


@pytest.fixture
def packed(begun):
    """A shell in whose folder a package lies, and no game."""
    assert begun.call("pack", "mygame").exit_code == 0
    (begun.folder / "mygame").rename(begun.folder / "workshop")
    return begun


@pytest.fixture
def added(packed):
    """A shell to whose user's games one was added."""
    assert packed.call("add", "mygame-1.0.bombsight").exit_code == 0
    return packed


def contents(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def change(folder: Path, old: str, new: str) -> None:
    for path in folder.glob("*.rules"):
        text = path.read_text(encoding="utf-8")
        if old in text:
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
            return
    raise AssertionError(old)


def pack_newer(shell, version: str = "1.1") -> Path:
    """Pack another version of the game, in which the cook sees more."""
    change(shell.folder / "workshop", 'version "1.0"', f'version "{version}"')
    change(shell.folder / "workshop", '  quarter "Quarters of an hour": 0..8', '  quarter "Quarters of an hour": 0..9')
    result = shell.call("pack", shell.folder / "workshop")
    assert result.exit_code == 0, result.stderr
    return shell.folder / f"mygame-{version}.bombsight"


# --- packing


def test_a_package_holds_the_rules_and_the_game_that_a_page_plays(begun):
    tests = begun.folder / "mygame" / "tests"
    tests.mkdir()
    (tests / "10-more.rules").write_bytes(b"# More examples.\r\n")
    (begun.folder / "mygame" / "LICENSE").write_text("Do as you like.\n")
    (begun.folder / "mygame" / "notes.odt").write_text("what I thought of")
    result = begun.call("pack", "mygame", "-o", "p.bombsight")
    assert result.exit_code == 0, result.stderr
    found = contents(begun.folder / "p.bombsight")
    head = json.loads(found["bombsight.json"])
    assert (head["game"], head["game_version"], head["licence"]) == ("mygame", "1.0", "all rights reserved")
    assert found["rules/tests/10-more.rules"] == b"# More examples.\n"
    assert found["rules/LICENSE"] == b"Do as you like.\n"
    assert unpack(found["mygame.game"], "").head["snapshot"] == head["snapshot"]
    assert "Not in it: notes.odt." in result.stdout
    assert not [name for name in found if "notes" in name]


def test_transcriptions_that_are_texts_are_packed_with_the_tests(begun):
    kept = begun.folder / "mygame" / "tests" / "compare"
    kept.mkdir(parents=True)
    for name in ("K-1.csv", "words.toml", "scan.xlsx", "more.toml"):
        (kept / name).write_text("x\n")
    result = begun.call("pack", "mygame", "-o", "p.bombsight")
    found = [name for name in contents(begun.folder / "p.bombsight") if "compare" in name]
    assert found == ["rules/tests/compare/K-1.csv", "rules/tests/compare/words.toml"]
    assert "Not in it: tests/compare/more.toml and tests/compare/scan.xlsx." in result.stdout


def test_packed_again_it_is_the_same_file_elsewhere_and_with_other_line_ends(begun):
    begun.call("pack", "mygame", "-o", "a.bombsight")
    other = begun.folder / "other" / "place"
    (begun.folder / "mygame").rename(other.parent.with_name("moved"))
    moved = begun.folder / "moved"
    for path in moved.glob("*.rules"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        path.touch()
    assert begun.call("pack", moved, "-o", "b.bombsight").exit_code == 0
    assert (begun.folder / "a.bombsight").read_bytes() == (begun.folder / "b.bombsight").read_bytes()


def test_errors_of_lint_refuse_to_be_packed(begun):
    change(begun.folder / "mygame", "full = 0", "full = 9")
    result = begun.call("pack", "mygame")
    assert result.exit_code == 1
    assert "error[V" in result.stderr
    assert not list(begun.folder.glob("*.bombsight"))


def test_a_game_without_a_version_is_told_to_say_one(begun):
    change(begun.folder / "mygame", '  version "1.0"\n', "")
    result = begun.call("pack", "mygame")
    assert result.exit_code == 2
    assert "the game has no version" in result.stderr
    assert 'version "1.0"' in result.stderr


def test_a_game_without_a_licence_is_packed_and_says_so(begun):
    change(begun.folder / "mygame", '  licence "all rights reserved"', "")
    result = begun.call("pack", "mygame")
    assert result.exit_code == 0
    assert "advice[N072]" in result.stderr
    assert "no licence" in result.stdout


def test_no_other_file_is_written_over(begun):
    target = begun.folder / "mygame-1.0.bombsight"
    target.write_text("mine")
    assert begun.call("pack", "mygame").exit_code == 2
    assert target.read_text() == "mine"
    assert begun.call("pack", "mygame", "--force").exit_code == 0
    assert begun.call("pack", "mygame").exit_code == 0


# --- adding


def test_an_added_game_is_found_by_its_id_by_every_command(added):
    for call in (
        ("games",),
        ("rules", "mygame"),
        ("lint", "mygame"),
        ("test", "mygame"),
        ("play", "mygame", "--auto", "--seed", "1", "--save", "a.save"),
        ("replay", "a.save"),
        ("report", "a.save"),
        ("link", "a.save"),
        ("simulate", "mygame", "--missions", "10"),
        ("compile", "mygame", "--site", "-o", "m.game"),
    ):
        result = added.call(*call)
        assert result.exit_code == 0, (call, result.stderr)
    assert "1.0, all rights reserved, added" in added.call("games").stdout
    assert "version 1.0, all rights reserved" in added.call("rules", "mygame").stdout
    assert "Played by the rules mygame 1.0 " in added.call("report", "a.save").stdout
    listed = {game["id"]: game for game in json.loads(added.call("games", "--json").stdout)["games"]}
    assert (listed["mygame"]["origin"], listed["lighthouse"]["origin"]) == ("added", "folder")


def test_its_saves_name_no_folder_so_that_they_go_on_on_another_machine(added):
    added.call("play", "mygame", "--auto", "--seed", "1", "--save", "a.save")
    assert json.loads((added.folder / "a.save").read_text().partition("\n")[0]).get("folder") is None


def test_a_folder_that_its_author_works_on_goes_before_the_package(added):
    (added.folder / "workshop").rename(added.folder / "mygame")
    change(added.folder / "mygame", "The Cat and the Cream", "The Cat at Work")
    assert "The Cat at Work" in added.call("rules", "mygame").stdout
    assert added.call("lint", "mygame").stdout == "mygame: no findings\n"
    added.call("pack", "mygame", "-o", "w.bombsight")
    assert json.loads(contents(added.folder / "w.bombsight")["bombsight.json"])["title"] == "The Cat at Work"


def test_a_shipped_id_and_one_that_is_there_are_refused(added, monkeypatch):
    again = added.call("add", "mygame-1.0.bombsight")
    assert again.exit_code == 2
    assert "there is a game mygame already, added in version 1.0" in again.stderr
    assert (
        "version 1.0 of mygame is there, and this is 1.0"
        in added.call("add", "mygame-1.0.bombsight", "--replace").stderr
    )
    added.call("remove", "mygame")
    monkeypatch.setattr("bombsight.service.games.library.BUILT_IN", added.folder)
    monkeypatch.setattr("bombsight.service.games.game_origins.BUILT_IN", added.folder)
    shipped = added.call("add", "mygame-1.0.bombsight")
    assert shipped.exit_code == 2
    assert "it came with Bombsight" in shipped.stderr
    assert not (added.data / "bombsight" / "games" / "mygame").exists()


def test_a_newer_version_replaces_and_saves_go_on_by_the_older(added):
    played = added.call("play", "mygame", "--seed", "5", "--save", "a.save", input="\n")
    assert played.exit_code == 0, played.stderr
    linked = added.call("link", "a.save").stdout.strip().splitlines()[-1]
    result = added.call("add", pack_newer(added), "--replace")
    assert result.exit_code == 0, result.stderr
    assert "in the place of 1.0, by which its saves go on" in result.stdout
    assert "version 1.1" in added.call("rules", "mygame").stdout
    resumed = added.call("resume", "a.save", "--auto")
    assert resumed.exit_code == 0, resumed.stderr
    assert "goes on by the old ones" in resumed.stdout + resumed.stderr
    for snapshot in (added.data / "bombsight" / "rules").iterdir():
        snapshot.unlink()
    assert added.call("replay", linked.strip()).exit_code == 0  # by the package of the older version, which was kept
    assert added.call("replay", "a.save").exit_code == 0


def test_no_older_version_replaces_a_newer_one(added):
    pack_newer(added)
    added.call("add", "mygame-1.1.bombsight", "--replace")
    result = added.call("add", "mygame-1.0.bombsight", "--replace")
    assert result.exit_code == 2
    assert "version 1.1 of mygame is there, and this is 1.0" in result.stderr


def test_a_removed_game_is_gone_and_its_saves_go_on(added):
    added.call("play", "mygame", "--seed", "5", "--save", "a.save", input="\n")
    assert added.call("remove", "mygame").exit_code == 0
    assert added.call("play", "mygame").exit_code == 2
    assert added.call("resume", "a.save", "--auto").exit_code == 0
    assert not list((added.data / "bombsight" / "packages").iterdir())


def test_only_added_games_are_removed(added):
    assert "lighthouse is a folder of yours" in added.call("remove", "lighthouse").stderr
    assert (added.folder / "games" / "lighthouse").exists()
    missing = added.call("remove", "mygam")
    assert missing.exit_code == 2
    assert "Did you mean mygame?" in missing.stderr


def test_a_package_that_was_not_added_says_how(packed):
    result = packed.call("play", "mygame-1.0.bombsight")
    assert result.exit_code == 2
    assert "bombsight add mygame-1.0.bombsight" in result.stderr


def test_a_save_goes_on_by_a_package_that_is_named(packed):
    packed.call("play", "workshop", "--seed", "5", "--save", "a.save", input="\n")
    for folder in (packed.folder / "workshop", packed.data / "bombsight" / "rules"):
        for file in folder.iterdir():
            file.unlink()
    assert packed.call("resume", "a.save", "--auto").exit_code == 2
    result = packed.call("resume", "a.save", "--auto", "--rules", "mygame-1.0.bombsight")
    assert result.exit_code == 0, result.stderr


# --- packages of strangers


def refused(shell, **changed: bytes | None) -> str:
    """What ``add`` says of the package with other files; nothing of it is added."""
    files = contents(shell.folder / "mygame-1.0.bombsight")
    for name, content in changed.items():
        if content is None:
            del files[name]
        else:
            files[name] = content
    (shell.folder / "theirs.bombsight").write_bytes(pack_zip(files))
    result = shell.call("add", "theirs.bombsight")
    assert result.exit_code in (1, 2), result.stdout
    assert not list((shell.data / "bombsight").glob("games/*"))
    assert not list((shell.data / "bombsight").glob("*ing-*"))
    return result.stderr


def test_a_game_file_that_its_rules_do_not_give_is_refused(packed):
    game = contents(packed.folder / "mygame-1.0.bombsight")["mygame.game"]
    container = unpack(game, "")
    head = {key: value for key, value in container.head.items() if key not in ("parts", "bombsight_game")}
    other = pack(head, {**container.parts, "things": b"{}"})
    assert "is not what its rules give" in refused(packed, **{"mygame.game": other})
    more = pack(head, {**container.parts, "extra": b"{}"})
    assert "is not what its rules give" in refused(packed, **{"mygame.game": more})


def test_a_game_file_of_another_version_is_compared_by_its_texts(packed):
    files = contents(packed.folder / "mygame-1.0.bombsight")
    head = json.loads(files["bombsight.json"])
    head |= {"build": "0" * 16, "bombsight": "0.1.9", "later": "what a later version added"}
    (packed.folder / "older.bombsight").write_bytes(pack_zip(files | {"bombsight.json": json.dumps(head).encode()}))
    result = packed.call("add", "older.bombsight")
    assert result.exit_code == 0, result.stderr
    assert "Another version of Bombsight packed it, 0.1.9" in result.stdout
    packed.call("remove", "mygame")
    other = pack({"version": "0.1.9"}, {"sources": b"{}"})
    assert "is not what its rules give" in refused(
        packed, **{"bombsight.json": json.dumps(head).encode(), "mygame.game": other}
    )


def test_a_package_that_says_other_things_than_its_rules_is_refused(packed):
    head = json.loads(contents(packed.folder / "mygame-1.0.bombsight")["bombsight.json"])
    for key, value in (
        ("game_version", "9.0"),
        ("title", "Another"),
        ("licence", "MIT"),
        ("snapshot", "0" * 64),
        ("rules", "0" * 64),
    ):
        said = json.dumps(head | {key: value}).encode()
        assert "says other things of its game than its rules do" in refused(packed, **{"bombsight.json": said})
    said = json.dumps(head | {"game": "../../mine"}).encode()
    assert "no id that can be used" in refused(packed, **{"bombsight.json": said})
    assert "cannot be read" in refused(packed, **{"bombsight.json": b"[" * 10_000})
    assert "cannot be read" in refused(packed, **{"bombsight.json": json.dumps(head | {"version": 9}).encode()})
    assert "it has no bombsight.json" in refused(packed, **{"bombsight.json": None})
    assert "holds no mygame.game" in refused(packed, **{"mygame.game": None})


@pytest.mark.parametrize(
    "name", ["run.sh", "rules/run.py", "rules/house/a.rules", "rules/tests/a.py", "site/index.html"]
)
def test_what_belongs_into_no_package_is_refused(packed, name):
    assert "holds a file that belongs into none" in refused(packed, **{name: b"x"})


def test_rules_with_errors_are_refused_with_their_place(packed):
    said = refused(packed, **{"rules/10-play.rules": b"procedure mission\n  frobnicate\n"})
    assert "error[" in said
    assert " mygame/10-play.rules:2:3\n" in said
    assert "this is no" not in said
    assert "error[E002]" in refused(packed, **{"rules/10-play.rules": b"procedure \xff\n"})
    only_head = {name: None for name in contents(packed.folder / "mygame-1.0.bombsight") if name.endswith(".rules")}
    assert "holds no rules of a game" in refused(packed, **only_head)


def test_what_is_no_package_is_refused(packed):
    for content in (b"", b"game mine", b"PK\x03\x04", BytesIO(b"PK\x03\x04" + b"\0" * 99).getvalue()):
        (packed.folder / "theirs.bombsight").write_bytes(content)
        result = packed.call("add", "theirs.bombsight")
        assert result.exit_code == 2
        assert "this is no package" in result.stderr


# --- Python packages


def test_a_python_package_brings_a_game_of_which_no_code_is_run(shell, monkeypatch):
    site = shell.folder / "site"
    assert shell.call("new", "mygame", "-o", site / "bombsight_mygame").exit_code == 0
    (site / "bombsight_mygame" / "__init__.py").write_text("raise SystemExit('imported')\n")
    files = [f"bombsight_mygame/{path.name},," for path in (site / "bombsight_mygame").iterdir()]
    info = site / "bombsight_mygame-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bombsight-mygame\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bombsight.games]\nmygame = bombsight_mygame\nbad = ../elsewhere\n")
    (info / "RECORD").write_text("\n".join([*files, "../outside/a.rules,,", "bombsight_mygame/../../x/b.rules,,"]))
    env = {"PYTHONPATH": f"{site}:{shell.env['PYTHONPATH']}"}
    listed = json.loads(shell.run("games", "--json", env=env).stdout)["games"]
    found = next(game for game in listed if game["id"] == "mygame")
    assert (found["origin"], found["distribution"]) == ("distribution", "bombsight-mygame 1.0")
    played = shell.run("play", "mygame", "--auto", "--seed", "1", env=env)
    assert played.returncode == 0, played.stderr
    removed = shell.run("remove", "mygame", env=env)
    assert b"pip uninstall bombsight-mygame" in removed.stderr
