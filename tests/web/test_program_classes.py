"""What TypeScript knows of game files is made from the classes that they are written with."""

from __future__ import annotations

import json

import pytest

from bombsight.flat.encoding import CLASSES
from web.__main__ import FILES, RULES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_is_as_it_would_be_written_now(path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path](), "python -m web writes it anew"


def test_it_tells_of_every_class_that_a_program_may_hold() -> None:
    text = (RULES / "program.ts").read_text(encoding="utf-8")
    told = {name for name in CLASSES if f"export interface {name} {{" in text}
    assert {"Program", "SlotField", "OpenOption", "Following", "RollSite", "Board"} <= told
    assert not {"Function", "Num", "ExampleInfo"} & told  # code and examples are not handed on


@pytest.mark.parametrize("name", ["settings", "cards", "things", "site"])
def test_it_tells_of_every_document(name: str) -> None:
    text = (RULES / "documents.ts").read_text(encoding="utf-8")
    assert f"readonly document: {json.dumps(name)};" in text
