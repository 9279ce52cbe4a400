"""Processes of this machine that play parts.

Each holds one end of a pipe. It ends when the other end is closed, be it that its parent has ended, however suddenly;
and when a worker ends, its parent sees its end closed, begins another, and gives that the same part again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from bombsight.runtime.errors import InputError
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.playing import Answer, Simulator
from bombsight.service.simulating.pools import FIRST, Parts, Pool, next_size

TRIES = 3
"""So many workers may end over the same part."""


def workers(jobs: int) -> Pool:
    """A pool of so many processes."""
    return partial(played, jobs=jobs)


def played(order: Order, *, jobs: int) -> Generator[Answer, None, None]:
    """Play an order in so many processes.

    Raises:
        InputError: Workers end over the same part again and again.
    """
    parts = Parts(order.runs, jobs)
    busy: list[Worker] = []
    try:
        while len(busy) < jobs and (first := parts.cut(FIRST)) is not None:
            busy.append(Worker(first))
        Simulator(order)  # while they begin: what they need is made once, and kept for them
        for worker in busy:
            worker.begin(order)
        while busy:
            for connection in wait([worker.connection for worker in busy]):
                worker = next(worker for worker in busy if worker.connection is connection)
                answer = worker.answer()
                if answer is None:
                    busy[busy.index(worker)] = worker.replaced(order)
                    continue
                part = parts.cut(next_size(answer))
                if part is None:
                    busy.remove(worker)
                    worker.end()
                else:
                    worker.give(part)
                yield answer
    finally:
        for worker in busy:
            worker.end()


class Worker:
    """A process at work, seen from its parent.

    Attributes:
        connection: Where its answers come from.
        part: What it plays.
        tries: How many workers were given this part.
    """

    def __init__(self, part: Part, tries: int = 1) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        with heedless():
            self.process.start()
        theirs.close()
        self.part, self.tries = part, tries

    def begin(self, order: Order) -> None:
        """Give it the order, and its first part."""
        with suppress(OSError):
            self.connection.send(order)
        self.give(self.part, self.tries)

    def give(self, part: Part, tries: int = 1) -> None:
        """Give it a part to play; if it has ended, that shows when it is asked for the answer."""
        self.part, self.tries = part, tries
        with suppress(OSError):
            self.connection.send(part)

    def answer(self) -> Answer | None:
        """What its part came to; None where it has ended.

        Raises:
            Exception: What was raised there.
        """
        try:
            found = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, Answer)
        return found

    def replaced(self, order: Order) -> Worker:
        """Another one that plays the same part.

        Raises:
            InputError: Too many have ended over it.
        """
        self.end()
        if self.tries >= TRIES:
            first, last = self.part.first, self.part.first + self.part.count - 1
            raise InputError(
                f"{TRIES} workers ended over the same runs, {first} to {last}",
                "",
                "Something ends them: perhaps there is too little memory. Try fewer with --jobs.",
            )
        other = Worker(self.part, self.tries + 1)
        other.begin(order)
        return other

    def end(self) -> None:
        """Let it go."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


@contextmanager
def heedless() -> Iterator[None]:
    """What begins in here does not heed the keys that interrupt: they reach its parent, which ends it."""
    if os.name == "nt":
        yield
        return
    resource_tracker.ensure_running()  # beginning it later would end the heedlessness
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(connection: Connection) -> None:
    """What a worker does: play the parts of the order it is given, until nobody gives it any."""
    if os.name == "nt":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        order = connection.recv()
        play: Callable[[Part], Answer] | None = None
        while True:
            part = connection.recv()
            try:
                play = play or Simulator(order).play
                found: Answer | Exception = play(part)
            except Exception as error:
                found = error
            connection.send(found)
