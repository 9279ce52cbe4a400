"""``why``: all that the last roll's result rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from cli.screen import arrow, clean, sign, words
from cli.throws import dice, label, row_result
from cli.wrapping import wrapped
from runtime.render import origin
from runtime.views import BeforehandView, RollView, View


def last_roll(views: Sequence[View]) -> RollView | BeforehandView | None:
    """The last time a table was used, or dice were thrown."""
    return next((view for view in reversed(views) if isinstance(view, RollView | BeforehandView)), None)


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
            if modifier.standing:
                text.append(clean(f"; {origin(modifier.standing, modifier.evidence)}"))
            yield with_source(text, modifier.cite, modifier.touched), 2
        if view.modifiers:
            yield words(f"makes {view.total}"), 2
    else:
        yield dice(view), 2
    if view.row is not None:
        key = view.row.label.removeprefix("when ") if isinstance(view, BeforehandView) else view.row.label
        named = "" if isinstance(view, BeforehandView) else f"row {key} "
        text = words(f"{named}{arrow()} {row_result(view.row) or view.row.text}", "bold")
        yield with_source(text, view.row.cite, view.row.touched), 2
    standing = (view.row.standing if view.row else "") or getattr(view, "standing", "")
    if standing:
        yield words(origin(standing, view.row.evidence if view.row else "")), 2
    place = Text("").append_text(words(view.place, "dim"))
    yield with_source(place, "" if view.row and view.row.cite == view.cite else view.cite, view.touched), 2


def with_source(text: Text, cite: str, touched: Iterable[str]) -> Text:
    """A line with its citation and the overlay items that touched it."""
    if cite:
        text.append(clean(f" [{cite}]"), style="not bold dim")
    items = ", ".join(touched)
    if items:
        text.append(clean(f" {sign('·', '-')} amended by {items}"), style="not bold magenta")
    return text
