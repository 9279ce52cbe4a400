"""A Rich console for pipes, and for readers that go away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.status import Status


class PipedConsole(Console):
    """A Rich console that raises on a broken pipe instead of exiting, and animates only terminals."""

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
