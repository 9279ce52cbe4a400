"""Files that a command changes: written, or shown as patches."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path

from attrs import frozen

from bombsight.service.common.files import write_over

LINE = re.compile(r"[^\n]*\n|[^\n]+")
MISSING = "\\ No newline at end of file"


@frozen
class Rewritten:
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
    def patch(self) -> Iterator[str]:
        """The lines of a unified diff, without their line ends."""
        for line in unified_diff(LINE.findall(self.before), LINE.findall(self.after), self.path, self.path):
            yield line.rstrip("\n")
            if not line.endswith("\n"):
                yield MISSING


def write(files: Iterable[Rewritten]) -> None:
    """Put files in their places, each wholly or not at all.

    Raises:
        InputError: One cannot be written.
    """
    for file in files:
        write_over(Path(file.path), file.after)
