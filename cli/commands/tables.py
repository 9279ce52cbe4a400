"""The commands ``host``, ``join``, ``mail`` and ``verify``: a game for two, each at his own machine."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from bombsight.cli.commands.play import AskLevel, AskOption
from bombsight.cli.parameters import (
    CampaignFlag,
    DetailOption,
    Folders,
    House,
    JsonFlag,
    LeftOutErrata,
    Limit,
    Mission,
    NewSave,
    Options,
    QuietFlag,
    Variants,
)
from bombsight.cli.signatures import Argument, Option

if TYPE_CHECKING:
    from bombsight.service.play.standing_orders import Level


class TableDiceName(StrEnum):
    """The dice of a table: each player's own, or those of the program."""

    own = "own"
    seeded = "seeded"


SeatOption = Annotated[
    str | None,
    Option(metavar="NAME", help="Play at this seat; `none` to host and not play.", kind="seat"),
]
SeedOption = Annotated[
    int | None,
    Option(metavar="S", help="Throw the dice of this seed, which all are told."),
]
SeatFileOption = Annotated[Path | None, Option(metavar="FILE", help="Keep what you are told in this file.")]
DiceOption = Annotated[
    TableDiceName | None,
    Option(help="Have each player throw his own dice and type them, or the program throw them."),
]
AutopilotSeatsOption = Annotated[
    list[str] | None,
    Option(metavar="NAME", help="Let the autopilot play at this seat.", kind="seat"),
]


def host(
    game: Annotated[str | None, Argument(metavar="[GAME]", help="A game's id, or its folder.", kind="game")] = None,
    resume: Annotated[
        Path | None, Option(metavar="SAVE", help="Go on with a table that was left.", kind="save")
    ] = None,
    seat: SeatOption = None,
    autopilot: AutopilotSeatsOption = None,
    listen: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="Wait at this address of this machine only."),
    ] = None,
    port: Annotated[
        int | None,
        Option(metavar="N", min=0, max=65535, help="Wait at this port; else at one that is free."),
    ] = None,
    mission: Mission = None,
    campaign: CampaignFlag = False,
    seed: SeedOption = None,
    dice: DiceOption = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    house: House = None,
    limit: Limit = 1,
    save: NewSave = None,
    ask: AskOption = None,
    path: Folders = None,
    tell: DetailOption = None,
    quiet: QuietFlag = False,
) -> None:
    """Host a game for two; others sit down by `bombsight join ADDRESS`."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner

    check_websockets()
    from bombsight.cli.seats.hosting import host_table as at_table
    from bombsight.service.play.start import GameSetup
    from bombsight.service.saves.save_index import remember_save
    from bombsight.service.seats.hosted_table import open_table, resume_table

    if (game is None) == (resume is None):
        raise InputError("name a game, or the save of a table with --resume")
    opening = GameSetup(mission=mission, campaign=campaign, seed=seed, save=save)
    start_options = [seat, autopilot, mission, campaign, seed, dice, option, variant, without, save]
    if resume is not None and any(each not in (None, False) for each in start_options):
        raise InputError("a table that goes on is as it was: leave out all that says how it begins")
    rules = rules_from_options(path, house, option, variant, without, limit)
    with reading_spinner():
        if resume is not None:
            table = resume_table(resume, rules)
        else:
            autos = tuple(autopilot or ())
            table = open_table(game or "", rules, opening, seat, autos, dice=dice.value if dice else "seeded")
    if save is not None:
        remember_save(save)
    status = at_table(
        table,
        listen=table.kept.listen if listen is None else listen,
        port=table.kept.port if port is None else port,
        detail=detail_of(tell, quiet=quiet),
        ask_level=ask_level_of(ask),
        is_resumed=resume is not None,
    )
    raise Exit(status)


def join(
    address: Annotated[
        str | None,
        Argument(
            metavar="[ADDRESS]",
            help="As its host shows it, or @FILE, or - for the input. The token is asked for.",
        ),
    ] = None,
    keep: SeatFileOption = None,
    ask: AskOption = None,
    tell: DetailOption = None,
    quiet: QuietFlag = False,
) -> None:
    """Sit down at a table that somebody hosts. The game and its rules are the host's."""
    from bombsight.cli.parameters import detail_of

    check_websockets()
    from bombsight.cli.seats.joining import join_table as at_table

    raise Exit(at_table(address, keep, detail=detail_of(tell, quiet=quiet), ask_level=ask_level_of(ask)))


def verify(
    file: Annotated[Path, Argument(metavar="FILE", help="What a seat was told, or a save of two at one keyboard.")],
    revealed: Annotated[
        Path | None,
        Argument(metavar="[REVEALED]", help="What was revealed at the end; else it lies beside."),
    ] = None,
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Check what a seat was told of a game for two, once all is revealed. Exit status 1 where anything differs."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.seats.verification import verify_and_show

    raise Exit(verify_and_show(file, revealed, rules_from_options(path, house, limit=limit), json=json))


def mail(
    what: Annotated[
        str,
        Argument(
            metavar="GAME|FILE",
            kind="game or path",
            help="A game, to begin; a file that came by mail; the save of a table, to go on.",
        ),
    ],
    seat: SeatOption = None,
    mission: Mission = None,
    campaign: CampaignFlag = False,
    seed: SeedOption = None,
    dice: DiceOption = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    house: House = None,
    limit: Limit = 1,
    save: Annotated[
        Path | None,
        Option(metavar="FILE", help="The save of the table; else it is found by what came."),
    ] = None,
    keep: SeatFileOption = None,
    to: Annotated[Path, Option(metavar="FOLDER", help="Write what is to be sent there.", kind="folder")] = Path(),
    spare_letters: Annotated[
        bool,
        Option("--spare-letters", help="Ask the others to let you know the dice before, for fewer letters."),
    ] = False,
    agree: Annotated[bool, Option("--agree", help="Agree to a host who asks you to spare letters.")] = False,
    undo: Annotated[
        bool, Option("--undo", help="As the host, with a save: ask to take back your last answer.")
    ] = False,
    ask: AskOption = None,
    path: Folders = None,
    tell: DetailOption = None,
    quiet: QuietFlag = False,
) -> None:
    """Play a game for two by mail: the program writes small files, and says what to do with those that come."""
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.seats.by_mail import process_mail as by_mail
    from bombsight.service.play.start import GameSetup
    from bombsight.service.seats.hosted_table import HostedTable, open_table

    rules = rules_from_options(path, house, option, variant, without, limit)

    def open_new_table() -> HostedTable:
        """Open a new game by mail, with the options of the call."""
        opening = GameSetup(mission=mission, campaign=campaign, seed=seed, save=save)
        return open_table(
            what, rules, opening, seat, spares=spare_letters, dice=dice.value if dice is not None else "seeded"
        )

    status = by_mail(
        what,
        open_new_table,
        rules,
        folder=to,
        save=save,
        seat_path=keep,
        detail=detail_of(tell, quiet=quiet),
        ask_level=ask_level_of(ask),
        agree=agree,
        wants_undo=undo,
    )
    raise Exit(status)


def ask_level_of(ask: AskLevel | None) -> Level:
    """The level of asking that an option names; by default sensible questions at a terminal, else all."""
    from bombsight.cli.terminal.streams import is_interactive

    if ask is not None:
        return ask.value
    return "sensible" if is_interactive() else "all"


def check_websockets() -> None:
    """Raise an input error unless the optional packages for network play are installed.

    Raises:
        InputError: It is not installed.
    """
    from bombsight.service.common.extras import extra_error

    if find_spec("websockets") is None:
        raise extra_error("a table over a network needs an extra", "table")
