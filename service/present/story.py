"""The story: the journal as lines of headings, messages, throws with their results, and changes.

A line is a value; a terminal, a screen or a page draws it. There are three levels of detail. ``news`` is what the rules
say to the player. ``rolls`` adds dice, results and answers. ``books`` adds every change that is kept. Damage that no
message reports is news, too.

A heading appears only when something happens beneath it, and headings that begin together share a line. So a sequence
of play with many steps stays readable. So do many cards: those drawn in one place stand on one line.

Events in a hidden step are left out for everybody, even a single player.

Beats are the paragraphs of a story: the rules mark the procedures and steps with which a beat ends. A line knows where
its beat began, so that :mod:`bombsight.service.present.beats` can divide a story for any pace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, assert_never

from attrs import define, evolve, field, frozen

from bombsight.dsl.node_classes import evolve_node, unguarded
from bombsight.dsl.source import Source
from bombsight.flat.sites import PLAYER, RowInfo
from bombsight.runtime.events.views import (
    BeforehandView,
    ChangeView,
    ChoiceView,
    DrawView,
    ElementView,
    EnterView,
    HiddenView,
    LabelledValue,
    LeaveView,
    LimitView,
    MoveView,
    OutcomeView,
    PileView,
    ResultView,
    RollView,
    SayView,
    View,
    argument_titles,
    render_result,
)
from bombsight.service.games.source_files import openable_place
from bombsight.service.lookup.phrases import BY_RULES_TEXT, Phrases, table_label
from bombsight.service.present import sentences
from bombsight.service.present.explanation import row_name
from bombsight.service.present.view import DRAWN_TITLE

Detail = Literal["news", "rolls", "books"]
"""The level of detail of a story."""

DETAILS: tuple[Detail, ...] = ("news", "rolls", "books")


def describe_detail(detail: Detail) -> str:
    """Describe a level of detail of the story: ``what happens, and dice``."""
    meant = {"news": sentences.NEWS_DETAIL, "rolls": sentences.ROLLS_DETAIL, "books": sentences.BOOKS_DETAIL}
    return f"Told is {detail}: {meant[detail]}."


Kind = Literal[
    "chapter", "heading", "news", "roll", "result", "answer", "change", "joins", "leaves", "limit", "legend", "end"
]

Tone = Literal["", "good", "bad"]

MAX_SHARED = 20
"""The largest pile of which a draw's line says how many there are; of more only with all the books."""

MAX_DEPTH = 4
"""The deepest level of indentation; headings below it are not indented further."""

INDEX_PATTERN = re.compile(r"\[[^\]]*\]")
"""The indices in the place of a change, which are no part of the field's id."""

UNSEEN = "unseen"
"""The name of the legend for unprinted rules."""

TONES = "tones"
"""The name of the legend for good and bad news."""


@unguarded(kw_only=True)
class StoryLine:
    """A line of the story: a heading, message, throw, answer or change, in its parts.

    Attributes:
        kind: What it reports: an outermost heading (``chapter``), headings that begin together, a message of the
            rules, a throw or a table's result without one, a delayed result, an answer, a change, elements that join or
            leave a list, a bound that was reached, the end; or the first use of a mark (``legend``).
        depth: The indentation, from 0.
        text: The sentence; for a throw the table, for an answer the question, for a change the field, for elements
            their list if it is worth a word, for a legend its name (``unseen``, ``tones``).
        names: Further words: the headings; the arguments of a table; the elements.
        dice: For a throw the faces; for a change the old value, empty if it was never shown.
        reason: For a result without dice, why there were none.
        modifiers: For a throw its modifiers: ``-1 gale``.
        total: For a throw with modifiers or several dice the total.
        result: The outcome; the answer; the new value, empty if the field's name says it.
        by: For an answer who gave it, if not the player.
        behind: For an answer why it was automatic.
        tone: Whether it is good or bad news.
        is_unseen: Whether it is not printed, or derived from an unprinted rule.
        number: For a throw its number in the story, from 1; else 0.
        is_wide: For headings, whether a procedure of the outer levels begins.
        event: The index of the event that it reports; for a buffered line, of its first event.
        beat: The number of events before its beat, a moment of the story.
        stake: For a throw of two outcomes the one that did not come, with what leads to it; empty unless it is to be
            shown.
        anchor: The id to which links of a report lead; empty in play, and for lines without links.
    """

    kind: Kind
    depth: int = 0
    text: str = ""
    names: tuple[str, ...] = ()
    dice: str = ""
    reason: str = ""
    modifiers: tuple[str, ...] = ()
    total: str = ""
    result: str = ""
    by: str = ""
    behind: str = ""
    tone: Tone = ""
    is_unseen: bool = False
    number: int = 0
    is_wide: bool = False
    event: int = -1
    beat: int = 0
    stake: str = ""
    anchor: str = ""


