"""Values that are kept as long as they are used."""

from __future__ import annotations

from bombsight.dsl.recent import LruCache


def test_what_was_not_used_for_longest_goes():
    gone: list[int] = []
    kept: LruCache[int] = LruCache(2, gone.append)
    kept.store("a", 1)
    kept.store("b", 2)
    assert kept.lookup("a") == 1
    assert kept.store("c", 3) == 3
    assert gone == [2]
    assert [kept.lookup(name) for name in "abc"] == [1, None, 3]


def test_what_is_put_in_again_is_there_once():
    kept: LruCache[int] = LruCache(2)
    for value in range(5):
        kept.store("a", value)
    assert dict(kept) == {"a": 4}
