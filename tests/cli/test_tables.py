"""A table over a network: two processes, one killed and back, strangers and nonsense at the door."""

from __future__ import annotations

import re
import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import serve
from websockets.typing import Origin

from bombsight.cli.seats import hosting
from bombsight.cli.seats.table_front_end import TableFrontEnd
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.present.documents import Refused
from bombsight.service.seats.network.table_server import TableServer
from bombsight.service.seats.protocol.codec import decode_host_message, encode_message
from bombsight.service.seats.protocol.commitments import anchor_of, generate_secret, share_of
from bombsight.service.seats.protocol.host_messages import There, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, Look, Share
from bombsight.service.seats.protocol.terms import Seated, Waits
from tests.cli.seated_tables import COVE, HOST, address_and_token, begin_processes
from tests.narrowing import narrow
from tests.processes import PATIENCE


def answers(shell) -> list[str]:
    """What was answered by now."""
    return [record.name for record in read_save(str(shell.folder / "t.save")).records if isinstance(record, Answer)]


def test_a_host_who_leaves_reads_how_to_go_on_before_the_door_closes(shell, monkeypatch):
    order: list[str] = []
    farewell, close = hosting.print_farewell, TableServer.close

    def note_farewell(*arguments: Any) -> None:
        order.append("farewell")
        farewell(*arguments)

    def note_close(door: TableServer) -> None:
        order.append("close")
        close(door)

    monkeypatch.setattr(hosting, "print_farewell", note_farewell)
    monkeypatch.setattr(TableServer, "close", note_close)
    monkeypatch.setattr(TableFrontEnd, "run", lambda front_end: None)  # he leaves at once
    assert "Saved. To go on at the same address" in shell.call(*HOST).stdout
    assert order == ["farewell", "close"]


@pytest.fixture
def table(shell):
    """What runs processes that end with the test."""
    yield from begin_processes(shell)


def test_each_throws_his_own_dice(shell, table):
    host = table(*HOST, "--dice", "own")
    address, token = address_and_token(host)
    guest = table("join", f"@{shell.write('address', f'{address}/{token}')}", "--keep", "own.seat")
    guest.shows("Each throws dice of his own here")
    guest.shows("Hour 1: where the boat lands")
    guest.types("")
    host.shows("Where the great lamp turns")
    host.types("", "", "")
    host.shows("1d6 for The tide")
    host.types("7", "6")
    guest.shows("The tide .* 6 → 2")
    guest.shows("Hour 2: where the boat lands")
    guest.types("give up", "yes")
    for side in (guest, host):
        side.ends()
    checked = shell.call("verify", "own.seat", "--path", COVE.parent)
    assert checked.exit_code == 0, checked.stderr
    assert "they are believed, not proved" in checked.stdout


def test_a_guest_takes_back_his_last_answer_as_the_host_agrees(shell, table):
    host = table(*HOST)
    address, token = address_and_token(host)
    guest = table("join", f"@{shell.write('address', f'{address}/{token}')}", "--keep", "own.seat")
    guest.shows("Hour 1: where the boat lands")
    guest.types("2")
    host.shows("Where the great lamp turns")
    host.types("", "", "")
    guest.shows("Hour 2: where the boat lands")
    guest.types("undo")
    host.shows(r"The smuggler asks to take back his last answer, and 3 of yours with it\. Type yes\s+to agree\.")
    host.types("no")
    guest.shows("The keeper does not agree: nothing is taken back.")
    guest.shows("Hour 2: where the boat lands")
    guest.types("undo")
    host.shows("asks to take back")
    host.types("yes")
    guest.shows("Taken back: your last answer, and what followed.")
    host.shows("Taken back: the last answer of the smuggler, and what followed.")
    guest.shows("Hour 1: where the boat lands")
    guest.types("1")
    host.shows("Where the great lamp turns")
    host.types("2")  # and while he thinks on, the guest asks again
    host.types("give up", "yes")
    for side in (guest, host):
        side.ends()
    checked = shell.call("verify", "own.seat", "--path", COVE.parent)
    assert checked.exit_code == 0
    assert "Taken back: answer 1 of the smuggler and what followed, at your request." in checked.stdout


