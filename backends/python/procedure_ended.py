"""The exception by which printed code leaves an outer procedure."""

from __future__ import annotations


class Ended(Exception):  # noqa: N818 - leaving a procedure is no error
    """``end P``: caught by the procedure whose number it carries; it never leaves the printed code."""

    def __init__(self, procedure: int, value: int) -> None:
        """Make the exception for the end of a procedure, with its result."""
        super().__init__(procedure, value)
        self.procedure = procedure
        self.value = value
