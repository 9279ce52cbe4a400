"""Files with a row for each run, by their suffix."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from io import StringIO
from pathlib import Path

from attrs import frozen

from bombsight.dsl.listing import listed
from bombsight.runtime.errors import InputError, reason
from bombsight.service.files import umask
from bombsight.service.simulating.playing import Answer
from bombsight.service.simulating.rows import Batch, Head, batch, heads
from bombsight.service.simulating.simulation import Simulation, Write


@frozen
class Format:
    """A kind of files.

    Attributes:
        begin: Opens a new file of this kind for rows with these columns; gives what takes them batch by batch.
        mark: What files begin with that were made so.
    """

    begin: Callable[[Path, Sequence[Head]], AbstractContextManager[Callable[[Batch], None]]]
    mark: bytes


def check_output(path: Path) -> None:
    """See that rows may be written to a file of this name: before hours are spent on them.

    Raises:
        InputError: Its suffix says nothing, something else lies there, or its folder is not there.
    """
    format = FORMATS.get(path.suffix.lower())
    if format is None:
        raise InputError("rows cannot be written to such a file", str(path), f"Its name ends with {named()}.")
    if not path.parent.is_dir():
        raise InputError("there is no such folder", str(path.parent))
    if path.exists() and not is_ours(path, format):
        raise InputError("this exists and is not one of ours", str(path), "Name another file.")


def is_ours(path: Path, format: Format) -> bool:
    """Whether a file was made so, and may be replaced."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as stream:
            return stream.read(len(format.mark)) == format.mark
    except OSError:
        return False


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
        with FORMATS[path.suffix.lower()].begin(Path(name), heads(simulation)) as write:

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
def csv_file(path: Path, columns: Sequence[Head]) -> Iterator[Callable[[Batch], None]]:
    """Comma-separated values (RFC 4180), the names of the columns first; nothing where there is nothing to say."""
    with path.open("w", encoding="utf-8", newline="") as stream:

        def write(batch: Batch) -> None:
            text = StringIO(newline="")
            csv.writer(text).writerows(zip(*batch, strict=True))
            stream.write(text.getvalue())

        write([[head.name] for head in columns])
        yield write


@contextmanager
def json_file(path: Path, columns: Sequence[Head]) -> Iterator[Callable[[Batch], None]]:
    """A JSON list with an object for each row."""
    names = [head.name for head in columns]
    between = "[\n"
    with path.open("w", encoding="utf-8", newline="\n") as stream:

        def write(batch: Batch) -> None:
            nonlocal between
            for row in zip(*batch, strict=True):
                stream.write(between + json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False))
                between = ",\n"

        yield write
        stream.write("[]\n" if between == "[\n" else "\n]\n")


FORMATS = {".csv": Format(csv_file, b"number,"), ".json": Format(json_file, b'[\n{"number": ')}
