"""A process that is killed at a write: nothing after it happens, and nothing cleans up."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest


class Killed(BaseException):
    """The end of a process that is killed: nothing catches it."""


@contextmanager
def killed_at(operation: int, *, after: bool) -> Iterator[list[str]]:
    """A time that ends before or after the nth time that something is forced to the disk or replaced there."""
    done: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for real, name in ((os.fsync, "fsync"), (os.replace, "replace")):

            def operate(*args, real=real, name=name, **more):
                done.append(name)
                if len(done) == operation and not after:
                    raise Killed
                real(*args, **more)
                if len(done) == operation:
                    raise Killed

            patch.setattr(os, name, operate)
        with suppress(Killed):
            yield done
