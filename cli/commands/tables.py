"""``bombsight host``, ``join``, ``mail`` and ``verify``: a table of two, each at his own machine."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bombsight.cli.commands.play import Ask, Asking
from bombsight.cli.parameters import (
    Campaign,
    Folders,
    House,
    Json,
    Limit,
    Mission,
    NewSave,
    Options,
    Quiet,
    Tell,
    Variants,
    Without,
)

if TYPE_CHECKING:
    from bombsight.service.play.standing_orders import Level

Seat = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Play at this seat; `none` to host and not play.", show_default=False),
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="S", help="Throw the dice of this seed, which all are told.", show_default=False),
]
Keep = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep what you are told in this file.", show_default=False)
]
Autopilot = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Let the autopilot play at this seat.", show_default=False),
]


def host(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's id, or its folder.", show_default=False)
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="SAVE", help="Go on with a table that was left.", show_default=False)
    ] = None,
    seat: Seat = None,
    autopilot: Autopilot = None,
    listen: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Wait at this address of this machine only.", show_default=False),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=65535, help="Wait at this port; else at one that is free.", show_default=False
        ),
    ] = None,
    mission: Mission = None,
    campaign: Campaign = False,
    seed: Seed = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    house: House = None,
    limit: Limit = 1,
    save: NewSave = None,
    ask: Ask = None,
    path: Folders = None,
    tell: Tell = None,
    quiet: Quiet = False,
) -> None:
    """Host a game for two; others sit down by `bombsight join ADDRESS`."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import detail_of, rules_of
    from bombsight.cli.terminal.screen import reading

    check_extra()
    from bombsight.cli.seats.hosting import host as at_table
    from bombsight.service.play.start import Opening
    from bombsight.service.seats.opening import open_table, resume_table

    if (game is None) == (resume is None):
        raise InputError("name a game, or the save of a table with --resume")
    opening = Opening(mission=mission, campaign=campaign, seed=seed, save=save)
    given = [seat, autopilot, mission, campaign, seed, option, variant, without, save]
    if resume is not None and any(each not in (None, False) for each in given):
        raise InputError("a table that goes on is as it was: leave out all that says how it begins")
    rules = rules_of(path, house, option, variant, without, limit)
    with reading():
        if resume is not None:
            table = resume_table(resume, rules)
        else:
            table = open_table(game or "", rules, opening, seat, tuple(autopilot or ()))
    status = at_table(
        table,
        listen=table.kept.listen if listen is None else listen,
        port=table.kept.port if port is None else port,
        detail=detail_of(tell, quiet=quiet),
        asks=asks(ask),
        again=resume is not None,
    )
    raise typer.Exit(status)


def join(
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="[ADDRESS]",
            help="As its host shows it, or @FILE, or - for the input. The token is asked for.",
            show_default=False,
        ),
    ] = None,
    keep: Keep = None,
    ask: Ask = None,
    tell: Tell = None,
    quiet: Quiet = False,
) -> None:
    """Sit down at a table that somebody hosts. The game and its rules are the host's."""
    from bombsight.cli.parameters import detail_of

    check_extra()
    from bombsight.cli.seats.joining import join as at_table

    raise typer.Exit(at_table(address, keep, detail=detail_of(tell, quiet=quiet), asks=asks(ask)))


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="SEATFILE", help="What a seat was told, as it was kept.", show_default=False)
    ],
    revealed: Annotated[
        Path | None,
        typer.Argument(
            metavar="[REVEALED]", help="What was revealed at the end; else it lies beside.", show_default=False
        ),
    ] = None,
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    json: Json = False,
) -> None:
    """Check what a seat was told of a game for two, once all is revealed. Exit status 1 where anything differs."""
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.seats.verifying import verify as checked

    raise typer.Exit(checked(file, revealed, rules_of(path, house, limit=limit), json=json))


def mail(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game, to begin; a file that came by mail; the save of a table, to go on.",
            show_default=False,
        ),
    ],
    seat: Seat = None,
    mission: Mission = None,
    campaign: Campaign = False,
    seed: Seed = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    house: House = None,
    limit: Limit = 1,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The save of the table; else it is found by what came.", show_default=False),
    ] = None,
    keep: Keep = None,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Write what is to be sent there.")] = Path(),
    spare_letters: Annotated[
        bool,
        typer.Option("--spare-letters", help="Ask the others to let you know the dice before, for fewer letters."),
    ] = False,
    agree: Annotated[bool, typer.Option("--agree", help="Agree to a host who asks you to spare letters.")] = False,
    ask: Ask = None,
    path: Folders = None,
    tell: Tell = None,
    quiet: Quiet = False,
) -> None:
    """Play a game for two by mail: the program writes small files, and says what to do with those that come."""
    from bombsight.cli.parameters import detail_of, rules_of
    from bombsight.cli.seats.by_mail import mail as by_mail
    from bombsight.service.play.start import Opening
    from bombsight.service.seats.opening import Table, open_table

    rules = rules_of(path, house, option, variant, without, limit)

    def table() -> Table:
        opening = Opening(mission=mission, campaign=campaign, seed=seed, save=save)
        return open_table(what, rules, opening, seat, spares=spare_letters)

    status = by_mail(
        what,
        table,
        rules,
        folder=to,
        save=save,
        keep=keep,
        detail=detail_of(tell, quiet=quiet),
        asks=asks(ask),
        agree=agree,
    )
    raise typer.Exit(status)


def asks(ask: Asking | None) -> Level:
    """How much is asked: what is sensible at a terminal, else all."""
    from bombsight.cli.terminal.streams import is_interactive

    if ask is not None:
        return ask.value
    return "sensible" if is_interactive() else "all"


def check_extra() -> None:
    """See that there is something to talk by.

    Raises:
        InputError: The extra is not installed.
    """
    from bombsight.boundary.errors import InputError

    if find_spec("websockets") is None:
        raise InputError("a table over a network needs an extra", "", "Install it: pip install 'bombsight[table]'")
