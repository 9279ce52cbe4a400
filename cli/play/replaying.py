"""``replay``: a save or a script is run again, and what happens is compared with what it says."""

from __future__ import annotations

from pathlib import Path

from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.play.playing import show_header
from bombsight.cli.play.scripted import play_script
from bombsight.cli.play.sitting import WIDEST
from bombsight.cli.play.story import Story
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import console, note, reading, show_error, words
from bombsight.flat.program import Program
from bombsight.runtime.errors import InputError, read_bytes
from bombsight.runtime.play import Pending
from bombsight.runtime.records import Answer
from bombsight.runtime.replay import ReplayReport, replay
from bombsight.runtime.saved import Saved, read_save
from bombsight.service.chosen import Rules
from bombsight.service.lines import Parted, Replayed, Verdict
from bombsight.service.opening import program_of_save

HASH_DIGITS = 12
"""How much of a journal's hash people are shown."""


def replay_file(path: Path, rules: Rules, *, quiet: bool, json: bool) -> int:
    """Run a save or a script again; the exit status.

    Raises:
        InputError: It is neither, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    if not read_bytes(str(path)).lstrip().startswith(b"{"):
        return play_script(path, None, rules, quiet=quiet, json=json)
    saved = read_save(str(path))
    with reading():
        program, _, _ = program_of_save(saved.header, str(path), rules.folders, force=False)
    report = replay(program, saved, str(path))
    if json:
        tell_json(report, saved)
    else:
        tell_story(report, saved, program, quiet=quiet)
    for told in report.notes:
        note(told)
    if not report.same:
        show_error(InputError(f"the replay differs: {report.difference}", report.place))
    return DONE if report.same else FINDINGS


def tell_story(report: ReplayReport, saved: Saved, program: Program, *, quiet: bool) -> None:
    """The story, and what it shows."""
    out = console()
    if not quiet:
        show_header(program, saved.header, out)
    outer = 2 if saved.header.entry == "career" else 1
    story = Story(width=min(out.width, WIDEST), quiet=quiet, outer=outer)
    for line in [line for view in report.journal.views() for line in story.tell(view)] + story.rest():
        out.print(line, soft_wrap=True)
    if report.same and not quiet:
        answers = sum(isinstance(record, Answer) for record in saved.records)
        goes_on = "; the game goes on from here" if isinstance(report.outcome, Pending) else ""
        out.print()
        said = f"Replayed: {len(saved.records)} dice and answers ({answers} answers), the same story"
        out.print(words(f"{said} {report.journal.digest()[:HASH_DIGITS]}{goes_on}.", "bold green"))


def tell_json(report: ReplayReport, saved: Saved) -> None:
    """The events as lines, and what they show."""
    print_json(Replayed.by(saved.header).to_json(), line=True)
    for view in report.journal.views():
        print_json(view.to_json(), line=True)
    mismatch = None if report.same else Parted(report.place, "as the save tells", report.difference)
    print_json(Verdict(same=report.same, lines=len(saved.records), mismatch=mismatch).to_json(), line=True)
