"""Questions made by hand."""

from __future__ import annotations

from typing import Any

from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import Question


def build_question(*options: Option | str, preferred: int = 0, optional: bool = False, **more: Any) -> Question:
    """A question with these options; a text is an option of this title, named after it."""
    offered = tuple(
        option if isinstance(option, Option) else Option(option.lower().replace(",", ""), option) for option in options
    )
    told: dict[str, Any] = {"id": "choice:watch/order", "prompt": "What now", "by": "player"} | more
    return Question(0, options=offered, optional=optional, offer=False, preferred=preferred, **told)


def grave(title: str, **more: Any) -> Option:
    """A grave option of this title."""
    return Option(title.lower().replace(" ", "_"), title, grave=True, **more)
