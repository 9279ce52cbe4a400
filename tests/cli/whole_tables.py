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

LOOKS = ("board", "state", "why", "log", "name")

COVER = "Enter uncovers"


@define
class Chance:
    """How often something happens at a question: one time in so many; 0 for never."""

    look: int = 8
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
        shown: What its killed processes had shown.
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
    def everything(self) -> str:
        """All that its processes have shown."""
        return "".join([*self.shown, self.output])

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
    """A whole game of all who take part: Enter at each question, some undos, some kills.

    Attributes:
        sides: The players; one for two at a keyboard.
        random: What is done when.
        chance: How often.
        answers, asked: How many answers were given, and undos asked for.
    """

    sides: Sequence[Side]
    random: Random
    chance: Chance
    answers: int = 0
    asked: int = 0

    def happens(self, one_in: int) -> bool:
        return one_in > 0 and self.random.randrange(one_in) == 0

    def play(self) -> None:
        """Play to the end of all."""
        began = moved = time.monotonic()
        kill_at: dict[str, float] = {}
        while not all(side.is_over for side in self.sides):
            now = time.monotonic()
            assert now - began < MOST_TIME, self.explain()
            assert now - moved < MOST_SILENCE, self.explain()
            for side in self.sides:
                if now > kill_at.get(side.name, now) and not side.is_over:
                    del kill_at[side.name]
                    side.kill()
                    moved = now
                elif prompt := side.open_prompt():
                    moved = now
                    self.react(side, prompt)
                    if not side.killed or self.happens(self.chance.kill):  # at a moment behind what he typed
                        kill_at.setdefault(side.name, now + self.random.random() ** 3 * 2)
            time.sleep(0.01)
        wrong = ("Traceback", "makes no sense", "no message that belongs here")
        assert not any(text in side.everything for text in wrong for side in self.sides), self.explain()
        assert [side.process.process.returncode for side in self.sides] == [0] * len(self.sides), self.explain()

    def react(self, side: Side, prompt: str) -> None:
        """Type something at a prompt."""
        words = " ".join(prompt.split())
        if AGREE in words:
            side.type("no" if self.happens(self.chance.refusal) else "yes")
        elif COVER in words.rpartition("Pass to")[2]:
            side.type("")
        elif self.happens(self.chance.undo):
            self.asked += 1
            side.type("undo")
        elif self.happens(self.chance.look):
            side.type(self.random.choice(LOOKS))
        else:
            self.answers += 1
            side.type("")

    def explain(self) -> str:
        return "\n".join(f"--- {side.name}\n{side.output[-3000:]}" for side in self.sides)


def sit_down(begin: Callable[..., Process], game: str, folder: Path, *options: object) -> list[Side]:
    """Begin a host and a guest, who come back by the save and the file of the seat.

    Args:
        begin: Begins a process.
        game: The game, with an option ``two_players``.
        folder: The folder of their files.
        options: More options of the host.
    """
    how = ("--plain", "--ask", "all")
    save, own = folder / "t.save", folder / "own.seat"
    host = begin("host", game, "--option", "two_players", "--listen", "127.0.0.1", "--save", save, *how, *options)
    address, token = address_and_token(host)
    (folder / "address").write_text(f"{address}/{token}")
    first = ("join", f"@{folder / 'address'}", "--keep", own, *how)

    def come_back() -> Sequence[object]:
        if own.with_suffix(".revealed").exists():
            return ()
        return ("join", own, *how) if own.exists() and b"table_address" in own.read_bytes() else first

    return [
        Side("host", begin, lambda: ("host", "--resume", save, *how), host),
        Side("guest", begin, come_back, begin(*first)),
    ]
