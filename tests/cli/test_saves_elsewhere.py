"""Saves that are named by `--save` are known to `saves` and `record`; the list of them can harm nobody."""

from __future__ import annotations

import os
import stat

import pytest

from bombsight.service.common.user_folders import saves_index
from bombsight.service.saves import save_index
from bombsight.service.saves.save_index import known_save_files, read_index, remember_save

PLAY = ("play", "lighthouse", "--auto", "--seed", "1")


@pytest.fixture
def index(shell, monkeypatch):
    """The index of saves, in a folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(shell.data))
    return saves_index()


def begin_save(shell, name):
    """Play a game into a new save."""
    assert shell.call(*PLAY, "--save", name).exit_code == 0
    return str(shell.folder / name)


def test_the_lines_of_the_readme_from_top_to_bottom(shell):
    path = begin_save(shell, "career.jsonl")

    assert [save["save"] for save in shell.json("saves")["saves"]] == [path]
    assert shell.json("record", "lighthouse")["saves"] == 1
    assert shell.json("record")["games"][0]["game"] == "lighthouse"
    assert "career.jsonl" in shell.call("saves").stdout


def test_a_save_that_is_gone_is_not_listed_and_leaves_the_index(shell, index):
    first, second = begin_save(shell, "a.save"), begin_save(shell, "b.save")
    os.unlink(first)

    assert [save["save"] for save in shell.json("saves")["saves"]] == [second]
    third = begin_save(shell, "c.save")
    assert index.read_text().splitlines() == [second, third]


def test_a_save_that_is_resumed_is_known(shell, index):
    path = begin_save(shell, "a.save")
    index.unlink()
    shell.call("resume", path)

    assert index.read_text().splitlines() == [path]


def test_only_the_user_can_read_the_index(shell, index):
    begin_save(shell, "a.save")

    assert stat.S_IMODE(index.stat().st_mode) == 0o600


def test_an_index_that_others_can_write_is_not_read(shell, index):
    begin_save(shell, "a.save")
    index.chmod(0o666)

    assert shell.json("saves")["saves"] == []
    begin_save(shell, "b.save")
    assert stat.S_IMODE(index.stat().st_mode) == 0o600


HOSTILE = {
    "bytes": b"\xff\xfe\x00\n/\x00\n",
    "folders and devices": b"/\n/dev/zero\n/dev/stdin\n/proc/self/mem\n",
    "relative": b"../../secret\na.save\n",
    "other files": b"/etc/passwd\n",
    "another machine": b"//evil/share/a.save\n\\\\evil\\share\\a.save\n",
    "no end": b"/nowhere" * 100_000,
    "many": b"/nowhere/a.save\n" * 100_000,
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=[*HOSTILE])
def test_a_hostile_index_lists_nothing_and_goes_on(shell, index, content):
    index.parent.mkdir(parents=True)
    index.write_bytes(content)
    index.chmod(0o600)

    assert shell.json("saves")["saves"] == []
    path = begin_save(shell, "mine.save")
    assert [save["save"] for save in shell.json("saves")["saves"]] == [path]


def test_a_pipe_in_the_index_is_not_opened(shell, index):
    os.mkfifo(shell.folder / "pipe")
    index.parent.mkdir(parents=True)
    index.write_text(f"{shell.folder / 'pipe'}\n")
    index.chmod(0o600)

    assert shell.json("saves")["saves"] == []


def test_an_index_that_is_a_link_is_replaced_and_not_followed(shell, index):
    target = shell.write("precious", "text of somebody\n")
    target.chmod(0o600)
    index.parent.mkdir(parents=True)
    index.symlink_to(target)
    begin_save(shell, "a.save")

    assert target.read_text() == "text of somebody\n"
    assert not index.is_symlink()


def test_an_index_that_is_a_folder_stops_nothing(shell, index):
    index.mkdir(parents=True)

    assert shell.call(*PLAY, "--save", "a.save").exit_code == 0


def test_a_process_killed_while_writing_leaves_the_old_index(shell, index, monkeypatch):
    path = begin_save(shell, "a.save")
    monkeypatch.setattr(save_index, "replace_file", lambda *args: (_ for _ in ()).throw(OSError()))
    remember_save(shell.folder / "b.save")

    assert index.read_text().splitlines() == [path]


def test_a_save_in_two_places_of_the_list_counts_once(shell, index):
    path = begin_save(shell, "a.save")
    (shell.folder / "link.save").symlink_to(path)
    remember_save(shell.folder / "link.save")

    assert len(known_save_files()) == 1


def test_the_index_is_bounded(shell, index, monkeypatch):
    monkeypatch.setattr(save_index, "MAX_INDEXED", 3)
    for name in "abcde":
        shell.write(name, "x")
        remember_save(shell.folder / name)

    assert [path.name for path in read_index()] == ["c", "d", "e"]


def test_a_record_is_a_document_without_saves_too(shell):
    assert shell.json("record") == {"document": "all_records", "version": 2, "games": []}
    assert "No saves yet" in shell.call("record").stdout
