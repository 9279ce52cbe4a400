"""Values that are kept as long as they are used."""

from __future__ import annotations

from bombsight.dsl.recent import Recent


def test_what_was_not_used_for_longest_goes():
    gone: list[int] = []
    kept: Recent[int] = Recent(2, gone.append)
    kept.keep("a", 1)
    kept.keep("b", 2)
    assert kept.recall("a") == 1
    assert kept.keep("c", 3) == 3
    assert gone == [2]
    assert [kept.recall(name) for name in "abc"] == [1, None, 3]


def test_what_is_put_in_again_is_there_once():
    kept: Recent[int] = Recent(2)
    for value in range(5):
        kept.keep("a", value)
    assert dict(kept) == {"a": 4}
