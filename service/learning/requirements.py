"""What learning needs beside the program: the extra with the libraries of its mathematics."""

from __future__ import annotations

from importlib.util import find_spec

from bombsight.service.common.extras import extra_error


def check_extra_installed() -> None:
    """Raise unless numpy and scikit-learn, optional dependencies, are installed.

    Raises:
        InputError: One is not.
    """
    if find_spec("numpy") is None or find_spec("sklearn") is None:
        raise extra_error("learning needs an extra", "learn")
