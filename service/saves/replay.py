"""A save or a script is run again, and what happens is compared with what it says."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from bombsight.boundary.files import read_input_file
from bombsight.compiler.scripts import Script
from bombsight.flat.program import Program
from bombsight.runtime.examples import ExampleReport
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.saves.reader import ParsedSave, read_save
from bombsight.runtime.session.replay import ReplayReport, replay
from bombsight.service.games.requests import Rules
from bombsight.service.present.debriefing import Debriefing, debrief_missions
from bombsight.service.present.documents import Parted, Verdict
from bombsight.service.programs.loaders import load
from bombsight.service.programs.scripts import load_script, run_script
from bombsight.service.saves.saved_rules import rules_of_save


@frozen
class SaveRun:
    """A save that was run again.

    Attributes:
        saved: What it says.
        program: What was played.
        report: What came of it.
    """

    saved: ParsedSave
    program: Program
    report: ReplayReport

    @property
    def journal(self) -> Journal:
        """What happened."""
        return self.report.journal

    @property
    def debriefings(self) -> list[Debriefing]:
        """How things stood as each mission of a career ended."""
        return debrief_missions(self.report.session)

    @property
    def verdict(self) -> Verdict:
        """Whether the same happened as was told."""
        report = self.report
        mismatch = None if report.same else Parted(report.place, "as the save tells", report.difference)
        return Verdict(same=report.same, lines=len(self.saved.records), mismatch=mismatch)


@frozen
class ScriptRun:
    """A script that was run.

    Attributes:
        script: What it says.
        report: What came of it.
    """

    script: Script
    report: ExampleReport

    @property
    def journal(self) -> Journal:
        """What happened."""
        return self.report.journal

    @property
    def debriefings(self) -> list[Debriefing]:
        """None: a script is no career that is looked back on."""
        return []

    @property
    def verdict(self) -> Verdict:
        """Whether the same happened as was told."""
        difference = self.report.mismatch
        mismatch = None if difference is None else Parted(difference.place, difference.expected, difference.found)
        return Verdict(same=self.report.passed, lines=len(self.report.lines), mismatch=mismatch)


def run_save_or_script(path: Path, rules: Rules) -> SaveRun | ScriptRun:
    """Run a save or a script again; a save by its own rules, a script by those that it names and by these.

    House rules are given for a save only where they do not lie where it says, or it does not say where.

    Raises:
        InputError: It is neither, or was played with other rules.
        WrongRules: The rules cannot be used, or lines of the script cannot be read.
    """
    if not read_input_file(str(path)).lstrip().startswith(b"{"):
        return run_script_file(path, None, rules)
    saved = read_save(str(path))
    program = rules_of_save(saved.header, str(path), rules.folders, house=rules.house, limit=rules.limit).program
    return SaveRun(saved, program, replay(program, saved, str(path), load=load))


def run_script_file(path: Path, word: str | None, rules: Rules) -> ScriptRun:
    """Run a script.

    Args:
        path: Its file.
        word: The game it is for; None where it says so itself.
        rules: The rules besides those that it names.

    Raises:
        InputError: It cannot be read, or is for another game.
        WrongRules: The rules cannot be used, or lines of the script cannot be read.
    """
    script, game = load_script(path, word, rules)
    return ScriptRun(script, run_script(script, game, rules))
