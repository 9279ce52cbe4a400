"""``bombsight simulate``: many runs of a game, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Json, Limit, Options, Variants, Without

MOST_JOBS = 1024
"""So many processes at most may be asked for."""


def simulate(
    game: GameWord,
    missions: Annotated[
        int | None, typer.Option(metavar="N", help="Play so many missions; 10,000 if none.", show_default=False)
    ] = None,
    campaigns: Annotated[
        int | None, typer.Option(metavar="N", help="Play so many campaigns instead.", show_default=False)
    ] = None,
    mission: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="Play this mission every time, not all in turn.", show_default=False),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Who answers: the autopilot (auto), chance (random), the best odds (thoughtful)."
        ),
    ] = "auto",
    seed: Annotated[int, typer.Option(metavar="S", help="Throw the dice of this seed.")] = 0,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Compare with the same dice by these house rules, too; may be given often.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MOST_JOBS, help="Share the work among N processes.", show_default=False),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="local|ADDRESS",
            help="Have the Dask cluster of this scheduler play, or a process for each processor here.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write a row for each run to a .csv, .json or .parquet file.", show_default=False
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with charts to a .html file.", show_default=False),
    ] = None,
    pin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Have every throw on this table show this, or the rules set this field to this, in every run.",
            show_default=False,
        ),
    ] = None,
    pins: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Pin as the lines of this file say.", show_default=False)
    ] = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    house: House = None,
    path: Folders = None,
    json: Json = False,
) -> None:
    """Play a game many times, and count how it ends. Ctrl-C shows what was counted by then."""
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.simulating.running import run
    from bombsight.cli.terminal.quoting import pin_flags, play_command
    from bombsight.cli.terminal.screen import note, reading
    from bombsight.service.programs.pins import parse_pin, read_pins
    from bombsight.service.simulating.asking import LOCAL, Asked, order_for, pool_of
    from bombsight.service.simulating.cluster import is_encrypted
    from bombsight.service.simulating.page import check_page
    from bombsight.service.simulating.writing import check_output

    rules = rules_of(path, house, option, variant, without, limit)
    asked = Asked(
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
        check_output(out)
    if html is not None:
        check_page(html)
    pool = pool_of(cluster, jobs)
    if cluster is not None and cluster != LOCAL and not is_encrypted(cluster):
        note(f"{cluster} is not encrypted: whoever reaches it can run programs on its workers")
    with reading():
        order = order_for(game, rules, asked)
    laid_over = [house or [], *([*(house or []), file] for file in asked.against)]
    pinned = pin_flags(pin, pins)
    commands = [f"{play_command(game, path, files, option, variant, without, limit)}{pinned}" for files in laid_over]
    raise typer.Exit(run(order, pool, out=out, html=html, json=json, commands=commands))
