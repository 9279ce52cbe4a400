"""``bombsight games``: the games there are."""

from __future__ import annotations

from cli.parameters import Folders, Json


def games(path: Folders = None, json: Json = False) -> None:
    """List the games there are, built in and on --path or BOMBSIGHT_PATH."""
    from attrs import asdict

    from cli.chosen import all_games, rules_of
    from cli.documents import document, print_json
    from cli.screen_games import show_games
    from cli.summaries import summary_of

    summaries = [summary_of(game) for game in all_games(rules_of(path).folders)]
    if json:
        print_json(document("games", games=[asdict(summary) for summary in summaries]))
    else:
        show_games(summaries)
