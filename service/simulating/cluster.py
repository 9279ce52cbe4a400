"""A cluster that plays parts: the workers of a Dask scheduler that somebody runs.

Nothing here listens: a scheduler that is begun without TLS runs the programs of whoever can reach its port, other users
of the same machine too. So processes of this machine are those of :mod:`.workers`, which have no ports.

The scheduler is Dask's, and so is what it does when a worker is lost: the part is played elsewhere. The work order is
a task, too, on which all parts rest; so it travels to each worker once, and is made anew where it was lost.
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
from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.pools import FIRST_PART_RUNS, PartCutter, Pool, next_part_size
from bombsight.service.simulating.simulator import PartResult, Simulator
from bombsight.service.simulating.workers import block_interrupts

if TYPE_CHECKING:
    from distributed import Client

TLS_SCHEME = "tls://"
"""How the addresses begin of schedulers that encrypt, and ask who one is."""

PARTS_PER_THREAD = 2
"""So many parts wait for each thread of a worker, that is, so that none waits for the network."""

CONNECT_TIMEOUT = 30
"""For how many seconds a scheduler is waited for."""

FIRST_WORKER_TIMEOUT = 30
"""For how many seconds its first worker is."""


def cluster_pool(address: str) -> Pool:
    """A cluster as a pool.

    Args:
        address: Of its scheduler: ``tls://HOST:8786``, or ``tcp://HOST:8786``.

    Raises:
        InputError: The extra is not installed.
    """
    if find_spec("distributed") is None:
        raise InputError("a cluster needs an extra", "", "Install it: pip install 'bombsight[cluster]'")
    return partial(play_on_cluster, address=address)


def is_encrypted(address: str) -> bool:
    """Whether nobody else can read or change what is sent to a scheduler, or have its workers run programs."""
    return address.startswith(TLS_SCHEME)


def play_on_cluster(order: Order, *, address: str) -> Generator[PartResult, None, None]:
    """Play an order on a cluster.

    Raises:
        InputError: There is no cluster at the address, it has no workers, or they end over the same part again and
            again.
    """
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told below, in our words
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
    """A client of the cluster, which has a worker at least; it is left with the stack.

    Raises:
        InputError: There is no cluster at the address, or it has no workers.
    """
    import distributed

    with block_interrupts():  # its threads: the keys that interrupt are heeded here
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
    """How many parts the workers can play at once; those that come later count from then on."""
    thread_counts: dict[str, int] = client.nthreads()
    return max(1, sum(thread_counts.values()))


class WorkerState(threading.local):
    """What a thread of a worker has at hand: it plays one run at a time, so each has its own.

    Attributes:
        packed: The order it played last.
        simulator: What plays that.
    """

    packed_order = b""
    simulator: Simulator | None = None


WORKER_STATE = WorkerState()

COMPILE_LOCK = threading.Lock()
"""Rules are compiled by one thread at a time."""


def play_part(packed_order: bytes, part: Part) -> PartResult:
    """Play a part of a packed order: what a worker does."""
    if WORKER_STATE.simulator is None or WORKER_STATE.packed_order != packed_order:
        with COMPILE_LOCK:
            order = pickle.loads(zlib.decompress(packed_order))
            assert isinstance(order, Order)
            WORKER_STATE.simulator = Simulator(order)
        WORKER_STATE.packed_order = packed_order
    return WORKER_STATE.simulator.play(part)
