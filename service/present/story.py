"""The journal as a story, in lines: headings, what is said, throws and what they led to, changes.

A line is a value; how it looks is for whoever draws it: a terminal, a screen, a page. How much is told is a matter of
three levels. ``news`` is what the rules say to the player. ``rolls`` adds dice, results and answers. ``books`` adds
every change that is kept. So that nobody is left in the dark, what turns bad without a word is told as news, too.

A heading appears only when something happens beneath it, and headings that begin together share a line. So a sequence
of play with many steps stays readable. So do many cards: what is drawn in one place stands on one line.

What happens in a step that nobody sees is told to nobody, to one who plays alone either.
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
    LeaveView,
    LimitView,
    MoveView,
    OutcomeView,
    PileView,
    ResultView,
    RollView,
    SayView,
    Told,
    View,
    render_result,
    spoken_arguments,
)
from bombsight.service.games.source_files import openable_place
from bombsight.service.lookup.phrases import BY_RULES_TEXT, Phrases, table_label
from bombsight.service.present import sentences
from bombsight.service.present.view import DRAWN_TITLE

Detail = Literal["news", "rolls", "books"]
"""How much is told."""

DETAILS: tuple[Detail, ...] = ("news", "rolls", "books")


def describe_detail(detail: Detail) -> str:
    """How much is told at a level."""
    meant = {"news": sentences.NEWS_DETAIL, "rolls": sentences.ROLLS_DETAIL, "books": sentences.BOOKS_DETAIL}
    return f"Told is {detail}: {meant[detail]}."


Kind = Literal[
    "chapter", "heading", "news", "roll", "result", "answer", "change", "joins", "leaves", "limit", "legend", "end"
]

Tone = Literal["", "good", "bad"]

MAX_DEPTH = 4
"""Headings beyond this level are not set in further: there would be no room for words."""

INDEX_PATTERN = re.compile(r"\[[^\]]*\]")
"""What in the place of a change is no part of its field's id."""

UNSEEN = "unseen"
"""The legend of what is not printed."""

TONES = "tones"
"""The legend of good and bad news."""


