"""The display of a replay: the story of a save or a script, and whether it matches."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

from rich.console import Console

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import FINDINGS, SUCCESS
from bombsight.cli.play.film_lines import show_film
from bombsight.cli.play.narrator import MAX_WIDTH
from bombsight.cli.play.question_input import InputEnded
from bombsight.cli.play.story import draw_story
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import (
    make_console,
    print_lines,
    print_notice,
    reading_spinner,
    show_error,
    styled_text,
)
from bombsight.flat.sites import DrawSite, RollSite
from bombsight.runtime.run.play import Outcome, Pending
from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.records import Answer
from bombsight.service.common.document import Document
from bombsight.service.games.requests import Rules
from bombsight.service.links.making import count_records
from bombsight.service.links.opening import keep_game
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.play.answer_reasons import reason_of
from bombsight.service.present.debriefing_lines import render_debriefing
from bombsight.service.present.documents import Parted, Replayed, Scripted
from bombsight.service.present.film import make_film
from bombsight.service.present.introduction import introduce_game
from bombsight.service.present.story import Detail, Story, no_reason
from bombsight.service.saves.bookmarks import store_bookmark
from bombsight.service.saves.replay import SaveRun, ScriptRun, run_save_or_script, run_script_file

HASH_DIGITS = 12
"""How many digits of a journal's hash are shown."""


