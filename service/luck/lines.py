"""Luck as lines of text with roles, which any front end draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.service.luck.measuring import LuckRecord, MeasuredLuck, MissionLuck
from bombsight.service.luck.wording import describe_luck
from bombsight.service.present import sentences
from bombsight.service.present.lines import BLANK, Line, Role, line

LUCKY_SHARE = 0.1
"""The share of games that do better, or worse, from which on luck is shown as remarkable."""


def render_luck_record(record: LuckRecord) -> list[Line]:
    """Render the luck of a game: of the whole, and of a career of each mission."""
    lines = [line(sentences.LUCK_NOTE, "faint"), BLANK, *render_measures(record.total, is_career=record.career)]
    if record.unjudged:
        lines.append(line(sentences.luck_unjudged(record.unjudged), "notice"))
    for mission in record.missions if record.career else ():
        if has_throws(mission.measures):
            lines += [BLANK, line(mission.title, "heading"), *render_measures(mission.measures, is_career=False)]
    return lines


def render_mission_luck(mission: MissionLuck | None) -> list[Line]:
    """Render the luck of the mission under way, so far; None before the first."""
    if mission is None:
        return [line(sentences.NO_LUCK_THROWN, "notice")]
    lines = [line(mission.title, "heading"), *render_measures(mission.measures, is_career=False)]
    if mission.unjudged:
        lines.append(line(sentences.luck_unjudged(mission.unjudged), "notice"))
    return [*lines, line(sentences.LUCK_NOTE, "faint")]


def has_throws(measures: Sequence[MeasuredLuck]) -> bool:
    """Whether any measure has counted a throw."""
    return any(measured.throws for measured in measures)


def render_measures(measures: Sequence[MeasuredLuck], *, is_career: bool) -> Iterator[Line]:
    """Yield a line for each measure that has counted throws; a notice if there are none."""
    if not has_throws(measures):
        yield line(sentences.NO_LUCK_THROWN if measures else sentences.NO_LUCK_DECLARED, "notice")
    for measured in measures:
        if measured.throws:
            yield line(f"{describe_luck(measured, is_career=is_career)}.", role_of(measured), 1)


def role_of(measured: MeasuredLuck) -> Role:
    """The role of a measure's line: remarkable good or bad luck stands out."""
    if not measured.deviation or LUCKY_SHARE < measured.better < 1 - LUCKY_SHARE:
        return ""
    return "better" if measured.better <= LUCKY_SHARE else "worse"
