"""A table over a network: two processes, one killed and back, strangers and nonsense at the door."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bombsight.runtime.records import Answer
from bombsight.runtime.saved import read_save
from bombsight.service.seats.commitments import anchor_of, new_secret, share_of
from bombsight.service.seats.messages import Answered, Hello, Look, Refused, Share, Turn
from bombsight.service.seats.wire import encode, told
from calling import ROOT
from processes import PATIENCE, kill_group

COVE = ROOT / "tests" / "service" / "seats" / "cove"


class Process:
    """A command at work, whose output goes into a file."""

    def __init__(self, process: subprocess.Popen, path: Path) -> None:
        self.process = process
        self.path = path

    def types(self, *lines: str) -> None:
        """Type lines."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def shows(self, pattern: str) -> re.Match[str]:
        """Wait until something is shown."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            shown = self.path.read_text(encoding="utf-8")
            if found := re.search(pattern, shown):
                return found
            assert self.process.poll() is None, shown
            time.sleep(0.02)
        raise AssertionError(f"{pattern} is not shown: {shown}")

    def ends(self, status: int = 0) -> str:
        """All that was shown, once it has ended with this status."""
        assert self.process.wait(PATIENCE) == status, self.path.read_text()
        return self.path.read_text(encoding="utf-8")

    def kill(self) -> None:
        """Kill it at once."""
        kill_group(self.process)


def answers(shell) -> list[str]:
    """What was answered by now."""
    return [record.name for record in read_save(str(shell.folder / "t.save")).records if isinstance(record, Answer)]


@pytest.fixture
def table(shell):
    """What runs processes that end with the test."""
    with ExitStack() as stack:

        def begin(*args: object) -> Process:
            path = shell.folder / f"{time.monotonic_ns()}.out"
            with path.open("wb") as out:
                streams = {"stdin": subprocess.PIPE, "stdout": out, "stderr": subprocess.STDOUT}
                return Process(stack.enter_context(shell.begin(*args, **streams)), path)

        yield begin


HOST = ("host", COVE, "--listen", "127.0.0.1", "--save", "t.save")


def test_each_side_is_killed_and_back_and_nothing_is_lost(shell, table):
    host = table(*HOST)
    address = host.shows(r"join (\S+)")[1]
    guest = table("join", address, "--keep", "own.seat")
    guest.shows("where the boat lands")
    guest.types("2")
    host.shows("Where the great lamp turns")
    guest.kill()
    host.types("", "", "")
    host.shows("The dice wait for the smuggler")
    guest = table("join", address, "--keep", "own.seat")
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
    address = "ws://" + host.shows(r"join (\S+)")[1]
    for stranger, more in (
        (address[:-1], {}),
        (address.rpartition("/")[0] + "/", {}),
        (address, {"origin": "http://x"}),
    ):
        with pytest.raises(InvalidStatus), connect(stranger, **more):
            pass
    refused = shell.call("join", address[:-3])
    assert (refused.exit_code, "there is no seat for this address" in refused.stderr) == (2, True)
    with connect(address) as line:
        line.recv()
        for sent in ("nonsense", encode(Look()), encode(Answered(number=0, names=("at_east",)))):
            line.send(sent)
            assert isinstance(told(line.recv()), Refused)
        line.send(encode(Hello(anchor="ab")))
        assert "no commitment" in told(line.recv()).message
        root = new_secret()
        line.send(encode(Hello(anchor=anchor_of(root))))
        assert told(line.recv()).anchors == {"smuggler": anchor_of(root)}
        assert told(line.recv()).seats == ("keeper", "smuggler")
        line.send(encode(Share(move=0, share=share_of(root, 0))))
        turn = told(line.recv())
        assert isinstance(turn, Turn)
        for number, name in ((1, "at_east"), (-1, "at_east"), (0, "nowhere")):
            line.send(encode(Answered(number=number, names=(name,), move=1, share=share_of(root, 1))))
            assert isinstance(told(line.recv()), Refused)
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