def replay_file(path: Path, rules: Rules, *, detail: Detail, quiet: bool, json: bool) -> int:
    """Replay a save or a script, and return the exit status.

    Args:
        path: The file.
        rules: The rules of the call.
        detail: The level of detail of the story.
        quiet: Whether to leave out everything around the story.
        json: Whether to print JSON lines.

    Raises:
        InputError: The file is neither, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    with reading_spinner():
        run = run_save_or_script(path, rules)
    return show_run(run, detail=detail, quiet=quiet, json=json)


def watch_file(
    path: Path, rules: Rules, *, mission: int | None, speed: float, detail: Detail, on_screen: bool
) -> tuple[int, Path | None]:
    """Show a mission of a save or a link as a film; return the exit status, and the new save that the viewer plays on.

    Args:
        path: The save, or the link.
        rules: The rules of the call.
        mission: The mission's number in the save, from 1; None for that of the link, or the last one that ended.
        speed: The speed; 1 is a reader's.
        detail: The level of detail of the story.
        on_screen: Whether to use the whole screen, not lines.

    Raises:
        InputError: The file is no save, was played with other rules, or has no such mission.
        WrongRules: The rules cannot be used.
    """
    with reading_spinner():
        run = run_save_or_script(path, rules)
    if isinstance(run, ScriptRun):
        raise InputError("only a save can be watched, and this is a script", str(path))
    session = run.report.session
    mission = mission or run.mission
    film = make_film(session, mission, detail, run.shown)
    if on_screen:
        from bombsight.cli.screen.film_app import FilmApp

        app = FilmApp(session, film, speed)
        app.run()
        place = app.play_on_at
    else:
        place = None
        with contextlib.suppress(InputEnded):
            place = show_film(session, film, make_console(), speed)
    if run.verdict.mismatch is not None:
        show_mismatch(run, run.verdict.mismatch)
    kept = None if place is None else keep_beginning(run, place)
    return (SUCCESS if run.verdict.same else FINDINGS), kept


def keep_beginning(run: SaveRun, event_count: int) -> Path:
    """Write what led to the first events of a replayed game to a new save, whose story waits behind them.

    Args:
        run: The replay.
        event_count: The number of events.

    Returns:
        The path of the new save.

    Raises:
        InputError: It cannot be written.
    """
    session = run.report.session
    record_count = count_records(session, event_count)
    path = keep_game(run.saved, run.request, record_count=record_count)
    if event_count < session.event_count:
        store_bookmark(run.saved.header, run.saved.records[:record_count], event_count)
    return path


def play_script(path: Path, game: str | None, rules: Rules, *, detail: Detail, quiet: bool, json: bool) -> int:
    """Play a script (a session written line by line) and show its story; return the exit status.

    Args:
        path: The script.
        game: The game of the call, or None for the one that the script names.
        rules: The rules of the call.
        detail: The level of detail of the story.
        quiet: Whether to leave out everything around the story.
        json: Whether to print JSON lines.

    Raises:
        InputError: The script cannot be read, or names no game.
        WrongRules: The rules or the script have errors.
    """
    with reading_spinner():
        run = run_script_file(path, game, rules)
    return show_run(run, detail=detail, quiet=quiet, json=json)


def show_run(run: SaveRun | ScriptRun, *, detail: Detail, quiet: bool, json: bool) -> int:
    """Print the events and the verdict of a replay; return the exit status.

    Args:
        run: The replay.
        detail: The level of detail of the story.
        quiet: Whether to leave out everything around the story.
        json: Whether to print JSON lines.
    """
    verdict = run.verdict
    if json:
        print_run_json(run)
    else:
        show_story(run, make_console(), detail=detail, quiet=quiet)
    if isinstance(run, SaveRun):
        for text in run.report.notes:
            print_notice(text)
    if verdict.mismatch is not None:
        show_mismatch(run, verdict.mismatch)
    return SUCCESS if verdict.same else FINDINGS


def show_story(run: SaveRun | ScriptRun, out: Console, *, detail: Detail, quiet: bool) -> None:
    """Print the story of a replay with the debriefings of a career's missions, then whether it matches.

    Args:
        run: The replay.
        out: The console.
        detail: The level of detail of the story.
        quiet: Whether to leave out everything around the story.
    """
    if isinstance(run, SaveRun) and not quiet:
        for line in draw_lines(introduce_game(run.program, run.saved.header), out.width):
            out.print(line)
    outer = 2 if isinstance(run, SaveRun) and run.saved.header.entry == "career" else 1
    behind = partial(reason_of, run.report.session) if isinstance(run, SaveRun) else no_reason
    story = Story(collect_phrases(run.journal.reader.program), detail=detail, outer=outer, behind=behind)
    stop = run.shown if isinstance(run, SaveRun) else None
    width, views, start = min(out.width, MAX_WIDTH), [*run.journal.views()][:stop], 0
    for debriefing in run.debriefings:
        if debriefing.event >= len(views):
            break
        shown = draw_story(story.tell(views[start : debriefing.event + 1]), width)
        start = debriefing.event + 1
        print_lines(out, (*shown, *draw_lines(render_debriefing(debriefing), width)))
    print_lines(out, draw_story(story.tell_all(views[start:]), width))
    if run.verdict.same and not (quiet and isinstance(run, SaveRun)):
        out.print()
        out.print(styled_text(success_message(run), "bold green"))


def success_message(run: SaveRun | ScriptRun) -> str:
    """The sentence that a replay matches the save or script."""
    if isinstance(run, ScriptRun):
        return f"All {len(run.report.lines)} lines of the script held."
    answers = sum(isinstance(record, Answer) for record in run.saved.records)
    message = f"Replayed: {len(run.saved.records)} dice and answers ({answers} answers), the same story"
    return f"{message} {run.journal.digest()[:HASH_DIGITS]}{pending_text(run.report.outcome)}."


def pending_text(outcome: Outcome | None) -> str:
    """The sentence with the question or throw at which a game stands; empty if it is over."""
    match outcome:
        case Pending(waits_for=Question(prompt=prompt)):
            return f"; the game goes on with the question: {prompt.rstrip('.')}"
        case Pending(waits_for=RollSite(dice=dice)):
            return f"; the game goes on with a throw of {dice.notation}"
        case Pending(waits_for=DrawSite()):
            return "; the game goes on with a draw"
        case _:  # the rest: over, or stopped before the first question
            return ""


def print_run_json(run: SaveRun | ScriptRun) -> None:
    """Print the events of a replay as JSON lines, between its head and its verdict."""
    head: Document
    if isinstance(run, SaveRun):
        head = Replayed.from_header(run.saved.header)
    else:
        head = Scripted(script=run.script.source.path, game=run.script.game)
    print_json(head.to_json(), on_one_line=True)
    for view in run.journal.views():
        print_json(view.to_json(), on_one_line=True)
    print_json(run.verdict.to_json(), on_one_line=True)


def show_mismatch(run: SaveRun | ScriptRun, mismatch: Parted) -> None:
    """Print where a replay differs from its save or script, with the recorded and the replayed event."""
    if isinstance(run, SaveRun):
        show_error(InputError(f"the replay differs: {mismatch.found}", mismatch.place))
        return
    show_error(InputError("the script and the game part here", mismatch.place))
    print_notice(f"  the script says  {mismatch.expected}")
    print_notice(f"  the game         {mismatch.found}")
