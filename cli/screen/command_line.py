"""The line at the foot of the full screen, in which answers and commands are typed."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input


class CommandLine(Input):
    """An input line in which Tab takes the suggestion that stands behind the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", show=False)]

    def action_complete(self) -> None:
        """Key action: take the suggestion; without one, do nothing."""
        if self._suggestion:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
