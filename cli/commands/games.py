"""``bombsight games``: the games there are."""

from __future__ import annotations

from bombsight.cli.parameters import Folders, Json


def games(path: Folders = None, json: Json = False) -> None:
    """List the games there are, built in and on --path or BOMBSIGHT_PATH."""
    from attrs import asdict

    from bombsight.cli.games.overview import show_games
    from bombsight.cli.summaries import summary_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.chosen import all_games, rules_of
    from bombsight.service.documents import document

    summaries = [summary_of(game) for game in all_games(rules_of(path).folders)]
    if json:
        print_json(document("games", games=[asdict(summary) for summary in summaries]))
    else:
        show_games(summaries)
