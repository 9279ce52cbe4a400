"""The handwritten C version of the flak: compiled by the available C compiler, and called."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SOURCE = Path(__file__).parent / "handwritten_flak.c"

ThrowFunction = Callable[[int, int], int]
"""Maps count and sides to a total."""


class _Field(ctypes.Structure):
    """An entry of the C library's table of fields: name, and count of an array's values."""

    _fields_ = (("name", ctypes.c_char_p), ("count", ctypes.c_int))


_ROLL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)
_MAX_FIELDS = 1000


class CTwin:
    """The loaded C library of the handwritten version, with one bomber that every run resets.

    Attributes:
        state: Her fields by name, as integers; these names differ from the rules'.
    """

    def __init__(self, library: Any) -> None:
        self.library = library
        members: list[tuple[str, Any]] = []
        for field in (_Field * _MAX_FIELDS).in_dll(library, "fields"):
            if field.name is None:
                break
            members.append((field.name.decode(), ctypes.c_int * field.count if field.count else ctypes.c_int))
        bomber = type("Bomber", (ctypes.Structure,), {"_fields_": members})
        library.bomber.restype = ctypes.POINTER(bomber)
        library.runs.restype = library.fresh_only.restype = ctypes.c_uint64
        library.runs.argtypes = library.fresh_only.argtypes = (
            ctypes.c_uint64,
            ctypes.c_uint32,
            ctypes.c_uint32,
            *[ctypes.c_int] * 4,
        )
        self.state: Any = library.bomber().contents

    def get_field(self, name: str) -> int | list[int]:
        """Read a field of the C bomber: its value, or a list for an array."""
        value = getattr(self.state, name)
        return value if isinstance(value, int) else list(value)

    def set_field(self, name: str, values: list[int]) -> None:
        """Set a field of the C bomber: its value, or the values of an array."""
        if isinstance(getattr(self.state, name), int):
            (value,) = values
            setattr(self.state, name, value)
        else:
            getattr(self.state, name)[:] = values

    def reset(self, zone: int, starred: bool, below: int, weather: int) -> None:
        """Reset the C bomber to an undamaged one over a target.

        Args:
            zone: The zone of the target.
            starred: Whether the target has a star.
            below: What lies below.
            weather: The weather.
        """
        self.library.begin(zone, starred, below, weather)

    def meet_flak(self, throw: ThrowFunction) -> None:
        """Play the flak in C, with dice thrown by a callback."""
        self.library.meet_flak(_ROLL(throw))

    def run_batch(self, seed: int, first: int, count: int, scene: tuple[int, bool, int, int]) -> int:
        """Play runs over one target in C with seeded dice; return the final state of the dice.

        Args:
            seed: The seed of the batch.
            first: The number of the first run.
            count: The number of runs.
            scene: The target, as :meth:`reset` takes it.
        """
        return int(self.library.runs(seed, first, count, *scene))

    def run_fresh_batch(self, seed: int, first: int, count: int, scene: tuple[int, bool, int, int]) -> int:
        """Only reset the bomber for each run of a batch; return the final state of the dice.

        Args:
            seed: The seed of the batch.
            first: The number of the first run.
            count: The number of runs.
            scene: The target, as :meth:`reset` takes it.
        """
        return int(self.library.fresh_only(seed, first, count, *scene))


def compile_twin() -> CTwin | None:
    """Compile the C version; None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with TemporaryDirectory() as folder:
        library_path = Path(folder) / "flak.so"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(library_path), str(SOURCE)], check=True)
        return CTwin(ctypes.CDLL(str(library_path)))
