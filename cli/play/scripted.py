"""A script that is played: its story, and whether the game went as it says."""

from __future__ import annotations

from pathlib import Path

from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.play.sitting import WIDEST
from bombsight.cli.play.story import Story
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import console, note, reading, show_error, words
from bombsight.compiler.scripts import Script
from bombsight.runtime.errors import InputError
from bombsight.runtime.examples import ExampleReport, Mismatch
from bombsight.service.chosen import Rules
from bombsight.service.lines import Parted, ScriptRun, Verdict
from bombsight.service.scripts import run_script, script_at


def play_script(path: Path, word: str | None, rules: Rules, *, quiet: bool, json: bool) -> int:
    """Run a script and tell its story; the exit status.

    Raises:
        InputError: It cannot be read, or does not say which game it is for.
        WrongRules: The rules or the script have errors.
    """
    script, game = script_at(path, word, rules)
    with reading():
        report = run_script(script, game, rules)
    tell_report(report, script, quiet=quiet, json=json)
    return DONE if report.passed else FINDINGS


def tell_report(report: ExampleReport, script: Script, *, quiet: bool, json: bool) -> None:
    """The story of a script, and whether the game went as it says."""
    if json:
        print_json(ScriptRun(script=script.source.path, game=script.game).to_json(), line=True)
        for view in report.journal.views():
            print_json(view.to_json(), line=True)
        told = None if report.mismatch is None else parted(report.mismatch)
        print_json(Verdict(same=report.passed, lines=len(report.lines), mismatch=told).to_json(), line=True)
    else:
        out = console()
        story = Story(width=min(out.width, WIDEST), quiet=quiet)
        for line in [line for view in report.journal.views() for line in story.tell(view)] + story.rest():
            out.print(line, soft_wrap=True)
        if report.passed:
            out.print()
            out.print(words(f"All {len(report.lines)} lines of the script held.", "bold green"))
    if report.mismatch is not None:
        show_mismatch(report.mismatch)


def show_mismatch(mismatch: Mismatch) -> None:
    """Both sides of what parted."""
    show_error(InputError("the script and the game part here", mismatch.place))
    note(f"  the script says  {mismatch.expected}")
    note(f"  the game         {mismatch.found}")


def parted(mismatch: Mismatch) -> Parted:
    """Both sides of what parted, for programs."""
    return Parted(mismatch.place, mismatch.expected, mismatch.found)
