"""Saves as files: who may read them, what a full disk leaves, what a power cut leaves, and which paths are opened."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.boundary.names import check_local_path
from bombsight.service.common.files import overwrite_text

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@POSIX
def test_a_save_is_its_owners_alone(shell):
    umask = os.umask(0)
    try:
        shell.call("play", "lighthouse", "--seed", "2", "--save", "s.save", input="1\nquit\n")
        table = shell.folder / "games" / "lighthouse" / "20-tables.rules"
        table.write_text(table.read_text().replace("2d6", "1d6"))
        shell.call("resume", "s.save", "--rules", "new", "--yes")
    finally:
        os.umask(umask)
    found = sorted(path.name for path in shell.folder.glob("s*.save"))

    assert found == ["s.before.save", "s.save"]
    assert [mode_of(shell.folder / name) for name in found] == [0o600, 0o600]


def test_a_full_disk_leaves_no_save_in_the_way(shell, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        refused = shell.call("play", "lighthouse", "--auto", "--save", "s.save")
    assert (refused.exit_code, "No space left" in refused.stderr) == (2, True)
    assert not (shell.folder / "s.save").exists()
    assert shell.call("play", "lighthouse", "--auto", "--save", "s.save").exit_code == 0


@pytest.fixture
def synced(monkeypatch):
    """The paths that were forced to the disk, in order."""
    paths: list[str] = []
    real = os.fsync

    def fsync(descriptor):
        paths.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return paths


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks /proc what was synced")
def test_a_new_saves_name_is_on_the_disk_before_anything_is_asked(shell, synced):
    shell.call("play", "lighthouse", "--save", "s.save", input="quit\n")
    assert synced[:2] == [str(shell.folder / "s.save"), str(shell.folder)]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks /proc what was synced")
def test_what_is_written_over_is_on_the_disk_with_its_name(tmp_path, synced):
    (tmp_path / "a.rules").write_text("old\n")
    overwrite_text(tmp_path / "a.rules", "new\n")
    content, name = synced
    assert Path(content).parent == tmp_path
    assert name == str(tmp_path)


REMOTE = ["//host/share", r"\\host\share", r"\\?\UNC\host\share", r"/\host\share", "file://host/share", "smb://host/x"]


@pytest.mark.parametrize("path", REMOTE)
def test_no_path_of_a_stranger_leads_to_another_machine(path):
    with pytest.raises(InputError, match="on another machine"):
        check_local_path(path, "its game", "s.save")


@pytest.mark.parametrize("path", ["/home/x/games", "games/x", r"C:\games", "C:/games", "../x", ".", "x:y"])
def test_paths_on_this_machine_are_opened(path):
    assert check_local_path(path, "its game", "s.save") == Path(path)


@pytest.mark.parametrize("field", ["folder", "house", "dice_file"])
def test_a_save_that_names_another_machine_has_nothing_opened(shell, monkeypatch, field):
    remote = "//host/share/x"
    house = shell.write("m.rules", 'house m "M" for lighthouse\n  1 "More"\n    in table Weather\n      add +1 m\n')
    dice = shell.write("d.txt", "1 2 3 4 5 6 " * 50)
    shell.call("play", "games/lighthouse", "--house", house, "--dice", dice, "--save", "s.save", input="1\nquit\n")
    save = shell.folder / "s.save"
    head, rest = save.read_text().split("\n", 1)
    header = json.loads(head)
    if field == "house":
        (overlay,) = [each for each in header["overlays"] if each["name"].startswith("house ")]
        overlay["file"] = remote
    else:
        assert header[field]
        header[field] = remote
    header["snapshot"] = ""
    save.write_text(json.dumps(header, separators=(",", ":")) + "\n" + rest)
    real, opened = os.stat, []

    def watched(path, *args, **more):
        opened.append(str(path))
        return real(path, *args, **more)

    monkeypatch.setattr(os, "stat", watched)
    calls: list[tuple[str, ...]] = [("resume", "s.save", "--auto")]
    if field != "dice_file":  # which is read for new dice only
        calls += [("replay", "s.save"), ("record", "s.save"), ("report", "s.save"), ("compile", "s.save")]
    for call in calls:
        refused = shell.call(*call)
        assert refused.exit_code == 2
        assert "would be on another machine" in refused.stderr
    assert not [path for path in opened if "//host" in path]


@pytest.mark.parametrize("path", [".", "/", "", "..", "games", "nowhere/x", "x" * 300, "/dev/null", "s\n.save"])
@pytest.mark.parametrize(
    "command",
    ["resume", "host --resume", "replay", "record", "report", "result", "mail", "verify", "umpire", "play --script"],
)
def test_a_path_that_is_no_save_is_told(shell, command, path):
    told = shell.call(*command.split(), path, input="\n")
    assert told.exit_code == 2, told.output
    assert told.stderr
