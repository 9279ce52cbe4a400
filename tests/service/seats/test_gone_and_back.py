"""Every way to be gone from a table, and back: killed at any write, a line that falls silent, a machine that is off."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from queue import Empty
from threading import Event, Thread

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.seats.guest.seat_file import SeatFile, read_seat_file
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.network import remote_seat, table_server
from bombsight.service.seats.network.address import Address
from bombsight.service.seats.network.notices import ConnectionLost, describe_lost_connection
from bombsight.service.seats.network.remote_seat import LostTime, RemoteSeat
from bombsight.service.seats.network.table_server import TableServer
from bombsight.service.seats.protocol.host_messages import Revealed
from bombsight.service.seats.protocol.seat_messages import GiveUp
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.killing import killed_at
from tests.marking import slow_but
from tests.narrowing import narrow
from tests.processes import PATIENCE
from tests.service.seats.table import RULES, new_table, pass_on, people_at, play_on

LAST_OPERATION = 40
"""More operations than a table has until its third answer; the test below says if that changes."""


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("operation", slow_but(range(1, LAST_OPERATION + 1), *range(1, LAST_OPERATION + 1, 6)))
def test_a_table_that_is_killed_at_any_write_goes_on_and_is_found_honest(tmp_path, operation, after):
    table = new_table(tmp_path)
    with killed_at(operation, after=after) as done:
        people = people_at(table, tmp_path)
        play_on(*people, most=3)
    assert len(done) <= LAST_OPERATION
    table.hall.close()
    table = resume_table(table.save, RULES)
    people = people_at(table, tmp_path)
    play_on(*people, most=3)
    guest = people[1]
    guest.say(GiveUp())
    pass_on(*people)
    checked = verify_seat_messages(read_seat_file(guest.file.path), guest.last(Revealed), RULES)
    assert checked.faults == ()
    assert checked.answers >= 3
    table.hall.close()


class Relay:
    """A line between a guest and a table that can fall silent without being closed, as when a laptop sleeps."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.is_silent = Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if self.is_silent.is_set():
                    self.is_silent.clear()  # the next line holds
                far = socket.create_connection(("127.0.0.1", self.target))
                silent = Event()
                self.silence = silent
                for source, sink in ((near, far), (far, near)):
                    Thread(target=self._copy, args=(source, sink, silent), daemon=True).start()

    def _copy(self, source: socket.socket, sink: socket.socket, silent: Event) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                if not silent.is_set():
                    sink.sendall(data)


def receive(seat: RemoteSeat, kind: type) -> object:
    """Wait for a message of a kind."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(Empty):
            message = seat.received.get(timeout=0.1)
            if isinstance(message, InputError):
                raise message
            if isinstance(message, kind):
                return message
    raise AssertionError(f"no {kind.__name__}")


@pytest.mark.slow
def test_a_line_that_falls_silent_is_given_up_and_the_seat_is_taken_again(tmp_path, monkeypatch):
    for module in (remote_seat, table_server):
        monkeypatch.setattr(module, "PING_INTERVAL", 0.2)
    table = new_table(tmp_path, seat="none", autos=("keeper",))
    server = TableServer(table.hall, table.kept.tokens, "127.0.0.1", 0, lambda notice: None)
    relay = Relay(server.port)
    address = Address(f"127.0.0.1:{relay.port}", table.kept.tokens["smuggler"])
    seat = RemoteSeat(address, SeatFile.open(tmp_path / "own.seat"), "all")
    receive(seat, Seated)
    relay.silence.set()  # nothing comes any more, and nobody closes anything
    receive(seat, ConnectionLost)
    receive(seat, Waits)  # the same seat, on a new line
    assert narrow(Seated, receive(seat, Seated)).seat == "smuggler"
    seat.close()
    server.close()
    table.hall.close()


def test_a_table_that_is_off_is_tried_with_growing_pauses_and_leaving_takes_no_time(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    pauses: list[float] = []
    real_wait = Event.wait

    def wait(event: Event, timeout: float | None = None) -> bool:
        if timeout is not None and len(pauses) < 20:
            pauses.append(timeout)
            return event.is_set()
        return real_wait(event, timeout)

    seat_file = SeatFile.open(tmp_path / "own.seat")
    with monkeypatch.context() as patch:
        patch.setattr(Event, "wait", wait)
        seat = RemoteSeat(Address(f"127.0.0.1:{port}", "token"), seat_file, "all")
        until = time.monotonic() + PATIENCE
        while len(pauses) < 20 and time.monotonic() < until:
            time.sleep(0.01)
    began = time.monotonic()
    seat.close()
    assert time.monotonic() - began < 2
    retries = [pause for pause in pauses if pause >= 0.25]
    assert retries == sorted(retries)
    assert retries[-1] == 30


def test_a_player_reads_since_when_his_table_does_not_answer_ever_more_rarely(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    lost, news = LostTime(), []
    while clock[0] < 100 + 7 * 86400:
        notice = lost.note(30)
        if notice.is_news:
            news.append(describe_lost_connection(notice))
        clock[0] += 30
    assert news[0] == "The table does not answer; it is tried again. Ctrl-C leaves."
    assert "(1 minute); it is tried again every 30 seconds" in news[1]
    assert "(2 days)" in news[-2]
    assert len(news) < 20
