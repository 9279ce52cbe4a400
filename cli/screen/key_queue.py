"""A queue of keys: each is handled when all effects of the one before are done.

Textual passes a key to the focused widget, and the effect, an answer for example, comes back as a message. Keys that a
terminal sends at once would overtake that message: a digit behind an Enter would still go into the input line that the
Enter is to close.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from attrs import define, field
from textual.dom import DOMNode
from textual.events import Key

BUBBLE_COUNT = 2
"""How often an event bubbles from the focus up to the application: the key itself, then the message it caused."""


@define
class KeyQueue:
    """A queue that handles each pressed key only after all effects of the one before.

    Attributes:
        press_key: Handles a key; returns the widget that received it, or None if all is done.
        waiting_keys: Keys that arrived while another was handled.
        is_busy: Whether the effect of a key is still under way.
    """

    press_key: Callable[[Key], Awaitable[DOMNode | None]]
    waiting_keys: deque[Key] = field(factory=deque)
    is_busy: bool = False

    async def enqueue(self, key: Key) -> None:
        """Add a key to the queue; it is handled as soon as those before it are done."""
        self.waiting_keys.append(key)
        if not self.is_busy:
            await self._press_waiting()

    async def _press_waiting(self) -> None:
        """Handle queued keys in order, up to one whose message is still on its way through the widgets."""
        self.is_busy = True
        while self.waiting_keys:
            handed_to = await self.press_key(self.waiting_keys.popleft())
            if handed_to is not None:
                await self._follow_path([*handed_to.ancestors_with_self] * BUBBLE_COUNT)
                return
        self.is_busy = False

    async def _follow_path(self, path: Sequence[DOMNode]) -> None:
        """Wait until the message queues of widgets on a key's path are empty, then handle the next keys."""
        for at, node in enumerate(path):
            if node.call_later(self._follow_path, path[at + 1 :]):
                return
        await self._press_waiting()
