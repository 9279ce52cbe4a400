"""What differs between systems: each function as on the system of this run, and as on the other kind, simulated."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bombsight.boundary import files, platform

ROOT = Path(__file__).parents[2]

PARTS = ("boundary", "dsl", "flat", "compiler", "backends", "runtime", "service", "cli")

QUESTION = re.compile(
    r"os\.name\b|sys\.platform|platform\.system|hasattr\((?:os|signal|select)\b|getattr\((?:os|signal)\b|O_BINARY|O_NONBLOCK"
    r"|\b(?:msvcrt|fcntl|termios)\b"
)
"""What a module says that asks which system it runs on."""

posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files, terminals or signals")


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "IS_WINDOWS", True)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "IS_WINDOWS", False)


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **functions: object) -> None:
    """Put a stand-in into the place of one of the system's modules."""
    monkeypatch.setitem(sys.modules, name, SimpleNamespace(**functions))


def test_no_other_module_asks_which_system_it_runs_on():
    asking = [
        path.relative_to(ROOT).as_posix()
        for part in PARTS
        for path in sorted((ROOT / part).rglob("*.py"))
        if QUESTION.search(path.read_text(encoding="utf-8"))
    ]
    assert asking == ["boundary/platform.py"]


# --- files


@posix_only
def test_on_windows_a_file_counts_as_private_whatever_its_mode(tmp_path, on_windows):
    file = tmp_path / "seed"
    file.write_text("1")
    file.chmod(0o666)
    assert files.is_private(file)
    assert files.is_safe_folder(tmp_path)


@posix_only
def test_elsewhere_the_mode_and_the_owner_count(tmp_path):
    file = tmp_path / "seed"
    file.write_text("1")
    file.chmod(0o640)
    assert not files.is_private(file)
    file.chmod(0o600)
    assert files.is_private(file)


class BusyTarget:
    """A replacement that is refused some times, as by Windows while a virus scanner reads the target."""

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals
        self.calls = 0

    def __call__(self, source: object, target: object) -> None:
        self.calls += 1
        if self.calls <= self.refusals:
            raise PermissionError(errno.EACCES, "in use")


def test_windows_is_asked_again_while_a_target_is_in_use(on_windows, monkeypatch):
    replace = BusyTarget(refusals=3)
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(platform, "REPLACE_PAUSE", 0)
    platform.replace_path("a", "b")
    assert replace.calls == 4


def test_windows_is_not_asked_for_ever(on_windows, monkeypatch):
    replace = BusyTarget(refusals=10**6)
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(platform, "REPLACE_PAUSE", 0)
    with pytest.raises(PermissionError):
        platform.replace_path("a", "b")
    assert replace.calls == platform.REPLACE_ATTEMPTS


def test_elsewhere_a_refusal_is_final(elsewhere, monkeypatch):
    replace = BusyTarget(refusals=1)
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(PermissionError):
        platform.replace_path("a", "b")
    assert replace.calls == 1


def test_on_windows_no_folder_is_synced(tmp_path, on_windows, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: pytest.fail("it was synced"))
    platform.sync_folder(tmp_path / "save")
    assert platform.IS_WINDOWS


@posix_only
def test_elsewhere_the_folder_of_a_file_is_synced(tmp_path, monkeypatch):
    synced: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor)[1:3]))
    platform.sync_folder(tmp_path / "save")
    assert synced == [os.stat(tmp_path)[1:3]]


@pytest.mark.parametrize("error", sorted(platform.BUSY))
def test_windows_locks_a_byte_beyond_any_save(tmp_path, on_windows, monkeypatch, error):
    offsets: list[int] = []

    def lock(descriptor: int, mode: int, count: int) -> None:
        offsets.append(os.lseek(descriptor, 0, os.SEEK_CUR))
        if len(offsets) > 1:
            raise OSError(error, "locked")

    stand_in(monkeypatch, "msvcrt", locking=lock, LK_NBLCK=2)
    with (tmp_path / "save").open("w+b", buffering=0) as stream:
        stream.write(b"line")
        assert platform.try_lock(stream)
        assert not platform.try_lock(stream)
        assert stream.tell() == 4
    assert offsets == [platform.LOCKED_BYTE] * 2


@pytest.mark.parametrize(("error", "is_ours"), [(errno.EAGAIN, False), (errno.ENOLCK, True)])
def test_elsewhere_the_file_is_locked_and_a_disk_without_locks_has_no_other_owner(
    tmp_path, elsewhere, monkeypatch, error, is_ours
):
    def lock(stream: object, mode: int) -> None:
        raise OSError(error, "no")

    stand_in(monkeypatch, "fcntl", flock=lock, LOCK_EX=2, LOCK_NB=4)
    with (tmp_path / "save").open("w+b") as stream:
        assert platform.try_lock(stream) is is_ours


def test_two_cannot_lock_one_file(tmp_path):
    with (tmp_path / "save").open("w+b") as one, (tmp_path / "save").open("r+b") as other:
        assert platform.try_lock(one)
        assert not platform.try_lock(other)
    with (tmp_path / "save").open("r+b") as later:
        assert platform.try_lock(later)


# --- signals


