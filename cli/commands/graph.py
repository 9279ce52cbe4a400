"""The command ``graph``: draws the rule graph."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option


class GraphFormat(StrEnum):
    """The output formats of a rule graph."""

    dot = "dot"
    mermaid = "mermaid"
    json = "json"


def graph(
    game: GameArgument,
    format: Annotated[GraphFormat, Option(help="What the drawing is for.")] = GraphFormat.dot,
    focus: Annotated[str | None, Option(metavar="ID", help="Draw around this table, procedure ...")] = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
) -> None:
    """Draw how the rules of a game hang together."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.graphs import write_or_print
    from bombsight.cli.parameters import rules_from_options
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.graphs import draw_graph, render_graph_json
    from bombsight.service.programs.compile import compile_game

    if format is GraphFormat.json and focus is not None:
        raise InputError("--focus is for drawings", "", "Leave it out, or use --format dot or mermaid.")
    rule_graph, _ = compile_game(
        request_for_game(game, rules_from_options(path, house, option, variant, without, limit))
    )
    write_or_print(
        render_graph_json(rule_graph) if format is GraphFormat.json else draw_graph(rule_graph, format.value, focus),
        None,
    )
