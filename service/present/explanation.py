"""Explanations of ``why``, as lines: everything that a roll's result rests on, and unprinted rules used since.

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
from bombsight.service.lookup.phrases import BY_RULES_TEXT, Phrases, table_label
from bombsight.service.present import sentences
from bombsight.service.present.lines import Line, line, unique_lines
from bombsight.service.present.rows_of_call import find_rows_of_call
from bombsight.service.present.view import DRAWN_TITLE
from bombsight.service.present.why import ResultRange, find_other_results, find_throw, find_throws, needs_other_results
from bombsight.service.programs.pins import describe_pins

NO_DICE_TEXT = "No dice were thrown yet."


def explain_session(
    session: Session, views: Sequence[View], which: str, question: Question | None, phrases: Phrases
) -> list[Line]:
    """Explain a roll of a session as lines; for the last, also unprinted (reconstructed) rules used since, and pins.

    Args:
        session: The game.
        views: The events that the reader may see.
        which: The roll: empty for the last, a number (1 is the last), a table.
        question: The open question.
        phrases: The display names of the game's things.

    Raises:
        InputError: There is no such roll, or the outcomes of other results cannot be computed.
    """
    lines = explain_events(views, which, question, lambda at: find_other_results(session, at), phrases)
    pins = describe_pins(session.program, session.header.pins, session.header.fields)
    return (
        [*lines, line(f"{'; '.join(pins)}.", "faint")] if pins and next(find_throws(views), None) is not None else lines
    )


def explain_events(
    views: Sequence[View],
    which: str,
    question: Question | None,
    find_others: Callable[[int], Sequence[ResultRange]],
    phrases: Phrases,
) -> list[Line]:
    """Explain the roll that ``which`` names as lines; for the last, also unprinted (reconstructed) rules used since.

    Args:
        views: The events that the reader may see.
        which: The roll: empty for the last, a number (1 is the last), a table.
        question: The open question.
        find_others: Computes the outcomes of all results of the dice, by the number of the throw's event.
        phrases: The display names of the game's things.

    Raises:
        InputError: There is no such roll, or the outcomes of other results cannot be computed.
    """
    unprinted = explain_unprinted(views, question) if not which else []
    if not which and next(find_throws(views), None) is None:
        return [line(NO_DICE_TEXT), *unprinted]
    at = find_throw(views, which)
    return [*explain_throw(views, at, lambda: find_others(at), phrases), *unprinted]


def explain_throw(
    views: Sequence[View], event_index: int, find_others: Callable[[], Sequence[ResultRange]], phrases: Phrases
) -> list[Line]:
    """Explain the event at an index as lines: a throw, a table's result without dice, or a draw.

    Args:
        views: The events that the reader may see.
        event_index: The number of the throw's event, as :func:`find_throw` gives it.
        find_others: Computes the outcomes of all results of the dice; called only if the throw does not show them.
        phrases: The display names of the game's things.

    Raises:
        InputError: The outcomes of other results cannot be computed.
    """
    view = views[event_index]
    if isinstance(view, DrawView):
        return explain_draw(view, views[event_index - 1] if event_index else None)
    assert isinstance(view, RollView | BeforehandView)
    events = [views[at] for at in find_rows_of_call(views, event_index)]
    rows = [each for each in events if isinstance(each, RollView | BeforehandView)]
    thrown = next((each for each in rows if isinstance(each, RollView)), rows[0])
    beside = [each for each in rows if each is not thrown]
    return explain_roll(thrown, find_others() if needs_other_results(thrown) else (), phrases, beside)


def explain_unprinted(views: Sequence[View], question: Question | None) -> list[Line]:
    """Render as lines the events since the last roll, and the question, that rest on unprinted rules."""
    last = next(find_throws(views), -1)
    lines = []
    for view in views[last + 1 :]:
        headline = headline_of(view).rstrip(".:")
        if headline and view.origin.is_unseen:
            lines.append(add_citation(line(headline, "title").with_span(f": {view.origin.standing_text}"), view.origin))
    if question is not None and question.origin.is_unseen:
        lines.append(line(question.prompt, "title").with_span(f": {question.origin.standing_text}"))
    return unique_lines(lines)


def headline_of(view: View) -> str:
    """Return the headline of an event other than a roll; empty for an event without display text."""
    match view:
        case SayView(text=text):
            return text if view.is_in_play else ""
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
    """Explain a draw as lines: the drawn member, and the pile with its probabilities.

    Args:
        view: The draw.
        pile: The event before it, which shows the pile; None if the reader may not see it, or it had one member.
    """
    place = view.origin.place
    return [
        line(f"{DRAWN_TITLE}: {view.drawn_title}", "title"),
        line(describe_pile(view, pile), indent=1),
        add_citation(line(f"{place.path}:{place.line}", "faint", 1), view.origin),
    ]


def describe_pile(view: DrawView, pile: View | None) -> str:
    """Describe the pile of a draw: ``1 of 3, each as likely: A; B; C``."""
    if view.count > 1:
        titles = f": {'; '.join(pile.titles)}" if isinstance(pile, PileView) and pile.id == view.id else ""
        return f"1 of {view.count}, each as likely{titles}"
    return sentences.NOTHING_ELSE_THERE if view.count else sentences.NOTHING_WAS_THERE


def explain_roll(
    view: RollView | BeforehandView,
    other_results: Sequence[ResultRange] = (),
    phrases: Phrases | None = None,
    beside: Sequence[RollView | BeforehandView] = (),
) -> list[Line]:
    """Explain the result of a roll as lines: dice, modifiers, row, outcomes of other results, citations.

    Args:
        view: The roll.
        other_results: The outcomes of all results of the dice, if they are to be shown.
        phrases: The display names of the game's things.
        beside: The events of the other rows that apply in the same call.
    """
    return [each for each in roll_lines(view, other_results, phrases or Phrases(), beside) if each.text]


def roll_lines(
    view: RollView | BeforehandView,
    other_results: Sequence[ResultRange],
    phrases: Phrases,
    beside: Sequence[RollView | BeforehandView],
) -> Iterator[Line]:
    """Yield the lines that derive a roll's result, step by step; a step without content is a blank line."""
    about = [argument.title for argument in getattr(view, "arguments", ()) if argument.name != "none"]
    yield line((table_label(view.table, view.title) or "Dice") + (f" ({', '.join(about)})" if about else ""), "title")
    if isinstance(view, RollView):
        dice = view.dice.bare_notation if view.faces_text else view.notation  # the faces say which of them is kept
        yield line(
            f"{dice}: {view.faces_text} = {view.natural}" if view.faces_text else f"{dice}: {view.natural}", indent=1
        )
        for modifier in view.modifiers:
            yield explain_modifier(modifier, phrases)
        if view.modifiers:
            yield line(f"makes {view.total}", indent=1)
    elif not view.number:
        yield line(describe_no_dice(phrases.describe_condition(view.row.label) or BY_RULES_TEXT), "faint", 1)
    if view.row is not None:
        key = f"row {view.row.label}"
        if other_results or isinstance(view, BeforehandView):
            key = row_name(view.row.label, phrases) if isinstance(view, BeforehandView) and view.number else ""
        yield add_citation(line(describe_row(key, view.row, phrases), "title", 1), view.row.origin)
    for each in beside:
        if each.row is not None:
            key = row_name(each.row.label, phrases)
            yield add_citation(line(describe_row(key, each.row, phrases), "title", 1), each.row.origin)
    if other_results:
        yield line(
            f"on the dice: {'; '.join(describe_other_result(each, phrases) for each in other_results)}", indent=1
        )
    if view.origin.standing:
        yield line(view.origin.standing_text, indent=1)
    place = view.origin.place
    is_cited = view.row is not None and view.row.origin.cite == view.origin.cite
    origin = evolve(view.origin, cite="") if is_cited else view.origin
    yield add_citation(line(f"{place.path}:{place.line}" if place.path else "", "faint", 1), origin)


