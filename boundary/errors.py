"""Input errors: problems of untrusted input, such as dice, an answer, a save or a letter."""

from __future__ import annotations

import errno

from bombsight.boundary.wording import FrontEnd, words_for

OUT_OF_MEMORY_PHRASES = (
    "can't start new thread",
    "failed to map segment",
    "cannot allocate memory",
    "without setting an exception",
    "without exception set",
)
"""Messages of Python where there is too little memory for a thread or a library, or to name the error."""


class InputError(Exception):
    """A problem of untrusted input, in words for its author; the only exception that input may raise.

    Its words are those for Python, as ``missions=`` for an argument. :meth:`for_front_end` gives others.

    Attributes:
        word: The wrong word of the input, such as the name of an option; may be empty.
        message_forms, place_forms, hint_forms: The three texts with both forms of what differs by front end
            (:mod:`.wording`), to raise the error again with another place.
    """

    def __init__(self, message: str, place: str = "", hint: str = "", word: str = "") -> None:
        """Make the error; ``place`` is ``file:line``, ``hint`` what to do, ``word`` the part of the input at fault."""
        super().__init__(words_for("python", message))
        self.message_forms = message
        self.place_forms = place
        self.hint_forms = hint
        self.word = word

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        return words_for("python", self.message_forms)

    @property
    def place(self) -> str:
        """``file:line`` or the name of the input; may be empty."""
        return words_for("python", self.place_forms)

    @property
    def hint(self) -> str:
        """What to do about it; may be empty."""
        return words_for("python", self.hint_forms)

    def for_front_end(self, front_end: FrontEnd) -> InputError:
        """Copy the error with the words of one front end only."""
        message, place = words_for(front_end, self.message_forms), words_for(front_end, self.place_forms)
        return InputError(message, place, words_for(front_end, self.hint_forms), self.word)

    def __str__(self) -> str:
        """Render as ``place: message``, with the hint on a second line."""
        head = f"{self.place}: {self.message}" if self.place else self.message
        return f"{head}\n{self.hint}" if self.hint else head


def reason_of(error: OSError | ValueError) -> str:
    """The operating system's reason why a file cannot be used, without the error number and path."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an exception reports too little memory."""
    words = str(error).lower() if isinstance(error, ImportError | RuntimeError | SystemError) else ""
    is_refused = isinstance(error, OSError) and error.errno == errno.ENOMEM
    return is_refused or isinstance(error, MemoryError) or any(each in words for each in OUT_OF_MEMORY_PHRASES)


def clip(text: str, max_length: int = 60) -> str:
    """Shorten a text for a message to one printable line of bounded length."""
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= max_length else shown[: max_length - 3] + "..."
