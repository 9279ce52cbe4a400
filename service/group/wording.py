"""What a group came to, in words: for the screen and for the page alike."""

from __future__ import annotations

from bombsight.service.group.umpire import PlayerTold, TallySum, Umpired
from bombsight.service.simulating.figures import percent


def share_of(told: Umpired, count: int) -> str:
    """So many players, as a share of all that count."""
    return percent(count / len(told.players), 0)


def average(told: Umpired, each: TallySum) -> str:
    """What came to a player on average."""
    return f"{each.total / len(told.players):.1f}"


def details(each: PlayerTold) -> list[str]:
    """What was counted of a player's game, but for what is nought and for how it ended; first if the dice were his."""
    told = [tally for tally in each.tallies if (tally.number if tally.is_number else tally.value != each.outcome)]
    own = ["own dice"] if each.dice == "own" else []
    return own + [tally.title if tally.value == "yes" else f"{tally.title} {tally.value}" for tally in told]
