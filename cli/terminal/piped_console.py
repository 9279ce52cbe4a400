"""A Rich console for pipes, and for readers that go away."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.segment import Segment
    from rich.status import Status

TRAILING_BLANKS = re.compile(r" +(?=\n)")
"""Blanks at the end of a line; those behind a prompt stay."""


class PipedConsole(Console):
    """A Rich console that raises on a broken pipe instead of exiting, and pads and animates only for terminals."""

    def _render_buffer(self, buffer: Iterable[Segment]) -> str:
        """Render the buffer to text; without a terminal, lines end without the blanks up to its width.

        It is the one place through which all text goes: Rich pads in many.
        """
        text = super()._render_buffer(buffer)
        return text if self.is_terminal else TRAILING_BLANKS.sub("", text)

    def on_broken_pipe(self) -> None:
        """Raise the broken pipe error again, which Rich would turn into an exit.

        Raises:
            BrokenPipeError: The one that is being handled.
        """
        raise

    def status(self, status: Any, **options: Any) -> Status:
        """Make a spinner beside a text; without a terminal it never starts.

        Rich starts a thread for it in any case, and Python waits for ever for a thread that ran out of memory as it
        began.
        """
        spinner = super().status(status, **options)
        if not self.is_terminal:
            spinner.start = spinner.stop = lambda: None  # type: ignore[method-assign]  # as rich has no switch for it
        return spinner
