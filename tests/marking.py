"""Marks for the cases of a test."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(cases: Iterable[Any], *quick: Any) -> list[Any]:
    """Cases of which these few stand for all in the usual run; the others are marked slow.

    A case of several arguments is a tuple, and is known by its first.
    """
    whole = [case if isinstance(case, tuple) else (case,) for case in cases]
    assert {*quick} <= {first for first, *_ in whole}, f"not all of {quick} are cases"
    return [pytest.param(*case, marks=() if case[0] in quick else pytest.mark.slow) for case in whole]