def no_reason(event: int) -> str:
    """Return an empty text as the reason of an automatic answer: the default for stories without automatic answers."""
    return ""


@define
class StoryLevel:
    """A procedure or step that has begun and not ended, with its heading.

    Attributes:
        name: The name in events.
        heading: The displayed heading; empty without a title.
        title: The heading without arguments.
        called_with: The arguments, in words.
        is_step: Whether it is a step of a procedure.
        is_hidden: Whether its events are hidden.
        line: The number of the line of its heading; 0 before that is emitted.
        ends_beat: Whether a beat ends where it ends.
        event: The index of the event with which it begins.
    """

    name: str
    heading: str
    title: str = ""
    called_with: str = ""
    is_step: bool = False
    is_hidden: bool = False
    line: int = 0
    ends_beat: bool = False
    event: int = 0


@frozen
class PendingLine:
    """A buffered story line, to which more list elements or draws may be added.

    Attributes:
        group_id: What they have in common: the id of the list that elements join or leave, or of the draw; empty
            for nothing.
        count: How many it holds.
        level: For a draw, the index of its open level if that heading was not emitted yet; else -1.
    """

    group_id: str
    line: StoryLine
    count: int = 1
    level: int = -1

    def with_element(self, name: str, *, unseen: bool) -> PendingLine:
        """Copy the buffered line with one more list element; ``unseen`` marks one that rests on an unprinted rule."""
        line = evolve_node(self.line, names=(*self.line.names, name), is_unseen=self.line.is_unseen or unseen)
        return evolve(self, line=line, count=self.count + 1)

    def with_drawn(self, result: str, *, unseen: bool) -> PendingLine:
        """Copy the buffered line with one more draw, as ``2 of 110``; ``unseen`` marks one by an unprinted rule."""
        count = self.count + 1
        shares = tuple(f"{count} of {share.rpartition(' ')[2]}" for share in self.line.names)
        results = f"{self.line.result}, {result}"
        line = evolve_node(self.line, names=shares, result=results, is_unseen=self.line.is_unseen or unseen)
        return evolve(self, line=line, count=count)


