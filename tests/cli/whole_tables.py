"""Two people who play a whole game at a table over a network, each at a process that is killed now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from attrs import define, field

from tests.cli.seated_tables import Process, address_and_token

MOST_TIME = 900.0
"""Seconds after which a whole game has failed."""

MOST_SILENCE = 90.0
"""Seconds in which nothing happens at either side, after which a game has failed: it hangs."""

AGREE = "Type yes to agree."


@define
class Chance:
    """How often something happens at a question: one time in so many; 0 for never."""

    undo: int = 12
    kill: int = 6
    refusal: int = 3


@define
class Side:
    """A player at his process.

    Attributes:
        name: Who he is, for messages.
        begin: Begins processes.
        again: The arguments with which he comes back; none if he has received the end.
        process: The process at work.
        seen: How many characters of what it shows were reacted to.
        killed: How often it was killed.
    """

    name: str
    begin: Callable[..., Process]
    again: Callable[[], Sequence[object]]
    process: Process
    seen: int = 0
    killed: int = 0
    shown: list[str] = field(factory=list)

    @property
    def output(self) -> str:
        return self.process.path.read_text(encoding="utf-8")

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.process.process.poll() is not None

    def open_prompt(self) -> str:
        """What was shown since he typed last, if it ends with a prompt."""
        news = self.output[self.seen :]
        return news if news.endswith("> ") else ""

    def type(self, line: str) -> None:
        """Type a line at a prompt."""
        self.seen = len(self.output)
        self.process.types(line)

    def kill(self) -> None:
        """Kill the process, and begin it again, if there is anything to come back to."""
        self.killed += 1
        self.process.kill()
        self.shown.append(self.output)
        if again := self.again():
            self.process, self.seen = self.begin(*again), 0


@define
class WholeGame:
    """A whole game of two sides: Enter at each question, some undos, some kills.

    Attributes:
        sides: The players.
        random: What is done when.
        chance: How often.
        asked: How many undos were asked.
    """

    sides: Sequence[Side]
    random: Random
    chance: Chance
    asked: int = 0
    answers: int = 0

    def happens(self, one_in: int) -> bool:
        return one_in > 0 and self.random.randrange(one_in) == 0

    def play(self) -> None:
        """Play to the end of both."""
        began = moved = time.monotonic()
        kill_at: dict[int, float] = {}
        while not all(side.is_over for side in self.sides):
            now = time.monotonic()
            assert now - began < MOST_TIME, self.explain()
            assert now - moved < MOST_SILENCE, self.explain()
            for number, side in enumerate(self.sides):
                if now > kill_at.get(number, now) and not side.is_over:
                    del kill_at[number]
                    side.kill()
                    moved = now
                elif prompt := side.open_prompt():
                    moved = now
                    self.react(side, prompt)
                    if self.happens(self.chance.kill):  # at a random moment behind what he typed
                        kill_at[number] = now + self.random.random() ** 3 * 3
            time.sleep(0.01)

    def react(self, side: Side, prompt: str) -> None:
        """Type something at a prompt."""
        if AGREE in " ".join(prompt.split()):
            side.type("no" if self.happens(self.chance.refusal) else "yes")
        elif self.happens(self.chance.undo):
            self.asked += 1
            side.type("undo")
        else:
            self.answers += 1
            side.type("")

    def explain(self) -> str:
        return "\n".join(f"--- {side.name}\n{side.output[-3000:]}" for side in self.sides)


def sit_down(begin: Callable[..., Process], host: Sequence[object], folder: Path, *options: object) -> list[Side]:
    """Begin a host and a guest, who come back by the save and the file of the seat."""
    first = begin(*host)
    address, token = address_and_token(first)
    (folder / "address").write_text(f"{address}/{token}")
    call = ("join", f"@{folder / 'address'}", "--keep", folder / "own.seat", *options)
    join = ("join", folder / "own.seat", *options)

    def come_back() -> Sequence[object]:
        path = folder / "own.seat"
        if path.with_suffix(".revealed").exists():
            return ()
        return join if path.exists() and b"table_address" in path.read_bytes() else call

    resume = ("host", "--resume", folder / "t.save", "--path", folder, *options)
    return [
        Side("host", begin, lambda: resume, first),
        Side("guest", begin, come_back, begin(*call)),
    ]
