"""What a session is made of: its header, and the dice and answers in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, assert_never

from attrs import evolve

from bombsight.boundary.codec.form import HIDDEN, Between
from bombsight.boundary.errors import InputError
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
"""Who throws, where that is another than the header's dice say: a person, or the seed (or the file of dice)."""

Why = Literal["", "routine", "order", "auto", "together"]
"""Why a person was not asked for an answer: it was the one sensible one; there was a standing order, for it or for the
autopilot; or it was given along with others. Empty where he was."""


NO_FIELDS: Mapping[str, Any] = {}

OTHER_RULES_HINT = (
    "Its own rules are not kept here. Where it was begun `bombsight compile SAVE --site` writes them to a file, and "
    "`bombsight resume SAVE --rules FILE` takes it. Or see how far it holds by the rules of now: "
    "`bombsight resume SAVE --rules new`."
)
"""What to do where a save was played with other rules than are there."""


@frozen
class OverlayInForce:
    """An overlay: ``kind name``, and the file it came from where it is none of the game's own."""

    name: str
    file: str | None


@frozen(kw_only=True)
class Header:
    """What a session begins with.

    Attributes:
        game: The game's id.
        title: Its title.
        rules: The hash by which its rules are known: see :func:`rules_identity`.
        journal: The version of the story, whose hash tells two runs apart.
        options: Name and value in words of every option.
        overlays: Those in force, in order.
        seed: Of the dice and of random choices; 0 to 2**64 - 1.
        entry: Whether a mission is played or the career.
        args: The values of the entry's parameters.
        dice: Where the dice come from.
        dice_file: The file of dice, or None.
        folder: Where the game lies, so that it is found again; None where it came with the program.
        names: Which names are shown; None for those of the manifest in their order.
        pins: Tables whose dice are laid, not thrown.
        fields: Fields that are pinned.
        thrower: Who throws from here on, where that is another than `dice` says.
        snapshot: The digest of the texts of its rules, by which they are kept beside saves; empty where it does not
            say.
        unknown: Fields of another version's, which are kept as they are.
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
        """Whether a person throws from here on."""
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
        """The header where from here on a person throws, or not."""
        if by_hand == are_real_dice(self.dice):
            return evolve(self, thrower="")
        return evolve(self, thrower="hand" if by_hand else "seed")


@frozen
class Throw:
    """Dice as they fell: faces, or a single number for several dice where only the total was told.

    Attributes:
        faces: At least one.
        at: The table's id, or ``-`` for dice that no table owns.
        line: Its line in the save, or 0.
        by: Who threw them.
        unknown: Fields of another version's, which are kept as they are.
    """

    faces: tuple[int, ...]
    at: str
    line: int = field(default=0, eq=False)
    by: ThrownBy = ""
    unknown: Mapping[str, Any] = field(default=NO_FIELDS, eq=False, repr=False)


@frozen
class Answer:
    """The answer to a choice.

    Attributes:
        name: The option's stable name, or ``none``.
        at: The choice's stable name.
        story: The first digits of the journal's hash before it was asked; empty where unknown.
        line: Its line in the save, or 0.
        why: Why the player was not asked for it.
        ordered: Whether he gave the order for it at this very question: so it is his own all the same.
        seed: By which the dice behind it begin anew, 0 to 2**64 - 1; None where they go on as they were.
        unknown: Fields of another version's, which are kept as they are.
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
    """How a session ended.

    Attributes:
        result: The result's stable name; ``none`` where there is none.
        fault: The rules fault, or empty.
        journal: The journal's hash; empty where unknown.
        line: Its line in the save, or 0.
        unknown: Fields of another version's, which are kept as they are.
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
    """The header of a new session.

    Args:
        program: What is played.
        seed: Of the dice.
        entry: Mission or career.
        args: See :func:`bombsight.runtime.run.play.parse_arguments`.
        dice: Where the dice come from.
        dice_file: The file of dice.
        files: The file of each overlay (``kind name``) that is none of the game's own.
        folder: Where the game lies, or None.
        names: Which names are shown.
        pins: Tables whose dice are laid.
        fields: Fields that are pinned.
        snapshot: The digest of the texts of its rules.
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
    """The hash by which saves whose story is of this version know their rules.

    Sentences counted in stories of version 1: so they count in what those know their rules by.
    """
    return program.wording_hash if story_version == 1 else program.rules_hash


def options_of(program: Program) -> dict[str, str]:
    """Every option and its value in words."""
    return {option.name: option.value for option in program.options}


def overlays_of(program: Program, files: Mapping[str, str | None]) -> tuple[OverlayInForce, ...]:
    """The overlays in force with their files."""
    return tuple(OverlayInForce(name, files.get(name)) for name in program.overlays)


def header_under_rules(header: Header, program: Program, files: Mapping[str, str | None], snapshot: str) -> Header:
    """The header of a session that goes on by other rules.

    Args:
        header: As it was.
        program: The other rules.
        files: The file of each overlay (``kind name``) that is none of the game's own.
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
    """Whether a save's story happens by the rules of a program, whatever sentences and pictures present it."""
    options = options_of(program)
    return (header.game, header.rules) == (program.game, rules_identity(program, header.journal)) and all(
        options.get(name) == value for name, value in header.options.items()
    )


def rule_differences(header: Header, program: Program) -> list[str]:
    """What is in force now and was not, or the other way round; one line each, never empty where hashes differ."""
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
    """See that a session belongs to a program.

    Args:
        header: Of the save.
        program: The program that it shall go on with.
        path: The path of the save, for messages.

    Raises:
        InputError: It is another game, or the rules differ.
    """
    check_same_game(header, program, path)
    if not has_rules_of(header, program):
        raise InputError(sentences.other_rules("; ".join(rule_differences(header, program))), path, OTHER_RULES_HINT)


def check_same_game(header: Header, program: Program, path: str) -> None:
    """See that a session is one of a game, whatever its rules.

    Raises:
        InputError: It is not.
    """
    if header.game != program.game:
        program_name = f"{program.title} ({program.game})"
        raise InputError(sentences.other_game(header.title, header.game, program_name), path)


def last_decision(records: Sequence[Record], header: Header) -> int | None:
    """The index of what an undo takes back first: the last answer, or the last throw of real dice; or None."""
    for index in range(len(records) - 1, -1, -1):
        if is_decision(records[index], header):
            return index
    return None


def last_seed(records: Sequence[Record]) -> int | None:
    """The seed by which the dice behind records began anew last; None where they are those of the header."""
    seeds = (record.seed for record in reversed(records) if isinstance(record, Answer))
    return next((seed for seed in seeds if seed is not None), None)


def decisions_backwards(records: Sequence[Record], header: Header) -> Iterator[Record]:
    """What a person is behind, the last first: the order in which it is taken back."""
    return (record for record in reversed(records) if is_decision(record, header))


def is_own_decision(record: Record) -> bool:
    """Whether a player was asked for it, or for the order that gave it; so he may want to be asked again."""
    return not (isinstance(record, Answer) and record.why and not record.ordered)


def are_real_dice(dice: DiceName) -> bool:
    """Whether a person throws dice of this name, where nobody has taken over."""
    match dice:
        case "manual":
            return True
        case "seeded" | "file":
            return False
        case _:
            assert_never(dice)


def is_decision(record: Record, header: Header) -> bool:
    """Whether a person is behind a record: an answer, or real dice."""
    return isinstance(record, Answer) or record.by == ("" if are_real_dice(header.dice) else "hand")
