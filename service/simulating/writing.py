"""Files with a row for each run, by their suffix."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import StringIO
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError, reason
from bombsight.dsl.listing import listed
from bombsight.service.common.files import umask
from bombsight.service.simulating import parquet
from bombsight.service.simulating.playing import Answer
from bombsight.service.simulating.rows import Batch, batch, heads
from bombsight.service.simulating.simulation import Simulation, Write


@frozen
class Format:
    """A kind of files.

    Attributes:
        begin: Opens a new file of this kind for the rows of a simulation; gives what takes them batch by batch.
        is_ours: Whether a file was made so.
        check: Sees that such files can be written; raises :exc:`InputError` where an extra is missing.
    """

    begin: Callable[[Path, Simulation], AbstractContextManager[Callable[[Batch], None]]]
    is_ours: Callable[[Path], bool]
    check: Callable[[], None] = lambda: None


def check_output(path: Path) -> None:
    """See that rows may be written to a file of this name: before hours are spent on them.

    Raises:
        InputError: Its suffix says nothing, it needs an extra that is missing, something else lies there, or its folder
            is not there.
    """
    format = FORMATS.get(path.suffix.lower())
    if format is None:
        raise InputError("rows cannot be written to such a file", str(path), f"Its name ends with {named()}.")
    format.check()
    check_place(path, format.is_ours)


def check_place(path: Path, is_ours: Callable[[Path], bool]) -> None:
    """See that a file may be written: that there is none yet, or one that was made so.

    Raises:
        InputError: It may not.
    """
    if not path.parent.is_dir():
        raise InputError("there is no such folder", str(path.parent))
    try:
        free = not path.exists() or (path.is_file() and is_ours(path))
    except OSError as error:
        raise InputError(f"cannot be read: {reason(error)}", str(path)) from error
    if not free:
        hint = "Only what this command wrote is written over. Name another file, or take this one away."
        raise InputError("this exists, and another program or command wrote it", str(path), hint)


def begins_with(mark: bytes) -> Callable[[Path], bool]:
    """Whether a file begins so."""

    def is_ours(path: Path) -> bool:
        with path.open("rb") as stream:
            return stream.read(len(mark)) == mark

    return is_ours


def named() -> str:
    """The suffixes that there are, for a message."""
    return listed(FORMATS, "or")


@contextmanager
def writer(path: Path, simulation: Simulation) -> Iterator[Write]:
    """Write the rows of a simulation, part by part, to a file that is there when all that came is in it.

    Raises:
        InputError: It cannot be written.
    """
    target = path.resolve()
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(descriptor)
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", str(path)) from error
    try:
        with FORMATS[path.suffix.lower()].begin(Path(name), simulation) as write:

            def write_part(simulation: Simulation, answer: Answer) -> None:
                write(batch(simulation, answer))

            yield write_part
        os.chmod(name, 0o666 & ~umask())
        os.replace(name, target)
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", str(path)) from error
    finally:
        with suppress(OSError):
            os.unlink(name)


@contextmanager
def csv_file(path: Path, simulation: Simulation) -> Iterator[Callable[[Batch], None]]:
    """Comma-separated values (RFC 4180), the names of the columns first; nothing where there is nothing to say."""
    with path.open("w", encoding="utf-8", newline="") as stream:

        def write(batch: Batch) -> None:
            text = StringIO(newline="")
            csv.writer(text).writerows(zip(*batch, strict=True))
            stream.write(text.getvalue())

        write([[head.name] for head in heads(simulation)])
        yield write


@contextmanager
def json_file(path: Path, simulation: Simulation) -> Iterator[Callable[[Batch], None]]:
    """A JSON list with an object for each row."""
    names = [head.name for head in heads(simulation)]
    between = "[\n"
    with path.open("w", encoding="utf-8", newline="\n") as stream:

        def write(batch: Batch) -> None:
            nonlocal between
            for row in zip(*batch, strict=True):
                stream.write(between + json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False))
                between = ",\n"

        yield write
        stream.write("[]\n" if between == "[\n" else "\n]\n")


FORMATS = {
    ".csv": Format(csv_file, begins_with(b"number,")),
    ".json": Format(json_file, begins_with(b'[\n{"number": ')),
    ".parquet": Format(parquet.parquet_file, parquet.is_ours, parquet.check_extra),
}