@define
class Story:
    """Converts journal events to story lines, event by event, with its state between them.

    Attributes:
        phrases: The display names of the program's things.
        detail: The level of detail; may change on the way.
        answers: Whether to include the player's answers: not while he gives them and sees them already.
        behind: The reason why an answer was automatic, by the number of its event; empty if the player was asked.
        outer: How many of the outermost levels are chapters: 1, and 2 for a career of missions.
        sources: The files of the rules by their names in events, so that a fault shows where its file lies.
        throws: How many throws, and results without one, there were so far.
        chronicle: The sentences of the chronicle so far that are not hidden, each with the index of its event.
        explains_marks: Whether the first use of a mark is followed by its legend: for who sees the story as it comes,
            not in what is kept of it.
    """

    phrases: Phrases = field(factory=Phrases)
    detail: Detail = "rolls"
    answers: bool = True
    behind: Callable[[int], str] = no_reason
    outer: int = 1
    sources: Mapping[str, Source] = field(factory=dict)
    throws: int = 0
    chronicle: list[tuple[int, SayView]] = field(factory=list)
    explains_marks: bool = True
    _events: int = 0
    _levels: list[StoryLevel] = field(factory=list)
    _lines: int = 0
    _waiting_throw: RollView | BeforehandView | None = None
    _throw_event: int = 0
    _line_event: int = -1
    _beat: int = 0
    _last_news: int = -1
    _pending_line: PendingLine | None = None
    _last_throw: tuple[str, str] = ("", "")
    _last_sentence: str = ""
    _has_begun: bool = False
    _explained: set[str] = field(factory=set)
    _unseen: set[str | None] = field(factory=set)
    _changed: dict[str | None, set[str]] = field(factory=dict)
    _last_heading: tuple[int, tuple[str, ...]] = (0, ())

    # --- interface

    def tell(self, views: Sequence[View]) -> list[StoryLine]:
        """Convert the next events to story lines.

        A throw at their end is buffered until its result, which stands on the same line.
        """
        return [line for _, lines in self.tell_by_event(views) for line in lines]

    def tell_by_event(self, views: Sequence[View]) -> Iterator[tuple[int, list[StoryLine]]]:
        """Convert the next events to story lines, as :meth:`tell`: for each event its index and the lines it brings."""
        worded_changes = find_worded_changes(views, self.phrases.records)
        for at, view in enumerate(views):
            lines = [*map(self._stamp, self._tell_event(view, is_said=at in worded_changes))]
            self._events += 1
            yield self._events - 1, lines

    def flush(self) -> list[StoryLine]:
        """Emit the buffered lines: a throw without result, elements, draws."""
        return [*map(self._stamp, self._flush_throw("")), *map(self._stamp, self._flush_pending())]

    def announce(self, name: str, *, offers_again: bool = False) -> list[StoryLine]:
        """Emit the buffered lines and the pending headings, before a question is shown below them.

        Args:
            name: The name of the question.
            offers_again: Whether the question offers to throw the last dice again: then they are shown at every
                level of detail.
        """
        throw_lines = map(self._stamp, self._flush_throw("", at_every_level=offers_again))
        return [*throw_lines, *self.flush(), *map(self._stamp, self._tell_headings(name))]

    def tell_all(self, views: Sequence[View]) -> list[StoryLine]:
        """Convert events to story lines, and flush the buffered lines."""
        return [*self.tell(views), *self.flush()]

    def copy(self) -> Story:
        """Copy the story, to continue independently."""
        return evolve(
            self,
            chronicle=[*self.chronicle],
            levels=[evolve(level) for level in self._levels],
            explained={*self._explained},
            unseen={*self._unseen},
            changed={owner: {*slots} for owner, slots in self._changed.items()},
        )

    def _stamp(self, line: StoryLine) -> StoryLine:
        """Stamp a line with its event, the present one unless it is, or heads, a buffered line, and with its beat."""
        event = self._line_event if line.event < 0 else line.event
        event = self._events if event < 0 else event
        if is_newsworthy(line):
            self._last_news = event
        return evolve_node(line, event=event, beat=min(self._beat, event))

    # --- one event

    def _tell_event(self, view: View, *, is_said: bool) -> Iterator[StoryLine]:
        """Convert one event; ``is_said`` marks a change that a message of the rules already reports."""
        waiting = self._waiting_throw
        if isinstance(view, SayView):
            if view.chronicle and not self._is_hidden:
                self.chronicle.append((self._events, view))
            if not view.is_in_play:
                return
        if self._is_hidden and not isinstance(view, EnterView | LeaveView | ChangeView | ElementView | OutcomeView):
            self.throws += isinstance(view, RollView | BeforehandView | DrawView)
            return
        if isinstance(view, ChoiceView) and ((view.offer and view.answer == "keep") or view.unit > 1):
            return
        if isinstance(view, SayView) and view.row_title:
            yield from self._fill_row_title(view)
            return
        if isinstance(view, ResultView) and isinstance(waiting, BeforehandView) and waiting.number > 1:
            yield from self._flush_throw("")
            if waiting.table == view.table and self.detail != "news":
                line = StoryLine(kind="result", text=self._last_throw[0], result=render_result(view.values))
                yield from self._tell_line(line, view, self._last_throw[0], unseen=view.table in self._unseen)
            return
        if isinstance(view, ResultView) and waiting is not None and waiting.table == view.table:
            result_text = "" if self._title_has_result(waiting.row, view.values) else render_result(view.values)
            yield from self._flush_throw(result_text, title_result(waiting.row, result_text))
            return
        if waiting is not None:
            yield from self._flush_throw("")
        match view:
            case EnterView():
                yield from self._enter_level(view)
            case LeaveView():
                yield from self._leave_level(view.name)
            case RollView() | BeforehandView():
                self.throws += 1
                self._has_begun = True
                self._waiting_throw, self._throw_event = view, self._events
            case DrawView():
                self.throws += 1
                self._has_begun = True
                yield from self._buffer_draw(view)
            case SayView(text=text, tone=tone):
                self._has_begun = True
                if tone or not self._is_repetition(text):
                    self._last_sentence = text
                    yield from self._tell_line(StoryLine(kind="news", text=text, tone=tone), view)
            case HiddenView(name=name, title=title, whose=whose, whose_title=whose_title):
                shown = title or name.replace("_", " ").capitalize()
                text = sentences.unseen_limit(shown) if whose == "none" else sentences.limit_seen_by(shown, whose_title)
                yield from self._tell_line(StoryLine(kind="limit", text=text), view)
            case ElementView(title=title):
                if title:
                    yield from self._buffer_element(view, is_said=is_said)
            case ChangeView(title=title):
                if title:
                    yield from self._tell_change(view, is_said=is_said)
            case OutcomeView():
                yield from self._flush_pending()
                self._levels.clear()
                if view.fault or not self._last_sentence.rstrip(".").endswith(f": {view.title}"):
                    yield StoryLine(
                        kind="end", text=render_outcome(view, self.sources), tone="bad" if view.fault else ""
                    )
            case ResultView() | ChoiceView() | MoveView() | LimitView() | PileView():
                if self.detail != "news":
                    yield from self._tell_detail(view)
            case _:
                assert_never(view)

    def _tell_detail(self, view: ResultView | ChoiceView | MoveView | LimitView | PileView) -> Iterator[StoryLine]:
        """Yield the line of a result, an answer, a card moved in its pile, or a limit; none at the level ``news``."""
        match view:
            case ResultView(table=table, values=values):
                name, result_text = table_label(table, view.title), render_result(values)
                if result_text.lower() not in ("", self._last_throw[1].lower()):
                    line = StoryLine(kind="result", text=name, result=result_text)
                    yield from self._tell_line(line, view, name, unseen=table in self._unseen)
            case ChoiceView():
                self._has_begun = True
                by = view.by if view.by != PLAYER else ""
                behind = self.behind(self._events)
                line = StoryLine(kind="answer", text=view.prompt, by=by, result=view.answer_title, behind=behind)
                if self.answers or by or behind:
                    # Options are no events: only the books mark the unprinted rules behind them.
                    yield from self._tell_line(line, view if self.detail == "books" else None, view.prompt)
            case MoveView(title=title, first=first, element_title=name):
                if title and self.detail == "books":
                    line = StoryLine(kind="change", text=name, result=f"{'first' if first else 'last'} of {title}")
                    yield from self._tell_line(line, view)
            case LimitView():
                yield from self._tell_line(StoryLine(kind="limit", text=view.text), view)
            case PileView():
                pass  # the draw has the result
            case _:
                assert_never(view)

    def _title_has_result(self, row: RowInfo | None, values: Sequence[LabelledValue]) -> bool:
        """Whether a row's title replaces its result: one of only ``none``, or of several parts below level ``books``.

        It does not if the row's actions settle the parts.
        """
        if row is None or not row.title:
            return False
        parts = len(values) > 1 and self.phrases.are_values(row.text)
        return all(value.name == "none" for value in values) or (parts and self.detail != "books")

    def _fill_row_title(self, view: SayView) -> Iterator[StoryLine]:
        """Put the values of a row's title into the buffered throw: the one that took the row, or the title's own dice.

        A row that another row is treated as has a line of its own.
        """
        waiting = self._waiting_throw
        row = waiting.row if waiting is not None else None
        if waiting is not None and (row is None or row.title == view.row_title):
            filled_row = evolve_node(row or RowInfo(label="", title="", text=""), title=view.text)
            self._waiting_throw = evolve_node(waiting, row=filled_row)
            return
        yield from self._flush_throw("")
        if self.detail != "news":
            line = StoryLine(kind="result", text=self._last_throw[0], result=view.text)
            yield from self._tell_line(line, view, self._last_throw[0])

    def _flush_throw(self, result: str, display_text: str = "", *, at_every_level: bool = False) -> Iterator[StoryLine]:
        """Emit the line of the buffered throw, with its result; nothing if none is buffered.

        Args:
            result: The table's result; empty if the row says it.
            display_text: The result as displayed, if other.
            at_every_level: Whether to emit it at every level of detail.
        """
        view, self._waiting_throw = self._waiting_throw, None
        if view is None:
            return
        shown_result = result or (self.phrases.describe_result(view.row) if view.row else "")
        name = self._throw_purpose(view)
        self._last_throw = table_label(view.table, view.title), shown_result
        if self.detail == "news" and not at_every_level:
            return
        line = StoryLine(
            kind="roll",
            text=name,
            result=display_text or shown_result,
            number=self.throws,
            event=self._throw_event,
        )
        if isinstance(view, RollView):
            line = evolve_node(
                line,
                names=tuple(argument_titles(view.arguments)),
                dice=view.faces_text or str(view.natural),
                modifiers=tuple(f"{each.amount:+} {each.label.replace('_', ' ')}" for each in view.modifiers),
                total=str(view.total) if view.faces_text or view.modifiers else "",
            )
        elif view.number:
            line = evolve_node(line, names=(row_name(view.row.label, self.phrases),))
        else:
            line = evolve_node(line, reason=self.phrases.describe_condition(view.row.label) or BY_RULES_TEXT)
        unseen = rests_on_unprinted(view)
        (self._unseen.add if unseen else self._unseen.discard)(view.table)
        self._line_event = self._throw_event
        yield from self._tell_line(line, None, name, unseen=unseen)
        self._line_event = -1

    def _buffer_draw(self, view: DrawView) -> Iterator[StoryLine]:
        """Buffer a draw; successive draws at one statement share a line."""
        if self.detail == "news":
            return
        result = view.drawn_title.partition(" #")[0] if view.count else ""
        pending = self._pending_line
        if pending is not None and pending.group_id == view.id and view.count:
            self._pending_line = pending.with_drawn(result, unseen=rests_on_unprinted(view))
            return
        yield from self._flush_pending()
        names: tuple[str, ...] = (sentences.drawn_of(1, view.count) if view.count else sentences.NOTHING_THERE,)
        if view.count > MAX_SHARED and self.detail != "books":
            names = ()
        line = StoryLine(
            kind="roll", text=DRAWN_TITLE, names=names, result=result, number=self.throws, event=self._events
        )
        line = evolve_node(line, depth=self._depth(), is_unseen=rests_on_unprinted(view))
        draw_id = view.id if view.count and self.detail != "books" else ""
        self._pending_line = PendingLine(draw_id, line, level=self._innermost_untold_level())

    def _innermost_untold_level(self) -> int:
        """Return the index of the innermost titled level if its heading was not emitted yet; else -1."""
        level_index = max((at for at, level in enumerate(self._levels) if level.heading), default=-1)
        return level_index if level_index >= 0 and not self._levels[level_index].line else -1

    def _flush_draw_as_heading(self, level_index: int) -> Iterator[StoryLine]:
        """Emit the buffered draw in place of the heading of a level that ends and contains nothing else."""
        waiting = self._pending_line
        if waiting is not None and waiting.level >= level_index:
            self._pending_line = None
            level = self._levels[waiting.level]
            yield from self._tell_headings(level.heading)
            level.line = 0  # it has no heading of its own
            text = f"{level.title}: {level.called_with}" if level.called_with else level.title
            yield from self._emit_line(evolve_node(waiting.line, text=text, depth=self._depth()))

    def _is_repetition(self, text: str) -> bool:
        """Whether a message such as ``Sky: fog.`` only repeats the line of the throw before it.

        Its table is called so, with or without the word that numbers it: ``B-2 Sky``.
        """
        table, result = self._last_throw
        subject, colon, said_result = text.rstrip(".").lower().partition(": ")
        titles = tuple(title for title in (table.lower(), table.lower().partition(" ")[2]) if title)
        return (
            self.detail != "news"
            and bool(colon and titles)
            and said_result == result.lower()
            and subject.startswith(titles)
        )

    def _throw_purpose(self, view: RollView | BeforehandView) -> str:
        """Name what a throw is for: its table; without one, the result that it refines, or the open heading."""
        name = table_label(view.table, view.title)
        if view.table:
            return name
        last_name, result = self._last_throw
        if name and result and last_name.endswith(name):
            return f"{name}: {result}"
        if name:
            return name
        return next((level.heading for level in reversed(self._levels) if level.heading), "") or "Dice"

    def _tell_change(self, view: ChangeView, *, is_said: bool) -> Iterator[StoryLine]:
        """Yield the line of a changed field: at level ``books``, or if it is good or bad and no message reports it."""
        changed_fields = self._changed.setdefault(self.phrases.owners.get(field_id_of(view.field)), set())
        is_first = view.field not in changed_fields
        changed_fields.add(view.field)
        if self.detail != "books" and (is_said or not view.tone):
            return
        is_number = view.old.lstrip("-").isdecimal()
        if self.detail == "news" and (view.tone == "good" or is_number):
            return
        is_flag = view.new in ("yes", "no")
        untold = not self._has_begun if is_number else is_first or is_flag
        result = view.new_title
        if is_flag and self.detail != "books":
            result = "" if view.new == "yes" else sentences.NO_LONGER
        line = StoryLine(
            kind="change",
            text=view.title,
            dice="" if untold or view.old == "none" else view.old_title,
            result=result,
            tone=view.tone if not is_said else "",
        )
        yield from self._tell_line(line, view)

    def _buffer_element(self, view: ElementView, *, is_said: bool) -> Iterator[StoryLine]:
        """Buffer an element that joins or leaves a list; except at level ``books``, successive ones share a line."""
        lasts = view.list in self.phrases.records
        if self.detail != "books" and (lasts or (self.detail == "news" and not view.joins)):
            return
        if self.detail == "rolls" and is_said:
            return
        kind: Kind = "joins" if view.joins else "leaves"
        name = view.element_title.partition(" #")[0] if lasts else view.element_title
        pending = self._pending_line
        if (
            pending is not None
            and self.detail != "books"
            and (pending.group_id, pending.line.kind) == (view.list, kind)
        ):
            self._pending_line = pending.with_element(name, unseen=rests_on_unprinted(view))
            return
        yield from self._flush_pending()
        yield from self._tell_headings("")
        text = view.title if lasts or self.detail == "news" else ""
        line = StoryLine(
            kind=kind,
            text=text,
            names=(name,),
            depth=self._depth(),
            is_unseen=rests_on_unprinted(view),
            event=self._events,
        )
        self._pending_line = PendingLine(view.list, line)

    def _flush_pending(self) -> Iterator[StoryLine]:
        """Emit the buffered line of elements or draws."""
        waiting, self._pending_line = self._pending_line, None
        if waiting is None:
            return
        line = waiting.line
        self._line_event = line.event
        if waiting.level >= 0:
            yield from self._tell_headings("")
            line = evolve_node(line, depth=self._depth())
        yield from self._emit_line(line)
        self._line_event = -1

    def _emit_line(self, line: StoryLine) -> Iterator[StoryLine]:
        """Emit a buffered line, then the legend of those of its marks that are used for the first time."""
        yield line
        yield from self._explain_marks(line)

    def _tell_line(
        self, line: StoryLine, view: View | None, name: str = "", *, unseen: bool = False
    ) -> Iterator[StoryLine]:
        """Emit the pending headings, then the line of an event below them.

        Args:
            line: The line.
            view: The event; None if its line needs no mark of it.
            name: A heading with this text is left out.
            unseen: Whether the line rests on an unprinted rule.
        """
        yield from self._flush_pending()
        yield from self._tell_headings(name)
        line = evolve_node(
            line, depth=self._depth(), is_unseen=unseen or (view is not None and rests_on_unprinted(view))
        )
        yield line
        yield from self._explain_marks(line)

    def _explain_marks(self, line: StoryLine) -> Iterator[StoryLine]:
        """Emit the legend of a line's marks (for unprinted rules, good and bad news) when such a mark is first used."""
        for name, stands in ((UNSEEN, line.is_unseen), (TONES, line.tone)):
            if stands and self.explains_marks and name not in self._explained:
                self._explained.add(name)
                yield StoryLine(kind="legend", text=name, depth=line.depth)

    # --- headings

    def _tell_headings(self, name: str) -> Iterator[StoryLine]:
        """Emit all pending headings as one line, except a last one equal to ``name``."""
        untold_levels = [level for level in self._levels if level.heading and not level.line]
        if not untold_levels or self.detail == "news":
            return
        above = self._depth()
        names = [*dict.fromkeys(level.heading for level in untold_levels)]
        names = names[:-1] if names[-1].lower() == name.lower() else names
        if names:
            yield from self._flush_pending()
            self._lines += 1
            is_wide = above <= 2 and not untold_levels[0].is_step
            shown = self._without_repeated_outer(above, tuple(names))
            yield StoryLine(kind="heading", names=shown, depth=min(above, MAX_DEPTH), is_wide=is_wide)
        for level in untold_levels:
            level.line = self._lines

    def _without_repeated_outer(self, depth: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Drop the outer headings of a line that the last one at the same depth shows, too; the innermost stays."""
        last_depth, last_names = self._last_heading
        self._last_heading = depth, names
        if depth != last_depth:
            return names
        same = 0
        while same < len(names) - 1 and last_names[same : same + 1] == names[same : same + 1]:
            same += 1
        return names[same:]

    def _enter_level(self, view: EnterView) -> Iterator[StoryLine]:
        """Open the level of a procedure or step that begins; yield its line if it is a chapter, or becomes hidden."""
        was_hidden = self._is_hidden
        hidden = view.seen_by == "none" if view.seen_by else was_hidden
        if hidden and not was_hidden and view.title:
            yield from self._tell_line(StoryLine(kind="limit", text=sentences.unseen_limit(view.title)), view)
        heading_text = "" if hidden else render_heading(view)
        if heading_text:
            yield from self._flush_pending()
        called_with = ", ".join(argument_titles(view.arguments))
        is_step = view.kind == "step"
        level = StoryLevel(view.name, heading_text, view.title, called_with, is_step, hidden)
        level.ends_beat, level.event = view.beat, self._events
        self._levels.append(level)
        if heading_text and sum(bool(level.heading) for level in self._levels) <= self.outer:
            self._lines += 1
            self._levels[-1].line = self._lines
            self._last_heading = 0, ()
            yield StoryLine(kind="chapter", text=heading_text)

    @property
    def _is_hidden(self) -> bool:
        """Whether an open level hides the present events from the player."""
        return bool(self._levels) and self._levels[-1].is_hidden

    def _depth(self) -> int:
        """Return the indentation of the next line: one level for each line of headings above it, without chapters."""
        lines = {level.line for level in self._levels if level.line}
        return min(max(0, len(lines) - self.outer), MAX_DEPTH + 1)

    def _leave_level(self, name: str) -> Iterator[StoryLine]:
        """Close the innermost level with a name and the levels inside it; a deep return emits no event for those."""
        open_ = [level.name for level in self._levels]
        if name in open_:
            level_index = len(open_) - 1 - open_[::-1].index(name)
            yield from self._flush_draw_as_heading(level_index)
            if any(level.ends_beat and self._has_news_since(level.event) for level in self._levels[level_index:]):
                yield from self._flush_pending()
                self._beat = self._events + 1
            del self._levels[level_index:]
        self._changed.pop(name, None)

    def _has_news_since(self, event: int) -> bool:
        """Whether the story has a newsworthy line since an event, emitted or pending."""
        pending_event = self._pending_line.line.event if self._pending_line is not None else -1
        return max(self._last_news, pending_event) >= event


@cache
def field_id_of(place: str) -> str:
    """Strip the indices from a changed field's name, which leaves the field's id."""
    return INDEX_PATTERN.sub("", place)


def render_heading(view: EnterView) -> str:
    """Render the title of a procedure or step with its arguments: ``Hour 3``, ``Trim (North)``."""
    arguments = ", ".join(argument_titles(view.arguments))
    if not view.title or not arguments:
        return view.title
    return f"{view.title} {arguments}" if arguments.isdecimal() else f"{view.title} ({arguments})"


def title_result(row: RowInfo | None, result_text: str) -> str:
    """Put the title of a row before a number, ``A gust (1)``, or in place of yes, no or 0; empty for other results."""
    if row is None or not row.title:
        return ""
    if result_text in ("yes", "no", "0"):
        return row.title
    return f"{row.title} ({result_text})" if result_text.lstrip("-").isdecimal() else ""


def render_outcome(view: OutcomeView, sources: Mapping[str, Source]) -> str:
    """Render the outcome of a game in one line: its title, or the rules fault with its place."""
    if view.fault:
        place = openable_place(str(view.origin.place), sources) if view.origin.place.path else ""
        return sentences.rules_fault(view.fault, place)
    return sentences.outcome(view.title) if view.result != "none" else sentences.NO_OUTCOME


def rests_on_unprinted(view: View) -> bool:
    """Whether an event rests on an unprinted (reconstructed) rule, or on a throw with such a modifier."""
    modifiers = view.modifiers if isinstance(view, RollView) else ()
    return view.origin.is_unseen or any(modifier.origin.is_unseen for modifier in modifiers)


def find_worded_changes(views: Sequence[View], records: Container[str]) -> set[int]:
    """Find the indices of change events that a message of the rules reports without dice or answers in between.

    Of elements it includes those that join one of the lists ``records``, and those that leave and whose full name the
    message has.
    """
    worded: set[int] = set()
    changes: list[int] = []
    sentences = ""
    for at, view in enumerate(views):
        match view:
            case SayView(text=text):
                sentences += text.lower() if view.is_in_play else ""
            case ElementView(joins=joins, list=list_, element_title=name):
                if joins and list_ in records:
                    changes.append(at)
                elif not joins and name.lower() in sentences:
                    worded.add(at)
            case ChangeView():
                changes.append(at)
            case RollView() | BeforehandView() | DrawView() | ChoiceView():
                worded.update(changes if sentences else ())
                changes, sentences = [], ""
            case ResultView() | PileView() | MoveView() | EnterView() | LeaveView() | HiddenView() | LimitView():
                pass
            case OutcomeView():
                pass
            case _:
                assert_never(view)
    return worded | set(changes if sentences else ())


def is_news(line: StoryLine) -> bool:
    """Whether a story line is news: a message of the rules, or damage that no message reports."""
    return line.kind == "news" or (line.kind == "change" and line.tone == "bad")


def is_newsworthy(line: StoryLine) -> bool:
    """Whether a line is worth a stop below it: no heading, legend, or answer of the player."""
    match line.kind:
        case "news" | "roll" | "result" | "change" | "joins" | "leaves" | "limit" | "end":
            return True
        case "chapter" | "heading" | "answer" | "legend":
            return False
        case _:
            assert_never(line.kind)
