"""Places to return to."""

from __future__ import annotations

from bombsight.service.present.checkpoints import Checkpoints


def test_one_returns_to_the_last_copy_that_counts():
    marks: Checkpoints[str] = Checkpoints(interval=10)
    assert marks.rewind_to(5) is None
    assert [marks.is_due(events) for events in (0, 9, 10)] == [False, False, True]
    for events in (10, 20, 30):
        marks.add(events, str(events))
    assert not marks.is_due(39)
    assert marks.rewind_to(29) == (20, "20")
    assert marks.is_due(30)
    marks.add(20, "again")
    assert marks.rewind_to(20) == (20, "again")
    assert marks.rewind_to(3) is None
