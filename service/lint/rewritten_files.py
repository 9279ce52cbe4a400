"""Files that a command changes: written, or shown as patches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path

from attrs import frozen

from bombsight.service.common.files import overwrite_text

LINE_PATTERN = re.compile(r"[^\n]*\n|[^\n]+")
NO_FINAL_NEWLINE = "\\ No newline at end of file"


@frozen
class RewrittenFile:
    """A file before and after.

    Attributes:
        path: As it is called where we are.
        before: What it says.
        after: What it would say.
    """

    path: str
    before: str
    after: str

    @property
    def diff_lines(self) -> Iterator[str]:
        """The lines of a unified diff, without their line ends."""
        for line in unified_diff(
            LINE_PATTERN.findall(self.before), LINE_PATTERN.findall(self.after), self.path, self.path
        ):
            yield line.rstrip("\n")
            if not line.endswith("\n"):
                yield NO_FINAL_NEWLINE


def overwrite_files(files: Iterable[RewrittenFile]) -> None:
    """Put files in their places, each wholly or not at all.

    Raises:
        InputError: One cannot be written.
    """
    for file in files:
        overwrite_text(Path(file.path), file.after)
