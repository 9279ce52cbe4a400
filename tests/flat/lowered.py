"""Small programs in the flat form that have, together, one of everything."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bombsight.compiler.lower.assemble import lower
from bombsight.flat.program import Program
from tests.reference.comparing import graph_of

FOLDER = Path(__file__).parents[1] / "compiler" / "lower"
FILES = (FOLDER / "golden" / "shape.rules", *sorted((FOLDER / "programs").glob("*.rules")))


@cache
def program(file: Path) -> Program:
    return lower(graph_of(file.read_text(encoding="utf-8")))


def programs() -> tuple[Program, ...]:
    return tuple(map(program, FILES))