@pytest.mark.slow
def test_each_side_is_killed_and_back_and_nothing_is_lost(shell, table):
    host = table(*HOST)
    address, token = address_and_token(host)
    guest = table("join", address, "--keep", "own.seat")
    guest.types(token)
    guest.shows("where the boat lands")
    guest.types("2")
    host.shows("Where the great lamp turns")
    guest.kill()
    host.types("", "", "")
    host.shows("The dice wait for the smuggler")
    guest = table("join", f"@{shell.write('address', f'{address}/{token}')}", "--keep", "own.seat")
    guest.shows("Where you were")
    guest.shows("Hour 2: where the boat lands")
    host.kill()
    guest.types("2")  # while nobody is there
    host = table("host", "--resume", "t.save")
    assert "where the boat lands" not in host.shows("(?s).*Where the great lamp turns")[0]
    assert answers(shell)[-1] == "at_west"
    host.types(*[""] * 9)
    guest.types(*[""] * 9)
    for side in (guest, host):
        assert "Outcome: " in side.ends()
    assert answers(shell)[:5] == ["at_west", "turn_east", "west", "caves", "at_west"]
    checked = shell.call("verify", "own.seat", "--path", COVE.parent)
    assert checked.stdout.startswith("All is as it was told"), checked.stderr
    assert shell.call("replay", "t.save", "--path", COVE.parent).exit_code == 0


def test_strangers_are_refused_and_nonsense_changes_nothing(shell, table):
    host = table(*HOST)
    place, token = address_and_token(host)
    address = f"ws://{place}/{token}"
    for stranger, origin in (
        (address[:-1], None),
        (address.rpartition("/")[0] + "/", None),
        (address, Origin("http://x")),
    ):
        with pytest.raises(InvalidStatus), connect(stranger, origin=origin):
            pass
    refused = shell.call("join", place, input=f"{token[:-3]}\n")
    assert (refused.exit_code, "there is no seat for this token" in refused.stderr) == (2, True)
    with connect(address) as line:
        line.recv()
        for sent in ("nonsense", encode_message(Look()), encode_message(Answered(number=0, names=("at_east",)))):
            line.send(sent)
            assert isinstance(decode_host_message(line.recv()), Refused)
        line.send(encode_message(Hello()))
        assert "no commitment" in narrow(Refused, decode_host_message(line.recv())).message
        root = generate_secret()
        line.send(encode_message(Hello(anchor=anchor_of(root))))
        assert narrow(Seated, decode_host_message(line.recv())).anchors == {"smuggler": anchor_of(root)}
        assert narrow(There, decode_host_message(line.recv())).seats == ("keeper", "smuggler")
        line.send(encode_message(Share(move=0, share=share_of(root, 0))))
        turn = decode_host_message(line.recv())
        assert isinstance(turn, Turn)
        for number, name in ((1, "at_east"), (9, "at_east"), (0, "nowhere")):
            line.send(encode_message(Answered(number=number, names=(name,), move=1, share=share_of(root, 1))))
            assert isinstance(decode_host_message(line.recv()), Refused)
        assert answers(shell) == []
        with connect(address) as other:  # whoever comes last has the seat
            other.recv()
            with pytest.raises(ConnectionClosed):
                line.recv()
            other.send("x" * 2**15)
            with pytest.raises(ConnectionClosed):
                other.recv()
    assert answers(shell) == []
    host.process.send_signal(signal.SIGINT)
    assert "bombsight host --resume t.save" in host.ends(130)


@contextmanager
def without_open_files(process: subprocess.Popen) -> Iterator[None]:
    """A time in which a process can open no file: its limit is the lowest number that is free."""
    taken = {int(each.name) for each in Path(f"/proc/{process.pid}/fd").iterdir()}
    lowest = next(number for number in count() if number not in taken)
    before = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (lowest, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, before)


def test_a_door_without_open_files_opens_again_and_its_host_reads_so(shell, table):
    host = table(*HOST)
    place, token = address_and_token(host)
    address, _, port = place.rpartition(":")
    with without_open_files(host.process), socket.create_connection((address, int(port)), PATIENCE):
        host.shows("The door of the table does not open: .*")
    host.shows("The door of the table is open again")
    with connect(f"ws://{place}/{token}") as line:
        assert isinstance(decode_host_message(line.recv(PATIENCE)), Waits)
    host.shows("without a token has knocked, the last from 127.0.0.1")


