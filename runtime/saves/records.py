"""The records of a session: its header, then dice and answers in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, assert_never

from attrs import evolve

from bombsight.boundary.codec.form import HIDDEN, Between
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.program import Program
from bombsight.runtime import sentences
from bombsight.runtime.dice import ThrownBy
from bombsight.runtime.events.names import Naming
from bombsight.runtime.events.views import STORY_VERSION
from bombsight.runtime.pins import FieldPin, Pin

EntryName = Literal["mission", "career"]
DiceName = Literal["seeded", "manual", "file"]
Thrower = Literal["", "hand", "seed"]
"""The thrower, if not the dice of the header: a person, or the seed (or the file of dice)."""

Why = Literal["", "routine", "order", "auto", "together"]
"""The reason for an unasked answer: a routine choice, a standing order, or another answer; empty if the player was
asked."""


NO_FIELDS: Mapping[str, Any] = {}

OTHER_RULES_HINT = (
    "Its own rules are not kept here. Where it was begun `bombsight compile SAVE --site` writes them to a file, and "
    f"{either('`bombsight resume SAVE --rules FILE`', 'bombsight.resume(SAVE, snapshot=FILE)')} takes it. Or see how "
    f"far it holds by the rules of now: {either('`bombsight resume SAVE --rules new`', 'bombsight.prospect(SAVE)')}."
)
"""Hint for a save whose rules are not those of the program."""


@frozen
class OverlayInForce:
    """An overlay that a save was played with: ``kind name``, and its file if it is not the game's own."""

    name: str
    file: str | None


@frozen(kw_only=True)
class Header:
    """The first record of a save: game, rules, options, seed, entry and source of the dice.

    Attributes:
        game: The game's id.
        title: Its title.
        rules: The identity of its rules: see :func:`rules_identity`.
        journal: The version of the story, by whose hash runs are compared.
        options: Name and value in words of every option.
        overlays: The overlays in force, in order.
        seed: The seed of the dice and of random choices; 0 to 2**64 - 1.
        entry: Mission or career.
        args: The values of the entry's parameters.
        dice: The source of the dice.
        dice_file: The file of dice, or None.
        folder: The folder of the game; None if it came with the program.
        names: The names to show; None for those of the manifest in their order.
        pins: Pinned tables.
        fields: Pinned fields.
        thrower: The thrower from here on, if not the source in `dice`.
        snapshot: The digest of the rules' texts, by which they are kept beside saves; empty if unknown.
        unknown: Fields of another version, kept as they are.
    """

    game: str
    title: str
    rules: str
    journal: int
    options: dict[str, str]
    overlays: tuple[OverlayInForce, ...]
    seed: Annotated[int, Between(0, 2**64 - 1)]
    entry: EntryName
    args: tuple[Annotated[int, Between(-(2**31), 2**31 - 1)], ...]
    dice: DiceName
    dice_file: str | None
    folder: str | None = None
    names: Naming | None = None
    pins: tuple[Pin, ...] = ()
    fields: tuple[FieldPin, ...] = ()
    thrower: Thrower = ""
    snapshot: str = ""
    unknown: Mapping[str, Any] = field(default=NO_FIELDS, metadata={HIDDEN: True})

    @property
    def is_by_hand(self) -> bool:
        """Whether a person, and no program, throws the next dice."""
        match self.thrower:
            case "hand":
                return True
            case "seed":
                return False
            case "":
                return are_real_dice(self.dice)
            case _:
                assert_never(self.thrower)

    def with_thrower(self, *, by_hand: bool) -> Header:
        """Copy the header with a new thrower of the dice: a person if ``by_hand``, else the dice source."""
        if by_hand == are_real_dice(self.dice):
            return evolve(self, thrower="")
        return evolve(self, thrower="hand" if by_hand else "seed")


