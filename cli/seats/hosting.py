"""The command ``host``: a table for network guests, with the host at this terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from attrs import define
from rich.console import Console
from rich.text import Text

from bombsight.cli.failure import SUCCESS
from bombsight.cli.seats.seat_head import UNENCRYPTED_WARNING
from bombsight.cli.seats.table_connection import TableMessage
from bombsight.cli.seats.table_front_end import TableFrontEnd
from bombsight.cli.terminal.quoting import limit_flag, quote_argument
from bombsight.cli.terminal.screen import make_console, sanitize, styled_text
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.service.common.document import Document
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.beats import Pace
from bombsight.service.present.story import Detail
from bombsight.service.seats.hosting.hosted_table import HostedTable
from bombsight.service.seats.hosting.lobby import Lobby
from bombsight.service.seats.hosting.seat_connection import Goodbye
from bombsight.service.seats.network.address import is_loopback
from bombsight.service.seats.network.notices import Notice
from bombsight.service.seats.network.table_page import load_page
from bombsight.service.seats.network.table_server import TableServer, local_address
from bombsight.service.seats.protocol.seat_messages import Hello, SeatMessage
from bombsight.service.seats.protocol.undos import last_undone

if TYPE_CHECKING:  # what draws the screen is loaded on use
    from bombsight.cli.seats.table_screen import TableScreen

POLL_INTERVAL = 0.2
"""Seconds between polls of the guests."""

PAGE_LINGER = 10.0
"""Seconds in which the pages of guests may ask for states of a game that is over."""


@define
class LocalConnection:
    """The host's own connection to the arbiter, in the same process."""

    hall: Lobby
    seat: str
    received: SimpleQueue[TableMessage]

    def receive(self, message: Document | Goodbye) -> None:
        """Put a message of the arbiter (mediator), or the failure of the table, into the queue."""
        if self.hall.failure is not None:
            self.received.put(self.hall.failure)
        elif not isinstance(message, Goodbye):
            self.received.put(message)  # type: ignore[arg-type]  # a hall puts what is told and no more

    def say(self, message: SeatMessage) -> None:
        """Send a message to the arbiter (mediator)."""
        self.hall.handle_message(self.seat, self.receive, message)


def host_table(
    table: HostedTable,
    *,
    listen: str,
    port: int,
    detail: Detail,
    ask_level: Level,
    is_resumed: bool,
    pace: Pace | None = None,
    has_page: bool = False,
) -> int:
    """Serve a game for two to network guests until it ends or the host leaves; return the exit status.

    Args:
        table: The table.
        listen: The address of this machine to listen at; empty for all that it has.
        port: The port; 0 for a free one.
        detail: The level of detail of the story.
        ask_level: Which questions the host is asked.
        is_resumed: Whether the game is resumed.
        pace: The pace of the story on the whole screen; None to play in lines.
        has_page: Whether guests can play in the table's page.

    Raises:
        InputError: The address or port cannot be used, the page is not installed; the game cannot go on.
    """
    out = make_console()
    received: SimpleQueue[TableMessage] = SimpleQueue()
    page = load_page() if has_page else None
    admitted = table.kept.admitted
    door = TableServer(table.hall, admitted, listen, port, received.put, page) if admitted else None
    stop: KeyboardInterrupt | None = None
    try:
        try:
            if door is not None:
                table = table.with_address(listen, door.port, has_page=has_page)
                if pace is None or not table.host_seat:
                    print_addresses(table, out)
            seat: TableFrontEnd | TableScreen | None = None
            if table.host_seat:
                connection = open_own_connection(table, received, ask_level)
                if pace is None:
                    seat = TableFrontEnd(connection, out, detail, is_returning=is_resumed)
                else:
                    seat = open_own_screen(table, connection, detail, ask_level, pace, is_resumed=is_resumed)
            if seat is not None:
                seat.run()
                stop = seat.interrupt
            if seat is None or seat.revealed is not None:
                wait_for_guests(table, received, out)
        except KeyboardInterrupt as interrupt:
            stop = interrupt
        print_farewell(table, out)  # before the door closes: until all guests are told it takes a moment
    finally:
        if door is not None:
            door.close()
        table.hall.close()
    return SUCCESS if stop is None else exit_status_of(stop)


