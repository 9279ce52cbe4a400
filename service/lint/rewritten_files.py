"""Files that a command rewrites: written to the disk, or shown as a diff."""

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
    """A file before and after a rewrite.

    Attributes:
        path: Its path, relative to the current folder.
        before: Its text.
        after: Its new text.
    """

    path: str
    before: str
    after: str

    @property
    def diff_lines(self) -> Iterator[str]:
        """Yield the lines of a unified diff from the old to the new text, without line ends."""
        for line in unified_diff(
            LINE_PATTERN.findall(self.before), LINE_PATTERN.findall(self.after), self.path, self.path
        ):
            yield line.rstrip("\n")
            if not line.endswith("\n"):
                yield NO_FINAL_NEWLINE


def overwrite_files(files: Iterable[RewrittenFile]) -> None:
    """Write rewritten files, each atomically.

    Raises:
        InputError: A file cannot be written.
    """
    for file in files:
        overwrite_text(Path(file.path), file.after)