@frozen
class Throw:
    """The record of a throw of dice: faces, or a single number for several dice if only the total is known.

    Attributes:
        faces: The faces; at least one.
        at: The table's id, or ``-`` for dice without a table.
        line: Its line in the save, or 0.
        by: The thrower.
        unknown: Fields of another version, kept as they are.
    """

    faces: tuple[int, ...]
    at: str
    line: int = field(default=0, eq=False)
    by: ThrownBy = ""
    unknown: Mapping[str, Any] = field(default=NO_FIELDS, eq=False, repr=False)


@frozen
class Answer:
    """The record of the answer to a choice.

    Attributes:
        name: The option's stable name, or ``none``.
        at: The choice's stable name.
        story: The first digits of the journal's hash before the choice; empty if unknown.
        line: Its line in the save, or 0.
        why: The reason why the player was not asked.
        ordered: Whether he gave the order at this very question, so that the answer is his own.
        seed: The new seed of the dice from here on, 0 to 2**64 - 1; None if it does not change.
        unknown: Fields of another version, kept as they are.
    """

    name: str
    at: str
    story: str = field(default="", eq=False)
    line: int = field(default=0, eq=False)
    why: Why = ""
    ordered: bool = False
    seed: Annotated[int, Between(0, 2**64 - 1)] | None = None
    unknown: Mapping[str, Any] = field(default=NO_FIELDS, eq=False, repr=False)


Record = Throw | Answer


@frozen
class End:
    """The record of a session's end.

    Attributes:
        result: The result's stable name; ``none`` without a result.
        fault: The rules fault, or empty.
        journal: The journal's hash; empty if unknown.
        line: Its line in the save, or 0.
        unknown: Fields of another version, kept as they are.
    """

    result: str
    fault: str
    journal: str
    line: int = field(default=0, eq=False)
    unknown: Mapping[str, Any] = field(default=NO_FIELDS, eq=False, repr=False)


def new_header(
    program: Program,
    *,
    seed: int,
    entry: EntryName = "mission",
    args: tuple[int, ...] = (),
    dice: DiceName = "seeded",
    dice_file: str | None = None,
    files: dict[str, str] | None = None,
    folder: str | None = None,
    names: Naming | None = None,
    pins: tuple[Pin, ...] = (),
    fields: tuple[FieldPin, ...] = (),
    snapshot: str = "",
) -> Header:
    """Make the header of a new session.

    Args:
        program: The program.
        seed: The seed of the dice.
        entry: Mission or career.
        args: See :func:`bombsight.runtime.run.play.parse_arguments`.
        dice: The source of the dice.
        dice_file: The file of dice.
        files: The file of each overlay (``kind name``) that is not the game's own.
        folder: The folder of the game, or None.
        names: The names to show.
        pins: Pinned tables.
        fields: Pinned fields.
        snapshot: The digest of the rules' texts.
    """
    return Header(
        game=program.game,
        title=program.title,
        rules=program.rules_hash,
        journal=STORY_VERSION,
        options=options_of(program),
        overlays=overlays_of(program, files or {}),
        seed=seed,
        entry=entry,
        args=args,
        dice=dice,
        dice_file=dice_file,
        folder=folder,
        names=names,
        pins=pins,
        fields=fields,
        snapshot=snapshot,
    )


def rules_identity(program: Program, story_version: int) -> str:
    """Return the hash by which saves recognise a program's rules, for saves with stories of a version.

    In version 1 it includes sentences, which counted in stories.
    """
    return program.wording_hash if story_version == 1 else program.rules_hash


def options_of(program: Program) -> dict[str, str]:
    """Map the name of every option of a program to its value in words."""
    return {option.name: option.value for option in program.options}


def overlays_of(program: Program, files: Mapping[str, str | None]) -> tuple[OverlayInForce, ...]:
    """List the overlays (errata, variants, house rules) in force in a program, each with its file or None."""
    return tuple(OverlayInForce(name, files.get(name)) for name in program.overlays)


