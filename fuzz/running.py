"""Running an input: in a process of its own, whose time, memory, words and files are looked at.

The processes are forked of one that has loaded the program, so that thousands can be had in a minute.
"""

from __future__ import annotations

import atexit
import io
import os
import re
import resource
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from attrs import evolve, frozen

from bench.processes import memory_of, wait_for
from fuzz.corpus import Corpus, surroundings
from fuzz.targets import TARGETS, Call

SECONDS = 2.0
"""Processor time that an input may cost beyond what the same costs unchanged."""

SHORT = 100_000
"""Bytes of an input for which that is so."""

EACH_SECOND = 5_000_000
"""Further bytes of an input that may cost a second more."""

MEGABYTES = 300
"""Memory that an input may cost beyond what the program takes itself."""

DEADLINE = 60.0
"""Seconds after which a call counts as hanging."""

MOST_MEMORY = 1_500
"""Megabytes at which a call is stopped."""

STATUSES = (0, 1, 2)
"""What calls end with."""

REQUEST = re.compile(r'"jsonrpc": "2\.0", "id": (\d+)')
"""The number of a request, as the corpus writes it."""

RAW = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no output of a call may hold that is no terminal's."""


@frozen
class Ended:
    """How a call ended.

    Attributes:
        call: The call.
        length: Bytes of its input.
        status: Its exit status; negative for a signal.
        seconds: Its processor time.
        megabytes: The most memory that it held beyond that of the process that it was forked of.
        output: What it wrote.
        outside: What it left where it has no business.
    """

    call: Call
    length: int
    status: int
    seconds: float
    megabytes: float
    output: bytes
    outside: tuple[str, ...]

    @property
    def is_slow(self) -> bool:
        """Whether it took more time than it may."""
        return self.seconds > SECONDS + self.call.unchanged + max(0, self.length - SHORT) / EACH_SECOND

    @property
    def faults(self) -> Iterator[str]:
        """What is wrong, in words."""
        if self.status not in STATUSES:
            yield f"status {self.status}"
        if b"Traceback (most recent call last)" in self.output:
            yield f"a traceback: {last_error(self.output.decode('utf-8', 'replace'))[:200]}"
        if self.call.args[:1] != ("server",) and (raw := RAW.search(self.output)):
            yield f"a raw control character: {raw[0]!r} in {self.output[max(0, raw.start() - 30) : raw.end() + 30]!r}"
        if self.is_slow:
            yield f"{self.seconds:.1f} s"
        if self.megabytes > MEGABYTES:
            yield f"{self.megabytes:.0f} MB"
        yield from (f"left {path}" for path in self.outside)
        yield from unanswered(self)


def last_error(text: str) -> str:
    """The line that says what a traceback was about."""
    lines = [line.strip("| ") for line in text.split("\n")]
    return next((line for line in reversed(lines) if re.match(r"[\w.]+(Error|Exception|Group)\b", line)), lines[-1])


def unanswered(ended: Ended) -> Iterator[str]:
    """Requests to the language server that got no answer."""
    if ended.call.args[:1] == ("server",):
        for number in without_answer("".join((ended.call.typed, *ended.call.goodbye)), ended.output):
            yield f"request {number} got no answer"


def without_answer(typed: str, output: bytes) -> list[str]:
    """The numbers of the requests that have no answer yet."""
    answered = {found.decode() for found in re.findall(rb'"id":\s*(\d+)\b', output)}
    return [number for number in REQUEST.findall(typed) if number not in answered]


def run_input(target: str, seed: int, corpus: Corpus, sandbox: Path) -> list[Ended]:
    """Make the input of a seed, and run all that it calls for; twice where that was slow, for the machine may be busy.

    Args:
        target: The name of a target.
        seed: Of the input.
        corpus: What is mutated.
        sandbox: A folder, emptied before.
    """
    found = run_once(target, seed, corpus, sandbox)
    if not any(ended.is_slow for ended in found):
        return found
    again = run_once(target, seed, corpus, sandbox)
    return [evolve(ended, seconds=min(ended.seconds, other.seconds)) for ended, other in zip(found, again, strict=True)]


