"""A console whose reader may go: that is told like any other failure, by the status that stands for it."""

from __future__ import annotations

from rich.console import Console


class PipedConsole(Console):
    """A console that raises what rich would end the program for, with a status of its own."""

    def on_broken_pipe(self) -> None:
        """Nobody reads any more.

        Raises:
            BrokenPipeError: The one that is being handled.
        """
        raise
