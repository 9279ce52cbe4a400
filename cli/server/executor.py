"""Executors: threads that work for the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from bombsight.service.play.session_thread import large_thread_stack

T = TypeVar("T")


class SerialExecutor:
    """A thread that runs tasks in order, and owns the workspaces: only its tasks touch them.

    Attributes:
        idle: Set while the queue is empty.
    """

    def __init__(self) -> None:
        """Start the thread, with no task."""
        self.idle = threading.Event()
        self.idle.set()
        self._pending_count = 0
        self._idle_work: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._pool = ThreadPoolExecutor(1, "desk")
        with large_thread_stack():  # rules may be nested deep; the thread is begun here, and stays
            self._pool.submit(lambda: None).result()

    def submit(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Queue a task, and return its future; cancelling that removes it from the queue."""
        self._pending_count += 1
        self.idle.clear()
        future = asyncio.wrap_future(self._pool.submit(work))
        future.add_done_callback(self._finish)
        return future

    def submit_idle(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Queue a task for when nothing else is to be done, one at a time, and return its future."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._idle_work.append((work, future))
        self._start_idle_work()
        return future

    def _start_idle_work(self) -> None:
        """Submit the next idle task if no other task is pending."""
        while self._idle_work and not self._pending_count:
            work, future = self._idle_work.popleft()
            if not future.done():  # it may be cancelled
                self.submit(work).add_done_callback(partial(forward_result, future))

    def _finish(self, future: asyncio.Future[T]) -> None:
        """Count a task as finished, and start idle work if it was the last."""
        self._pending_count -= 1
        if not self._pending_count:
            self.idle.set()
            self._start_idle_work()

    def close(self) -> None:
        """Shut the executor down."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def forward_result(target: asyncio.Future[T], source: asyncio.Future[T]) -> None:
    """Copy the result or exception of a finished future to another, unless that one is cancelled."""
    if target.done():
        return
    if source.cancelled():
        target.cancel()
    elif (failure := source.exception()) is not None:
        target.set_exception(failure)
    else:
        target.set_result(source.result())


async def run_in_background(work: Callable[[], T]) -> T:
    """Run long work in a daemon thread, which does not delay the end of the process.

    Raises:
        Exception: Whatever the work raises.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, failure: Exception | None) -> None:
        """Callback in the event loop: give the future its result or exception."""
        if future.done():  # the future was cancelled
            return
        if failure is not None:
            future.set_exception(failure)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # a result, where there is no failure

    def run() -> None:
        """Run the work in the thread, and hand its result to the event loop."""
        result, failure = None, None
        try:
            result = work()
        except Exception as error:
            failure = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failure)

    with large_thread_stack():
        threading.Thread(target=run, name="night", daemon=True).start()
    return await future
