"""The command ``graph``: draws the rule graph."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option


class GraphFormat(StrEnum):
    """The output formats of a rule graph."""

    dot = "dot"
    mermaid = "mermaid"
    json = "json"


def graph(
    game: GameArgument,
    format: Annotated[GraphFormat | None, Option(help="What the drawing is for.", default_text="dot")] = None,
    focus: Annotated[
        str | None, Option(metavar="ID", help="Draw around this table, procedure ...", kind="node")
    ] = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Draw how the rules of a game hang together."""
    from bombsight.cli.games.graphs import write_or_print
    from bombsight.cli.parameters import choose_format, rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.graphs import draw_graph, draw_graph_part, render_graph_json
    from bombsight.service.programs.compile import compile_game

    form = choose_format(format, GraphFormat.json if json else None) or GraphFormat.dot
    rule_graph, _ = compile_game(
        request_for_game(game, rules_from_options(path, house, option, variant, without, limit))
    )
    if form is not GraphFormat.json:
        write_or_print(draw_graph(rule_graph, form.value, focus), None)
    elif focus is None:
        write_or_print(render_graph_json(rule_graph), None)
    else:
        print_json(draw_graph_part(rule_graph, focus).to_json())
