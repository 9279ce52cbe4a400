"""Words typed where letters are keys: the letters of an answer go into the line, and do nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

RUN_SECONDS = 0.6
"""The longest time between two letters of a word that is typed."""

SHOWING_KEYS = frozenset("wobslr")
"""The keys that show something and change nothing, even where an answer begins with their letter."""

COMMAND_KEYS = SHOWING_KEYS | frozenset("uq")
"""All letters that are keys."""


@define
class TypedWord:
    """The letters that were typed one behind the other, without a break.

    Attributes:
        letters: The letters; empty behind another key.
        last_key: When the last key came, in seconds.
    """

    letters: str = ""
    last_key: float = 0.0

    def add(self, character: str, time: float) -> str:
        """Add a key that came at a time, in seconds; return the letters so far."""
        goes_on = time - self.last_key < RUN_SECONDS
        self.last_key = time
        self.letters = "" if not character.isalpha() else (self.letters if goes_on else "") + character
        return self.letters


def word_for_line(letters: str, answers: Iterable[str], commands: Iterable[str]) -> str | None:
    """Return the beginning of a word that belongs into the line: of an answer, or of a command; None for a key.

    One letter is a key if it is one; but those that undo and leave are not where an answer begins with them.

    Args:
        letters: What was typed without a break.
        answers: What answers are called.
        commands: What commands are called.
    """
    begun = letters.casefold()
    is_answer = bool(begun) and any(answer.casefold().startswith(begun) for answer in answers)
    is_command = bool(begun) and any(command.startswith(begun) for command in commands)
    if not (is_answer or is_command):
        return None
    is_key = letters in (SHOWING_KEYS if is_answer else COMMAND_KEYS)
    return None if is_key else letters
