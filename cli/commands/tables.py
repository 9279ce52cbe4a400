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
    PaceOption,
    QuietFlag,
    ScreenFlag,
    StoryPace,
    Variants,
)
from bombsight.cli.signatures import Argument, Option

if TYPE_CHECKING:
    from bombsight.service.play.standing_orders import Level
    from bombsight.service.present.beats import Pace
    from bombsight.service.seats.protocol.terms import TableDice


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
    page: Annotated[
        bool, Option("--page", help="Give guests a page, too, to play in a browser with nothing installed.")
    ] = False,
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
    referee: Annotated[
        bool, Option("--referee", help="Let in a referee, who sees everything and says nothing; all know of him.")
    ] = False,
    ask: AskOption = None,
    path: Folders = None,
    tell: DetailOption = None,
    pace: PaceOption = None,
    quiet: QuietFlag = False,
    screen: ScreenFlag = None,
) -> None:
    """Host a game for two; others sit down by `bombsight join ADDRESS`."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner

    check_websockets()
    from bombsight.cli.seats.hosting import host_table as at_table
    from bombsight.cli.terminal.whole_screen import should_use_screen
    from bombsight.service.play.start import GameSetup
    from bombsight.service.saves.save_index import remember_save
    from bombsight.service.seats.hosting.hosted_table import NO_SEAT, open_table, resume_table
    from bombsight.service.seats.network.table_page import load_page

    if (game is None) == (resume is None):
        raise InputError("name a game, or the save of a table with --resume")
    opening = GameSetup(mission=mission, campaign=campaign, seed=seed, save=save)
    start_options = [seat, autopilot, mission, campaign, seed, dice, option, variant, without, save, referee]
    if resume is not None and any(each not in (None, False) for each in start_options):
        raise InputError("a table that goes on is as it was: leave out all that says how it begins")
    on_screen = should_use_screen(screen, {"--seat none": seat == NO_SEAT}, prefer_lines=quiet)
    rules = rules_from_options(path, house, option, variant, without, limit)
    with reading_spinner():
        if page:
            load_page()  # fails before anything is begun
        if resume is not None:
            table = resume_table(resume, rules)
        else:
            table = open_table(
                game or "",
                rules,
                opening,
                seat,
                tuple(autopilot or ()),
                has_referee=referee,
                dice="own" if dice is TableDiceName.own else "seeded",
            )
    if save is not None:
        remember_save(save)
    status = at_table(
        table,
        listen=table.kept.listen if listen is None else listen,
        port=table.kept.port if port is None else port,
        detail=detail_of(tell, quiet=quiet),
        ask_level=ask_level_of(ask),
        is_resumed=resume is not None,
        pace=pace_on_screen(pace) if on_screen else None,
        has_page=page or table.kept.has_page,
    )
    raise Exit(status)


def join(
    address: Annotated[
        str | None,
        Argument(
            metavar="[ADDRESS|SEATFILE]",
            help="As its host shows it, or @FILE, or -, and the token is asked for. Or your seat's file, to go on.",
        ),
    ] = None,
    keep: SeatFileOption = None,
    ask: AskOption = None,
    tell: DetailOption = None,
    pace: PaceOption = None,
    quiet: QuietFlag = False,
    screen: ScreenFlag = None,
) -> None:
    """Sit down at a table that somebody hosts. The game and its rules are the host's."""
    from bombsight.cli.parameters import detail_of

    check_websockets()
    from bombsight.cli.seats.joining import join_table as at_table
    from bombsight.cli.terminal.whole_screen import should_use_screen

    on_screen = should_use_screen(screen, {}, prefer_lines=quiet)
    status = at_table(
        address,
        keep,
        detail=detail_of(tell, quiet=quiet),
        ask_level=ask_level_of(ask),
        pace=pace_on_screen(pace) if on_screen else None,
    )
    raise Exit(status)


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
        bool, Option("--take-back", help="As the host, with a save: ask to take back your last answer.")
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
    from bombsight.service.saves.save_index import remember_save
    from bombsight.service.seats.hosting.hosted_table import HostedTable, open_table

    rules = rules_from_options(path, house, option, variant, without, limit)

    def open_new_table() -> HostedTable:
        """Open a new game by mail, with the options of the call."""
        opening = GameSetup(mission=mission, campaign=campaign, seed=seed, save=save)
        thrower: TableDice = "own" if dice is TableDiceName.own else "seeded"
        table = open_table(what, rules, opening, seat, spares=spare_letters, dice=thrower)
        remember_save(table.save)
        return table

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


def pace_on_screen(pace: StoryPace | None) -> Pace:
    """The pace of the story on the whole screen: that of the option, or the preferred one."""
    from bombsight.service.present.beats import preferred_pace

    return preferred_pace() if pace is None else pace.value


def check_websockets() -> None:
    """Raise an input error unless the optional packages for network play are installed.

    Raises:
        InputError: It is not installed.
    """
    from bombsight.service.common.extras import extra_error

    if find_spec("websockets") is None:
        raise extra_error("a table over a network needs an extra", "table")