def run_once(target: str, seed: int, corpus: Corpus, sandbox: Path) -> list[Ended]:
    """The same, once."""
    shutil.rmtree(sandbox, ignore_errors=True)
    work = sandbox / "a" / "b"
    work.mkdir(parents=True)
    for home in ("home", "host", "guest"):
        shutil.copytree(corpus.folder / home, sandbox / home)
    calls = TARGETS[target](Random(f"{target} {seed}"), corpus, work)
    return [run_call(call, work, sandbox) for call in calls]


def run_call(call: Call, work: Path, sandbox: Path) -> Ended:
    """Run one call."""
    out, typed = sandbox / "out", sandbox / "typed"
    out.write_bytes(b"")
    typed.write_bytes(call.typed.encode("utf-8", "surrogatepass"))
    if call.goodbye:
        typed.unlink()
        os.mkfifo(typed)
    length = len(call.typed.encode("utf-8", "surrogatepass")) + sum(
        file.stat().st_size for file in work.rglob("*") if file.is_file()
    )
    before = outside(work, sandbox)
    floor = memory_of(os.getpid(), "VmRSS")
    child = os.fork()
    if child == 0:
        be_called(call, work, sandbox)
    typing = threading.Thread(target=converse, args=(call, typed, out), daemon=True)
    if call.goodbye:
        typing.start()
    status, used, most = wait_for(child, DEADLINE, MOST_MEMORY)
    if call.goodbye:
        with suppress(OSError):  # nobody may have read it at all, and its writer waits
            os.close(os.open(typed, os.O_RDONLY | os.O_NONBLOCK))
        typing.join()
    return Ended(
        call,
        length,
        status,
        used.ru_utime + used.ru_stime,
        max(0.0, most - floor),
        out.read_bytes(),
        tuple(sorted(outside(work, sandbox) - before)),
    )


def converse(call: Call, typed: Path, out: Path) -> None:
    """Type as an editor does: it says goodbye once it has its answers, or when it gives up."""
    said = ""
    with suppress(OSError), open(typed, "wb", buffering=0) as stream:
        for part in (call.typed, *call.goodbye):
            until = time.monotonic() + DEADLINE / 4
            while without_answer(said, out.read_bytes()) and time.monotonic() < until:
                time.sleep(0.003)
            stream.write(part.encode("utf-8", "surrogatepass"))
            said += part


def be_called(call: Call, work: Path, sandbox: Path) -> None:
    """In a process of its own: do what was called, and end."""
    status = 97
    atexit._clear()  # what the parent is to do at its end is not this process's
    try:
        os.chdir(work)
        os.environ.clear()
        os.environ.update(surroundings(sandbox / call.home))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000_000, 200_000_000))
        standard(sandbox / "typed", sandbox / "out")
        if call.feeds is not None:
            feed(call.feeds)
            status = 0
        else:
            from bombsight.cli.app import main

            sys.argv = ["bombsight", *call.args]
            main()
            status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status & 0xFF)


def standard(typed: Path, out: Path) -> None:
    """Have the standard streams be files."""
    os.dup2(os.open(typed, os.O_RDONLY), 0)
    written = os.open(out, os.O_WRONLY | os.O_APPEND)
    os.dup2(written, 1)
    os.dup2(written, 2)
    reader = io.BufferedReader(io.FileIO(0, closefd=False))  # who reads of a pipe gets all that he asks for
    sys.stdin = io.TextIOWrapper(reader, encoding="utf-8", errors="surrogateescape")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, "w", closefd=False)), encoding="utf-8")


def feed(lines: Sequence[str]) -> None:
    """Hand lines to both readers of a table's messages."""
    from bombsight.boundary.errors import InputError
    from bombsight.service.seats import codec

    for line in lines:
        for read in (codec.decode_told, codec.decode_said):
            with suppress(InputError):
                read(line)


def outside(work: Path, sandbox: Path) -> set[str]:
    """The files of a sandbox that stand neither where the call works nor among what the user's folders are for."""
    own = tuple(
        sandbox / home / part for home in ("home", "host", "guest") for part in ("cache", "state", "data", "config")
    )
    found = set()
    for path in sandbox.rglob("*"):
        if not path.is_relative_to(work) and not any(path.is_relative_to(each) for each in own):
            found.add(path.relative_to(sandbox).as_posix())
    return found
