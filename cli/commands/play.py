"""``bombsight play`` and ``bombsight resume``."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bombsight.cli.parameters import (
    Campaign,
    Folders,
    GameWord,
    House,
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
    from bombsight.service.group.fixed import Group


class Asking(StrEnum):
    """How much is asked."""

    all = "all"
    sensible = "sensible"
    grave = "grave"


Auto = Annotated[bool, typer.Option("--auto", help="Let the autopilot answer, by the preferences in the rules.")]
Ask = Annotated[
    Asking | None,
    typer.Option(
        help="How much is asked: all, what has more than one sensible answer, what is grave. Else what is sensible"
        " at a terminal, and all on a pipe.",
        show_default=False,
    ),
]
OnScreen = Annotated[
    bool | None,
    typer.Option(
        "--screen/--plain",
        help="Play on a whole screen, story, question and boards side by side, or in lines. Else on a screen where the"
        " terminal shows one.",
        show_default=False,
    ),
]
Two = Annotated[
    bool,
    typer.Option(
        "--two", help="Two play at one keyboard, in lines: each sees what is his, the screen is covered between."
    ),
]
Events = Annotated[bool, typer.Option("--json", help="Play in JSON lines: events and questions out, moves in.")]


class Policy(StrEnum):
    """Who answers instead of a person."""

    auto = "auto"
    random = "random"
    thoughtful = "thoughtful"


class Dice(StrEnum):
    """Whose dice are thrown."""

    manual = "manual"
    seeded = "seeded"


def play(
    game: GameWord,
    mission: Mission = None,
    campaign: Campaign = False,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Throw the dice of this seed.", show_default=False),
    ] = None,
    auto: Auto = False,
    policy: Annotated[
        Policy | None, typer.Option(help="Who answers: the autopilot, chance, or the best odds.", show_default=False)
    ] = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    house: House = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="manual|FILE", help="Throw real dice, or take them from a file.", show_default=False),
    ] = None,
    names: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Give the names in this file first.", show_default=False)
    ] = None,
    named: Annotated[bool, typer.Option("--named", help="Ask for everybody's name at the beginning.")] = False,
    pin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Have every throw on this table show this, or the rules set this field to this.",
            show_default=False,
        ),
    ] = None,
    pins: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Pin as the lines of this file say.", show_default=False)
    ] = None,
    group: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play what the umpire of this group has fixed.", show_default=False),
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Play as this player of the group.", show_default=False)
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="PROCEDURE", help="Play to where this begins, and show the sheet.", show_default=False),
    ] = None,
    script: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play the dice and answers of a script.", show_default=False)
    ] = None,
    save: NewSave = None,
    ask: Ask = None,
    path: Folders = None,
    tell: Tell = None,
    quiet: Quiet = False,
    two: Two = False,
    screen: OnScreen = None,
    json: Events = False,
) -> None:
    """Play a game. At a question, `help` lists what can be typed."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import detail_of, rules_of
    from bombsight.cli.play.playing import Table
    from bombsight.cli.terminal.screen import reading
    from bombsight.cli.terminal.whole_screen import on_whole_screen
    from bombsight.service.play.standing_orders import Level
    from bombsight.service.play.start import Answers, Opening, begin
    from bombsight.service.programs.pins import parse_pin, read_pins

    lines_only = {"--two": two, "--json": json, "--script": script, "--auto": auto, "--policy": policy}
    no_person = {**lines_only, "--dice manual": dice == "manual", "--named": named, "--until": until}
    check_two(two, no_person)
    on_screen = on_whole_screen(screen, lines_only, lines_rather=quiet or until is not None)
    rules = rules_of(path, house, option, variant, without, limit)
    detail = detail_of(tell, quiet=quiet)
    if script is not None:
        from bombsight.cli.play.replaying import play_script

        taken = {"--mission": mission, "--seed": seed, "--dice": dice, "--save": save, "--policy": policy}
        taken |= {"--names": names, "--pin": pin[0] if pin else None, "--pins": pins, "--until": until}
        given = [name for name, value in taken.items() if value is not None]
        switches = {"--auto": auto, "--campaign": campaign, "--named": named}
        given += [name for name, value in switches.items() if value]
        if given:
            raise InputError(f"a script says itself what is played: leave out {', '.join(given)}")
        raise typer.Exit(play_script(script, game, rules, detail=detail, quiet=quiet, json=json))
    fixed: AbstractContextManager[None] = nullcontext()
    if group is not None or player is not None:
        from bombsight.service.group.fixed import told_in_file

        besides: dict[str, object] = {"--mission": mission, "--campaign": campaign, "--seed": seed, "--dice": dice}
        besides |= {"--option": option, "--variant": variant, "--without": without, "--house": house}
        besides |= {"--pin": pin, "--pins": pins}
        members = group_of(group, player, game, besides)
        fixed = told_in_file(members)
        rules = members.rules(rules.folders, limit)
        opening = members.opening(player or "", save, names, until)
    else:
        pinned = (*(read_pins(str(pins)) if pins is not None else ()), *map(parse_pin, pin or ()))
        opening = Opening(
            mission=mission, campaign=campaign, seed=seed, dice=dice, save=save, names=names, pins=pinned, until=until
        )
    answers: Answers = policy.value if policy is not None else "auto" if auto else "person"
    with reading(), fixed:
        begun = begin(game, rules, opening, answers, keep=True)
    level: Level | None = ask.value if ask is not None else None
    table = Table(
        detail=detail,
        quiet=quiet,
        json=json,
        answers=answers,
        ask=level,
        named=save is not None,
        asks_names=named,
        screen=on_screen,
        two=two,
        limit=limit,
    )
    raise typer.Exit(table.play(begun))