@unguarded(kw_only=True)
class StoryLine:
    """A line of the story.

    Attributes:
        kind: What it tells: an outermost heading (``chapter``), headings that begin together, what the rules say, a
            throw or a table's result without one, a result told later, an answer, a change, elements that join or
            leave a list, a bound that was reached, how it ended; or what a mark means that stands here for the first
            time.
        depth: How deep it stands, from 0.
        text: What is said: the sentence; of a throw the table, of an answer the question, of a change the field, of
            elements their list where it is worth a word, of a legend which (``unseen``, ``tones``).
        names: Further words: the headings; what a table was rolled with; the elements.
        dice: Of a throw how the dice fell; of a change what was before, empty where that was never told.
        reason: Of a result without dice why there were none.
        modifiers: Of a throw what changed it: ``-1 gale``.
        total: Of a throw with modifiers or several dice what it came to.
        result: What it led to; the answer; what a field is now.
        by: Of an answer who gave it, where that is not the player.
        behind: Of an answer why it was given without asking.
        tone: Whether it is good or bad news.
        is_unseen: Whether it is not printed, or worked out from what is not.
        number: Of a throw its number in the story, from 1; else 0.
        is_wide: Of headings whether a procedure of the outer ones begins.
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


def no_reason(event: int) -> str:
    """Nothing was answered without asking."""
    return ""


@define
class StoryLevel:
    """A procedure or a step that has begun.

    Attributes:
        name: As events name it.
        heading: What is shown; empty for one without a title.
        title: The heading without what it was called with.
        called_with: What it was called with, in words.
        is_step: Whether it is a step of a procedure.
        is_hidden: Whether nobody sees what happens in it.
        line: The number of the line its heading stands on; 0 while it was not told.
    """

    name: str
    heading: str
    title: str = ""
    called_with: str = ""
    is_step: bool = False
    is_hidden: bool = False
    line: int = 0


@frozen
class PendingLine:
    """A line that waits for more of its kind.

    Attributes:
        group_id: What they have in common: the id of the list that elements join or leave, or of the draw; empty for
            nothing.
        count: How many stand on it.
        level: Of a draw the number among the open levels of that which it is made in, if its heading was not told yet;
            else -1.
    """

    group_id: str
    line: StoryLine
    count: int = 1
    level: int = -1

    def with_element(self, name: str, *, unseen: bool) -> PendingLine:
        """The same with another element."""
        line = evolve_node(self.line, names=(*self.line.names, name), is_unseen=self.line.is_unseen or unseen)
        return evolve(self, line=line, count=self.count + 1)

    def with_drawn(self, result: str, *, unseen: bool) -> PendingLine:
        """The same with what was drawn next: ``2 of 110``, of as many as there were at first."""
        count = self.count + 1
        share = f"{count} of {self.line.names[0].rpartition(' ')[2]}"
        results = f"{self.line.result}, {result}"
        line = evolve_node(self.line, names=(share,), result=results, is_unseen=self.line.is_unseen or unseen)
        return evolve(self, line=line, count=count)


@define
class Story:
    """Turns events into lines, in their order.

    Attributes:
        phrases: What people call the things of the program.
        detail: How much is told; may change on the way.
        answers: Whether the player's answers are told, too: not while he gives them and sees them already.
        behind: Why an answer was given without asking, by the number of its event; empty where it was asked for.
        outer: How many of the outermost levels are chapters: 1, and 2 for a career of missions.
        sources: The files of the rules by what events call them, so that a fault is told by where its file lies.
        throws: How many throws, and results without one, there were.
    """

    phrases: Phrases = field(factory=Phrases)
    detail: Detail = "rolls"
    answers: bool = True
    behind: Callable[[int], str] = no_reason
    outer: int = 1
    sources: Mapping[str, Source] = field(factory=dict)
    throws: int = 0
    _events: int = 0
    _levels: list[StoryLevel] = field(factory=list)
    _lines: int = 0
    _waiting_throw: RollView | BeforehandView | None = None
    _pending_line: PendingLine | None = None
    _last_throw: tuple[str, str] = ("", "")
    _last_sentence: str = ""
    _has_begun: bool = False
    _explained: set[str] = field(factory=set)
    _unseen: set[str | None] = field(factory=set)
    _changed: dict[str | None, set[str]] = field(factory=dict)

    # --- what is asked of it

    def tell(self, views: Sequence[View]) -> list[StoryLine]:
        """The lines of the next events. A throw at their end waits for its result, which stands on the same line."""
        worded_changes = find_worded_changes(views, self.phrases.records)
        lines: list[StoryLine] = []
        for at, view in enumerate(views):
            lines += self._tell_event(view, is_said=at in worded_changes)
            self._events += 1
        return lines

    def rest(self) -> list[StoryLine]:
        """What still waits."""
        return [*self._flush_throw(""), *self._flush_pending()]

    def announce(self, name: str, *, offers_again: bool = False) -> list[StoryLine]:
        """What still waits, and the headings above a question.

        Args:
            name: Of the question.
            offers_again: Whether it offers to throw the last dice again: then they are told, however little else is.
        """
        return [*self._flush_throw("", at_every_level=offers_again), *self.rest(), *self._tell_headings(name)]

    def tell_all(self, views: Sequence[View]) -> list[StoryLine]:
        """The lines of events up to where nothing waits any more."""
        return [*self.tell(views), *self.rest()]

    def copy(self) -> Story:
        """The same story, which goes on from here by itself."""
        return evolve(
            self,
            levels=[evolve(level) for level in self._levels],
            explained={*self._explained},
            unseen={*self._unseen},
            changed={owner: {*slots} for owner, slots in self._changed.items()},
        )

    # --- one event

    def _tell_event(self, view: View, *, is_said: bool) -> Iterator[StoryLine]:
        waiting = self._waiting_throw
        if self._is_hidden and not isinstance(view, EnterView | LeaveView | ChangeView | ElementView | OutcomeView):
            self.throws += isinstance(view, RollView | BeforehandView | DrawView)
            return
        if isinstance(view, ChoiceView) and view.offer and view.answer == "keep":
            return
        if isinstance(view, ResultView) and waiting is not None and waiting.table == view.table:
            result_text = "" if self._is_told_by_title(waiting.row, view.values) else render_result(view.values)
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
                self._waiting_throw = view
            case DrawView():
                self.throws += 1
                self._has_begun = True
                yield from self._tell_draw(view)
            case SayView(text=text, tone=tone):
                self._has_begun = True
                if tone or not self._is_repetition(text):
                    self._last_sentence = text
                    yield from self._tell_line(StoryLine(kind="news", text=text, tone=tone), view)
            case HiddenView(name=name, title=title, whose=whose, whose_title=whose_title):
                sees = "nobody sees" if whose == "none" else f"only {whose_title} sees"
                text = f"{title or name.replace('_', ' ').capitalize()}: {sees} it."
                yield from self._tell_line(StoryLine(kind="limit", text=text), view)
            case ElementView(title=title):
                if title:
                    yield from self._tell_element(view, is_said=is_said)
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
                    yield from self._tell_beside_dice(view)
            case _:
                assert_never(view)

    def _tell_beside_dice(self, view: ResultView | ChoiceView | MoveView | LimitView | PileView) -> Iterator[StoryLine]:
        """What is told beside dice."""
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
                    # What may be chosen is nothing that happened: only the books mark what it rests on.
                    yield from self._tell_line(line, view if self.detail == "books" else None, view.prompt)
            case MoveView(title=title, first=first, element_title=name):
                if title and self.detail == "books":
                    line = StoryLine(kind="change", text=name, result=f"{'first' if first else 'last'} of {title}")
                    yield from self._tell_line(line, view)
            case LimitView():
                yield from self._tell_line(StoryLine(kind="limit", text=view.text), view)
            case PileView():
                pass  # the draw tells what came of it
            case _:
                assert_never(view)

    def _is_told_by_title(self, row: RowInfo | None, values: Sequence[Told]) -> bool:
        """Whether the title of a row says what it gives: nothing, or several parts, which the books tell one by one.

        It does not where the parts are settled by what the row does.
        """
        if row is None or not row.title:
            return False
        parts = len(values) > 1 and self.phrases.are_values(row.text)
        return all(value.name == "none" for value in values) or (parts and self.detail != "books")

    def _flush_throw(self, result: str, display_text: str = "", *, at_every_level: bool = False) -> Iterator[StoryLine]:
        """The line of the throw that waits, with what it led to.

        Args:
            result: What its table gave; empty where its row says that.
            display_text: The same as it is shown, if that is other.
            at_every_level: Whether it is told at every level.
        """
        view, self._waiting_throw = self._waiting_throw, None
        if view is None:
            return
        shown_result = result or (self.phrases.describe_result(view.row) if view.row else "")
        name = self._throw_purpose(view)
        self._last_throw = table_label(view.table, view.title), shown_result
        if self.detail == "news" and not at_every_level:
            return
        line = StoryLine(kind="roll", text=name, result=display_text or shown_result, number=self.throws)
        if isinstance(view, RollView):
            line = evolve_node(
                line,
                names=tuple(spoken_arguments(view.arguments)),
                dice=view.faces_text or str(view.natural),
                modifiers=tuple(f"{each.amount:+} {each.label.replace('_', ' ')}" for each in view.modifiers),
                total=str(view.total) if view.faces_text or view.modifiers else "",
            )
        else:
            line = evolve_node(line, reason=self.phrases.describe_condition(view.row.label) or BY_RULES_TEXT)
        unseen = is_unseen(view)
        (self._unseen.add if unseen else self._unseen.discard)(view.table)
        yield from self._tell_line(line, None, name, unseen=unseen)

    def _tell_draw(self, view: DrawView) -> Iterator[StoryLine]:
        """What was drawn at random: one line for all that is drawn in one place, with nothing told between."""
        if self.detail == "news":
            return
        result = view.drawn_title.partition(" #")[0] if view.count else ""
        pending = self._pending_line
        if pending is not None and pending.group_id == view.id and view.count:
            self._pending_line = pending.with_drawn(result, unseen=is_unseen(view))
            return
        yield from self._flush_pending()
        names = (sentences.drawn_of(1, view.count) if view.count else sentences.NOTHING_THERE,)
        line = StoryLine(kind="roll", text=DRAWN_TITLE, names=names, result=result, number=self.throws)
        line = evolve_node(line, depth=self._depth(), is_unseen=is_unseen(view))
        draw_id = view.id if view.count and self.detail != "books" else ""
        self._pending_line = PendingLine(draw_id, line, level=self._innermost_untold_level())

    def _innermost_untold_level(self) -> int:
        """The number of the innermost level with a heading, if it was not told yet; else -1."""
        level_index = max((at for at, level in enumerate(self._levels) if level.heading), default=-1)
        return level_index if level_index >= 0 and not self._levels[level_index].line else -1

    def _flush_draw_as_heading(self, level_index: int) -> Iterator[StoryLine]:
        """What was drawn, where it is all that was told in a level that is left: it stands on the line of its heading.

        Args:
            level_index: The number of the outermost level that is left.
        """
        waiting = self._pending_line
        if waiting is not None and waiting.level >= level_index:
            self._pending_line = None
            level = self._levels[waiting.level]
            yield from self._tell_headings(level.heading)
            level.line = 0  # it has no heading of its own
            text = f"{level.title}: {level.called_with}" if level.called_with else level.title
            yield from self._emit_line(evolve_node(waiting.line, text=text, depth=self._depth()))

    def _is_repetition(self, text: str) -> bool:
        """Whether a sentence, ``Sky: fog.``, only says again what the line of the throw before it has said."""
        table, result = self._last_throw
        subject, colon, said_result = text.rstrip(".").lower().partition(": ")
        title = table.lower().partition(" ")[2]
        return (
            self.detail != "news"
            and bool(colon and title)
            and said_result == result.lower()
            and subject.startswith(title)
        )

    def _throw_purpose(self, view: RollView | BeforehandView) -> str:
        """What dice are for: their table; where no table owns them, what they decide further, or what is being done."""
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
        """A field changed: told in the books, and where it is good or bad and no word was said of it."""
        changed_fields = self._changed.setdefault(self.phrases.owners.get(field_id_of(view.field)), set())
        is_first = view.field not in changed_fields
        changed_fields.add(view.field)
        if self.detail != "books" and (is_said or not view.tone):
            return
        is_number = view.old.lstrip("-").isdecimal()
        if self.detail == "news" and (view.tone == "good" or is_number):
            return
        untold = not self._has_begun if is_number else is_first or view.new in ("yes", "no")
        line = StoryLine(
            kind="change",
            text=view.title,
            dice="" if untold or view.old == "none" else view.old_title,
            result=view.new_title,
            tone=view.tone if not is_said else "",
        )
        yield from self._tell_line(line, view)

    def _tell_element(self, view: ElementView, *, is_said: bool) -> Iterator[StoryLine]:
        """An element joins a list, or leaves one; those that do so together stand on one line, but in the books."""
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
            self._pending_line = pending.with_element(name, unseen=is_unseen(view))
            return
        yield from self._flush_pending()
        yield from self._tell_headings("")
        text = view.title if lasts or self.detail == "news" else ""
        line = StoryLine(kind=kind, text=text, names=(name,), depth=self._depth(), is_unseen=is_unseen(view))
        self._pending_line = PendingLine(view.list, line)

    def _flush_pending(self) -> Iterator[StoryLine]:
        """The line that waits for more of its kind."""
        waiting, self._pending_line = self._pending_line, None
        if waiting is None:
            return
        line = waiting.line
        if waiting.level >= 0:
            yield from self._tell_headings("")
            line = evolve_node(line, depth=self._depth())
        yield from self._emit_line(line)

    def _emit_line(self, line: StoryLine) -> Iterator[StoryLine]:
        """A line that has waited."""
        yield line
        yield from self._explain_marks(line)

    def _tell_line(
        self, line: StoryLine, view: View | None, name: str = "", *, unseen: bool = False
    ) -> Iterator[StoryLine]:
        """A line of an event under its headings, those that were not told yet before it."""
        yield from self._flush_pending()
        yield from self._tell_headings(name)
        line = evolve_node(line, depth=self._depth(), is_unseen=unseen or (view is not None and is_unseen(view)))
        yield line
        yield from self._explain_marks(line)

    def _explain_marks(self, line: StoryLine) -> Iterator[StoryLine]:
        """What a line's marks mean, where they stand for the first time."""
        for name, stands in ((UNSEEN, line.is_unseen), (TONES, line.tone)):
            if stands and name not in self._explained:
                self._explained.add(name)
                yield StoryLine(kind="legend", text=name, depth=line.depth)

    # --- headings

    def _tell_headings(self, name: str) -> Iterator[StoryLine]:
        """The headings that were not told yet, on one line; one that only repeats ``name`` is left out."""
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
            yield StoryLine(kind="heading", names=tuple(names), depth=min(above, MAX_DEPTH), is_wide=is_wide)
        for level in untold_levels:
            level.line = self._lines

    def _enter_level(self, view: EnterView) -> Iterator[StoryLine]:
        """A procedure or a step begins; the outermost are chapters."""
        was_hidden = self._is_hidden
        hidden = view.seen_by == "none" if view.seen_by else was_hidden
        if hidden and not was_hidden and view.title:
            yield from self._tell_line(StoryLine(kind="limit", text=sentences.unseen_limit(view.title)), view)
        heading_text = "" if hidden else render_heading(view)
        if heading_text:
            yield from self._flush_pending()
        called_with = ", ".join(spoken_arguments(view.arguments))
        level = StoryLevel(view.name, heading_text, view.title, called_with, view.kind == "step", hidden)
        self._levels.append(level)
        if heading_text and sum(bool(level.heading) for level in self._levels) <= self.outer:
            self._lines += 1
            self._levels[-1].line = self._lines
            yield StoryLine(kind="chapter", text=heading_text)

    @property
    def _is_hidden(self) -> bool:
        """Whether nobody sees what happens now."""
        return bool(self._levels) and self._levels[-1].is_hidden

    def _depth(self) -> int:
        """How far content is set in: one level for each line of headings above it but the outermost."""
        lines = {level.line for level in self._levels if level.line}
        return min(max(0, len(lines) - self.outer), MAX_DEPTH + 1)

    def _leave_level(self, name: str) -> Iterator[StoryLine]:
        """Close levels up to the one left: leaving a procedure from deep inside may not tell each."""
        open_ = [level.name for level in self._levels]
        if name in open_:
            level_index = len(open_) - 1 - open_[::-1].index(name)
            yield from self._flush_draw_as_heading(level_index)
            del self._levels[level_index:]
        self._changed.pop(name, None)


