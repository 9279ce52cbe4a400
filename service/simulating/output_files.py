"""Output files with a row for each run, in the format that the file's suffix selects."""

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

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.platform import replace_path
from bombsight.dsl.listing import join_names
from bombsight.service.common.files import current_umask
from bombsight.service.simulating import parquet
from bombsight.service.simulating.rows import RowBatch, build_row_batch, output_columns
from bombsight.service.simulating.simulation import PartWriter, Simulation
from bombsight.service.simulating.simulator import PartResult

PAGE_SUFFIXES = (".html", ".htm")
"""The suffixes of HTML pages."""


@frozen
class OutputFormat:
    """A file format for rows.

    Attributes:
        open_file: The context manager that opens a new file; it gives the function that writes a batch.
        is_own_file: Whether this program wrote a file of the format.
        check: The check that files can be written; raises :exc:`InputError` if an extra is missing.
    """

    open_file: Callable[[Path, Simulation], AbstractContextManager[Callable[[RowBatch], None]]]
    is_own_file: Callable[[Path], bool]
    check: Callable[[], None] = lambda: None


def check_output_path(path: Path) -> None:
    """Raise unless rows may be written to a path; called before the runs are played.

    Raises:
        InputError: The suffix is unknown, an extra is missing, another file lies there, or its folder does not exist.
    """
    format = FORMATS.get(path.suffix.lower())
    if format is None:
        raise InputError("rows cannot be written to such a file", str(path), f"Its name ends with {format_suffixes()}.")
    format.check()
    check_writable(path, format.is_own_file)


def check_page_writable(path: Path, start: str) -> None:
    """Raise unless an HTML page may be written to a path; called before anything is played.

    Args:
        path: The path.
        start: The text with which each such page begins.

    Raises:
        InputError: The suffix is wrong, another file lies there, or its folder does not exist.
    """
    if path.suffix.lower() not in PAGE_SUFFIXES:
        raise InputError("a page cannot be written to such a file", str(path), "Its name ends with .html.")
    check_writable(path, make_mark_check(start.encode()))


def check_writable(path: Path, is_own_file: Callable[[Path], bool]) -> None:
    """Raise unless a path is free, or a file for which ``is_own_file`` says that this program wrote it.

    Raises:
        InputError: It may not be written.
    """
    if not path.parent.is_dir():
        raise InputError("there is no such folder", str(path.parent))
    try:
        is_writable = not path.exists() or (path.is_file() and is_own_file(path))
    except OSError as error:
        raise InputError(f"cannot be read: {reason_of(error)}", str(path)) from error
    if not is_writable:
        hint = "Only what this command wrote is written over. Name another file, or take this one away."
        raise InputError("this exists, and another program or command wrote it", str(path), hint)


def make_mark_check(mark: bytes) -> Callable[[Path], bool]:
    """Create a predicate whether a file begins with a magic mark."""

    def is_own_file(path: Path) -> bool:
        """Whether a file begins with the mark."""
        with path.open("rb") as stream:
            return stream.read(len(mark)) == mark

    return is_own_file


def format_suffixes() -> str:
    """List the file suffixes of all output formats as text, for a message."""
    return join_names(FORMATS, "or")


@contextmanager
def open_writer(path: Path, simulation: Simulation) -> Iterator[PartWriter]:
    """Context manager of the function that writes rows of parts; they go to a temporary file, renamed at the end.

    Raises:
        InputError: It cannot be written.
    """
    target = path.resolve()
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(descriptor)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
    try:
        with FORMATS[path.suffix.lower()].open_file(Path(name), simulation) as write:

            def write_part(simulation: Simulation, result: PartResult) -> None:
                """Write the rows of a finished part."""
                write(build_row_batch(simulation, result))

            yield write_part
        os.chmod(name, 0o666 & ~current_umask())
        replace_path(name, target)
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
    finally:
        with suppress(OSError):
            os.unlink(name)


@contextmanager
def open_csv_file(path: Path, simulation: Simulation) -> Iterator[Callable[[RowBatch], None]]:
    """Context manager: write the header row of a CSV file, and yield the function that appends rows.

    The format is that of RFC 4180; missing values are empty.
    """
    with path.open("w", encoding="utf-8", newline="") as stream:

        def write(batch: RowBatch) -> None:
            """Append rows, given by column."""
            text = StringIO(newline="")
            csv.writer(text).writerows(zip(*batch, strict=True))
            stream.write(text.getvalue())

        write([[head.name] for head in output_columns(simulation)])
        yield write


@contextmanager
def open_json_file(path: Path, simulation: Simulation) -> Iterator[Callable[[RowBatch], None]]:
    """Context manager: begin a JSON list of objects in a file, and yield the function that appends rows."""
    names = [head.name for head in output_columns(simulation)]
    separator = "[\n"
    with path.open("w", encoding="utf-8", newline="\n") as stream:

        def write(batch: RowBatch) -> None:
            """Append rows, given by column, as JSON objects."""
            nonlocal separator
            for row in zip(*batch, strict=True):
                stream.write(separator + json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False))
                separator = ",\n"

        yield write
        stream.write("[]\n" if separator == "[\n" else "\n]\n")


FORMATS = {
    ".csv": OutputFormat(open_csv_file, make_mark_check(b"number,")),
    ".json": OutputFormat(open_json_file, make_mark_check(b'[\n{"number": ')),
    ".parquet": OutputFormat(parquet.open_parquet_file, parquet.is_own_file, parquet.check_extra_installed),
}
