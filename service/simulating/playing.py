"""Playing a part of an order: the one function of it, wherever it is called."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.batch import Player
from bombsight.runtime.run.sources import laid_dice
from bombsight.service.programs.players import player, with_laid_faces
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.columns import Column, columns_of, tells
from bombsight.service.simulating.counted import Counted, Pair, Played, count
from bombsight.service.simulating.orders import EntryName, Lane, Order, Part, lanes, turns_of


@frozen
class Answer:
    """What a part came to.

    Attributes:
        part: The part.
        counted: What was counted.
        rows: Each run of each side, where the order asks for that; else none.
        seconds: How long it took.
    """

    part: Part
    counted: Counted
    rows: tuple[Played, ...]
    seconds: float


class Simulator:
    """Plays parts of an order; its programs are made, or recalled from the cache, once.

    Raises:
        InputError: An option is unknown, or has no such value; or this is another version than that of the order.
        WrongRules: The rules have errors.
    """

    def __init__(self, order: Order) -> None:
        self.order = order
        programs = [program_for(side.request) for side in order.sides]
        if any(side.digest not in ("", program.digest) for side, program in zip(order.sides, programs, strict=True)):
            raise InputError("a worker makes another program of these rules", "", "Give all the same Bombsight.")
        programs = [with_pins(program, order) for program in programs]
        entries = [entry_of(program, order.entry) for program in programs]
        self.players = [player(program, entry) for program, entry in zip(programs, entries, strict=True)]
        columns = [columns_of(program, entry) for program, entry in zip(programs, entries, strict=True)]
        self.shared = [shared(columns[0], each) for each in columns[1:]]
        self.told = [tells(entry) for entry in entries]

    def play(self, part: Part) -> Answer:
        """Play a part, and count it."""
        begun = time.perf_counter()
        sides = tuple(self.side(part, play, told) for play, told in zip(self.players, self.told, strict=True))
        counted = count(part.first, sides, self.shared)
        return Answer(part, counted, sides if self.order.rows else (), time.perf_counter() - begun)

    def side(self, part: Part, play: Player, told: bool) -> Played:
        """The runs of a part on one side; ``told`` is whether what they give is counted."""
        turns = turns_of(self.order)
        whole: list[array[int]] = []
        for lane in lanes(self.order, part):
            found = [joined(parts) for parts in zip(*self.lane(lane, play, told), strict=True)]
            whole = whole or [array("i", bytes(4 * part.count)) for _ in found]
            for column, more in zip(whole, found, strict=True):
                column[lane.at :: turns] = more
        faults, *columns = whole
        return Played(faults, tuple(columns))

    def lane(self, lane: Lane, play: Player, told: bool) -> Iterator[Sequence[Sequence[int]]]:
        """The runs of a lane slice by slice, of each its columns, the faults first."""
        for slice in play(lane.args, lane.count, lane.seed, self.order.policy, lane.first):
            values = (slice.values,) if told else ()
            yield (slice.faults, *values, *slice.tallies)


def joined(parts: Iterable[Sequence[int]]) -> array[int]:
    """One column of its parts."""
    found = array("i")
    for part in parts:
        found.extend(part)  # of an array at once
    return found


def with_pins(program: Program, order: Order) -> Program:
    """The program of a side with the dice of pinned tables laid; of a table that it has no such dice for, none."""
    return with_laid_faces(program, laid_dice(program, order.pins))


def entry_of(program: Program, name: EntryName) -> Entry:
    """The entry of a program that is played."""
    entry = program.career if name == "career" else program.mission
    assert entry is not None, "a campaign is asked for only where there is one"
    return entry


def shared(mine: Sequence[Column], theirs: Sequence[Column]) -> tuple[Pair, ...]:
    """The columns that two sides have, by their places on each: of the same name, numbers both or words both."""
    places = {column.name: place for place, column in enumerate(theirs)}
    return tuple(
        (place, places[column.name])
        for place, column in enumerate(mine)
        if column.name in places and bool(column.words) == bool(theirs[places[column.name]].words)
    )