def explain_modifier(modifier: AppliedModifier, phrases: Phrases) -> Line:
    """Render a modifier with its reliability and citation: ``+1 gale when sky is gale``."""
    condition = phrases.describe_condition(modifier.text) or modifier.text.replace("_", " ")
    head = line(f"{modifier.amount:+} {modifier.label.replace('_', ' ')}", indent=1)
    head = head.with_span(f" {describe_condition(condition)}", "faint")
    return add_citation(
        head.with_span(f"; {modifier.origin.standing_text}" if modifier.origin.standing else ""), modifier.origin
    )


def describe_no_dice(reason: str) -> str:
    """Describe the reason why a table's result needed no dice: ``no dice: REASON``."""
    return sentences.no_dice_because(reason)


def describe_condition(condition: str) -> str:
    """Describe the condition under which a modifier counts: ``when CONDITION``, or ``always`` for an empty one."""
    if not condition:
        return "always"
    return sentences.condition_words(condition, condition.startswith("unless "))


def row_name(label: str, phrases: Phrases) -> str:
    """Name one of the rows that apply in a call: ``row 4..6``, or by its condition, ``when sky is fog``."""
    if not label.startswith("when "):
        return f"row {label}"
    condition = phrases.describe_condition(label)
    return describe_condition(condition) if condition else label


def describe_row(key: str, row: RowInfo, phrases: Phrases) -> str:
    """Describe a row and its outcome: ``row 4..6 → safe``."""
    result = phrases.describe_result(row)
    return f"{key} → {result}".strip() if result else key


def describe_other_result(other_result: ResultRange, phrases: Phrases) -> str:
    """Describe a range of dice results with its outcome: ``1 to 5 → miss``."""
    faces = (
        str(other_result.low) if other_result.low == other_result.high else f"{other_result.low} to {other_result.high}"
    )
    result = phrases.describe_result(other_result.row)
    return f"{faces} → {result}" if result else faces


def add_citation(text: Line, origin: Origin) -> Line:
    """Append the citation, and the overlay items that amended the rule, to a line."""
    text = text.with_span(f" [{origin.cite}]" if origin.cite else "", "cite")
    items = [item for item in origin.amended_by if item != origin.cite]
    return text.with_span(sentences.amended_by(", ".join(items)) if items else "", "amendment")
