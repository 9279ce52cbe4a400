"""``why``: all that the last roll's result rests on, and what was told since that is not printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve
from rich.text import Text

from bombsight.cli.play.throws import dice, label, row_result
from bombsight.cli.terminal.screen import arrow, clean, sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.dsl.origin import Origin
from bombsight.runtime.choices import Question
from bombsight.runtime.views import (
    BeforehandView,
    ChangeView,
    ChoiceView,
    ElementView,
    ResultView,
    RollView,
    SayView,
    View,
)


def last_roll(views: Sequence[View]) -> RollView | BeforehandView | None:
    """The last time a table was used, or dice were thrown; None where that has not been."""
    return next((view for view in reversed(views) if isinstance(view, RollView | BeforehandView)), None)


def worked_out(views: Sequence[View], asked: Question | None, width: int) -> list[Text]:
    """What was told since the last roll, or is asked, that is worked out from what is not printed, and from what."""
    last = max((at for at, view in enumerate(views) if isinstance(view, RollView | BeforehandView)), default=-1)
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
        case _:
            return ""


def reasons(view: RollView | BeforehandView, width: int) -> list[Text]:
    """How a result came about: dice, modifiers, row, sources, amendments."""
    return [line for text, indent in told(view) for line in wrapped(text, indent, width)]


def told(view: RollView | BeforehandView) -> Iterator[tuple[Text, int]]:
    """The parts of a derivation, each with its indentation."""
    about = [told.title for told in getattr(view, "arguments", ()) if told.name != "none"]
    yield words(label(view.table, view.title) + (f" ({', '.join(about)})" if about else ""), "bold"), 0
    if isinstance(view, RollView):
        faces = "+".join(map(str, view.faces)) if view.dice != "d66" else str(view.natural)
        yield words(f"{view.dice}: {faces}" + (f" = {view.natural}" if "+" in faces else "")), 2
        for modifier in view.modifiers:
            text = words(f"{modifier.amount:+} {modifier.label.replace('_', ' ')}")
            text.append(clean(f" when {modifier.text}" if modifier.text else " always"), style="dim")
            if modifier.origin.standing:
                text.append(clean(f"; {modifier.origin.reason}"))
            yield with_source(text, modifier.origin), 2
        if view.modifiers:
            yield words(f"makes {view.total}"), 2
    else:
        yield dice(view), 2
    if view.row is not None:
        key = view.row.label.removeprefix("when ") if isinstance(view, BeforehandView) else view.row.label
        named = "" if isinstance(view, BeforehandView) else f"row {key} "
        text = words(f"{named}{arrow()} {row_result(view.row) or view.row.text}", "bold")
        yield with_source(text, view.row.origin), 2
    if view.origin.standing:
        yield words(view.origin.reason), 2
    place = Text("").append_text(words(str(view.origin.place), "dim"))
    cited = view.row is not None and view.row.origin.cite == view.origin.cite
    yield with_source(place, evolve(view.origin, cite="") if cited else view.origin), 2


def with_source(text: Text, origin: Origin) -> Text:
    """A line with its citation and the overlay items that amended it."""
    if origin.cite:
        text.append(clean(f" [{origin.cite}]"), style="not bold dim")
    if origin.amended_by:
        text.append(clean(f" {sign('·', '-')} amended by {', '.join(origin.amended_by)}"), style="not bold magenta")
    return text
