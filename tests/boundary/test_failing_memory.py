"""Whichever allocation fails, a save is as it was or as it should be, and the game goes on from it.

As SQLite's tests do it: the first allocation fails, then a later one, and so on, until an answer is taken with what
there is. A process may end of it; its files stay whole.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from bombsight.boundary.errors import is_out_of_memory
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from tests.examples import LIGHTHOUSE
from tests.processes import run_process

testing = pytest.importorskip("_testcapi", reason="asks Python to have memory end")

PLACES = [*range(12), *range(12, 400, 40), *range(400, 4000, 400), *range(4000, 60_000, 8000)]
"""After so many allocations memory ends."""


def answered_without_memory(path: Path, after: int, failing: int) -> int:
    """The status of a process that resumes a save and answers, while some allocations fail.

    Args:
        path: The save.
        after: How many allocations succeed before.
        failing: How many fail.
    """
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    try:
        os.close(2)  # what Python says of errors that it cannot raise
        with resume_game(path) as play:
            assert play.question is not None
            name = play.question.options[0].name
            testing.set_nomemory(after, after + failing)
            try:
                play.answer(name)
            finally:
                testing.remove_mem_hooks()
    except BaseException:  # whatever comes of it: what counts is what is left on the disk
        os._exit(1)
    os._exit(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process of its own has no memory left")
@pytest.mark.parametrize("failing", [1, 30])
def test_an_answer_is_kept_whole_or_not_at_all(tmp_path: Path, failing: int) -> None:
    path = tmp_path / "night.save"
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3, save=path)) as play:
        assert play.question is not None
        play.answer(play.question.options[0].name)
    before = path.read_bytes()
    whole: list[bytes] = []
    for after in (10**9, *PLACES):
        path.write_bytes(before)
        status = answered_without_memory(path, after, failing)
        left = path.read_bytes()
        whole = whole or [left]
        assert whole[0].startswith(left), f"after {after} allocations"
        assert status or left == whole[0], f"after {after} allocations"
        records = read_save(str(path)).records  # and a line that was cut short is put right
        assert sum(isinstance(record, Answer) for record in records) in (1, 2)
        with resume_game(path) as play:
            if sum(isinstance(record, Answer) for record in play.session.records) == 1:
                assert play.question is not None
                play.answer(play.question.options[0].name)
        assert path.read_bytes() == whole[0], f"after {after} allocations"


LIMITED = """
import resource, sys
sys.dont_write_bytecode, sys.pycache_prefix = False, sys.argv.pop(1)
import bombsight.cli.play.play_runner, bombsight.cli.app
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + int(sys.argv.pop(1)) * 1024
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
bombsight.cli.app.main()
"""
"""The command with a place for bytecode and so many kilobytes more than it needs to begin. Python's parser, when it is
out of memory, raises whatever comes; so the modules are compiled by the first call, which has enough."""


@pytest.mark.skipif(sys.platform != "linux", reason="address space is bounded here alone")
@pytest.mark.parametrize(
    "error",
    [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory"), RuntimeError("can't start new thread")],
    ids=["Python", "the system", "a thread"],
)
def test_too_little_memory_is_known_whoever_finds_it(error):
    assert is_out_of_memory(error)
    assert not is_out_of_memory(OSError(errno.ENOSPC, "No space left on device"))


@pytest.mark.slow
def test_a_command_with_too_little_memory_says_so_and_its_save_goes_on(shell) -> None:
    full = None
    failed = 0
    for kilobytes in (400_000, 0, 200, 500, 1000, 2000, 4000, 8000, 16_000, 32_000):
        save = shell.folder / f"{kilobytes}.save"
        command = [sys.executable, "-c", LIMITED, str(shell.folder / "bytecode"), str(kilobytes)]
        played = ["play", LIGHTHOUSE, "--seed", "3", "--auto", "--save", save]
        ran = run_process([*command, *played], text=True, **shell.place(None))
        assert ran.returncode in (0, 2), ran.stderr
        assert "Traceback" not in ran.stderr
        assert ran.returncode == 0 or "not enough memory" in ran.stderr
        failed += ran.returncode == 2
        if save.exists():
            shell.call("resume", save, "--auto")
            full = full or read_save(str(save)).records
            assert read_save(str(save)).records == full
    assert full is not None
    assert failed
