"""A function mapped over items in worker processes, with the results in the order of the items."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.service.common.worker_process import WorkerProcess

Item = TypeVar("Item")
Result = TypeVar("Result")


@frozen
class Failure:
    """An exception that a worker raised."""

    error: Exception


@frozen
class Task(Generic[Item, Result]):
    """The work of every worker: a function of a module that makes, of its arguments, the function to be mapped."""

    make: Callable[..., Callable[[Item], Result]]
    arguments: tuple[object, ...]


def map_in_processes(
    task: Task[Item, Result], items: Sequence[Item], jobs: int, report: Callable[[int], object] | None = None
) -> list[Result]:
    """Map a function over items in worker processes.

    Args:
        task: What makes the function in each worker.
        items: The items.
        jobs: The number of processes.
        report: Is called with the number of results so far, after each.

    Raises:
        InputError: A worker ended before its time.
        Exception: What the function raised.
    """
    results: dict[int, Result] = {}
    waiting = deque(enumerate(items))
    workers: dict[Connection, WorkerProcess] = {}
    places: dict[Connection, int] = {}
    try:
        for _ in range(min(jobs, len(items))):
            worker = WorkerProcess(serve_task)
            workers[worker.connection] = worker
        for connection in workers:
            connection.send(task)
            places[connection] = send_next(connection, waiting)
        while places:
            ready = wait([*places])
            for connection in [each for each in places if each in ready]:
                results[places.pop(connection)] = receive(connection)
                if report is not None:
                    report(len(results))
                if waiting:
                    places[connection] = send_next(connection, waiting)
    except OSError as error:
        raise lost_worker() from error
    finally:
        for worker in workers.values():
            worker.stop()
    return [results[place] for place in range(len(items))]


def send_next(connection: Connection, waiting: deque[tuple[int, Item]]) -> int:
    """Send the next item to a worker, and return its place among the items."""
    place, item = waiting.popleft()
    connection.send(item)
    return place


def receive(connection: Connection) -> Any:
    """Receive the result of a worker.

    Raises:
        InputError: It has ended.
        Exception: What the function raised.
    """
    try:
        received = connection.recv()
    except (EOFError, OSError) as error:
        raise lost_worker() from error
    if isinstance(received, Failure):
        raise received.error
    return received


def lost_worker() -> InputError:
    """The error that a worker process has ended before its time."""
    return InputError(
        "a worker process has ended", "", f"Perhaps there is too little memory. Try fewer with {argument('jobs')}."
    )


def serve_task(connection: Connection) -> None:
    """Run a worker process: map the items that arrive until the pipe is closed."""
    task = connection.recv()
    apply: Callable[[object], object] | None = None
    while True:
        item = connection.recv()
        try:
            apply = apply or task.make(*task.arguments)
            result = apply(item)
        except Exception as error:
            result = Failure(error)
        connection.send(result)
