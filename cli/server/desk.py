"""Work for threads, asked for from the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bombsight.service.exchange import large_stack

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

    def _settled(self, done: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if not self._waiting:
            self.idle.set()

    def close(self) -> None:
        """Do nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


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
