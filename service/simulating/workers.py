"""A pool of local worker processes, which play parts of a work order.

The calling process starts the others, and plays parts, too. When a worker dies, its parent sees its end of the pipe
closed, starts another, and gives that the same parts again.
"""

from __future__ import annotations

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.service.common.worker_process import WorkerProcess
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.pools import FIRST_PART_RUNS, PART_SECONDS, PartCutter, Pool, next_part_size
from bombsight.service.simulating.simulator import PartResult, Simulator

MAX_TRIES = 3
"""The maximum number of workers that may die on the same part."""


PARTS_PER_WORKER = 2
"""The number of parts queued at a worker, so that it never waits for its parent."""

STARTUP_PART_SECONDS = 0.025
"""The target duration, in seconds, of parts played here while workers start, so that they are served soon."""


def process_pool(jobs: int) -> Pool:
    """Create a pool of `jobs` worker processes."""
    return partial(play_in_processes, jobs=jobs)


def play_in_processes(order: Order, *, jobs: int) -> Generator[PartResult, None, None]:
    """Play a work order in ``jobs`` processes, including this one, and yield the result of each part.

    If the order requests rows, this process is busy with them and plays no part itself.

    Raises:
        InputError: Workers die repeatedly on the same part.
    """
    cutter = PartCutter(order.runs, jobs * PARTS_PER_WORKER)
    busy: list[Worker] = []
    try:
        while (
            len(busy) < (jobs if order.rows else jobs - 1) and (first := cutter.cut_part(FIRST_PART_RUNS)) is not None
        ):
            busy.append(Worker([first]))
        simulator = Simulator(order)  # compiled once, and cached, while they start
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
    """The parent's handle of a worker process.

    Attributes:
        worker: The process.
        connection: The pipe to it.
        parts: Its queued parts, the current one first.
        tries: The number of workers that the current part was given to.
        has_answered: Whether it has sent a result.
    """

    def __init__(self, parts: Iterable[Part], tries: int = 1) -> None:
        """Start a worker process for the given first parts."""
        self.worker = WorkerProcess(run_worker)
        self.connection = self.worker.connection
        self.parts, self.tries, self.has_answered = deque(parts), tries, False

    def send_order(self, order: Order) -> None:
        """Send the work order and the first parts to the worker."""
        with suppress(OSError):
            self.connection.send(pack_order(order))
            for part in self.parts:
                self.connection.send(part)

    def send_part(self, part: Part) -> None:
        """Send another part; a dead worker is noticed when its result is received."""
        self.parts.append(part)
        with suppress(OSError):
            self.connection.send(part)

    def receive_result(self) -> PartResult | None:
        """Wait for the result of the current part; None if the worker has died.

        Raises:
            Exception: The exception raised in the worker.
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
        """Start another worker for the parts of a dead one.

        Raises:
            InputError: Too many workers have died on the current part.
        """
        self.stop()
        if self.tries >= MAX_TRIES:
            part = self.parts[0]
            first, last = part.first, part.first + part.count - 1
            raise InputError(
                f"{MAX_TRIES} workers ended over the same runs, {first} to {last}",
                "",
                f"Something ends them: perhaps there is too little memory. Try fewer with {argument('jobs')}.",
            )
        successor = Worker(self.parts, self.tries + 1)
        successor.send_order(order)
        return successor

    def stop(self) -> None:
        """Close the pipe and end the worker process."""
        self.worker.stop()


def pack_order(order: Order) -> bytes:
    """Serialize and compress a work order, so that it fits into a pipe's buffer."""
    return zlib.compress(pickle.dumps(order), 1)


def unpack_order(data: bytes) -> Order:
    """Decompress and deserialize a work order, which only the parent process can have sent."""
    order = pickle.loads(zlib.decompress(data))
    assert isinstance(order, Order)
    return order


def run_worker(connection: Connection) -> None:
    """Run a worker process: play the parts that arrive until the pipe is closed."""
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
