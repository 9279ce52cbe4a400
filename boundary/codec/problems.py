"""Problems of JSON data of the wrong shape: a path and a sentence each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from bombsight.boundary.codec import sentences

MAX_PROBLEMS = 100
"""The most problems collected from one document."""

TYPE_WORDS = {
    dict: sentences.OBJECT,
    list: sentences.LIST,
    str: sentences.TEXT,
    int: sentences.WHOLE_NUMBER,
    float: "a number",
    bool: sentences.BOOLEAN,
    type(None): sentences.NULL,
}
"""The types of JSON in words, for messages."""

MAX_VALUE_LENGTH = 40
"""Characters of a value, or of a key, that a message shows at most."""

Step = str | int
"""A step of a JSON path: the key of a member, or the index of an element from 0."""


@frozen
class Problem:
    """A problem of JSON data: a path and a sentence.

    Attributes:
        path: Its place, as a JSON path: ``$.tables[3].title``.
        message: What is wrong, in a sentence.
    """

    path: str
    message: str

    def __str__(self) -> str:
        """Render as ``$.members[3].title: a text is needed, not null``."""
        return f"{self.path}: {self.message}"


class DecodeError(ValueError):
    """Raised for JSON data of another shape than the type expects; holds all problems with their paths.

    Attributes:
        step_problems: For each problem the steps of its path, the last first, and the sentence; from 1 to
            ``MAX_PROBLEMS`` of them.
    """

    def __init__(self, message: str = "", step_problems: Iterable[tuple[tuple[Step, ...], str]] = ()) -> None:
        """Make the error from a message about all data, or from problems, each with its path (innermost step first)."""
        self.step_problems = [*step_problems][:MAX_PROBLEMS] or [((), message)]
        super().__init__(message)

    def problems_below(self, step: Step) -> Iterable[tuple[tuple[Step, ...], str]]:
        """Return the problems with a key or index (``step``) put before each path, as the enclosing data see them."""
        return [((*steps, step), message) for steps, message in self.step_problems]

    @property
    def problems(self) -> list[Problem]:
        """The problems, each with its JSON path and sentence, without duplicates."""
        return [*dict.fromkeys(Problem(json_path(reversed(steps)), message) for steps, message in self.step_problems)]

    def __str__(self) -> str:
        """Render the first problem: ``$.title: a text is needed, not null``."""
        return str(self.problems[0])


def json_path(steps: Iterable[Step]) -> str:
    """Render the steps (keys, indices) to a value as a JSON path: ``$.members[3].title``."""
    return "$" + "".join(map(render_step, steps))


def render_step(step: Step) -> str:
    """Render one step of a JSON path: ``[3]``, ``.title``, ``['a key']``."""
    if isinstance(step, int):
        return f"[{step}]"
    is_plain = step.isidentifier() and len(step) <= MAX_VALUE_LENGTH
    return f".{step}" if is_plain else f"[{format_value(step)}]"


def format_value(value: Any) -> str:
    """Render a value for a message, shortened."""
    if isinstance(value, dict | list):
        return TYPE_WORDS[type(value)]
    text = json.dumps(value, ensure_ascii=False, default=str)  # TOML has dates, too
    text = text if text.isprintable() else json.dumps(value, default=str)
    return text if len(text) <= MAX_VALUE_LENGTH else text[: MAX_VALUE_LENGTH - 1] + "…"


def mismatch_error(expected: str, actual: Any) -> DecodeError:
    """The decode error for data of another type or value than expected: ``a list is needed, not null``."""
    return DecodeError(sentences.mismatch(expected, format_value(actual)))
