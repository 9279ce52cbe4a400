"""What TypeScript knows of programs is made from the classes that programs are written with."""

from __future__ import annotations

from pathlib import Path

from bombsight.flat.encoding import CLASSES
from web.classes import interfaces

WRITTEN = Path(__file__).parents[2] / "web" / "src" / "rules" / "program.ts"


def test_it_is_as_it_would_be_written_now() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == interfaces(), "python -m web writes it anew"


def test_it_tells_of_every_class_that_a_game_file_may_hold() -> None:
    text = WRITTEN.read_text(encoding="utf-8")
    told = {name for name in CLASSES if f"export interface {name} {{" in text}
    assert {"Program", "SlotField", "OpenOption", "Following", "RollSite", "Board"} <= told
    assert not {"Function", "Num", "ExampleInfo"} & told  # code and examples are not handed on
