"""The rendezvous between the thread that runs the rules and the front end.

The rules are straight code that calls for an answer wherever they need one. That code runs in a thread of its own and
blocks there; the front end works only while it waits, so only one of the two threads runs at any time.
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
"""Bytes of stack for the thread of a game: rules may recurse some hundred deep."""

LIVENESS_INTERVAL = 1.0
"""Seconds between two checks whether the run's thread is alive, while the front end waits for it."""

Reply = int | tuple[int, ...] | Pause
"""A reply to a waiting run: the index of an option, the faces of dice, or the request to stop."""

StopPoint = Question | Thrown | Outcome | BaseException
"""A point at which a run stops: a question, a throw, its outcome, or an exception."""


class SessionThread:
    """A rendezvous of two queues: a run's stop points go out, replies come in."""

    def __init__(self) -> None:
        """Make the two queues; no thread is started yet."""
        self._stops: SimpleQueue[StopPoint] = SimpleQueue()
        self._replies: SimpleQueue[Reply] = SimpleQueue()
        self._thread: threading.Thread | None = None

    # --- called by the front end

    def start(self, play: Callable[[], Outcome]) -> StopPoint:
        """Start a run in a new thread, and return its first stop point (a question, a throw or the end)."""
        with large_thread_stack():
            self._thread = threading.Thread(target=self._run_target, args=(play,), name="game", daemon=True)
            self._thread.start()
        return self._next_stop()

    def reply(self, reply: Reply) -> StopPoint:
        """Send a reply to the run, and return its next stop point."""
        self._replies.put(reply)
        return self._next_stop()

    def stop(self) -> None:
        """End the run's thread at its present stop point, leaving the question open."""
        if self._thread is not None:
            if self._thread.is_alive():
                self._replies.put(Pause())
                self._thread.join()
            self._drain_queues()
            self._thread = None

    # --- called by the run

    def wait_for_answer(self, question: Question) -> int:
        """Post a question as stop point and wait for the reply, an option's index; called by the run."""
        reply = self._wait_for_reply(question)
        assert isinstance(reply, int)
        return reply

    def wait_for_throw(self, roll: Thrown) -> tuple[int, ...]:
        """Post a throw as stop point and wait for the faces of its dice; called by the run."""
        reply = self._wait_for_reply(roll)
        assert isinstance(reply, tuple)
        return reply

    def _next_stop(self) -> StopPoint:
        """Wait for the run's next stop point.

        Raises:
            MemoryError: The thread ended without a stop point, for lack of memory.
        """
        while True:
            with suppress(Empty):
                return self._stops.get(timeout=LIVENESS_INTERVAL)
            if (self._thread is None or not self._thread.is_alive()) and self._stops.empty():
                raise MemoryError("the game ended without a word")

    def _drain_queues(self) -> None:
        """Empty both queues after the run's end."""
        for queue in (self._stops, self._replies):
            while not queue.empty():
                queue.get()

    def _run_target(self, play: Callable[[], Outcome]) -> None:
        """Run the rules and post the outcome or the error as last stop point: the body of the run's thread."""
        stop: StopPoint
        try:
            stop = play()
        except BaseException as error:  # the front end receives it
            stop = error
        self._stops.put(stop)

    def _wait_for_reply(self, stop: Question | Thrown) -> int | tuple[int, ...]:
        """Post a stop point, and return the front end's reply; raise ``Pause`` if the front end ends the run."""
        self._stops.put(stop)
        reply = self._replies.get()
        if isinstance(reply, Pause):
            raise reply
        return reply


@contextmanager
def large_thread_stack() -> Iterator[None]:
    """Context manager that gives threads started in it a large stack."""
    previous_size = threading.stack_size(STACK_BYTES)
    try:
        yield
    finally:
        threading.stack_size(previous_size)
