"""Between a run in its thread and whoever plays."""

from __future__ import annotations

import threading
from queue import SimpleQueue

import pytest

from bombsight.runtime.run.play import Outcome
from bombsight.service.play import session_thread
from bombsight.service.play.session_thread import SessionThread, StopPoint


class Full(SimpleQueue[StopPoint]):
    """A queue into which nothing goes."""

    def put(self, *_: object, **__: object) -> None:
        raise MemoryError


def test_a_run_that_ends_without_a_word_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_thread, "LIVENESS_INTERVAL", 0.01)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    between = SessionThread()
    between._stops = Full()

    def play() -> Outcome:
        raise MemoryError

    with pytest.raises(MemoryError, match="without a word"):
        between.start(play)
    between.stop()
