"""The simulator that plays parts of a work order, in every pool and worker."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.run.sources import pinned_faces
from bombsight.service.programs.players import make_player, with_pinned_faces
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.columns import Column, columns_of, has_countable_result
from bombsight.service.simulating.counts import Pair, PlayedRuns, RunCounts, count_runs
from bombsight.service.simulating.orders import BatchRange, EntryName, Order, Part, batch_ranges, mission_cycle_length


@frozen
class PartResult:
    """The result of a part.

    Attributes:
        part: The part.
        counted: Its counts.
        rows: The runs of each side, if the order requests rows; else empty.
        seconds: The time taken.
    """

    part: Part
    counted: RunCounts
    rows: tuple[PlayedRuns, ...]
    seconds: float


class Simulator:
    """A simulator of a work order's parts, which compiles or loads the programs once.

    Raises:
        InputError: An option or its value does not exist; or this version differs from that of the order.
        WrongRules: The rules have errors.
    """

    def __init__(self, order: Order) -> None:
        """Compile the programs of all sides (sets of rules), or load them from the cache."""
        self.order = order
        programs = [program_for(side.request) for side in order.sides]
        if any(side.digest not in ("", program.digest) for side, program in zip(order.sides, programs, strict=True)):
            raise InputError("a worker makes another program of these rules", "", "Give all the same Bombsight.")
        programs = [with_pinned_dice(program, order) for program in programs]
        entries = [select_entry(program, order.entry) for program in programs]
        self.players = [make_player(program, entry) for program, entry in zip(programs, entries, strict=True)]
        columns = [columns_of(program, entry) for program, entry in zip(programs, entries, strict=True)]
        self.shared = [shared_columns(columns[0], each) for each in columns[1:]]
        self.counts_result = [has_countable_result(entry) for entry in entries]

    def play(self, part: Part) -> PartResult:
        """Play a part under all sets of rules, and count its runs."""
        started_at = time.perf_counter()
        sides = tuple(
            self.play_side(part, play, told) for play, told in zip(self.players, self.counts_result, strict=True)
        )
        counted = count_runs(part.first, sides, self.shared)
        return PartResult(part, counted, sides if self.order.rows else (), time.perf_counter() - started_at)

    def play_side(self, part: Part, play_batch: BatchPlayer, counts_result: bool) -> PlayedRuns:
        """Play a part's runs under one set of rules by ``play_batch``, and return their faults and columns of outcomes.

        `counts_result` is whether the outcome is a column.
        """
        turns = mission_cycle_length(self.order)
        all_columns: list[array[int]] = []
        for batch_range in batch_ranges(self.order, part):
            batch_columns = [
                concatenate(parts)
                for parts in zip(*self.play_batch_range(batch_range, play_batch, counts_result), strict=True)
            ]
            all_columns = all_columns or [array("i", bytes(4 * part.count)) for _ in batch_columns]
            for column, more in zip(all_columns, batch_columns, strict=True):
                column[batch_range.offset :: turns] = more
        faults, *columns = all_columns
        return PlayedRuns(faults, tuple(columns))

    def play_batch_range(
        self, batch_range: BatchRange, play_batch: BatchPlayer, counts_result: bool
    ) -> Iterator[Sequence[Sequence[int]]]:
        """Play a range of a batch in slices by ``play_batch``; yield each slice as columns, that of faults first."""
        for slice in play_batch(
            batch_range.args, batch_range.count, batch_range.seed, self.order.policy, batch_range.first
        ):
            values = (slice.values,) if counts_result else ()
            yield (slice.faults, *values, *slice.tallies)


def concatenate(slices: Iterable[Sequence[int]]) -> array[int]:
    """Concatenate the slices of a column into one array."""
    column = array("i")
    for part in slices:
        column.extend(part)  # fast for arrays
    return column


def with_pinned_dice(program: Program, order: Order) -> Program:
    """Copy a program with the dice of the work order's pinned tables fixed; tables that it lacks are ignored."""
    return with_pinned_faces(program, pinned_faces(program, order.pins))


def select_entry(program: Program, name: EntryName) -> Entry:
    """Return the entry point (mission or career) with a name."""
    entry = program.career if name == "career" else program.mission
    assert entry is not None, "a campaign is asked for only where there is one"
    return entry


def shared_columns(base_columns: Sequence[Column], other_columns: Sequence[Column]) -> tuple[Pair, ...]:
    """Pair the indices of the columns that two sides share: of the same name, and both numbers or both words."""
    places_by_name = {column.name: place for place, column in enumerate(other_columns)}
    return tuple(
        (place, places_by_name[column.name])
        for place, column in enumerate(base_columns)
        if column.name in places_by_name
        and bool(column.named_values) == bool(other_columns[places_by_name[column.name]].named_values)
    )
