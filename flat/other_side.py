"""A program as the other player of two sees it: what is good for the first player is bad for him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, fields_dict, has

from bombsight.flat.program import Program
from bombsight.flat.sites import SaySite, Site, Tone

OPPOSITE: Mapping[Tone, Tone] = {"good": "bad", "bad": "good", "": ""}
"""The tone that the other player gives to what has a tone for the first."""

TONE_FIELDS = ("tone", "matters")
"""The fields of the parts of a program that hold a tone."""


def reverse_tones(program: Program) -> Program:
    """Copy a program with good and bad exchanged: of news, fields, tallies, luck, boards and the headline.

    Code, numbers of sites and texts stay as they are, so both programs play the same game.
    """
    return evolve(
        program,
        sites=tuple(map(reverse_site, program.sites)),
        fields=exchange(program.fields),
        tallies=exchange(program.tallies),
        forecasts=exchange(program.forecasts),
        lucks=exchange(program.lucks),
        boards=exchange(program.boards),
        headline=exchange(program.headline),
    )


def reverse_site(site: Site) -> Site:
    """Copy a site with its tone exchanged; only those of news have one."""
    return evolve(site, tone=OPPOSITE[site.tone]) if isinstance(site, SaySite) and site.tone else site


def exchange(part: Any) -> Any:
    """Copy a part of a program, or a tuple of such, with all tones in it exchanged; the same part if it has none."""
    if isinstance(part, tuple):
        members = tuple(map(exchange, part))
        return part if all(new is old for new, old in zip(members, part, strict=True)) else members
    if not has(type(part)):
        return part
    changes = {}
    for name in fields_dict(type(part)):
        old = getattr(part, name)
        new = OPPOSITE[old] if name in TONE_FIELDS else exchange(old)
        if new is not old and new != old:
            changes[name] = new
    return evolve(part, **changes) if changes else part
