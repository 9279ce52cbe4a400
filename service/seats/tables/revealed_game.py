"""The whole game of a table: what was revealed to a seat at its end, and what its host may see while it goes on."""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.flat.other_side import reverse_tones
from bombsight.flat.program import Program
from bombsight.runtime.events.names import add_own_name
from bombsight.runtime.saves.reader import ParsedSave, parse_save, read_save
from bombsight.service.play.start import table_path
from bombsight.service.saves.save_index import is_seat_file, read_beginning
from bombsight.service.seats.guest.seat_file import read_revealed, read_seat_file
from bombsight.service.seats.hosting.table_record import read_table
from bombsight.service.seats.protocol.revealed_save import strip_machine_data
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.visibility.seats import seats_of

REVEALED_BEGINNING = re.compile(rb'\{"document":"revealed"')
"""Matches the beginning of a file of what was revealed."""

MAX_BEGINNING_LENGTH = 40
"""How many bytes tell whether a file is of what was revealed."""


def is_of_seat(path: Path) -> bool:
    """Whether a file is a seat's, or holds what was revealed to one."""
    return is_seat_file(path) or REVEALED_BEGINNING.match(read_beginning(path, MAX_BEGINNING_LENGTH)) is not None


def read_whole_game(path: Path) -> ParsedSave:
    """Read a save, or the game that was revealed to a seat at its end, by the file of the seat or of what was revealed.

    Paths that the host wrote are left out.

    Raises:
        InputError: It is neither; the game of the seat goes on; or the save would show its host what is hidden.
    """
    if not is_of_seat(path):
        refuse_hidden_game(path)
        return read_save(str(path))
    revealed_path = path.with_suffix(".revealed") if is_seat_file(path) else path
    if not revealed_path.exists():
        hint = "When it is over, what was hidden is kept beside this file."
        raise InputError(
            "nothing is revealed of this table: its game goes on, or its host has left it", str(path), hint
        )
    revealed = read_revealed(revealed_path)
    saved = parse_save("".join(f"{line}\n" for line in revealed.save).encode(), str(revealed_path))
    names = reduce(add_own_name, revealed.renames, saved.header.names)  # names given in play stand beside the save
    header = evolve(strip_machine_data(saved.header), names=names)
    return evolve(saved, header=header, renames=revealed.renames)


def program_as_seen(program: Program, path: Path) -> Program:
    """Return a program with good and bad as whoever owns a save, or the file of a seat, sees them.

    They are exchanged for the other player of two. Whoever owns the save of a table is its host.

    Raises:
        InputError: The file cannot be read.
    """
    seats = [seat.name for seat in seats_of(program)]
    own = ""
    if is_seat_file(path):
        own = next((each.seat for each in read_seat_file(path) if isinstance(each, Seated)), "")
    elif table_path(path).exists():
        own = read_table(path).own
    return reverse_tones(program) if len(seats) == 2 and own == seats[1] else program


def refuse_hidden_game(save: Path) -> None:
    """Raise an error if a save would show a host who plays what is hidden from him.

    Raises:
        InputError: It would, or the save cannot be read.
    """
    if hides_from_host(save):
        hint = f"When it is over, all of it is shown. To go on: bombsight host --resume {save}"
        raise InputError("this table goes on, and its save holds what is hidden from you", str(save), hint)


def hides_from_host(save: Path) -> bool:
    """Whether a save is of a table that goes on, whose rules hide something from its host, who plays.

    Raises:
        InputError: It cannot be read.
    """
    if not table_path(save).exists():
        return False
    table = read_table(save)
    if not table.own or not table.hides or table.void or table.given_up:
        return False
    return read_save(str(save)).end is None
