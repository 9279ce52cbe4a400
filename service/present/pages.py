"""Pages about a game beside its story, as lines: why, log, sheet, orders, debriefing.

Each function renders the current state, and the front end draws the lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.luck.lines import render_mission_luck
from bombsight.service.luck.measuring import measure_mission_luck
from bombsight.service.play.answer_reasons import reason_of
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.present.command_table import HELP_ROWS
from bombsight.service.present.debriefing_lines import render_debriefing
from bombsight.service.present.explanation import explain_session
from bombsight.service.present.headings import Heading
from bombsight.service.present.introduction import introduce_game, introduce_rules
from bombsight.service.present.lines import Line, Span, line
from bombsight.service.present.log import render_log
from bombsight.service.present.odds_lines import render_odds
from bombsight.service.present.order_lines import render_orders
from bombsight.service.present.question_lines import render_group, render_question, render_throw
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, Story
from bombsight.service.present.why import count_throws_to_row


def begin_story(
    questions: QuestionFilter, detail: Detail = "rolls", *, answers: bool = True, explains_marks: bool = True
) -> Story:
    """Make an empty story for a game.

    Args:
        questions: The game.
        detail: The level of detail.
        answers: Whether it will include the player's own answers.
        explains_marks: Whether the first use of a mark is followed by its legend.
    """
    play = questions.play
    return Story(
        play.phrases,
        detail=detail,
        answers=answers,
        behind=lambda event: reason_of(play.session, event),
        outer=2 if play.session.header.entry == "career" else 1,
        sources=play.request.sources,
        explains_marks=explains_marks,
    )


def introduction(play: Play) -> list[Line]:
    """Render the head of a game and the rules' introduction for players as lines."""
    return [*introduce_game(play.session.program, play.session.header), *introduce_rules(play.session.program.about)]


def why(play: Play, which: str = "") -> list[Line]:
    """Explain a roll as lines; for the last roll, also unprinted (reconstructed) rules used since.

    Args:
        play: The game.
        which: Empty for the last roll; a number, 1 for the last, 2 for the one before; the id or a part of the
            title of a table for its last.

    Raises:
        InputError: There is no such roll, or the game cannot go on.
    """
    lines = explain_session(play.session, play.story, which, play.question, play.phrases)
    number = 0 if which else count_throws_to_row(play.story)
    return [*lines, line(f"The row: why {number}.", "faint")] if number else lines


def log(questions: QuestionFilter, detail: Detail = "rolls") -> list[Line]:
    """Render the story so far as lines, each throw with the number that :func:`why` takes."""
    return render_log(begin_story(questions, detail, explains_marks=False).tell_all([*questions.play.events()]))


def sheet(play: Play, *, everything: bool = False) -> list[Line]:
    """Render the sheet (the titled values of the state), damage first; with ``everything``, unchanged values, too.

    Raises:
        InputError: The game cannot go on.
    """
    return render_sheet(play.view().sheet, everything=everything)


def luck(play: Play, event_count: int | None = None) -> list[Line]:
    """Render how the dice fell in the mission so far, against their chances, as lines.

    Args:
        play: The game.
        event_count: How many events count, where play has gone on already; None for all.
    """
    return render_mission_luck(measure_mission_luck(play.session, event_count))


def orders(questions: QuestionFilter) -> list[Line]:
    """Render the standing orders (rules that answer automatically) as numbered lines."""
    return render_orders(questions.orders)


def debriefing(play: Play, start: int = 0) -> list[Line]:
    """Render the debriefing of each career mission whose end lies at or after the event ``start``."""
    return [each for ended_mission in play.debriefings(start) for each in render_debriefing(ended_mission)]


def headings(questions: QuestionFilter) -> Sequence[Heading]:
    """Return the headings of procedures and steps that have begun and not ended, outermost first."""
    return tuple(questions.headings.open)


def help_lines(rows: Sequence[tuple[str, str]] = HELP_ROWS) -> list[Line]:
    """Render usage and help of commands in two columns."""
    size = max(len(name) for name, _ in rows)
    return [Line((Span(f"{name:<{size}}  "), Span(text, "faint")), 1) for name, text in rows]


def prompt(questions: QuestionFilter) -> list[Line]:
    """Render what the game waits for: the open question or its group, or the throw; nothing when it is over.

    Raises:
        InputError: The game cannot go on.
    """
    view = questions.view()
    if view.question is not None:
        group = questions.question_group()
        return render_question(view.question) if group is None else render_group(group)
    return [render_throw(view.throw)] if view.throw is not None else []


def answer_odds(questions: QuestionFilter, runs: int | None = None, *, everything: bool = False) -> list[Line]:
    """Estimate the odds of each answer to the open question by runs from here on, and render them as lines.

    Args:
        questions: The filter of the game's questions.
        runs: How many runs per answer; None for as many as fit into about a second.
        everything: Whether to show all measures; else the most important ones.

    Raises:
        InputError: No question is open, or the game cannot go on.
    """
    odds, question = questions.play.odds(runs), questions.play.question
    assert question is not None  # without an open question odds are refused
    return render_odds(question, odds, everything=everything)
