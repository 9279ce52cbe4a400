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
from bombsight.service.simulating.playing import Answer, Simulator
from bombsight.service.simulating.pools import FIRST, Parts, Pool, next_size
from bombsight.service.simulating.workers import heedless

if TYPE_CHECKING:
    from distributed import Client

ENCRYPTED = "tls://"
"""How the addresses begin of schedulers that encrypt, and ask who one is."""

AHEAD = 2
"""So many parts wait for each thread of a worker, that is, so that none waits for the network."""

CONNECTING = 30
"""For how many seconds a scheduler is waited for."""

GATHERING = 30
"""For how many seconds its first worker is."""


def cluster(address: str) -> Pool:
    """A cluster as a pool.

    Args:
        address: Of its scheduler: ``tls://HOST:8786``, or ``tcp://HOST:8786``.

    Raises:
        InputError: The extra is not installed.
    """
    if find_spec("distributed") is None:
        raise InputError("a cluster needs an extra", "", "Install it: pip install 'bombsight[cluster]'")
    return partial(played, address=address)


def is_encrypted(address: str) -> bool:
    """Whether nobody else can read or change what is sent to a scheduler, or have its workers run programs."""
    return address.startswith(ENCRYPTED)


def played(order: Order, *, address: str) -> Generator[Answer, None, None]:
    """Play an order on a cluster.

    Raises:
        InputError: There is no cluster at the address, it has no workers, or they end over the same part again and
            again.
    """
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told below, in our words
    with ExitStack() as stack:
        client = stack.enter_context(connected(stack, address))
        packed = client.submit(bytes, zlib.compress(pickle.dumps(order)), pure=False)
        parts, size = Parts(order.runs), FIRST
        coming = distributed.as_completed()
        try:
            while True:
                while coming.count() < AHEAD * threads(client) and (part := parts.cut(size)) is not None:
                    coming.add(client.submit(play, packed, part, pure=False))
                if coming.is_empty():
                    return
                answer = next(coming).result()
                size = next_size(answer)
                yield answer
        except distributed.KilledWorker as error:
            hint = "Something ends them: perhaps there is too little memory."
            raise InputError("workers of the cluster ended again and again over the same runs", "", hint) from error
        except (OSError, distributed.client.FutureCancelledError) as error:
            raise InputError("the cluster is gone", address, "Look whether its scheduler is still there.") from error


def connected(stack: ExitStack, address: str) -> Client:
    """A client of the cluster, which has a worker at least; it is left with the stack.

    Raises:
        InputError: There is no cluster at the address, or it has no workers.
    """
    import distributed

    with heedless():  # its threads: the keys that interrupt are heeded here
        try:
            client = distributed.Client(address, timeout=CONNECTING)
        except (OSError, ValueError) as error:
            hint = "Begin one with: dask scheduler"
            raise InputError("there is no cluster at this address", address, hint) from error
    stack.callback(client.close)
    try:
        client.wait_for_workers(1, timeout=GATHERING)
    except TimeoutError as error:
        hint = f"Begin some with: dask worker {address} --nworkers auto --nthreads 1"
        raise InputError("this cluster has no workers", address, hint) from error
    return client


def threads(client: Client) -> int:
    """How many parts the workers can play at once; those that come later count from then on."""
    there: dict[str, int] = client.nthreads()
    return max(1, sum(there.values()))


class Here(threading.local):
    """What a thread of a worker has at hand: it plays one run at a time, so each has its own.

    Attributes:
        packed: The order it played last.
        simulator: What plays that.
    """

    packed = b""
    simulator: Simulator | None = None


HERE = Here()

MAKING = threading.Lock()
"""Rules are compiled by one thread at a time."""


def play(packed: bytes, part: Part) -> Answer:
    """Play a part of a packed order: what a worker does."""
    if HERE.simulator is None or HERE.packed != packed:
        with MAKING:
            order = pickle.loads(zlib.decompress(packed))
            assert isinstance(order, Order)
            HERE.simulator = Simulator(order)
        HERE.packed = packed
    return HERE.simulator.play(part)
