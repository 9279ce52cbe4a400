"""A console whose reader may be a pipe, or may go away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.status import Status


class PipedConsole(Console):
    """A console that raises what rich would end the program for, and animates nothing where nobody looks."""

    def on_broken_pipe(self) -> None:
        """Nobody reads any more.

        Raises:
            BrokenPipeError: The one that is being handled.
        """
        raise

    def status(self, status: Any, **options: Any) -> Status:
        """A spinner beside a text; without a terminal one that never starts.

        Rich starts a thread for it in any case, and Python waits for ever for a thread that ran out of memory as it
        began.
        """
        spinner = super().status(status, **options)
        if not self.is_terminal:
            spinner.start = spinner.stop = lambda: None  # type: ignore[method-assign]  # as rich has no switch for it
        return spinner
