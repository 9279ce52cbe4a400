"""Lint settings, from configuration files in the folders of the linted files."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import dirname
from pathlib import Path

from bombsight.compiler.config_codes import SEVERITIES
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
    """The lint settings of folders, loaded on demand.

    Attributes:
        by_folder: The settings of each folder; the defaults for one without a configuration file.
        sources: The configuration files that were read, by path.
        findings: The errors in them.
    """

    by_folder: dict[Path, LintConfig] = field(factory=dict)
    sources: dict[str, Source] = field(factory=dict)
    findings: Findings = field(factory=lambda: Findings(SEVERITIES))

    def is_reported(self, finding: Diagnostic) -> bool:
        """Whether a finding may be reported by the lint settings of its file's folder."""
        return not finding.span.path or self.config_for(Path(finding.span.path).parent).is_reported(finding)

    def config_for(self, folder: Path) -> LintConfig:
        """Load the lint settings for the files of a folder, once; a folder of tests has those of its game."""
        config_folder = folder.parent if folder.name == TESTS_FOLDER else folder
        if config_folder not in self.by_folder:
            self.by_folder[config_folder] = self.read_config(config_folder / CONFIG_FILE)
        return self.by_folder[config_folder]

    def load_for_files(self, files: Mapping[str, Source]) -> None:
        """Load the lint settings of the folders that contain some files."""
        for folder in folders_of(files):
            self.config_for(folder)

    def read_config(self, file: Path) -> LintConfig:
        """Parse a configuration file; the default settings if the file does not exist."""
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
        """The least severity of a finding that makes lint fail: the strictest setting of the folders, else error."""
        severities = {choices.fail_on for choices in self.by_folder.values()}
        return next((severity for severity in reversed(Severity) if severity in severities), Severity.ERROR)


def folders_of(files: Mapping[str, Source]) -> dict[Path, None]:
    """The folders that contain some files, each once, in order."""
    places = dict.fromkeys(dirname(source.file or source.path) for source in files.values())
    return dict.fromkeys(map(Path, places))
