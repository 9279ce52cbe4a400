"""What a group came to, in words: for the screen and for the page alike."""

from __future__ import annotations

from bombsight.service.group.umpire import PlayerTold, TallySum, Umpired
from bombsight.service.simulating.formatting import format_percent


def share_text(group_result: Umpired, count: int) -> str:
    """So many players, as a share of all that count."""
    return format_percent(count / len(group_result.players), 0)


def average_text(group_result: Umpired, tally_sum: TallySum) -> str:
    """What came to a player on average."""
    return f"{tally_sum.total / len(group_result.players):.1f}"


def describe_tallies(player: PlayerTold) -> list[str]:
    """What was counted of a player's game, but for what is nought and for how it ended; first if the dice were his."""
    shown_tallies = [
        tally for tally in player.tallies if (tally.number if tally.is_number else tally.value != player.outcome)
    ]
    dice_remark = ["own dice"] if player.dice == "own" else []
    return dice_remark + [
        tally.title if tally.value == "yes" else f"{tally.title} {tally.value}" for tally in shown_tallies
    ]
