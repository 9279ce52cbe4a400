"""``why``: all that a roll's result rests on, and what was told since that is not printed, as lines.

The browser says the same in ``web/src/play/why``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.dsl.origin import Origin
from bombsight.flat.sites import RowInfo
from bombsight.runtime.events.views import (
    AppliedModifier,
    BeforehandView,
    ChangeView,
    ChoiceView,
    DrawView,
    ElementView,
    EnterView,
    HiddenView,
    LeaveView,
    LimitView,
    MoveView,
    OutcomeView,
    PileView,
    ResultView,
    RollView,
    SayView,
    View,
)
from bombsight.runtime.run.policies import Question
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.phrases import BY_RULES, Phrases, label
from bombsight.service.present.lines import Line, line, unique_lines
from bombsight.service.present.view import DRAWN
from bombsight.service.present.why import Led, is_open, led, throw_meant, throws
from bombsight.service.programs.pins import told_pins

NO_DICE = "No dice were thrown yet."


def explain_session(
    session: Session, views: Sequence[View], word: str, asked: Question | None, phrases: Phrases
) -> list[Line]:
    """Why a roll of a session came out as it did, for the last what was told since, and what is pinned.

    Args:
        session: What is played.
        views: What has happened, as far as it is to be known.
        word: Which roll: empty for the last, a number (1 is the last), a table.
        asked: The question that is open.
        phrases: What people call the things of the game.

    Raises:
        InputError: There is no such roll, or what other results would have led to cannot be worked out.
    """
    lines = explain_events(views, word, asked, lambda at: led(session, at), phrases)
    pins = told_pins(session.program, session.header.pins, session.header.fields)
    return [*lines, line(f"{'; '.join(pins)}.", "faint")] if pins and next(throws(views), None) is not None else lines


def explain_events(
    views: Sequence[View],
    word: str,
    asked: Question | None,
    others: Callable[[int], Sequence[Led]],
    phrases: Phrases,
) -> list[Line]:
    """Why a roll came out as it did, and for the last what was told since.

    Args:
        views: What has happened, as far as the reader may know.
        word: Which roll: empty for the last, a number (1 is the last), a table.
        asked: The question that is open.
        others: Works out what each result of the dice would have led to, by the number of the throw's event.
        phrases: What people call the things of the game.

    Raises:
        InputError: There is no such roll, or what other results would have led to cannot be worked out.
    """
    unprinted = explain_unprinted(views, asked) if not word else []
    if not word and next(throws(views), None) is None:
        return [line(NO_DICE), *unprinted]
    at = throw_meant(views, word)
    return [*explain_throw(views, at, lambda: others(at), phrases), *unprinted]


def explain_throw(views: Sequence[View], at: int, others: Callable[[], Sequence[Led]], phrases: Phrases) -> list[Line]:
    """How a throw, a table's result without one, or a draw came about.

    Args:
        views: What has happened, as far as the reader may know.
        at: The number of the throw's event, as :func:`throw_meant` gives it.
        others: Works out what each result of the dice would have led to; called only where the throw does not say it.
        phrases: What people call the things of the game.

    Raises:
        InputError: What other results would have led to cannot be worked out.
    """
    view = views[at]
    if isinstance(view, DrawView):
        return explain_draw(view, views[at - 1] if at else None)
    assert isinstance(view, RollView | BeforehandView)
    return explain_roll(view, others() if is_open(view) else (), phrases)


def explain_unprinted(views: Sequence[View], asked: Question | None) -> list[Line]:
    """What was told since the last roll, or is asked, that is worked out from what is not printed, and from what."""
    last = next(throws(views), -1)
    lines = []
    for view in views[last + 1 :]:
        headline = headline_of(view).rstrip(".:")
        if headline and view.origin.is_unseen:
            lines.append(cite(line(headline, "title").with_span(f": {view.origin.reason}"), view.origin))
    if asked is not None and asked.origin.is_unseen:
        lines.append(line(asked.prompt, "title").with_span(f": {asked.origin.reason}"))
    return unique_lines(lines)


def headline_of(view: View) -> str:
    """What an event is about that is no roll; empty where a person does not see it."""
    match view:
        case SayView(text=text):
            return text
        case ChoiceView(prompt=prompt):
            return prompt
        case ChangeView(title=title) | ElementView(title=title) | ResultView(title=title):
            return title
        case RollView() | BeforehandView() | DrawView() | PileView() | MoveView() | EnterView() | LeaveView():
            return ""
        case HiddenView() | LimitView() | OutcomeView():
            return ""
        case _:
            assert_never(view)


def explain_draw(view: DrawView, pile: View | None) -> list[Line]:
    """What was drawn, and what from.

    Args:
        view: The draw.
        pile: The event before it: what there was to draw from, unless the reader may not know that, or there were not
            several.
    """
    place = view.origin.place
    return [
        line(f"{DRAWN}: {view.drawn_title}", "title"),
        line(describe_pile(view, pile), indent=1),
        cite(line(f"{place.path}:{place.line}", "faint", 1), view.origin),
    ]


def describe_pile(view: DrawView, pile: View | None) -> str:
    """What there was to draw from, and how likely each was."""
    if view.count > 1:
        titles = f": {'; '.join(pile.titles)}" if isinstance(pile, PileView) and pile.id == view.id else ""
        return f"1 of {view.count}, each as likely{titles}"
    return "nothing else was there" if view.count else "nothing was there"


def explain_roll(
    view: RollView | BeforehandView, others: Sequence[Led] = (), phrases: Phrases | None = None
) -> list[Line]:
    """How a result came about: dice, modifiers, row, other results, origin; each with its source and amendments.

    Args:
        view: The roll.
        others: What each result of the dice would have led to, where that is to be told.
        phrases: What people call the things of the game.
    """
    return [each for each in roll_parts(view, others, phrases or Phrases()) if each.text]


def roll_parts(view: RollView | BeforehandView, others: Sequence[Led], phrases: Phrases) -> Iterator[Line]:
    """The parts of a derivation; one that has nothing to say is blank."""
    about = [argument.title for argument in getattr(view, "arguments", ()) if argument.name != "none"]
    yield line((label(view.table, view.title) or "Dice") + (f" ({', '.join(about)})" if about else ""), "title")
    if isinstance(view, RollView):
        dice = view.dice.bare_notation if view.several else view.notation  # the faces say which of them is kept
        yield line(f"{dice}: {view.several} = {view.natural}" if view.several else f"{dice}: {view.natural}", indent=1)
        for modifier in view.modifiers:
            yield explain_modifier(modifier, phrases)
        if view.modifiers:
            yield line(f"makes {view.total}", indent=1)
    else:
        yield line(describe_no_dice(phrases.condition(view.row.label) or BY_RULES), "faint", 1)
    if view.row is not None:
        key = "" if isinstance(view, BeforehandView) or others else f"row {view.row.label}"
        yield cite(line(describe_row(key, view.row, phrases), "title", 1), view.row.origin)
    if others:
        yield line(f"needed: {'; '.join(describe_other(each, phrases) for each in others)}", indent=1)
    if view.origin.standing:
        yield line(view.origin.reason, indent=1)
    place = view.origin.place
    is_cited = view.row is not None and view.row.origin.cite == view.origin.cite
    origin = evolve(view.origin, cite="") if is_cited else view.origin
    yield cite(line(f"{place.path}:{place.line}" if place.path else "", "faint", 1), origin)


def explain_modifier(modifier: AppliedModifier, phrases: Phrases) -> Line:
    """A modifier: ``+1 gale when sky is gale``, with its standing and source."""
    condition = phrases.condition(modifier.text) or modifier.text.replace("_", " ")
    head = line(f"{modifier.amount:+} {modifier.label.replace('_', ' ')}", indent=1)
    head = head.with_span(f" {describe_condition(condition)}", "faint")
    return cite(head.with_span(f"; {modifier.origin.reason}" if modifier.origin.standing else ""), modifier.origin)


def describe_no_dice(reason: str) -> str:
    """Why a table's result took no dice."""
    return f"no dice: {reason}"


def describe_condition(condition: str) -> str:
    """When a modifier counts, from its condition."""
    if not condition:
        return "always"
    return condition if condition.startswith("unless ") else f"when {condition}"


def describe_row(key: str, row: RowInfo, phrases: Phrases) -> str:
    """A row and what it leads to: ``row 4..6 → safe``."""
    result = phrases.result(row)
    return f"{key} → {result}".strip() if result else key


def describe_other(each: Led, phrases: Phrases) -> str:
    """What neighbouring results of the dice lead to: ``1 to 5 miss``."""
    faces = str(each.low) if each.low == each.high else f"{each.low} to {each.high}"
    return f"{faces} {phrases.result(each.row)}".strip()


def cite(text: Line, origin: Origin) -> Line:
    """A line with its citation and the overlay items that amended it."""
    text = text.with_span(f" [{origin.cite}]" if origin.cite else "", "cite")
    items = [item for item in origin.amended_by if item != origin.cite]
    return text.with_span(f" · amended by {', '.join(items)}" if items else "", "amendment")
