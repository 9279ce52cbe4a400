"""A run in a thread of its own, and whoever plays: where it waits goes one way, replies the other.

The rules are straight code that calls for an answer wherever they need one. Here that code runs in a thread and waits
there; everything else happens while it waits, so there is never more than one of the two at work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

from bombsight.flat.sites import Thrown
from bombsight.runtime.run.play import Outcome
from bombsight.runtime.run.policies import Pause, Question

STACK_BYTES = 2**26
"""Bytes of stack for the thread of a game: rules may call themselves some hundred deep."""

LIVENESS_INTERVAL = 1.0
"""Seconds after which whoever waits for a run looks whether there still is one."""

Reply = int | tuple[int, ...] | Pause
"""What a run is told: the index of an option, the faces of dice, or to stop."""

StopPoint = Question | Thrown | Outcome | BaseException
"""Where a run has come to."""


class SessionThread:
    """Between a run in its thread and whoever plays: where it waits goes one way, replies the other."""

    def __init__(self) -> None:
        self._stops: SimpleQueue[StopPoint] = SimpleQueue()
        self._replies: SimpleQueue[Reply] = SimpleQueue()
        self._thread: threading.Thread | None = None

    # --- what whoever plays calls

    def start(self, play: Callable[[], Outcome]) -> StopPoint:
        """Begin a run; where it comes to."""
        with large_thread_stack():
            self._thread = threading.Thread(target=self._run_target, args=(play,), name="game", daemon=True)
            self._thread.start()
        return self._next_stop()

    def reply(self, reply: Reply) -> StopPoint:
        """Have the run go on; where it comes to."""
        self._replies.put(reply)
        return self._next_stop()

    def stop(self) -> None:
        """End the run, wherever it is; what it asks stays open."""
        if self._thread is not None:
            if self._thread.is_alive():
                self._replies.put(Pause())
                self._thread.join()
            self._drain_queues()
            self._thread = None

    # --- what the run calls

    def wait_for_answer(self, question: Question) -> int:
        """The reply to a question; called by the run."""
        reply = self._wait_for_reply(question)
        assert isinstance(reply, int)
        return reply

    def wait_for_throw(self, roll: Thrown) -> tuple[int, ...]:
        """The faces of dice; called by the run."""
        reply = self._wait_for_reply(roll)
        assert isinstance(reply, tuple)
        return reply

    def _next_stop(self) -> StopPoint:
        """Where the run comes to next.

        Raises:
            MemoryError: It has ended without a word, for which there was no memory.
        """
        while True:
            with suppress(Empty):
                return self._stops.get(timeout=LIVENESS_INTERVAL)
            if (self._thread is None or not self._thread.is_alive()) and self._stops.empty():
                raise MemoryError("the game ended without a word")

    def _drain_queues(self) -> None:
        """Forget what nobody took: the run is over."""
        for queue in (self._stops, self._replies):
            while not queue.empty():
                queue.get()

    def _run_target(self, play: Callable[[], Outcome]) -> None:
        """What the thread does."""
        stop: StopPoint
        try:
            stop = play()
        except BaseException as error:  # whoever waits for it is told
            stop = error
        self._stops.put(stop)

    def _wait_for_reply(self, stop: Question | Thrown) -> int | tuple[int, ...]:
        self._stops.put(stop)
        reply = self._replies.get()
        if isinstance(reply, Pause):
            raise reply
        return reply


@contextmanager
def large_thread_stack() -> Iterator[None]:
    """Threads begun here may call deep."""
    previous_size = threading.stack_size(STACK_BYTES)
    try:
        yield
    finally:
        threading.stack_size(previous_size)