@pytest.mark.parametrize("lacking", ["SIGHUP", "SIGBREAK"])
def test_a_system_without_a_signal_has_the_others(lacking, monkeypatch):
    monkeypatch.setattr(signal, "SIGHUP", 1, raising=False)
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    both = platform.stop_signal_numbers()
    missing = int(getattr(signal, lacking))
    monkeypatch.delattr(signal, lacking)
    assert [*platform.stop_signal_numbers()] == [number for number in both if number != missing]
    assert signal.SIGTERM in platform.stop_signal_numbers()


def test_on_windows_no_signal_is_blocked(on_windows, monkeypatch):
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with platform.inheriting_blocked_interrupts():
        assert platform.IS_WINDOWS


@posix_only
def test_elsewhere_interrupts_are_blocked_for_the_block():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with platform.inheriting_blocked_interrupts():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


@posix_only
def test_a_worker_of_windows_ignores_interrupts_itself(on_windows, monkeypatch):
    previous = signal.getsignal(signal.SIGINT)
    try:
        platform.ignore_interrupts_if_not_inherited()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, previous)


# --- processes


def test_elsewhere_a_child_inherits_a_descriptor(elsewhere):
    assert platform.popen_options_to_inherit(5) == {"pass_fds": (5,)}


def test_on_windows_a_child_inherits_a_handle(on_windows, monkeypatch):
    inheritable: list[tuple[int, bool]] = []
    monkeypatch.setattr(os, "set_handle_inheritable", lambda *args: inheritable.append(args), raising=False)
    monkeypatch.setattr(subprocess, "STARTUPINFO", SimpleNamespace, raising=False)
    options = platform.popen_options_to_inherit(5)
    assert options == {"startupinfo": SimpleNamespace(lpAttributeList={"handle_list": [5]})}
    assert inheritable == [(5, True)]


@pytest.mark.parametrize(("is_windows", "kind"), [(True, "PipeConnection"), (False, "Connection")])
def test_the_end_of_a_pipe_is_opened_as_the_system_has_it(is_windows, kind, monkeypatch):
    monkeypatch.setattr(platform, "IS_WINDOWS", is_windows)
    stand_in(monkeypatch, "multiprocessing.connection", **{kind: lambda handle: (kind, handle)})
    opened: Any = platform.open_inherited_pipe(5)
    assert opened == (kind, 5)


# --- terminals


def test_on_windows_nobody_can_tell_what_waits_or_who_reads(on_windows):
    assert not platform.has_no_reader(1)
    assert not platform.has_input_waiting(0)


@posix_only
def test_elsewhere_the_pipe_tells(elsewhere):
    reading, writing = os.pipe()
    assert not platform.has_no_reader(writing)
    assert not platform.has_input_waiting(reading)
    os.write(writing, b"line\n")
    assert platform.has_input_waiting(reading)
    os.close(reading)
    assert platform.has_no_reader(writing)
    os.close(writing)


def test_an_old_macos_cannot_tell_who_reads(elsewhere, monkeypatch):
    stand_in(monkeypatch, "select")
    assert not platform.has_no_reader(1)


def test_keys_that_wait_at_the_console_of_windows_are_forgotten(on_windows, monkeypatch):
    keys = ["1", "\r"]
    stand_in(monkeypatch, "msvcrt", kbhit=lambda: bool(keys), getwch=keys.pop)
    platform.discard_typeahead(0)
    assert keys == []


def test_elsewhere_the_terminal_forgets_its_input(elsewhere, monkeypatch):
    flushed: list[tuple[int, int]] = []
    stand_in(monkeypatch, "termios", tcflush=lambda *args: flushed.append(args), TCIFLUSH=0, error=OSError)
    platform.discard_typeahead(5)
    assert flushed == [(5, 0)]


@posix_only
def test_what_is_no_terminal_has_nothing_to_forget(elsewhere):
    reading, writing = os.pipe()
    platform.discard_typeahead(reading)
    os.close(writing)
    assert os.read(reading, 1) == b""
    os.close(reading)


@pytest.mark.parametrize(("term", "can_draw"), [("xterm-256color", True), ("dumb", False), ("", False)])
def test_a_terminal_says_by_its_name_whether_it_can_draw(elsewhere, term, can_draw):
    assert platform.has_movable_cursor({"TERM": term}) is can_draw


def test_windows_needs_no_name_of_a_terminal(on_windows):
    assert platform.has_movable_cursor({})


# --- shells


def test_windows_quotes_as_its_programs_read(on_windows):
    assert platform.quote_argument("my save.jsonl", can_show_unicode=True) == '"my save.jsonl"'


@posix_only
@pytest.mark.parametrize("text", ["plain", "my save", "it's", "tab\there", "\x1b[2J", "ä", "back\\slash"])
@pytest.mark.parametrize("can_show_unicode", [True, False])
def test_elsewhere_a_shell_reads_the_same_word(elsewhere, text, can_show_unicode):
    word = platform.quote_argument(text, can_show_unicode=can_show_unicode)
    assert word.isprintable()
    assert can_show_unicode or word.isascii()
    done = subprocess.run(("bash", "-c", f"printf %s {word}"), capture_output=True, check=True)
    assert done.stdout.decode() == text
