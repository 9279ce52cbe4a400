"""The choices of lint that lie beside the files it looks at."""

from __future__ import annotations

from collections.abc import Mapping
from os.path import dirname
from pathlib import Path

from bombsight.compiler.codes import SEVERITIES
from bombsight.compiler.findings import Findings
from bombsight.compiler.lint_choices import CHOICES_FILE, Choices, read_choices
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.files import read_source
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Source
from bombsight.service.games.library import TESTS
from bombsight.service.games.reading import from_here

NONE = Choices()


@define
class Chosen:
    """The choices of the folders asked for so far.

    Attributes:
        by_folder: Those of each; of one without such a file, none.
        sources: The files that were read, by path.
        wrong: What is wrong with them.
    """

    by_folder: dict[Path, Choices] = field(factory=dict)
    sources: dict[str, Source] = field(factory=dict)
    wrong: Findings = field(factory=lambda: Findings(SEVERITIES))

    def tell(self, finding: Diagnostic) -> bool:
        """Whether the folder in which a finding has its place wants it told."""
        return not finding.span.path or self.of_folder(Path(finding.span.path).parent).tell(finding)

    def of_folder(self, folder: Path) -> Choices:
        """The choices for the files of a folder; for those of a game's tests, the game's."""
        home = folder.parent if folder.name == TESTS else folder
        if home not in self.by_folder:
            self.by_folder[home] = self.read(home / CHOICES_FILE)
        return self.by_folder[home]

    def of_files(self, files: Mapping[str, Source]) -> None:
        """See what the folders of these files choose."""
        for folder in folders_of(files):
            self.of_folder(folder)

    def read(self, file: Path) -> Choices:
        """The choices in a file; none where it is not there."""
        if not file.exists():
            return NONE
        read = read_source(from_here(file))
        if isinstance(read, Diagnostic):
            self.wrong.extend([read])
            return NONE
        self.sources[read.path] = read
        return read_choices(read, self.wrong)

    @property
    def fail_on(self) -> Severity:
        """From which severity on lint fails: the strictest that is asked for, else with errors only."""
        asked = {choices.fail_on for choices in self.by_folder.values()}
        return next((severity for severity in reversed(Severity) if severity in asked), Severity.ERROR)


def folders_of(files: Mapping[str, Source]) -> dict[Path, None]:
    """The folders in which files lie, each once."""
    places = dict.fromkeys(dirname(source.file or source.path) for source in files.values())
    return dict.fromkeys(map(Path, places))
