"""Whichever write, sync, opening or replacing fails, files are as they were or as they should be, and nothing is lost.

As SQLite's tests do it: the first operation fails, then the second, and so on, until a command meets none any more.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from bombsight.dsl.caches import cache_folder
from bombsight.runtime.saves.reader import read_save
from tests.boundary.failing_disk import failing_disk
from tests.cli.calling import ROOT, Shell
from tests.examples import LIGHTHOUSE
from tests.marking import slow_but

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks /proc which file is meant")

ERRORS = [errno.EIO, errno.ENOSPC]
MOST = 120
COVE = ROOT / "tests" / "service" / "seats" / "cove"
SLIPS = 'house mine "Mine" for lighthouse\n  1 "A bright lamp"\n    in table Reef\n      add +1 bright when oil == 0\n'
UGLY = 'house mine "Mine" for lighthouse\n  1   "A bright lamp"\n    in table Reef\n        add  +1 bright\n'
DECLARED = '[ends]\nmissions = 20\nseed = 3\nheads = ["x"]\nmeasures = [{ title = "t", tally = "kept" }]\n'
DECLARED += '\n[[ends.rows]]\ncells = ["as it is"]\n'
README = "# The lighthouse\n\n<!-- figures: ends -->\n<!-- end of figures -->\n\nBehind it.\n"


def place(folder: Path) -> Shell:
    """A shell in a new folder with what the commands below work on."""
    shutil.rmtree(folder, ignore_errors=True)
    shell = Shell(cache_folder(), folder)
    shutil.copytree(LIGHTHOUSE, folder / "games" / "lighthouse")
    shutil.copytree(COVE, folder / "games" / "cove")
    for name, text in {
        "mine.rules": SLIPS,
        "ugly.rules": UGLY,
        "games/lighthouse/figures.toml": DECLARED,
        "games/lighthouse/README.md": README,
    }.items():
        shell.write(name, text)
    return shell


def contents(folder: Path) -> dict[str, bytes]:
    """All files, but what is kept of users."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    return {name: content for name, content in found.items() if not name.startswith(("data/", "user/"))}


COMMANDS = {
    "fmt": ("fmt", "ugly.rules"),
    "lint --fix": ("lint", "mine.rules", "--fix"),
    "new": ("new", "reef", "-o", "reef"),
    "new house": ("new", "other", "--house", "lighthouse", "--table", "Reef", "-o", "other.rules"),
    "figures": ("figures", "games/lighthouse", "--write"),
    "compile": ("compile", "lighthouse", "--site", "-o", "x.game"),
    "graph": ("compile", "lighthouse", "-o", "x.json"),
    "simulate": ("simulate", "lighthouse", "--missions", "20", "--out", "x.csv"),
    "invitation": ("mail", "cove", "--save", "t.save", "--seat", "keeper"),
}


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("name", slow_but(COMMANDS, *[*COMMANDS][::2]))
def test_files_are_the_old_or_the_new_ones(tmp_path, monkeypatch, name, error):
    folder, call = tmp_path / "here", COMMANDS[name]
    shell = place(folder)
    monkeypatch.chdir(folder)
    old = contents(folder)
    done = shell.call(*call, input="\n\n")
    assert done.exit_code in (0, 1), done.output
    new = contents(folder)
    assert new != old
    for number in count(1):
        assert number < MOST
        shell = place(folder)
        monkeypatch.chdir(folder)
        with failing_disk(folder, number, error, monkeypatch) as disk:
            told = shell.call(*call, input="\n\n")
        if not disk.has_failed:
            break
        now = contents(folder)
        assert told.exit_code in (0, 1, 2), told.output
        if name == "invitation":  # holds tokens made by chance
            assert now.keys() <= new.keys()
            assert all(now.values())
        else:
            assert {each: now[each] for each in now if now[each] not in (old.get(each), new.get(each))} == {}
        if (folder / "t.save").exists():
            assert shell.call("mail", "t.save").exit_code == 0  # a table that is kept goes on
        elif told.exit_code == 2:
            assert any(text in told.stderr for text in ("Input/output error", "No space left")), told.output
            again = shell.call(*call, input="\n\n")  # what is left of it is not in the way
            assert again.exit_code in (0, 1), again.output
    assert number > 2


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_no_answer_is_lost_that_was_taken(tmp_path, monkeypatch, error):
    folder, typed = tmp_path / "here", "1\n2\n1\nname Keeper Olsen\nundo\n1\nquit\n"
    call = ("play", "lighthouse", "--seed", "2", "--save", "s.save")
    shell = place(folder)
    monkeypatch.chdir(folder)
    shell.call(*call, input=typed)
    whole = (folder / "s.save").read_bytes()
    stages = set()
    for number in count(1):
        assert number < MOST
        shell = place(folder)
        monkeypatch.chdir(folder)
        with failing_disk(folder, number, error, monkeypatch) as disk:
            told = shell.call(*call, input=typed)
        if not disk.has_failed:
            break
        if not (folder / "s.save").exists():
            assert told.exit_code == 2
            assert shell.call(*call, input=typed).exit_code == 0
            continue
        held = (folder / "s.save").read_bytes()
        safe = disk.safe[os.path.abspath("s.save")]
        assert held[:safe] == whole[:safe]  # whatever was shown behind it was shown with it on the disk
        stages.add(safe)
        read_save("s.save")
        assert told.exit_code in (0, 2)
        assert shell.call("resume", "s.save", "--auto").exit_code == 0
        assert (folder / "s.save").read_bytes()[:safe] == whole[:safe]
    assert len(stages) > 4


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_a_site_is_the_old_or_the_new_one_file_by_file(tmp_path, monkeypatch, error):
    from bombsight.boundary.errors import InputError
    from bombsight.service.site.folder import write_folder

    first = {"index.html": b"one", "play/app.js": b"code", "games/a.game": b"a"}
    second = {"index.html": b"two", "play/app.js": b"more", "b.html": b"b"}
    for number in count(1):
        folder = tmp_path / f"{number}"
        write_folder(first, folder)
        with failing_disk(folder, number, error, monkeypatch) as disk, suppress(InputError):
            write_folder(second, folder)
        if not disk.has_failed:
            break
        for name, content in contents(folder).items():
            assert name == "bombsight-site.txt" or content in (first.get(name), second.get(name))
        write_folder(second, folder)
        assert contents(folder).keys() == {*second, "bombsight-site.txt"}
    assert number > 8
