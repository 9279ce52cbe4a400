"""Dice before they fall, awaited or not yet seen by the player, with what each result leads to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from attrs import evolve

from bombsight.flat.sites import ChoiceSite, DrawSite, EnterSite, LeaveSite, RollSite, RowInfo, SaySite, Thrown
from bombsight.runtime.events.describe import Option
from bombsight.runtime.events.views import DrawView, EnterView, PileView, RollView
from bombsight.runtime.run.policies import find_drawn_member
from bombsight.runtime.run.sources import parse_throws
from bombsight.runtime.run.throw_preview import preview_throw, rows_by_number
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.phrases import value_titles
from bombsight.service.present.story import render_heading
from bombsight.service.present.view import WantedDice, draw_as_dice, wanted_dice

MAX_PREVIEW_STEPS = 20_000
"""The maximum number of throws and answers that are replayed for a preview of dice."""


def describe_awaited_throw(session: Session, roll: Thrown) -> WantedDice:
    """Describe the dice or the draw that a session waits for, with the outcome of each result if known."""
    if isinstance(roll, DrawSite):
        pile = session.journal.view(session.event_count - 1)
        assert isinstance(pile, PileView)
        return draw_as_dice(pile.titles)
    preview = preview_roll(session, session.script)
    rows = find_rows(session, roll, preview, session.script) if preview is not None else {}
    purpose = find_purpose(session, roll, session.event_count)
    return wanted_dice(roll, preview, rows, purpose, value_titles(session.program.enums))


def describe_past_throw(session: Session, event: int) -> WantedDice | None:
    """Describe the dice or the draw of an event as before they fell, with the outcome of each result if known.

    Args:
        session: The session, which has gone on since.
        event: The index of the event in its journal.

    Returns:
        The dice, for whom they were thrown and what they could lead to, under the modifiers of that throw; None if the
        event is no throw, or a draw from a hidden pile.
    """
    view = session.journal.view(event)
    match view:
        case RollView():
            site = session.program.sites[session.journal.events[event][0]]
            assert isinstance(site, RollSite)
            rows = find_rows(session, site, view, script_before(session, event))
            purpose = find_purpose(session, site, event)
            return wanted_dice(site, view, rows, purpose, value_titles(session.program.enums))
        case DrawView():
            pile = session.journal.view(event - 1) if event else None
            if not isinstance(pile, PileView):
                return None
            wanted = draw_as_dice(pile.titles, find_open_heading(session, event))
            return evolve(wanted, draw_count=count_draws(session, event))
        case _:  # the rest: no throws of dice
            return None


def describe_plain_throw(session: Session, event: int, shown: RollView) -> WantedDice:
    """Describe the dice of a past throw by its rows and modifiers alone, for who may not know the state then.

    Args:
        session: The session, which has gone on since.
        event: The index of the throw's event; the rows of its table are plain numbers.
        shown: The throw as he was shown it.
    """
    site = session.program.sites[session.journal.events[event][0]]
    assert isinstance(site, RollSite)
    rows = rows_by_number(site, shown.modifiers) or {}
    return wanted_dice(site, shown, rows, "", value_titles(session.program.enums))


def find_purpose(session: Session, roll: RollSite, event_count: int) -> str:
    """Return what dice are for: the title of their table or their own; without one the innermost open heading.

    Args:
        session: The session.
        roll: The site of the dice.
        event_count: How many events of the journal came before them.
    """
    return roll.title or ("" if roll.table else find_open_heading(session, event_count))


def find_open_heading(session: Session, event_count: int) -> str:
    """Return the innermost heading that is open after some events of the journal: ``Hour 3``; empty for none."""
    view = find_open_level(session, event_count)
    return render_heading(view) if view is not None else ""


def find_open_level(session: Session, event_count: int) -> EnterView | None:
    """Find where the innermost heading begins that is open after some events of the journal; None for none."""
    left: list[str] = []
    for event in reversed(range(event_count)):
        site = session.program.sites[session.journal.events[event][0]]
        if isinstance(site, LeaveSite):
            left.append(site.name)
        elif isinstance(site, EnterSite) and left:
            if left[-1] == site.name:  # a return from deep inside has no event for each
                left.pop()
        elif isinstance(site, EnterSite) and site.title:
            view = session.journal.view(event)
            return view if isinstance(view, EnterView) else None
    return None


def count_draws(session: Session, first: int) -> int:
    """Count the draws that follow one another under a heading, and that a story shows on one line.

    Args:
        session: The session, which has gone on since.
        first: The index of the event of the first draw.
    """
    sites, events = session.program.sites, session.journal.events
    level = find_open_level(session, first)
    inner_names: list[str] = []
    count = 0
    for at, (number, *_) in enumerate(events[first:], first):
        site = sites[number] if number >= 0 else None
        match site:
            case DrawSite() if number == events[first][0]:
                count += isinstance(session.journal.view(at), DrawView)  # the other event of the site names the pile
            case EnterSite(name=name, title=title):
                if title:
                    break
                inner_names.append(name)
            case LeaveSite(name=name) if name in inner_names:
                while inner_names.pop() != name:  # a return from deep inside has no event for each
                    pass
            case LeaveSite(name=name) if level is not None and name == level.name:
                break
            case DrawSite() | RollSite() | ChoiceSite() | SaySite():
                break
            case _:  # the rest: changes, and the ends of steps without a heading
                pass
    return count


def script_before(session: Session, event: int) -> Sequence[int]:
    """Return the sums of throws and indices of answers before the throw that an event reports."""
    step = bisect_right(session.trail, event, key=lambda each: each.events) - 1
    while step > 0 and not session.trail[step].is_throw:
        step -= 1
    return session.script[: max(0, step)]


def find_rows(session: Session, site: RollSite, view: RollView, script: Sequence[int]) -> Mapping[int, RowInfo]:
    """Find the row of each number that a throw after a script can show, given its arguments and modifiers.

    If keys of rows are computed, the row of each number is found by trial, unless that takes too long: then none is
    known.
    """
    rows = rows_by_number(site, view.modifiers)
    if rows is None and site.dice.single:
        return {}
    numbers = site.dice.results
    finished_steps = max((each.last for each in session.checkpoints.missions if each.last < len(script)), default=0)
    if rows is not None or len(numbers) * (len(script) - finished_steps) > MAX_PREVIEW_STEPS:
        return rows or {}
    previews = {number: preview_roll(session, script, number) for number in numbers}
    rows = {number: preview.row for number, preview in previews.items() if preview is not None and preview.row}
    return rows if len(rows) == len(numbers) else {}


def preview_roll(session: Session, script: Sequence[int], outcome: int | None = None) -> RollView | None:
    """Simulate the throw after a script with a given outcome (the lowest for None), and return its view."""
    args, shown = session.header.args, session.describer.name_lookup
    return preview_throw(
        session.program,
        session.entry,
        args,
        script,
        session.load,
        shown,
        outcome,
        checkpoints=session.checkpoints,
    )


def parse_faces(wanted: WantedDice, text: str) -> tuple[tuple[int, ...], ...] | str:
    """Parse typed throws to faces: one throw, or several of the same dice; for a draw, the title of the member.

    Returns:
        The faces of each throw, or a short error text.
    """
    if not wanted.members:
        return parse_throws(text, wanted.dice)
    member_index = find_drawn_member(
        [Option(title, title) for title in wanted.members], text.lower().split(), allow_partial=True
    )
    return member_index if isinstance(member_index, str) else ((member_index + 1,),)
