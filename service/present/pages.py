"""What can be shown of a game beside its story, page by page, as lines: why, log, sheet, orders, debriefing.

A front end asks for a page as it stands, and draws its lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.present.command_table import HELP_ROWS
from bombsight.service.present.debriefing_lines import render_debriefing
from bombsight.service.present.explanation import explain_session
from bombsight.service.present.headings import Heading
from bombsight.service.present.introduction import introduce_game, introduce_rules
from bombsight.service.present.lines import Line, Span
from bombsight.service.present.log import render_log
from bombsight.service.present.odds_lines import render_odds
from bombsight.service.present.order_lines import render_orders
from bombsight.service.present.question_lines import render_group, render_question, render_throw
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, Story


def begin_story(questions: QuestionFilter, detail: Detail = "rolls", *, answers: bool = True) -> Story:
    """A story of a game that has not begun to be told.

    Args:
        questions: What the player is asked: it knows why an answer was given without asking.
        detail: How much is told.
        answers: Whether the player's own answers are told, too.
    """
    play = questions.play
    return Story(
        play.phrases,
        detail=detail,
        answers=answers,
        behind=questions.reason_of,
        outer=2 if play.session.header.entry == "career" else 1,
        sources=play.request.sources,
    )


def introduction(play: Play) -> list[Line]:
    """What is played, and what a player should know before."""
    return [*introduce_game(play.session.program, play.session.header), *introduce_rules(play.session.program.about)]


def why(play: Play, which: str = "") -> list[Line]:
    """Why a roll came out as it did, and for the last what was told since that is not printed.

    Args:
        play: The game.
        which: Empty for the last; a number, 1 for the last, 2 for the one before; the id or a part of the title of a
            table for its last.

    Raises:
        InputError: There is no such roll, or the game cannot go on.
    """
    return explain_session(play.session, play.story, which, play.question, play.phrases)


def log(questions: QuestionFilter, detail: Detail = "rolls") -> list[Line]:
    """The story so far, each throw with the number that :func:`why` takes."""
    return render_log(begin_story(questions, detail).tell_all([*questions.play.events()]))


def sheet(play: Play, *, everything: bool = False) -> list[Line]:
    """What is wrong, and how things stand; with ``everything``, also what is as it was when the game began.

    Raises:
        InputError: The game cannot go on.
    """
    return render_sheet(play.view().sheet, everything=everything)


def orders(questions: QuestionFilter) -> list[Line]:
    """The standing orders, numbered."""
    return render_orders(questions.orders)


def debriefing(play: Play, start: int = 0) -> list[Line]:
    """A page on each mission of a career that ended from the event ``start`` on; none outside a career."""
    return [each for ended_mission in play.debriefings(start) for each in render_debriefing(ended_mission)]


def headings(questions: QuestionFilter) -> Sequence[Heading]:
    """The procedures and steps that have begun and are not over, the outermost first."""
    return tuple(questions.headings.open)


def help_lines(rows: Sequence[tuple[str, str]] = HELP_ROWS) -> list[Line]:
    """How each command goes, and what it does, in two columns."""
    size = max(len(name) for name, _ in rows)
    return [Line((Span(f"{name:<{size}}  "), Span(text, "faint")), 1) for name, text in rows]


def prompt(questions: QuestionFilter) -> list[Line]:
    """What is waited for: a question, alone or with those put as one with it, or a throw; nothing when it is over.

    Raises:
        InputError: The game cannot go on.
    """
    view = questions.view()
    if view.question is not None:
        group = questions.question_group()
        return render_question(view.question) if group is None else render_group(group)
    return [render_throw(view.throw)] if view.throw is not None else []


def answer_odds(questions: QuestionFilter, runs: int | None = None, *, everything: bool = False) -> list[Line]:
    """What each answer to the open question leads to, by runs from this moment on.

    Args:
        questions: The game.
        runs: How many of each answer; None for as many as about a second takes.
        everything: Whether all measures are shown; else those that weigh most.

    Raises:
        InputError: No question is open, or the game cannot go on.
    """
    odds, question = questions.play.odds(runs), questions.play.question
    assert question is not None  # odds are refused where none is
    return render_odds(question, odds, everything=everything)
