"""``bombsight graph``: the rule graph, drawn."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Limit, Options, Variants, Without


class Form(StrEnum):
    """The forms of a rule graph."""

    dot = "dot"
    mermaid = "mermaid"
    json = "json"


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
    limit: Limit = 1,
) -> None:
    """Draw how the rules of a game hang together."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.graphs import put
    from bombsight.cli.parameters import rules_of
    from bombsight.service.games.requests import request_for
    from bombsight.service.lookup.graphs import drawn, graph_text
    from bombsight.service.programs.compile import compiled

    if format is Form.json and focus is not None:
        raise InputError("--focus is for drawings", "", "Leave it out, or use --format dot or mermaid.")
    found, _ = compiled(request_for(game, rules_of(path, house, option, variant, without, limit)))
    put(graph_text(found) if format is Form.json else drawn(found, format.value, focus), None)
