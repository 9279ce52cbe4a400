"""Caches that others could reach: nothing there is waited for, read without bound, or trusted."""

from __future__ import annotations

import logging
import os
import tracemalloc

import pytest

from bombsight.dsl import caches
from bombsight.dsl.caches import cache_folder, load_cached, load_own_cached, store_cached

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")

SPARSE = 6_000_000_000


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache folder and a key of their own."""
    monkeypatch.setenv("BOMBSIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(caches, "user_state_path", lambda name: tmp_path / "state" / name)
    return tmp_path / "cache"


@pytest.fixture
def kept(cache):
    """A file that this user kept."""
    store_cached(cache / "code" / "me-1", b"content")
    assert load_cached(cache / "code" / "me-1") == b"content"
    return cache / "code" / "me-1"


def test_what_is_made_is_this_users_alone(kept, tmp_path):
    for path in (kept, tmp_path / "state" / "bombsight" / "cache-key"):
        assert path.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700


def test_a_pipe_is_not_waited_for(kept):
    kept.unlink()
    os.mkfifo(kept)
    assert load_cached(kept) is None


def test_a_vast_file_is_not_read(kept):
    os.truncate(kept, SPARSE)
    tracemalloc.start()
    assert load_cached(kept) is None
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_a_pipe_and_a_vast_file_cost_a_command_nothing(shell, cache):
    env = {"BOMBSIGHT_CACHE": str(cache)}
    assert shell.call("play", "lighthouse", "--auto", env=env).exit_code == 0
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    assert len(files) >= 2  # and a module, unless a test before has made it in this process
    for number, file in enumerate(files):
        file.unlink()
        if number % 2:
            os.mkfifo(file)
        else:
            file.touch()
            os.truncate(file, SPARSE)
    assert shell.call("play", "lighthouse", "--auto", env=env).exit_code == 0


@pytest.mark.parametrize("mode", [0o666, 0o640, 0o604])
def test_a_key_that_others_know_is_refused_and_told(kept, tmp_path, caplog, mode):
    key = tmp_path / "state" / "bombsight" / "cache-key"
    key.chmod(mode)
    caches.load_or_make_key.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert load_cached(kept) is None
        store_cached(kept.with_name("me-2"), b"content")
    assert not kept.with_name("me-2").exists()
    assert [record.message for record in caplog.records] == [
        f"{key} could be read or changed by others, so nothing is cached. Remove it: another is made."
    ]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("which", ["key", "folder"])
def test_what_belongs_to_another_user_is_refused(kept, tmp_path, which):
    os.chown(tmp_path / "state" / "bombsight" / "cache-key" if which == "key" else cache_folder(), 65534, 65534)
    caches.load_or_make_key.cache_clear()
    assert load_own_cached(kept) is None


@pytest.mark.parametrize(("mode", "used"), [(0o777, False), (0o1777, True), (0o775, True), (0o755, True)])
def test_a_folder_that_all_may_write_to_is_not_used(kept, caplog, mode, used):
    cache_folder().chmod(mode)
    assert (load_cached(kept) is not None) == used
    assert ("others could exchange files" in caplog.text) == (not used)


def test_it_is_told_on_stderr_and_the_command_goes_on(shell, kept, tmp_path):
    kept.parent.parent.chmod(0o777)
    env = {"BOMBSIGHT_CACHE": str(kept.parent.parent), "XDG_STATE_HOME": str(tmp_path / "other")}
    told = shell.run("play", "lighthouse", "--auto", env=env)
    assert told.returncode == 0
    assert told.stderr.count(b"others could exchange files") == 1


@pytest.mark.slow
def test_it_is_told_once_however_many_processes_play(shell, kept, tmp_path):
    kept.parent.parent.chmod(0o777)
    env = {"BOMBSIGHT_CACHE": str(kept.parent.parent), "XDG_STATE_HOME": str(tmp_path / "other")}
    told = shell.run("simulate", "lighthouse", "--missions", "60", "--jobs", "3", env=env)
    assert told.returncode == 0, told.stderr
    assert told.stderr.count(b"others could exchange files") == 1
