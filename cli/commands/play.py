"""The commands ``play`` and ``resume``."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import (
    CampaignFlag,
    DetailOption,
    Folders,
    GameArgument,
    House,
    LeftOutErrata,
    Limit,
    Mission,
    NewSave,
    Options,
    PaceOption,
    QuietFlag,
    ScreenFlag,
    Variants,
)
from bombsight.cli.signatures import Argument, Option

if TYPE_CHECKING:
    from bombsight.service.group.group_file import Group


class AskLevel(StrEnum):
    """The levels of asking: which questions the player is asked."""

    all = "all"
    sensible = "sensible"
    grave = "grave"


AutoFlag = Annotated[bool, Option("--auto", help="Let the autopilot answer, by the preferences in the rules.")]
AskOption = Annotated[
    AskLevel | None,
    Option(
        help="How much is asked: all, what has more than one sensible answer, what is grave. Else what is sensible"
        " at a terminal, and all on a pipe.",
    ),
]
TwoPlayersFlag = Annotated[
    bool,
    Option("--two", help="Two play at one keyboard: each sees what is his, the screen is covered between."),
]
JsonEventsFlag = Annotated[bool, Option("--json", help="Play in JSON lines: events and questions out, moves in.")]


class Policy(StrEnum):
    """The policies that answer instead of a person."""

    auto = "auto"
    random = "random"
    learned = "learned"
    thoughtful = "thoughtful"


class DiceSource(StrEnum):
    """The sources of dice: thrown by hand, or from the seed."""

    manual = "manual"
    seeded = "seeded"


def play(
    game: GameArgument,
    mission: Mission = None,
    campaign: CampaignFlag = False,
    seed: Annotated[
        int | None,
        Option(metavar="S", help="Throw the dice of this seed."),
    ] = None,
    auto: AutoFlag = False,
    policy: Annotated[
        Policy | None, Option(help="Who answers: the autopilot, chance, learned preferences, the best odds.")
    ] = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    house: House = None,
    dice: Annotated[
        str | None,
        Option(metavar="manual|FILE", kind="file", help="Throw real dice, or take them from a file."),
    ] = None,
    names: Annotated[Path | None, Option(metavar="FILE", help="Give the names in this file first.")] = None,
    named: Annotated[bool, Option("--named", help="Ask for everybody's name at the beginning.")] = False,
    pin: Annotated[
        list[str] | None,
        Option(
            metavar="NAME=VALUE",
            kind="pin",
            help="Have every throw on this table show this, or the rules set this field to this.",
        ),
    ] = None,
    pins: Annotated[Path | None, Option(metavar="FILE", help="Pin as the lines of this file say.")] = None,
    group: Annotated[
        Path | None,
        Option(metavar="FILE", help="Play what the umpire of this group has fixed."),
    ] = None,
    player: Annotated[
        str | None, Option(metavar="NAME", help="Play as this player of the group.", kind="player")
    ] = None,
    until: Annotated[
        str | None,
        Option(metavar="PROCEDURE", help="Play to where this begins, and show the sheet.", kind="procedure"),
    ] = None,
    script: Annotated[Path | None, Option(metavar="FILE", help="Play the dice and answers of a script.")] = None,
    save: NewSave = None,
    ask: AskOption = None,
    path: Folders = None,
    tell: DetailOption = None,
    pace: PaceOption = None,
    quiet: QuietFlag = False,
    two: TwoPlayersFlag = False,
    screen: ScreenFlag = None,
    json: JsonEventsFlag = False,
) -> None:
    """Play a game. At a question, `help` lists what can be typed."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.play.play_runner import PlayRunner
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.cli.terminal.whole_screen import should_use_screen
    from bombsight.service.play.standing_orders import Level
    from bombsight.service.play.start import AnswererName, GameSetup, start_game
    from bombsight.service.programs.pins import parse_pin, read_pins
    from bombsight.service.saves.save_index import remember_save

    lines_only = {"--json": json, "--script": script, "--auto": auto, "--policy": policy}
    no_person = {**lines_only, "--dice FILE": dice not in (None, "manual"), "--named": named, "--until": until}
    check_two_players(two, no_person)
    on_screen = should_use_screen(screen, lines_only, prefer_lines=quiet or until is not None)
    rules = rules_from_options(path, house, option, variant, without, limit)
    detail = detail_of(tell, quiet=quiet)
    if script is not None:
        from bombsight.cli.play.replay import play_script

        script_conflicts = {"--mission": mission, "--seed": seed, "--dice": dice, "--save": save, "--policy": policy}
        script_conflicts |= {"--names": names, "--pin": pin[0] if pin else None, "--pins": pins, "--until": until}
        conflicting = [name for name, value in script_conflicts.items() if value is not None]
        switches = {"--auto": auto, "--campaign": campaign, "--named": named}
        conflicting += [name for name, value in switches.items() if value]
        if conflicting:
            raise InputError(f"a script says itself what is played: leave out {', '.join(conflicting)}")
        raise Exit(play_script(script, game, rules, detail=detail, quiet=quiet, json=json))
    fixed: AbstractContextManager[None] = nullcontext()
    if group is not None or player is not None:
        from bombsight.service.group.group_file import locate_errors

        group_conflicts: dict[str, object] = {
            "--mission": mission,
            "--campaign": campaign,
            "--seed": seed,
            "--dice": dice,
        }
        group_conflicts |= {"--option": option, "--variant": variant, "--without": without, "--house": house}
        group_conflicts |= {"--pin": pin, "--pins": pins}
        members = load_player_group(group, player, game, group_conflicts)
        fixed = locate_errors(members)
        rules = members.make_rules(rules.folders, limit)
        opening = members.make_game_setup(player or "", save, names, until)
    else:
        pinned = (*(read_pins(str(pins)) if pins is not None else ()), *map(parse_pin, pin or ()))
        opening = GameSetup(
            mission=mission, campaign=campaign, seed=seed, dice=dice, save=save, names=names, pins=pinned, until=until
        )
    answers: AnswererName = policy.value if policy is not None else "auto" if auto else "person"
    with reading_spinner(), fixed:
        started_game = start_game(game, rules, opening, answers, autosave=True)
    if save is not None:
        remember_save(save)
    level: Level | None = ask.value if ask is not None else None
    table = PlayRunner(
        detail=detail,
        quiet=quiet,
        json=json,
        answers=answers,
        ask_level=level,
        pace=pace.value if pace is not None else None,
        is_save_named=save is not None,
        asks_names=named,
        on_screen=on_screen,
        shares_keyboard=two,
        limit=limit,
    )
    raise Exit(table.run(started_game))


