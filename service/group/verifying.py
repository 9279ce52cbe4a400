"""A player's record is run again by the rules of the group, to see whether all happens as it says."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Literal

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.runtime.dice import By, SeededDice
from bombsight.runtime.saves.reader import Saved
from bombsight.runtime.saves.records import Answer, Throw, differences
from bombsight.runtime.session.replay import NoDice
from bombsight.runtime.session.session import Session, pause
from bombsight.service.group.fixed import Group, told_in_file
from bombsight.service.group.results import PlayerResult, read_result, result_told, throws_own, unpacked
from bombsight.service.play.start import prepared
from bombsight.service.programs.machines import load

Reason = Literal[
    "unreadable", "other player", "same player", "same record", "other rules", "other pins", "other dice", "unfinished",
    "other story", "other outcome",
]  # fmt: skip
"""Why a record does not count."""


class RefusedError(Exception):
    """A record does not count.

    Attributes:
        reason: Why, in a word.
        message: Why, in a sentence.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message


@frozen
class Verified:
    """A record that was looked at.

    Attributes:
        told: What it came to when it was run again; where it does not count, what it says, and None where it cannot be
            read.
        game: The digest of its dice and answers; empty where it cannot be read.
        reason: Why it does not count, in a word; empty where it does.
        message: The same in a sentence.
    """

    told: PlayerResult | None
    game: str = ""
    reason: Reason | Literal[""] = ""
    message: str = ""


class WatchedDice:
    """Dice of a seed that remember what they would have shown, while others are told.

    Attributes:
        shown: The site and the faces of each throw, in order.
    """

    by: By = ""

    def __init__(self, seed: int) -> None:
        self.dice = SeededDice(seed)
        self.shown: list[tuple[int, tuple[int, ...]]] = []

    @property
    def position(self) -> int:
        """How far they have come."""
        return self.dice.position

    def reseed(self, seed: int) -> None:
        """Go on with the stream of another seed."""
        self.dice.reseed(seed)

    def seek(self, position: int) -> None:
        """Go to where they were at a position."""
        self.dice.seek(position)

    def restart(self) -> None:
        """Go back to the start."""
        self.dice.restart()
        self.shown.clear()

    def skip(self, site: int, dice: Dice) -> None:
        """What a record tells itself: what would have fallen is kept."""
        self.shown.append((site, self.dice.throw(site, dice)))

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Nothing is thrown beyond what a record tells.

        Raises:
            Pause: Always.
        """
        return NoDice().throw(site, dice)


class Verifier:
    """Runs the records of a group again, on one program.

    Raises:
        InputError: The group cannot be played so: there is no such game, mission, option, pin.
        WrongRules: The rules cannot be used.
    """

    def __init__(self, group: Group, folders: tuple[Path, ...] = (), limit: int = 1) -> None:
        self.group = group
        with told_in_file(group):
            rules = group.rules(folders, limit)
            self.program, _, self.header = prepared(group.game, rules, group.opening(group.players[0]))

    def verified(self, path: Path) -> Verified:
        """A record that was run again."""
        told: PlayerResult | None = None
        try:
            told = read_result(path)
            saved = unpacked(told, str(path))
        except InputError as error:
            return Verified(told, "", "unreadable", error.message)
        game = sha256(repr(saved.records).encode()).hexdigest()
        try:
            self.check_fixed(told, saved)
            now = self.check_story(told, saved)
        except RefusedError as refused:
            return Verified(told, game, refused.reason, refused.message)
        return Verified(now, game)

    def check_fixed(self, told: PlayerResult, saved: Saved) -> None:
        """See that a record was played as the umpire fixed it.

        Raises:
            RefusedError: It was not.
        """
        mine, his = self.header, saved.header
        if told.player not in self.group.players:
            raise RefusedError("other player", f"{self.group.title} has no player {told.player}")
        if his.game != mine.game:
            raise RefusedError("other rules", f"it is a game of {his.title} ({his.game})")
        if found := differences(his, self.program):
            raise RefusedError("other rules", f"it was played with other rules: {'; '.join(found)}")
        if (his.entry, his.args) != (mine.entry, mine.args):
            raise RefusedError(
                "other rules", f"it is {called(his.entry, his.args)}, not {called(mine.entry, mine.args)}"
            )
        if set(his.pins) != set(mine.pins) or set(his.fields) != set(mine.fields):
            raise RefusedError("other pins", "other tables or fields are pinned in it than the umpire fixed")
        if throws_own(his, saved.records) and told.player not in self.group.own_dice:
            raise RefusedError("other dice", "dice of his own are thrown in it, and he was given a seed")
        if his.seed != (seed := self.group.seed_of(told.player)):
            raise RefusedError("other dice", f"it was played with seed {his.seed}, and {told.player} was given {seed}")
        if any(isinstance(record, Answer) and record.seed is not None for record in saved.records):
            raise RefusedError("other dice", "its dice begin anew at an answer, by a seed that nobody gave the player")
        if saved.end is None or saved.end.fault:
            raise RefusedError("unfinished", "the game goes on" if saved.end is None else saved.end.fault)
        if not saved.end.journal:
            raise RefusedError("other story", "it says nothing of its story by which it could be compared")

    def check_story(self, told: PlayerResult, saved: Saved) -> PlayerResult:
        """See that all happens again as a record says; what it comes to now.

        Raises:
            RefusedError: It does not.
        """
        own = throws_own(saved.header, saved.records)
        watched = WatchedDice(saved.header.seed)
        try:
            session = Session(self.program, saved.header, watched, load=load, records=saved.records, end=saved.end)
            session.play(pause)
        except InputError as error:
            raise RefusedError("other story", error.message) from error
        throws = [record for record in saved.records if isinstance(record, Throw)]
        fallen = zip(throws, watched.shown, strict=True)
        if not own and any(site not in session.laid and record.faces != faces for record, (site, faces) in fallen):
            raise RefusedError("other dice", "its dice fell otherwise than its seed has them fall")
        now = result_told(told.player, saved, session)
        if (differs := otherwise(now, told)) is not None:
            raise RefusedError("other outcome", differs)
        return now


def called(entry: str, args: tuple[int, ...]) -> str:
    """What is played, in words."""
    return "a campaign" if entry == "career" else " ".join(["mission", *map(str, args)])


def otherwise(now: PlayerResult, told: PlayerResult) -> str | None:
    """What a game comes to, where its record says otherwise; None where it does not.

    Titles may have become better since: they are those of now, and nobody's claim.
    """
    if now.result != told.result:
        return f"it comes to {now.outcome}, and not to {told.outcome}"
    said = {tally.name: tally.number for tally in told.tallies}
    for tally in now.tallies:
        if said.pop(tally.name, None) != tally.number:
            return f"it comes to {tally.title} {tally.value}, and says otherwise"
    if said or facts(now) != facts(told):
        return "it says something else of itself than the game in it"
    return None


def facts(told: PlayerResult) -> tuple[object, ...]:
    """What a record says of how it was played."""
    return told.game, told.rules, told.fixed, told.entry, told.args, told.seed, told.dice
