"""Verification of a player's record: it is run again by the group's rules and compared."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Literal

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.runtime.dice import SeededDice, ThrownBy
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Answer, Throw, rule_differences
from bombsight.runtime.session.replay import NoDice
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.group.group_file import Group, locate_errors
from bombsight.service.group.results import PlayerResult, has_own_dice, make_result, read_result, unpack_save
from bombsight.service.play.start import prepare_game
from bombsight.service.programs.loaders import load

RefusalReason = Literal[
    "unreadable", "other player", "same player", "same record", "other rules", "other pins", "other dice", "unfinished",
    "other story", "other outcome",
]  # fmt: skip
"""The reason why a record does not count."""


class RecordRefusedError(Exception):
    """A record does not count.

    Attributes:
        reason: The reason, as a code.
        message: The reason, as a sentence.
    """

    def __init__(self, reason: RefusalReason, message: str) -> None:
        """Make the error from a reason code and a sentence."""
        super().__init__(message)
        self.reason: RefusalReason = reason
        self.message = message


@frozen
class VerifiedRecord:
    """The result of verifying one record.

    Attributes:
        result: The record as its replay gives it; as read, if it does not count; None if it cannot be read.
        game: The digest of its dice and answers; empty if it cannot be read.
        reason: The reason why it does not count, as a code; empty if it counts.
        message: The same as a sentence.
    """

    result: PlayerResult | None
    game: str = ""
    reason: RefusalReason | Literal[""] = ""
    message: str = ""


class ShadowDice:
    """Seeded dice that record what they would have thrown while a replay takes its throws from a save.

    Attributes:
        expected_throws: The site and the faces of each throw, in order.
    """

    by: ThrownBy = ""

    def __init__(self, seed: int) -> None:
        """Make dice from a seed, without recorded throws."""
        self.dice = SeededDice(seed)
        self.expected_throws: list[tuple[int, tuple[int, ...]]] = []

    @property
    def position(self) -> int:
        """The position in the random stream."""
        return self.dice.position

    def reseed(self, seed: int) -> None:
        """Continue with the random stream of another seed."""
        self.dice.reseed(seed)

    def seek(self, position: int) -> None:
        """Move to a position in the random stream."""
        self.dice.seek(position)

    def restart(self) -> None:
        """Return to the start of the random stream."""
        self.dice.restart()
        self.expected_throws.clear()

    def skip(self, site: int, dice: Dice) -> None:
        """Throw by the seed, and record the faces, to be compared with those that the replay takes from its save."""
        self.expected_throws.append((site, self.dice.throw(site, dice)))

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Raise ``Pause``, which ends the replay: called only when the save has no further throw.

        Raises:
            Pause: Always.
        """
        return NoDice().throw(site, dice)


