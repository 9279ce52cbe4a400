"""``why``: all that a roll's result rests on, and what was told since that is not printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from attrs import evolve
from rich.text import Text

from bombsight.cli.play.throws import fell
from bombsight.cli.terminal.screen import arrow, clean, sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.dsl.origin import Origin
from bombsight.runtime.events.views import (
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
from bombsight.service.lookup.phrases import BY_RULES, Phrases, label
from bombsight.service.play.play import Play
from bombsight.service.present.view import DRAWN
from bombsight.service.present.why import Led, is_open, led, throw_meant, throws
from bombsight.service.programs.pins import told_pins


def why_lines(play: Play, word: str, asked: Question | None, width: int, happened: int | None = None) -> list[Text]:
    """Why a roll came out as it did, and for the last what was told since.

    Args:
        play: The game.
        word: Which: empty for the last, a number, a table.
        asked: The question that is open.
        width: Of the screen.
        happened: How many of the game's events are known; None for all.

    Raises:
        InputError: There is no such roll.
    """
    views = play.story if happened is None else play.story[:happened]
    told = worked_out(views, asked, width) if not word else []
    if not word and next(throws(views), None) is None:
        return [words("No dice were thrown yet."), *told]
    at = throw_meant(views, word)
    lines = throw_reasons(views, at, width, lambda: led(play.session, at), play.phrases)
    return [*lines, *told, *pinned(play, width)]


def throw_reasons(
    views: Sequence[View], at: int, width: int, others: Callable[[], Sequence[Led]], called: Phrases
) -> list[Text]:
    """How a throw, a table's result without one, or a draw came about.

    Args:
        views: What has happened, as far as the reader may know.
        at: The number of the throw's event, as :func:`throw_meant` gives it.
        width: Of the screen.
        others: Works out what each result of the dice would have led to; called only where the throw does not say it.
        called: What people call the things of the game.

    Raises:
        InputError: What other results would have led to cannot be worked out.
    """
    view = views[at]
    if isinstance(view, DrawView):
        return draw_reasons(view, views[at - 1] if at else None, width)
    assert isinstance(view, RollView | BeforehandView)
    return reasons(view, width, others() if is_open(view) else (), called)


def pinned(play: Play, width: int) -> Iterator[Text]:
    """What was settled beforehand, whatever dice or rules say; nothing where nothing was."""
    pins = told_pins(play.session.program, play.session.header.pins, play.session.header.fields)
    if pins:
        yield from wrapped(words(f"{'; '.join(pins)}.", "dim"), 0, width)


def worked_out(views: Sequence[View], asked: Question | None, width: int) -> list[Text]:
    """What was told since the last roll, or is asked, that is worked out from what is not printed, and from what."""
    last = next(throws(views), -1)
    texts: dict[str, Text] = {}
    for view in views[last + 1 :]:
        told = headline(view).rstrip(".:")
        if told and view.origin.is_unseen:
            text = words(told, "bold").append(clean(f": {view.origin.reason}"), "not bold")
            texts[text.plain] = with_source(text, view.origin)
    if asked is not None and asked.origin.is_unseen:
        text = words(asked.prompt, "bold").append(clean(f": {asked.origin.reason}"), "not bold")
        texts[text.plain] = text
    return [line for text in texts.values() for line in wrapped(text, 0, width)]


def headline(view: View) -> str:
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


def reasons(
    view: RollView | BeforehandView, width: int, others: Sequence[Led] = (), called: Phrases | None = None
) -> list[Text]:
    """How a result came about: dice, modifiers, row, sources, amendments.

    Args:
        view: The roll.
        width: Of the screen.
        others: What each result of the dice would have led to, where that is to be told.
        called: What people call the things of the game.
    """
    told = [(text, indent) for text, indent in parts(view, others, called or Phrases()) if text.plain]
    return [line for text, indent in told for line in wrapped(text, indent, width)]


def draw_reasons(view: DrawView, pile: View | None, width: int) -> list[Text]:
    """What was drawn, and what from.

    Args:
        view: The draw.
        pile: The event before it: what there was to draw from, unless the reader may not know that, or there were not
            several.
        width: Of the screen.
    """
    lines = [*wrapped(words(f"{DRAWN}: {view.drawn_title}", "bold"), 0, width)]
    if view.count > 1:
        titles = f": {'; '.join(pile.titles)}" if isinstance(pile, PileView) and pile.id == view.id else ""
        lines += wrapped(words(f"1 of {view.count}, each as likely{titles}"), 2, width)
    else:
        lines += wrapped(words("nothing else was there" if view.count else "nothing was there"), 2, width)
    place = view.origin.place
    return [*lines, *wrapped(with_source(words(f"{place.path}:{place.line}", "dim"), view.origin), 2, width)]


def parts(view: RollView | BeforehandView, others: Sequence[Led], called: Phrases) -> Iterator[tuple[Text, int]]:
    """The parts of a derivation, each with its indentation."""
    about = [told.title for told in getattr(view, "arguments", ()) if told.name != "none"]
    name = label(view.table, view.title) or "Dice"
    yield words(name + (f" ({', '.join(about)})" if about else ""), "bold"), 0
    if isinstance(view, RollView):
        dice = view.dice.bare_notation if view.several else view.notation  # the faces say which of them is kept
        yield words(f"{dice}: {view.several} = {view.natural}" if view.several else f"{dice}: {view.natural}"), 2
        for modifier in view.modifiers:
            text = words(f"{modifier.amount:+} {modifier.label.replace('_', ' ')}")
            when = called.condition(modifier.text) or modifier.text.replace("_", " ")
            text.append(clean(f" {when_words(when)}"), style="dim")
            if modifier.origin.standing:
                text.append(clean(f"; {modifier.origin.reason}"))
            yield with_source(text, modifier.origin), 2
        if view.modifiers:
            yield words(f"makes {view.total}"), 2
    else:
        yield fell("", (), "", called.condition(view.row.label) or BY_RULES), 2
    if view.row is not None:
        result = called.result(view.row)
        key = "" if isinstance(view, BeforehandView) or others else f"row {view.row.label}"
        told = f"{key} {arrow()} {result}".strip() if result else key
        yield with_source(words(told, "bold"), view.row.origin), 2
    if others:
        yield words(f"needed: {'; '.join(needed(each, called) for each in others)}"), 2
    if view.origin.standing:
        yield words(view.origin.reason), 2
    place = view.origin.place
    text = words(f"{place.path}:{place.line}" if place.path else "", "dim")
    cited = view.row is not None and view.row.origin.cite == view.origin.cite
    yield with_source(Text("").append_text(text), evolve(view.origin, cite="") if cited else view.origin), 2


def when_words(condition: str) -> str:
    """When a modifier counts, from its condition."""
    if not condition:
        return "always"
    return condition if condition.startswith("unless ") else f"when {condition}"


def needed(each: Led, called: Phrases) -> str:
    """What neighbouring results of the dice lead to: ``1 to 5 miss``."""
    faces = str(each.low) if each.low == each.high else f"{each.low} to {each.high}"
    return f"{faces} {called.result(each.row)}".strip()


def with_source(text: Text, origin: Origin) -> Text:
    """A line with its citation and the overlay items that amended it."""
    if origin.cite:
        text.append(clean(f" [{origin.cite}]"), style="not bold dim")
    items = [item for item in origin.amended_by if item != origin.cite]
    if items:
        text.append(clean(f" {sign('·', '-')} amended by {', '.join(items)}"), style="not bold magenta")
    return text
