"""Processes of this machine that play parts.

The process that asks for it plays, too; it begins the others. Each of these holds one end of a pipe. It ends when the
other end is closed, be it that its parent has ended, however suddenly; and when a worker ends, its parent sees its end
closed, begins another, and gives that the same parts again.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait

from bombsight.boundary.errors import InputError
from bombsight.dsl.caches import leave_warnings_to_parent
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.playing import Answer, Simulator
from bombsight.service.simulating.pools import FIRST, WHILE, Parts, Pool, next_size

TRIES = 3
"""So many workers may end over the same part."""


AHEAD = 2
"""So many parts a worker has once it is at work: it goes on with the next while nobody listens."""

SOON = 0.025
"""So long a part takes that is played here while a worker begins, in seconds: what it waits for is soon told it."""


def workers(jobs: int) -> Pool:
    """A pool of so many processes."""
    return partial(played, jobs=jobs)


def played(order: Order, *, jobs: int) -> Generator[Answer, None, None]:
    """Play an order in so many processes, of which this is one.

    Where each run is told this one has enough to do with what it is told, and plays none itself.

    Raises:
        InputError: Workers end over the same part again and again.
    """
    parts = Parts(order.runs, jobs * AHEAD)
    busy: list[Worker] = []
    try:
        while len(busy) < (jobs if order.rows else jobs - 1) and (first := parts.cut(FIRST)) is not None:
            busy.append(Worker([first]))
        simulator = Simulator(order)  # while they begin: what they need is made once, and kept for them
        size = own = FIRST
        for worker in busy:
            worker.begin(order)
        while busy or parts.left:
            alone = not order.rows and parts.left > 0
            heard = wait([worker.connection for worker in busy], 0 if alone else None)
            for connection in heard:
                worker = next(worker for worker in busy if worker.connection is connection)
                found = worker.answer()
                if found is None:
                    busy[busy.index(worker)] = worker.replaced(order)
                    continue
                while len(worker.parts) < AHEAD and (part := parts.cut(max(size, next_size(found)))) is not None:
                    worker.give(part)
                if not worker.parts:
                    busy.remove(worker)
                    worker.end()
                yield found
            if not heard:
                part = parts.cut(own)
                assert part is not None
                answer = simulator.play(part)
                begun = all(worker.heard for worker in busy)
                size, own = next_size(answer), next_size(answer, WHILE if begun else SOON)
                yield answer
    finally:
        for worker in busy:
            worker.end()


class Worker:
    """A process at work, seen from its parent.

    Attributes:
        connection: Where its answers come from.
        parts: What it is to play, the one that it plays first.
        tries: How many workers were given the first of them.
        heard: Whether it has answered.
    """

    def __init__(self, parts: Iterable[Part], tries: int = 1) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True)
        with heedless():
            self.process.start()
        theirs.close()
        self.parts, self.tries, self.heard = deque(parts), tries, False

    def begin(self, order: Order) -> None:
        """Give it the order, and its first parts."""
        with suppress(OSError):
            self.connection.send(packed(order))
            for part in self.parts:
                self.connection.send(part)

    def give(self, part: Part) -> None:
        """Give it one part more; if it has ended, that shows when it is asked for the answer."""
        self.parts.append(part)
        with suppress(OSError):
            self.connection.send(part)

    def answer(self) -> Answer | None:
        """What the part that it played first came to; None where it has ended.

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
        self.parts.popleft()
        self.tries, self.heard = 1, True
        return found

    def replaced(self, order: Order) -> Worker:
        """Another one that plays the same parts.

        Raises:
            InputError: Too many have ended over it.
        """
        self.end()
        if self.tries >= TRIES:
            part = self.parts[0]
            first, last = part.first, part.first + part.count - 1
            raise InputError(
                f"{TRIES} workers ended over the same runs, {first} to {last}",
                "",
                "Something ends them: perhaps there is too little memory. Try fewer with --jobs.",
            )
        other = Worker(self.parts, self.tries + 1)
        other.begin(order)
        return other

    def end(self) -> None:
        """Let it go."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def packed(order: Order) -> bytes:
    """An order, small enough for a pipe to take it before anybody reads there."""
    return zlib.compress(pickle.dumps(order), 1)


def unpacked(data: bytes) -> Order:
    """The order again: of our own parent, which nobody else can speak for."""
    found = pickle.loads(zlib.decompress(data))
    assert isinstance(found, Order)
    return found


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
    leave_warnings_to_parent()
    with suppress(EOFError, OSError):
        order = unpacked(connection.recv())
        play: Callable[[Part], Answer] | None = None
        while True:
            part = connection.recv()
            try:
                play = play or Simulator(order).play
                found: Answer | Exception = play(part)
            except Exception as error:
                found = error
            connection.send(found)
