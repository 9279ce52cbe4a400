"""A folder that is written whole: nothing stale stays, and nothing that is not ours is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.site.folder import MANIFEST_FILE, MANIFEST_HEADER, write_folder

FIRST = {"index.html": b"one", "play/app.js": b"code", "games/a.game": b"a"}


def held(folder: Path) -> dict[str, bytes]:
    """The files of a folder, the list of ours left out."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST_FILE)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_is_not_there_or_empty(tmp_path: Path, there: bool):
    folder = tmp_path / "deep" / "site"
    if there:
        folder.mkdir(parents=True)
    write_folder(FIRST, folder)
    assert held(folder) == FIRST
    assert (folder / MANIFEST_FILE).read_text().splitlines() == [MANIFEST_HEADER, *sorted(FIRST)]


def test_what_is_written_can_be_read_by_whom_the_umask_says_and_is_no_program(tmp_path: Path):
    before = os.umask(0o022)
    try:
        write_folder(FIRST, tmp_path)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()} == {0o644}


def test_nothing_stale_stays(tmp_path: Path):
    write_folder(FIRST, tmp_path)
    second = {"index.html": b"two", "games/b.game": b"b"}
    write_folder(second, tmp_path)
    assert held(tmp_path) == second
    assert not (tmp_path / "play").exists()


def test_what_is_the_same_is_not_written_again(tmp_path: Path):
    write_folder(FIRST, tmp_path)
    os.utime(tmp_path / "index.html", (1, 1))
    write_folder(FIRST, tmp_path)
    assert (tmp_path / "index.html").stat().st_mtime == 1


def test_files_of_others_stay(tmp_path: Path):
    write_folder(FIRST, tmp_path)
    (tmp_path / "CNAME").write_text("games.example")
    (tmp_path / "play" / "own.txt").write_text("mine")
    write_folder({"index.html": b"two"}, tmp_path)
    assert held(tmp_path) == {"index.html": b"two", "CNAME": b"games.example", "play/own.txt": b"mine"}


def test_a_folder_of_others_is_refused(tmp_path: Path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(InputError, match="no site of ours"):
        write_folder(FIRST, tmp_path)
    assert held(tmp_path) == {"thesis.txt": b"years of work"}


def test_what_lies_in_the_way_is_refused_before_anything_is_written(tmp_path: Path):
    write_folder(FIRST, tmp_path)
    (tmp_path / "new.html").write_text("mine")
    with pytest.raises(InputError, match="not ours"):
        write_folder({"index.html": b"two", "new.html": b"theirs"}, tmp_path)
    assert held(tmp_path) == {**FIRST, "new.html": b"mine"}


def test_a_file_where_a_folder_belongs_is_refused(tmp_path: Path):
    write_folder({"index.html": b"one"}, tmp_path)
    (tmp_path / "play").write_text("mine")
    with pytest.raises(InputError, match="no folder"):
        write_folder(FIRST, tmp_path)


def test_a_link_leads_nowhere_else(tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    site = tmp_path / "site"
    write_folder({"index.html": b"one"}, site)
    (site / "play").symlink_to(elsewhere)
    with pytest.raises(InputError, match="no folder"):
        write_folder(FIRST, site)
    assert not any(elsewhere.iterdir())


@pytest.mark.parametrize("link", [".index.html.new", "index.html", MANIFEST_FILE])
def test_no_planted_link_is_written_through(tmp_path: Path, link: str):
    victim, site = tmp_path / "victim", tmp_path / "site"
    write_folder(FIRST, site)
    victim.write_bytes((site / link).read_bytes() if (site / link).exists() else b"mine")
    mine = victim.read_bytes()
    (site / link).unlink(missing_ok=True)
    (site / link).symlink_to(victim)
    write_folder({"index.html": b"two"}, site)
    assert victim.read_bytes() == mine
    assert (site / "index.html").read_bytes() == b"two"
    assert not (site / "index.html").is_symlink()
    assert not (site / MANIFEST_FILE).is_symlink()


def test_nothing_is_removed_behind_a_planted_link(tmp_path: Path):
    elsewhere, site = tmp_path / "elsewhere", tmp_path / "site"
    write_folder({"index.html": b"one", "play/app.js": b"two"}, site)
    (site / "play").rename(elsewhere)
    (site / "play").symlink_to(elsewhere)
    write_folder({"index.html": b"one"}, site)
    assert held(elsewhere) == {"app.js": b"two"}


def test_a_pipe_in_place_of_the_list_is_not_waited_for(tmp_path: Path):
    write_folder(FIRST, tmp_path)
    (tmp_path / MANIFEST_FILE).unlink()
    os.mkfifo(tmp_path / MANIFEST_FILE)
    with pytest.raises(InputError, match="cannot be written"):
        write_folder(FIRST, tmp_path)


def test_a_file_is_no_folder(tmp_path: Path):
    path = tmp_path / "site"
    path.write_text("mine")
    with pytest.raises(InputError, match="no folder"):
        write_folder(FIRST, path)


@pytest.mark.parametrize("path", ["../keep.txt", "/etc/hostname", "a/../../keep.txt"])
def test_a_list_that_leads_out_is_not_followed(tmp_path: Path, path: str):
    site = tmp_path / "site"
    (tmp_path / "keep.txt").write_text("mine")
    write_folder(FIRST, site)
    (site / MANIFEST_FILE).write_text("\n".join([MANIFEST_HEADER, *FIRST, path]) + "\n")
    write_folder({"index.html": b"two"}, site)
    assert (tmp_path / "keep.txt").read_text() == "mine"
    assert held(site) == {"index.html": b"two"}


def test_after_a_broken_off_write_all_of_ours_is_known(tmp_path: Path, monkeypatch):
    write_folder(FIRST, tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(
            "bombsight.service.site.folder.remove_file", lambda *_: (_ for _ in ()).throw(OSError("no more"))
        )
        with pytest.raises(InputError, match="cannot be written"):
            write_folder({"other.html": b"two"}, tmp_path)
    write_folder({"index.html": b"three"}, tmp_path)
    assert held(tmp_path) == {"index.html": b"three"}


@pytest.mark.parametrize("names_file", [True, False])
def test_a_write_that_fails_says_where(tmp_path: Path, monkeypatch, names_file: bool):
    file = tmp_path / "site" / "a.txt"

    def fail(*_):
        raise OSError(28, "No space left on device", *([str(file)] if names_file else []))

    monkeypatch.setattr("bombsight.service.site.folder.write_if_changed", fail)
    with pytest.raises(InputError, match="cannot be written") as failed:
        write_folder({"a.txt": b"a"}, tmp_path / "site")
    assert failed.value.place == str(file if names_file else tmp_path / "site")
