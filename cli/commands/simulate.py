"""The command ``simulate``: plays many runs of a game, and shows statistics."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option

MAX_JOBS = 1024
"""The maximum number of processes that can be requested."""


def simulate(
    game: GameArgument,
    missions: Annotated[int | None, Option(metavar="N", help="Play so many missions; 10,000 if none.")] = None,
    campaigns: Annotated[int | None, Option(metavar="N", help="Play so many campaigns instead.")] = None,
    mission: Annotated[
        int | None,
        Option(metavar="N", help="Play this mission every time, not all in turn."),
    ] = None,
    policy: Annotated[
        str,
        Option(
            metavar="NAME",
            help="Who answers: the autopilot (auto), chance (random), learned preferences, the best odds (thoughtful).",
            kind="policy",
        ),
    ] = "auto",
    seed: Annotated[int, Option(metavar="S", help="Throw the dice of this seed.")] = 0,
    against: Annotated[
        list[Path] | None,
        Option(
            metavar="FILE",
            help="Compare with the same dice by these house rules, too; may be given often.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        Option(metavar="N", min=1, max=MAX_JOBS, help="Share the work among N processes."),
    ] = None,
    cluster: Annotated[
        str | None,
        Option(
            metavar="local|ADDRESS",
            help="Have the Dask cluster of this scheduler play, or a process for each processor here.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Option("--out -o", metavar="FILE", help="Write a row for each run to a .csv, .json or .parquet file."),
    ] = None,
    html: Annotated[
        Path | None,
        Option(metavar="FILE", help="Write a page with charts to a .html file."),
    ] = None,
    pin: Annotated[
        list[str] | None,
        Option(
            metavar="NAME=VALUE",
            kind="pin",
            help="Have every throw on this table show this, or the rules set this field to this, in every run.",
        ),
    ] = None,
    pins: Annotated[Path | None, Option(metavar="FILE", help="Pin as the lines of this file say.")] = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    house: House = None,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Play a game many times, and count how it ends. Ctrl-C shows what was counted by then."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.simulating.runner import simulate_and_show
    from bombsight.cli.terminal.quoting import pin_flags, play_command
    from bombsight.cli.terminal.screen import print_notice, reading_spinner
    from bombsight.service.programs.pins import parse_pin, read_pins
    from bombsight.service.simulating.cluster import is_encrypted
    from bombsight.service.simulating.output_files import check_output_path
    from bombsight.service.simulating.page import check_page_path
    from bombsight.service.simulating.requests import LOCAL_CLUSTER, SimulationRequest, build_order, choose_pool

    rules = rules_from_options(path, house, option, variant, without, limit)
    simulation_request = SimulationRequest(
        missions=missions,
        campaigns=campaigns,
        mission=mission,
        policy=policy,
        seed=seed,
        against=tuple(against or ()),
        rows=out is not None,
        pins=(*(read_pins(str(pins)) if pins is not None else ()), *map(parse_pin, pin or ())),
    )
    if out is not None:
        check_output_path(out)
    if html is not None:
        check_page_path(html)
    pool = choose_pool(cluster, jobs)
    if cluster is not None and cluster != LOCAL_CLUSTER and not is_encrypted(cluster):
        print_notice(f"{cluster} is not encrypted: whoever reaches it can run programs on its workers")
    with reading_spinner():
        order = build_order(game, rules, simulation_request)
    house_rule_sets = [house or [], *([*(house or []), file] for file in simulation_request.against)]
    pinned = pin_flags(pin, pins)
    commands = [
        f"{play_command(game, path, files, option, variant, without, limit)}{pinned}" for files in house_rule_sets
    ]
    raise Exit(simulate_and_show(order, pool, out=out, html=html, json=json, commands=commands))
