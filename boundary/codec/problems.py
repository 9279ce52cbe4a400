"""Problems of data that have another shape than was expected: where, and what in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from bombsight.boundary.codec import sentences

MAX_PROBLEMS = 100
"""How many problems of one document are held; what is wrong beyond them is found when these are mended."""

TYPE_WORDS = {
    dict: sentences.OBJECT,
    list: sentences.LIST,
    str: sentences.TEXT,
    int: sentences.WHOLE_NUMBER,
    float: "a number",
    bool: sentences.BOOLEAN,
    type(None): sentences.NULL,
}
"""The types of JSON as a reader calls them."""

MAX_VALUE_LENGTH = 40
"""Characters of a value, or of a key, that a message shows at most."""

Step = str | int
"""A step of a path: the key of a member, or the index of an element from 0."""


@frozen
class Problem:
    """A problem of a document.

    Attributes:
        path: Where, as a JSON path: ``$.tables[3].title``.
        message: What is wrong, in a sentence.
    """

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class DecodeError(ValueError):
    """Data have another shape than was expected.

    Attributes:
        step_problems: For each problem the steps to it, the last first, and the sentence; at least one, at most
            ``MOST``.
    """

    def __init__(self, message: str = "", step_problems: Iterable[tuple[tuple[Step, ...], str]] = ()) -> None:
        self.step_problems = [*step_problems][:MAX_PROBLEMS] or [((), message)]
        super().__init__(message)

    def problems_below(self, step: Step) -> Iterable[tuple[tuple[Step, ...], str]]:
        """The problems, seen from the list or object in which the data stand."""
        return [((*steps, step), message) for steps, message in self.step_problems]

    @property
    def problems(self) -> list[Problem]:
        """The problems with their paths, each once."""
        return [*dict.fromkeys(Problem(json_path(reversed(steps)), message) for steps, message in self.step_problems)]

    def __str__(self) -> str:
        return str(self.problems[0])


def json_path(steps: Iterable[Step]) -> str:
    """The steps as a JSON path, ``$`` first."""
    return "$" + "".join(map(render_step, steps))


def render_step(step: Step) -> str:
    """A step of a JSON path: ``[3]``, ``.title``, ``['a key']``."""
    if isinstance(step, int):
        return f"[{step}]"
    is_plain = step.isidentifier() and len(step) <= MAX_VALUE_LENGTH
    return f".{step}" if is_plain else f"[{format_value(step)}]"


def format_value(value: Any) -> str:
    """A value as a message shows it, not at length."""
    if isinstance(value, dict | list):
        return TYPE_WORDS[type(value)]
    text = json.dumps(value, ensure_ascii=False, default=str)  # TOML has dates, too
    text = text if text.isprintable() else json.dumps(value, default=str)
    return text if len(text) <= MAX_VALUE_LENGTH else text[: MAX_VALUE_LENGTH - 1] + "…"


def mismatch_error(expected: str, actual: Any) -> DecodeError:
    """The error of data of which another type or value is needed."""
    return DecodeError(sentences.mismatch(expected, format_value(actual)))
