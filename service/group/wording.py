"""The wording of a group's result, for the screen and the page."""

from __future__ import annotations

from bombsight.service.group.umpire import CountedPlayer, TallySum, Umpired
from bombsight.service.simulating.formatting import format_percent


def share_text(group_result: Umpired, count: int) -> str:
    """Format a number of players as a share of all that count."""
    return format_percent(count / len(group_result.players), 0)


def average_text(group_result: Umpired, tally_sum: TallySum) -> str:
    """Format the average of a tally over the players."""
    return f"{tally_sum.total / len(group_result.players):.1f}"


def describe_tallies(player: CountedPlayer) -> list[str]:
    """List a player's tallies in words, without zeros and the outcome, after a remark on own dice."""
    shown_tallies = [
        tally for tally in player.tallies if (tally.number if tally.is_number else tally.value != player.outcome)
    ]
    dice_remark = ["own dice"] if player.dice == "own" else []
    return dice_remark + [
        tally.title if tally.value == "yes" else f"{tally.title} {tally.value}" for tally in shown_tallies
    ]