def test_no_token_stands_in_the_list_of_processes(shell, table):
    host = table(*HOST)
    place, token = address_and_token(host)
    guest = table("join", place)
    guest.types(token)
    assert token not in guest.shows("(?s).*where the boat lands")[0]
    for side in (host, guest):
        assert token.encode() not in Path(f"/proc/{side.process.pid}/cmdline").read_bytes()
    guest.types("quit")
    assert re.search(r"bombsight join \S+\.seat\n", guest.ends())
    again = table("join", f"{place}/{token}")
    again.shows("list of processes")


def test_a_token_can_come_from_a_file_or_the_input(shell, table):
    host = table(*HOST)
    place, token = address_and_token(host)
    for more, typed in ((("-",), f"{place}/{token}"), (("-",), f"{place}\n{token}"), ((), f"{place}\n{token}")):
        guest = table("join", *more)
        guest.types(typed, "quit")
        assert "list of processes" not in guest.ends()
    shell.write("address", f"{place}\n")
    guest = table("join", "@address")
    guest.types(token, "quit")
    assert "where the boat lands" in guest.ends()
    for address, typed, said in (
        (place, "\n", "without a token"),
        (place, "no token\n", "no name that can be used"),
        ("-", "", "is no address"),
        ("@nowhere", "", "cannot be read"),
        ("nowhere", "", "is no address"),
    ):
        refused = shell.call("join", address, input=typed)
        assert (refused.exit_code, said in refused.stderr) == (2, True)


def test_at_a_terminal_a_token_is_typed_unseen(shell, table):
    host = table(*HOST)
    place, token = address_and_token(host)
    with shell.begin_at_terminal("join", place) as guest:
        guest.wait_for(b"Token (it is not shown): ")
        guest.type(f"{token}\n".encode())
        assert token.encode() not in guest.wait_for(b"where the boat lands")


def test_both_are_told_that_a_line_is_not_encrypted(shell, table):
    said = "is not encrypted"
    host = table(*HOST)
    place, token = address_and_token(host)
    guest = table("join", place)
    guest.types(token)
    guest.shows("where the boat lands")
    open_host = table("host", COVE, "--save", "open.save")
    shown = address_and_token(open_host)
    open_host.shows(said)
    for side in (host, guest):
        assert said not in side.path.read_text()
    if not shown[0].startswith("127."):
        other = table("join", shown[0])
        other.types(shown[1])
        other.shows(said)


def test_a_table_that_makes_no_sense_is_left_in_words(shell, table):
    def tell(connection):
        connection.send(encode_message(Waits(seal="ab", protocol=2)))
        connection.recv()
        connection.send(encode_message(Turn(number=0, start=0, events=(), turn="", question=None, committed="ab")))
        connection.recv()

    with serve(tell, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{server.socket.getsockname()[1]}"
        told = shell.call("join", place, "--keep", "own.seat", input="ab\n")
    assert (told.exit_code, "tells of a game before it has begun" in told.stderr) == (2, True)


def test_a_referee_looks_on_and_the_others_are_told_of_him(shell, table):
    host = table(*HOST, "--referee")
    address, token = address_and_token(host)
    place = host.shows(r"sees everything: bombsight join (\S+)\s+with the token (\S+)\n")
    guest = table("join", address, "--keep", "own.seat")
    guest.types(token)
    for side in (host, guest):
        side.shows("A referee watches")
    referee = table("join", place[1], "--keep", "referee.seat")
    referee.types(place[2])
    referee.shows("You are the referee")
    referee.shows("where the boat lands")
    referee.types("give up", "2", "state", "")
    referee.shows("You look on: state, board")
    guest.types("2")
    host.shows("Where the great lamp turns")
    referee.shows("Where the great lamp turns")
    host.types("", "", "")
    guest.shows("Hour 2")
    referee.types("", "")
    referee.shows("Where a lantern is set")
    assert answers(shell)[0] == "at_west"
