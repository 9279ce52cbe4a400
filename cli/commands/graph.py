"""``bombsight compile`` and ``bombsight graph``: the rule graph, as data and as a drawing."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Options, Variants, Without

Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write it there instead of printing it.", show_default=False),
]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is not one of ours.")]


class Form(StrEnum):
    """The forms of a rule graph."""

    dot = "dot"
    mermaid = "mermaid"
    json = "json"


def compile(
    game: GameWord,
    output: Output = None,
    force: Force = False,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
) -> None:
    """Print a game's rule graph as JSON: all resolved, errata and house rules applied."""
    from bombsight.cli.games.graphs import put
    from bombsight.cli.parameters import rules_of
    from bombsight.service.compiling import compiled
    from bombsight.service.graphs import graph_text
    from bombsight.service.requests import request_for

    graph, _ = compiled(request_for(game, rules_of(path, house, option, variant, without)))
    put(graph_text(graph), output, force=force)


def graph(
    game: GameWord,
    format: Annotated[Form, typer.Option(help="What the drawing is for.")] = Form.dot,
    focus: Annotated[
        str | None, typer.Option(metavar="ID", help="Draw around this table, procedure ...", show_default=False)
    ] = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
) -> None:
    """Draw how the rules of a game hang together."""
    from bombsight.cli.games.graphs import put
    from bombsight.cli.parameters import rules_of
    from bombsight.runtime.errors import InputError
    from bombsight.service.compiling import compiled
    from bombsight.service.graphs import drawn, graph_text
    from bombsight.service.requests import request_for

    if format is Form.json and focus is not None:
        raise InputError("--focus is for drawings", "", "Leave it out, or use --format dot or mermaid.")
    found, _ = compiled(request_for(game, rules_of(path, house, option, variant, without)))
    put(graph_text(found) if format is Form.json else drawn(found, format.value, focus), None)
