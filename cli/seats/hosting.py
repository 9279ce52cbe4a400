"""``bombsight host``: a table that others come to over a network, and whoever hosts it plays at his terminal."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from attrs import define
from rich.console import Console

from bombsight.cli.failure import DONE
from bombsight.cli.seats.at_table import UNPROTECTED, AtTable, Heard
from bombsight.cli.terminal.quoting import limit_flag, quoted
from bombsight.cli.terminal.screen import clean, console, words
from bombsight.cli.terminal.signals import status_of
from bombsight.service.common.document import Document
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.story import Detail
from bombsight.service.seats.address import is_loopback
from bombsight.service.seats.lobby import Goodbye, Hall
from bombsight.service.seats.messages import Hello, Said
from bombsight.service.seats.notices import Notice
from bombsight.service.seats.opening import Table
from bombsight.service.seats.serving import Door, own_address

LOOK = 0.2
"""Seconds between looks at who is there."""


@define
class OwnLine:
    """The way to an arbiter at the same machine.

    Attributes:
        hall: Where he is.
        seat: Whose it is.
        heard: What is heard, in order.
    """

    hall: Hall
    seat: str
    heard: SimpleQueue[Heard]

    def put(self, message: Document | Goodbye) -> None:
        """Hear something."""
        if self.hall.failure is not None:
            self.heard.put(self.hall.failure)
        elif not isinstance(message, Goodbye):
            self.heard.put(message)  # type: ignore[arg-type]  # a hall puts what is told and no more

    def say(self, message: Said) -> None:
        """Say something."""
        self.hall.say(self.seat, self.put, message)


def host(table: Table, *, listen: str, port: int, detail: Detail, asks: Level, again: bool) -> int:
    """Host a table to the end of its game, or until the host leaves; the exit status.

    Args:
        table: The table.
        listen: The address of this machine at which people are waited for; empty for all that it has.
        port: ... and the port; 0 for one that is free.
        detail: How much of the story is told.
        asks: How much the host is asked.
        again: Whether the game is taken up again.

    Raises:
        InputError: Nobody can be waited for there; the game cannot go on.
    """
    out = console()
    heard: SimpleQueue[Heard] = SimpleQueue()
    door = Door(table.hall, table.kept.tokens, listen, port, heard.put) if table.guests else None
    stop: KeyboardInterrupt | None = None
    try:
        if door is not None:
            table = table.at(listen, door.port)
            show_addresses(table, out)
        seat = own_seat(table, heard, out, detail, asks, again=again) if table.own else None
        if seat is not None:
            seat.sit()
            stop = seat.stop
        if seat is None or seat.revealed is not None:
            wait_for_guests(table, heard, out)
    except KeyboardInterrupt as interrupt:
        stop = interrupt
    finally:
        if door is not None:
            door.close()
        table.hall.close()
    if not table.game.is_over:
        command = f"bombsight host --resume {quoted(str(table.save))}{limit_flag(table.game.rules.limit)}"
        said = f"Saved. To go on at the same address: {command}"
        out.print(words(said, "yellow"), soft_wrap=True)
    else:
        out.print(words(f"The game is kept in {table.save}", "dim"), soft_wrap=True)
    return DONE if stop is None else status_of(stop)


def own_seat(
    table: Table, heard: SimpleQueue[Heard], out: Console, detail: Detail, asks: Level, *, again: bool
) -> AtTable:
    """The seat of the host, who is there now and hears what is put there."""
    line = OwnLine(table.hall, table.own, heard)
    table.hall.come(table.own, line.put)
    line.say(Hello(asks=asks))
    return AtTable(line, out, detail, again=again)


def wait_for_guests(table: Table, heard: SimpleQueue[Heard], out: Console) -> None:
    """Wait until all were told how the game ended, and show what the host should know of his door.

    Raises:
        InputError: The game cannot go on.
    """
    hall = table.hall
    is_said = False
    while not hall.done >= table.guests:
        if hall.failure is not None:
            raise hall.failure
        if not is_said and table.own and not hall.there >= table.guests:
            is_said = True
            out.print(words("Waiting until all have heard how it ended. Ctrl-C leaves.", "dim"), soft_wrap=True)
        try:
            said = heard.get(timeout=LOOK)
        except Empty:
            continue
        if isinstance(said, Notice):
            out.print(words(said.text, "yellow"), soft_wrap=True)


def show_addresses(table: Table, out: Console) -> None:
    """Say where others can sit down."""
    kept = table.kept
    listen = kept.listen or own_address()
    for seat in table.seats:
        if seat.name in kept.tokens:
            out.print(words(f"{seat.title}:", "bold").append(clean(f" bombsight join {listen}:{kept.port}")))
            out.print(words(f"  with the token {kept.tokens[seat.name]}"))
    out.print(words("Whoever has a token may sit there. Ctrl-C leaves the table.", "dim"), soft_wrap=True)
    if not is_loopback(kept.listen):
        out.print(words(UNPROTECTED, "yellow"), soft_wrap=True)
    out.file.flush()
