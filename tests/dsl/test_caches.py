"""The cache folder: whole files or none, and not more of them than anybody needs."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bombsight.dsl import caches
from bombsight.dsl.caches import load_cached_text, prune, store_cached_text


def put(folder, name, *, days=0.0, size=1):
    """A file last used some days ago."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_bytes(b"x" * size)
    then = time.time() - days * 24 * 3600
    os.utime(file, (then, then))
    return file


def names(folder):
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_disk_leaves_no_pieces(tmp_path, monkeypatch):
    def full(descriptor, *args, **more):
        os.close(descriptor)
        return open("/dev/full", *args, **more)

    store_cached_text(tmp_path / "programs" / "me-0", "text")  # from here on there is a key
    monkeypatch.setattr(os, "fdopen", full)
    store_cached_text(tmp_path / "programs" / "me-1", "text")

    assert names(tmp_path / "programs") == ["me-0"]


def test_pieces_that_nobody_will_finish_go(tmp_path):
    put(tmp_path, "a.part", days=1)
    put(tmp_path, "b.part")
    store_cached_text(tmp_path / "me-1", "text")

    assert names(tmp_path) == ["b.part", "me-1"]


def test_what_another_compiler_made_goes_first_then_what_was_not_used_for_longest(tmp_path, monkeypatch):
    monkeypatch.setattr(caches, "MAX_FILES", 4)
    for number in range(3):
        put(tmp_path, f"me-{number}", days=number + 2)
        put(tmp_path, f"other-{number}", days=number)
    put(tmp_path, "nobody")
    store_cached_text(tmp_path / "me-2", "x")
    assert load_cached_text(tmp_path / "me-2") == "x"
    store_cached_text(tmp_path / "me-3", "text")
    assert names(tmp_path) == ["me-0", "me-1", "me-2", "me-3"]
    store_cached_text(tmp_path / "me-4", "text")
    assert names(tmp_path) == ["me-0", "me-2", "me-3", "me-4"]


def test_what_is_too_large_or_too_old_goes(tmp_path, monkeypatch):
    monkeypatch.setattr(caches, "MAX_BYTES", 100)
    put(tmp_path, "me-1", days=1, size=60)
    put(tmp_path, "me-2", days=2, size=60)
    put(tmp_path, "me-3", days=91, size=1)
    prune(tmp_path, "me")

    assert names(tmp_path) == ["me-1"]


def test_many_at_once_do_not_hinder_each_other(tmp_path, monkeypatch):
    monkeypatch.setattr(caches, "MAX_FILES", 2)
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(lambda n: store_cached_text(tmp_path / f"me-{n}", "text"), range(200))] == [None] * 200
    store_cached_text(tmp_path / "me-last", "text")

    assert len(names(tmp_path)) == 2
    assert load_cached_text(tmp_path / "me-last") == "text"


def test_a_folder_that_another_makes_at_the_same_time_is_taken(tmp_path, monkeypatch):
    looked = []
    is_dir = Path.is_dir

    def is_dir_later(path):
        looked.append(path)
        return len(looked) > 1 and is_dir(path)

    (tmp_path / "a").mkdir()
    monkeypatch.setattr(Path, "is_dir", is_dir_later)
    caches.make_private_folder(tmp_path / "a")
    assert looked[0] == tmp_path / "a"


def test_a_folder_is_made_for_its_user_alone(tmp_path):
    caches.make_private_folder(tmp_path / "a")
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_used_costs_only_time(tmp_path):
    (tmp_path / "file").write_text("no folder")
    store_cached_text(tmp_path / "file" / "me-1", "text")

    assert load_cached_text(tmp_path / "file" / "me-1") is None


@pytest.fixture
def kept(tmp_path):
    store_cached_text(tmp_path / "me-1", "text")
    return tmp_path / "me-1"


def test_what_was_changed_is_no_more_what_was_kept(kept):
    whole = kept.read_bytes()
    for other in (b"", whole[:20], whole[:-1], whole + b"s", whole.replace(b"text", b"test"), bytes(32) + b"text"):
        kept.write_bytes(other)
        assert load_cached_text(kept) is None
    kept.write_bytes(whole)
    assert load_cached_text(kept) == "text"


def test_what_was_kept_under_another_name_is_something_else(kept):
    kept.rename(kept.with_name("me-2"))
    assert load_cached_text(kept.with_name("me-2")) is None


def test_what_another_user_kept_is_not_ours(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(caches, "user_state_path", lambda name: tmp_path / "another" / name)
    assert load_cached_text(kept) is None
    store_cached_text(kept, "mine")
    assert load_cached_text(kept) == "mine"
    (key,) = (tmp_path / "another" / "bombsight").iterdir()
    assert key.stat().st_mode & 0o077 == 0


def test_without_a_key_nothing_is_kept(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(caches, "user_state_path", lambda name: tmp_path / "file" / name)
    store_cached_text(tmp_path / "me-1", "text")
    assert names(tmp_path) == ["file"]