def header_under_rules(header: Header, program: Program, files: Mapping[str, str | None], snapshot: str) -> Header:
    """Copy a session's header for play under other rules: with their hash, options and overlays.

    Args:
        header: The old header.
        program: The program of the other rules.
        files: The file of each overlay (``kind name``) that is not the game's own.
        snapshot: The digest of their texts.
    """
    return evolve(
        header,
        rules=program.rules_hash,
        journal=STORY_VERSION,
        options=options_of(program),
        overlays=overlays_of(program, files),
        snapshot=snapshot,
    )


def has_rules_of(header: Header, program: Program) -> bool:
    """Whether a save was played by a program's rules, not counting sentences and boards, which only present them."""
    options = options_of(program)
    return (header.game, header.rules) == (program.game, rules_identity(program, header.journal)) and all(
        options.get(name) == value for name, value in header.options.items()
    )


def rule_differences(header: Header, program: Program) -> list[str]:
    """List how a save's rules, options and overlays differ from a program's: ``option fog was no and is yes``."""
    lines = []
    options = options_of(program)
    for name in sorted(header.options.keys() | options.keys()):
        before, after = header.options.get(name, "unknown"), options.get(name, "unknown")
        if before != after:
            lines.append(sentences.option_changed(name, before, after))
    overlays_then = [overlay.name for overlay in header.overlays]
    lines += [sentences.overlay_left(name) for name in overlays_then if name not in program.overlays]
    lines += [sentences.overlay_joined(name) for name in program.overlays if name not in overlays_then]
    if not lines and header.rules != rules_identity(program, header.journal):
        lines.append(sentences.rules_changed(program.title))
    return lines


def check_game(header: Header, program: Program, path: str) -> None:
    """Raise InputError unless a save was played with a program's game and rules; ``path`` is for the message.

    Raises:
        InputError: It is another game, or the rules differ.
    """
    check_same_game(header, program, path)
    if not has_rules_of(header, program):
        raise InputError(sentences.other_rules("; ".join(rule_differences(header, program))), path, OTHER_RULES_HINT)


def check_same_game(header: Header, program: Program, path: str) -> None:
    """Raise InputError unless a save is of a program's game, by whatever rules; ``path`` is for the message.

    Raises:
        InputError: It is not.
    """
    if header.game != program.game:
        program_name = f"{program.title} ({program.game})"
        raise InputError(sentences.other_game(header.title, header.game, program_name), path)


def last_decision(records: Sequence[Record], header: Header) -> int | None:
    """Return the index of the record that undo removes first: the last answer or throw of real dice, or None."""
    for index in range(len(records) - 1, -1, -1):
        if is_decision(records[index], header):
            return index
    return None


def last_seed(records: Sequence[Record]) -> int | None:
    """Return the last seed by which an answer replaced the seed of the dice; None if that of the header still holds."""
    seeds = (record.seed for record in reversed(records) if isinstance(record, Answer))
    return next((seed for seed in seeds if seed is not None), None)


def decisions_backwards(records: Sequence[Record], header: Header) -> Iterator[Record]:
    """Yield the records that undo counts as steps (answers, throws of real dice), the last first."""
    return (record for record in reversed(records) if is_decision(record, header))


def is_own_decision(record: Record) -> bool:
    """Whether a record is the player's own decision: a throw, an answer, or one by an order he just gave."""
    return not (isinstance(record, Answer) and record.why and not record.ordered)


def are_real_dice(dice: DiceName) -> bool:
    """Whether dice of a kind that headers name are thrown by a person: ``manual``, not ``seeded`` or ``file``."""
    match dice:
        case "manual":
            return True
        case "seeded" | "file":
            return False
        case _:
            assert_never(dice)


def is_decision(record: Record, header: Header) -> bool:
    """Whether undo counts a record as a step: an answer, or a throw of real dice."""
    return isinstance(record, Answer) or record.by == ("" if are_real_dice(header.dice) else "hand")
