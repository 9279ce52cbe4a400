"""Ranking of finished games by their tallies, the most important first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bombsight.service.saves.status import Counted

T = TypeVar("T")


def rank_by_tallies(games: Sequence[T], tallies_of: Callable[[T], Sequence[Counted]]) -> list[tuple[int, T]]:
    """Rank games by their tallies that are good or bad, in the order of importance; equal games share a rank.

    Args:
        games: The games; their order decides among equal ones.
        tallies_of: Returns the tallies of a game.

    Returns:
        Each game with its rank, from 1, the best first.
    """
    keyed = sorted(((rank_key(tallies_of(game)), game) for game in games), key=lambda pair: pair[0])
    ranked: list[tuple[int, T]] = []
    for at, (key, game) in enumerate(keyed):
        is_level = at > 0 and key == keyed[at - 1][0]
        ranked.append((ranked[-1][0] if is_level else at + 1, game))
    return ranked


def rank_key(tallies: Sequence[Counted]) -> tuple[int, ...]:
    """The key by which games are sorted, the best first: their good tallies negated, their bad ones as they are."""
    return tuple(-tally.number if tally.matters == "good" else tally.number for tally in rated_tallies(tallies))


def rated_tallies(tallies: Sequence[Counted]) -> list[Counted]:
    """The tallies that are numbers, and good or bad for the player."""
    return [tally for tally in tallies if tally.is_number and tally.matters]
