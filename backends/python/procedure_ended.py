"""How the source leaves a procedure that runs further out."""

from __future__ import annotations


class Ended(Exception):  # noqa: N818 - leaving a procedure is no error
    """``end P``: caught by the procedure whose number it carries; never leaves the source."""

    def __init__(self, procedure: int, value: int) -> None:
        super().__init__(procedure, value)
        self.procedure = procedure
        self.value = value