def load_player_group(path: Path | None, player: str | None, game: str, other_options: Mapping[str, object]) -> Group:
    """Load the group (many players of one campaign) that a player's game belongs to.

    Args:
        path: The group's file.
        player: The player's name.
        game: The game of the call.
        other_options: Other options of the call, which the group must not fix itself.

    Raises:
        InputError: The call gives only one of file and player, another option that the group fixes, or another
            game; or the file is no group.
    """
    from bombsight.boundary.errors import InputError
    from bombsight.service.group.group_file import find_line, read_group

    if path is None or player is None:
        raise InputError("--group FILE and --player NAME go together", "", "Each player has dice of his own.")
    if given := [name for name, value in other_options.items() if value not in (None, False)]:
        raise InputError(f"a group says itself what is played: leave out {', '.join(given)}")
    group = read_group(path)
    if group.game != game:
        raise InputError(f"this group plays {group.game}, and not {game}", find_line("game", group.text, group.path))
    return group


def resume(
    save: Annotated[
        Path | None,
        Argument(
            metavar="SAVE|LINK",
            help="A file that a game was saved in, or a link; else your saves to choose from.",
            kind="save",
        ),
    ] = None,
    auto: AutoFlag = False,
    rules: Annotated[
        str,
        Option(
            metavar="kept|new|FILE",
            kind="file",
            help="By which rules: those it was begun by; those that are installed, once it is shown how far it holds "
            "by them; or those in a game file.",
        ),
    ] = "kept",
    yes: Annotated[bool, Option("--yes", help="With --rules new: go on by them without being asked.")] = False,
    undo: Annotated[int, Option(metavar="N", min=0, help="Take back your last N answers first.")] = 0,
    ask: AskOption = None,
    dice: Annotated[
        DiceSource | None,
        Option(help="Throw real dice from here on, or have them fall by the seed."),
    ] = None,
    house: House = None,
    limit: Limit = 1,
    path: Folders = None,
    tell: DetailOption = None,
    pace: PaceOption = None,
    quiet: QuietFlag = False,
    two: TwoPlayersFlag = False,
    screen: ScreenFlag = None,
    json: JsonEventsFlag = False,
) -> None:
    """Go on with a saved game, or where a link ends."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.saves import choose_save
    from bombsight.cli.parameters import detail_of, rules_from_options
    from bombsight.cli.play.play_runner import PlayRunner
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.cli.terminal.whole_screen import should_use_screen
    from bombsight.service.links.packing import is_link
    from bombsight.service.play.standing_orders import Level
    from bombsight.service.play.start import AnswererName, table_path
    from bombsight.service.play.start import resume_game as take_up
    from bombsight.service.saves.save_index import remember_save

    save = save or choose_save()
    snapshot = None if rules in ("kept", "new") else Path(rules)
    if snapshot is not None and not snapshot.exists():
        raise InputError(f"--rules {rules}: there is no such file", "", "Say kept or new, or name a game file.")
    if is_link(save.as_posix()):
        from bombsight.cli.play.links import keep_link

        save = keep_link(save.as_posix(), rules_from_options(path, house, limit=limit), rules, snapshot)
    if table_path(save).exists():
        hint = "Go on with it by `bombsight host --resume`, or by `bombsight mail` where it is played so."
        raise InputError("this is the save of a table that others come to", str(save), hint)
    lines_only = {"--json": json, "--auto": auto}
    check_two_players(two, {**lines_only, "--dice manual": dice is DiceSource.manual, "--undo": undo})
    on_screen = should_use_screen(screen, lines_only, prefer_lines=quiet)
    answers: AnswererName = "auto" if auto else "person"
    requested_rules = rules_from_options(path, house, limit=limit)
    if rules == "new":
        from bombsight.cli.play.migration import offer_migration

        if not offer_migration(save, requested_rules, yes=yes, json=json):
            raise Exit(0)
    elif yes:
        raise InputError("--yes goes with --rules new")
    with reading_spinner():
        by_hand = dice is DiceSource.manual if dice is not None else None
        resumed_game = take_up(
            save,
            requested_rules.folders,
            answers,
            undo=undo,
            by_hand=by_hand,
            house=requested_rules.house,
            snapshot=snapshot,
            limit=limit,
        )
    remember_save(save)
    level: Level | None = ask.value if ask is not None else None
    table = PlayRunner(
        detail=detail_of(tell, quiet=quiet),
        quiet=quiet,
        json=json,
        answers=answers,
        ask_level=level,
        pace=pace.value if pace is not None else None,
        on_screen=on_screen,
        shares_keyboard=two,
        limit=limit,
    )
    raise Exit(table.run(resumed_game, is_resumed=True, asks_now=undo > 0))


def check_two_players(two: bool, flags: Mapping[str, object]) -> None:
    """Raise an input error if an option conflicts with two players at one keyboard.

    Args:
        two: Whether two play.
        flags: The conflicting options by name; true if given.

    Raises:
        InputError: A conflicting option is given.
    """
    from bombsight.boundary.errors import InputError

    given = [name for name, value in flags.items() if value and name != "--two"]
    if two and given:
        raise InputError(f"--two and {given[0]} exclude each other", "", "At a table of two people answer.")
