"""Replay of a save or a script, compared with its recorded results."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from bombsight.boundary.files import read_input_file
from bombsight.compiler.request import Request
from bombsight.compiler.scripts import Script
from bombsight.flat.program import Program
from bombsight.runtime.examples import ExampleReport
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.session.replay import ReplayReport, replay
from bombsight.service.games.requests import Rules
from bombsight.service.links.opening import open_link
from bombsight.service.links.packing import PLACE, is_link
from bombsight.service.present.debriefing import Debriefing, debrief_missions
from bombsight.service.present.documents import Parted, Verdict
from bombsight.service.programs.loaders import load
from bombsight.service.programs.scripts import load_script, run_script
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.seats.tables.revealed_game import program_as_seen, read_whole_game


@frozen
class SaveRun:
    """The replay of a save.

    Attributes:
        saved: The parsed save.
        program: The compiled rules.
        report: The report of the replay.
        request: The request that made the rules.
        mission: The mission that its link asks to be watched; None for the last, and for a save.
        shown: The number of events at which its link ends; None for all, and for a save.
    """

    saved: ParsedSave
    program: Program
    report: ReplayReport
    request: Request
    mission: int | None = None
    shown: int | None = None

    @property
    def journal(self) -> Journal:
        """The journal of the replay."""
        return self.report.journal

    @property
    def debriefings(self) -> list[Debriefing]:
        """The summaries of the state at the end of each mission of a career."""
        return debrief_missions(self.report.session)

    @property
    def verdict(self) -> Verdict:
        """The verdict whether the replay agrees with the save."""
        report = self.report
        mismatch = None if report.same else Parted(report.place, "as the save tells", report.difference)
        return Verdict(same=report.same, lines=len(self.saved.records), mismatch=mismatch)


@frozen
class ScriptRun:
    """The run of a script.

    Attributes:
        script: The parsed script.
        report: The report of the run.
    """

    script: Script
    report: ExampleReport

    @property
    def journal(self) -> Journal:
        """The journal of the run."""
        return self.report.journal

    @property
    def debriefings(self) -> list[Debriefing]:
        """An empty list: a script plays no career."""
        return []

    @property
    def verdict(self) -> Verdict:
        """The verdict whether the run agrees with the script's expectations."""
        difference = self.report.mismatch
        mismatch = None if difference is None else Parted(difference.place, difference.expected, difference.found)
        return Verdict(same=self.report.passed, lines=len(self.report.lines), mismatch=mismatch)


def run_save_or_script(path: Path, rules: Rules) -> SaveRun | ScriptRun:
    """Replay a save, a link or a revealed game by its own rules, or run a script by those that it names.

    For a save, house rules are given only if it does not say where they lie, or they are not there.

    Raises:
        InputError: It is neither, or was played with other rules.
        WrongRules: The rules cannot be used, or lines of the script cannot be read.
    """
    if is_link(path.as_posix()):
        return run_link(path.as_posix(), rules)
    if not read_input_file(str(path)).lstrip().startswith(b"{"):
        return run_script_file(path, None, rules)
    saved = read_whole_game(path)
    own = rules_of_save(saved.header, str(path), rules.folders, house=rules.house, limit=rules.limit)
    program = program_as_seen(own.program, path)
    return SaveRun(saved, program, replay(program, saved, str(path), load=load), own.request)


def run_link(link: str, rules: Rules) -> SaveRun:
    """Replay the game of a link.

    Raises:
        InputError: It is no link, its rules are not here, or what is replayed is not what was played.
        WrongRules: The rules cannot be used.
    """
    game = open_link(link, rules)
    session = game.session
    report = ReplayReport(True, session.outcome, session, "", PLACE, ())
    return SaveRun(game.saved, session.program, report, game.request, game.link.mission or None, game.shown)


def run_script_file(path: Path, word: str | None, rules: Rules) -> ScriptRun:
    """Run a script file, and compare the run with its expectations.

    Args:
        path: The path of the script.
        word: The game to run it with; None if the script names it.
        rules: The rules besides those that it names.

    Raises:
        InputError: It cannot be read, or is for another game.
        WrongRules: The rules cannot be used, or lines of the script cannot be read.
    """
    script, game = load_script(path, word, rules)
    return ScriptRun(script, run_script(script, game, rules))
