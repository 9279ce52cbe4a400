"""A pool of workers on a Dask cluster that the user runs.

This module opens no port: a scheduler without TLS runs the programs of anybody who can reach its port, including other
users of the same machine. So local processes use :mod:`.workers`, which has no ports.

Dask's scheduler reassigns the parts of a lost worker. The work order is a task, too, on which all parts depend; so it
is sent to each worker once, and again if it was lost.
"""

from __future__ import annotations

import logging
import pickle
import threading
import zlib
from collections.abc import Generator
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bombsight.boundary.errors import InputError
from bombsight.boundary.platform import inheriting_blocked_interrupts
from bombsight.service.common.extras import extra_error
from bombsight.service.programs.compile import COMPILE_LOCK
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.pools import FIRST_PART_RUNS, PartCutter, Pool, next_part_size
from bombsight.service.simulating.simulator import PartResult, Simulator

if TYPE_CHECKING:
    from distributed import Client

TLS_SCHEME = "tls://"
"""The URL scheme of schedulers that encrypt and authenticate."""

PARTS_PER_THREAD = 2
"""The number of parts queued for each thread of a worker, to hide the network's latency."""

CONNECT_TIMEOUT = 30
"""The timeout for a connection to the scheduler, in seconds."""

FIRST_WORKER_TIMEOUT = 30
"""The timeout for its first worker, in seconds."""


def cluster_pool(address: str) -> Pool:
    """Create the worker pool of the Dask cluster at a scheduler's address: ``tls://HOST:8786``.

    Raises:
        InputError: The extra is not installed.
    """
    if find_spec("distributed") is None:
        raise extra_error("a cluster needs an extra", "cluster")
    return partial(play_on_cluster, address=address)


def is_encrypted(address: str) -> bool:
    """Whether the connection to a scheduler is encrypted and authenticated, so that nobody else can use its workers."""
    return address.startswith(TLS_SCHEME)


def play_on_cluster(order: Order, *, address: str) -> Generator[PartResult, None, None]:
    """Play a work order on a cluster, and yield the result of each part as it arrives.

    Raises:
        InputError: There is no cluster at the address, it has no workers, or they crash repeatedly on the same part.
    """
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported below
    with ExitStack() as stack:
        client = stack.enter_context(connect_client(stack, address))
        packed_order = client.submit(bytes, zlib.compress(pickle.dumps(order)), pure=False)
        parts, size = PartCutter(order.runs), FIRST_PART_RUNS
        running = distributed.as_completed()
        try:
            while True:
                while (
                    running.count() < PARTS_PER_THREAD * count_threads(client)
                    and (part := parts.cut_part(size)) is not None
                ):
                    running.add(client.submit(play_part, packed_order, part, pure=False))
                if running.is_empty():
                    return
                result = next(running).result()
                size = next_part_size(result)
                yield result
        except distributed.KilledWorker as error:
            hint = "Something ends them: perhaps there is too little memory."
            raise InputError("workers of the cluster ended again and again over the same runs", "", hint) from error
        except (OSError, distributed.client.FutureCancelledError) as error:
            raise InputError("the cluster is gone", address, "Look whether its scheduler is still there.") from error


def connect_client(stack: ExitStack, address: str) -> Client:
    """Connect a client to a cluster and wait for its first worker; the stack closes it.

    Raises:
        InputError: There is no cluster at the address, or it has no workers.
    """
    import distributed

    with inheriting_blocked_interrupts():  # its threads must not handle keyboard interrupts
        try:
            client = distributed.Client(address, timeout=CONNECT_TIMEOUT)
        except (OSError, ValueError) as error:
            hint = "Begin one with: dask scheduler"
            raise InputError("there is no cluster at this address", address, hint) from error
    stack.callback(client.close)
    try:
        client.wait_for_workers(1, timeout=FIRST_WORKER_TIMEOUT)
    except TimeoutError as error:
        hint = f"Begin some with: dask worker {address} --nworkers auto --nthreads 1"
        raise InputError("this cluster has no workers", address, hint) from error
    return client


def count_threads(client: Client) -> int:
    """Count the parts that the cluster's workers can play at once."""
    thread_counts: dict[str, int] = client.nthreads()
    return max(1, sum(thread_counts.values()))


class WorkerState(threading.local):
    """The cached simulator of a worker's thread, which plays one run at a time.

    Attributes:
        packed_order: The last order.
        simulator: Its simulator.
    """

    packed_order = b""
    simulator: Simulator | None = None


WORKER_STATE = WorkerState()


def play_part(packed_order: bytes, part: Part) -> PartResult:
    """Play one part of a serialized work order: the function that runs on a worker."""
    if WORKER_STATE.simulator is None or WORKER_STATE.packed_order != packed_order:
        with COMPILE_LOCK:
            order = pickle.loads(zlib.decompress(packed_order))
            assert isinstance(order, Order)
            WORKER_STATE.simulator = Simulator(order)
        WORKER_STATE.packed_order = packed_order
    return WORKER_STATE.simulator.play(part)
