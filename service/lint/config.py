"""The choices of lint that lie beside the files it looks at."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import dirname
from pathlib import Path

from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.lint_choices import CONFIG_FILE, LintConfig, read_lint_config
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.files import read_source
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Source
from bombsight.service.games.library import TESTS_FOLDER
from bombsight.service.games.source_files import relative_path

NO_CONFIG = LintConfig()


@define
class FolderConfigs:
    """The choices of the folders asked for so far.

    Attributes:
        by_folder: Those of each; of one without such a file, none.
        sources: The files that were read, by path.
        findings: What is wrong with them.
    """

    by_folder: dict[Path, LintConfig] = field(factory=dict)
    sources: dict[str, Source] = field(factory=dict)
    findings: Findings = field(factory=lambda: Findings(SEVERITIES))

    def is_reported(self, finding: Diagnostic) -> bool:
        """Whether the folder in which a finding has its place wants it told."""
        return not finding.span.path or self.config_for(Path(finding.span.path).parent).is_reported(finding)

    def config_for(self, folder: Path) -> LintConfig:
        """The choices for the files of a folder; for those of a game's tests, the game's."""
        config_folder = folder.parent if folder.name == TESTS_FOLDER else folder
        if config_folder not in self.by_folder:
            self.by_folder[config_folder] = self.read_config(config_folder / CONFIG_FILE)
        return self.by_folder[config_folder]

    def load_for_files(self, files: Mapping[str, Source]) -> None:
        """See what the folders of these files choose."""
        for folder in folders_of(files):
            self.config_for(folder)

    def read_config(self, file: Path) -> LintConfig:
        """The choices in a file; none where it is not there."""
        if not file.exists():
            return NO_CONFIG
        source = read_source(relative_path(file))
        if isinstance(source, Diagnostic):
            self.findings.extend([source])
            return NO_CONFIG
        self.sources[source.path] = source
        return read_lint_config(source, self.findings)

    @property
    def fail_on(self) -> Severity:
        """From which severity on lint fails: the strictest that is asked for, else with errors only."""
        severities = {choices.fail_on for choices in self.by_folder.values()}
        return next((severity for severity in reversed(Severity) if severity in severities), Severity.ERROR)


def folders_of(files: Mapping[str, Source]) -> dict[Path, None]:
    """The folders in which files lie, each once."""
    places = dict.fromkeys(dirname(source.file or source.path) for source in files.values())
    return dict.fromkeys(map(Path, places))
