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
from bombsight.dsl.caches import silence_warnings
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.pools import FIRST_PART_RUNS, PART_SECONDS, PartCutter, Pool, next_part_size
from bombsight.service.simulating.simulator import PartResult, Simulator

MAX_TRIES = 3
"""So many workers may end over the same part."""


PARTS_PER_WORKER = 2
"""So many parts a worker has once it is at work: it goes on with the next while nobody listens."""

STARTUP_PART_SECONDS = 0.025
"""So long a part takes that is played here while a worker begins, in seconds: what it waits for is soon told it."""


def process_pool(jobs: int) -> Pool:
    """A pool of so many processes."""
    return partial(play_in_processes, jobs=jobs)


def play_in_processes(order: Order, *, jobs: int) -> Generator[PartResult, None, None]:
    """Play an order in so many processes, of which this is one.

    Where each run is told this one has enough to do with what it is told, and plays none itself.

    Raises:
        InputError: Workers end over the same part again and again.
    """
    cutter = PartCutter(order.runs, jobs * PARTS_PER_WORKER)
    busy: list[Worker] = []
    try:
        while (
            len(busy) < (jobs if order.rows else jobs - 1) and (first := cutter.cut_part(FIRST_PART_RUNS)) is not None
        ):
            busy.append(Worker([first]))
        simulator = Simulator(order)  # while they begin: what they need is made once, and kept for them
        size = own_size = FIRST_PART_RUNS
        for worker in busy:
            worker.send_order(order)
        while busy or cutter.remaining:
            plays_here = not order.rows and cutter.remaining > 0
            ready = wait([worker.connection for worker in busy], 0 if plays_here else None)
            for connection in ready:
                worker = next(worker for worker in busy if worker.connection is connection)
                result = worker.receive_result()
                if result is None:
                    busy[busy.index(worker)] = worker.replace(order)
                    continue
                while (
                    len(worker.parts) < PARTS_PER_WORKER
                    and (part := cutter.cut_part(max(size, next_part_size(result)))) is not None
                ):
                    worker.send_part(part)
                if not worker.parts:
                    busy.remove(worker)
                    worker.stop()
                yield result
            if not ready:
                part = cutter.cut_part(own_size)
                assert part is not None
                own_result = simulator.play(part)
                all_started = all(worker.has_answered for worker in busy)
                size, own_size = (
                    next_part_size(own_result),
                    next_part_size(own_result, PART_SECONDS if all_started else STARTUP_PART_SECONDS),
                )
                yield own_result
    finally:
        for worker in busy:
            worker.stop()


class Worker:
    """A process at work, seen from its parent.

    Attributes:
        connection: Where its answers come from.
        parts: What it is to play, the one that it plays first.
        tries: How many workers were given the first of them.
        has_answered: Whether it has answered.
    """

    def __init__(self, parts: Iterable[Part], tries: int = 1) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=run_worker, args=(theirs,), daemon=True)
        with block_interrupts():
            self.process.start()
        theirs.close()
        self.parts, self.tries, self.has_answered = deque(parts), tries, False

    def send_order(self, order: Order) -> None:
        """Give it the order, and its first parts."""
        with suppress(OSError):
            self.connection.send(pack_order(order))
            for part in self.parts:
                self.connection.send(part)

    def send_part(self, part: Part) -> None:
        """Give it one part more; if it has ended, that shows when it is asked for the answer."""
        self.parts.append(part)
        with suppress(OSError):
            self.connection.send(part)

    def receive_result(self) -> PartResult | None:
        """What the part that it played first came to; None where it has ended.

        Raises:
            Exception: What was raised there.
        """
        try:
            received = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(received, Exception):
            raise received
        assert isinstance(received, PartResult)
        self.parts.popleft()
        self.tries, self.has_answered = 1, True
        return received

    def replace(self, order: Order) -> Worker:
        """Another one that plays the same parts.

        Raises:
            InputError: Too many have ended over it.
        """
        self.stop()
        if self.tries >= MAX_TRIES:
            part = self.parts[0]
            first, last = part.first, part.first + part.count - 1
            raise InputError(
                f"{MAX_TRIES} workers ended over the same runs, {first} to {last}",
                "",
                "Something ends them: perhaps there is too little memory. Try fewer with --jobs.",
            )
        successor = Worker(self.parts, self.tries + 1)
        successor.send_order(order)
        return successor

    def stop(self) -> None:
        """Let it go."""
        self.connection.close()
        self.process.terminate()
        self.process.join()


def pack_order(order: Order) -> bytes:
    """An order, small enough for a pipe to take it before anybody reads there."""
    return zlib.compress(pickle.dumps(order), 1)


def unpack_order(data: bytes) -> Order:
    """The order again: of our own parent, which nobody else can speak for."""
    order = pickle.loads(zlib.decompress(data))
    assert isinstance(order, Order)
    return order


@contextmanager
def block_interrupts() -> Iterator[None]:
    """What begins in here does not heed the keys that interrupt: they reach its parent, which ends it."""
    if os.name == "nt":
        yield
        return
    resource_tracker.ensure_running()  # beginning it later would end the heedlessness
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)


def run_worker(connection: Connection) -> None:
    """What a worker does: play the parts of the order it is given, until nobody gives it any."""
    if os.name == "nt":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence_warnings()
    with suppress(EOFError, OSError):
        order = unpack_order(connection.recv())
        play: Callable[[Part], PartResult] | None = None
        while True:
            part = connection.recv()
            try:
                play = play or Simulator(order).play
                result: PartResult | Exception = play(part)
            except Exception as error:
                result = error
            connection.send(result)