def group_of(path: Path | None, player: str | None, game: str, taken: Mapping[str, object]) -> Group:
    """The group that somebody plays in.

    Args:
        path: Its file.
        player: Who plays.
        game: What.
        taken: What a call says besides: nothing that the group says itself.

    Raises:
        InputError: The call says one and not the other, something else besides, or another game; or it is no group.
    """
    from bombsight.boundary.errors import InputError
    from bombsight.service.group.fixed import line_with, read_group

    if path is None or player is None:
        raise InputError("--group FILE and --player NAME go together", "", "Each player has dice of his own.")
    if given := [name for name, value in taken.items() if value not in (None, False)]:
        raise InputError(f"a group says itself what is played: leave out {', '.join(given)}")
    group = read_group(path)
    if group.game != game:
        raise InputError(f"this group plays {group.game}, and not {game}", line_with("game", group.text, group.path))
    return group


def resume(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A file that a game was saved in.", show_default=False)],
    auto: Auto = False,
    rules: Annotated[
        str,
        typer.Option(
            metavar="kept|new|FILE",
            help="By which rules: those it was begun by; those that are installed, once it is shown how far it holds "
            "by them; or those in a game file.",
        ),
    ] = "kept",
    yes: Annotated[bool, typer.Option("--yes", help="With --rules new: go on by them without being asked.")] = False,
    undo: Annotated[int, typer.Option(metavar="N", min=0, help="Take back your last N answers first.")] = 0,
    ask: Ask = None,
    dice: Annotated[
        Dice | None,
        typer.Option(help="Throw real dice from here on, or have them fall by the seed.", show_default=False),
    ] = None,
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    tell: Tell = None,
    quiet: Quiet = False,
    two: Two = False,
    screen: OnScreen = None,
    json: Events = False,
) -> None:
    """Go on with a saved game."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import detail_of, rules_of
    from bombsight.cli.play.playing import Table
    from bombsight.cli.terminal.screen import reading
    from bombsight.cli.terminal.whole_screen import on_whole_screen
    from bombsight.service.play.standing_orders import Level
    from bombsight.service.play.start import Answers, table_file
    from bombsight.service.play.start import resume as take_up

    if table_file(save).exists():
        hint = "Go on with it by `bombsight host --resume`, or by `bombsight mail` where it is played so."
        raise InputError("this is the save of a table that others come to", str(save), hint)
    lines_only = {"--two": two, "--json": json, "--auto": auto}
    check_two(two, {**lines_only, "--dice manual": dice is Dice.manual, "--undo": undo})
    on_screen = on_whole_screen(screen, lines_only, lines_rather=quiet)
    answers: Answers = "auto" if auto else "person"
    asked = rules_of(path, house, limit=limit)
    if rules == "new":
        from bombsight.cli.play.going_over import offer_rules

        if not offer_rules(save, asked, yes=yes, json=json):
            raise typer.Exit(0)
    elif yes:
        raise InputError("--yes goes with --rules new")
    snapshot = None if rules in ("kept", "new") else Path(rules)
    if snapshot is not None and not snapshot.exists():
        raise InputError(f"--rules {rules}: there is no such file", "", "Say kept or new, or name a game file.")
    with reading():
        by_hand = dice is Dice.manual if dice is not None else None
        taken_up = take_up(
            save,
            asked.folders,
            answers,
            undo=undo,
            by_hand=by_hand,
            house=asked.house,
            snapshot=snapshot,
            limit=limit,
        )
    level: Level | None = ask.value if ask is not None else None
    table = Table(
        detail=detail_of(tell, quiet=quiet),
        quiet=quiet,
        json=json,
        answers=answers,
        ask=level,
        screen=on_screen,
        two=two,
        limit=limit,
    )
    raise typer.Exit(table.play(taken_up, again=True, asks_now=undo > 0))


def check_two(two: bool, others: Mapping[str, object]) -> None:
    """See that nothing is asked for that does not go with two people at one keyboard.

    Args:
        two: Whether two play.
        others: What does not go with it, by its name; what is given of it is true.

    Raises:
        InputError: Something such is asked for.
    """
    from bombsight.boundary.errors import InputError

    given = [name for name, value in others.items() if value and name != "--two"]
    if two and given:
        raise InputError(f"--two and {given[0]} exclude each other", "", "At a table of two people answer, in lines.")
