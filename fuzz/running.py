"""Runs an input in a process of its own, and checks its time, memory, output and files.

The processes are forked from one that has loaded the program, so that a minute is enough for thousands.
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
from fuzz.corpus import Corpus, isolated_environment
from fuzz.targets import TARGETS, Call

MAX_EXTRA_SECONDS = 4.0
"""Maximum processor time of an input beyond that of the same call with unchanged input."""

SHORT_INPUT_BYTES = 100_000
"""Bytes of an input up to which that limit holds."""

BYTES_PER_EXTRA_SECOND = 5_000_000
"""Further bytes of an input that raise the limit by a second."""

MAX_EXTRA_MEGABYTES = 300
"""Maximum memory of an input beyond the program's own."""

HANG_SECONDS = 60.0
"""Seconds after which a call counts as hanging."""

KILL_MEGABYTES = 1_500
"""Megabytes at which a call is killed."""

ALLOWED_STATUSES = (0, 1, 2)
"""The exit statuses of calls without faults."""

REQUEST_PATTERN = re.compile(r'"jsonrpc": "2\.0", "id": (\d+)')
"""Matches the number of a request, as the corpus writes it."""

CONTROL_CHARACTERS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""Control characters that no output outside a terminal may hold."""


@frozen
class CallResult:
    """The result of one fuzzed call of the program: status, time, memory, output and stray files.

    Attributes:
        call: The call.
        length: Bytes of its input.
        status: Its exit status; negative for a signal.
        seconds: Its processor time.
        megabytes: Its peak memory beyond that of its parent process.
        output: Its output.
        stray_files: Files that it left outside its folders.
    """

    call: Call
    length: int
    status: int
    seconds: float
    megabytes: float
    output: bytes
    stray_files: tuple[str, ...]

    @property
    def is_slow(self) -> bool:
        """Whether the call exceeded its time limit, which grows with its input."""
        return (
            self.seconds
            > MAX_EXTRA_SECONDS
            + self.call.usual_seconds
            + max(0, self.length - SHORT_INPUT_BYTES) / BYTES_PER_EXTRA_SECOND
        )

    @property
    def faults(self) -> Iterator[str]:
        """Yield a sentence for each fault of the call, such as a traceback, a timeout or a stray file."""
        if self.status not in ALLOWED_STATUSES:
            yield f"status {self.status}"
        if b"Traceback (most recent call last)" in self.output:
            yield f"a traceback: {last_error(self.output.decode('utf-8', 'replace'))[:200]}"
        if self.call.args[:1] != ("server",) and (raw := CONTROL_CHARACTERS.search(self.output)):
            yield f"a raw control character: {raw[0]!r} in {self.output[max(0, raw.start() - 30) : raw.end() + 30]!r}"
        if self.is_slow:
            yield f"{self.seconds:.1f} s"
        if self.megabytes > MAX_EXTRA_MEGABYTES:
            yield f"{self.megabytes:.0f} MB"
        yield from (f"left {path}" for path in self.stray_files)
        yield from unanswered_faults(self)


def last_error(text: str) -> str:
    """Find the line of a traceback that names the exception."""
    lines = [line.strip("| ") for line in text.split("\n")]
    return next((line for line in reversed(lines) if re.match(r"[\w.]+(Error|Exception|Group)\b", line)), lines[-1])


def unanswered_faults(result: CallResult) -> Iterator[str]:
    """Yield a fault for each request to the language server that got no response."""
    if result.call.args[:1] == ("server",):
        for number in unanswered_requests(
            "".join((result.call.stdin_text, *result.call.closing_messages)), result.output
        ):
            yield f"request {number} got no answer"


def unanswered_requests(stdin_text: str, output: bytes) -> list[str]:
    """The ids of the language server requests that got no response."""
    answered = {found.decode() for found in re.findall(rb'"id":\s*(\d+)\b', output)}
    return [number for number in REQUEST_PATTERN.findall(stdin_text) if number not in answered]


def run_input(target: str, seed: int, corpus: Corpus, sandbox: Path) -> list[CallResult]:
    """Make the input of a seed and run all its calls; run slow ones again, since the machine may be busy.

    Args:
        target: The name of a target.
        seed: The seed of the input.
        corpus: The inputs to mutate.
        sandbox: A folder, emptied before.
    """
    results = run_once(target, seed, corpus, sandbox)
    if not any(ended.is_slow for ended in results):
        return results
    second_results = run_once(target, seed, corpus, sandbox)
    return [
        evolve(ended, seconds=min(ended.seconds, other.seconds))
        for ended, other in zip(results, second_results, strict=True)
    ]


def run_once(target: str, seed: int, corpus: Corpus, sandbox: Path) -> list[CallResult]:
    """Make the mutated input of a seed, and run each of its calls once.

    Args:
        target: Prepares the input and its calls.
        seed: The seed of the mutations.
        corpus: The well-formed inputs.
        sandbox: The folder that holds all files of the calls.
    """
    shutil.rmtree(sandbox, ignore_errors=True)
    work = sandbox / "a" / "b"
    work.mkdir(parents=True)
    for home in ("home", "host", "guest"):
        shutil.copytree(corpus.folder / home, sandbox / home)
    calls = TARGETS[target](Random(f"{target} {seed}"), corpus, work)
    return [run_call(call, work, sandbox) for call in calls]


def run_call(call: Call, work: Path, sandbox: Path) -> CallResult:
    """Run one call of the program in a child process, and measure it."""
    output_path, stdin_path = sandbox / "out", sandbox / "typed"
    output_path.write_bytes(b"")
    stdin_path.write_bytes(call.stdin_text.encode("utf-8", "surrogatepass"))
    if call.closing_messages:
        stdin_path.unlink()
        os.mkfifo(stdin_path)
    length = len(call.stdin_text.encode("utf-8", "surrogatepass")) + sum(
        file.stat().st_size for file in work.rglob("*") if file.is_file()
    )
    stray_before = find_stray_files(work, sandbox)
    base_memory = memory_of(os.getpid(), "VmRSS")
    child = os.fork()
    if child == 0:
        run_in_child(call, work, sandbox)
    typist = threading.Thread(target=send_messages_as_editor, args=(call, stdin_path, output_path), daemon=True)
    if call.closing_messages:
        typist.start()
    status, used, peak_memory = wait_for(child, HANG_SECONDS, KILL_MEGABYTES)
    if call.closing_messages:
        with suppress(OSError):  # unblock the writer if nobody has read it
            os.close(os.open(stdin_path, os.O_RDONLY | os.O_NONBLOCK))
        typist.join()
    return CallResult(
        call,
        length,
        status,
        used.ru_utime + used.ru_stime,
        max(0.0, peak_memory - base_memory),
        output_path.read_bytes(),
        tuple(sorted(find_stray_files(work, sandbox) - stray_before)),
    )


def send_messages_as_editor(call: Call, stdin_path: Path, output_path: Path) -> None:
    """Feed messages to the language server like an editor: the last ones only after all responses, or a timeout."""
    typed_text = ""
    with suppress(OSError), open(stdin_path, "wb", buffering=0) as stream:
        for part in (call.stdin_text, *call.closing_messages):
            deadline = time.monotonic() + HANG_SECONDS / 4
            while unanswered_requests(typed_text, output_path.read_bytes()) and time.monotonic() < deadline:
                time.sleep(0.003)
            stream.write(part.encode("utf-8", "surrogatepass"))
            typed_text += part


def run_in_child(call: Call, work: Path, sandbox: Path) -> None:
    """Run a call in the forked child process, and exit."""
    status = 97
    atexit._clear()  # the parent's exit handlers must not run here
    try:
        os.chdir(work)
        os.environ.clear()
        os.environ.update(isolated_environment(sandbox / call.home))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000_000, 200_000_000))
        redirect_streams(sandbox / "typed", sandbox / "out")
        if call.message_lines is not None:
            feed_readers(call.message_lines)
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


def redirect_streams(stdin_path: Path, output_path: Path) -> None:
    """Redirect the process's standard streams to files."""
    os.dup2(os.open(stdin_path, os.O_RDONLY), 0)
    output_descriptor = os.open(output_path, os.O_WRONLY | os.O_APPEND)
    os.dup2(output_descriptor, 1)
    os.dup2(output_descriptor, 2)
    reader = io.BufferedReader(io.FileIO(0, closefd=False))  # it fills each read from a pipe completely
    sys.stdin = io.TextIOWrapper(reader, encoding="utf-8", errors="surrogateescape")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, "w", closefd=False)), encoding="utf-8")


def feed_readers(lines: Sequence[str]) -> None:
    """Parse lines with both readers of network messages, the host's and the guest's."""
    from bombsight.boundary.errors import InputError
    from bombsight.service.seats.protocol import codec

    for line in lines:
        for read in (codec.decode_host_message, codec.decode_seat_message):
            with suppress(InputError):
                read(line)


def find_stray_files(work: Path, sandbox: Path) -> set[str]:
    """Find the files of a sandbox outside the call's working folder and the user's folders."""
    allowed_folders = tuple(
        sandbox / home / part for home in ("home", "host", "guest") for part in ("cache", "state", "data", "config")
    )
    stray_files = set()
    for path in sandbox.rglob("*"):
        if not path.is_relative_to(work) and not any(path.is_relative_to(each) for each in allowed_folders):
            stray_files.add(path.relative_to(sandbox).as_posix())
    return stray_files