class Verifier:
    """The verifier of a group's records, with the group's program.

    Raises:
        InputError: The group cannot be played: a game, mission, option or pin does not exist.
        WrongRules: The rules cannot be used.
    """

    def __init__(self, group: Group, folders: tuple[Path, ...] = (), limit: int = 1) -> None:
        """Make a verifier from a group's settings: compile its game, and make the header that saves must match."""
        self.group = group
        with locate_errors(group):
            rules = group.make_rules(folders, limit)
            self.program, _, self.header = prepare_game(group.game, rules, group.make_game_setup(group.players[0]))

    def verify(self, path: Path) -> VerifiedRecord:
        """Verify a player's record by replaying the save in it."""
        result: PlayerResult | None = None
        try:
            result = read_result(path)
            saved = unpack_save(result, str(path))
        except InputError as error:
            return VerifiedRecord(result, "", "unreadable", error.message)
        game = sha256(repr(saved.records).encode()).hexdigest()
        try:
            self.check_settings(result, saved)
            replayed_result = self.check_replay(result, saved)
        except RecordRefusedError as refused:
            return VerifiedRecord(result, game, refused.reason, refused.message)
        return VerifiedRecord(replayed_result, game)

    def check_settings(self, result: PlayerResult, saved: ParsedSave) -> None:
        """Raise RecordRefusedError unless a save has the group's rules, mission, pins (fixed results) and dice.

        Raises:
            RecordRefusedError: It was not.
        """
        expected, actual = self.header, saved.header
        if result.player not in self.group.players:
            raise RecordRefusedError("other player", f"{self.group.title} has no player {result.player}")
        if actual.game != expected.game:
            raise RecordRefusedError("other rules", f"it is a game of {actual.title} ({actual.game})")
        if changed_rules := rule_differences(actual, self.program):
            raise RecordRefusedError("other rules", f"it was played with other rules: {'; '.join(changed_rules)}")
        if (actual.entry, actual.args) != (expected.entry, expected.args):
            raise RecordRefusedError(
                "other rules",
                (
                    f"it is {describe_entry(actual.entry, actual.args)}, not "
                    f"{describe_entry(expected.entry, expected.args)}"
                ),
            )
        if set(actual.pins) != set(expected.pins) or set(actual.fields) != set(expected.fields):
            raise RecordRefusedError("other pins", "other tables or fields are pinned in it than the umpire fixed")
        if has_own_dice(actual, saved.records) and result.player not in self.group.own_dice:
            raise RecordRefusedError("other dice", "dice of his own are thrown in it, and he was given a seed")
        if actual.seed != (seed := self.group.seed_of(result.player)):
            raise RecordRefusedError(
                "other dice", f"it was played with seed {actual.seed}, and {result.player} was given {seed}"
            )
        if any(isinstance(record, Answer) and record.seed is not None for record in saved.records):
            raise RecordRefusedError(
                "other dice", "its dice begin anew at an answer, by a seed that nobody gave the player"
            )
        if saved.end is None or saved.end.fault:
            raise RecordRefusedError("unfinished", "the game goes on" if saved.end is None else saved.end.fault)
        if not saved.end.journal:
            raise RecordRefusedError("other story", "it says nothing of its story by which it could be compared")

    def check_replay(self, result: PlayerResult, saved: ParsedSave) -> PlayerResult:
        """Replay a record's save, and return the record made anew; raise RecordRefusedError if they differ.

        Raises:
            RecordRefusedError: They differ.
        """
        has_own_throws = has_own_dice(saved.header, saved.records)
        dice = ShadowDice(saved.header.seed)
        try:
            session = Session(self.program, saved.header, dice, load=load, records=saved.records, end=saved.end)
            session.play(pausing_policy)
        except InputError as error:
            raise RecordRefusedError("other story", error.message) from error
        throws = [record for record in saved.records if isinstance(record, Throw)]
        thrown_pairs = zip(throws, dice.expected_throws, strict=True)
        if not has_own_throws and any(
            site not in session.pinned_faces and record.faces != faces for record, (site, faces) in thrown_pairs
        ):
            raise RecordRefusedError("other dice", "its dice fell otherwise than its seed has them fall")
        replayed_result = make_result(result.player, saved, session)
        if (difference := find_difference(replayed_result, result)) is not None:
            raise RecordRefusedError("other outcome", difference)
        return replayed_result


def describe_entry(entry: str, args: tuple[int, ...]) -> str:
    """Describe in words what is played: ``a campaign``, or ``mission 3``."""
    return "a campaign" if entry == "career" else " ".join(["mission", *map(str, args)])


def find_difference(replayed: PlayerResult, recorded: PlayerResult) -> str | None:
    """Find the first difference between a record and its replay, in words; None if they agree.

    Titles are not compared: the rules may have better ones now.
    """
    if replayed.result != recorded.result:
        return f"it comes to {replayed.outcome}, and not to {recorded.outcome}"
    recorded_tallies = {tally.name: tally.number for tally in recorded.tallies}
    for tally in replayed.tallies:
        if recorded_tallies.pop(tally.name, None) != tally.number:
            return f"it comes to {tally.title} {tally.value}, and says otherwise"
    if recorded_tallies or compared_fields(replayed) != compared_fields(recorded):
        return "it says something else of itself than the game in it"
    return None


def compared_fields(result: PlayerResult) -> tuple[object, ...]:
    """The fields of a record about rules, mission, seed and dice, to compare a record with its replay."""
    return result.game, result.rules, result.fixed, result.entry, result.args, result.seed, result.dice
