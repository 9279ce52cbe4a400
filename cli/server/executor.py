"""Work for threads, asked for from the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from bombsight.service.play.session_thread import large_stack

T = TypeVar("T")


class Desk:
    """One thread that does what it is given, in order. It owns the workspaces: only what is given to it touches them.

    Attributes:
        idle: Set while there is nothing to do.
    """

    def __init__(self) -> None:
        self.idle = threading.Event()
        self.idle.set()
        self._waiting = 0
        self._spare: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._pool = ThreadPoolExecutor(1, "desk")
        with large_stack():  # rules may be nested deep; the thread is begun here, and stays
            self._pool.submit(lambda: None).result()

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """What comes of some work, which stands in the row from now on; if it is cancelled before its turn, it goes."""
        self._waiting += 1
        self.idle.clear()
        done = asyncio.wrap_future(self._pool.submit(work))
        done.add_done_callback(self._settled)
        return done

    def spare(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """What comes of some work that waits until nothing else is to be done; others of its kind go one by one."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._spare.append((work, done))
        self._begin_spare()
        return done

    def _begin_spare(self) -> None:
        while self._spare and not self._waiting:
            work, done = self._spare.popleft()
            if not done.done():  # it may be wanted no more
                self.do(work).add_done_callback(partial(hand_on, done))

    def _settled(self, done: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if not self._waiting:
            self.idle.set()
            self._begin_spare()

    def close(self) -> None:
        """Do nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def hand_on(to: asyncio.Future[T], done: asyncio.Future[T]) -> None:
    """Let what came of something be what comes of something else, if that is wanted still."""
    if to.done():
        return
    if done.cancelled():
        to.cancel()
    elif (failure := done.exception()) is not None:
        to.set_exception(failure)
    else:
        to.set_result(done.result())


async def at_night(work: Callable[[], T]) -> T:
    """What comes of long work in a thread of its own, which keeps nobody from ending the process.

    Raises:
        Exception: Whatever the work raises.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, failure: Exception | None) -> None:
        if done.done():  # nobody waits any more
            return
        if failure is not None:
            done.set_exception(failure)
        else:
            done.set_result(result)  # type: ignore[arg-type]  # a result, where there is no failure

    def run() -> None:
        result, failure = None, None
        try:
            result = work()
        except Exception as error:
            failure = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failure)

    with large_stack():
        threading.Thread(target=run, name="night", daemon=True).start()
    return await done
