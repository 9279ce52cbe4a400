"""The wording of a group's result, for the screen and the page."""

from __future__ import annotations

from bombsight.service.group.umpire import CountedPlayer, TallySum, Umpired
from bombsight.service.saves.ranking import rated_tallies
from bombsight.service.simulating.formatting import format_percent


def share_text(group_result: Umpired, count: int) -> str:
    """Format a number of players as a percentage of all players that count."""
    return format_percent(count / len(group_result.players), 0)


def average_text(group_result: Umpired, tally_sum: TallySum) -> str:
    """Format the mean of a tally over the players that count."""
    return f"{tally_sum.total / len(group_result.players):.1f}"


LEAGUE_TALLIES = 3
"""How many tallies the league table shows, the most important ones."""


def league_heads(group_result: Umpired) -> list[str]:
    """Return the column heads of the league table: rank, player, outcome, then the titles of its tallies."""
    titles = [tally.title for tally in rated_tallies(group_result.players[0].tallies)[:LEAGUE_TALLIES]]
    return ["rank", "player", "outcome", *titles]


def league_rows(group_result: Umpired) -> list[tuple[str, ...]]:
    """Return the rows of the league table, the best player first."""
    players = {player.player: player for player in group_result.players}
    rows = []
    for place in group_result.league:
        player = players[place.player]
        values = [tally.value for tally in rated_tallies(player.tallies)[:LEAGUE_TALLIES]]
        rows.append((str(place.rank), player.player, player.outcome, *values))
    return rows


def describe_tallies(player: CountedPlayer) -> list[str]:
    """List a player's nonzero tallies in words, without the outcome, after the remark ``own dice`` if true."""
    shown_tallies = [
        tally for tally in player.tallies if (tally.number if tally.is_number else tally.value != player.outcome)
    ]
    dice_remark = ["own dice"] if player.dice == "own" else []
    return dice_remark + [
        tally.title if tally.value == "yes" else f"{tally.title} {tally.value}" for tally in shown_tallies
    ]
