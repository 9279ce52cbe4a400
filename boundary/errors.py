"""Input errors: what is wrong with something that a person handed in, such as dice, an answer, a save, a letter."""

from __future__ import annotations

OUT_OF_MEMORY_PHRASES = (
    "can't start new thread",
    "failed to map segment",
    "cannot allocate memory",
    "without setting an exception",
    "without exception set",
)
"""What Python says where there is too little memory for a thread or for a library, or for naming the error."""


class InputError(Exception):
    """A problem of the input, in the reader's words. It is the only error that input may raise.

    Attributes:
        message: What is wrong, in one line.
        place: ``file:line`` or the name of what was read; may be empty.
        hint: What to do about it; may be empty.
        word: What the input says that is wrong, such as the name of an option; may be empty.
    """

    def __init__(self, message: str, place: str = "", hint: str = "", word: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint
        self.word = word

    def __str__(self) -> str:
        head = f"{self.place}: {self.message}" if self.place else self.message
        return f"{head}\n{self.hint}" if self.hint else head


def reason_of(error: OSError | ValueError) -> str:
    """Why a file could not be used, without the number and the path that Python adds."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that there is too little memory."""
    words = str(error).lower() if isinstance(error, ImportError | RuntimeError | SystemError) else ""
    return isinstance(error, MemoryError) or any(each in words for each in OUT_OF_MEMORY_PHRASES)


def clip(text: str, max_length: int = 60) -> str:
    """A person's text as a message may show it: one line, printable, not long."""
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= max_length else shown[: max_length - 3] + "..."
