"""Parquet output: typed columns, and the simulation's parameters as metadata. Needs the extra ``pyarrow``.

The size of row groups does not depend on the size of parts. So the file is the same whoever played, and memory holds
one group and a part.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from bombsight.service.common.extras import extra_error
from bombsight.service.simulating.rows import OutputColumn, RowBatch, build_row_batch, output_columns
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.simulator import PartResult

if TYPE_CHECKING:
    import pyarrow

ROWS_PER_GROUP = 1 << 16
"""The number of rows in each row group but the last."""

METADATA_KEY = b"bombsight.game"
"""The metadata key that identifies files of this program."""


def check_extra_installed() -> None:
    """Raise unless pyarrow, an optional dependency, is installed.

    Raises:
        InputError: It is not.
    """
    if find_spec("pyarrow") is None:
        raise extra_error("rows as Parquet or Arrow need an extra", "parquet")


def is_own_file(path: Path) -> bool:
    """Whether a file is a Parquet file that this program wrote.

    Raises:
        OSError: It cannot be read.
    """
    import pyarrow
    from pyarrow import parquet

    try:
        return METADATA_KEY in (parquet.read_schema(path).metadata or {})
    except pyarrow.ArrowInvalid:
        return False


@contextmanager
def open_parquet_file(path: Path, simulation: Simulation) -> Iterator[Callable[[RowBatch], None]]:
    """Context manager: open a Parquet file, and yield the function that appends rows of a simulation."""
    import pyarrow
    from pyarrow import parquet

    columns = output_columns(simulation)
    plain_schema = pyarrow.schema([(head.name, arrow_type(head, dictionary=False)) for head in columns])
    schema = pyarrow.schema([arrow_field(head) for head in columns], file_metadata(simulation))
    pending = plain_schema.empty_table()
    with parquet.ParquetWriter(path, schema, compression="zstd") as stream:

        def write(batch: RowBatch) -> None:
            """Append rows, given by column; write each full row group."""
            nonlocal pending
            arrays = [
                pyarrow.array(cells, kind)
                for cells, kind in zip(convert_cells(columns, batch), plain_schema.types, strict=True)
            ]
            pending = pyarrow.concat_tables([pending, pyarrow.table(arrays, schema=plain_schema)])
            while pending.num_rows >= ROWS_PER_GROUP:
                write_group(pending.slice(0, ROWS_PER_GROUP))
                pending = pending.slice(ROWS_PER_GROUP).combine_chunks()  # a copy, which frees the written group

        def write_group(group: pyarrow.Table) -> None:
            # Encode words only here, so that a dictionary has the order of its group.
            """Write a row group, with dictionary-encoded words."""
            arrays = [
                column.dictionary_encode() if head.type == "word" else column
                for head, column in zip(columns, group.combine_chunks().columns, strict=True)
            ]
            stream.write_table(pyarrow.table(arrays, schema=schema), row_group_size=ROWS_PER_GROUP)

        yield write
        if pending.num_rows:
            write_group(pending)


class RowCollector:
    """Collects the rows of a simulation in memory, as an Arrow table."""

    def __init__(self, simulation: Simulation) -> None:
        """Begin with no rows."""
        import pyarrow

        self.simulation = simulation
        self.columns = output_columns(simulation)
        self.schema = pyarrow.schema(map(arrow_field, self.columns), file_metadata(simulation))
        self.batches: list[pyarrow.RecordBatch] = []

    def add_part(self, simulation: Simulation, result: PartResult) -> None:
        """Add the rows of a finished part."""
        import pyarrow

        cells = convert_cells(self.columns, build_row_batch(simulation, result))
        types = (arrow_type(head, dictionary=False) for head in self.columns)
        arrays = [pyarrow.array(each, kind) for each, kind in zip(cells, types, strict=True)]
        encoded = [
            array.dictionary_encode() if head.type == "word" else array
            for head, array in zip(self.columns, arrays, strict=True)
        ]
        self.batches.append(pyarrow.record_batch(encoded, schema=self.schema))

    def to_table(self) -> pyarrow.Table:
        """Return the table of all rows, each word with one dictionary for the whole column."""
        import pyarrow

        return pyarrow.Table.from_batches(self.batches, self.schema).unify_dictionaries().combine_chunks()


def convert_cells(columns: tuple[OutputColumn, ...], batch: RowBatch) -> Iterator[object]:
    """Yield the columns of a batch of rows as Arrow takes them: yes and no become booleans."""
    for head, cells in zip(columns, batch, strict=True):
        yield [None if cell is None else cell == "yes" for cell in cells] if head.type == "truth" else cells


def arrow_type(column: OutputColumn, *, dictionary: bool) -> pyarrow.DataType:
    """Return the Arrow type of a column; with ``dictionary``, words are dictionary-encoded strings."""
    import pyarrow

    match column.type:
        case "number":
            return pyarrow.int64()
        case "seed":
            return pyarrow.uint64()
        case "truth":
            return pyarrow.bool_()
        case "word":
            return pyarrow.dictionary(pyarrow.int32(), pyarrow.string()) if dictionary else pyarrow.string()
        case _:
            assert_never(column.type)


def arrow_field(column: OutputColumn) -> pyarrow.Field:
    """Make the Arrow field of a column, with its title as metadata."""
    import pyarrow

    return pyarrow.field(column.name, arrow_type(column, dictionary=True), metadata={"title": column.title})


def file_metadata(simulation: Simulation) -> dict[str, str]:
    """Collect the parameters of a simulation as file metadata, enough to repeat it."""
    order, program = simulation.order, simulation.programs[0]
    sides = [
        {"name": side.name, "rules": program.rules_hash, "digest": program.digest, "overlays": program.overlays}
        for side, program in zip(order.sides, simulation.programs, strict=True)
    ]
    values = {
        "game": program.game,
        "title": program.title,
        "rules": program.rules_hash,
        "digest": program.digest,
        "options": json.dumps({option.name: option.value for option in program.options}, ensure_ascii=False),
        "sides": json.dumps(sides, ensure_ascii=False),
        "entry": order.entry,
        "policy": order.policy,
        "seed": str(order.seed),
        "runs": str(order.runs),
    }
    return {f"bombsight.{name}": value for name, value in values.items()}
