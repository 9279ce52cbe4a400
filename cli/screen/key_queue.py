"""Keys one after another: each is looked at when the one before it has done all that it does.

Textual hands a key to what has the focus, and what comes of it, an answer say, travels back as a message. Keys that a
terminal sends at once would overtake that message: a digit behind an Enter would still stand in the line that the Enter
is to close.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from attrs import define, field
from textual.dom import DOMNode
from textual.events import Key

BUBBLE_COUNT = 2
"""So often something bubbles from the focus up to the application: the key itself, then the message that it caused."""


@define
class KeyQueue:
    """Keys in the order in which they came.

    Attributes:
        press_key: Does what a key does; what it was handed to, or None where all of it is done.
        waiting_keys: Keys that came while another was at work.
        is_busy: Whether what a key does is still on its way.
    """

    press_key: Callable[[Key], Awaitable[DOMNode | None]]
    waiting_keys: deque[Key] = field(factory=deque)
    is_busy: bool = False

    async def enqueue(self, key: Key) -> None:
        """Press a key as soon as those before it are done."""
        self.waiting_keys.append(key)
        if not self.is_busy:
            await self._press_waiting()

    async def _press_waiting(self) -> None:
        """Press the keys that wait, up to one whose effect is to be awaited."""
        self.is_busy = True
        while self.waiting_keys:
            handed_to = await self.press_key(self.waiting_keys.popleft())
            if handed_to is not None:
                await self._follow_path([*handed_to.ancestors_with_self] * BUBBLE_COUNT)
                return
        self.is_busy = False

    async def _follow_path(self, path: Sequence[DOMNode]) -> None:
        """Go behind a key through the queues that it and its message go through; what is closed has none any more."""
        for at, node in enumerate(path):
            if node.call_later(self._follow_path, path[at + 1 :]):
                return
        await self._press_waiting()