@cache
def field_id_of(place: str) -> str:
    """The id of the field that a change's place is in."""
    return INDEX_PATTERN.sub("", place)


def render_heading(view: EnterView) -> str:
    """A procedure's or a step's title, with what it was called with: ``Hour 3``, ``Trim (North)``."""
    arguments = ", ".join(spoken_arguments(view.arguments))
    if not view.title or not arguments:
        return view.title
    return f"{view.title} {arguments}" if arguments.isdecimal() else f"{view.title} ({arguments})"


def title_result(row: RowInfo | None, result_text: str) -> str:
    """A number or a yes or no by the title of the row that gave it: ``A gust (1)``, ``It holds``; else empty."""
    if row is None or not row.title:
        return ""
    if result_text in ("yes", "no"):
        return row.title
    return f"{row.title} ({result_text})" if result_text.lstrip("-").isdecimal() else ""


def render_outcome(view: OutcomeView, sources: Mapping[str, Source]) -> str:
    """How it ended, in a line."""
    if view.fault:
        place = openable_place(str(view.origin.place), sources) if view.origin.place.path else ""
        return sentences.rules_fault(view.fault, place)
    return sentences.outcome(view.title) if view.result != "none" else sentences.NO_OUTCOME


def is_unseen(view: View) -> bool:
    """Whether what is told is not printed, or a throw led to it by a modifier that is not."""
    modifiers = view.modifiers if isinstance(view, RollView) else ()
    return view.origin.is_unseen or any(modifier.origin.is_unseen for modifier in modifiers)


def find_worded_changes(views: Sequence[View], records: Container[str]) -> set[int]:
    """The numbers of the changes that a sentence stands beside, with no dice and no answer between.

    Of elements it tells those that join one of the lists ``records``, and those that leave and are called by full name.
    """
    worded: set[int] = set()
    changes: list[int] = []
    sentences = ""
    for at, view in enumerate(views):
        match view:
            case SayView(text=text):
                sentences += text.lower()
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
    """Whether a line is news: what the rules say, and what turned bad without a word."""
    return line.kind == "news" or (line.kind == "change" and line.tone == "bad")