def print_farewell(table: HostedTable, out: Console) -> None:
    """Print how the host goes on with a table that he leaves; of a game that is over, where it is kept."""
    if not table.game.is_over:
        command = f"bombsight host --resume {quote_argument(str(table.save))}{limit_flag(table.game.rules.limit)}"
        message = f"Saved. To go on at the same address: {command}"
        out.print(styled_text(message, "yellow"), soft_wrap=True)
    else:
        out.print(styled_text(f"The game is kept in {table.save}", "dim"), soft_wrap=True)
        watch = f"To watch it with all cards up: bombsight replay {quote_argument(str(table.save))} --watch"
        out.print(styled_text(watch, "dim"), soft_wrap=True)


def open_own_connection(table: HostedTable, received: SimpleQueue[TableMessage], ask_level: Level) -> LocalConnection:
    """Seat the host at his own table, which puts its messages into a queue.

    Args:
        table: The table.
        received: The queue.
        ask_level: Which questions the host is asked.
    """
    connection = LocalConnection(table.hall, table.host_seat, received)
    table.hall.connect(table.host_seat, connection.receive)
    connection.say(Hello(asks=ask_level, undone=last_undone(table.kept.undos)))
    return connection


def open_own_screen(
    table: HostedTable,
    connection: LocalConnection,
    detail: Detail,
    ask_level: Level,
    pace: Pace,
    *,
    is_resumed: bool,
) -> TableScreen:
    """Make the whole screen of the host's own seat.

    Args:
        table: The table.
        connection: The connection to it.
        detail: The level of detail of the story.
        ask_level: Which questions the host is asked.
        pace: The pace of the story.
        is_resumed: Whether the game is resumed.
    """
    from bombsight.cli.seats.table_screen import TableScreen

    return TableScreen(
        connection,
        detail,
        pace,
        ask_level,
        name="Your table",
        mark_parts=("host", str(table.save.resolve()), table.host_seat),
        is_returning=is_resumed,
        opening_notes=[styled_text(f"Saved as you play in {table.save}", "dim")],
        guest_lines=[*draw_addresses(table)] if table.guests else (),
    )


def wait_for_guests(table: HostedTable, received: SimpleQueue[TableMessage], out: Console) -> None:
    """Wait until all guests have received the end of the game; print notices for the host meanwhile.

    Raises:
        InputError: The game cannot go on.
    """
    hall = table.hall
    is_announced = False
    while not hall.finished_seats >= table.guests:
        if hall.failure is not None:
            raise hall.failure
        if not is_announced and table.host_seat and not hall.connected_seats >= table.guests:
            is_announced = True
            out.print(styled_text("Waiting until all have heard how it ended. Ctrl-C leaves.", "dim"), soft_wrap=True)
        try:
            message = received.get(timeout=POLL_INTERVAL)
        except Empty:
            continue
        if isinstance(message, Notice):
            out.print(styled_text(message.text, "yellow"), soft_wrap=True)
    deadline = time.monotonic() + PAGE_LINGER
    while table.kept.has_page and hall.connected_seats & table.guests and time.monotonic() < deadline:
        time.sleep(POLL_INTERVAL)  # pages ask how things stood in the rest of the story, and then leave


def draw_addresses(table: HostedTable) -> Iterator[Text]:
    """Render the addresses at which guests can join, and what to know about them."""
    table_record = table.kept
    listen = table_record.listen or local_address()
    for seat in table.seats:
        if seat.name in table_record.tokens:
            yield styled_text(f"{seat.title}:", "bold").append(
                sanitize(f" bombsight join {listen}:{table_record.port}"), "not bold"
            )
            token = table_record.tokens[seat.name]
            yield styled_text(f"  with the token {token}")
            if table_record.has_page:
                yield styled_text(sanitize(f"  or in a browser: http://{listen}:{table_record.port}/#{token}"))
    if table_record.referee:
        place = f"{listen}:{table_record.port}"
        yield styled_text("the referee, who sees everything:", "bold").append(
            sanitize(f" bombsight join {place}"), "not bold"
        )
        yield styled_text(f"  with the token {table_record.referee}")
        if table_record.has_page:
            yield styled_text(sanitize(f"  or in a browser: http://{place}/#{table_record.referee}"))
    yield styled_text("Whoever has a token may sit there. Ctrl-C leaves the table.", "dim")
    if not is_loopback(table_record.listen):
        yield styled_text(UNENCRYPTED_WARNING, "yellow")


def print_addresses(table: HostedTable, out: Console) -> None:
    """Print the addresses at which guests can join."""
    for line in draw_addresses(table):
        out.print(line, soft_wrap=True)
    out.file.flush()
